import { style } from '@vanilla-extract/css';
import { radius, size, theme } from './theme.css.ts';

export const dialog = style({
  width: 'calc(100% - 32px)',
  maxWidth: 360,
  maxHeight: 'calc(100% - 32px)',
  overflow: 'auto',
  padding: 20,
  border: `1px solid ${theme.color.hairline}`,
  borderRadius: radius.pane,
  background: theme.color.surface,
  color: theme.color.text,
  boxShadow: theme.shadow.raised,
  outline: 'none',
});
export const dialogTitle = style({ fontSize: size.large, fontWeight: 600 });
export const dialogText = style({ marginBlockStart: 4, color: theme.color.muted });
export const dialogButtons = style({ display: 'flex', gap: 8, justifyContent: 'flex-end', marginBlockStart: 16 });
