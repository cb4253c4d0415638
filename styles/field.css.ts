import { style } from '@vanilla-extract/css';
import { radius, size, target, theme } from './theme.css.ts';

export const field = style({ display: 'flex', flexDirection: 'column', gap: 4 });
export const label = style({ fontWeight: 600 });
/** 16 px prevents phones from zooming in on focus. */
export const input = style({
  width: '100%',
  minHeight: target.touch,
  padding: '8px 12px',
  border: `1px solid ${theme.color.control}`,
  borderRadius: radius.control,
  background: theme.color.surface,
  color: theme.color.text,
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
