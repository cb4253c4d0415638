import { globalStyle, style } from '@vanilla-extract/css';
import { leading, motion, radius, space, target, theme, weight } from './theme.css.ts';

export const intro = style({ color: theme.color.muted });
export const list = style({ borderBlockStart: `1px solid ${theme.color.hairline}` });
export const block = style({ borderBlockEnd: `1px solid ${theme.color.hairline}` });
/** Its content is as wide as the lines. The background on hover extends past them. */
globalStyle(`${block} > *`, { marginInline: `-${space.xs}` });
export const heading = style({ fontSize: 'inherit', fontWeight: 'inherit' });

const row = style({
  display: 'flex',
  alignItems: 'center',
  gap: space.m,
  minHeight: target.touch,
  padding: `${space.m} ${space.xs}`,
  lineHeight: leading.title,
  fontWeight: weight.strong,
});
/** A block's header with icon, name and chevron. The whole row is the target. */
export const trigger = style([
  row,
  {
    width: '100%',
    border: 0,
    borderRadius: radius.control,
    background: 'none',
    color: 'inherit',
    textDecoration: 'none',
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { background: theme.color.subtle },
    // Links that leave the page are less prominent than the ways to talk.
    selectors: { '&[href^=http]': { fontWeight: weight.regular } },
  },
]);
/** The text of a link is in an element of its own (`frame/ui/PageLink.tsx`). */
globalStyle(`${trigger} > span:first-child`, { display: 'contents' });
/** The header of a block that is always open: the same row, but not a button. */
export const fixedHeader = row;
export const triggerIcon = style({ flex: 'none', color: theme.color.accentText });
/** The number of unread messages, beside the entry that returns to the chat. */
export const unread = style({ flex: 'none', color: theme.color.accentText });
/** A phone number in its row. */
export const shownNumber = style({
  flex: 'none',
  direction: 'ltr',
  unicodeBidi: 'isolate',
  color: theme.color.accentText,
});
export const triggerText = style({ flex: 1 });
export const chevron = style({
  flex: 'none',
  color: theme.color.muted,
  transition: `transform ${motion.feedback}`,
});
globalStyle(`${trigger}[aria-expanded=true] ${chevron}`, { transform: 'rotate(180deg)' });

export const panel = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'stretch',
  gap: space.m,
  padding: `${space.xs} ${space.xs} ${space.l}`,
  paddingInlineStart: space.beside,
});
export const detail = style({ color: theme.color.muted });
