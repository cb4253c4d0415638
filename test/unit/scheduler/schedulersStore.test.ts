import { describe, expect, it } from 'vitest';
import { toSchedulerQuery } from '../../../frame/scheduler/schedulerQuery.ts';
import { refuse } from '../../support/fakeBackend.ts';
import { buildSource } from '../../support/schedulerFixtures.ts';
import { elsewhere, setUpSchedulers } from '../../support/schedulers.ts';

describe('opening', () => {
  it('[SC-001][SC-010] displays the scheduler of the requested purpose', async () => {
    const { schedulers, current, displayed, seen } = setUpSchedulers();
    await schedulers.open({ purpose: 'demo', config: { purpose: 'demo' } });
    expect(current()).toMatchObject({ isDisplayed: true, hasDisplayed: true });
    expect(current()?.config?.purpose).toBe('demo');
    expect(displayed()).toEqual({ isDisplayed: true, isLanding: false });
    expect(seen).toEqual(['pane']);
  });

  it('[SC-003][SC-010] loads its information before the press, and shows nothing until then', async () => {
    const { schedulers, current, displayed, found } = setUpSchedulers();
    await schedulers.prepare({ purpose: 'demo' });
    expect(current()).toBeUndefined();
    expect(displayed()).toEqual({ isDisplayed: false, isLanding: false, isPrepared: true });
    expect(schedulers.state.prepared?.state).toMatchObject({ isDisplayed: false, hasDisplayed: false, info: 'ready' });
    await schedulers.open({ purpose: 'demo' });
    expect(current()).toMatchObject({ isDisplayed: true, info: 'ready' });
    expect(displayed()).toEqual({ isDisplayed: true, isLanding: false });
    expect(schedulers.state.prepared).toBeUndefined();
    expect(found).toHaveLength(1);
    await schedulers.prepare({ purpose: 'other' });
    expect(schedulers.state.prepared, 'another scheduler is displayed').toBeUndefined();
    schedulers.hide();
    expect([current(), schedulers.state.prepared]).toEqual([undefined, undefined]);
  });

  it('[SC-010] prepares nothing while something else shows a scheduler', async () => {
    const { schedulers } = setUpSchedulers({ isShown: () => true });
    await schedulers.prepare({ purpose: 'demo' });
    expect(schedulers.state.prepared).toBeUndefined();
  });

  it('[SC-007][SC-010] does not prepare a scheduler that books elsewhere or cannot be loaded', async () => {
    for (const find of [
      elsewhere('https://b.example/x'),
      async () => undefined,
      () => Promise.reject(new Error('no')),
    ]) {
      const { schedulers, displayed } = setUpSchedulers({ find });
      await schedulers.prepare({ purpose: 'demo' });
      expect([schedulers.state.prepared, displayed()]).toEqual([undefined, undefined]);
    }
  });

  it('[SC-003] looks up the scheduler by the names of a link', async () => {
    const { schedulers, found } = setUpSchedulers();
    await schedulers.open({ focusArea: 'data', purpose: 'demo', resource: 'ex-1' });
    expect(found).toEqual([{ focusArea: 'data', purpose: 'demo', resource: 'ex-1' }]);
    await schedulers.open({ focusArea: 'data', purpose: 'demo', resource: 'ex-1' });
    expect(found).toHaveLength(1);
  });

  it('[SC-005] puts a bot line’s configuration and texts in place of the page’s', async () => {
    const { schedulers, current } = setUpSchedulers();
    const schedulerConfig = { purpose: 'bot', appointmentTimeZones: 'Asia/Tokyo', cognitiveRouting: 'No' };
    await schedulers.open({ schedulerConfig, schedulerText: 'Shall we talk?' });
    expect(current()?.config).toMatchObject({ purpose: 'bot', appointmentTimeZones: 'Asia/Tokyo', focusArea: 'cloud' });
    expect(current()?.prompt).toBe('Shall we talk?');
    await schedulers.open({ schedulerConfig, schedulerText: '{"title":"Meet"}' });
    expect(schedulers.state.current?.read('title')).toBe('Meet');
  });

  it('[SC-007] opens a clientURL and displays nothing', async () => {
    const clientURL = 'https://b.example/x';
    const { schedulers, seen, current } = setUpSchedulers({ find: elsewhere(clientURL) });
    await schedulers.open({ config: { clientURL } });
    expect(seen).toEqual([clientURL]);
    expect(current()?.isDisplayed).not.toBe(true);
  });

  it('[SC-007] hides the pane again if the clientURL arrives late', async () => {
    let answer = (_source: ReturnType<typeof buildSource>): void => {};
    const { schedulers, seen, displayed } = setUpSchedulers({
      find: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    const opened = schedulers.open();
    for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
    expect(displayed()?.isDisplayed).toBe(true);
    answer(buildSource({ clientURL: 'https://b.example/x' }));
    await opened;
    expect(seen).toEqual(['pane', 'https://b.example/x', 'no pane']);
    expect(displayed()?.isDisplayed).toBe(false);
  });

  it('[SC-008] shows the form and logs a warning for a clientURL that is not a web address', async () => {
    const { schedulers, seen, current, log } = setUpSchedulers({ find: elsewhere('javascript:alert(1)') });
    await schedulers.open();
    expect(current()?.isDisplayed).toBe(true);
    expect(seen).toEqual(['pane']);
    expect(log.warnings).toHaveLength(1);
  });

  it('[SC-009] shows the address if the tab was blocked', async () => {
    const { schedulers, current } = setUpSchedulers({
      find: elsewhere('https://b.example/x'),
      openTab: async () => false,
    });
    await schedulers.open();
    expect(current()?.clientUrl).toEqual({ href: 'https://b.example/x', isBlocked: true });
    expect(schedulers.state.current?.read('tabBlocked')).toBe('Your browser blocked the booking page.');
  });

  it('[SC-012][SC-013] keeps instances separate, displays one at a time, and keeps their typed data', async () => {
    const { schedulers, current } = setUpSchedulers();
    await schedulers.open({ purpose: 'a' });
    const first = schedulers.state.current;
    first?.type('company', 'Engines');
    await schedulers.open({ purpose: 'b' });
    expect(first?.state.isDisplayed).toBe(false);
    expect(current()?.form.company).toBe('');
    await schedulers.open({ purpose: 'a' });
    expect(current()?.form.company).toBe('Engines');
  });

  it('[SC-012] has a configuration, texts, dialing codes, availabilities and a state for each of two schedulers', async () => {
    const { schedulers, backend, clock } = setUpSchedulers({
      find: async ({ purpose = '' }) => ({
        ...buildSource({ purpose, stateOrProvinceNames: purpose === 'demo' ? 'Hokkaido' : 'Texas' }),
        schedulerTextTranslations: [{ key: { purpose }, textFragments: { title: `Title of ${purpose}` } }],
        internationalDialing: {
          internationalDialingCodes: [
            purpose === 'demo'
              ? { type: 'Country', internationalDialingCode: '81', regionCode: 'JP', regionName: 'Japan' }
              : { type: 'Country', internationalDialingCode: '1', regionCode: 'US', regionName: 'United States' },
          ],
        },
      }),
    });
    backend.on('/v2/scheduler/availability', ({ query }) => [{ date: String(query?.purpose), slots: [] }]);
    const open = async (purpose: string) => {
      await schedulers.open({ purpose });
      await clock.advance(0);
      return schedulers.state.current;
    };
    const sales = await open('sales');
    const demo = await open('demo');
    demo?.dispatch({ type: 'ERROR', payload: { code: 'SCH05' } });
    const told = [sales, demo].map((one) => ({
      configured: one?.state.config?.purpose,
      subregions: one?.state.subregions,
      title: one?.read('title'),
      dialing: one?.state.dialingCodes.map(({ code }) => code),
      days: one?.state.availabilities.map(({ date }) => date),
      errorCode: one?.state.errorCode,
    }));
    expect(told).toEqual([
      {
        configured: 'sales',
        subregions: ['Texas'],
        title: 'Title of sales',
        dialing: ['+1'],
        days: ['sales'],
        errorCode: '',
      },
      {
        configured: 'demo',
        subregions: ['Hokkaido'],
        title: 'Title of demo',
        dialing: ['+81'],
        days: ['demo'],
        errorCode: 'SCH05',
      },
    ]);
  });

  it('[SC-014] keeps typed data when it is hidden', async () => {
    const { schedulers, current, displayed } = setUpSchedulers();
    await schedulers.open();
    schedulers.state.current?.type('question', 'Hello');
    schedulers.hide();
    expect(displayed()).toEqual({ isDisplayed: false, isLanding: false });
    await schedulers.open();
    expect(current()?.form.question).toBe('Hello');
  });

  it('[SC-016][SC-017] shows the menu and only logs it if there is no scheduler', async () => {
    const { schedulers, seen, displayed, log } = setUpSchedulers({ find: async () => undefined });
    await schedulers.open();
    expect(seen).toEqual(['pane', 'menu']);
    expect(displayed()?.isDisplayed).toBe(false);
    expect(log.warnings).toHaveLength(1);
  });

  it('[SC-029] loads again only for another focus area, language or region, and keeps typed data', async () => {
    const { schedulers, found, current, move } = setUpSchedulers();
    await schedulers.open();
    schedulers.state.current?.type('company', 'Engines');
    await schedulers.setup({ focusArea: 'cloud', languageCode: 'en', regionCode: 'US' });
    expect(found).toHaveLength(1);
    for (const next of [
      { focusArea: 'data', languageCode: 'en', regionCode: 'US' },
      { focusArea: 'data', languageCode: 'de', regionCode: 'US' },
      { focusArea: 'data', languageCode: 'de', regionCode: 'DE' },
    ]) {
      const before = found.length;
      move(next);
      await schedulers.setup(next);
      expect(found).toHaveLength(before + 1);
    }
    expect(current()?.form.company).toBe('Engines');
  });
});

describe('query parameters', () => {
  it('[SC-149] shows the form at page load', async () => {
    const { schedulers, current } = setUpSchedulers();
    await schedulers.applyQuery(toSchedulerQuery({ schedulerForm: true }));
    expect(current()).toMatchObject({ isDisplayed: true, displayedScreen: 'FORM' });
  });

  it('[SC-150] loads the appointment of a confirmation number', async () => {
    const { schedulers, current } = setUpSchedulers();
    await schedulers.applyQuery(toSchedulerQuery({ schedulerConfirmation: 'NW-1' }));
    expect(current()).toMatchObject({ displayedScreen: 'DETAILS', confirmationNumber: 'NW-1' });
  });

  it('[SC-151] selects the purpose', async () => {
    const { schedulers, found } = setUpSchedulers();
    await schedulers.applyQuery(toSchedulerQuery({ schedulerForm: true, schedulerPurpose: 'demo' }));
    expect(found[0]?.purpose).toBe('demo');
  });

  it('[SC-142][SC-152] applies a forced error last', async () => {
    const { schedulers, current } = setUpSchedulers();
    await schedulers.applyQuery(toSchedulerQuery({ schedulerConfirmation: 'NW-1', schedulerError: 'SCH05' }));
    expect(current()).toMatchObject({ displayedScreen: 'DETAILS', errorCode: 'SCH05' });
  });

  it('[SC-141] sets SCH09 if the form page has no scheduler', async () => {
    const { schedulers, current } = setUpSchedulers({ find: async () => undefined });
    await schedulers.applyQuery(toSchedulerQuery({ schedulerForm: true }));
    expect(current()?.errorCode).toBe('SCH09');
  });

  it('[SC-011][SC-154] shows a clientURL as a link and opens no tab in landing mode', async () => {
    const { schedulers, current, seen, displayed } = setUpSchedulers({ find: elsewhere('https://b.example/x') });
    await schedulers.applyQuery(toSchedulerQuery({ schedulerLanding: true }));
    expect(current()).toMatchObject({ isLanding: true, clientUrl: { href: 'https://b.example/x', isBlocked: false } });
    expect(displayed()).toEqual({ isDisplayed: true, isLanding: true });
    expect(seen).toEqual([]);
    schedulers.hide();
    expect(schedulers.state.current).toBeDefined();
  });

  it('[SC-031] handles a failed lookup', async () => {
    const { schedulers, current } = setUpSchedulers({ find: async () => refuse(500) });
    await schedulers.applyQuery(toSchedulerQuery({ schedulerForm: true }));
    expect(current()).toMatchObject({ info: 'failed', errorCode: '' });
  });

  it.each<[string, Parameters<typeof setUpSchedulers>[0]]>([
    ['whose calls are booked elsewhere', { find: elsewhere('https://b.example/x') }],
    ['that does not exist', { find: async () => undefined }],
  ])(
    '[SC-009][SC-031] does nothing more for a scheduler %s, if it was closed during the retry',
    async (_, { find } = {}) => {
      let answer = (): void => {};
      let isDown = true;
      const { schedulers, seen, displayed } = setUpSchedulers({
        async find(name, isRetry) {
          if (isDown) throw new Error('down');
          await new Promise<void>((resolve) => (answer = resolve));
          return find?.(name, isRetry);
        },
      });
      await schedulers.open();
      const { current } = schedulers.state;
      isDown = false;
      const retried = schedulers.retry();
      schedulers.hide();
      answer();
      await retried;
      expect(seen).toEqual(['pane']);
      expect(displayed()).toEqual({ isDisplayed: false, isLanding: false });
      expect(current?.state.errorCode).toBe('');
    },
  );

  it('[SC-018] makes the same calls for every visitor', async () => {
    const anonymous = setUpSchedulers();
    await anonymous.schedulers.open();
    const page = async () => ({ url: '', uniquePageId: '', bluemixAnonId: 'a', ibmId: 'iui', productName: '' });
    const known = setUpSchedulers({ page });
    await known.schedulers.open();
    const summaries = (calls: readonly { method?: string; path: string }[]) =>
      calls.map(({ method, path }) => [method, path]);
    expect(summaries(known.backend.calls)).toEqual(summaries(anonymous.backend.calls));
    expect(known.backend.calls.length).toBeGreaterThan(0);
  });
});

it('[SC-153] a landing page without its element closes the scheduler, and keeps the input for the pane', async () => {
  const { schedulers, displayed, current } = setUpSchedulers();
  const query = toSchedulerQuery({ schedulerLanding: true });
  await schedulers.applyQuery(query);
  schedulers.state.current?.type('firstName', 'Ann');
  schedulers.leaveLanding();
  expect(schedulers.state.current).toBeUndefined();
  expect(displayed()).toEqual({ isDisplayed: false, isLanding: false });
  await schedulers.open();
  expect(current()).toMatchObject({ isLanding: false, form: { firstName: 'Ann' } });
  await schedulers.applyQuery(query);
  expect(current()).toMatchObject({ isLanding: true, form: { firstName: 'Ann' } });
});

it('[SC-153] keeps the changes to a call when the element of the landing page comes back', async () => {
  const { schedulers, current } = setUpSchedulers();
  const query = toSchedulerQuery({ schedulerLanding: true, schedulerConfirmation: 'NW-1' });
  await schedulers.applyQuery(query);
  schedulers.state.current?.bookedCall()?.edit();
  schedulers.state.current?.type('firstName', 'Anna');
  schedulers.leaveLanding();
  await schedulers.applyQuery(query);
  expect(current()).toMatchObject({ displayedScreen: 'FORM', isEditing: true, form: { firstName: 'Anna' } });
});

describe('another visitor', () => {
  it.each([false, true])(
    '[CH-014][F-SE1] sees nothing that the previous one typed, landing page: %s',
    async (isLanding) => {
      const { schedulers, displayed } = setUpSchedulers();
      if (isLanding) await schedulers.applyQuery(toSchedulerQuery({ schedulerLanding: true }));
      else await schedulers.open();
      schedulers.state.current?.type('firstName', 'Ann');
      schedulers.visitorLeft();
      expect(schedulers.state.current).toBeUndefined();
      expect(displayed()).toEqual({ isDisplayed: false, isLanding: false });
      await schedulers.open();
      expect(schedulers.state.current?.state.form.firstName).toBe('');
    },
  );

  it('[CH-014][F-SE1] does not get the scheduler that was loading for the previous one', async () => {
    const { schedulers } = setUpSchedulers();
    const opening = schedulers.open();
    const first = schedulers.state.current;
    first?.type('firstName', 'Ann');
    schedulers.visitorLeft();
    await opening;
    await schedulers.open();
    expect(schedulers.state.current).not.toBe(first);
  });
});
