/** Limits of the bot service. */

/** Every bot post unless stated otherwise (CH-080). */
export const postTimeoutMs = 15_000;
/** CH-076. */
export const statusTimeoutMs = 5_000;
/** CH-104. */
export const employeeTimeoutMs = 3_000;
/** Between the first and the other blocks of a greeting (CH-090). */
export const greetingPauseMs = 1_000;
/** Between the blocks of a later reply (CH-091). */
export const blockPauseMs = 500;
/** First wait of the social id watcher; it doubles (CH-100). */
export const socialIdWaitMs = 500;
/** CH-100. Ours: eight waits are two minutes; who has no social id by then has none. */
export const socialIdTries = 8;
/** How often typing is told again while the service thinks. Ours: well within the indicator's 2 s. */
export const typingRenewMs = 1_500;
/** What thumbs down says to the service, in every language (CH-097); the visitor has not said it and does not see it. */
export const unhappyChoice = 'Unhappy customer';
