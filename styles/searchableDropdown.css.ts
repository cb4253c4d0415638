import { style } from '@vanilla-extract/css';
import { change } from './businessLocation.css.ts';
import { motion, radius, ring, size, space, state, target, theme, weight } from './theme.css.ts';

const bare = { background: 'none', border: 0, cursor: 'pointer', textAlign: 'start' } as const;

/** The button in a form, styled like the other fields. */
export const fieldButton = style({
  ...bare,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space.s,
  inlineSize: '100%',
  minBlockSize: target.touch,
  paddingInline: space.m,
  paddingBlock: space.s,
  border: `1px solid ${theme.color.control}`,
  borderRadius: radius.control,
  background: theme.color.surface,
  color: theme.color.text,
  fontSize: size.large,
  transition: `border-color ${motion.feedback}`,
  selectors: {
    '&[data-hovered]': { borderColor: theme.color.text },
    '&[data-focus-visible]': { outline: ring.line, outlineOffset: ring.outside },
    '&[data-disabled]': { opacity: state.disabled, cursor: 'default' },
  },
});

export const linkButton = change;

/** Balanced, so that a time does not part from its AM or PM. */
export const buttonText = style({ minInlineSize: 0, textWrap: 'balance' });

export const chevron = style({ flexShrink: 0, color: theme.color.muted });

export const popover = style({
  inlineSize: 288,
  // In a narrow frame, which the pane is on a desktop too, the list covers a button of the header completely. A part of the button
  // would be too small a target.
  '@media': { '(max-width: 399px)': { inlineSize: 'calc(100vw - 16px)' } },
  background: theme.color.surface,
  color: theme.color.text,
  border: `1px solid ${theme.color.hairline}`,
  borderRadius: radius.control,
  boxShadow: theme.shadow.raised,
  outline: 'none',
  overflow: 'hidden',
  display: 'flex',
});

export const list = style({ display: 'flex', flexDirection: 'column', inlineSize: '100%', minBlockSize: 0 });

export const search = style({ padding: space.s, borderBlockEnd: `1px solid ${theme.color.hairline}` });

/** 16 px prevents phones from zooming in on focus. */
export const searchInput = style({
  inlineSize: '100%',
  minBlockSize: 40,
  paddingInline: space.m,
  border: `1px solid ${theme.color.control}`,
  borderRadius: radius.control,
  background: theme.color.surface,
  color: theme.color.text,
  fontSize: size.large,
  selectors: {
    '&::placeholder': { color: theme.color.muted, opacity: 1 },
    '&:focus': { outline: ring.line, outlineOffset: ring.inside },
  },
});

export const options = style({
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  maxBlockSize: 264,
  minBlockSize: target.touch,
  padding: space.xs,
  outline: 'none',
  selectors: { '&[data-empty]': { minBlockSize: 0, padding: 0 } },
});

export const option = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space.s,
  minBlockSize: target.touch,
  paddingInline: space.m,
  paddingBlock: space.s,
  borderRadius: radius.small,
  cursor: 'pointer',
  outline: 'none',
  selectors: {
    '&[data-hovered], &[data-focused]': { background: theme.color.hover },
    '&[data-focused]': { outline: ring.line, outlineOffset: ring.inside },
    '&[data-selected]': { fontWeight: weight.strong },
  },
});

export const note = style({
  display: 'block',
  fontSize: size.small,
  fontWeight: weight.regular,
  color: theme.color.muted,
});

export const check = style({ flexShrink: 0, color: theme.color.accentText });

export const none = style({ padding: space.m, color: theme.color.muted, textAlign: 'center' });
