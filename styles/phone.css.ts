import { style } from '@vanilla-extract/css';
import { size, space, target, weight } from './theme.css.ts';

export const phone = style({ display: 'flex', flexDirection: 'column', gap: space.hair });
export const number = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: target.pointer + 8,
  fontSize: size.large,
  fontWeight: weight.strong,
  direction: 'ltr',
  unicodeBidi: 'isolate',
  textDecoration: 'none',
  alignSelf: 'flex-start',
  ':hover': { textDecoration: 'underline' },
});
