/** Every number of the scheduler, with its unit, its requirement and its reason. */

/** Slots that start in these hours of their own zone are offered: 9 to 17 (SC-064). */
export const firstVisibleHour = 9;
export const lastVisibleHour = 17;

/** One attempt of a scheduler call (SC-129). */
export const callTimeoutMs = 20_000;
/** Classification and feedback (SC-048). */
export const classifierTimeoutMs = 45_000;
/** Handed to the key generator, and calls that may start within one second (SC-128). */
export const rateSetting = 3;
export const rateWindowMs = 1_000;
/** How long the consent vendor's notice is waited for (SC-091). */
export const noticeWaitMs = 5_000;
/** How much of the privacy notice must be seen to count as viewed (SC-092). */
export const noticeShare = 0.5;
/** Ours: where its visible share is looked at. Zoomed, less than half of it fits into the window; then half of that counts. */
export const noticeShares = Array.from({ length: 11 }, (_, step) => (step * noticeShare) / 10);

export const defaultErrorCode = 'SCH02';
export const noConfigErrorCode = 'SCH09';
export const defaultDialingCode = '+1';
/** Sent while the form has no zone (SC-059). */
export const defaultZone = 'America/New_York';
export const numberOfAttendees = 1;

/** Ours: longer texts are no question and no name; the services get no 10 kB fields. Characters. */
export const questionMaxLength = 2_000;
export const commentMaxLength = 1_000;
export const fieldMaxLength = 200;
/** Longest confirmation number (SC-131). */
export const confirmationMaxLength = 64;
/** Ours: an answer with more slots is cut, so that no service can freeze the frame. */
export const slotsMax = 5_000;
/** Ours: so many slots are read in one task, a few ms on a slow phone; between two the visitor can type. */
export const slotsPerTask = 250;
/** Ours: a time outside 1970 to 9999 is a mistake, and a browser's dates end not far beyond. */
export const latestTimeMs = Date.UTC(9999, 11, 31);
