/** Limits of the XMPP channel. All are ours: no requirement sets them. */

/** Larger frames are skipped: twice what servers accept by default, so no legitimate frame is skipped. */
export const maxStanzaChars = 524_288;
/** Deeper markup is refused. A message in the archive needs seven levels. */
export const maxDepth = 32;
/** Timeout of one step of the login and of a request. */
export const stepTimeoutMs = 10_000;
/**
 * Timeout of a resumption. ejabberd answers none for up to 15 s after a websocket has broken in the middle of a write. Meanwhile it
 * keeps the messages of both sides out of the archive, so a new session would miss answers and send texts twice.
 * A Prosody server whose count is below ours does not answer at all. Then a new session begins, with the archive.
 */
export const resumeTimeoutMs = 16_000;
/** A session that has been lost for this long may be blocked. */
export const blockedMs = 10_000;
/**
 * The archive is read again this long after a session could not be resumed. ejabberd may still write its stanzas to the broken websocket,
 * takes 15 s for each, and archives a message only when its turn comes. Receipts, typing notifications and answers to requests take 15 s
 * too, and are not archived. It is unknown how many of them precede a message, so each later wait is as long as the time since the loss.
 */
export const lateArrivalMs = 20_000;
/** The archive counts as complete when a reading finds nothing new this long after the loss: 100 messages take 25 minutes. */
export const lateArrivalEndMs = 1_800_000;
/** How long the server may take to acknowledge a stanza before the connection counts as dead. */
export const ackTimeoutMs = 8_000;
/** A silent connection is checked this often: proxies close one that says nothing for a minute. */
export const keepAliveMs = 45_000;
/** The same after the network may have changed or the device has slept. */
export const probeTimeoutMs = 3_000;
/** Messages for each request to the archive. On a line of 50 kbit/s they take 4 s, so that nothing behind them is late. */
export const archivePageSize = 25;
/** The most archive pages that one replay reads: 5,000 messages. */
export const maxArchivePages = 200;
/** A text whose stanza is larger is refused: Prosody ends the session of a client that sends more than 64 kB. */
export const maxSentBytes = 60_000;
/** Longer messages are cut. */
export const maxTextChars = 60_000;
/** Our "is typing" is repeated at most this often. */
export const composingRepeatMs = 5_000;
/** Longer file names lose their beginning, because the end shows the type. */
export const maxFileNameChars = 80;
/** Longer header values of an upload are dropped. */
export const maxHeaderChars = 8_192;
/** How long an upload may take: 10 MB at 350 kbit/s. */
export const uploadLimitMs = 240_000;
/** The most fields, options and label characters of a form that are shown. */
export const maxFormFields = 30;
export const maxFormOptions = 50;
export const maxFormLabelChars = 500;
/** Longer lists become a field with a list. */
export const maxRadioOptions = 6;
/** How many names a registration tries, in case one is taken. */
export const registrationTries = 2;
/** The visitor is told this long after the desk is known to be empty. An agent may be reconnecting. */
export const emptyDeskMs = 5_000;
/** The same while somebody may be there, and does not answer. */
export const unansweredMs = 60_000;
/** Without another signal, the agent counts as no longer typing after this long. */
export const maxTypingMs = 30_000;
/** The most characters of an earlier talk that the desk gets. */
export const maxTalkChars = 20_000;
/** Clocks that differ by less than this count as equal: servers report their time in seconds. */
export const clockToleranceMs = 2_000;
