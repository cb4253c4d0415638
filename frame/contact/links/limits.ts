/** Delay before the pane opens for a chat that a page link started, in ms (SH-094). */
export const paneAfterChatMs = 400;
