import { globalStyle, style } from '@vanilla-extract/css';
import './reset.css.ts';
import { radius, size, space, theme } from './theme.css.ts';

/** An answer in Markdown. Its blocks keep their line breaks. */
export const markdown = style({ display: 'flex', flexDirection: 'column', gap: space.s, whiteSpace: 'pre-wrap' });
globalStyle(`${markdown} :is(ul, ol)`, { paddingInlineStart: space.xl });
globalStyle(`${markdown} ul`, { listStyle: 'disc' });
globalStyle(`${markdown} ol`, { listStyle: 'decimal' });
globalStyle(`${markdown} li > * + *, ${markdown} li + li`, { marginBlockStart: space.xs });
globalStyle(`${markdown} code`, { fontFamily: 'ui-monospace, monospace', fontSize: size.small });
globalStyle(`${markdown} :not(pre) > code`, {
  paddingInline: space.xs,
  borderRadius: radius.small,
  background: theme.color.hover,
});
/** Long lines wrap, so that nothing has to be scrolled sideways. */
globalStyle(`${markdown} pre`, {
  margin: 0,
  padding: space.s,
  border: `1px solid ${theme.color.hairline}`,
  borderRadius: radius.control,
  background: theme.color.surface,
  whiteSpace: 'pre-wrap',
});
