/** Supported datafile versions, which the datafile writes as strings (CH-196). */
export const datafileVersions: readonly string[] = ['2', '3', '4'];

/** Buckets are numbered from 0 to one less than this (CH-198). */
export const bucketCount = 10_000;

/** Seed of the 32-bit hash. All of the provider's clients use it, so that they agree on a visitor's bucket (CH-198). */
export const hashSeed = 1;

/** The client name and version that events report, whichever client made the decision (CH-204). */
export const clientVersion = '2.3.1';
export const clientName = 'javascript-sdk';

/** Key of the event that reports an activation. */
export const activationKey = 'campaign_activated';

/** Attributes with this prefix control the client and need no entry in the datafile. */
export const reservedPrefix = '$opt_';
export const bucketingIdAttribute = '$opt_bucketing_id';
export const bucketMapAttribute = '$opt_experiment_bucket_map';
export const botFilteringAttribute = '$opt_bot_filtering';
