import { proxy, ref } from 'valtio/vanilla';
import type { Log } from '../platform/log.ts';
import { isSameLocale, type Locale } from './locale.ts';
import { findLocaleOption, type LocaleOption, type RegionLanguage, toLocaleOptions } from './localeOptions.ts';

export interface LocaleState {
  /** The locale whose bundle and texts are shown now; changes only when the new ones have arrived. */
  current: Locale;
  options: readonly LocaleOption[];
  /** Names for the business-location line; undefined draws nothing (SH-167). */
  currentOption: LocaleOption | undefined;
  phase: 'idle' | 'changing' | 'failed';
}

export interface LocalePorts {
  readonly log: Log;
  /**
   * Fetches the bundle of another locale, and shows it if it is wanted when it comes (SH-085); rejects when that failed and
   * the old one still stands (SH-174).
   */
  changeBundle(locale: Locale, isWanted: () => boolean): Promise<void>;
  /** The locales of the focus area (SH-069): asked once, when the list is first opened. */
  fetchKeys(): Promise<readonly Locale[]>;
}

export function createLocaleStore(ports: LocalePorts, start: Locale) {
  const state = proxy<LocaleState>({ current: start, options: [], currentOption: undefined, phase: 'idle' });
  let regions: readonly RegionLanguage[] = [];
  let keys: readonly Locale[] | undefined;
  let keysAsked = false;
  let newest = 0;

  function refresh(): void {
    state.options = ref(toLocaleOptions(regions, keys));
    state.currentOption = findLocaleOption(regions, state.current);
  }

  return {
    state,

    /** The lookup answered: its list of names, and the locale of the bundle that was really found. */
    bundleShown(regionsAndLanguages: readonly RegionLanguage[], locale: Locale): void {
      regions = regionsAndLanguages;
      state.current = locale;
      refresh();
      if (!state.currentOption) ports.log.error('The current region and language are not in the list of locations.');
    },

    /** The visitor opened the list: narrow it to the locales that the focus area has, once (SH-069). */
    async listOpened(): Promise<void> {
      if (keysAsked) return;
      keysAsked = true;
      try {
        keys = await ports.fetchKeys();
        refresh();
      } catch (error) {
        keysAsked = false;
        ports.log.warn('The locations of this page could not be fetched; the whole list is shown.', error);
      }
    },

    /** SH-068: changes the bundle only when another locale is chosen. The newest choice wins (SH-085). */
    async choose(locale: Locale): Promise<void> {
      if (isSameLocale(locale, state.current)) {
        newest += 1;
        state.phase = 'idle';
        return;
      }
      newest += 1;
      const mine = newest;
      state.phase = 'changing';
      try {
        await ports.changeBundle(locale, () => mine === newest);
        if (mine !== newest) return;
        // Which locale it really is, the bundle says (bundleShown).
        state.phase = 'idle';
      } catch (error) {
        if (mine !== newest) return;
        state.phase = 'failed';
        ports.log.warn('The location could not be changed; the old one stays.', error);
      }
    },
  };
}

export type LocaleStore = ReturnType<typeof createLocaleStore>;
