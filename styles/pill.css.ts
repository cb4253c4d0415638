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

globalStyle(':host,:host:before,:host:after', { all: important('initial'), display: important('contents') });

globalStyle('*', {
  position: 'fixed',
  zIndex: 999999999,
  overflow: 'hidden',
  maxWidth: '100%',
  maxHeight: '100%',
  border: 0,
  visibility: 'hidden',
  translate: '0 6em',
});
// Borders and padding are not the frame's: they would make the pill larger than its greatest size. The border is only visible in forced
// colours.
globalStyle('button', {
  display: 'flex',
  alignItems: 'center',
  maxWidth: 320,
  maxHeight: 48,
  padding: '0 16px',
  border: '1px solid #0000',
});
globalStyle('button,.pane', { boxShadow: '0 0 16px #0004' });
// The icon, with the number of unread messages.
globalStyle(':before', {
  height: 14,
  border: '2px solid',
  minWidth: 14,
  content: 'attr(value)',
  borderRadius: '50% 50% 50% 0',
});

globalStyle('*', { '@media': { print: { visibility: important('hidden') } } });
