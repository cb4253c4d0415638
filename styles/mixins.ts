import { globalStyle } from '@vanilla-extract/css';
import { loop, radius, theme } from './theme.css.ts';

/** Declarations that several sheets share. Each sheet has a copy of its own, so that none of them needs another download. */

/** Focus moves here for screen readers. A heading is not a control, so it shows no focus ring. */
export const withoutRing = { ':focus-visible': { outline: 'none' } } as const;

/** The rest of a longer text is cut off. */
export const lines = (count: number) =>
  ({ display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: count, overflow: 'hidden' }) as const;

/** A ring of which one side is seen to turn. Forced colours draw all sides alike, so this side becomes a gap. */
export const spinner = (px: number, line: number, turn: string) =>
  ({
    width: px,
    height: px,
    borderRadius: radius.round,
    border: `${line}px solid ${theme.color.hairline}`,
    borderBlockStartColor: theme.color.accentText,
    animation: `${turn} ${loop} linear infinite`,
    '@media': { '(forced-colors: active)': { borderBlockStartColor: 'Canvas' } },
  }) as const;

/** A button in a round corner, which clips what is at its edge. */
export function fitIntoCorner(button: string): void {
  // The ring of the focus is inside the touch target.
  globalStyle(`${button}:focus-visible`, { outlineOffset: -6 });
  // Hides the border that forced colours draw.
  globalStyle(button, { '@media': { '(forced-colors: active)': { borderColor: 'Canvas' } } });
}
