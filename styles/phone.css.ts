import { style } from '@vanilla-extract/css';
import { size, target } from './theme.css.ts';

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
