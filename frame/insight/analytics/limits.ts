/** How long events are gathered before they are posted. Ours: a conversation's start and connection travel together. */
export const batchDelayMs = 2_000;

/** A full batch is posted at once. Ours: far under the 64 kB that browsers carry for a page that is being left. */
export const batchSize = 20;

/** A longer text is no id, and is cut. */
export const longestValue = 80;

/** Events kept for the debug window. */
export const keptEvents = 200;
