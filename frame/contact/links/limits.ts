/** A chat that a page link starts has this long to come up before the pane shows (SH-094). */
export const paneAfterChatMs = 400;
/** The loader draws no more of a link's text (SH-022). */
export const longestLinkText = 200;
