/** Cookie lifetime when the visitor's choice is stored or the country is privacy-regulated: 364 days (SH-112). */
export const longCookieLifeS = 31_449_600;
/** Cookie lifetime otherwise: 23/24 of a day (SH-112). */
export const shortCookieLifeS = 82_800;
/** Longest text of a page setting: far above any real focus area, far below a harmful size. */
export const maxSettingLength = 256;
/** Longest text on the page. The loader shows no more of a link's, and leaves when a whole call is too long. */
export const maxPageTextLength = 200;
/** How often the page is read again while the pane is shown: a change of consent or a sign-in takes effect within 2 s. */
export const pageRereadMs = 2_000;
