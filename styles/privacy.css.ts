import { style } from '@vanilla-extract/css';
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
  // Focus moves here for screen readers. A heading is not a control, so it shows no focus ring.
  selectors: { '&:focus-visible': { outline: 'none' } },
});

export const buttons = style({ display: 'flex', flexWrap: 'wrap', gap: space.s });
