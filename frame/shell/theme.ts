import { type PillTheme, pillThemes } from '../host/pageSettings.ts';
import { directionOf } from '../text/direction.ts';

export type Side = 'right' | 'left';

/** What a page can name, or the company's own colours. */
export type Theme = PillTheme | 'brand';

/**
 * SH-153: the page setting wins over the experiment's variation. Unknown names count as absent; the default is blue, or the brand if
 * it has an accent.
 */
export function chooseTheme(setting: string | undefined, variation: string | undefined, accent?: string): Theme {
  const known = (name: string | undefined): boolean => pillThemes.some((theme) => theme === name);
  return ([setting, variation].find(known) ?? (accent ? 'brand' : 'blue')) as Theme;
}

/** SH-154: pill, pane and cards are where lines end: right-to-left languages have them at the bottom-left. A brand can mirror it. */
export function sideOf(languageCode: string, side?: 'start' | 'end'): Side {
  return (directionOf(languageCode) === 'rtl') === (side !== 'start') ? 'left' : 'right';
}
