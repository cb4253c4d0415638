import { maxTextLength } from '../../../platform/parseJson.ts';

/** Limits of the bot service. Those of streamed answers are ours; the contract of the service names them. */

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
/** How many times the watcher checks (CH-100): eight waits add up to two minutes; a page that sets the id has done so by then. */
export const socialIdTries = 8;
/** How often the typing event is repeated while an answer is pending: the indicator hides itself after 2 s. */
export const typingRenewMs = 1_500;
/** While the bot is still writing an answer, the history is read again after this time, and at most this many times: a minute in total. */
export const lookAgainMs = 2_000;
export const maxLooks = 30;
/** The value that a thumbs down sends to the service, in every language (CH-097). Never shown to the visitor. */
export const unhappyChoice = 'Unhappy customer';
/** Longest event, in characters. The last one has the whole answer. */
export const maxEventLength = 10 * maxTextLength;
/** A stream without a byte for this long is broken. A service that needs longer to answer sends comments. */
export const maxSilenceMs = 15_000;
/** Longest stream: nobody waits longer for an answer. */
export const maxStreamMs = 120_000;
/** Wait before a broken stream is requested again. */
export const repeatAfterMs = 1_000;
/** The shown answer changes at most this often. Drawing takes half of this on a slow phone, which leaves the other half for the visitor's input. */
export const drawEveryMs = 50;
/** Most values of one answer. Each is a bubble. */
export const maxValues = 200;
/** Longer text is spoken even if its sentence has not ended. */
export const longSentence = 400;
