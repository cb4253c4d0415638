import { globalStyle } from '@vanilla-extract/css';

/**
 * The pill and the iframe in the loader's shadow root. The sheet is part of the loader, so every byte counts: it holds what the
 * frame must not decide, and the icon. How the pill looks comes with its drawing (frame/shell/hostStyles.ts).
 * `!important` on `:host` overrides the page's `!important`; `all` also takes the content of the page's generated boxes. Without a
 * box, the host element takes no grid cell and no line.
 */

globalStyle(':host,:host:before,:host:after', {
  all: 'initial!important' as 'initial',
  display: 'contents!important' as 'contents',
});
globalStyle('*', {
  visibility: 'hidden',
  position: 'fixed!important' as 'fixed',
  translate: '0 6em',
});
globalStyle(':before', {
  height: 14,
  border: '2px solid',
  minWidth: 14,
  content: 'attr(value)',
  borderRadius: '50% 50% 50% 0',
});

globalStyle('*', { '@media': { print: { visibility: 'hidden!important' as 'hidden' } } });
