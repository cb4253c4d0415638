import { parseJson } from '../platform/parseJson.ts';
import { defaultPurpose } from '../text/texts.ts';
import { layOver, purposeOfLine } from './botLine.ts';
import type { SchedulerSource } from './parseInfo.ts';
import { isSamePlace, type SchedulerPlace } from './place.ts';
import type { SchedulerName, SchedulerRequest, SchedulersPorts } from './ports.ts';

export interface RequestInPlace {
  readonly request: SchedulerRequest;
  /** The place whose page made the request. */
  readonly place: SchedulerPlace;
}

type FindPorts = Pick<SchedulersPorts, 'find' | 'findTexts' | 'place' | 'log'>;

/** SC-005: the request comes from a bot line that brings its own configuration or texts. */
export function isBotLine(request: SchedulerRequest): boolean {
  return request.schedulerConfig !== undefined || request.schedulerText !== undefined;
}

/** A bot line's texts are fragments, fragments as JSON, or plain text for the first question. */
export function toFragments(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    const parsed = parseJson(text);
    if (typeof parsed === 'object' && parsed !== null) return parsed;
  } catch {} // Ignore the error: plain text is allowed.
  return { firstQuestion: text };
}

/** Gets a scheduler's information: from the bot line, the known entry, or a lookup by name. */
export async function findSource(
  ports: FindPorts,
  { request, place }: RequestInPlace,
  name: SchedulerName,
  isRetry: boolean,
): Promise<SchedulerSource | undefined> {
  const found = await findEntry(ports, { request, place }, name, isRetry);
  return found && { ...found, schedulerTextTranslations: await textsOf(ports, found, name) };
}

async function findEntry(
  ports: FindPorts,
  { request, place }: RequestInPlace,
  name: SchedulerName,
  isRetry: boolean,
): Promise<SchedulerSource | undefined> {
  const { config, schedulerConfig, schedulerText } = request;
  // An entry is only valid for the place of its page. In another place, look up its purpose.
  const entry = isSamePlace(place, ports.place()) ? config : undefined;
  if (!isBotLine(request)) {
    const found = await ports.find(entry === undefined ? name : {}, isRetry);
    return found && { ...found, schedulingInformation: entry ?? found.schedulingInformation };
  }
  const purpose = name.purpose || purposeOfLine(request);
  const found = await ports.find(entry === undefined ? { ...name, purpose } : {}, isRetry).catch((error) => {
    if (schedulerConfig === undefined) throw error;
    return undefined; // Ignore the error: the line brings its own configuration.
  });
  return {
    bundleKey: { ...ports.place(), ...(found?.bundleKey as object | undefined) },
    schedulingInformation: layOver(entry ?? found?.schedulingInformation, schedulerConfig),
    schedulerTextTranslations: found?.schedulerTextTranslations ?? [],
    ownTexts: schedulerText && toFragments(schedulerText),
    schedulingClassifications: found?.schedulingClassifications ?? [],
    internationalDialing: found?.internationalDialing,
  };
}

/** The entry's purpose or variation can be another one than the lookup asked for, and so can its texts (SC-023). */
async function textsOf(
  { findTexts, place, log }: FindPorts,
  found: SchedulerSource,
  name: SchedulerName,
): Promise<readonly unknown[]> {
  const { schedulerTextTranslations: known, schedulingInformation } = found;
  const entry = (schedulingInformation ?? {}) as { readonly purpose?: string; readonly variation?: string };
  const { purpose = defaultPurpose, variation = place().variation } = entry;
  const isAsked = purpose === (name.purpose || defaultPurpose) && variation === place().variation;
  const has = known.some((one) => (one as { key?: { purpose?: unknown } } | null)?.key?.purpose === purpose);
  if (!findTexts || isAsked || has) return known;
  const own = await findTexts({ purpose, variation }).catch((error) => {
    log.warn('The texts of a scheduler could not be loaded. The default ones are shown.', error);
    return [];
  });
  return [...own, ...known];
}
