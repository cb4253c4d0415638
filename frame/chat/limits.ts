/** Numbers of the chat room, each with its source. Units are in the names. */

/** Visitor typing is cleared after this long without a key (CH-032). */
export const typingPauseMs = 2_000;
/** The indicator goes this long after the last signal (SH-050). */
export const agentTypingMaxMs = 2_000;
/** The loading overlay ends by itself (CH-026). */
export const overlayMaxMs = 20_000;
/** The composer's greatest height (SH-050). */
export const composerMaxPx = 61;
/** A lost connection is told only when it lasts (CH-216). */
export const connectionLostAfterMs = 3_000;
/** Messages on one page of the log. Ours: a page is what one change re-renders; 50 keeps that under a frame. */
export const messagesPerPage = 50;
/** Pages shown at first; earlier ones come as the visitor scrolls up. Ours: three pages overfill the tallest pane. */
export const pagesShownAtFirst = 3;
/** A longer text is folded behind "Show more". Ours: beyond any agent's answer, below what slows layout. */
export const longTextChars = 20_000;
/** Within this distance from the end new messages scroll into view by themselves. Ours: one bubble. */
export const nearEndPx = 80;
/** Announcements leave the live region after this long. Ours: read by all readers, repeated by none (RELIABILITY 4.1). */
export const announcementMs = 1_000;
/** How often it is looked whether the sign-in window is still there (CH-219). Ours: no event tells. */
export const signInWatchMs = 1_000;
/** After the window has gone the identity gets this long to come (CH-219). Ours: one call to the broker. */
export const signInSettleMs = 5_000;
/** A page that names its visitor no longer gets this long to do so again before that is a sign-out. Ours: five of its looks. */
export const signOutSettleMs = 10_000;
/** A second press of the same line or reply within this time is the same press. Ours: a double click, however slow. */
export const doublePressMs = 700;
/** A chat that comes first (CH-009) and is still opening gets this long after a visitor asked. Ours: half an overlay's patience. */
export const preferredWaitMs = 3_000;
/** Some browsers read a file only after the click that asked for it (CH-073). Ours: longer than any of them takes. */
export const transcriptHeldMs = 60_000;
