import { globalStyle } from '@vanilla-extract/css';

/**
 * The pill and the iframe in the loader's shadow root. The sheet is part of the loader, so every byte counts: plain element
 * selectors, an icon made of a border, and no theme tokens. The frame sets physical sides, so the page's direction has no effect.
 * `!important` on `:host` overrides the page's `!important`. Without a box, the host element takes no grid cell and no line.
 * The slide-in is a transition from the hidden position. The frame requests it once, and never under reduced motion.
 */

globalStyle(':host', { all: 'initial!important' as 'initial', display: 'contents!important' as 'contents' });
globalStyle('.hidden', { translate: '0 80px', visibility: 'hidden' });
globalStyle('button', {
  background: '#15d',
  display: 'flex',
  alignItems: 'center',
  color: '#fff',
  padding: '0 16px',
  font: '600 16px system-ui',
  gap: 8,
  border: '1px solid #0000',
});
globalStyle('.red-brand', { background: '#c00' });
globalStyle('.yellow', { background: '#fd3', color: '#000' });
globalStyle('.slide', { transition: '.5s' });
globalStyle('*', { position: 'fixed', zIndex: 999999999, border: 0 });
globalStyle('.pane,button', { boxShadow: '0 0 16px #0004' });
globalStyle(':before', { content: '', padding: 7, border: '2px solid', borderRadius: '50% 50% 50% 0' });
globalStyle('.grey', { background: '#444' });

globalStyle('*', { '@media': { print: { visibility: 'hidden' } } });
