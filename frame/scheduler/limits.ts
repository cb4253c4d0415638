/** Every limit of the scheduler, with its unit, requirement and reason. */

/** The hours in which a visible slot starts, in its own zone: 9 to 17 (SC-064). */
export const firstVisibleHour = 9;
export const lastVisibleHour = 17;

/** One attempt of a scheduler call (SC-129). */
export const callTimeoutMs = 20_000;
/** Classification and feedback (SC-048). */
export const classifierTimeoutMs = 45_000;
/** Calls that may start within one second, and the setting of the key generator (SC-128). */
export const rateSetting = 3;
export const rateWindowMs = 1_000;
/** After this time, listed times may be gone, so they are looked up again. */
export const staleAfterMs = 5 * 60_000;
/** How long a booking waits for the list of top-level domains. Without the list, no domain is refused. */
export const domainsWaitMs = 3_000;
/** How many free times are offered instead of one that was taken. */
export const nearestSlots = 4;
/** How long the form waits for texts of its own purpose. Without them it shows the default ones. */
export const textsWaitMs = 2_000;
/** How long to wait for the consent vendor's notice (SC-091). */
export const noticeWaitMs = 5_000;
/** The share of the privacy notice that must be visible to count as viewed (SC-092). */
export const noticeShare = 0.5;
/** The visible shares at which to check. With high zoom, less than half of the notice fits into the window. */
export const noticeShares = Array.from({ length: 11 }, (_, step) => (step * noticeShare) / 10);
/** How long after its end a call can still be joined, in ms: calls run late, and connections break. */
export const joinableAfterEndMs = 60 * 60_000;

export const defaultErrorCode = 'SCH02';
export const noConfigErrorCode = 'SCH09';
export const defaultDialingCode = '+1';
/** Sent while the form has no zone (SC-059). */
export const defaultZone = 'America/New_York';
export const numberOfAttendees = 1;

/** No real question or name is longer, and services get no 10 kB fields. In characters. */
export const maxQuestionLength = 2_000;
export const maxCommentLength = 1_000;
export const maxFieldLength = 200;
/** The longest confirmation number (SC-131), in characters. */
export const maxConfirmationLength = 64;
/** Further slots are dropped, so that no service can freeze the frame. */
export const maxSlots = 5_000;
/** Slots to read in one task, a few ms on a slow phone. The visitor can type between two tasks. */
export const slotsPerTask = 250;
/** A time outside the years 1970 to 9999 is a mistake. */
export const latestTimeMs = Date.UTC(9999, 11, 31);
