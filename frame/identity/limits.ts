/** How long start-up waits for the page to name its visitor (SH-106). */
export const userInfoWaitMs = 500;
/** Limit of the visitor IP and country fetch (SH-108). */
export const geoTimeoutMs = 5_000;
/** Session request (CH-161). */
export const sessionTimeoutMs = 20_000;
/** Identity, cloud profile and monitor requests (CH-172). */
export const brokerRequestTimeoutMs = 15_000;
/** Settings of in-app messaging, all their hosts together: no session waits longer (CH-152). Ours: the flag is only a hint. */
export const settingsTimeoutMs = 3_000;
/** Gateway engagement (CH-183). */
export const engagementTimeoutMs = 8_000;
/** Further tries after a failed engagement or monitor call (CH-177, CH-184). */
export const monitorRetries = 3;
/** The account is still loading: call again after a wait (CH-177, CH-184). */
export const loadingCode = 20;
/** Engagement details may be missing with this code (CH-176). */
export const noEngagementCode = 18;
/** Wait before the next try of a loading account (CH-177): 2, 4, 8 s. */
export const retryWaitMs = (attempt: number): number => 1_000 * 2 ** (attempt + 1);
/** How long China's own route is given before the standard one starts (CH-179). */
export const otherRouteWaitMs = 5_000;
/** How long a failure of that route is held back, so that the standard one decides first (CH-179). */
export const otherRouteFailedWaitMs = 30_000;
/** Engagement polls before availability is known (CH-180). */
export const quickPollMs = 5_000;
/** How many of those keep their interval (CH-180). */
export const quickPolls = 4;
/** Engagement polls once it is known (CH-181). */
export const calmPollMs = 120_000;
