/** How long a report of no available slots is trusted, in ms (SH-057, SC-026). */
export const slotHidingMs = 45_000_000;
/** How long the first lookup waits for the list of locales, in ms (SH-085): after that it uses the page's own locale. */
export const keysWaitMs = 1_000;
/** Time limit for one lookup attempt, in ms: the longest that a visitor should wait for the menu. */
export const lookupTimeoutMs = 10_000;
/** Maximum number of entries of one kind in a bundle: far more than a menu has, and few enough to render at once. */
export const maxEntries = 500;
/** How long an answer waits for our texts in its language, in ms: after that, the visitor gets the menu in English. */
export const languageWaitMs = 5_000;
/** How long it waits for the code that adds them: long enough for that code to find out that the texts are not coming. */
export const completionWaitMs = languageWaitMs + 1_000;
