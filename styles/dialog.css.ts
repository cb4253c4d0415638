import { style } from '@vanilla-extract/css';
import { radius, size, space, theme, weight } from './theme.css.ts';

export const dialog = style({
  width: 'calc(100% - 32px)',
  maxWidth: 360,
  maxHeight: 'calc(100% - 32px)',
  overflow: 'auto',
  padding: space.xl,
  border: `1px solid ${theme.color.hairline}`,
  borderRadius: radius.pane,
  background: theme.color.surface,
  color: theme.color.text,
  boxShadow: theme.shadow.raised,
  outline: 'none',
});
export const dialogTitle = style({ fontSize: size.large, fontWeight: weight.strong });
export const dialogText = style({ marginBlockStart: space.xs, color: theme.color.muted });
export const dialogButtons = style({
  display: 'flex',
  gap: space.s,
  justifyContent: 'flex-end',
  marginBlockStart: space.l,
});
