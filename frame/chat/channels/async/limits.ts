/** Limits of the messaging channel. */

/** Timeout of a websocket request (CH-146). */
export const requestTimeoutMs = 15_000;
/** An attempt that has run for this long is abandoned when the network comes back. */
export const hangingAttemptMs = 1_000;
/** Interval of the clock ping while the pane is visible and the state is chatting (CH-150). */
export const keepAliveMs = 30_000;
/** Timeout of a probe: shorter than other requests, because the connection is already suspected to be dead. */
export const probeTimeoutMs = 5_000;
/** Close codes that require a new token: token missing or expired, identity not authenticated. */
export const identityCloseCodes: ReadonlySet<number> = new Set([4401, 4407]);
/** Close code for both an expired token and a server error. A new token is tried once. */
export const ambiguousCloseCode = 1011;
/** Close codes of a service that no longer supports this protocol version: our own, and "policy violation". */
export const outdatedCloseCodes: ReadonlySet<number> = new Set([4426, 1008]);
/** How many token refreshes in a row before the channel gives up: prevents a hot loop (REL-19). */
export const maxIdentityRefusals = 2;
/** Shortest time between two new tokens for refused requests: tokens live longer, and a refusal may have another reason. */
export const renewAgainMs = 300_000;
/** How long events after a gap wait for reordered frames before a replay is requested (REL-14). */
export const gapReplayMs = 50;
/** How long they are held at most, so that messages are announced in order if possible (REL-15). */
export const gapHoldMs = 150;
/** How long a replay may take after its answer, if there are events that it must contain (REL-02). */
export const replayWaitMs = 2_000;
/** The same, if there may be nothing to replay. */
export const emptyReplayWaitMs = 1_000;
/** First wait before a refused or failed subscription is repeated; doubles up to the reconnect cap. */
export const busyWaitMs = 1_000;
/** Timeout of the REST calls around the messaging service: the same as the identity requests (CH-172). */
export const lookupTimeoutMs = 15_000;
/** How long to wait for a survey, or for the service to confirm the end, after the main dialog closes. */
export const surveyWaitMs = 1_500;
/** How long another tab may take to report an end before this tab does: longer than a request takes. */
export const endOfOtherTabMs = 30_000;
/** How long a new connection waits for the list of open conversations: it normally follows the response directly. */
export const listWaitMs = 3_000;
