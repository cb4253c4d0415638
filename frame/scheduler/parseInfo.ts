import * as v from 'valibot';
import { parseList } from '../platform/wireFields.ts';
import { defaultPurpose } from '../text/texts.ts';
import type { DialingRow } from './dialing.ts';
import type { Classification, SchedulerConfig } from './records.ts';
import type { SchedulerTranslation } from './schedulerTextSource.ts';

/** The scheduler's part of a contact lookup, not parsed yet (SC-025). */
export interface SchedulerSource {
  /** The scheduling entry; undefined if the page has no scheduler. */
  readonly schedulingInformation: unknown;
  readonly bundleKey: unknown;
  readonly schedulerTextTranslations: readonly unknown[];
  /** A bot line's own fragments, which come before all others. */
  readonly ownTexts?: unknown;
  readonly schedulingClassifications: readonly unknown[];
  readonly internationalDialing: unknown;
}

/** The parsed information of one scheduler (SC-019, SC-020). */
export interface SchedulerInfo {
  readonly config: SchedulerConfig;
  readonly translations: readonly SchedulerTranslation[];
  readonly classifications: readonly Classification[];
  readonly dialing: readonly DialingRow[];
}

const text = v.fallback(v.optional(v.string(), ''), '');
/** A comma-separated list. Some services send an array instead. */
const list = v.fallback(
  v.union([
    v.string(),
    v.pipe(
      v.array(v.string()),
      v.transform((names) => names.join(',')),
    ),
  ]),
  '',
);

const configSchema = v.object({
  clientURL: text,
  variation: text,
  focusArea: text,
  regionCode: text,
  languageCode: text,
  purpose: text,
  appointmentTimeZones: list,
  appointmentTimeZonePreferred: text,
  stateOrProvinceNames: list,
  cognitiveRouting: v.fallback(v.picklist(['Yes', 'No']), 'No'),
});

const placeFields = v.object({ purpose: text, variation: text, focusArea: text, regionCode: text, languageCode: text });
/** The scope of a bundle or a translation. Every member is empty if the key is missing. */
const placeKey = v.fallback(placeFields, v.parse(placeFields, {}));

/** Undefined if there is no scheduling entry. Missing fields come from the bundle's key. */
export function parseConfig(entry: unknown, bundleKey: unknown): SchedulerConfig | undefined {
  const parsed = v.safeParse(configSchema, entry);
  if (!parsed.success) return undefined;
  const key = v.parse(placeKey, bundleKey);
  const config = parsed.output;
  return {
    ...config,
    variation: config.variation || key.variation,
    focusArea: config.focusArea || key.focusArea,
    regionCode: config.regionCode || key.regionCode || 'US',
    languageCode: config.languageCode || key.languageCode || 'en',
    purpose: config.purpose || defaultPurpose,
  };
}

const translation = v.object({
  key: placeKey,
  textFragments: v.record(v.string(), v.unknown()),
});

/** Accepts our member names and the service's. */
const classification = v.pipe(
  v.object({
    label: v.optional(v.string()),
    text: v.optional(v.string()),
    classification: v.optional(v.string()),
    classificationTranslation: v.optional(v.string()),
  }),
  v.transform((one): Classification => {
    const label = one.label ?? one.classification ?? '';
    return { label, text: one.text || one.classificationTranslation || label };
  }),
);

const dialingRow = v.object({
  type: text,
  internationalDialingCode: v.fallback(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), ''),
  regionCode: text,
  regionName: text,
  regionNameTranslation: text,
});

export function parseInfo(source: SchedulerSource): SchedulerInfo | undefined {
  const config = parseConfig(source.schedulingInformation, source.bundleKey);
  if (!config) return undefined;
  const dialing = source.internationalDialing as { internationalDialingCodes?: unknown } | null | undefined;
  return {
    config,
    translations: parseList(translation, [
      { key: config, textFragments: source.ownTexts },
      ...source.schedulerTextTranslations,
    ]).map(({ key, textFragments }) => ({
      ...key,
      purpose: key.purpose || defaultPurpose,
      fragments: flatten(textFragments),
    })),
    classifications: parseList(classification, source.schedulingClassifications).filter(({ label }) => label !== ''),
    dialing: parseList(dialingRow, dialing?.internationalDialingCodes),
  };
}

/** Fragments come flat or grouped by section. The scheduler reads both as one list. Blank ones are treated as missing. */
function flatten(fragments: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(fragments).flatMap(([name, value]): [string, unknown][] =>
    typeof value === 'object' && value !== null ? Object.entries(value) : [[name, value]],
  );
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].trim() !== ''),
  );
}
