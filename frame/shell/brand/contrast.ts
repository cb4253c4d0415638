/** Contrast as in WCAG 2.2, lightness as in CIELAB. Colours are `#rrggbb`. */

export const black = '#000000';
export const white = '#ffffff';

const channelsOf = (colour: string): readonly number[] =>
  [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));

/** Relative luminance, 0 to 1. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [first, second] = [luminanceOf(one) + 0.05, luminanceOf(other) + 0.05];
  return Math.max(first, second) / Math.min(first, second);
}

/** 0 to 100. Equal differences look equal. */
export function lightnessOf(colour: string): number {
  const luminance = luminanceOf(colour);
  return luminance <= 216 / 24_389 ? (luminance * 24_389) / 27 : 116 * Math.cbrt(luminance) - 16;
}

/** The colour mixed with black (`share` from 0 to -1) or with white (0 to 1). */
export function mixed(colour: string, share: number): string {
  const end = share < 0 ? 0 : 255;
  const hex = (channel: number): string =>
    Math.round(channel + (end - channel) * Math.abs(share))
      .toString(16)
      .padStart(2, '0');
  return `#${channelsOf(colour).map(hex).join('')}`;
}

/** How many mixes there are on each side: neighbours differ by at most one in each channel. */
const steps = 255;

/** The colour itself or, among its mixes with black and white, the one that passes and is nearest in lightness. */
export function nearestColour(colour: string, passes: (colour: string) => boolean): string | undefined {
  if (passes(colour)) return colour;
  const lightness = lightnessOf(colour);
  const distance = (other: string): number => Math.abs(lightnessOf(other) - lightness);
  const mixes = Array.from({ length: 2 * steps + 1 }, (_, index) => mixed(colour, index / steps - 1));
  return mixes.filter(passes).sort((one, other) => distance(one) - distance(other))[0];
}
