import { longPillText, pillHeightPx } from './limits.ts';
import type { Theme } from './theme.ts';

/** How the pill looks on the page. The loader's own sheet (styles/pill.css.ts) has what must not be decided here. */

interface PillLook {
  readonly borderRadius: string;
  readonly font: string;
  readonly backgroundColor: string;
  readonly color: string;
}

/** What a brand says about it. The radius is in px. */
export type BrandLook = {
  readonly [Name in keyof PillLook]?: (Name extends 'borderRadius' ? number : string) | undefined;
};

const colours: Readonly<Record<Theme, readonly [background: string, text: string] | undefined>> = {
  brand: undefined,
  blue: ['#15d', '#fff'],
  yellow: ['#fd3', '#000'],
  grey: ['#444', '#fff'],
  'red-brand': ['#c00', '#fff'],
};

/** A theme that the page names has its own colours. A long text stays in one line, and clear of the window's edges. */
export function pillLook(theme: Theme, brand: BrandLook | undefined, text: string): PillLook {
  const [backgroundColor = brand?.backgroundColor ?? '', color = brand?.color ?? ''] = colours[theme] ?? [];
  const font = brand?.font ?? pillFont('system-ui');
  return {
    borderRadius: `${brand?.borderRadius ?? pillHeightPx / 2}px`,
    font: text.length > longPillText ? font.replace('16px', '14px') : font,
    backgroundColor,
    color,
  };
}

/** The line height is the height of the badge, and of the icon. */
export const pillFont = (family: string): string => `600 16px/18px ${family}`;
