import { globalStyle, keyframes, style } from '@vanilla-extract/css';
import * as mixins from './mixins.ts';
import './reset.css.ts';
import * as shell from './shell.css.ts';
import { loop, motion, radius, ring, size, space, state, target, theme, weight } from './theme.css.ts';

export const muted = style({ fontSize: size.small, color: theme.color.muted });

/** What is left of a phone on its side above its keyboard: everything gives way to the input. */
const aboveKeyboard = '(max-height: 240px)';

/** Fills the pane below the header. Only the list scrolls, unless the window is very low. */
export const chatWindow = style({
  ...shell.belowEdge,
  flex: 1,
  minHeight: 0,
  display: 'flex',
  flexDirection: 'column',
  // At 400 % zoom the list, a notice and the composer do not fit together.
  '@media': { '(max-height: 480px)': { overflowY: 'auto' } },
});
export const listBox = style({
  position: 'relative',
  flex: 1,
  minHeight: 96,
  display: 'flex',
  '@media': { [aboveKeyboard]: { minHeight: 0 } },
});
export const list = style({
  flex: 1,
  minWidth: 0,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  // The list anchors its own scroll position; the browser's anchoring would interfere.
  overflowAnchor: 'none',
  padding: `${space.s} ${space.l} ${space.l}`,
  ':focus-visible': { outlineOffset: ring.inside },
});
const arrive = keyframes({ from: { opacity: 0, transform: 'translateY(4px)' } });
const row = style({
  display: 'flex',
  flexDirection: 'column',
  gap: space.s,
  position: 'relative',
  marginBlockStart: space.l,
  selectors: { '&[data-continues]': { marginBlockStart: space.s } },
});
/** A page of the conversation. Its padding takes no room: a page that clips its content leaves room for focus rings. */
export const page = style({
  display: 'flex',
  flexDirection: 'column',
  margin: `0 -${space.l} -${space.xs}`,
  padding: `0 ${space.l} ${space.xs}`,
  // Until it is measured: 50 messages of two lines.
  containIntrinsicHeight: 'auto 3800px',
});
export const recentPage = style([page]);
globalStyle(`${recentPage} > ${row}`, { animation: `${arrive} ${motion.feedback}` });
/**
 * The browser skips the style, layout and painting of the page while it is far from view, and keeps its text for find-in-page
 * and screen readers. It remembers the height that the page had when it was measured.
 */
export const skippedPage = style([page, { contentVisibility: 'auto' }]);
/** Beside it is room for the sender's face. */
export const theirs = style([row, { alignItems: 'flex-start', paddingInlineStart: space.beside }]);
export const mine = style([row, { alignItems: 'flex-end' }]);
export const sender = style({
  fontSize: size.small,
  color: theme.color.muted,
  marginBlockEnd: `-${space.xs}`,
  paddingInlineStart: space.xs,
});

/** The sender's picture, or initials until it has loaded. */
export const face = style({
  position: 'absolute',
  insetInlineStart: 0,
  insetBlockStart: 22,
  display: 'grid',
  placeItems: 'center',
  width: 28,
  height: 28,
  border: '1px solid transparent',
  borderRadius: radius.round,
  overflow: 'hidden',
  background: theme.color.hover,
  fontSize: size.small,
  fontWeight: weight.strong,
});
export const facePicture = style({ position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' });

const bubble = style({
  maxWidth: '85%',
  minWidth: 0,
  padding: `${space.s} ${space.m}`,
  borderRadius: radius.pane,
});
export const bubbleTheirs = style([
  bubble,
  {
    display: 'flex',
    flexDirection: 'column',
    gap: space.s,
    background: theme.color.subtle,
    maxWidth: 'calc(100% - 12px)',
    borderEndStartRadius: radius.small,
    '@media': { '(forced-colors: active)': { border: '1px solid' } },
  },
]);
/** An agent's messages are on the surface colour, a bot's on grey. */
globalStyle(`[data-kind=agent] > ${bubbleTheirs}`, {
  background: theme.color.surface,
  boxShadow: `inset 0 0 0 1px ${theme.color.hairline}`,
});
export const bubbleMine = style([
  bubble,
  {
    background: theme.color.accent,
    color: theme.color.onAccent,
    borderEndEndRadius: radius.small,
    '@media': { '(forced-colors: active)': { border: '1px solid' } },
  },
]);
/** A block, so that text in the other direction aligns to its own side. */
export const text = style({
  display: 'block',
  whiteSpace: 'pre-wrap',
  selectors: { '&[data-cut]::after': { content: '…' } },
});
export const textLink = style({
  color: theme.color.accentText,
  textDecoration: 'underline',
});
globalStyle(`${bubbleMine} ${textLink}`, { color: 'inherit' });
globalStyle(`${text} ul, ${text} ol`, { paddingInlineStart: space.xl });
globalStyle(`${text} p + p, ${text} div + div`, { marginBlockStart: space.s });

export const dateHeader = style({
  display: 'flex',
  justifyContent: 'center',
  marginBlock: `${space.l} 0`,
  fontSize: size.small,
  color: theme.color.muted,
});
/** System messages: centred and muted, without a bubble. */
export const systemMessage = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: space.s,
  marginBlockStart: space.m,
  paddingInline: space.m,
  fontSize: size.small,
  color: theme.color.muted,
  textAlign: 'center',
  textWrap: 'balance',
  selectors: { '&[data-kind=agentJoin]': { color: theme.color.text, fontWeight: weight.strong } },
});
export const errorMessage = style({
  marginBlockStart: space.m,
  padding: `${space.s} ${space.m}`,
  borderRadius: radius.control,
  border: '1px solid transparent',
  background: theme.color.dangerSubtle,
});

/** In place of a bubble: outlined, so that it differs from what was said also without colours. */
export const removed = style([bubble, { color: theme.color.muted, border: `1px dashed ${theme.color.control}` }]);

export const messageState = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `0 ${space.s}`,
  fontSize: size.small,
  color: theme.color.muted,
  marginBlockStart: `-${space.xs}`,
});
export const receipt = style({ display: 'inline-flex', alignItems: 'center', gap: space.xs });
/** Its start is the moment from which a text counts as late. */
const late = keyframes({ from: { opacity: 0 } });
export const sending = style({
  animation: `${late} 1ms 2s`,
  selectors: { '&:empty': { position: 'absolute' } },
});
export const notSent = style({ fontSize: size.small, color: theme.color.danger, marginBlockStart: `-${space.xs}` });
const bareButton = style({
  minHeight: target.pointer,
  padding: `0 ${space.xs}`,
  border: 0,
  background: 'none',
  color: theme.color.accentText,
  fontWeight: weight.strong,
  cursor: 'pointer',
  textDecoration: 'underline',
  '@media': { '(pointer: coarse)': { minHeight: target.touch } },
});
export const retry = bareButton;
export const retryAll = style([
  bareButton,
  { display: 'block', marginInlineStart: 'auto', marginBlockStart: space.s, fontSize: size.small },
]);
export const moreButton = style([bareButton, { paddingInline: 0, marginBlockStart: space.xs }]);
export const folded = style(mixins.lines(3));
export const review = style({
  margin: 0,
  paddingInlineStart: space.m,
  borderInlineStart: `3px solid ${theme.color.accent}`,
});

const bounce = keyframes({ '0%, 60%, 100%': { opacity: state.dimmed }, '30%': { opacity: 1 } });
export const typing = style({
  display: 'inline-flex',
  gap: space.xs,
  margin: `${space.l} 0 0`,
  marginInlineStart: space.beside,
  padding: space.m,
  borderRadius: radius.pane,
  borderEndStartRadius: radius.small,
  background: theme.color.subtle,
  position: 'relative',
});
export const dot = style({
  // A border, which forced colours keep.
  border: `3px solid ${theme.color.muted}`,
  borderRadius: radius.round,
  animation: `${bounce} ${loop} infinite`,
  selectors: { '&:nth-of-type(3)': { animationDelay: '0.15s' }, '&:nth-of-type(4)': { animationDelay: '0.3s' } },
});

export const newMessages = style({
  position: 'absolute',
  insetBlockEnd: 12,
  insetInlineStart: '50%',
  translate: '-50%',
  display: 'inline-flex',
  alignItems: 'center',
  gap: space.s,
  minHeight: 36,
  padding: `${space.xs} ${space.m}`,
  border: `1px solid ${theme.color.hairline}`,
  borderRadius: radius.pane,
  background: theme.color.surface,
  color: theme.color.accentText,
  fontSize: size.small,
  fontWeight: weight.strong,
  whiteSpace: 'nowrap',
  boxShadow: theme.shadow.raised,
  cursor: 'pointer',
  selectors: { '[dir=rtl] &': { translate: '50%' } },
});

export const connection = style({
  padding: `${space.s} ${space.l}`,
  fontSize: size.small,
  background: theme.color.subtle,
  borderBlockEnd: `1px solid ${theme.color.hairline}`,
});
export const notice = style({
  display: 'flex',
  flexDirection: 'column',
  gap: space.m,
  padding: `${space.m} ${space.l}`,
  borderBlockStart: `1px solid ${theme.color.hairline}`,
});
globalStyle(`${notice} a`, { display: 'inline-block', paddingBlock: space.xs });

/** Centred where the messages would be. */
export const external = style({
  flex: '1 0 auto',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space.m,
  padding: space.xxl,
  textAlign: 'center',
  color: theme.color.muted,
});
globalStyle(`${external} > p`, { color: theme.color.text, marginBlockEnd: space.xs });

/** Field, tools and Send in one row. What is said about a file wraps above them. */
export const composer = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  rowGap: space.xs,
  padding: space.s,
  paddingInlineEnd: space.xs,
  paddingBlockEnd: `max(${space.s}, env(safe-area-inset-bottom))`,
  borderBlockStart: `1px solid ${theme.color.hairline}`,
  // Where the window scrolls, the input stays in view.
  '@media': {
    '(max-height: 480px)': { position: 'sticky', zIndex: 1, insetBlockEnd: 0, background: theme.color.surface },
    [aboveKeyboard]: { paddingBlock: space.hair },
  },
});
globalStyle(`${composer} > button, ${composer} > div > button`, {
  minWidth: 36,
  minHeight: 40,
  '@media': { '(pointer: coarse)': { minWidth: target.touch, minHeight: target.touch } },
});
/** The icon of a toggle is filled while it is on, which shows without colours too. */
globalStyle('[aria-pressed=true] svg', { fill: 'currentColor' });
/** Send, as soon as there is something to send. */
globalStyle(`${composer} > [type=submit]:enabled`, {
  background: theme.color.accent,
  color: theme.color.onAccent,
});
globalStyle(`${composer} > [type=submit]:enabled:hover`, { background: theme.color.accentHover });
/** It grows with its text, up to a height (SH-050). 16 px prevents phones from zooming in on focus. */
export const composerField = style({
  flex: 1,
  minWidth: 0,
  minHeight: 40,
  maxHeight: 61,
  marginInlineEnd: space.xs,
  padding: `${space.s} ${space.m}`,
  border: `1px solid ${theme.color.control}`,
  borderRadius: radius.control,
  background: 'none',
  fontSize: size.large,
  lineHeight: '21px',
  resize: 'none',
  selectors: {
    // A long one on one line.
    '&::placeholder': {
      color: theme.color.muted,
      opacity: 1,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
    '&:focus-visible': { outlineOffset: ring.inside },
  },
});
/** Here, so that only a chat downloads it. */
globalStyle(shell.header, { '@media': { [aboveKeyboard]: { minHeight: 0, paddingBlock: 0 } } });
globalStyle(shell.subtitle, { '@media': { [aboveKeyboard]: { display: 'none' } } });
export const overlay = style({
  position: 'absolute',
  inset: 0,
  zIndex: 5,
  display: 'grid',
  placeItems: 'center',
  background: `color-mix(in srgb, ${theme.color.surface} 70%, transparent)`,
});
const turn = keyframes({ to: { transform: 'rotate(1turn)' } });
export const spinner = style(mixins.spinner(32, 3, turn));
