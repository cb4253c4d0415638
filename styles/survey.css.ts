import { globalStyle, style } from '@vanilla-extract/css';
import { withoutRing } from './mixins.ts';
import './reset.css.ts';
import { leading, size, space, theme, weight } from './theme.css.ts';

/** The exit survey below the messages. */
export const survey = style({
  display: 'flex',
  flexDirection: 'column',
  gap: space.l,
  maxHeight: '80%',
  overflowY: 'auto',
  // What has the focus is not behind the buttons.
  scrollPaddingBlockEnd: 80,
  padding: space.l,
  borderBlockStart: `1px solid ${theme.color.hairline}`,
});
export const surveyTitle = style({
  fontSize: size.title,
  fontWeight: weight.strong,
  lineHeight: leading.title,
  ...withoutRing,
});
/** Always in view. Wraps the buttons instead of breaking long words. */
export const surveyButtons = style({
  position: 'sticky',
  insetBlockEnd: `-${space.l}`,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: space.s,
  margin: `0 -${space.l} -${space.l}`,
  padding: `${space.m} ${space.l}`,
  borderBlockStart: `1px solid ${theme.color.hairline}`,
  background: theme.color.surface,
});
/** That an answer is required, beside a question. */
export const note = style({ fontSize: size.small, fontWeight: weight.regular, color: theme.color.muted });
export const question = style({
  display: 'flex',
  flexDirection: 'column',
  gap: space.xs,
});
export const stack = style({ display: 'flex', flexDirection: 'column' });
export const sideBySide = style({ display: 'flex', flexWrap: 'wrap', columnGap: space.l });
export const optionLabel = style({
  display: 'flex',
  alignItems: 'center',
  gap: space.s,
  minHeight: 36,
  cursor: 'pointer',
});
globalStyle(`${optionLabel} input`, {
  flex: 'none',
  width: 18,
  height: 18,
  margin: 0,
  accentColor: theme.color.accentText,
});
