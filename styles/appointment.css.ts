import { globalStyle, style } from '@vanilla-extract/css';
import { roomy } from './scheduler.css.ts';
import { radius, space, target, theme, weight } from './theme.css.ts';

/** What nobody sees before the first press of the button that books. */

// --- the details of a booked call
export const details = style({
  borderBlockStart: `1px solid ${theme.color.hairline}`,
  // Its values begin below those of the card, which has a border.
  '@media': { [roomy]: { paddingInline: `calc(${space.l} + 1px)` } },
});
export const detail = style({
  display: 'grid',
  gridTemplateColumns: '96px 1fr',
  '@media': {
    [roomy]: { gridTemplateColumns: '160px 1fr' },
    // A long German term beside its value would be broken without a hyphen.
    '(max-width: 359px)': { gridTemplateColumns: '1fr', rowGap: space.xs },
  },
  gap: space.m,
  padding: `${space.m} 0`,
  borderBlockEnd: `1px solid ${theme.color.hairline}`,
});
export const term = style({ color: theme.color.muted, hyphens: 'auto' });
export const value = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${space.m} ${space.l}`,
  minWidth: 0,
});
/** A control in a line of text makes the line no taller, and begins where the text begins. */
globalStyle(`${value} button`, { marginBlock: `-${space.m}`, paddingInline: 0, textAlign: 'start' });
export const when = style({ fontWeight: weight.strong });
export const number = style({ fontWeight: weight.strong, fontVariantNumeric: 'tabular-nums' });
/** What has happened, in the middle, with its sign. */
export const outcome = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: space.s,
  paddingBlock: space.s,
  textAlign: 'center',
  textWrap: 'balance',
});
export const outcomeActions = style({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: space.s });
/** When, with whom and how: what to remember. */
export const card = style({
  paddingInline: space.l,
  border: `1px solid ${theme.color.hairline}`,
  borderRadius: radius.control,
  background: theme.color.subtle,
});
/** Its terms are short, and its dates long. */
globalStyle(`${card} > *`, {
  gridTemplateColumns: '72px 1fr',
  '@media': { [roomy]: { gridTemplateColumns: '160px 1fr' } },
});
globalStyle(`${card} > :last-child`, { borderBlockEnd: 0 });
const sign = style({
  display: 'grid',
  placeItems: 'center',
  width: 48,
  height: 48,
  borderRadius: radius.round,
  background: theme.color.subtle,
});
export const success = style([sign, { color: theme.color.success }]);
export const gone = style([sign, { color: theme.color.muted }]);
/** The one primary action, and the calendars on the web below it, or beside it where there is room. */
export const calendars = style({
  display: 'grid',
  gap: space.s,
  '@media': { [roomy]: { gridTemplateColumns: '1fr 1fr' } },
});
export const webCalendars = style({ display: 'flex', flexWrap: 'wrap', gap: space.s });
globalStyle(`${webCalendars} > *`, { flex: 1 });
/** Buttons without a border begin where the text above them begins. */
export const flush = style({ display: 'flex', flexWrap: 'wrap', columnGap: space.s, marginInline: `-${space.m}` });

// --- a booking that was refused
export const nearest = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(256px, 100%), 1fr))',
  gap: space.s,
});
export const summary = style({ color: theme.color.danger });
export const summaryList = style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: space.m,
});
export const summaryLink = style({
  minHeight: target.pointer,
  padding: 0,
  border: 0,
  background: 'none',
  color: 'inherit',
  textDecoration: 'underline',
  cursor: 'pointer',
});
