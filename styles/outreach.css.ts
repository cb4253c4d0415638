import { globalStyle, keyframes, style } from '@vanilla-extract/css';
import { fitIntoCorner } from './mixins.ts';
import './reset.css.ts';
import { leading, motion, nativeScheme, radius, ring, size, space, theme, weight } from './theme.css.ts';

/** Space around the card for its shadow, px (SH-124: 272 px in a frame of 296 px). */
const shadowSpace = 12;

const rise = keyframes({ from: { opacity: 0, transform: 'translateY(8px)' } });

/** The frame is as large as the card and its shadow. The card sticks to the bottom until the frame has grown. */
export const stage = style({
  position: 'fixed',
  insetInline: 0,
  insetBlockEnd: 0,
  padding: shadowSpace,
  colorScheme: nativeScheme,
});

export const card = style({
  position: 'relative',
  overflow: 'hidden',
  border: `1px solid ${theme.color.hairline}`,
  borderRadius: radius.pane,
  background: theme.color.surface,
  color: theme.color.text,
  boxShadow: `0 2px 10px color-mix(in srgb, ${theme.color.backdrop} 45%, transparent)`,
  animation: `${rise} ${motion.surface}`,
});
/** In a low window the card is as high as its frame, and its content scrolls below the close button. */
export const scroller = style({
  maxHeight: `calc(100vh - ${2 * shadowSpace + 2}px)`,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  ':focus-visible': { outlineOffset: ring.inside },
});
/** The whole card is clickable. */
export const pressable = style({
  cursor: 'pointer',
  transition: `border-color ${motion.feedback}`,
  ':hover': { borderColor: theme.color.control },
});

export const content = style({ padding: space.l, display: 'flex', flexDirection: 'column', gap: space.m });
export const text = style({ display: 'flex', flexDirection: 'column', gap: space.xs });
/** Keeps the first line clear of the close button. */
export const clearOfClose = style({ paddingInlineEnd: space.beside });
export const greeting = style({ fontSize: size.small, color: theme.color.muted });
export const heading = style({ fontSize: size.large, fontWeight: weight.strong, lineHeight: leading.title });
export const body = style({
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  ':focus-visible': { outlineOffset: ring.inside },
  color: theme.color.muted,
  whiteSpace: 'pre-line',
});
/** Without a heading, the body is the main text. */
export const bodyAlone = style({ color: theme.color.text });
export const person = style({ display: 'flex', alignItems: 'center', gap: space.m });
export const portrait = style({ width: 40, height: 40, flex: 'none', borderRadius: radius.round, objectFit: 'cover' });
export const buttons = style({ display: 'flex', flexWrap: 'wrap', gap: space.s });
globalStyle(`${buttons} > button`, { flex: '1 1 auto' });

export const close = style({ position: 'absolute', insetBlockStart: 2, insetInlineEnd: 2, zIndex: 1 });
/** On a picture or a text that scrolls, the icon needs its own background: a disc inside the touch target. */
globalStyle(`${close} > button`, {
  color: theme.color.text,
  background: `radial-gradient(circle, ${theme.color.surface} 14px, transparent 15px)`,
});
fitIntoCorner(`${close} > button`);
export const picture = style({ display: 'block', width: '100%', maxHeight: 160, objectFit: 'cover' });
/** The width from which a post has two columns. */
const wide = '(min-width: 600px)';

/** A post is up to 700 px wide (SH-131), with the picture next to the text if there is enough space. */
export const post = style({ '@media': { [wide]: { display: 'flex' } } });
export const postPicture = style({
  '@media': { [wide]: { width: 260, maxHeight: 'none', flex: 'none' } },
});
export const postContent = style({
  '@media': { [wide]: { flex: 1, minWidth: 0, padding: space.xxl, justifyContent: 'center' } },
});
export const postHeading = style({ '@media': { [wide]: { fontSize: size.title } } });
export const postButtons = style({ '@media': { [wide]: { justifyContent: 'flex-start' } } });
globalStyle(`${postButtons} > button`, { '@media': { [wide]: { flex: '0 0 auto' } } });
