import { globalStyle, style } from '@vanilla-extract/css';
import { size } from './theme.css.ts';

/** The row below the composer. What is said about a file wraps above the buttons' end. */
export const tools = style({ display: 'flex', alignItems: 'start', gap: 4, padding: '0 8px 4px' });
export const files = style({ display: 'flex', flex: 1, flexWrap: 'wrap', minWidth: 0, alignItems: 'start', gap: 4 });
/** Why a press was refused, above what is said about a file. */
globalStyle(`${files} > p`, { flexBasis: '100%', order: -1, margin: 0, fontSize: size.small });
export const status = style({
  display: 'flex',
  flex: '1 1 120px',
  flexWrap: 'wrap',
  minWidth: 0,
  alignItems: 'center',
  gap: 4,
  fontSize: size.small,
  overflowWrap: 'anywhere',
});
export const uploading = style({ flex: '1 1 120px' });
