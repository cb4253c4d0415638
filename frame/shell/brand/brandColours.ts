import { palette } from '../../../styles/palette.ts';
import { black, contrastOf, mixed, nearestColour, white } from './contrast.ts';

/** WCAG 2.2, 1.4.3 and 1.4.11. */
const textContrast = 4.5;
const controlContrast = 3;
/** How far a control's ground moves under the pointer, best first. */
const hoverShares = [0.16, 0.12, 0.08, 0.04];

export interface BrandColours {
  readonly accent?: string | undefined;
  readonly onAccent?: string | undefined;
}

/** The tokens of styles/theme.css.ts that follow from an accent. */
export interface AccentColours {
  readonly accent: string;
  readonly accentHover: string;
  readonly onAccent: string;
  readonly accentText: string;
  readonly focus: string;
}

interface Grounds {
  readonly surface: string;
  readonly subtle: string;
  readonly hover: string;
}

const least = (colour: string, grounds: readonly string[]): number =>
  Math.min(...grounds.map((ground) => contrastOf(colour, ground)));

/** Controls are filled with the accent, on the pane and on its raised parts. */
const controlGrounds = ({ surface, subtle }: Grounds): readonly string[] => [surface, subtle];
const isControl = (colour: string, grounds: Grounds): boolean =>
  least(colour, controlGrounds(grounds)) >= controlContrast;

const isText = (colour: string, ...grounds: readonly string[]): boolean => least(colour, grounds) >= textContrast;

/**
 * All colours of one scheme. What was chosen stays as it is where it passes; each other colour is the nearest that does. Black or
 * white is readable on every accent.
 */
function coloursOn(grounds: Grounds, wanted: BrandColours & { readonly accent: string }, away: 1 | -1): AccentColours {
  const { surface, subtle, hover } = grounds;
  const chosen = wanted.onAccent;
  const find = (passes: (colour: string) => boolean): string | undefined => nearestColour(wanted.accent, passes);
  const accent =
    (chosen && find((colour) => isControl(colour, grounds) && isText(chosen, colour))) ||
    find((colour) => isControl(colour, grounds)) ||
    wanted.accent;
  const onAccent = [chosen, white].find((text) => text && isText(text, accent)) ?? black;
  const accentHover = hoverShares
    .flatMap((share) => [mixed(accent, share * away), mixed(accent, -share * away)])
    .find((colour) => isControl(colour, grounds) && isText(onAccent, colour));
  const accentText = find((colour) => isText(colour, surface, subtle, hover)) ?? accent;
  return { accent, accentHover: accentHover ?? accent, onAccent, accentText, focus: accentText };
}

/** The colours of both schemes. Under the pointer a control moves away from the ground, where it can. */
export function accentColours(
  wanted: BrandColours & { readonly accent: string },
): Record<'light' | 'dark', AccentColours> {
  return { light: coloursOn(palette.light, wanted, -1), dark: coloursOn(palette.dark, wanted, 1) };
}

export interface ColourProblem {
  readonly field: 'accent' | 'onAccent';
  readonly sentence: string;
}

/** Never rounds up to a contrast that would pass. */
const spell = (contrast: number): string => `${Math.floor(contrast * 100) / 100}:1`;

const sentenceOf = (colour: string, contrast: number, where: string, nearest: string | undefined): string =>
  `${colour} has a contrast of ${spell(contrast)} ${where}. The nearest colour that passes is ${nearest}`;

/**
 * What nobody could read. The light scheme takes the colours as they are, and so does the pill on the page; the dark one adapts
 * them.
 */
export function colourProblem({ accent, onAccent }: BrandColours): ColourProblem | undefined {
  if (accent === undefined) {
    return onAccent === undefined
      ? undefined
      : { field: 'onAccent', sentence: 'is the text on an accent: name the accent too' };
  }
  const { light } = palette;
  if (!isControl(accent, light)) {
    const nearest = nearestColour(accent, (colour) => isControl(colour, light));
    const where = `on the light pane, and controls need ${spell(controlContrast)}`;
    return { field: 'accent', sentence: sentenceOf(accent, least(accent, controlGrounds(light)), where, nearest) };
  }
  if (onAccent !== undefined && !isText(onAccent, accent)) {
    const nearest = nearestColour(onAccent, (colour) => isText(colour, accent));
    const where = `on the accent ${accent}, and text needs ${spell(textContrast)}`;
    return { field: 'onAccent', sentence: sentenceOf(onAccent, contrastOf(onAccent, accent), where, nearest) };
  }
  return undefined;
}
