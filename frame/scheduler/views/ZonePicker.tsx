import { useMemo, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { DateText } from '../dateText.ts';
import type { SchedulerStore } from '../store.ts';
import { createZoneMatcher, prepareZoneSearch, toZoneOption } from '../zoneOptions.ts';
import { Picker } from './Picker.tsx';

export interface ZonePickerProps {
  readonly store: SchedulerStore;
  readonly dates: DateText;
  /** Empty while the form has none. */
  readonly zone: string;
}

/** The zone in which times are shown (SC-054). */
export function ZonePicker({ store, dates, zone }: ZonePickerProps) {
  const { zones, ownZone } = useSnapshot(store.state);
  const { read } = store;
  // Formatting a zone name is expensive, so format the other zones only when the list gets hover or focus.
  const [isNear, setNear] = useState(false);
  /** The current minute, for the times in the list. */
  const minute = (): number => Math.floor(store.now() / 60_000) * 60_000;
  const [nowMs, setNowMs] = useState(minute);
  const named = useMemo(() => (isNear ? zones : zones.filter((id) => id === zone)), [isNear, zones, zone]);
  const mark = read('yourZone');
  const options = useMemo(
    () => named.map((id) => toZoneOption(dates, id, nowMs, id === ownZone ? mark : '')),
    [named, dates, nowMs, ownZone, mark],
  );
  const matches = useMemo(() => createZoneMatcher(dates, store.now()), [dates, store]);
  const selected = options.find(({ id }) => id === zone);

  return (
    zones.length > 0 && (
      <Picker
        options={options}
        selectedId={zone}
        label={read('zone')}
        texts={{ search: read('zoneSearch'), none: read('zoneNone'), close: read('closeDetails') }}
        read={read}
        matches={matches}
        onNear={() => {
          setNear(true);
          setNowMs(minute());
          prepareZoneSearch();
        }}
        onSelect={({ id }) => void store.times.chooseZone(id)}
      >
        {selected && dates.say(selected.label, dates.offset(nowMs, zone))}
      </Picker>
    )
  );
}
