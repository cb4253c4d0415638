/** Datafile versions that are understood, as the text they are written in (CH-196). */
export const datafileVersions: readonly string[] = ['2', '3', '4'];

/** Buckets run from 0 up to, not including, this number (CH-198). */
export const bucketCount = 10_000;

/** Seed of the 32-bit hash; every client of the provider uses it, so that all agree on a visitor (CH-198). */
export const hashSeed = 1;

/** What events report as their client, whatever ran the rules (CH-204). */
export const clientVersion = '2.3.1';
export const clientName = 'javascript-sdk';

/** Key of the event that reports an activation. */
export const activationKey = 'campaign_activated';

/** Attributes with this prefix steer the client and need no entry in the datafile. */
export const reservedPrefix = '$opt_';
export const bucketingIdAttribute = '$opt_bucketing_id';
export const bucketMapAttribute = '$opt_experiment_bucket_map';
export const botFilteringAttribute = '$opt_bot_filtering';
