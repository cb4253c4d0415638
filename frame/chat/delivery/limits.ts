/** Limits of the delivery of texts, ms. */

/** After this time a text that is not at the service is shown as not sent. It stays queued, and is confirmed if it is sent later. */
export const notDeliveredAfterMs = 60_000;
/** How long an acknowledged text waits for its echo before a replay is requested. */
export const echoWaitMs = 5_000;
/**
 * For this time after its acknowledgement, a text may be lost if its server crashes. A cluster notices after a minute that a
 * machine has vanished.
 */
export const forwardingMs = 120_000;
/**
 * A timer that is this late shows that the device has slept: the connection may be dead. In a hidden tab, browsers run
 * timers up to a minute late.
 */
export const sleptMs = 70_000;
/** First backoff when the service is busy; doubles up to `maxBusyMs` (REL-21). */
export const busyWaitMs = 1_000;
export const maxBusyMs = 30_000;
/** First wait before a replay that failed is requested again; doubles up to `maxBusyMs`. */
export const replayRetryMs = 1_000;
/** After this many unanswered resends the visitor decides: the text itself may break the connection. */
export const maxResends = 4;
/**
 * After this time a text that the service did not have is looked up once more, because the request of a closed page may be
 * late.
 */
export const lateArrivalMs = 30_000;
/** How long a settled text keeps its echo from being matched by another tab: longer than any replay. */
export const claimMs = 600_000;
/** After this time a text of an unreachable tab is considered stranded: longer than any tab tries to send. */
export const strandedAfterMs = 120_000;
/** After this time a stored text is dropped: nobody expects yesterday's text to be sent today. */
export const keepMs = 86_400_000;
