import type { PageFacts } from '../../bridge/records.ts';
import { type Locale, type LocaleSource, resolveLocale } from '../text/locale.ts';
import { maxSettingLength } from './limits.ts';
import type { PageConfig, SwitchableChannel } from './pageConfig.ts';
import type { QueryParameters } from './queryParameters.ts';
import { textOf } from './queryValue.ts';

/** A page's settings for the widget: query parameters win over script attributes, and these over the config object. */
export interface PageSettings {
  /** Empty when the page names none. */
  readonly focusArea: string;
  /** Looked up instead of the focus area, if the page names one (SH-074). */
  readonly variation: string | undefined;
  readonly locale: Locale;
  /** The locale of the texts. The page's config object may name a different one for the texts (PROTOCOLS 9). */
  readonly textLocale: Locale;
  /** What the page itself names. Query parameters do not count, because anyone can write a link. */
  readonly pageLocale: Locale;
  readonly theme: PillTheme | undefined;
  readonly colorScheme: ColorScheme | undefined;
  readonly menuOrder: 'default' | 'call-first';
  readonly collapse: boolean;
  readonly hideOnMobile: boolean;
  readonly noProactive: boolean;
  readonly demo: boolean;
  /** Whether the page listens to the events of analytics. */
  readonly wantsEvents: boolean;
  /** Channels that a page on a non-sales host switched off (SH-058). Empty on other hosts. */
  readonly switchedOff: readonly SwitchableChannel[];
  /** Only true on a non-sales host with path `/unifiedsupport` (SH-058). */
  readonly hidePill: boolean;
  /** The page's notification rules, unparsed (SH-137). */
  readonly rules: readonly unknown[];
  /** The page's whole config object. */
  readonly config: PageConfig | undefined;
  /** Settings with unusable values, by their dataset name. */
  readonly refused: readonly string[];
}

export interface PageSettingsFacts {
  readonly page: Pick<PageFacts, 'lang' | 'settings'>;
  /** The parsed config object of the page. */
  readonly config: PageConfig | undefined;
  readonly query: QueryParameters;
}

export const pillThemes = ['blue', 'yellow', 'grey', 'red-brand'] as const;
export const colorSchemes = ['auto', 'light', 'dark'] as const;
export type ColorScheme = (typeof colorSchemes)[number];
export type PillTheme = (typeof pillThemes)[number];

/** Never throws: an unusable value gets its default and is named in `refused` (SH-016, SH-058, SH-076, SH-098). */
export function parsePageSettings(facts: PageSettingsFacts): PageSettings {
  const refused: string[] = [];
  const { lang, settings: attributes } = facts.page;
  const { config } = facts;
  if (config?.isMalformed) refused.push('the config object');

  const attribute = (name: string): string | undefined => {
    const value = Object.hasOwn(attributes, name) ? attributes[name]?.trim() : undefined;
    if (value === undefined || value === '') return undefined;
    if (value.length <= maxSettingLength) return value;
    refused.push(name);
    return undefined;
  };
  const oneOf = <Value extends string>(name: string, allowed: readonly Value[]): Value | undefined => {
    const value = attribute(name);
    const found = allowed.find((candidate) => candidate === value?.toLowerCase());
    if (value !== undefined && found === undefined) refused.push(name);
    return found;
  };
  const flag = (name: string): boolean => isFlagOn(Object.hasOwn(attributes, name) ? attributes[name] : undefined);
  const queryText = (field: 'focusArea' | 'variation' | 'languageCode' | 'regionCode'): string | undefined => {
    const text = textOf(facts.query[field]);
    return text !== undefined && text.length <= maxSettingLength ? text : undefined;
  };

  const lookedUp = (read: typeof queryText) => ({
    focusArea: read('focusArea'),
    variation: read('variation'),
    languageCode: read('languageCode'),
    regionCode: read('regionCode'),
  });
  const byPage = lookedUp(attribute);
  const first = [lookedUp(queryText), byPage];
  const areas = [...first, ...(config ? [config] : [])];
  const last: LocaleSource = { languageCode: lang };

  return {
    focusArea: areas.find(({ focusArea }) => focusArea)?.focusArea ?? '',
    // A focus area in the address wins over the variation of the page.
    variation: areas.find(({ focusArea, variation }) => variation ?? focusArea)?.variation,
    locale: resolveLocale([...first, config?.locale, last]),
    textLocale: resolveLocale([...first, config?.textLocale, config?.locale, last]),
    pageLocale: resolveLocale([byPage, config?.locale, last]),
    // The newer shape of the page config names a color palette, which may be one of our themes.
    theme: oneOf('theme', pillThemes) ?? pillThemes.find((theme) => theme === config?.colorPalette),
    colorScheme: oneOf('colorScheme', colorSchemes),
    menuOrder: oneOf('menuOrder', ['default', 'call-first'] as const) ?? 'default',
    collapse: flag('collapse'),
    hideOnMobile: flag('hideOnMobile'),
    noProactive: flag('noProactive'),
    demo: flag('demo'),
    wantsEvents: flag('analyticsEvents') || config?.wantsEvents === true,
    switchedOff: config?.switchedOff ?? [],
    hidePill: config?.hidePill === true,
    rules: config?.rules ?? [],
    config,
    refused,
  };
}

/** An attribute that is present is on, even `data-collapse=""`. Only an explicit "no" turns it off. */
function isFlagOn(value: string | undefined): boolean {
  return value !== undefined && !/^\s*(false|no|off|0)\s*$/i.test(value);
}

/** Logged before the names of refused settings. */
export const refusedSettings = 'These page settings are invalid. Their defaults are used.';
