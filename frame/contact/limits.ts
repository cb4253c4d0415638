/** Slots reported empty are believed for this long, ms (SH-057, SC-026). */
export const slotHidingMs = 45_000_000;
/** The first lookup waits no longer than this for the list of locales (SH-085), ms. Ours: it asks for its own then. */
export const keysWaitMs = 1_000;
/** One lookup attempt, ms. Ours: a visitor who opened the pane waits no longer for a list of links. */
export const lookupTimeoutMs = 10_000;
