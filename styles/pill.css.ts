import { globalStyle } from '@vanilla-extract/css';

/**
 * The pill and the iframe in the loader's shadow root: what the frame must not decide. The frame sets the other properties of the pill by
 * name (loader/draw.ts). The sheet is part of the loader, so every byte counts.
 *
 * Both elements take every click inside their rectangle, paint nothing outside it but one fixed shadow, and have a greatest size: the
 * frame that of the window, the pill 320 × 48 px.
 *
 * `!important` on `:host` overrides the page's `!important`; `all` also takes the content of the page's generated boxes. Without a
 * box, the host element takes no grid cell and no line.
 */

const important = <Value extends string>(value: Value): Value => `${value}!important` as Value;

globalStyle(':host,:host:after,:host:before', { all: important('initial'), display: important('contents') });

// The declarations are in the order that compresses best.
globalStyle('*', {
  visibility: 'hidden',
  overflow: 'hidden',
  position: 'fixed',
  maxHeight: '100%',
  maxWidth: '100%',
  border: 0,
  translate: '0 6em',
  zIndex: 999999999,
});
// Borders and padding are not the frame's: they would make the pill larger than its greatest size. The border is only visible in forced
// colours.
globalStyle('button', {
  alignItems: 'center',
  padding: '0 16px',
  border: '1px solid #0000',
  maxWidth: 320,
  gap: 16,
  height: important('48px'),
  display: 'flex',
});
globalStyle('button,.pane', { boxShadow: '0 0 16px #0004' });
// The icon, which may hold a brand's sign. Radii that are too large are scaled down.
globalStyle(':before', {
  minWidth: 14,
  border: '2px solid',
  height: 14,
  borderRadius: '16px 16px 16px 0',
  content: 'attr(name)',
});
// The number of unread messages: a badge on the upper corner of the icon in both forms (F-UX14). It begins where the icon begins, in either
// direction, and the margin moves it. It has no padding, which would make an empty badge visible: the frame adds spaces to the number.
globalStyle(':after', {
  content: 'attr(value)',
  borderRadius: 16,
  background: '#fff',
  color: '#d00',
  position: 'fixed',
  margin: '0 8px 16px',
});

globalStyle('*', { '@media': { print: { visibility: important('hidden') } } });
