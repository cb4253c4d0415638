/** Numbers of the messaging channel, each with its source. Units are in the names. */

/** A request that the service leaves unanswered (CH-146). */
export const requestTimeoutMs = 15_000;
/** A socket that never opens. Ours: longer than a slow mobile network needs, short enough to try again (REL-08). */
export const connectTimeoutMs = 10_000;
/** First wait before a new connection; doubles (CH-149). */
export const reconnectBaseMs = 100;
/** The longest such wait (CH-149). */
export const reconnectMaxMs = 30_000;
/** A connection that lived this long was good, so that the waits begin anew. Ours: a flapping server meets growing waits. */
export const goodConnectionMs = 5_000;
/** Clock ping while the pane is visible and the chat runs (CH-150). */
export const keepAliveMs = 30_000;
/** How often the wall clock is compared with the timers, to notice a sleep (REL-10). Sends nothing. */
export const sleepCheckMs = 10_000;
/** A probe after a sleep or a hint that the network changed gets a shorter limit than other requests. */
export const probeTimeoutMs = 5_000;
/** Close codes after which only a new token helps: token missing or expired, identity not authenticated. */
export const identityCloseCodes: ReadonlySet<number> = new Set([4401, 4407]);
/** Another code that vendors close with when a token has run out, and when a server has failed: a new token is tried, once. */
export const doubtfulCloseCode = 1011;
/** New tokens refused one after the other until the channel gives up. Ours: no hot loop (REL-19). */
export const mostIdentityRefusals = 2;
/** Between two tries of a service that could not be used, when the visitor looks. Ours: a broker restarts within it. */
export const lookAgainMs = 30_000;
/** How long events after a gap are held for the missing ones before history is asked for (REL-14). */
export const gapPatienceMs = 200;
/** How long they are held at most: sequences that the visitor may not see leave gaps that nobody fills (REL-15). */
export const gapMaxMs = 2_000;
/** After a reconnect, how long the replay is awaited before a text of unknown fate is sent again (REL-02). */
export const replayWaitMs = 2_000;
/** A text that waited this long is shown as not sent; it stays queued and is confirmed when it goes out after all. */
export const notDeliveredAfterMs = 60_000;
/** How long the echo of an acknowledged text is awaited before the text counts as delivered without one. */
export const echoWaitMs = 5_000;
/** First wait after a publish was refused with 429 or 5xx; doubles up to the reconnect cap (REL-21). */
export const busyWaitMs = 1_000;
/** Limits of the REST calls around the messaging service. Ours: as the identity requests (CH-172). */
export const lookupTimeoutMs = 15_000;
/** Tries for an agent's profile (CH-128). */
export const profileTries = 3;
/** After the visitor has ended: how long a survey, or the service's own word of the end, is awaited. */
export const surveyWaitMs = 1_500;
/** How long a new connection waits for the list of open conversations. Ours: it follows its answer at once. */
export const listWaitMs = 3_000;
