import { globalStyle, style } from '@vanilla-extract/css';
import { size, space } from './theme.css.ts';
import { button } from './ui.css.ts';

/** Both parts are in the composer's row, which wraps. */
export const files = style({ display: 'contents' });
/** Why a press was refused, and the progress of a file. */
export const status = style({
  display: 'flex',
  flex: '1 0 100%',
  flexWrap: 'wrap',
  minWidth: 0,
  alignItems: 'center',
  gap: `${space.xs} ${space.m}`,
  // As far from the edge as the composer's field.
  paddingInlineEnd: space.xs,
  fontSize: size.small,
  selectors: { '&:empty': { display: 'none' } },
});
globalStyle(`${files} > p`, { flexBasis: '100%', order: -1, margin: 0, fontSize: size.small });
/** What went wrong has a row of its own, and its buttons begin below its edge. */
globalStyle(`${status} > div`, { flexBasis: '100%' });
globalStyle(`${status} > ${button.quiet}`, { marginInlineStart: `-${space.m}` });
export const uploading = style({ flex: '1 1 120px' });
