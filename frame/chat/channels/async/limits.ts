/** Limits of the messaging channel. "Ours" marks a number that no requirement sets. */

/** Timeout of a websocket request (CH-146). */
export const requestTimeoutMs = 15_000;
/** Timeout for opening a socket (REL-08). Ours: longer than a slow mobile network needs, short enough to try again. */
export const connectTimeoutMs = 10_000;
/** First wait before a reconnect; doubles with each failure (CH-149). */
export const reconnectBaseMs = 100;
/** Longest wait before a reconnect (CH-149). */
export const reconnectMaxMs = 30_000;
/** A connection that lasted this long resets the reconnect waits. Ours: shorter ones keep growing when a server flaps. */
export const goodConnectionMs = 5_000;
/** Interval of the clock ping while the pane is visible and the state is chatting (CH-150). */
export const keepAliveMs = 30_000;
/** How often timers are compared with the wall clock, to detect a sleep (REL-10). */
export const sleepCheckMs = 10_000;
/** Timeout of a probe. Ours: shorter than other requests, because the connection is already suspected to be dead. */
export const probeTimeoutMs = 5_000;
/** Close codes that require a new token: token missing or expired, identity not authenticated. */
export const identityCloseCodes: ReadonlySet<number> = new Set([4401, 4407]);
/** Close code for both an expired token and a server error. A new token is tried once. */
export const ambiguousCloseCode = 1011;
/** How many token refreshes in a row before the channel gives up. Ours: prevents a hot loop (REL-19). */
export const maxIdentityRefusals = 2;
/** Shortest time between attempts to use an unavailable service when the pane is shown. Ours: a broker restarts sooner. */
export const retryWhenShownMs = 30_000;
/** How long events after a gap are held before a replay is requested (REL-14). */
export const gapReplayMs = 200;
/** How long they are held at most. Sequences that are hidden from the visitor leave gaps that never close (REL-15). */
export const gapMaxMs = 2_000;
/** How long the replay may take after a reconnect before a message with an unknown outcome is sent again (REL-02). */
export const replayWaitMs = 2_000;
/** After this time an undelivered message is shown as not sent. It stays queued, and is confirmed if it is sent later. */
export const notDeliveredAfterMs = 60_000;
/** After this time an acknowledged message counts as delivered even without an echo. */
export const echoWaitMs = 5_000;
/** First wait after a temporary refusal (429 or 5xx, for example); doubles up to the reconnect cap (REL-21). */
export const busyWaitMs = 1_000;
/** Timeout of the REST calls around the messaging service. Ours: the same as the identity requests (CH-172). */
export const lookupTimeoutMs = 15_000;
/** Tries for an agent's profile (CH-128). */
export const profileTries = 3;
/** How long to wait for a survey, or for the service to confirm the end, after the main dialog closes. Ours. */
export const surveyWaitMs = 1_500;
/** How long a new connection waits for the list of open conversations. Ours: it normally follows the response directly. */
export const listWaitMs = 3_000;
