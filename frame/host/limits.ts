/** Cookie life once the visitor's choice is on record or their country demands one: 364 days (SH-112). */
export const longCookieLifeS = 31_449_600;
/** Cookie life elsewhere: 23/24 of a day (SH-112). */
export const shortCookieLifeS = 82_800;
/** Longest setting text we take from a page. Ours: far above any real focus area, far below what could hurt. */
export const longestSettingLength = 256;
