import { globalKeyframes, globalStyle } from '@vanilla-extract/css';

/**
 * The pill and the iframe in the loader's shadow root. Every byte stands on the host page: plain element selectors,
 * physical sides by class (the page's own direction does not count), the icon drawn from a border, no theme contract.
 * Important on :host beats the page's important; `contents` leaves no box in the page's layout.
 */

const calm = '(prefers-reduced-motion:no-preference)';

globalStyle(':host', { all: 'initial!important' as 'initial', display: 'contents!important' });
globalStyle('button,iframe', { position: 'fixed', right: 16, zIndex: 2147483647, border: 0 });
globalStyle('button', {
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  height: '48px!important',
  padding: '0 20px 0 16px',
  border: '1px solid #0000',
  borderRadius: 24,
  background: '#0f5bd7',
  color: '#fff',
  font: '600 16px system-ui,sans-serif',
  boxShadow: '0 4px 16px #0004',
  cursor: 'pointer',
});
globalStyle('button:before', {
  content: '',
  width: 16,
  height: 16,
  border: '2px solid',
  borderRadius: '50% 50% 50% 0',
});
globalStyle('button:after', {
  content: 'attr(data-badge)',
  position: 'absolute',
  top: -6,
  right: -4,
  padding: '2px 7px',
  borderRadius: 12,
  background: '#c8102e',
  color: '#fff',
  fontSize: 12,
});
globalStyle('[data-badge=""]:after', { display: 'none' });
globalStyle('button:hover', { filter: 'brightness(1.1)' });
globalStyle('button:focus-visible', { outline: '3px solid', outlineOffset: -6 });
globalStyle('.yellow', { background: '#ffd23f', color: '#161616' });
globalStyle('.grey', { background: '#3d4653' });
globalStyle('.red-brand', { background: '#c8102e' });
globalStyle('.icon', { gap: 0, padding: '0 13px', fontSize: 0 });
globalStyle('.busy:before', { borderRadius: '50%', borderTopColor: '#0000' });
globalKeyframes('slide', { from: { transform: 'translateY(80px)' } });
globalKeyframes('busy', { to: { transform: 'rotate(1turn)' } });
globalStyle('.slide', { '@media': { [calm]: { animation: 'slide .5s' } } });
globalStyle('.busy:before', { '@media': { [calm]: { animation: 'busy 1s linear infinite' } } });

globalStyle('.pane', { borderRadius: 16, boxShadow: '0 4px 40px #0004' });
globalStyle('button', { '@media': { '(max-width:767px)': { right: 15 } } });
globalStyle('.card', { right: 4 });
globalStyle('.left', { left: 16, right: 'auto' });
globalStyle('button.left', { '@media': { '(max-width:767px)': { left: 15 } } });
globalStyle('.card.left', { left: 4 });
globalStyle('.full', { inset: '0 0 auto!important' });
globalStyle('.hidden', { visibility: 'hidden' });
globalStyle(':host', { '@media': { print: { display: 'none!important' } } });
