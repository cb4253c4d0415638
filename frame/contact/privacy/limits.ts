/** Time limit for one attempt at the company's service. Ours: it asks several others. */
export const serviceTimeoutMs = 30_000;
/** How long the deletion waits for the services of the open talks. Ours: the visitor waits too. */
export const endWaitMs = 5_000;
