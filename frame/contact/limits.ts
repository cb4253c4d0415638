/** Slots reported empty are believed for this long, ms (SH-057, SC-026). */
export const slotHidingMs = 45_000_000;
/** One lookup attempt, ms. Ours: a visitor who opened the pane waits no longer for a list of links. */
export const lookupTimeoutMs = 10_000;
