import { describe, expect, it, vi } from 'vitest';
import { toSchedulerQuery } from '../../../frame/scheduler/schedulerQuery.ts';
import { refuse } from '../../support/fakeBackend.ts';
import { buildSource } from '../../support/schedulerFixtures.ts';
import { booked, ready, setUp } from '../../support/schedulerStore.ts';
import { elsewhere, setUpSchedulers } from '../../support/schedulers.ts';

describe('a section', () => {
  it('[SC-060] asks for no times before the scheduler is loaded', async () => {
    const { store, calls, clock } = setUp();
    store.openSection('CALENDAR');
    await clock.advance(0);
    expect(calls('/v2/')).toHaveLength(0);
  });

  it('[SC-082] with the contact details downloads the list of domains', async () => {
    const { store, state } = await ready();
    state.form.email = 'ada@engines.notadomain';
    expect(store.canCheckEmail()).toBe(false);
    store.openSection('CALENDAR');
    store.openSection('CONTACT_INFO');
    await vi.waitFor(() => expect(store.canCheckEmail()).toBe(true));
  });

  it('[SC-082] does not wait for a list that is there', async () => {
    const { store, clock } = await ready();
    await store.loadDomains();
    const waiting = clock.pending;
    void store.loadDomains();
    expect(clock.pending).toBe(waiting);
  });
});

describe('a choice', () => {
  it('[SC-073][SC-074] of day, view and time format is kept', () => {
    const { store, state } = setUp();
    store.chooseDay('2026-11-24');
    store.chooseView('week');
    store.chooseHours('24');
    expect(state).toMatchObject({ shownDate: '2026-11-24', calendarView: 'week', hours: '24' });
  });

  it('[SC-071][SC-106] of a time takes away what was said about the last one', async () => {
    const { store, state, clock } = await ready({ routes: { '/v2/appointments/': () => refuse(409) } });
    await store.submit();
    await clock.advance(2_000);
    state.isSlotGone = true;
    const [slot] = state.days[0]?.slots ?? [];
    if (!slot) throw new Error('the fixture has that slot');
    store.chooseSlot(slot);
    expect(state).toMatchObject({ problem: undefined, errorCode: '', takenMs: undefined, isSlotGone: false });
  });

  it('[SC-107] of a time leaves the news that the call may be booked', async () => {
    const { store, state } = await ready();
    state.problem = 'timedOut';
    const [slot] = state.days[0]?.slots ?? [];
    if (!slot) throw new Error('the fixture has that slot');
    store.chooseSlot(slot);
    expect(state.problem).toBe('timedOut');
  });

  it('[SC-106][F-SC29] of a time near the taken one shows its day', async () => {
    const { store, state } = await ready();
    const later = state.days[1]?.slots[0];
    if (!later) throw new Error('the fixture has another day');
    expect(state.shownDate).toBe('2026-11-23');
    store.chooseNearest(later);
    expect(state.shownDate).toBe('2026-11-24');
  });

  it('[SC-079] of a state or province is the visitor’s', async () => {
    const { store, state } = await ready();
    expect(state.isSubregionChosen).toBe(false);
    store.chooseSubregion('Texas');
    expect(state).toMatchObject({ isSubregionChosen: true, form: { subregion: 'Texas' } });
  });

  it('[SC-089] to leave a field shows its error', () => {
    const { store, state } = setUp();
    store.blur('email');
    expect(state.touched).toEqual({ email: true });
  });
});

describe('starting over', () => {
  it('[SC-144][F-SC25] takes the error and the cancelled call away', async () => {
    const { store, state } = await booked();
    store.dispatch({ type: 'ERROR', payload: 'SCH11' });
    store.finishCancel();
    expect(state).toMatchObject({ errorCode: '', cancelled: { event: { isCancelled: true } } });
    store.dispatch({ type: 'ERROR', payload: 'SCH11' });
    store.startOver();
    expect([state.cancelled, state.errorCode]).toEqual([undefined, '']);
  });

  it('[SC-121] on a landing page leaves the scheduler in view', async () => {
    const { store, state } = await booked();
    store.setLanding(true);
    store.finishCancel();
    expect(state).toMatchObject({ isDisplayed: true, displayedScreen: 'CONFIRMATION_CANCEL' });
  });
});

describe('the pane', () => {
  it('[SC-122] is left by a scheduler that has hidden itself, and by no other', async () => {
    const { schedulers, displayed } = setUpSchedulers();
    schedulers.finished();
    expect(displayed()).toBeUndefined();
    await schedulers.open();
    schedulers.finished();
    expect(schedulers.state.current).toBeDefined();
    schedulers.state.current?.hide();
    schedulers.finished();
    expect(schedulers.state.current).toBeUndefined();
    expect(displayed()).toEqual({ isDisplayed: false, isLanding: false });
  });

  it('[SC-149] shows no scheduler for a page without its parameters', async () => {
    const { schedulers, found, displayed } = setUpSchedulers();
    await schedulers.applyQuery(toSchedulerQuery({}));
    expect([found, displayed()]).toEqual([[], undefined]);
  });

  it('[SC-031] has nothing to load again while it shows no scheduler', async () => {
    const { schedulers, found } = setUpSchedulers();
    await schedulers.retry();
    expect(found).toEqual([]);
  });

  it('[SC-007] stays hidden when a booking page opens after the visitor has opened another scheduler', async () => {
    const { schedulers, current, seen } = setUpSchedulers({
      find: async ({ purpose = '' }) =>
        buildSource({ purpose, clientURL: purpose === 'away' ? 'https://b.example/x' : '' }),
    });
    await schedulers.open({ purpose: 'here' });
    seen.length = 0;
    await schedulers.open({ purpose: 'away' });
    expect(seen).toEqual(['https://b.example/x']);
    expect(current()).toMatchObject({ isDisplayed: true, config: { purpose: 'here' } });
  });

  it('[SC-009] shows the address of a blocked tab, and the pane with it', async () => {
    const { schedulers, seen } = setUpSchedulers({
      find: elsewhere('https://b.example/x'),
      openTab: async () => false,
    });
    await schedulers.open();
    expect(seen).toEqual(['pane']);
  });

  it('[SC-017][SC-141] says on the form page that the page has no scheduler', async () => {
    const { schedulers, current } = setUpSchedulers({ find: async () => undefined });
    await schedulers.applyQuery(toSchedulerQuery({ schedulerForm: true }));
    expect(current()).toMatchObject({ info: 'none', errorCode: 'SCH09', isDisplayed: true });
  });
});
