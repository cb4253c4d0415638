import { globalStyle, style } from '@vanilla-extract/css';
import './reset.css.ts';
import { radius, target, theme } from './theme.css.ts';

/** Shows at once that a press has arrived. The line below the text shows it without colours too. */
const pressed = { background: theme.color.hover, textDecoration: 'underline', textUnderlineOffset: 2 } as const;

/** Buttons and links below their bubble. */
export const optionRow = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8, width: '100%' });
export const choice = style({
  minHeight: 36,
  maxWidth: '100%',
  padding: '6px 14px',
  border: `1px solid ${theme.color.control}`,
  borderRadius: 18,
  background: theme.color.surface,
  color: theme.color.accentText,
  font: 'inherit',
  fontWeight: 600,
  textAlign: 'start',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  transition: `background ${theme.motion.feedback}`,
  ':hover': { background: theme.color.subtle },
  selectors: { '&:active, &[data-pressed]': pressed },
  '@media': { '(pointer: coarse)': { minHeight: target.touch, borderRadius: 22 } },
});
/** The choice that was made: a quiet line. */
export const spentChoice = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  maxWidth: '100%',
  padding: '4px 0',
  color: theme.color.muted,
  overflowWrap: 'anywhere',
});
export const action = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  minHeight: target.touch,
  paddingBlock: 8,
  borderRadius: radius.control,
  color: theme.color.accentText,
  fontWeight: 600,
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  ':hover': { textDecoration: 'underline', textUnderlineOffset: 2 },
});
export const spentAction = style([
  action,
  { color: theme.color.muted, fontWeight: 400, ':hover': { textDecoration: 'none' } },
]);
/** One action per line, flush with the bubble. */
globalStyle(`${optionRow} > ${action}, ${optionRow} > button:not(${choice})`, {
  flexBasis: '100%',
  justifyContent: 'flex-start',
  textAlign: 'start',
  paddingInline: 0,
  marginBlock: -4,
});
globalStyle(`${optionRow} > button:not(${choice}):hover`, {
  background: 'none',
  textDecoration: 'underline',
  textUnderlineOffset: 2,
});
globalStyle(`${optionRow} svg`, { flexShrink: 0 });

export const group = style({ display: 'flex', flexDirection: 'column', gap: 8, flexBasis: '100%', minWidth: 0 });
export const groupTitle = style({ paddingInlineStart: 4, lineHeight: 1.45 });
export const options = style({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  border: `1px solid ${theme.color.hairline}`,
  borderRadius: radius.control,
  overflow: 'hidden',
});
globalStyle(`${options} > li + li`, { borderBlockStart: `1px solid ${theme.color.hairline}` });
globalStyle(`${options} ${choice}`, {
  width: '100%',
  minHeight: target.touch,
  padding: '10px 14px',
  border: 0,
  borderRadius: 0,
});
globalStyle(`${options} ${spentChoice}`, { display: 'flex', padding: '8px 14px' });
export const tiles = style({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(130px, 1fr))',
  gap: 8,
});
globalStyle(`${tiles} > li`, { display: 'flex' });
/** A file of the visitor, on the visitor's side. */
globalStyle(`[data-kind=visitor] ${tiles}`, { gridTemplateColumns: '160px', justifyContent: 'end' });
export const tile = style({
  display: 'flex',
  flexDirection: 'column',
  gap: 4,
  width: '100%',
  minHeight: 72,
  padding: 12,
  border: `1px solid ${theme.color.hairline}`,
  borderRadius: radius.control,
  background: theme.color.surface,
  color: theme.color.text,
  font: 'inherit',
  textAlign: 'start',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  transition: `border-color ${theme.motion.feedback}`,
  ':hover': { borderColor: theme.color.control, background: theme.color.subtle },
  selectors: { '&:active, &[data-pressed]': pressed },
});
export const tileTitle = style({ fontWeight: 600, color: theme.color.accentText });
export const tilePlain = style({
  cursor: 'default',
  ':hover': { borderColor: theme.color.hairline, background: theme.color.surface },
});
globalStyle(`${tilePlain} ${tileTitle}`, { color: 'inherit' });
globalStyle(`${tilePlain}[data-spent]`, { color: theme.color.muted });
globalStyle(`${tilePlain}[data-chosen]`, { color: theme.color.text, borderColor: theme.color.control });
export const tileImage = style({ width: '100%', aspectRatio: '16 / 9', objectFit: 'cover', borderRadius: 4 });

export const thumbs = style({ display: 'flex', alignItems: 'center', gap: 4, border: 0, margin: 0, padding: 0 });
export const thumb = style({
  display: 'grid',
  placeItems: 'center',
  width: 32,
  height: 32,
  border: 0,
  borderRadius: '50%',
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
/** Filled, so that it shows without colours too. */
globalStyle(`${thumb}[aria-pressed=true] svg`, { fill: 'currentColor' });

export const quickReplies = style([
  optionRow,
  { margin: 0, padding: '12px 16px', border: 0, borderBlockStart: `1px solid ${theme.color.hairline}` },
]);
