import { style } from '@vanilla-extract/css';
import { radius, ring, size, space, state, target, theme } from './theme.css.ts';

/** What the menu ends with: one line, or two where the language or the name of the region is long. */
export const foot = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'center',
  columnGap: space.l,
  marginBlock: `-${space.m}`,
  fontSize: size.small,
  color: theme.color.muted,
});

export const line = style({ display: 'flex', alignItems: 'center', gap: space.s });

export const failure = style({ flexBasis: '100%', color: theme.color.danger });

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
