import { describe, expect, it } from 'vitest';
import { noticeWaitMs } from '../../../frame/scheduler/limits.ts';
import { createForm } from '../../../frame/scheduler/records.ts';
import { refuse } from '../../support/fakeBackend.ts';
import { buildSource } from '../../support/schedulerFixtures.ts';
import { ready, setUp } from '../../support/schedulerStore.ts';

describe('a new instance', () => {
  it('[SC-021][SC-032] starts with the specified state', () => {
    expect(setUp().state).toMatchObject({
      isDisplayed: false,
      hasDisplayed: false,
      noticeAvailable: false,
      isInfoFetching: false,
      isSubmitting: false,
      isAvailabilityPending: false,
      isTimeReady: false,
      hasAvailabilityFailed: false,
      isSlotGone: false,
      isSlotPast: false,
      isChoosingTopic: false,
      errorCode: '',
      displayedScreen: 'FORM',
      displayedAccordian: 'QUESTION',
      privacyViewed: false,
      confirmationNumber: '',
      cognitiveClassification: undefined,
      cognitiveFeedbackReceived: false,
      dialingCodes: [],
      classifications: [],
      manageUrl: '',
      prompt: '',
      isSubregionChosen: false,
    });
    expect(createForm()).toEqual({
      ...{ topic: '', question: '', timezone: '', selectedTime: '', selectedTimeEnd: '', selectedAgent: '' },
      ...{ firstName: '', lastName: '', email: '', dialingCode: '+1', subregion: '', phoneNumber: '', company: '' },
      privacyViewed: false,
    });
  });

  it('[SC-010] remembers that it was displayed', () => {
    const { store, state } = setUp();
    store.show();
    expect([state.isDisplayed, state.hasDisplayed]).toEqual([true, true]);
    store.hide();
    expect([state.isDisplayed, state.hasDisplayed]).toEqual([false, true]);
  });

  it('[SC-028][SC-020] is fetching only while its information loads', async () => {
    const { store, state } = setUp();
    const loaded = store.load();
    expect(state.isInfoFetching).toBe(true);
    await loaded;
    expect(state.isInfoFetching).toBe(false);
    expect(state.classifications).toHaveLength(2);
    expect(state.dialingCodes.map(({ id }) => id)).toEqual(['CA', 'GB', 'US']);
    expect(state.config?.focusArea).toBe('cloud');
    const failing = setUp({ ports: { find: async () => refuse(500) } });
    await failing.store.load();
    expect(failing.state).toMatchObject({ isInfoFetching: false, info: 'failed' });
  });

  it('[SC-031] can be loaded again after a failure, as a retry', async () => {
    const retries: boolean[] = [];
    const { store, state } = setUp({
      ports: {
        find: async (_name, isRetry) => {
          retries.push(isRetry);
          return isRetry ? buildSource() : refuse(500);
        },
      },
    });
    await store.load();
    expect(state.info).toBe('failed');
    await store.load({ isRetry: true });
    expect(state.info).toBe('ready');
    expect(retries).toEqual([false, true]);
  });

  it('[SC-055][SC-078][SC-079] starts with the preferred zone, the region’s code and the first state', async () => {
    const { state } = await ready();
    const fresh = setUp({ config: { regionCode: 'GB', appointmentTimeZonePreferred: 'NONE' } });
    await fresh.store.load();
    expect(fresh.state.form).toMatchObject({
      timezone: 'America/New_York',
      dialingCode: '+44',
      subregion: 'California',
    });
    expect(state.subregions).toEqual(['California', 'Texas']);
    const none = setUp({ config: { stateOrProvinceNames: '' } });
    await none.store.load();
    expect(none.state.form.subregion).toBe('');
  });

  it('[SC-017] logs that the page has no scheduler and sets no error code', async () => {
    const { store, state, log } = setUp({ ports: { find: async () => undefined } });
    await store.load();
    expect(state).toMatchObject({ info: 'none', errorCode: '' });
    expect(log.warnings).toHaveLength(1);
  });

  it('[SC-141] sets SCH09 if the form page has no scheduler', () => {
    const { store, state } = setUp();
    store.noConfig();
    expect(state.errorCode).toBe('SCH09');
  });

  it('[SC-039][SC-040] shows the experiment’s prompt or the built-in one, and keeps it while it is open', async () => {
    const plain = setUp();
    plain.store.show();
    await plain.store.load();
    expect(plain.state.prompt).toBe('Schedule a free 30-minute call to discuss your business needs.');
    let variation: string | undefined = 'Talk to us';
    const tried = setUp({ ports: { prompt: () => variation } });
    await tried.store.load();
    tried.store.show();
    variation = 'Later words';
    await tried.store.load({ again: true });
    expect(tried.state.prompt).toBe('Talk to us');
    tried.store.hide();
    tried.store.show();
    expect(tried.state.prompt).toBe('Later words');
  });

  it('[SC-091] shows the vendor’s notice, or the built-in one after 5 s or a failure', async () => {
    const silent = setUp({ ports: { whenNoticeReady: () => new Promise(() => {}) } });
    silent.store.show();
    await silent.clock.advance(noticeWaitMs - 1);
    expect(silent.state.noticeAvailable).toBe(false);
    await silent.clock.advance(1);
    expect(silent.state).toMatchObject({ noticeAvailable: true, isNoticeBuiltIn: true });
    const good = setUp({ ports: { whenNoticeReady: async () => {} } });
    good.store.show();
    await good.clock.advance(0);
    expect(good.state).toMatchObject({ noticeAvailable: true, isNoticeBuiltIn: false });
    const broken = setUp({ ports: { whenNoticeReady: async () => refuse(500) } });
    broken.store.show();
    await broken.clock.advance(0);
    expect(broken.state).toMatchObject({ noticeAvailable: true, isNoticeBuiltIn: true });
  });
});

describe('accordion', () => {
  it('[SC-034][SC-035] has exactly one section open, which can be the contact details', async () => {
    const { store, state } = await ready();
    for (const section of ['CALENDAR', 'CONTACT_INFO', 'QUESTION'] as const) {
      store.openSection(section);
      expect(state.displayedAccordian).toBe(section);
    }
    store.openSection('COGNITIVE');
    expect(state.displayedAccordian).toBe('QUESTION');
  });
});

describe('errors', () => {
  it('[SC-143][SC-144] are set and cleared by events', () => {
    const { store, state } = setUp();
    state.isSubmitting = true;
    store.dispatch({ type: 'ERROR', payload: 'SCH11' });
    expect(state).toMatchObject({ errorCode: 'SCH11', isSubmitting: false });
    store.dispatch({ type: 'ERROR_CLEAR' });
    expect(state.errorCode).toBe('');
    store.dispatch({ type: 'ERROR' });
    expect(state.errorCode).toBe('SCH02');
  });

  it('[SC-144] are cleared when the scheduler is hidden', () => {
    const { store, state } = setUp();
    store.show();
    store.dispatch({ type: 'ERROR', payload: 'SCH11' });
    store.hide();
    expect(state.errorCode).toBe('');
  });

  it('[SC-145] have a sentence with the code', () => {
    expect(setUp().store.read('failed', { code: 'SCH05' })).toBe(
      'Something went wrong with your booking. Please try again or choose another way to reach us. (SCH05)',
    );
  });
});
