import { describe, expect, it } from 'vitest';
import { lookupBody } from '../../../frame/contact/lookupRequest.ts';
import { createNoticeCall } from '../../../frame/scheduler/vendorNotice.ts';
import type { Locale } from '../../../frame/text/locale.ts';
import { createFakeBackend, refuse } from '../../support/fakeBackend.ts';
import { lookupFacts } from '../../support/lookupFacts.ts';
import { openScheduler } from '../../support/renderScheduler.ts';
import { ready, setUp } from '../../support/schedulerStore.ts';

describe('a visitor whom the page knows', () => {
  const known = { firstName: ' Ada ', lastName: 'Lovelace', company: 'Engines', email: 'ada@engines.com' };

  it('[SC-018] types four fields less', () => {
    const { store, state } = setUp({ ports: { visitor: () => known } });
    store.show();
    expect(state.form).toMatchObject({ ...known, firstName: 'Ada' });
  });

  it.each([
    ['with another dialing code', '+44 20 7946 0018', { dialingCode: '+44', phoneNumber: '20 7946 0018' }, 'GB'],
    ['in one piece', '+442079460018', { dialingCode: '+44', phoneNumber: '2079460018' }, 'GB'],
    ['with its area code', '+4420 79460018', { dialingCode: '+44', phoneNumber: '20 79460018' }, 'GB'],
    ['of the page’s region', '(415) 555-2671', { dialingCode: '+1', phoneNumber: '(415) 555-2671' }, 'US'],
  ])('[SC-018][SC-078][SC-113] finds the number to call %s in place', async (_, phone, form, region) => {
    const { store, state } = setUp({ ports: { visitor: () => ({ phone }) } });
    store.show();
    await store.load();
    expect(state.form).toMatchObject(form);
    expect(state.dialingRegion).toBe(region);
  });

  it('[SC-018][SC-081] types a number in place of one that cannot be called', async () => {
    const { store, state } = setUp({ ports: { visitor: () => ({ phone: 'ask the office' }) } });
    store.show();
    await store.load();
    expect(state.form).toMatchObject({ dialingCode: '+1', phoneNumber: '' });
  });

  it('[SC-013] keeps what was typed, and gets nothing back that was emptied', async () => {
    const { store, state } = setUp({ ports: { visitor: () => ({ ...known, phone: '415 555 2671' }) } });
    await store.load();
    store.type('company', 'Mine');
    store.show();
    expect(state.form).toMatchObject({ company: 'Mine', phoneNumber: '415 555 2671' });
    store.type('lastName', '');
    store.type('phoneNumber', '');
    store.hide();
    store.show();
    expect(state.form).toMatchObject({ lastName: '', phoneNumber: '' });
  });

  it('[SC-080] types names of any script, up to 200 characters', async () => {
    const { store, state, calls } = await ready();
    for (const name of ['٣ أبو بكر', '山田太郎', '👩‍🚀 Ada', 'n'.repeat(300)]) store.type('firstName', name);
    expect(state.form.firstName).toHaveLength(200);
    store.type('lastName', '山田 👩‍🚀');
    await store.submit();
    expect(calls('/v2/appointments/', 'POST')[0]?.body).toMatchObject({ clientLastName: '山田 👩‍🚀' });
  });
});

describe('the privacy notice', () => {
  const notice = { title: 'Vendor notice', text: 'What we do with it.', url: 'https://v.example/statement' };

  it('[SC-091][F-SC1] is the consent vendor’s, in the visitor’s language', async () => {
    const backend = createFakeBackend({ '/notice': () => notice });
    const whenNoticeReady = createNoticeCall({ call: backend, hosts: ['https://v.example'] });
    const textLocale = () => ({ languageCode: 'de', regionCode: 'DE' });
    const { store, words, markup } = await openScheduler({ textLocale, whenNoticeReady });
    store.openSection('CONTACT_INFO');
    expect(words()).toContain('Vendor notice What we do with it.');
    expect(markup()).toContain('href="https://v.example/statement"');
    expect(words()).not.toContain('We use these details');
    expect(backend.calls[0]).toMatchObject({ query: { languageCode: 'de', regionCode: 'DE' }, isForeign: true });
  });

  it('[SC-091][SC-157] is asked for again when the visitor changes the language, at once or at the next opening', async () => {
    const notices: Readonly<Record<string, string>> = { en: 'We keep little.', de: 'Wir speichern wenig.', fr: 'Peu.' };
    const whenNoticeReady = async ({ languageCode }: Locale) => ({
      ...{ title: '', text: notices[languageCode] ?? '', url: '' },
    });
    const { schedulers, store, words, move, clock } = await openScheduler({ whenNoticeReady });
    store.openSection('CONTACT_INFO');
    store.privacySeen();
    expect(words()).toContain('We keep little.');
    const change = async (languageCode: string, regionCode: string) => {
      const place = { focusArea: 'cloud', languageCode, regionCode };
      move(place);
      await schedulers.setup(place);
      await clock.advance(0);
    };
    await change('de', 'DE');
    expect(words()).toContain('Wir speichern wenig.');
    expect(store.state.form.privacyViewed, 'it was read before').toBe(true);
    schedulers.hide();
    await change('fr', 'FR');
    await schedulers.open();
    await clock.advance(0);
    expect(words()).toContain('Peu.');
  });

  it('[SC-091][F-SC1] is the deployment’s own if the vendor’s fails, and promises nothing that is not kept', async () => {
    const whenNoticeReady = async () => refuse(500);
    const { store, words } = await openScheduler({ whenNoticeReady });
    store.openSection('CONTACT_INFO');
    expect(words()).toContain('to send you a confirmation.');
    expect(words()).not.toContain('anything else');
    expect(createNoticeCall({ call: createFakeBackend({}), hosts: [] })).toBe(undefined);
  });
});

describe('a link to one expert', () => {
  it('[SC-003][SH-093][SC-132][F-SC5] sends the resource with the lookup', () => {
    const keyOf = (more: object) =>
      JSON.parse(JSON.stringify(lookupBody({ ...lookupFacts, ...more }))).schedulingInformationKey;
    expect(keyOf({ schedulerResource: 'mara' })).toEqual({ purpose: '(default)', resource: 'mara' });
    expect(keyOf({})).toEqual({ purpose: '(default)' });
  });
});
