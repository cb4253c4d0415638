import { type Fields, isRecord } from '../../bridge/guards.ts';
import type { LocaleSource } from '../text/locale.ts';
import { maxSettingLength } from './limits.ts';

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
  /** Empty on a sales host (SH-058). */
  readonly switchedOff: readonly SwitchableChannel[];
  /** Only true on a non-sales host with path `/unifiedsupport` (SH-058). */
  readonly hidePill: boolean;
  readonly rules: readonly unknown[];
  /** The product that the page is about. Sent unchanged with a booking. */
  readonly productName: string | undefined;
  /** The page's id for this page view. Sent unchanged with a booking. */
  readonly pageViewId: string | undefined;
  /** The visitor's audience at the page's data management platforms. Sent unchanged with an offer request (SH-138). */
  readonly dmpAudience?: string | undefined;
  readonly lotameId?: string | undefined;
  /** Whether the page listens to the events of analytics. */
  readonly wantsEvents: boolean;
  /** The fields of a later reading of the config object: a consent tool changes its answers. */
  readonly fieldsOf: (given: unknown) => Fields;
  /** Whether the config object, or a known part of it, has the wrong type. */
  readonly isMalformed: boolean;
}

export interface PageConfigFacts {
  /** The page's address. */
  readonly url: string;
  /** Hosts whose pages may switch off channels and hide the pill: `support.example.com`, `*.example.com`. */
  readonly nonSalesHosts: readonly string[];
}

const parents = ['page', 'pageInfo', 'ibm', 'contactModuleConfiguration'] as const;
const switchableChannels = ['scheduler', 'email', 'phone', 'chat'] as const;

export function parsePageConfig(given: unknown, { url, nonSalesHosts }: PageConfigFacts): PageConfig {
  const config = innermostConfig(given);
  const bundleKey = own(config, 'contactInformationBundleKey') ?? own(config, 'routing');
  const translationKey = own(config, 'contactModuleTranslationKey') ?? own(config, 'translation');
  const switchOff = own(config, 'switchOff');
  const rules = own(config, 'rules');
  const isNonSales = isHostIn(url, nonSalesHosts);
  return {
    focusArea: textAt(bundleKey, 'focusArea') ?? textAt(config, 'focusArea'),
    variation: textAt(bundleKey, 'variation') ?? textAt(config, 'variation'),
    locale: localeAt(bundleKey),
    textLocale: localeAt(translationKey),
    colorPalette: textAt(own(config, 'settings'), 'colorPalette') ?? textAt(config, 'colorPalette'),
    switchedOff: switchableChannels.filter(
      (channel) =>
        isNonSales && (Array.isArray(switchOff) ? switchOff.includes(channel) : own(switchOff, channel) === true),
    ),
    hidePill: isNonSales && own(config, 'hidePill') === true && /^\/unifiedsupport(\/|$)/.test(new URL(url).pathname),
    rules: Array.isArray(rules) ? rules.slice(0, 100) : [],
    wantsEvents: own(config, 'analyticsEvents') === true,
    fieldsOf: innermostConfig,
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

/** Whether the page's host is in a list of host names. `*.example.com` matches every subdomain of example.com. */
function isHostIn(url: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hosts.some((host) => {
    const wanted = host.trim().toLowerCase();
    return wanted.startsWith('*.') ? hostname.endsWith(wanted.slice(1)) : hostname === wanted;
  });
}

/**
 * The fields of the page's config object, which some pages keep in a larger one. Descends through the known parents as long as each
 * contains the next.
 */
export function innermostConfig(given: unknown): Fields {
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
  return text && text.length <= maxSettingLength ? text : undefined;
}

function own(fields: unknown, name: string): unknown {
  return isRecord(fields) && Object.hasOwn(fields, name) ? fields[name] : undefined;
}
