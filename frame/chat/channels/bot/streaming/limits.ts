import { maxTextLength } from '../../../../platform/backend/readAnswer.ts';

/** Limits of a streamed answer. All are ours; the contract of the service names them. */

/** Longest event, in characters. The last one has the whole answer. */
export const maxEventLength = 10 * maxTextLength;
/** No byte for this long: the stream broke. A service that thinks sends comments. */
export const maxSilenceMs = 15_000;
/** The whole stream. Longer than any answer that somebody waits for. */
export const maxStreamMs = 120_000;
/** Before a stream that broke is asked for again. */
export const repeatAfterMs = 1_000;
/** The shown answer changes at most this often. Drawing takes half of this on a slow phone, so that the visitor's input has the rest. */
export const drawEveryMs = 50;
/** Values of one answer. Each is a bubble. */
export const maxValues = 200;
/** Text without the end of a sentence is spoken from this length on. */
export const longSentence = 400;
