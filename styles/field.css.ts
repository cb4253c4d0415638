import { style } from '@vanilla-extract/css';
import { radius, size, space, target, theme, weight } from './theme.css.ts';

export const field = style({ display: 'flex', flexDirection: 'column', gap: space.xs });
export const label = style({ fontWeight: weight.strong });
/** 16 px prevents phones from zooming in on focus. */
export const input = style({
  width: '100%',
  minHeight: target.touch,
  padding: `${space.s} ${space.m}`,
  border: `1px solid ${theme.color.control}`,
  borderRadius: radius.control,
  background: theme.color.surface,
  fontSize: size.large,
  selectors: {
    '&::placeholder': { color: theme.color.muted, opacity: 1 },
    '&[data-invalid], &[aria-invalid=true]': { borderColor: theme.color.danger },
  },
});
export const description = style({ fontSize: size.small, color: theme.color.muted });
export const error = style({ fontSize: size.small, color: theme.color.danger });

/** In place of a field that is not there yet. */
export const pendingField = style({ width: '100%', minHeight: target.touch });
