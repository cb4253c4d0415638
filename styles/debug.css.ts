import { style, styleVariants } from '@vanilla-extract/css';
import { fitIntoCorner } from './mixins.ts';
import { nativeScheme, radius, ring, size, space, target, theme, weight } from './theme.css.ts';

const mono = 'ui-monospace, "SF Mono", Menlo, Consolas, monospace';

const window = style({
  position: 'fixed',
  display: 'flex',
  flexDirection: 'column',
  overflow: 'hidden',
  background: theme.color.surface,
  color: theme.color.text,
  colorScheme: nativeScheme,
  fontSize: size.small,
});
/** A card leaves space in the frame for its shadow. */
export const place = styleVariants({
  card: [
    window,
    {
      inset: 12,
      borderRadius: radius.pane,
      border: `1px solid ${theme.color.hairline}`,
      boxShadow: theme.shadow.raised,
    },
  ],
  pane: [window, { inset: 0, zIndex: 30 }],
});

export const bar = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  paddingInlineStart: space.l,
  borderBlockEnd: `1px solid ${theme.color.hairline}`,
});
fitIntoCorner(`${bar} > button`);
export const title = style({ fontSize: size.body, fontWeight: weight.strong });
export const body = style({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  ':focus-visible': { outlineOffset: ring.inside },
});

export const section = style({
  padding: `${space.m} ${space.l}`,
  selectors: { '& + &': { borderBlockStart: `1px solid ${theme.color.hairline}` } },
});
export const heading = style({
  display: 'flex',
  gap: space.s,
  alignItems: 'baseline',
  marginBlockEnd: space.s,
  fontSize: size.small,
  fontWeight: weight.strong,
});
export const count = style({ color: theme.color.muted, fontWeight: weight.regular });
export const list = style({
  display: 'flex',
  flexDirection: 'column',
  gap: space.hair,
  margin: 0,
  padding: 0,
  listStyle: 'none',
});
export const row = style({
  display: 'flex',
  // Wrap a long detail below its name instead of breaking words.
  flexWrap: 'wrap',
  gap: `0 ${space.m}`,
  justifyContent: 'space-between',
  alignItems: 'baseline',
  minHeight: 22,
});
export const name = style({ fontFamily: mono });
export const detail = style({
  marginInlineStart: 'auto',
  color: theme.color.muted,
  textAlign: 'end',
});
export const strong = style({ color: theme.color.text, fontWeight: weight.strong });
export const quiet = style({ color: theme.color.muted });

export const tag = style({
  display: 'inline-block',
  marginInlineStart: space.s,
  padding: `0 ${space.s}`,
  borderRadius: radius.control,
  border: `1px solid ${theme.color.hairline}`,
  color: theme.color.muted,
  whiteSpace: 'nowrap',
});
export const meter = style({
  display: 'inline-block',
  blockSize: 4,
  marginInlineEnd: space.s,
  borderRadius: radius.small,
  background: theme.color.accent,
  verticalAlign: 'middle',
});
export const tools = style({ display: 'flex', flexWrap: 'wrap', gap: space.s, alignItems: 'center' });
export const select = style({
  minHeight: target.touch,
  padding: `${space.s} ${space.m}`,
  border: `1px solid ${theme.color.control}`,
  borderRadius: radius.control,
  background: theme.color.surface,
  color: theme.color.text,
});

/** On top of the pane's header, clear of its controls. */
export const toggle = style({
  position: 'fixed',
  zIndex: 29,
  insetBlockStart: 18,
  insetInlineEnd: 60,
  minHeight: 28,
  padding: `${space.hair} ${space.s}`,
  border: `1px solid ${theme.color.hairline}`,
  borderRadius: radius.pane,
  background: theme.color.surface,
  boxShadow: theme.shadow.raised,
  color: theme.color.muted,
  fontSize: size.small,
  cursor: 'pointer',
});
