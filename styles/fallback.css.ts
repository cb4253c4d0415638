import { globalStyle, keyframes, style } from '@vanilla-extract/css';
import './reset.css.ts';
import { radius, target, theme } from './theme.css.ts';

const pulse = keyframes({ '50%': { opacity: 0.45 } });

export const box = style({
  position: 'fixed',
  inset: 0,
  padding: 16,
  display: 'flex',
  flexDirection: 'column',
  gap: 16,
  background: theme.color.surface,
  color: theme.color.text,
});
export const bar = style({
  height: 64,
  margin: '-16px -16px 8px',
  background: theme.color.subtle,
  borderBlockEnd: `1px solid ${theme.color.hairline}`,
});
export const line = style({
  height: 44,
  borderRadius: radius.control,
  background: theme.color.subtle,
  animation: `${pulse} 1.6s ease-in-out infinite`,
});
export const unseen = style({
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
});
export const button = style({
  minHeight: target.touch,
  padding: '0 16px',
  border: '1px solid transparent',
  borderRadius: radius.control,
  background: theme.color.accent,
  color: theme.color.onAccent,
  fontWeight: 600,
  cursor: 'pointer',
});
export const quietButton = style({
  minHeight: target.touch,
  padding: '0 16px',
  border: `1px solid ${theme.color.control}`,
  borderRadius: radius.control,
  background: 'none',
  cursor: 'pointer',
});
globalStyle(`${box}[hidden]`, { display: 'none' });
