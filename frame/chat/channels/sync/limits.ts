/** Limits of the live chat channel. "The vendor's" marks a number from its SDK. */

/** Timeout of the engagement call (CH-114). */
export const engagementTimeoutMs = 5_000;
/** The total number of attempts for the domain lookup (CH-113). */
export const lookupTries = 3;
/** Timeout of one lookup: the same as the engagement call. */
export const lookupTimeoutMs = 5_000;
/** Wait before a failed start or line is retried (CH-129, CH-130). */
export const retryWaitMs = 500;
/** The total number of attempts for a line (CH-130). */
export const maxLineAttempts = 2;
/** Longest `Retry-After` wait for a chat request (REL-21): the visitor waits for the start, and the overlay is shown for the same time (CH-026). */
export const maxRequestWaitMs = 20_000;
/** Interval of the event polls of a running chat. The vendor's. */
export const pollMs = 2_000;
/** Interval of the polls that keep the session alive while an exit survey is open. The vendor's. */
export const surveyPollMs = 15_000;
/** Timeout of one chat call. The vendor's. */
export const chatCallTimeoutMs = 10_000;
/** How many polls in a row may fail before the chat is considered lost. The vendor's. */
export const maxFailedPolls = 9;
/** How long the service keeps a chat without polls. The vendor's. Until then the chat can be resumed. */
export const chatTimeoutMs = 40_000;
/** After this many failed polls the visitor sees that the connection is lost: a single failure may be chance. */
export const lostAfterPolls = 2;
/** Longest `Retry-After` wait that is respected (REL-21): below the 40 s after which the service drops the chat. */
export const maxBusyWaitMs = 30_000;
