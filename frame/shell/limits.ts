/** At this width or less, the pane covers the screen and the viewport counts as mobile (SH-035, SH-155). */
export const mobileWidthPx = 768;
/** How long the width must be stable before the mobile flag changes (SH-155), in ms. */
export const mobileDebounceMs = 300;
/** Distance of pill and pane from the viewport's edges: 16 px, and 15 px below a width of 768 px (SH-028). */
export const edgePx = 16;
export const narrowEdgePx = 15;
export const narrowBelowPx = 768;
/** A footer moves the pill up by at most this much (SH-157). */
export const footerCapPx = 170;
/** Height of the pill's box, in both forms: a comfortable touch target with its shadow. */
export const pillHeightPx = 48;
/**
 * The width that is kept clear for the pill: the greatest width that the loader's style sheet allows. Only the page knows how wide its text
 * is.
 */
export const pillWidthPx = 320;
/**
 * A text with more characters is drawn smaller. In Latin letters, the 30 that a brand's label may have then fit a phone of 320 px. Chinese
 * and Japanese ones are wider, and are cut.
 */
export const longPillText = 22;
/** The gap between the pill and an element that it avoids: half the edge. */
export const clearancePx = 8;
/** SH-035. */
export const defaultPaneWidthPx = 320;
export const minPaneHeightPx = 332;
export const maxPaneHeightPx = 620;
/** The frame leaves at least this much of the viewport free, both ends together (SH-035, SH-131). */
export const viewportMarginPx = 32;
/** SH-124: the pop-up card, and the space for its shadow on each side (296 px in all). */
export const popUpWidthPx = 272;
export const cardShadowPx = 12;
export const popUpRisePx = 62;
/** SH-131. */
export const notificationWidthPx = 272;
export const postWidthPx = 700;
export const notificationRisePx = 58;

/** The debug window above the pill: two columns of names and values without line breaks. */
export const debugWidthPx = 480;
export const debugHeightPx = 620;
