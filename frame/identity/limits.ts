/** How long start-up waits for the page's visitor data (SH-106). */
export const userInfoWaitMs = 500;
/** Timeout for fetching the visitor's IP address and country (SH-108). */
export const geoTimeoutMs = 5_000;
/** How long after a visit to the sign-in page the broker is asked again (CH-035): a sign-in with a new account and its e-mail. */
export const signInDueMs = 30 * 60_000;
/** Timeout of the session request (CH-161). */
export const sessionTimeoutMs = 20_000;
/** Timeout of identity, cloud profile and monitor requests (CH-172). */
export const brokerRequestTimeoutMs = 15_000;
/**
 * How long a tab waits while another one requests the guest's identity: a visitor may be waiting, and that tab may be
 * frozen.
 */
export const turnWaitMs = 5_000;
/** Timeout for the settings of in-app messaging, all hosts together (CH-152): sessions wait for it, and it is only a hint. */
export const settingsTimeoutMs = 3_000;
/** Timeout of the gateway's engagement call (CH-183). */
export const engagementTimeoutMs = 8_000;
/** Retries after a failed engagement or monitor call (CH-177, CH-184). */
export const monitorRetries = 3;
/** Internal code of an account that is still loading: call again after a wait (CH-177, CH-184). */
export const loadingCode = 20;
/** Internal code with which engagement details may be missing (CH-176). */
export const noEngagementCode = 18;
/** How long the route for China may take before the standard route starts (CH-179). */
export const otherRouteWaitMs = 5_000;
/** How long a failure of that route is delayed, so that the standard route can answer first (CH-179). */
export const otherRouteFailedWaitMs = 30_000;
/** Time between engagement polls while availability is unknown (CH-180). */
export const unknownPollMs = 5_000;
/** How many of those polls have the same interval; later intervals double (CH-180). */
export const steadyPolls = 4;
/** Time between engagement polls once availability is known (CH-181). */
export const knownPollMs = 120_000;
