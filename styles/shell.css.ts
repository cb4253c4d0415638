import { globalStyle, keyframes, style } from '@vanilla-extract/css';
import { withoutRing } from './mixins.ts';
import './reset.css.ts';
import { leading, motion, nativeScheme, radius, size, space, state, target, theme, weight } from './theme.css.ts';

/** The pane is visible from its first paint. */
const appear = keyframes({ from: { opacity: state.dimmed, transform: 'translateY(8px)' } });

export const pane = style({
  position: 'fixed',
  inset: 0,
  display: 'flex',
  flexDirection: 'column',
  background: theme.color.surface,
  color: theme.color.text,
  colorScheme: nativeScheme,
  outline: 'none',
  animation: `${appear} ${motion.surface}`,
  // A hidden pane is laid out (frame/surfaces/README.md). It is below the window, where no part of it counts as seen.
  selectors: {
    '&[inert]': { visibility: 'hidden', translate: '0 100%', animation: 'none' },
    // Beside the page it needs an edge: nobody sees its shadow on a dark page, and forced colours remove it.
    '&[role=dialog]:not([aria-modal])': {
      outline: `1px solid ${theme.color.hairline}`,
      outlineOffset: -1,
      borderRadius: radius.pane,
    },
  },
});

export const header = style({
  display: 'flex',
  alignItems: 'center',
  minHeight: 64,
  padding: space.s,
  paddingBlockStart: `max(${space.s}, env(safe-area-inset-top))`,
  borderBlockEnd: `1px solid ${theme.color.hairline}`,
});
/** Two lines and three buttons fit at 320 px. */
globalStyle(`${header} > button`, { minWidth: 40, '@media': { '(pointer: coarse)': { minWidth: target.touch } } });
export const headerText = style({ flex: 1, minWidth: 0, paddingInlineStart: space.s });
export const title = style({
  fontSize: size.title,
  fontWeight: weight.strong,
  lineHeight: leading.title,
  ...withoutRing,
});
export const titleLong = style({ fontSize: size.large });
/** Beside the arrow that leads back there, above a screen with a heading of its own. */
export const titleBack = style({ fontSize: size.body, fontWeight: weight.regular, color: theme.color.muted });
export const subtitle = style({ fontSize: size.small, color: theme.color.muted });
export const headerLink = style({ color: 'inherit', textDecoration: 'underline' });
/** What fills the pane is below the pane's edge: a bar that sticks to the bottom would cover it. An edge above it would cover buttons. */
export const belowEdge = { position: 'relative', zIndex: -1 } as const;
export const body = style({ ...belowEdge, flex: 1, minHeight: 0, overflowY: 'auto', overscrollBehavior: 'contain' });
/** A notice above the pane's content. */
export const notice = style({ padding: `${space.m} ${space.l} 0` });
/** The height of this part sets the height of a pane that shows a menu without chat (SH-036). */
export const content = style({
  padding: space.l,
  display: 'flex',
  flexDirection: 'column',
  gap: space.l,
  // The message that a part of it has failed.
  selectors: { '& &': { padding: 0 } },
});

export const message = style({ display: 'flex', flexDirection: 'column', gap: space.m });
export const stack = style({ display: 'flex', flexDirection: 'column', gap: space.s, width: '100%' });
/** A placeholder for a menu entry that is loading. */
export const skeletonBlock = style({ height: 20, marginBlock: space.s });

/** Icons that point along the reading direction. */
globalStyle('[dir=rtl] [data-flips]', { transform: 'scaleX(-1)' });
globalStyle('[hidden]', { display: 'none !important' });
