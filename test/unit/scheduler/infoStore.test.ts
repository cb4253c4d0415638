import { describe, expect, it } from 'vitest';
import { german } from '../../../frame/text/languages/de.ts';
import { formsText } from '../../../frame/text/languages/formsText.ts';
import type { TextSource } from '../../../frame/text/texts.ts';
import { refuse } from '../../support/fakeBackend.ts';
import { buildSource, loadedAppointment } from '../../support/schedulerFixtures.ts';
import { booked, setUp } from '../../support/schedulerStore.ts';

const lookup = '/v2/availability/lookup/';
const prefill = '/v2/scheduler/availability';

describe('the information of a scheduler', () => {
  it('[SC-024] has built-in texts before it is loaded, and keys where keys are wanted', () => {
    expect(setUp().store.read('title')).toBe('Book a call');
    const texts = { find: (section: string, key: string) => `${section}.${key}` };
    expect(setUp({ ports: { texts, showsKeys: true } }).store.read('title')).toBe('scheduler.title');
  });

  it('[SC-024][F-AD6] has the page’s texts before it is loaded, and for what its own translations leave out', async () => {
    const schedulerTextTranslations = [{ key: {}, textFragments: { submit: 'Buchen' } }];
    const texts: TextSource = {
      find: (_, key) =>
        ({ title: 'Termin buchen', submit: 'Termin buchen', next: formsText(german.scheduler.next, 'de') })[key],
    };
    const { store } = setUp({ ports: { texts, find: async () => ({ ...buildSource(), schedulerTextTranslations }) } });
    expect(store.read('title')).toBe('Termin buchen');
    await store.load();
    expect([store.read('title'), store.read('submit')]).toEqual(['Termin buchen', 'Buchen']);
    expect(store.read('next', { view: 'month' })).toBe('Nächster Monat');
  });

  it('[SC-028] is looked up once for two who want it, and once it is there not again', async () => {
    let lookups = 0;
    const find = async () => {
      lookups += 1;
      return buildSource();
    };
    const { store } = setUp({ ports: { find } });
    await Promise.all([store.load(), store.load()]);
    await store.load();
    expect(lookups).toBe(1);
  });

  it('[SC-029] is looked up again at the next opening once it is out of date, with the visitor’s input', async () => {
    let lookups = 0;
    const find = async () => {
      lookups += 1;
      return buildSource();
    };
    const { store, state } = setUp({ ports: { find } });
    await store.load();
    store.type('company', 'Engines');
    store.markStale();
    expect([state.info, lookups]).toEqual(['idle', 1]);
    await store.load();
    expect([state.info, lookups, state.form.company]).toEqual(['ready', 2, 'Engines']);
  });

  it('[SC-029] that is out of date while it is looked up is looked up again', async () => {
    const answers: ((source: ReturnType<typeof buildSource>) => void)[] = [];
    const { store, state, clock } = setUp({ ports: { find: () => new Promise((resolve) => answers.push(resolve)) } });
    void store.load();
    await clock.advance(0);
    store.markStale();
    answers[0]?.(buildSource({ purpose: 'old' }));
    await clock.advance(0);
    answers[1]?.(buildSource({ purpose: 'new' }));
    await clock.advance(0);
    expect(state.config?.purpose).toBe('new');
    expect(answers).toHaveLength(2);
  });

  it('[SC-029] that is looked up again is not looked up a third time meanwhile', async () => {
    const answers: ((source: ReturnType<typeof buildSource>) => void)[] = [];
    const { store, clock } = setUp({ ports: { find: () => new Promise((resolve) => answers.push(resolve)) } });
    void store.load();
    await clock.advance(0);
    void store.load({ again: true });
    answers[0]?.(buildSource());
    await clock.advance(0);
    void store.load({ again: true });
    await clock.advance(0);
    expect(answers, 'one lookup at a time').toHaveLength(2);
  });

  it('[SC-157] lists the dialing codes in the order of the language of its texts', async () => {
    const row = (regionCode: string, regionName: string) => ({
      ...{ type: 'Country', internationalDialingCode: '1', regionCode, regionName },
    });
    const internationalDialing = { internationalDialingCodes: [row('AT', 'Österreich'), row('ZA', 'Zamunda')] };
    const idsIn = async (languageCode: string) => {
      const find = async () => ({ ...buildSource(), internationalDialing });
      const textLocale = () => ({ languageCode, regionCode: 'US' });
      const { store, state } = setUp({ ports: { find, textLocale } });
      await store.load();
      return state.dialingCodes.map(({ id }) => id);
    };
    expect(await idsIn('de')).toEqual(['AT', 'ZA']);
    expect(await idsIn('sv')).toEqual(['ZA', 'AT']);
  });

  it('[SC-023][SC-040] has the first question of its own texts, also if it is shown before', async () => {
    const schedulerTextTranslations = [{ key: {}, textFragments: { firstQuestion: 'What is it about?' } }];
    const { store, state } = setUp({ ports: { find: async () => ({ ...buildSource(), schedulerTextTranslations }) } });
    store.show();
    await store.load();
    expect(state.prompt).toBe('What is it about?');
  });

  it('[SC-023] has its texts in the language that the page names for texts, which may be another than its entry’s', async () => {
    const schedulerTextTranslations = [
      { key: { languageCode: 'sv', regionCode: 'SE' }, textFragments: { title: 'Boka ett samtal' } },
      { key: { languageCode: 'fr', regionCode: 'FR' }, textFragments: { submit: 'Réserver' } },
    ];
    const textLocale = () => ({ languageCode: 'sv', regionCode: 'SE' });
    const find = async () => ({ ...buildSource(), schedulerTextTranslations });
    const { store } = setUp({ ports: { find, textLocale } });
    await store.load();
    expect([store.read('title'), store.read('submit')]).toEqual(['Boka ett samtal', 'Book this call']);
  });

  it('[SC-023][SC-040] changes its texts and its first question when the texts of another language are there, not before', async () => {
    const schedulerTextTranslations = [
      { key: { languageCode: 'sv' }, textFragments: { firstQuestion: 'Vad gäller det?' } },
      { key: { languageCode: 'fr' }, textFragments: { firstQuestion: 'De quoi s’agit-il ?' } },
    ];
    let languageCode = 'sv';
    const find = async () => ({ ...buildSource(), schedulerTextTranslations });
    const { store, state } = setUp({ ports: { find, textLocale: () => ({ languageCode, regionCode: 'SE' }) } });
    store.show();
    await store.load();
    store.promptSeen();
    languageCode = 'fr';
    expect([state.prompt, store.read('firstQuestion')]).toEqual(['Vad gäller det?', 'Vad gäller det?']);
    await store.load({ again: true });
    expect([state.prompt, store.read('firstQuestion')]).toEqual(['De quoi s’agit-il ?', 'De quoi s’agit-il ?']);
  });

  it('[SC-060] brings the times of its place: those of the zone if the calendar is open, else everybody’s', async () => {
    const { store, calls, clock } = setUp();
    await store.load();
    await clock.advance(2_000);
    expect([calls(prefill).length, calls(lookup).length]).toEqual([1, 0]);
    store.openSection('CALENDAR');
    await clock.advance(2_000);
    await store.load({ again: true });
    await clock.advance(2_000);
    expect([calls(prefill).length, calls(lookup).length]).toEqual([1, 2]);
    store.openSection('QUESTION');
    await store.load({ again: true });
    await clock.advance(2_000);
    store.openSection('CALENDAR');
    await clock.advance(2_000);
    expect([calls(prefill).length, calls(lookup).length]).toEqual([2, 3]);
  });

  it('[SC-017][SC-031] brings no times if there is none', async () => {
    for (const find of [async () => undefined, async () => refuse(500)]) {
      const { store, calls, clock } = setUp({ ports: { find } });
      await store.load();
      await clock.advance(0);
      expect(calls('/v2/')).toHaveLength(0);
    }
  });

  it('[SC-017][SC-031] tells the operator why there is none', async () => {
    const none = setUp({ ports: { find: async () => undefined } });
    await none.store.load();
    expect(none.log.warnings).toEqual(['There is no scheduler for this page.']);
    const failed = setUp({ ports: { find: async () => refuse(500) } });
    await failed.store.load();
    expect(failed.log.warnings).toEqual(['The scheduler could not be loaded. (answered 500)']);
  });

  it('[SC-039] has no question and fills nothing in before the scheduler is shown', async () => {
    const { store, state } = setUp({ ports: { visitor: () => ({ firstName: 'Ada' }) } });
    await store.load();
    expect([state.prompt, state.form.firstName]).toEqual(['', '']);
    store.show();
    expect(state.prompt).toBe('Schedule a free 30-minute call to discuss your business needs.');
    expect(state.form.firstName).toBe('Ada');
  });

  it('[SC-114][SC-029] leaves the zone, the state and the code of a booked call unchanged', async () => {
    const appointment = {
      ...loadedAppointment,
      clientTimezone: 'Europe/Berlin',
      stateOrProvince: 'Ohio',
      clientDialingCountryCode: '+44',
      clientPhone: '+44 20 7946 0018',
    };
    const { store, state } = await booked({ routes: { '/v2/appointments/lookup/': () => appointment } });
    const kept = { timezone: 'Europe/Berlin', subregion: 'Ohio', dialingCode: '+44' };
    await store.load({ again: true });
    expect(state.form).toMatchObject(kept);
    expect(state.zones).not.toContain('Europe/Berlin');
    store.edit();
    await store.load({ again: true });
    expect(state.form).toMatchObject(kept);
    expect(state.zones, 'the form offers the zone of the call').toContain('Europe/Berlin');
  });

  it('[SC-079][SC-055] keeps a chosen zone and state that it still lists', async () => {
    const { store, state } = setUp();
    await store.load();
    state.form.timezone = 'Asia/Tokyo';
    store.chooseSubregion('Texas');
    await store.load({ again: true });
    expect(state.form).toMatchObject({ timezone: 'Asia/Tokyo', subregion: 'Texas' });
  });
});
