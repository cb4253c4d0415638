/** Delay before the pane opens for a chat that a page link started, in ms (SH-094). */
export const paneAfterChatMs = 400;
/** The loader truncates longer link texts (SH-022), in characters. */
export const longestLinkText = 200;
