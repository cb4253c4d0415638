/** How often the channel checks whether the page has the chat function (CH-157). */
export const checkIntervalMs = 1_000;

/** How often chat links are bound again, and how many times after the first (CH-158). */
export const bindIntervalMs = 2_000;
export const bindRepeats = 45;
