import { globalStyle, style } from '@vanilla-extract/css';
import { lines } from './mixins.ts';
import { roomy } from './scheduler.css.ts';
import { motion, radius, ring, size, space, target, theme, weight } from './theme.css.ts';

/** The days, the times of one of them, and who can take the call. */

/** One column, or the calendar beside its times. */
export const calendar = style({
  display: 'grid',
  gap: space.l,
  '@media': { [roomy]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', gap: space.xxl } },
});
/**
 * As high as the calendar beside them, however many there are, so that nothing below moves with the day. The padding leaves room for
 * focus rings.
 */
export const times = style({
  minWidth: 0,
  minHeight: 152,
  '@media': {
    [roomy]: {
      contain: 'size',
      margin: `-${space.xs}`,
      padding: space.xs,
      overflowY: 'auto',
    },
  },
});
export const emptyMonth = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'start',
  gap: space.s,
  paddingBlock: space.s,
});
export const toolbar = style({ display: 'flex', alignItems: 'center', gap: space.xs });
export const month = style({ flex: 1, fontSize: size.large, fontWeight: weight.strong });
/** The zone, and the format of hours beside it. */
export const settings = style({ display: 'flex', gap: space.m });
globalStyle(`${settings} > :first-child`, { flex: 1, minWidth: 0 });
/** In line with the field beside it, which has its label above and may have an error below. */
export const views = style({
  flex: 'none',
  display: 'flex',
  alignItems: 'start',
  padding: `calc(${space.xxl} + ${space.xs}) 0 0`,
});
export const viewOption = style({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  minHeight: 36,
  minWidth: 44,
  padding: `${space.xs} ${space.s}`,
  borderRadius: radius.small,
  fontSize: size.small,
  color: theme.color.muted,
  cursor: 'pointer',
  whiteSpace: 'nowrap',
  selectors: {
    '&:hover': { color: theme.color.text },
    '&:has(input:checked)': {
      outline: `1px solid ${theme.color.control}`,
      color: theme.color.text,
      fontWeight: weight.strong,
    },
    '&:has(input:focus-visible)': { outline: ring.line, outlineOffset: ring.outside },
  },
});
/** An invisible radio button that covers its label. */
export const covered = style({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  margin: 0,
  opacity: 0,
  cursor: 'pointer',
});

export const grid = style({ width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed' });
globalStyle(`${grid} td`, { padding: 0 });
globalStyle(`${grid} th`, {
  padding: `${space.xs} 0`,
  fontSize: size.small,
  fontWeight: weight.regular,
  color: theme.color.muted,
});
export const day = style({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  width: target.touch,
  maxWidth: '100%',
  height: target.touch,
  margin: '0 auto',
  padding: 0,
  border: 0,
  borderRadius: radius.round,
  background: 'none',
  color: theme.color.muted,
  fontVariantNumeric: 'tabular-nums',
  cursor: 'default',
  transition: `background ${motion.feedback}`,
});
export const dayFree = style({
  color: theme.color.text,
  fontWeight: weight.strong,
  cursor: 'pointer',
  // A space between the days. Forced colours draw it, and no ground.
  border: '2px solid transparent',
  backgroundColor: theme.color.subtle,
  backgroundClip: 'padding-box',
  ':hover': { backgroundColor: theme.color.hover },
});
/** Days of the months before and after, without times. */
export const dayOutside = style({ fontSize: size.small });
export const dayChosen = style({
  border: `2px solid ${theme.color.accentText}`,
  backgroundColor: theme.color.accent,
  color: theme.color.onAccent,
  ':hover': { backgroundColor: theme.color.accentHover },
});
/** As high as a month: its title, the weekdays and six weeks. */
export const skeletonGrid = style({ height: 334 });
/** At least as high as its times. */
export const skeletonSlots = style({ minHeight: 152 });
/** As high for several experts as for the one of the chosen time, so that the times stay where they are. */
export const experts = style({
  minHeight: 41,
  marginBlock: space.xs,
  selectors: { '&:empty': { display: 'none' } },
});

export const slots = style({
  display: 'flex',
  flexDirection: 'column',
  gap: space.s,
});
export const legendNote = style({
  display: 'block',
  fontSize: size.small,
  fontWeight: weight.regular,
  color: theme.color.muted,
});
export const slotList = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(96px, 1fr))',
  gap: space.s,
});
export const slot = style({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  minHeight: target.touch,
  padding: `${space.xs} ${space.s}`,
  border: `1px solid ${theme.color.control}`,
  borderRadius: radius.control,
  textAlign: 'center',
  fontVariantNumeric: 'tabular-nums',
  cursor: 'pointer',
  transition: `background ${motion.feedback}, border-color ${motion.feedback}`,
  selectors: {
    '&:hover': { background: theme.color.subtle },
    '&:has(input:checked)': {
      borderColor: theme.color.accentText,
      background: theme.color.accent,
      color: theme.color.onAccent,
      fontWeight: weight.strong,
    },
    '&:has(input:focus-visible)': { outline: ring.line, outlineOffset: ring.outside },
  },
});
/** What is chosen. A border, because the outline shows what has the focus. */
globalStyle(`${slot}:has(input:checked), ${dayChosen}`, {
  '@media': { '(forced-colors: active)': { border: '4px solid Highlight' } },
});

/** At most two lines, so that a long name does not make what is beside it tall. */
const twoLines = style(lines(2));
export const slotNote = style([twoLines, { fontSize: size.small, fontWeight: weight.regular }]);

// --- the expert
export const expert = style({ display: 'flex', alignItems: 'center', gap: space.s });
export const expertName = style([twoLines, { fontWeight: weight.strong }]);
export const expertRole = style({
  display: 'block',
  fontSize: size.small,
  fontWeight: weight.regular,
  color: theme.color.muted,
});
export const faces = style({ flex: 'none', display: 'flex' });
/** The initials, and above them the picture. Faces overlap, each with a line of the ground around it. */
export const avatar = style({
  position: 'relative',
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: 36,
  height: 36,
  overflow: 'hidden',
  borderRadius: radius.round,
  background: theme.color.accent,
  color: theme.color.onAccent,
  fontSize: size.small,
  fontWeight: weight.strong,
  outline: `2px solid ${theme.color.surface}`,
  selectors: { '& + &': { marginInlineStart: `-${space.xs}` } },
});
export const picture = style({ position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' });
