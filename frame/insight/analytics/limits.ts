/** How long events are collected before they are posted: the start and the connection of a chat share one request. */
export const batchDelayMs = 2_000;

/** A full batch is posted immediately: far below the 64 kB that browsers send for a page that is being unloaded. */
export const batchSize = 20;

/** Longest text value. A longer one is not an id and is truncated. */
export const maxValueLength = 80;

/** Most events that the debug window lists. */
export const keptEvents = 200;
