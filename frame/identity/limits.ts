/** How long start-up waits for the page to name its visitor (SH-106). */
export const userInfoWaitMs = 500;
/** Limit of the visitor IP and country fetch (SH-108). */
export const geoTimeoutMs = 5_000;
