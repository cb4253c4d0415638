import { globalStyle, style } from '@vanilla-extract/css';
import { radius, size, target, theme } from './theme.css.ts';

export const intro = style({ color: theme.color.muted });
export const list = style({ borderBlockStart: `1px solid ${theme.color.hairline}` });
export const block = style({ borderBlockEnd: `1px solid ${theme.color.hairline}` });
export const heading = style({ fontSize: 'inherit', fontWeight: 'inherit' });

/** A block's header with icon, name and chevron. The whole row is the target. */
export const trigger = style({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  width: '100%',
  minHeight: 48,
  padding: '8px 4px',
  border: 0,
  borderRadius: radius.control,
  background: 'none',
  fontWeight: 600,
  textAlign: 'start',
  cursor: 'pointer',
  ':hover': { background: theme.color.subtle },
});
/** The header of a block that is always open: the same row, but not a button. */
export const fixedHeader = style({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: target.touch,
  padding: '8px 4px 0',
  fontWeight: 600,
});
export const triggerIcon = style({ flex: 'none', color: theme.color.accentText });
/** The number of unread messages, beside the entry that returns to the chat. */
export const unread = style({ flex: 'none', color: theme.color.accentText });
export const triggerText = style({ flex: 1 });
export const chevron = style({
  flex: 'none',
  color: theme.color.muted,
  transition: `transform ${theme.motion.feedback}`,
});
globalStyle(`${trigger}[aria-expanded=true] ${chevron}`, { transform: 'rotate(180deg)' });

export const panel = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'stretch',
  gap: 12,
  padding: '0 4px 16px',
  paddingInlineStart: 36,
});
export const detail = style({ color: theme.color.muted });
export const phone = style({ display: 'flex', flexDirection: 'column', gap: 2 });
export const number = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: target.pointer + 8,
  fontSize: size.large,
  fontWeight: 600,
  direction: 'ltr',
  unicodeBidi: 'isolate',
  textDecoration: 'none',
  alignSelf: 'flex-start',
  ':hover': { textDecoration: 'underline' },
});

/** The form in the pane, and what stands in its place. */
export const form = style({ display: 'flex', flexDirection: 'column', gap: 12 });
export const outcome = style({ display: 'flex', flexDirection: 'column', gap: 12, outline: 'none' });
