/** Numbers of the live-chat channel, each with its source. Units are in the names. */

/** Engagement call (CH-114). */
export const engagementTimeoutMs = 5_000;
/** Tries of the domain lookup in all (CH-113), and of an agent's profile (CH-128). */
export const lookupTries = 3;
/** One JSONP lookup. Ours: as the engagement call. */
export const lookupTimeoutMs = 5_000;
/** Before a failed start or line is tried once more (CH-129, CH-130). */
export const retryWaitMs = 500;
/** Between two event polls of a running chat: the vendor's own pace. */
export const pollMs = 2_000;
/** Between two polls while an exit survey is open: keeps the session alive. */
export const surveyPollMs = 15_000;
/** Limit of one chat call: the vendor's own. */
export const chatCallTimeoutMs = 10_000;
/** Polls that may fail one after the other before the chat may count as lost: the vendor's own. */
export const mostFailedPolls = 9;
/** How long the service keeps a chat that nobody asks for, the vendor's own: until then it may be found again. */
export const chatTimeoutMs = 40_000;
/** Failed polls until the visitor is told that the connection is lost. Ours: one may be chance. */
export const lostAfterPolls = 2;
/** The longest wait that a busy service may ask for (REL-21). Ours: its own chat timeout is 40 s. */
export const mostBusyWaitMs = 30_000;
