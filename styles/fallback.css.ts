import { globalStyle, style } from '@vanilla-extract/css';
import { palette } from './palette.ts';

/**
 * The pane without the app: it must work when nothing more can be downloaded, so it has the pane's colours as literals. A brand's
 * tokens are there; those of `theme.css.ts` are not.
 */

globalStyle('html, body', {
  margin: 0,
  height: '100%',
  overflow: 'hidden',
  font: '14px/1.45 var(--cm-font, system-ui)',
});

export const box = style({
  position: 'fixed',
  inset: 0,
  boxSizing: 'border-box',
  padding: '0 16px',
  overflow: 'auto',
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  background: palette.light.surface,
  color: palette.light.text,
  selectors: { ':root[data-color-scheme="dark"] &': { background: palette.dark.surface, color: palette.dark.text } },
});
export const header = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flex: 'none',
  height: 63,
  margin: '0 -16px',
  padding: '0 16px',
  borderBottom: '1px solid #8888',
});
export const title = style({ fontSize: 20 });
export const button = style({
  minHeight: 20,
  padding: '12px 16px',
  font: 'inherit',
  fontWeight: 600,
  lineHeight: '20px',
  textAlign: 'center',
  textDecoration: 'none',
  color: 'inherit',
  background: 'none',
  border: '1px solid #8889',
  borderRadius: 'var(--cm-radius-control, 8px)',
});
globalStyle(`${header} ${button}`, { border: 0, marginInlineEnd: -16 });
export const primary = style([
  button,
  {
    color: 'var(--cm-color-onAccent, #fff)',
    background: 'var(--cm-color-accent, #1155dd)',
    border: 0,
  },
]);
