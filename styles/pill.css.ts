import { globalStyle } from '@vanilla-extract/css';

/**
 * The pill and the iframe in the loader's shadow root. Every byte stands on the host page: plain element selectors,
 * physical sides by class (the page's own direction does not count), the icon drawn from a border, no theme contract.
 * Important on :host beats the page's important; without a box it is no cell of a grid and no line. The slide is a
 * transition from the hidden place, which the frame asks for once and never under reduced motion.
 */

globalStyle(':host', { all: 'initial!important' as 'initial', display: 'contents!important' as 'contents' });
globalStyle('*', { position: 'fixed', zIndex: 999999999, border: 0 });
globalStyle('.pane,button', { boxShadow: '0 0 16px #0004' });
globalStyle('button', {
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  font: '600 16px system-ui',
  padding: '0 16px',
  border: '1px solid #0000',
  color: '#fff',
  background: '#15d',
});
globalStyle(':before', { content: '', padding: 7, border: '2px solid', borderRadius: '50% 50% 50% 0' });
globalStyle('.grey', { background: '#444' });
globalStyle('.red-brand', { background: '#c00' });
globalStyle('.yellow', { background: '#fd3', color: '#000' });
globalStyle('.hidden', { visibility: 'hidden', translate: '0 80px' });
globalStyle('.slide', { transition: '.5s' });

globalStyle('*', { '@media': { print: { visibility: 'hidden' } } });
