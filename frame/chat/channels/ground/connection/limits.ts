/** Limits of the channels that keep a websocket open. */

/** Timeout for opening a socket (REL-08): longer than a slow mobile network needs, short enough to try again. */
export const connectTimeoutMs = 10_000;
/** Limit of the random wait after a failed attempt to connect; doubles with each further one (CH-149). */
export const reconnectBaseMs = 100;
/** Highest limit of the random wait (CH-149). */
export const maxReconnectMs = 30_000;
/** Limit of the random wait after the loss of a connection that nobody waits for: spreads the clients of a service that restarts. */
export const spreadMs = 6_000;
/** A connection that lasted this long resets the reconnect waits: shorter ones keep growing when a server flaps. */
export const stableConnectionMs = 30_000;
/** How often timers are compared with the wall clock, to detect a sleep (REL-10). */
export const sleepCheckMs = 10_000;
/** How long the window waits for the answer to an end: it may announce a survey, but a dead connection must not hold the visitor. */
export const endAnswerMs = 2_000;
/** Shortest time between attempts to use an unavailable service when the pane is shown: a broker restarts faster. */
export const retryWhenShownMs = 30_000;
