import { globalStyle, keyframes, style } from '@vanilla-extract/css';
import * as mixins from './mixins.ts';
import { leading, loop, motion, radius, ring, size, space, target, theme, weight } from './theme.css.ts';
import { button } from './ui.css.ts';

/** The frame is wide enough for a calendar beside its times. */
export const roomy = '(min-width: 600px)';
/** With high zoom a bar that stays would cover what it belongs to. */
const low = '(max-height: 420px)';
const appear = keyframes({ from: { opacity: 0 } });

export const screen = style({
  display: 'flex',
  flexDirection: 'column',
  gap: space.l,
  width: '100%',
  maxWidth: 560,
  '@media': { [roomy]: { maxWidth: 880 } },
  marginInline: 'auto',
});
/** In landing mode the scheduler is the page. */
export const landing = style({ paddingBlock: 'clamp(0px, 6vh, 64px)' });
/** The button that goes on: as wide as a narrow pane, and no wider than its text needs in a roomy one. */
export const goOn = style({ display: 'grid', '@media': { [roomy]: { alignSelf: 'flex-end', minWidth: 160 } } });
/** Laid out at its full width but hidden, so that showing it needs no new layout. The margin cancels the pane's gap. */
export const prepared = style({ height: 0, marginBlockStart: `-${space.l}`, overflow: 'hidden', visibility: 'hidden' });
export const intro = style({ display: 'flex', flexDirection: 'column', gap: space.xs });
export const heading = style({
  fontSize: size.title,
  lineHeight: leading.title,
  outline: 'none',
  scrollMarginBlockStart: 64,
});
/** A margin when scrolling to a field: rounding to whole pixels must not cut it off. */
globalStyle('[data-field]', { scrollMarginBlock: 8 });
export const prompt = style({ color: theme.color.muted });
/** Buttons are as wide as their text, and everything else as the column. */
export const center = style({ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: space.m });
globalStyle(`${center} > :not(button, a)`, { alignSelf: 'stretch' });
/** Begins and ends where the fields of the sections do. */
export const bookedBefore = style([center, { paddingInline: space.xs }]);
export const row = style({ display: 'flex', flexWrap: 'wrap', gap: `${space.s} ${space.m}`, alignItems: 'center' });
/** Buttons without a border begin where the text above them begins. */
globalStyle(`:is(${center}, ${row}) > ${button.quiet}`, { marginInlineStart: `-${space.m}` });
export const busy = style({ display: 'flex', alignItems: 'center', gap: space.s, color: theme.color.muted });
const turn = keyframes({ to: { transform: 'rotate(1turn)' } });
export const spinner = style({ flex: 'none', ...mixins.spinner(16, 2, turn) });
/** A line below the header, from edge to edge, that moves nothing. The delay avoids a flash when the answer comes at once. */
export const pending = style({
  position: 'sticky',
  zIndex: 2,
  insetBlockStart: 0,
  margin: `-${space.l} -${space.l} calc(${space.l} - ${space.hair})`,
  // A border, which forced colours keep.
  borderBlockStart: `2px solid ${theme.color.accentText}`,
  animation: `${appear} ${loop} 0.2s infinite alternate backwards`,
});

// --- accordion: hairlines between the sections, and a numbered step before each heading
export const accordion = style({ borderBlockStart: `1px solid ${theme.color.hairline}` });
export const section = style({ borderBlockEnd: `1px solid ${theme.color.hairline}` });
export const sectionHeading = style({ fontSize: 'inherit', fontWeight: 'inherit' });
export const sectionButton = style({
  display: 'flex',
  alignItems: 'center',
  gap: space.m,
  width: '100%',
  minHeight: 56,
  padding: `${space.s} ${space.xs}`,
  border: 0,
  borderRadius: radius.control,
  background: 'none',
  textAlign: 'start',
  cursor: 'pointer',
  transition: `background ${motion.feedback}`,
  selectors: {
    '&:hover:not([aria-expanded=true])': { background: theme.color.subtle },
    '&[aria-expanded=true]': { cursor: 'default' },
  },
});
export const step = style({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: 24,
  height: 24,
  borderRadius: radius.round,
  border: `1px solid ${theme.color.control}`,
  fontSize: size.small,
  fontWeight: weight.strong,
  color: theme.color.muted,
});
export const stepOpen = style({
  borderColor: theme.color.accentText,
  color: theme.color.accentText,
});
export const stepDone = style({
  borderColor: theme.color.accent,
  background: theme.color.accent,
  color: theme.color.onAccent,
});
/** A step that does not always apply has no number, but its title stays in line. */
export const stepUnnumbered = style({ visibility: 'hidden' });
export const sectionText = style({ flex: 1, minWidth: 0 });
export const sectionTitle = style({ display: 'block', fontWeight: weight.strong });
/** A long question is cut off after three lines. */
export const sectionValue = style({
  ...mixins.lines(3),
  fontSize: size.small,
  color: theme.color.muted,
});
export const chevron = style({
  flex: 'none',
  color: theme.color.muted,
  transition: `transform ${motion.feedback}`,
});
globalStyle(`${sectionButton}[aria-expanded=true] ${chevron}`, { transform: 'rotate(180deg)' });
export const panel = style({
  display: 'flex',
  flexDirection: 'column',
  gap: space.l,
  padding: `${space.xs} ${space.xs} ${space.xl}`,
  animation: `${appear} ${motion.surface}`,
});

// --- the bar with the next step
export const nextStep = style({
  position: 'sticky',
  zIndex: 1,
  insetBlockEnd: 0,
  display: 'flex',
  flexDirection: 'column',
  gap: space.s,
  marginInline: `-${space.xl}`,
  marginBlockEnd: `-${space.xl}`,
  padding: `${space.m} ${space.xl}`,
  borderBlockStart: `1px solid ${theme.color.hairline}`,
  background: theme.color.surface,
  '@media': {
    [roomy]: { flexDirection: 'row', alignItems: 'center', flexWrap: 'wrap', gap: space.l },
    [low]: { position: 'static' },
  },
});
globalStyle(`${nextStep} > button`, { '@media': { [roomy]: { flex: 'none' } } });
export const nextSummary = style({
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  gap: space.xs,
  minWidth: 0,
  fontWeight: weight.strong,
  textWrap: 'balance',
});
export const nextAlert = style({
  flexBasis: '100%',
  display: 'grid',
  gap: space.xs,
  // Without an alert it takes no room, but what is left of the last one can have the focus.
  selectors: { '&:not(:has(> * > *))': { position: 'absolute' } },
});
/** Why the press did nothing. */
globalStyle(`${nextStep} > p`, { flexBasis: '100%' });
/** What has the focus is not behind the bar. */
globalStyle(`${panel} :is(input, textarea, button, a)`, { scrollMarginBlockEnd: 'var(--cm-bar)' });

// --- what is about to be booked
export const card = style({
  display: 'flex',
  flexDirection: 'column',
  gap: space.s,
  padding: space.m,
  borderRadius: radius.control,
  background: theme.color.subtle,
});

// --- contact details
export const two = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(112px, 1fr))',
  gap: space.l,
});
export const phone = style({ display: 'grid', gridTemplateColumns: '120px 1fr', gap: space.s, alignItems: 'start' });
export const fieldLabel = style({ display: 'block', marginBlockEnd: space.xs, fontWeight: weight.strong });
export const notice = style({
  display: 'flex',
  flexDirection: 'column',
  gap: space.xs,
  paddingInlineStart: space.m,
  borderInlineStart: `2px solid ${theme.color.hairline}`,
  fontSize: size.small,
  color: theme.color.muted,
  outlineOffset: ring.outside,
});
export const noticeTitle = style({ fontWeight: weight.strong, color: theme.color.text });
export const chosen = style({ fontWeight: weight.strong });
export const error = style({ fontSize: size.small, color: theme.color.danger });

// --- topic, reasons: one choice per line
export const legend = style({ marginBlockEnd: space.xs, fontWeight: weight.strong });
export const choices = style({ display: 'flex', flexDirection: 'column' });
export const choice = style({
  display: 'flex',
  alignItems: 'center',
  gap: space.m,
  minHeight: target.touch,
  padding: `${space.xs} 0`,
  borderBlockEnd: `1px solid ${theme.color.hairline}`,
  cursor: 'pointer',
});
export const radio = style({ flex: 'none', width: 20, height: 20, margin: 0, accentColor: theme.color.accentText });

globalStyle(`${landing} ${heading}`, { fontSize: size.landing });
