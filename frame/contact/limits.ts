/** A report of no available slots is trusted for this long, ms (SH-057, SC-026). */
export const slotHidingMs = 45_000_000;
/** The first lookup waits this long for the list of locales, ms (SH-085). Ours: after that it uses the page's own locale. */
export const keysWaitMs = 1_000;
/** Time limit for one lookup attempt, ms. Ours: the longest that a visitor should wait for the menu. */
export const lookupTimeoutMs = 10_000;
/** Entries of one kind in a bundle. Ours: far more than a menu has, and few enough to draw at once. */
export const mostEntries = 500;
