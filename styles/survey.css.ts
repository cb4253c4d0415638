import { globalStyle, style } from '@vanilla-extract/css';
import './reset.css.ts';
import { leading, size, space, theme, weight } from './theme.css.ts';

/** The exit survey below the messages. */
export const survey = style({
  display: 'flex',
  flexDirection: 'column',
  gap: space.l,
  maxHeight: '70%',
  overflowY: 'auto',
  padding: space.l,
  borderBlockStart: `1px solid ${theme.color.hairline}`,
});
export const surveyTitle = style({
  fontSize: size.large,
  fontWeight: weight.strong,
  lineHeight: leading.title,
  // Focus moves here for screen readers. A heading is not a control, so it shows no focus ring.
  ':focus-visible': { outline: 'none' },
});
/** Wraps the buttons instead of breaking long words. */
export const surveyButtons = style({ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: space.s });
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
