import { style } from '@vanilla-extract/css';
import { withoutRing } from './mixins.ts';
import { size, space, theme, weight } from './theme.css.ts';

export const panel = style({
  display: 'flex',
  flexDirection: 'column',
  gap: space.m,
  paddingBlockStart: space.l,
  // The panel is scrolled into view, with room for a focus ring.
  scrollMarginBlockEnd: 16,
  borderBlockStart: `1px solid ${theme.color.hairline}`,
});

export const title = style({
  fontSize: size.large,
  fontWeight: weight.strong,
  ...withoutRing,
});

export const buttons = style({ display: 'flex', flexWrap: 'wrap', gap: space.s });
