import { type Fields, isRecord } from '../../bridge/guards.ts';
import type { LocaleSource } from '../text/locale.ts';
import { longestSettingLength } from './limits.ts';

/** A channel that a page may switch off (SH-058). */
export type SwitchableChannel = (typeof switchableChannels)[number];

/**
 * Parses the page's config object, in every shape that existing pages use (PROTOCOLS 9). Downloaded only for a page that has
 * one. The shapes:
 *   {contactInformationBundleKey: {focusArea or variation, languageCode, regionCode}, contactModuleTranslationKey: {…}}
 *   {routing: {focusArea, …}, translation: {…}, settings: {colorPalette}}
 * either bare or inside their parents (`digitalData`, `page.pageInfo`, `page.pageInfo.ibm`), each with our own optional
 * fields `switchOff`, `hidePill`, `rules`, `productName`, `pageViewId`, `dmpAudience` and `lotameId` (SH-016, SH-058, SH-137,
 * SH-138, SC-098).
 */
export interface PageConfig {
  readonly focusArea: string | undefined;
  readonly variation: string | undefined;
  readonly locale: LocaleSource;
  readonly textLocale: LocaleSource;
  readonly colorPalette: string | undefined;
  readonly switchedOff: readonly SwitchableChannel[];
  readonly hidePill: boolean;
  readonly rules: readonly unknown[];
  /** The product that the page is about. Sent unchanged with a booking. */
  readonly productName: string | undefined;
  /** The page's id for this page view. Sent unchanged with a booking. */
  readonly pageViewId: string | undefined;
  /** The visitor's audience at the page's data management platforms. Sent unchanged with an offer request (SH-138). */
  readonly dmpAudience?: string | undefined;
  readonly lotameId?: string | undefined;
  /** Whether the config object, or a known part of it, has the wrong type. */
  readonly isMalformed: boolean;
}

const parents = ['page', 'pageInfo', 'ibm', 'contactModuleConfiguration'] as const;
const switchableChannels = ['scheduler', 'email', 'phone', 'chat'] as const;

export function parsePageConfig(given: unknown): PageConfig {
  const config = unwrap(given);
  const bundleKey = own(config, 'contactInformationBundleKey') ?? own(config, 'routing');
  const translationKey = own(config, 'contactModuleTranslationKey') ?? own(config, 'translation');
  const switchOff = own(config, 'switchOff');
  const rules = own(config, 'rules');
  return {
    focusArea: textAt(bundleKey, 'focusArea') ?? textAt(config, 'focusArea'),
    variation: textAt(bundleKey, 'variation') ?? textAt(config, 'variation'),
    locale: localeAt(bundleKey),
    textLocale: localeAt(translationKey),
    colorPalette: textAt(own(config, 'settings'), 'colorPalette') ?? textAt(config, 'colorPalette'),
    switchedOff: switchableChannels.filter((channel) =>
      Array.isArray(switchOff) ? switchOff.includes(channel) : own(switchOff, channel) === true,
    ),
    hidePill: own(config, 'hidePill') === true,
    rules: Array.isArray(rules) ? rules.slice(0, 100) : [],
    productName: textAt(config, 'productName'),
    pageViewId: textAt(config, 'pageViewId'),
    dmpAudience: textAt(config, 'dmpAudience'),
    lotameId: textAt(config, 'lotameId'),
    isMalformed:
      (given !== null && given !== undefined && !isRecord(given)) ||
      [bundleKey, translationKey].some((key) => key !== undefined && !isRecord(key)) ||
      (rules !== undefined && !Array.isArray(rules)),
  };
}

/** Descends through the known parents as long as each contains the next. */
function unwrap(given: unknown): Fields {
  let config: Fields = isRecord(given) ? given : {};
  for (const parent of parents) {
    const inner = own(config, parent);
    if (isRecord(inner) && (parent !== 'ibm' || isRecord(own(inner, 'contactModuleConfiguration')))) config = inner;
  }
  return config;
}

function localeAt(key: unknown): LocaleSource {
  return { languageCode: textAt(key, 'languageCode'), regionCode: textAt(key, 'regionCode') };
}

function textAt(fields: unknown, name: string): string | undefined {
  const value = own(fields, name);
  const text = typeof value === 'string' ? value.trim() : '';
  return text && text.length <= longestSettingLength ? text : undefined;
}

function own(fields: unknown, name: string): unknown {
  return isRecord(fields) && Object.hasOwn(fields, name) ? fields[name] : undefined;
}
