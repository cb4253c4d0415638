import { pillHeightPx } from './limits.ts';
import type { Theme } from './theme.ts';

/** How the pill looks on the page. The loader's own sheet (styles/pill.css.ts) has what must not be decided here. */

export interface PillLook {
  readonly borderRadius: number;
  readonly font: string;
  readonly backgroundColor: string;
  readonly color: string;
}

/** What a brand says of it. */
export type BrandLook = { readonly [Name in keyof PillLook]?: PillLook[Name] | undefined };

const colours: Readonly<Record<Theme, readonly [background: string, text: string] | undefined>> = {
  brand: undefined,
  blue: ['#15d', '#fff'],
  yellow: ['#fd3', '#000'],
  grey: ['#444', '#fff'],
  'red-brand': ['#c00', '#fff'],
};

/** A theme that the page names has its own colours. */
export function pillLook(theme: Theme, brand: BrandLook | undefined): PillLook {
  const [backgroundColor = brand?.backgroundColor ?? '', color = brand?.color ?? ''] = colours[theme] ?? [];
  return {
    borderRadius: brand?.borderRadius ?? pillHeightPx / 2,
    // The line height is that of the icon, which shows the number of unread messages.
    font: brand?.font ?? pillFont('system-ui'),
    backgroundColor,
    color,
  };
}

export const pillFont = (family: string): string => `600 16px/14px ${family}`;
