import { globalStyle, keyframes, style } from '@vanilla-extract/css';
import { nativeScheme, radius, size, target, theme } from './theme.css.ts';

/** The frame is wide enough for a calendar beside its times. */
export const roomy = '(min-width: 600px)';
/** With high zoom a bar that stays would cover what it belongs to. */
const low = '(max-height: 420px)';
const appear = keyframes({ from: { opacity: 0 } });

export const screen = style({
  display: 'flex',
  flexDirection: 'column',
  gap: 16,
  width: '100%',
  maxWidth: 560,
  '@media': { [roomy]: { maxWidth: 880 } },
  marginInline: 'auto',
  colorScheme: nativeScheme,
});
/** In landing mode the scheduler is the page. */
export const landing = style({ paddingBlock: 'clamp(0px, 6vh, 64px)' });
/** The button that goes on: as wide as a narrow pane, and no wider than its text needs in a roomy one. */
export const goOn = style({ display: 'grid', '@media': { [roomy]: { alignSelf: 'flex-end', minWidth: 160 } } });
/** Laid out at its full width but hidden, so that showing it needs no new layout. The margin cancels the pane's gap. */
export const prepared = style({ height: 0, marginBlockStart: -16, overflow: 'hidden', visibility: 'hidden' });
export const intro = style({ display: 'flex', flexDirection: 'column', gap: 4 });
export const heading = style({
  fontSize: size.title,
  lineHeight: 1.25,
  letterSpacing: '-0.01em',
  outline: 'none',
  scrollMarginBlockStart: 64,
});
/** A margin when scrolling to a field: rounding to whole pixels must not cut it off. */
globalStyle('[data-field]', { scrollMarginBlock: 8 });
export const prompt = style({ color: theme.color.muted });
export const center = style({ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 12 });
/** Begins where the fields of the sections begin. */
export const bookedBefore = style([center, { paddingInlineStart: 4 }]);
/** Nothing shows the padding of this button. */
globalStyle(`${bookedBefore} > button`, { marginInlineStart: -13 });
export const row = style({ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' });
export const busy = style({ display: 'flex', alignItems: 'center', gap: 8, color: theme.color.muted });
const turn = keyframes({ to: { transform: 'rotate(1turn)' } });
export const spinner = style({
  flex: 'none',
  width: 16,
  height: 16,
  borderRadius: '50%',
  border: `2px solid ${theme.color.hairline}`,
  borderBlockStartColor: theme.color.accentText,
  animation: `${turn} 0.9s linear infinite`,
});
/** A line at the top of the screen that moves nothing. The delay avoids a flash when the answer comes at once. */
export const pending = style({
  position: 'sticky',
  zIndex: 2,
  insetBlockStart: 0,
  marginBlockEnd: -2,
  // A border, which forced colours keep.
  borderBlockStart: `2px solid ${theme.color.accentText}`,
  animation: `${appear} 0.6s 0.2s ease-in-out infinite alternate backwards`,
});

// --- accordion: hairlines between the sections, and a numbered step before each heading
export const accordion = style({ borderBlockStart: `1px solid ${theme.color.hairline}` });
export const section = style({ borderBlockEnd: `1px solid ${theme.color.hairline}` });
export const sectionHeading = style({ fontSize: 'inherit', fontWeight: 'inherit' });
export const sectionButton = style({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  width: '100%',
  minHeight: 56,
  padding: '8px 4px',
  border: 0,
  borderRadius: radius.control,
  background: 'none',
  textAlign: 'start',
  cursor: 'pointer',
  transition: `background ${theme.motion.feedback}`,
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
  borderRadius: '50%',
  border: `1px solid ${theme.color.control}`,
  fontSize: size.small,
  fontWeight: 600,
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
export const sectionTitle = style({ display: 'block', fontWeight: 600 });
/** A long question is cut off after three lines. */
export const sectionValue = style({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
  overflow: 'hidden',
  fontSize: size.small,
  color: theme.color.muted,
  overflowWrap: 'anywhere',
});
export const chevron = style({
  flex: 'none',
  color: theme.color.muted,
  transition: `transform ${theme.motion.feedback}`,
});
globalStyle(`${sectionButton}[aria-expanded=true] ${chevron}`, { transform: 'rotate(180deg)' });
export const panel = style({
  display: 'flex',
  flexDirection: 'column',
  gap: 16,
  padding: '4px 4px 20px',
  animation: `${appear} ${theme.motion.surface}`,
});

// --- the bar with the next step
export const nextStep = style({
  position: 'sticky',
  zIndex: 1,
  insetBlockEnd: 0,
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  marginInline: -20,
  marginBlockEnd: -20,
  padding: '12px 20px',
  borderBlockStart: `1px solid ${theme.color.hairline}`,
  background: theme.color.surface,
  '@media': {
    [roomy]: { flexDirection: 'row', alignItems: 'center', flexWrap: 'wrap', gap: 16 },
    [low]: { position: 'static' },
  },
});
globalStyle(`${nextStep} > button`, { '@media': { [roomy]: { flex: 'none' } } });
export const nextSummary = style({
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  gap: 4,
  minWidth: 0,
  fontWeight: 600,
  textWrap: 'balance',
});
export const nextAlert = style({
  flexBasis: '100%',
  display: 'grid',
  gap: 4,
  selectors: { '&:empty': { display: 'none' } },
});
/** Why the press did nothing. */
globalStyle(`${nextStep} > p`, { flexBasis: '100%' });
/** What has the focus is not behind the bar. */
globalStyle(`${panel} :is(input, textarea, button, a)`, { scrollMarginBlockEnd: 'var(--cm-bar)' });

// --- calendar
/** One column, or the calendar beside its times. */
export const calendar = style({
  display: 'grid',
  gap: 16,
  '@media': { [roomy]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', gap: 24, alignItems: 'start' } },
});
export const times = style({ display: 'flex', flexDirection: 'column', gap: 12, minWidth: 0 });
export const emptyMonth = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'start',
  gap: 8,
  paddingBlock: 8,
});
export const toolbar = style({ display: 'flex', alignItems: 'center', gap: 4 });
export const month = style({ flex: 1, fontSize: size.large, fontWeight: 600 });
/** The zone, and the format of hours beside it. */
export const settings = style({ display: 'flex', alignItems: 'end', gap: 12 });
globalStyle(`${settings} > :first-child`, { flex: 1, minWidth: 0 });
export const views = style({ flex: 'none', display: 'flex', border: 0, margin: 0, padding: '4px 0' });
export const viewOption = style({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  minHeight: 36,
  minWidth: 44,
  padding: '4px 8px',
  borderRadius: 6,
  fontSize: size.small,
  color: theme.color.muted,
  cursor: 'pointer',
  whiteSpace: 'nowrap',
  selectors: {
    '&:hover': { color: theme.color.text },
    '&:has(input:checked)': { outline: `1px solid ${theme.color.control}`, color: theme.color.text, fontWeight: 600 },
    '&:has(input:focus-visible)': { outline: `2px solid ${theme.color.focus}`, outlineOffset: 2 },
  },
  '@media': {
    '(forced-colors: active)': {
      selectors: { '&:has(input:checked)': { outline: '2px solid Highlight' } },
    },
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
export const weekday = style({
  padding: '4px 0',
  fontSize: size.small,
  fontWeight: 500,
  color: theme.color.muted,
  textAlign: 'center',
});
export const cell = style({ padding: 0, textAlign: 'center' });
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
  borderRadius: '50%',
  background: 'none',
  color: theme.color.muted,
  fontVariantNumeric: 'tabular-nums',
  cursor: 'default',
  transition: `background ${theme.motion.feedback}`,
});
export const dayFree = style({
  color: theme.color.text,
  fontWeight: 650,
  cursor: 'pointer',
  '::after': {
    content: '""',
    position: 'absolute',
    insetBlockEnd: 6,
    insetInlineStart: 'calc(50% - 2px)',
    // A border, which forced colours keep.
    border: `2px solid ${theme.color.accentText}`,
    borderRadius: '50%',
  },
  ':hover': { background: theme.color.hover },
});
/** Days of the months before and after. Not translucent: those with times must be readable. */
export const dayOutside = style({ fontSize: size.small, fontWeight: 400, color: theme.color.muted });
export const dayChosen = style({
  border: `2px solid ${theme.color.accentText}`,
  background: theme.color.accent,
  color: theme.color.onAccent,
  ':hover': { background: theme.color.accentHover },
  '::after': { borderColor: theme.color.onAccent },
});
/** As high as a month: its title, the weekdays and six weeks. */
export const skeletonGrid = style({ height: 334 });
export const skeletonSlots = style({ height: 152, '@media': { [roomy]: { height: 334 } } });
/** Keeps its height, so that the times stay where they are when one is chosen. */
export const slotExpert = style({ minHeight: 44, marginBlock: '8px 4px' });

export const slots = style({ display: 'flex', flexDirection: 'column', gap: 8, border: 0, margin: 0, padding: 0 });
export const legend = style({ padding: 0, marginBlockEnd: 4, fontWeight: 600 });
export const legendNote = style({ display: 'block', fontSize: size.small, fontWeight: 400, color: theme.color.muted });
export const slotList = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(96px, 1fr))',
  gap: 8,
});
export const slot = style({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  minHeight: target.touch,
  padding: '4px 8px',
  border: `1px solid ${theme.color.control}`,
  borderRadius: radius.control,
  textAlign: 'center',
  fontVariantNumeric: 'tabular-nums',
  cursor: 'pointer',
  transition: `background ${theme.motion.feedback}, border-color ${theme.motion.feedback}`,
  selectors: {
    '&:hover:not(:has(input:checked))': { background: theme.color.subtle },
    '&:has(input:checked)': {
      borderColor: theme.color.accentText,
      background: theme.color.accent,
      color: theme.color.onAccent,
      fontWeight: 600,
    },
    '&:has(input:focus-visible)': { outline: `2px solid ${theme.color.focus}`, outlineOffset: 2 },
  },
  '@media': {
    '(forced-colors: active)': {
      selectors: { '&:has(input:checked)': { outline: '3px solid Highlight', outlineOffset: -3 } },
    },
  },
});

/** At most two lines, so that a long name does not make the whole row tall. */
export const slotNote = style({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  fontSize: size.small,
  fontWeight: 400,
});

// --- what is about to be booked
export const card = style({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  padding: 12,
  borderRadius: radius.control,
  background: theme.color.subtle,
});

// --- the expert
export const expert = style({ display: 'flex', alignItems: 'center', gap: 8 });
export const expertName = style({ display: 'block', fontWeight: 600 });
export const expertRole = style({ display: 'block', fontSize: size.small, fontWeight: 400, color: theme.color.muted });
/** The initials, and above them the picture. */
export const avatar = style({
  position: 'relative',
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: 36,
  height: 36,
  overflow: 'hidden',
  borderRadius: '50%',
  background: theme.color.accent,
  color: theme.color.onAccent,
  fontSize: size.small,
  fontWeight: 600,
});
export const picture = style({ position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' });

// --- contact details
export const two = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(112px, 1fr))',
  gap: 16,
});
export const phone = style({ display: 'grid', gridTemplateColumns: '120px 1fr', gap: 8, alignItems: 'start' });
export const fieldLabel = style({ display: 'block', marginBlockEnd: 4, fontWeight: 600 });
export const notice = style({
  display: 'flex',
  flexDirection: 'column',
  gap: 4,
  paddingInlineStart: 12,
  borderInlineStart: `2px solid ${theme.color.hairline}`,
  fontSize: size.small,
  color: theme.color.muted,
  outlineOffset: 4,
});
export const noticeTitle = style({ fontWeight: 600, color: theme.color.text });
export const chosen = style({ fontWeight: 600 });
export const error = style({ fontSize: size.small, color: theme.color.danger });

// --- topic, reasons: one choice per line
export const choices = style({ display: 'flex', flexDirection: 'column', border: 0, margin: 0, padding: 0 });
export const choice = style({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: target.touch,
  padding: '4px 0',
  borderBlockEnd: `1px solid ${theme.color.hairline}`,
  cursor: 'pointer',
});
export const radio = style({ flex: 'none', width: 20, height: 20, margin: 0, accentColor: theme.color.accentText });

globalStyle(`${landing} ${heading}`, { fontSize: 28 });
