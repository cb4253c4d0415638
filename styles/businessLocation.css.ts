import { style } from '@vanilla-extract/css';
import { radius, ring, size, space, state, target, theme } from './theme.css.ts';

export const location = style({
  marginBlockStart: `-${space.m}`,
  marginBlockEnd: `-${space.s}`,
  fontSize: size.small,
  color: theme.color.muted,
});

export const line = style({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: space.s });

export const current = style({ minInlineSize: 0, paddingBlock: space.s });

export const failure = style({ paddingBlockEnd: space.m, color: theme.color.danger });

/** A button in a line of text: looks like a link, with the height of a touch target. */
export const change = style({
  background: 'none',
  border: 0,
  cursor: 'pointer',
  minBlockSize: target.touch,
  // The text begins and ends where the lines around it do.
  marginInline: `-${space.xs}`,
  paddingInline: space.xs,
  paddingBlock: 0,
  flexShrink: 0,
  color: theme.color.accentText,
  textDecoration: 'underline',
  borderRadius: radius.small,
  selectors: {
    '&:hover': { textDecorationThickness: 2 },
    '&:focus-visible': { outlineOffset: ring.inside },
    '&:disabled': { opacity: state.disabled, cursor: 'default' },
  },
});
