/** Limits of the bot service. */

/** Default timeout of a bot post (CH-080). */
export const postTimeoutMs = 15_000;
/** Timeout of the status check (CH-076). */
export const statusTimeoutMs = 5_000;
/** Timeout of the employee check (CH-104). */
export const employeeTimeoutMs = 3_000;
/** Pause after the first block of a greeting; its other blocks then appear together (CH-090). */
export const greetingPauseMs = 1_000;
/** Pause between the blocks of any later answer (CH-091). */
export const blockPauseMs = 500;
/** First wait of the social id watcher; doubles with each try (CH-100). */
export const socialIdWaitMs = 500;
/**
 * How many times the watcher checks (CH-100): eight waits add up to two minutes; a page that sets the id has done so by
 * then.
 */
export const socialIdTries = 8;
/** How often the typing event is repeated while an answer is pending: the indicator hides itself after 2 s. */
export const typingRenewMs = 1_500;
/** While the bot is still writing an answer, the history is read again after this time, and at most this many times: a minute in total. */
export const lookAgainMs = 2_000;
export const maxLooks = 30;
/** The value that a thumbs down sends to the service, in every language (CH-097). Never shown to the visitor. */
export const unhappyChoice = 'Unhappy customer';
