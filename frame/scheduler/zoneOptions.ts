import { createLazy } from '../platform/lazy.ts';
import type { DropdownOption } from '../ui/searchOptions.ts';
import type { DateText } from './dateText.ts';

/** A zone in the list: its place, and its name, offset and current time below. */
export function toZoneOption(dates: DateText, id: string, nowMs: number): DropdownOption {
  const name = dates.zone(id);
  const facts = [dates.offset(nowMs, id), dates.time(nowMs, id)];
  // In some languages the zone has the same name as its place.
  return { id, label: dates.place(id), note: (name === dates.place(id) ? facts : [name, ...facts]).join(' · ') };
}

type ZoneMatcher = (option: DropdownOption, query: string) => boolean;

const search = createLazy({
  download: () => import('./zoneSearch.ts'),
  create: (module) => module.createZoneMatcher,
});

/** Starts to download the search, which only an open list needs. */
export const prepareZoneSearch = search.prefetch;

/** Finds zones by all their names. Until the search is downloaded, only by the displayed text. */
export function createZoneMatcher(dates: DateText, nowMs: number): ZoneMatcher {
  let matches: ZoneMatcher | undefined;
  return (option, query) => {
    matches ??= search.peek()?.(dates, nowMs);
    return matches
      ? matches(option, query)
      : `${option.label} ${option.note}`.toLowerCase().includes(query.toLowerCase());
  };
}
