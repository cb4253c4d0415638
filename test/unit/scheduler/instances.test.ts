import { describe, expect, it } from 'vitest';
import { toSchedulerQuery } from '../../../frame/scheduler/schedulerQuery.ts';
import type { SchedulerStore } from '../../../frame/scheduler/store.ts';
import { refuse } from '../../support/fakeBackend.ts';
import { buildSlot, buildSource } from '../../support/schedulerFixtures.ts';
import { elsewhere, setUpSchedulers } from '../../support/schedulers.ts';

describe('an instance', () => {
  const line = {
    schedulerConfig: { purpose: 'bot', appointmentTimeZones: 'Asia/Tokyo' },
    schedulerText: 'Shall we talk?',
  };

  it('[SC-013][SC-029] keeps typed data if the language changes while it is hidden', async () => {
    const { schedulers, current, found, move } = setUpSchedulers();
    for (const purpose of ['a', 'b']) {
      await schedulers.open({ purpose });
      schedulers.state.current?.type('company', `Engines ${purpose}`);
    }
    schedulers.hide();
    const german = { focusArea: 'cloud', languageCode: 'de', regionCode: 'DE' };
    move(german);
    await schedulers.setup(german);
    expect(found).toHaveLength(2);
    for (const purpose of ['a', 'b']) {
      await schedulers.open({ purpose });
      expect(current()).toMatchObject({ info: 'ready', form: { company: `Engines ${purpose}` } });
    }
    expect(found).toHaveLength(4);
  });

  it('[SC-029] loads again if the place changes during a load', async () => {
    const answers: ((source: ReturnType<typeof buildSource>) => void)[] = [];
    const { schedulers, current, move, clock } = setUpSchedulers({
      find: () => new Promise((resolve) => answers.push(resolve)),
    });
    const opened = schedulers.open();
    await clock.advance(0);
    const japanese = { focusArea: 'cloud', languageCode: 'ja', regionCode: 'JP' };
    move(japanese);
    const set = schedulers.setup(japanese);
    answers[0]?.(buildSource({ regionCode: 'US' }));
    await clock.advance(0);
    answers[1]?.(buildSource({ regionCode: 'JP', languageCode: 'ja' }));
    await Promise.all([opened, set]);
    expect(current()?.config).toMatchObject({ regionCode: 'JP', languageCode: 'ja' });
    expect(answers).toHaveLength(2);
  });

  it('[SC-029][SC-040] shows the first question in the new language after a change', async () => {
    let languageCode = 'en';
    const { schedulers, current, move } = setUpSchedulers({
      find: async () => ({
        ...buildSource({ languageCode }),
        schedulerTextTranslations: [
          { key: { languageCode: 'de' }, textFragments: { firstQuestion: 'Worum geht es?' } },
          { key: { languageCode: 'en' }, textFragments: { firstQuestion: 'What is it about?' } },
        ],
      }),
    });
    await schedulers.open();
    expect(current()?.prompt).toBe('What is it about?');
    languageCode = 'de';
    const german = { focusArea: 'cloud', languageCode, regionCode: 'DE' };
    move(german);
    await schedulers.setup(german);
    expect(current()?.prompt).toBe('Worum geht es?');
  });

  it('[SC-029][SC-071] keeps the chosen instant if the new place offers other zones', async () => {
    let appointmentTimeZones = 'America/Chicago';
    // Without an offset, the text means a different instant in each zone.
    const slot = buildSlot('2026-11-23T10:00:00', '2026-11-23T10:30:00', '');
    const { schedulers, current, move, backend, clock } = setUpSchedulers({
      find: async () => buildSource({ appointmentTimeZones, appointmentTimeZonePreferred: '' }),
    });
    backend.on('/v2/scheduler/availability', () => [{ date: '', slots: [slot] }]);
    await schedulers.open();
    await clock.advance(0);
    const store = schedulers.state.current;
    const chosen = store?.state.days[0]?.slots[0];
    if (chosen) store.chooseSlot(chosen);
    expect(store?.times.chosenMs()).toBe(Date.parse('2026-11-23T16:00:00Z'));
    appointmentTimeZones = 'Asia/Tokyo';
    const japanese = { focusArea: 'cloud', languageCode: 'ja', regionCode: 'JP' };
    move(japanese);
    // The new place's slots have not arrived yet.
    backend.on('/v2/scheduler/availability', () => new Promise(() => {}));
    await schedulers.setup(japanese);
    expect(current()?.form.timezone).toBe('Asia/Tokyo');
    expect(store?.times.chosenMs()).toBe(Date.parse('2026-11-23T16:00:00Z'));
  });

  it('[SC-029][SC-078] preselects the new region’s dialing code, unless the visitor chose one or typed a number', async () => {
    const british = { focusArea: 'cloud', languageCode: 'en', regionCode: 'GB' };
    const codeAfter = async (before: (store: SchedulerStore) => void): Promise<string | undefined> => {
      let regionCode = 'US';
      const { schedulers, current, move } = setUpSchedulers({ find: async () => buildSource({ regionCode }) });
      await schedulers.open();
      if (schedulers.state.current) before(schedulers.state.current);
      regionCode = 'GB';
      move(british);
      await schedulers.setup(british);
      return current()?.form.dialingCode;
    };
    expect(await codeAfter(() => {})).toBe('+44');
    expect(await codeAfter((store) => store.type('phoneNumber', '415'))).toBe('+1');
    expect(await codeAfter((store) => store.chooseDialing('CA'))).toBe('+1');
  });

  it('[SC-003][SC-029] uses a menu entry’s zones and states only in the place of that menu', async () => {
    const { schedulers, current, found, move } = setUpSchedulers();
    await schedulers.open({ purpose: 'demo', config: { purpose: 'demo', stateOrProvinceNames: 'Alabama,Alaska' } });
    expect(current()?.subregions).toEqual(['Alabama', 'Alaska']);
    expect(found).toEqual([{}]);
    const anotherPlace = { focusArea: 'cloud', languageCode: 'en', regionCode: 'GB' };
    move(anotherPlace);
    await schedulers.setup(anotherPlace);
    expect(found[1]).toMatchObject({ purpose: 'demo' });
    expect(current()?.subregions).toEqual(['California', 'Texas']);
    // A press on the new menu's entry needs no lookup.
    move({ focusArea: 'data', languageCode: 'en', regionCode: 'GB' });
    schedulers.hide();
    await schedulers.setup({ focusArea: 'data', languageCode: 'en', regionCode: 'GB' });
    await schedulers.open({ purpose: 'demo', config: { purpose: 'demo', stateOrProvinceNames: 'Kent' } });
    expect(current()?.subregions).toEqual(['Kent']);
    expect(found).toHaveLength(3);
    expect(found[2]).toEqual({});
  });

  it('[SC-005][REL-29] is reused, with its booking, for a bot line that is pressed twice', async () => {
    const { schedulers, found } = setUpSchedulers();
    await schedulers.open(line);
    const { current } = schedulers.state;
    await current?.find('NW-1');
    schedulers.hide();
    await schedulers.open({ ...line });
    expect(schedulers.state.current).toBe(current);
    expect(current?.state).toMatchObject({ displayedScreen: 'DETAILS', confirmationNumber: 'NW-1' });
    expect(found).toHaveLength(1);
  });

  it('[SC-005] takes over a different bot line’s configuration and texts, and keeps its form', async () => {
    const { schedulers, current } = setUpSchedulers();
    await schedulers.open();
    schedulers.state.current?.type('company', 'Engines');
    await schedulers.open(line);
    expect(current()).toMatchObject({
      config: { purpose: 'bot' },
      zones: expect.arrayContaining(['Asia/Tokyo']),
      form: { company: 'Engines' },
    });
    await schedulers.open({ ...line, schedulerText: '{"title":"Meet"}' });
    expect(schedulers.state.current?.read('title')).toBe('Meet');
    expect(current()?.form.company).toBe('Engines');
  });

  it('[SC-013] that opened before the page’s purpose was known is reused for the menu entry', async () => {
    let purpose: string | undefined;
    const { schedulers, current } = setUpSchedulers({
      place: () => ({ focusArea: 'cloud', languageCode: 'en', regionCode: 'US', purpose }),
      find: async () => {
        purpose = 'consult';
        return buildSource({ purpose });
      },
    });
    await schedulers.applyQuery(toSchedulerQuery({ schedulerForm: true }));
    schedulers.state.current?.type('company', 'Engines');
    schedulers.hide();
    await schedulers.open({ purpose: 'consult', config: { purpose: 'consult' } });
    expect(current()).toMatchObject({ isDisplayed: true, form: { company: 'Engines' } });
  });

  it('[SC-020][SC-031] handles a missing scheduler and a booking page when loading is retried', async () => {
    const gone = setUpSchedulers({ find: async (_name, isRetry) => (isRetry ? undefined : refuse(500)) });
    await gone.schedulers.open();
    expect(gone.current()?.info).toBe('failed');
    await gone.schedulers.retry();
    expect(gone.current()?.errorCode).toBe('SCH09');
    const away = setUpSchedulers({
      find: async (_name, isRetry) => (isRetry ? buildSource({ clientURL: 'https://b.example/x' }) : refuse(500)),
    });
    await away.schedulers.open();
    await away.schedulers.retry();
    expect(away.seen).toEqual(['pane', 'https://b.example/x', 'no pane']);
    expect(away.current()).toBeUndefined();
  });
});

describe('a booking page', () => {
  const href = 'https://b.example/x';

  it('[SC-007] leaves no empty pane behind, also on the second press', async () => {
    let isShown = false;
    const { schedulers, seen, displayed } = setUpSchedulers({ find: elsewhere(href), isShown: () => isShown });
    // The pane opened with the press, before the information was loaded.
    for (let press = 1; press <= 2; press += 1) {
      isShown = true;
      seen.length = 0;
      await schedulers.open({ purpose: 'demo' });
      expect(seen.slice(-2)).toEqual([href, 'no pane']);
      expect(displayed()).toEqual({ isDisplayed: false, isLanding: false });
    }
  });

  it('[SC-007] does not hide a pane that shows something else', async () => {
    const { schedulers, seen } = setUpSchedulers({ find: elsewhere(href) });
    await schedulers.prepare({});
    await schedulers.open();
    expect(seen).toEqual([href]);
  });

  it('[SC-007] does not open for a visitor who has left, or twice for two presses', async () => {
    let answer = (_source: ReturnType<typeof buildSource>): void => {};
    const find = () =>
      new Promise<ReturnType<typeof buildSource>>((resolve) => {
        answer = resolve;
      });
    const left = setUpSchedulers({ find });
    const opened = left.schedulers.open();
    await left.clock.advance(0);
    left.schedulers.hide();
    answer(buildSource({ clientURL: href }));
    await opened;
    expect(left.seen).toEqual(['pane']);
    const twice = setUpSchedulers({ find });
    const both = [twice.schedulers.open(), twice.schedulers.open()];
    await twice.clock.advance(0);
    answer(buildSource({ clientURL: href }));
    await Promise.all(both);
    expect(twice.seen.filter((one) => one === href)).toHaveLength(1);
  });

  it('[SC-007][SC-149] opens for the form parameter, and becomes a link if the browser blocks the tab', async () => {
    const opens = setUpSchedulers({ find: elsewhere(href) });
    await opens.schedulers.applyQuery(toSchedulerQuery({ schedulerForm: true }));
    expect(opens.seen).toEqual(['pane', href, 'no pane']);
    expect(opens.displayed()?.isDisplayed).toBe(false);
    const blocked = setUpSchedulers({ find: elsewhere(href), openTab: async () => false });
    await blocked.schedulers.applyQuery(toSchedulerQuery({ schedulerForm: true }));
    expect(blocked.current()).toMatchObject({ isDisplayed: true, clientUrl: { href, isBlocked: true } });
  });

  it('[SC-008][SC-009] is replaced by the form when the configuration no longer has it', async () => {
    let clientURL = href;
    const { schedulers, current, move } = setUpSchedulers({
      find: async () => buildSource({ clientURL }),
      openTab: async () => false,
    });
    await schedulers.open();
    expect(current()?.clientUrl).toBeDefined();
    clientURL = '';
    schedulers.hide();
    const next = { focusArea: 'data', languageCode: 'en', regionCode: 'US' };
    move(next);
    await schedulers.setup(next);
    await schedulers.open();
    expect(current()).toMatchObject({ clientUrl: undefined, isDisplayed: true });
  });
});

describe('the request of an instance', () => {
  const english = { focusArea: 'cloud', languageCode: 'en', regionCode: 'US' };
  const german = { focusArea: 'cloud', languageCode: 'de', regionCode: 'DE' };
  const entry = { purpose: 'demo', config: { purpose: 'demo', stateOrProvinceNames: 'Alabama' } };

  async function moveTo({ schedulers, move }: ReturnType<typeof setUpSchedulers>, ...places: (typeof english)[]) {
    for (const place of places) {
      move(place);
      await schedulers.setup(place);
    }
  }

  it('[SC-003][SC-029] stays the menu entry after a press on a link with its names', async () => {
    const bench = setUpSchedulers();
    await bench.schedulers.open(entry);
    await bench.schedulers.open({ purpose: 'demo' });
    await moveTo(bench, german, english);
    expect(bench.current()?.subregions).toEqual(['Alabama']);
    expect(bench.found.at(-1)).toEqual({});
  });

  it('[SC-005][SC-029][F-SC31] is the menu entry again after a press on it, whatever a bot line said before', async () => {
    const bench = setUpSchedulers();
    await bench.schedulers.open({ purpose: 'demo', schedulerConfig: { stateOrProvinceNames: 'Kent' } });
    expect(bench.current()?.subregions).toEqual(['Kent']);
    await bench.schedulers.open(entry);
    expect(bench.current()?.subregions).toEqual(['Alabama']);
  });

  it('[SC-005] is replaced by a bot line alone', async () => {
    const { schedulers, found } = setUpSchedulers();
    await schedulers.open({ purpose: 'demo' });
    schedulers.hide();
    await schedulers.open({ purpose: 'demo' });
    await schedulers.open(entry);
    expect(found, 'the information is not out of date').toHaveLength(1);
  });

  it('[SC-013][SC-029] gets the name that two instances have in another place if it is the one in view', async () => {
    const bench = setUpSchedulers();
    await bench.schedulers.open({ focusArea: 'data' });
    bench.schedulers.state.current?.type('company', 'Data Ltd');
    await bench.schedulers.open();
    bench.schedulers.state.current?.type('company', 'Cloud Ltd');
    await moveTo(bench, { ...english, focusArea: 'data' });
    bench.schedulers.hide();
    await bench.schedulers.open({ focusArea: 'data' });
    expect(bench.current()?.form.company).toBe('Cloud Ltd');
  });

  it('[SC-013] keeps the names of an expert apart from those of everybody', async () => {
    const { schedulers, current } = setUpSchedulers();
    await schedulers.open({ resource: 'mara' });
    schedulers.state.current?.type('company', 'Engines');
    await schedulers.open();
    expect(current()?.form.company).toBe('');
  });
});
