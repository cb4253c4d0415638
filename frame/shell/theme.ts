import { type PillTheme, pillThemes } from '../host/pageSettings.ts';
import { directionOf } from '../text/direction.ts';

export type Side = 'right' | 'left';

/** A theme that a page can name, or the company's own colours. */
export type Theme = PillTheme | 'brand';

/**
 * SH-153: the page setting wins over the experiment's variation. Unknown names are ignored. The default is blue, or the
 * brand if it has an accent.
 */
export function chooseTheme(setting: string | undefined, variation: string | undefined, accent?: string): Theme {
  const names: readonly unknown[] = pillThemes;
  return ([setting, variation].find((name) => names.includes(name)) ?? (accent ? 'brand' : 'blue')) as Theme;
}

/**
 * SH-154: pill, pane and cards are at the inline end, which is the left in right-to-left languages. A brand can mirror this.
 */
export function sideOf(languageCode: string, side?: 'start' | 'end'): Side {
  return (directionOf(languageCode) === 'rtl') === (side !== 'start') ? 'left' : 'right';
}
