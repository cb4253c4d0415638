import { maxTextLength } from '../../../../platform/backend/readAnswer.ts';

/** Limits of a streamed answer. All are ours; the contract of the service names them. */

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
