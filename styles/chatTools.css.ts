import { style } from '@vanilla-extract/css';
import { size } from './theme.css.ts';

/** The row below the composer. What is said about a file wraps above the buttons' end. */
export const tools = style({ display: 'flex', alignItems: 'start', gap: 4, padding: '0 8px 4px' });
export const files = style({ display: 'flex', flex: 1, minWidth: 0, alignItems: 'start', gap: 4 });
export const status = style({
  display: 'flex',
  flex: 1,
  flexWrap: 'wrap',
  minWidth: 0,
  alignItems: 'center',
  gap: 4,
  fontSize: size.small,
  overflowWrap: 'anywhere',
});
export const uploading = style({ flex: '1 1 120px' });
