import { globalStyle, keyframes, style } from '@vanilla-extract/css';

/** The pane without the app, in the browser's own colours: it must work when nothing more can be downloaded. */
const pulse = keyframes({ '50%': { opacity: 0.4 } });

globalStyle('html, body', { margin: 0, height: '100%', overflow: 'hidden', font: '14px/1.45 system-ui, sans-serif' });

export const box = style({
  position: 'fixed',
  inset: 0,
  boxSizing: 'border-box',
  padding: 16,
  display: 'flex',
  flexDirection: 'column',
  gap: 16,
  colorScheme: 'light',
  background: 'Canvas',
  color: 'CanvasText',
  selectors: { ':root[data-color-scheme="dark"] &': { colorScheme: 'dark' } },
});
export const line = style({
  height: 44,
  borderRadius: 8,
  background: 'GrayText',
  opacity: 0.15,
  animation: `${pulse} 1.6s infinite`,
  '@media': { '(prefers-reduced-motion: reduce)': { animation: 'none' } },
});
export const button = style({
  minHeight: 44,
  font: 'inherit',
  color: 'inherit',
  background: 'none',
  border: '1px solid',
  borderRadius: 8,
});
