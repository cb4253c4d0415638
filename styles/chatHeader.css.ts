import { style } from '@vanilla-extract/css';
import './reset.css.ts';
import { leading, radius, size, space, theme } from './theme.css.ts';

/** Smaller than a pane's title, so that a name and two more lines fit into the same height. */
export const headerTitle = style({
  fontSize: size.large,
  lineHeight: leading.title,
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
});
export const headerTitleLong = style([headerTitle, { fontSize: size.body }]);
export const picture = style({
  width: 36,
  height: 36,
  borderRadius: radius.round,
  objectFit: 'cover',
  marginInlineStart: space.s,
});
export const agentDot = style({
  display: 'inline-block',
  width: 8,
  height: 8,
  marginInlineEnd: space.s,
  borderRadius: radius.round,
  background: theme.color.success,
  '@media': { '(forced-colors: active)': { border: '4px solid' } },
});
