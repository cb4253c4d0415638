/** A visitor without activity for this long is considered away (SH-109). */
export const idleMs = 300_000;
/** Longest marketing value that is stored: campaign codes are short, and 27 of them must fit one storage entry. */
export const maxMarketingLength = 256;
/** Shortest time between two reads of the page's consent cookie: a visitor answers a banner once, by hand. */
export const consentRereadMs = 1_000;
/** How long a refusal must last until all data of the chat is removed: a page's own tool may answer some seconds later. */
export const refusalSettleMs = 10_000;
