import { proxy, ref } from 'valtio/vanilla';
import { isSameLocale, type Locale } from './locale.ts';
import { findLocaleOption, type LocaleOption, type RegionLanguage, toLocaleOptions } from './localeOptions.ts';

export interface LocaleState {
  /** The locale of the bundle and texts that are shown. Changes only when the new ones have arrived. */
  current: Locale;
  options: readonly LocaleOption[];
  /** The option that the business-location line shows. When undefined, the line is not rendered (SH-167). */
  currentOption: LocaleOption | undefined;
  phase: 'idle' | 'changing' | 'failed';
}

export interface LocalePorts {
  readonly log: {
    error(sentence: string): void;
    warn(sentence: string, detail: unknown): void;
  };
  /**
   * Fetches the bundle of another locale, and shows it if `isWanted()` is still true when it arrives (SH-085). Rejects when
   * this fails; the old bundle stays then (SH-174).
   */
  changeBundle(locale: Locale, isWanted: () => boolean, isSilent?: boolean): Promise<void>;
  /** The locales of the focus area (SH-069), fetched when the list is first opened. */
  fetchKeys(): Promise<readonly Locale[]>;
}

export function createLocaleStore(ports: LocalePorts, start: Locale) {
  const state = proxy<LocaleState>({ current: start, options: [], currentOption: undefined, phase: 'idle' });
  let regions: readonly RegionLanguage[] = [];
  let keys: readonly Locale[] | undefined;
  let areKeysRequested = false;
  let newest = 0;

  function refresh(): void {
    state.options = ref(toLocaleOptions(regions, keys));
    state.currentOption = findLocaleOption(regions, state.current);
  }

  return {
    state,

    /** Call this with the list of names and the locale of the bundle that the lookup returned. */
    bundleShown(regionsAndLanguages: readonly RegionLanguage[], locale: Locale): void {
      regions = regionsAndLanguages;
      state.current = locale;
      refresh();
      if (!state.currentOption) ports.log.error('The location is not in the list.');
    },

    /** Call this when the visitor opens the list. The first time, limits it to the focus area's locales (SH-069). */
    async listOpened(): Promise<void> {
      if (areKeysRequested) return;
      areKeysRequested = true;
      try {
        keys = await ports.fetchKeys();
        refresh();
      } catch (error) {
        areKeysRequested = false;
        ports.log.warn('The locations of this page could not be fetched; all are shown.', error);
      }
    },

    /** Changes the bundle when another locale is chosen (SH-068). The newest choice wins (SH-085). `isSilent`: nobody here has asked. */
    async choose(locale: Locale, isSilent?: boolean): Promise<void> {
      newest += 1;
      const mine = newest;
      let phase: LocaleState['phase'] = 'idle';
      if (!isSameLocale(locale, state.current)) {
        state.phase = 'changing';
        try {
          // `bundleShown` sets the locale, because the bundle found may be for another one.
          await ports.changeBundle(locale, () => mine === newest, isSilent);
        } catch (error) {
          if (mine !== newest) return;
          if (!isSilent) phase = 'failed';
          ports.log.warn('The location could not be changed.', error);
        }
      }
      if (mine === newest) state.phase = phase;
    },
  };
}

export type LocaleStore = ReturnType<typeof createLocaleStore>;
