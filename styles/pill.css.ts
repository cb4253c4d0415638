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
  zIndex: 999999999,
  maxHeight: '100%',
  maxWidth: '100%',
  border: 0,
  translate: '0 6em',
  position: 'fixed',
});
// Borders and padding are not the frame's: they would make the pill larger than its greatest size. The border is only visible in forced
// colours.
globalStyle('button', {
  padding: '0 16px',
  gap: 16,
  alignItems: 'center',
  maxHeight: 48,
  border: '1px solid #0000',
  maxWidth: 320,
  display: 'flex',
});
globalStyle('button,.pane', { boxShadow: '0 0 16px #0004' });
// The icon, which may hold a brand's sign.
globalStyle(':before', {
  minWidth: 14,
  border: '2px solid',
  height: 14,
  borderRadius: '50% 50% 50% 0',
  content: 'attr(name)',
});
// The number of unread messages, at the upper corner of the icon in both forms (F-UX14). It has no place of its own, so it begins where the
// icon begins, in either direction; the padding moves it beside the icon, and up.
globalStyle(':after', {
  padding: '0 16px 16px',
  content: 'attr(value)',
  position: 'fixed',
});

globalStyle('*', { '@media': { print: { visibility: important('hidden') } } });
