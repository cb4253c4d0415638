/** The pane covers the screen at this width or less, and the visitor counts as mobile (SH-035, SH-155). */
export const mobileWidthPx = 768;
/** A resize settles for this long before the mobile flag follows (SH-155). */
export const mobileDebounceMs = 300;
/** Distance of pill and pane from the viewport's edges: 16 px, and 15 px below a width of 768 px (SH-028). */
export const edgePx = 16;
export const narrowEdgePx = 15;
export const narrowBelowPx = 768;
/** The most that a footer moves the pill up (SH-157). */
export const footerCapPx = 170;
/** Height of the pill's box, in both forms. Ours: a comfortable touch target with its shadow. */
export const pillHeightPx = 48;
/** The width that is kept clear for the pill. Ours: room for its longest text; the loader cuts longer ones. */
export const pillWidthPx = 240;
/** Room between the pill and what it moved clear of. Ours: half the edge. */
export const clearancePx = 8;
/** SH-035. */
export const paneWidthPx = 320;
export const leastPaneHeightPx = 332;
export const mostPaneHeightPx = 620;
/** The frame never stands closer to both ends of the viewport than this in sum (SH-035, SH-131). */
export const viewportMarginPx = 32;
/** SH-124: the pop-up card, and the room for its shadow on each side (296 px in all). */
export const popUpWidthPx = 272;
export const cardShadowPx = 12;
export const popUpRisePx = 62;
/** SH-131. */
export const notificationWidthPx = 272;
export const postWidthPx = 700;
export const notificationRisePx = 58;

/** The debug window above the pill. Ours: two columns of names and values without breaks. */
export const debugWidthPx = 480;
export const debugHeightPx = 620;
