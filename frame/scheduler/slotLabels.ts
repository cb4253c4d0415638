import type { DateText } from './dateText.ts';
import type { ReadSlot } from './readSlots.ts';

/** The labels of the slots of one day. No two slots of a day have the same label. */
export interface SlotLabels {
  /** In the order of the slots. */
  readonly labels: readonly string[];
  /** The clocks change on this day, so each label shows its offset. */
  readonly hasClockChange: boolean;
}

export function labelSlots(dates: DateText, slots: readonly ReadSlot[], zone: string): SlotLabels {
  const offsets = slots.map(({ startMs }) => dates.offset(startMs, zone));
  const hasClockChange = new Set(offsets).size > 1;
  const labels = slots.map((slot, index) => {
    // Another slot with the same start differs by its end.
    const sharesStart = [slots[index - 1], slots[index + 1]].some((one) => one?.startMs === slot.startMs);
    const time = sharesStart ? dates.timeSpan({ ...slot, zone }) : dates.time(slot.startMs, zone);
    return hasClockChange ? `${time} ${offsets[index]}` : time;
  });
  return { labels, hasClockChange };
}
