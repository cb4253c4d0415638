import { globalStyle, style } from '@vanilla-extract/css';
import './reset.css.ts';
import { motion, radius, space, target, theme, weight } from './theme.css.ts';

/** Shows at once that a press has arrived. The line below the text shows it without colours too. */
const pressed = {
  background: theme.color.hover,
  textDecoration: 'underline',
} as const;

/** Buttons and links below their bubble. */
export const optionRow = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space.s,
  width: '100%',
});
export const choice = style({
  minHeight: 36,
  maxWidth: '100%',
  padding: `${space.xs} ${space.m}`,
  border: '1px solid',
  borderRadius: radius.pane,
  background: theme.color.surface,
  color: theme.color.accentText,
  fontWeight: weight.strong,
  textAlign: 'start',
  cursor: 'pointer',
  transition: `background ${motion.feedback}`,
  ':hover': { background: theme.color.subtle },
  selectors: { '&:active, &[data-pressed]': pressed },
  '@media': { '(pointer: coarse)': { minHeight: target.touch } },
});
/** The choice that was made: a quiet line. */
export const spentChoice = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space.s,
  maxWidth: '100%',
  padding: `${space.xs} 0`,
  color: theme.color.muted,
});
export const action = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space.s,
  minHeight: target.touch,
  paddingBlock: space.s,
  borderRadius: radius.control,
  color: theme.color.accentText,
  fontWeight: weight.strong,
  textDecoration: 'none',
  ':hover': { textDecoration: 'underline' },
});
export const spentAction = style([
  action,
  { color: theme.color.muted, fontWeight: weight.regular, ':hover': { textDecoration: 'none' } },
]);
/** One action per line, flush with the bubble. */
globalStyle(`${optionRow} > ${action}, ${optionRow} > button:not(${choice})`, {
  flexBasis: '100%',
  justifyContent: 'flex-start',
  textAlign: 'start',
  paddingInline: 0,
  marginBlock: `-${space.xs}`,
});
globalStyle(`${optionRow} > button:not(${choice}):hover`, {
  background: 'none',
  textDecoration: 'underline',
});
globalStyle(`${optionRow} svg`, { flexShrink: 0 });

export const group = style({ display: 'flex', flexDirection: 'column', gap: space.s, flexBasis: '100%', minWidth: 0 });
export const groupTitle = style({ paddingInlineStart: space.xs });
export const options = style({
  border: `1px solid ${theme.color.hairline}`,
  borderRadius: radius.control,
  overflow: 'hidden',
});
globalStyle(`${options} > li + li`, { borderBlockStart: `1px solid ${theme.color.hairline}` });
globalStyle(`${options} ${choice}`, {
  width: '100%',
  minHeight: target.touch,
  padding: `${space.s} ${space.m}`,
  border: 0,
  borderRadius: 0,
});
globalStyle(`${options} ${spentChoice}`, { display: 'flex', padding: `${space.s} ${space.m}` });
export const tiles = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(130px, 1fr))',
  gap: space.s,
});
globalStyle(`${tiles} > li`, { display: 'flex' });
/** A file of the visitor, on the visitor's side. */
globalStyle(`[data-kind=visitor] ${tiles}`, { gridTemplateColumns: '160px', justifyContent: 'end' });
export const tile = style({
  display: 'flex',
  flexDirection: 'column',
  gap: space.xs,
  width: '100%',
  minHeight: 72,
  padding: space.m,
  border: `1px solid ${theme.color.hairline}`,
  borderRadius: radius.control,
  background: theme.color.surface,
  color: theme.color.text,
  textAlign: 'start',
  cursor: 'pointer',
  transition: `border-color ${motion.feedback}`,
  ':hover': { borderColor: theme.color.control, background: theme.color.subtle },
  selectors: { '&:active, &[data-pressed]': pressed },
});
export const tileTitle = style({ fontWeight: weight.strong, color: theme.color.accentText });
export const tilePlain = style({
  cursor: 'default',
  ':hover': { borderColor: theme.color.hairline, background: theme.color.surface },
});
globalStyle(`${tilePlain} ${tileTitle}`, { color: 'inherit' });
globalStyle(`${tilePlain}[data-spent]`, { color: theme.color.muted });
globalStyle(`${tilePlain}[data-chosen]`, { color: theme.color.text, borderColor: theme.color.control });
export const tileImage = style({
  width: '100%',
  aspectRatio: '16 / 9',
  objectFit: 'cover',
  borderRadius: radius.small,
});

export const thumbs = style({ display: 'flex', alignItems: 'center', gap: space.xs });
export const thumb = style({
  display: 'grid',
  placeItems: 'center',
  width: 32,
  height: 32,
  border: 0,
  borderRadius: radius.round,
  background: 'none',
  color: theme.color.muted,
  cursor: 'pointer',
  ':hover': { background: theme.color.subtle, color: theme.color.text },
  selectors: {
    '&[aria-pressed=true]': { border: '2px solid', color: theme.color.accentText },
    '&[aria-disabled=true]': { cursor: 'default' },
  },
  '@media': { '(pointer: coarse)': { width: target.touch, height: target.touch } },
});
export const quickReplies = style([
  optionRow,
  { padding: `${space.m} ${space.l}`, borderBlockStart: `1px solid ${theme.color.hairline}` },
]);
