import { globalStyle } from '@vanilla-extract/css';
import { fontStack, leading, ring, size, space, theme } from './theme.css.ts';

/** The root has no background and no colour scheme, so that the frame of a card is transparent on any page. */
globalStyle('*, ::before, ::after', { boxSizing: 'border-box' });
globalStyle('html, body', { margin: 0, height: '100%', background: 'none', overflow: 'hidden' });
globalStyle('body', {
  font: `${size.body}px/${leading.text} ${fontStack}`,
  color: theme.color.text,
  WebkitTextSizeAdjust: '100%',
  overflowWrap: 'anywhere',
  // No line of one word at the end.
  textWrap: 'pretty',
  textUnderlineOffset: space.hair,
});
/** Korean lines end between words, and Japanese lines between phrases where the browser finds them. */
globalStyle('body:lang(ko)', { wordBreak: 'keep-all' });
globalStyle('body:lang(ja)', { wordBreak: 'auto-phrase' });
/** Their characters fill the height of a line. */
globalStyle('body:is(:lang(ja), :lang(zh))', { lineHeight: leading.dense });
globalStyle('button, input, textarea, select', { font: 'inherit', color: 'inherit' });
globalStyle('p, h1, h2, h3, ul, ol, dl, dd, figure, fieldset, legend', { margin: 0, padding: 0 });
globalStyle('ul, ol', { listStyle: 'none' });
globalStyle('fieldset', { border: 0 });
globalStyle('a', { color: theme.color.accentText });
globalStyle(':focus-visible', { outline: ring.line, outlineOffset: ring.outside });
/** No double-tap zoom on what visitors press quickly. */
globalStyle('button, [data-react-aria-pressable]', { touchAction: 'pan-x pan-y pinch-zoom' });
globalStyle('*', {
  '@media': {
    '(prefers-reduced-motion: reduce)': {
      animationDuration: '0.01ms !important',
      // Without this, an endless animation would flicker.
      animationIterationCount: '1 !important',
      transition: 'none !important',
      scrollBehavior: 'auto !important' as 'auto',
    },
  },
});
