/** Time limit for one attempt at the company's service: it calls several other services. */
export const serviceTimeoutMs = 30_000;
/** How long the deletion waits for the services of open conversations: the visitor waits too. */
export const endWaitMs = 5_000;
