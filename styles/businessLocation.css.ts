import { style } from '@vanilla-extract/css';
import { size, target, theme } from './theme.css.ts';

export const location = style({
  marginBlockStart: -12,
  marginBlockEnd: -8,
  fontSize: size.small,
  color: theme.color.muted,
});

export const line = style({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 8 });

export const current = style({ minInlineSize: 0, paddingBlock: 8 });

export const failure = style({ paddingBlockEnd: 12, color: theme.color.danger });

/** A button in a line of text: looks like a link, with the height of a touch target. */
export const change = style({
  background: 'none',
  border: 0,
  cursor: 'pointer',
  font: 'inherit',
  minBlockSize: target.touch,
  // The text begins and ends where the lines around it do.
  marginInline: -4,
  paddingInline: 4,
  paddingBlock: 0,
  flexShrink: 0,
  color: theme.color.accentText,
  textDecoration: 'underline',
  textUnderlineOffset: 3,
  borderRadius: 4,
  selectors: {
    '&:hover': { textDecorationThickness: 2 },
    '&:focus-visible': { outline: `2px solid ${theme.color.focus}`, outlineOffset: -2 },
    '&:disabled': { opacity: 0.6, cursor: 'default' },
  },
});
