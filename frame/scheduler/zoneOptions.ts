import { createLazy } from '../platform/lazy.ts';
import type { DropdownOption, OptionMatcher } from '../ui/searchOptions.ts';
import type { DateText } from './dateText.ts';

/** A zone in the list: its place, and its name, offset and current time below. `mark` says that it is the visitor's own. */
export function toZoneOption(dates: DateText, id: string, nowMs: number, mark = ''): DropdownOption {
  const name = dates.zone(id);
  const facts = [dates.offset(nowMs, id), dates.time(nowMs, id).replaceAll(' ', '\u00a0')];
  // In some languages the zone has the same name as its place.
  const notes = [mark, name === dates.place(id) ? '' : name, ...facts].filter((one) => one !== '');
  return { id, label: dates.place(id), note: dates.say(...notes) };
}

const search = createLazy({
  download: () => import('./zoneSearch.ts'),
  create: (module) => module.createZoneMatcher,
});

/** Starts to download the search, which only an open list needs. */
export const prepareZoneSearch = search.prefetch;

/** Finds zones by all their names. Until the search is downloaded, only by the displayed text. */
export function createZoneMatcher(dates: DateText, nowMs: number): OptionMatcher<DropdownOption> {
  let matches: OptionMatcher<DropdownOption> | undefined;
  return (option, query, fold) => {
    matches ??= search.peek()?.(dates, nowMs);
    return matches ? matches(option, query, fold) : fold(`${option.label} ${option.note}`).includes(fold(query));
  };
}
