import { type PillTheme, pillThemes } from '../host/pageSettings.ts';
import { directionOf } from '../text/direction.ts';

export type Side = 'right' | 'left';

/** SH-153: the page setting wins over the experiment's variation. Unknown names count as absent; blue is the default. */
export function chooseTheme(setting: string | undefined, variation: string | undefined): PillTheme {
  const known = (name: string | undefined): boolean => pillThemes.some((theme) => theme === name);
  return ([setting, variation].find(known) ?? 'blue') as PillTheme;
}

/** SH-154: right-to-left languages put pill, pane and cards at the bottom-left. */
export function sideOf(languageCode: string): Side {
  return directionOf(languageCode) === 'rtl' ? 'left' : 'right';
}
