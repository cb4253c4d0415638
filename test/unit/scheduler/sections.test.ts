import { describe, expect, it, vi } from 'vitest';
import { toSchedulerQuery } from '../../../frame/scheduler/schedulerQuery.ts';
import { refuse } from '../../support/fakeBackend.ts';
import { buildSlot, buildSource } from '../../support/schedulerFixtures.ts';
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
    await vi.waitFor(() => expect(store.canCheckEmail()).toBe(true), 30_000);
  });

  it('[SC-082] other than that downloads no list', async () => {
    const { store, clock } = await ready();
    store.openSection('CALENDAR');
    await clock.advance(2_000);
    const waiting = clock.pending;
    store.openSection('QUESTION');
    expect(clock.pending).toBe(waiting);
    store.openSection('CALENDAR');
    expect(clock.pending).toBe(waiting);
    store.openSection('CONTACT_INFO');
    expect(clock.pending).toBe(waiting + 1);
  });

  it('[SC-060][SC-070] looks up the times although one was chosen before', async () => {
    const { store, state, calls, clock } = await ready();
    const [slot] = state.days[0]?.slots ?? [];
    if (!slot) throw new Error('the fixture has that slot');
    store.chooseSlot(slot);
    store.openSection('CALENDAR');
    await clock.advance(2_000);
    expect(calls('/v2/availability/lookup/')).toHaveLength(1);
  });

  it('[SC-070] keeps the times of the one expert while they are looked up again', async () => {
    // The service need not name the expert in the slots that were asked for by name.
    const days = [
      { date: '', slots: [{ ...buildSlot('2026-11-23T10:00:00-05:00', '2026-11-23T10:30:00-05:00'), expertId: '' }] },
    ];
    const { store, state, backend, clock } = await ready({
      resource: 'mara',
      routes: { '/v2/availability/lookup/': () => days },
    });
    state.form.selectedAgent = '';
    store.openSection('CALENDAR');
    await clock.advance(2_000);
    expect(state.days).toHaveLength(1);
    backend.on('/v2/availability/lookup/', () => new Promise(() => {}));
    void store.times.lookup();
    await clock.advance(0);
    expect(state.days).toHaveLength(1);
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
  it('[SC-073][SC-074] of day and time format is kept', () => {
    const { store, state } = setUp();
    store.chooseDay('2026-11-24');
    store.chooseHours('24');
    expect(state).toMatchObject({ shownDate: '2026-11-24', hours: '24' });
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
  it('[SC-008] says nothing to the operator about a scheduler that books here', async () => {
    const { schedulers, log } = setUpSchedulers();
    await schedulers.open();
    expect(log.warnings).toEqual([]);
    const wrong = setUpSchedulers({ find: elsewhere('javascript:alert(1)') });
    await wrong.schedulers.open();
    expect(wrong.log.warnings).toEqual(['The clientURL is not a web address. Showing the form instead.']);
  });

  it('[SC-144] leaves the error of the scheduler that it shows when that one is opened again', async () => {
    const { schedulers, current } = setUpSchedulers();
    await schedulers.open();
    schedulers.state.current?.dispatch({ type: 'ERROR', payload: 'SCH11' });
    await schedulers.open();
    expect(current()).toMatchObject({ isDisplayed: true, errorCode: 'SCH11' });
  });

  it('[SC-007][SC-031] opens no booking page that was named before the last load failed', async () => {
    let isDown = false;
    const { schedulers, current, seen, move } = setUpSchedulers({
      find: async () => (isDown ? refuse(500) : buildSource({ clientURL: 'https://b.example/x' })),
    });
    await schedulers.open();
    isDown = true;
    const next = { focusArea: 'cloud', languageCode: 'de', regionCode: 'DE' };
    move(next);
    await schedulers.setup(next);
    seen.length = 0;
    await schedulers.open();
    expect(seen).toEqual(['pane']);
    expect(current()).toMatchObject({ isDisplayed: true, info: 'failed' });
  });

  it('[SC-008][SC-029] shows a scheduler that is loaded again although it booked elsewhere before', async () => {
    let answer = (_source: ReturnType<typeof buildSource>): void => {};
    let isSlow = false;
    const { schedulers, displayed, move, clock } = setUpSchedulers({
      find: () =>
        isSlow
          ? new Promise((resolve) => {
              answer = resolve;
            })
          : Promise.resolve(buildSource({ clientURL: 'https://b.example/x' })),
    });
    await schedulers.open();
    isSlow = true;
    const next = { focusArea: 'cloud', languageCode: 'de', regionCode: 'DE' };
    move(next);
    await schedulers.setup(next);
    const opened = schedulers.open();
    await clock.advance(0);
    expect(displayed()?.isDisplayed).toBe(true);
    answer(buildSource());
    await opened;
  });

  it('[SC-007][SC-149] opens no booking page for a visitor who has closed the form that the page had opened', async () => {
    let answer = (_source: ReturnType<typeof buildSource>): void => {};
    const { schedulers, seen, clock } = setUpSchedulers({
      find: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    const applied = schedulers.applyQuery(toSchedulerQuery({ schedulerForm: true }));
    await clock.advance(0);
    schedulers.hide();
    answer(buildSource({ clientURL: 'https://b.example/x' }));
    await applied;
    expect(seen).toEqual(['pane']);
  });

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
    await schedulers.open({ purpose: 'away', config: { purpose: 'away', clientURL: 'https://b.example/x' } });
    expect(seen).toEqual(['https://b.example/x']);
    expect(current()).toMatchObject({ isDisplayed: true, config: { purpose: 'here' } });
  });

  it('[SC-009] shows the address of a blocked tab, and the pane with it', async () => {
    const { schedulers, seen } = setUpSchedulers({
      find: elsewhere('https://b.example/x'),
      openTab: async () => false,
    });
    await schedulers.open({ config: { clientURL: 'https://b.example/x' } });
    expect(seen).toEqual(['pane']);
  });

  it('[SC-017][SC-141] says on the form page that the page has no scheduler', async () => {
    const { schedulers, current } = setUpSchedulers({ find: async () => undefined });
    await schedulers.applyQuery(toSchedulerQuery({ schedulerForm: true }));
    expect(current()).toMatchObject({ info: 'none', errorCode: 'SCH09', isDisplayed: true });
  });
});
