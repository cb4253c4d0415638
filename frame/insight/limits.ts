/** How long after the last sign of life a visitor counts as away (SH-109). */
export const idleMs = 300_000;
/** Longest marketing value kept. Ours: campaign codes are short, and 27 of them must fit a storage entry. */
export const longestMarketingLength = 256;
/** How often at most the page's consent cookie is read again. Ours: a banner is answered once, by hand. */
export const consentRereadMs = 1_000;
