import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { createDays } from '../../../frame/scheduler/daysStore.ts';
import { createState } from '../../../frame/scheduler/state.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
import { readSlots } from '../../support/readSlots.ts';
import { buildSlot, loadedAppointment } from '../../support/schedulerFixtures.ts';

const zone = 'America/New_York';
const at = (start: string, end: string, expertId = 'mara') => ({
  ...buildSlot(`2026-11-${start}:00-05:00`, `2026-11-${end}:00-05:00`),
  expertId,
});
const read = (...slots: ReturnType<typeof at>[]) => readSlots(Temporal, [{ date: '', slots }], zone, createFakeLog());
const offered = read(at('23T10:00', '23T10:30'), at('23T14:00', '23T14:30', 'theo'), at('24T09:00', '24T09:30'));

function setUp({ hasTemporal = true } = {}) {
  const clock = createFakeClock(Date.parse('2026-11-21T09:00:00Z'));
  const state = createState();
  const chosen: { ms: number | undefined; zone: string } = { ms: undefined, zone };
  const days = createDays(
    state,
    () => (hasTemporal ? Temporal : undefined),
    () => chosen.zone,
    () => chosen.ms,
    ({ startMs }) => startMs > clock.now(),
  );
  const dates = () => state.days.map(({ date, slots }) => `${date} ${slots.length}`);
  const jumpTo = (text: string) => clock.jump(Date.parse(text) - clock.now());
  return { state, chosen, days, dates, jumpTo };
}

describe('the offered days', () => {
  it('[SC-067] are those of the form’s zone, and follow it', () => {
    const { days, dates, chosen } = setUp();
    days.replace(offered);
    expect(dates()).toEqual(['2026-11-23 2', '2026-11-24 1']);
    chosen.zone = 'Asia/Tokyo';
    days.regroup();
    expect(dates()).toEqual(['2026-11-24 3']);
  });

  it('are none before the rules of time zones are loaded', () => {
    const { days, dates } = setUp({ hasTemporal: false });
    days.prepare(zone, offered);
    days.replace(offered);
    expect(dates()).toEqual([]);
  });

  it('are grouped once for the same times and zone', () => {
    const { days, state } = setUp();
    days.prepare(zone, offered);
    days.replace(offered);
    const first = state.days;
    days.regroup();
    expect(state.days).toBe(first);
    days.replace([...offered]);
    expect(state.days).not.toBe(first);
  });

  it('[F-SC8] lose a time at the moment when it starts', () => {
    const { days, dates, jumpTo } = setUp();
    days.replace(offered);
    jumpTo('2026-11-23T14:59:59.999Z');
    days.regroup();
    expect(dates()).toEqual(['2026-11-23 2', '2026-11-24 1']);
    jumpTo('2026-11-23T15:00:00Z');
    days.regroup();
    expect(dates()).toEqual(['2026-11-23 1', '2026-11-24 1']);
  });

  it('[SC-003] are those of one expert until that expert’s own are known', () => {
    const { days, state } = setUp();
    days.replace(offered);
    days.keepExpert('theo');
    expect(state.days.flatMap(({ slots }) => slots.map(({ expertId }) => expertId))).toEqual(['theo']);
  });

  it('[SC-068] have the booked time while the appointment is edited', () => {
    const { days, dates, state } = setUp();
    state.appointment = {
      ...loadedAppointment,
      startDateTime: '2026-11-25T20:00:00-05:00',
      endDateTime: '2026-11-25T20:30:00-05:00',
    };
    days.replace(offered);
    expect(dates()).toHaveLength(2);
    state.isEditing = true;
    days.regroup();
    expect(dates()).toEqual(['2026-11-23 2', '2026-11-24 1', '2026-11-25 1']);
    state.appointment = { ...state.appointment, endDateTime: 'later' };
    days.regroup();
    expect(dates()).toHaveLength(2);
  });
});

describe('the shown day', () => {
  it.each([
    ['the first one', '', undefined, '2026-11-23'],
    ['the one before', '2026-11-24', undefined, '2026-11-24'],
    ['the first one in place of one that is gone', '2026-11-22', undefined, '2026-11-23'],
    ['that of the chosen time', '2026-11-23', '2026-11-24T14:00:00Z', '2026-11-24'],
    ['the one before while the chosen time’s day is not offered', '2026-11-24', '2026-11-26T14:00:00Z', '2026-11-24'],
  ])('[SC-073] is %s', (_, shownDate, chosenTime, expected) => {
    const { days, state, chosen } = setUp();
    state.shownDate = shownDate;
    chosen.ms = chosenTime === undefined ? undefined : Date.parse(chosenTime);
    days.replace(offered);
    state.shownDate = shownDate;
    days.regroup();
    expect(state.shownDate).toBe(expected);
  });

  it('[SC-073] stays in a new list, and is that of the chosen time if it is gone', () => {
    const { days, state, chosen } = setUp();
    chosen.ms = Date.parse('2026-11-24T14:00:00Z');
    state.shownDate = '2026-11-23';
    days.replace(offered);
    expect(state.shownDate).toBe('2026-11-23');
    state.shownDate = '2026-11-22';
    days.replace(offered);
    expect(state.shownDate).toBe('2026-11-24');
  });

  it('[SC-073] is none when nothing is offered', () => {
    const { days, state } = setUp();
    days.replace(offered);
    days.replace([]);
    expect(state.shownDate).toBe('');
  });
});
