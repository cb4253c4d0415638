import { isBotLine, toFragments } from './botLine.ts';
import type { SchedulerSource } from './parseInfo.ts';
import { isSamePlace, type SchedulerPlace } from './place.ts';
import type { SchedulerName, SchedulerRequest, SchedulersPorts } from './ports.ts';

export interface RequestInPlace {
  readonly request: SchedulerRequest;
  /** The place whose page made the request. */
  readonly place: SchedulerPlace;
}

/** Gets a scheduler's information: from the bot line, the menu entry, or a lookup by name. */
export async function findSource(
  ports: Pick<SchedulersPorts, 'find' | 'place'>,
  { request, place }: RequestInPlace,
  name: SchedulerName,
  isRetry: boolean,
): Promise<SchedulerSource | undefined> {
  const { config, schedulerConfig, schedulerText } = request;
  if (isBotLine(request)) {
    const found = await ports.find(name, isRetry).catch((error) => {
      if (schedulerConfig === undefined) throw error;
      return undefined; // Ignore the error: the line brings its own configuration.
    });
    return {
      bundleKey: { ...ports.place(), ...(found?.bundleKey as object | undefined) },
      schedulingInformation: schedulerConfig ?? found?.schedulingInformation,
      schedulerTextTranslations: schedulerText
        ? [{ key: {}, textFragments: toFragments(schedulerText) }]
        : (found?.schedulerTextTranslations ?? []),
      schedulingClassifications: found?.schedulingClassifications ?? [],
      internationalDialing: found?.internationalDialing,
    };
  }
  // A menu entry is only valid for the place of its menu. In another place, look up its purpose.
  if (config === undefined || !isSamePlace(place, ports.place())) return ports.find(name, isRetry);
  const found = await ports.find({}, isRetry);
  return found && { ...found, schedulingInformation: config };
}
