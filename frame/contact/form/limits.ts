/** Limits of the form in the pane. All are ours: no requirement sets them. */

/** The longest address in mail (RFC 5321), in characters. */
export const emailMaxChars = 254;
export const nameMaxChars = 100;
export const textMaxChars = 5_000;
/** The same where the message travels in a `mailto:` address: some systems cut addresses that are longer than 2,000 bytes. */
export const mailTextMaxChars = 1_500;
/** Timeout of one attempt. A form that hangs longer counts as not answered, and the message waits. */
export const sendTimeoutMs = 20_000;
/** Waits before the next attempt; the last one repeats. `online` and the next page try at once. */
export const retryWaitsMs = [5_000, 15_000, 45_000, 120_000] as const;
/** The longest `Retry-After` that is obeyed. */
export const longestRetryAfterMs = 3_600_000;
/** An older message is no longer sent unasked: the visitor has found another way, and the server may have forgotten its key. */
export const automaticForMs = 86_400_000;
