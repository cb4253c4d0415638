import { palette } from '../../../styles/palette.ts';
import { black, contrastOf, mixed, nearestColour, white } from './contrast.ts';

/** WCAG 2.2, 1.4.3 and 1.4.11. */
const textContrast = 4.5;
const controlContrast = 3;
/** How far a control's colour shifts on hover, preferred first. */
const hoverShares = [0.16, 0.12, 0.08, 0.04];

export interface BrandColours {
  readonly accent?: string | undefined;
  readonly onAccent?: string | undefined;
}

/** Colours without a `colourProblem`. */
type ReadableBrand = BrandColours & { readonly accent: string };

/** The tokens of styles/theme.css.ts that follow from an accent. */
export interface AccentColours {
  readonly accent: string;
  readonly accentHover: string;
  readonly onAccent: string;
  readonly accentText: string;
}

interface Grounds {
  readonly surface: string;
  readonly subtle: string;
  readonly hover: string;
}

const leastContrast = (colour: string, grounds: readonly string[]): number =>
  Math.min(...grounds.map((ground) => contrastOf(colour, ground)));

/** Controls are filled with the accent, on the pane and on its raised parts. */
const controlGrounds = ({ surface, subtle }: Grounds): readonly string[] => [surface, subtle];
const isControl = (colour: string, grounds: Grounds): boolean =>
  leastContrast(colour, controlGrounds(grounds)) >= controlContrast;

const isText = (colour: string, ...grounds: readonly string[]): boolean =>
  leastContrast(colour, grounds) >= textContrast;

/** The other colours of a scheme. On hover a control's colour shifts away from the background (`away`), or towards it if it must. */
function statesOf(grounds: Grounds, accent: string, onAccent: string, away: 1 | -1): AccentColours {
  const { surface, subtle, hover } = grounds;
  const accentHover = hoverShares
    .flatMap((share) => [mixed(accent, share * away), mixed(accent, -share * away)])
    .find((colour) => isControl(colour, grounds) && isText(onAccent, colour));
  const accentText = nearestColour(accent, (colour) => isText(colour, surface, subtle, hover)) ?? accent;
  return { accent, accentHover: accentHover ?? accent, onAccent, accentText };
}

/**
 * The colours of both schemes. The light one has accent and text as they are chosen; white or black is readable on every accent. The
 * dark one has the nearest accent that passes, with the chosen text if it can be read there, else with black.
 */
export function accentColours({ accent, onAccent }: ReadableBrand): Record<'light' | 'dark', AccentColours> {
  const { light, dark } = palette;
  const onDark = (text: string): string | undefined =>
    nearestColour(accent, (colour) => isControl(colour, dark) && isText(text, colour));
  const chosen = onAccent && onDark(onAccent);
  return {
    light: statesOf(light, accent, onAccent ?? (isText(white, accent) ? white : black), -1),
    dark: chosen ? statesOf(dark, chosen, onAccent, 1) : statesOf(dark, onDark(black) ?? white, black, 1),
  };
}

export interface ColourProblem {
  readonly field: 'accent' | 'onAccent';
  readonly sentence: string;
}

/** Never rounds up to a contrast that would pass. */
const formatContrast = (contrast: number): string => `${Math.floor(contrast * 100) / 100}:1`;

const sentenceOf = (contrast: number, where: string, nearest: string | undefined): string =>
  `has a contrast of ${formatContrast(contrast)} ${where}. The nearest colour that passes is ${nearest}`;

/**
 * The first colour that nobody could read, if any. The light scheme takes the colours as they are, and so does the pill on
 * the page; the dark one adapts them.
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
    const where = `on the light pane, and controls need ${formatContrast(controlContrast)}`;
    return { field: 'accent', sentence: sentenceOf(leastContrast(accent, controlGrounds(light)), where, nearest) };
  }
  if (onAccent !== undefined && !isText(onAccent, accent)) {
    const nearest = nearestColour(onAccent, (colour) => isText(colour, accent));
    const where = `on the accent ${accent}, and text needs ${formatContrast(textContrast)}`;
    const sentence = sentenceOf(contrastOf(onAccent, accent), where, nearest);
    // White text is often chosen before the accent.
    const ground = nearestColour(accent, (colour) => isControl(colour, light) && isText(onAccent, colour));
    return {
      field: 'onAccent',
      sentence: ground ? `${sentence}, and the nearest accent under it ${ground}` : sentence,
    };
  }
  return undefined;
}
