/** Limits of the form in the pane. All are ours: no requirement sets them. */

/** The longest e-mail address (RFC 5321), in characters. */
export const maxEmailLength = 254;
export const maxNameLength = 100;
export const maxTextLength = 5_000;
/** The longest message that goes into a `mailto:` address, in characters. */
export const maxMailTextLength = 1_500;
/** Windows opens no address that is longer than 2,048 characters. There, a Japanese character takes nine. */
export const maxMailAddressLength = 2_000;
/** Timeout of one attempt. The message is then retried. */
export const sendTimeoutMs = 20_000;
/** Delays before the next attempts; the last one repeats. The event `online` and the next page retry at once. */
export const retryWaitsMs = [5_000, 15_000, 45_000, 120_000] as const;
/** The longest `Retry-After` that is respected. */
export const maxRetryAfterMs = 3_600_000;
/**
 * An older message is no longer sent automatically: the visitor may have found another way, and the server may have
 * forgotten its key.
 */
export const automaticForMs = 86_400_000;
