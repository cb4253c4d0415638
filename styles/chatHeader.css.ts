import { style } from '@vanilla-extract/css';
import { lines } from './mixins.ts';
import './reset.css.ts';
import { leading, radius, size, space, theme } from './theme.css.ts';

/** As high for a title and a line below it as for a name between two lines, so that the chat does not move when somebody joins. */
export const headerLines = style({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  minHeight: 56,
  lineHeight: leading.text,
});
/** Smaller than a pane's title, so that a name and two more lines fit into the same height. */
export const headerTitle = style({
  fontSize: size.large,
  lineHeight: leading.title,
  ...lines(2),
});
export const headerTitleLong = style([headerTitle, { fontSize: size.body }]);
export const picture = style({
  width: 36,
  height: 36,
  borderRadius: radius.round,
  objectFit: 'cover',
  marginInlineStart: space.s,
});
/** Role and availability, each in an element of its own. */
export const facts = style({ display: 'flex', flexWrap: 'wrap', columnGap: space.s });
export const online = style({
  '::before': {
    content: '',
    display: 'inline-block',
    width: 8,
    height: 8,
    marginInlineEnd: space.xs,
    borderRadius: radius.round,
    background: theme.color.success,
  },
  '@media': { '(forced-colors: active)': { '::before': { border: '4px solid' } } },
});
