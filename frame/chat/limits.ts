/** The numbers of the chat room. Those that a requirement sets name it. */

/** The visitor is considered typing for this long after the last key (CH-032). */
export const typingPauseMs = 2_000;
/** The agent's typing indicator is shown for this long after the last signal (SH-050). */
export const maxAgentTypingMs = 2_000;
/** The loading overlay is shown for at most this long (CH-026). */
export const maxOverlayMs = 20_000;
/** A connection is shown as lost after this long (CH-216). */
export const connectionLostAfterMs = 3_000;
/** The other ways to reach the company are offered after this long without a connection (F-CH32). */
export const offerOthersAfterMs = 15_000;
/** Messages per page of the log: a change re-renders one page, and 50 messages render within one frame. */
export const messagesPerPage = 50;
/** Pages drawn at first: three pages are taller than the tallest pane. */
export const pagesDrawnAtFirst = 3;
/** The last pages, which the browser always lays out: the window measures the newest answer, which may be on two pages. */
export const recentPages = 2;
/** No earlier page is drawn so soon after the visitor has scrolled: a turn of the wheel scrolls for 150 ms. */
export const scrollPauseMs = 200;
/** Longer text is folded behind "Show more": longer than any agent's answer, short enough for fast layout. */
export const longTextChars = 20_000;
/** No real answer to a survey is longer. In characters, as in the scheduler's question. */
export const maxAnswerLength = 2_000;
/** New messages scroll into view if the visitor is this close to the end: the height of one bubble. */
export const nearEndPx = 80;
/** Announcements stay in the live region for this long: every screen reader reads them, and none repeats them. */
export const announcementMs = 1_000;
/** How often to check whether the sign-in window is closed (CH-219): there is no event for it. */
export const signInWatchMs = 1_000;
/** How long the identity may take after the sign-in window has closed (CH-219): one call to the broker. */
export const signInSettleMs = 5_000;
/** A second press of the same line or reply within this time is ignored: longer than a slow double click. */
export const doublePressMs = 700;
/** How long a click waits for a preferred channel (CH-009) that is still opening: a short part of the overlay's time. */
export const preferredWaitMs = 3_000;
/** The messages of an ended chat that a reload keeps: more than people write in one chat, and little for the storage. */
export const keptMessages = 500;
/** A browser may read the transcript file after the click (CH-073): longer than any browser takes. */
export const transcriptReleaseMs = 60_000;
