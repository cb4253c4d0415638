import { expect, it } from 'vitest';
import { createState } from '../../../frame/scheduler/state.ts';
import { createZoneChoice } from '../../../frame/scheduler/zoneChoice.ts';
import { createFakeClock } from '../../support/fakeClock.ts';

/** Picks Tokyo, and Berlin when the work for Tokyo has come to `step`. */
async function pickAgainAt(step: string) {
  const state = createState();
  state.form.timezone = 'America/New_York';
  const done: string[] = [];
  const does = (name: string, zone: string): void => {
    done.push(`${name} ${zone}`);
    if (name === step && zone === 'Asia/Tokyo') void choose('Europe/Berlin');
  };
  const clock = createFakeClock();
  const choose = createZoneChoice(clock, state, {
    prepare: (zone) => does('prepare', zone),
    changeZone(zone) {
      state.form.timezone = zone;
      does('change', zone);
    },
    lookupIfChanged: async () => does('look up', state.form.timezone),
  });
  void choose('Asia/Tokyo');
  if (step === 'press') void choose('Europe/Berlin');
  await clock.advance(0);
  return { done, state, clock, choose };
}

it.each([
  ['press', []],
  ['prepare', ['prepare Asia/Tokyo']],
  ['change', ['prepare Asia/Tokyo', 'change Asia/Tokyo']],
  ['look up', ['prepare Asia/Tokyo', 'change Asia/Tokyo', 'look up Asia/Tokyo']],
])(
  '[SC-060][SC-066] the zone that is picked last stops the work for the first one after the %s',
  async (step, first) => {
    const { done } = await pickAgainAt(step);
    expect(done).toEqual([...first, 'prepare Europe/Berlin', 'change Europe/Berlin', 'look up Europe/Berlin']);
  },
);

it('[SC-066] the zone that is shown needs no work', async () => {
  const { done, state, clock, choose } = await pickAgainAt('press');
  done.length = 0;
  state.isSlotGone = true;
  void choose('Europe/Berlin');
  await clock.advance(0);
  expect([done, state.isSlotGone]).toEqual([[], true]);
});
