import { pillFont } from '../hostStyles.ts';
import { accentColours, colourProblem } from './brandColours.ts';
import type { BrandDeployment } from './deployment.ts';

const declare = (group: string, values: object): string =>
  Object.entries(values)
    .map(([name, value]) => `--cm-${group}${name}:${value}`)
    .join(';');

/**
 * The brand with its CSS: for the pill, which the core draws, and for the frame's document. It sets the tokens of
 * styles/theme.css.ts. Its colours are those of the theme `brand`.
 */
export function withStyles(brand: BrandDeployment): BrandDeployment {
  const { accent, onAccent, font, radius } = brand;
  const fonts = font && `${font}, system-ui`;
  const colours = accent === undefined ? undefined : accentColours({ accent, onAccent });
  const shape = { 'radius-control': `${radius}px`, 'radius-pane': `${2 * radius}px`, ...(fonts && { font: fonts }) };
  let sheet = `:root{${declare('', shape)}}`;
  if (colours) {
    const ofTheme = (tokens: object, scheme = ''): string =>
      `:root[data-theme=brand]${scheme}{${declare('color-', tokens)}}`;
    sheet += ofTheme(colours.light) + ofTheme(colours.dark, '[data-color-scheme=dark]');
  }
  const pill = {
    borderRadius: 3 * radius,
    ...(fonts && { font: pillFont(fonts) }),
    ...(colours && { backgroundColor: colours.light.accent, color: colours.light.onAccent }),
  };
  return { ...brand, $styles: { pill, sheet } };
}

/** The brand of a file that was changed since the build. Colours that nobody could read give way to the default ones. */
export function readableBrand(brand: BrandDeployment, warn: (sentence: string) => void): BrandDeployment {
  const problem = colourProblem(brand);
  if (!problem) return withStyles(brand);
  warn(`config.json: brand.${problem.field}: ${problem.sentence}. The widget has its default colours.`);
  const { accent, onAccent, ...others } = brand;
  return withStyles(others);
}
