import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parseContactAnswer } from '../../../frame/contact/answer.ts';
import { createContactApi } from '../../../frame/contact/api.ts';
import { keysOf, readInformation } from '../../../frame/contact/bundle.ts';
import { contactPointsOf, phoneNumbers } from '../../../frame/contact/contactPoints.ts';
import { contactDeployment } from '../../../frame/contact/deployment.ts';
import { toAnswer } from '../../../frame/contact/file/contactFile.ts';
import { problemsOf } from '../../../frame/contact/file/fileSchema.ts';
import { isOpen } from '../../../frame/contact/file/openingHours.ts';
import type { LookupFacts } from '../../../frame/contact/lookupRequest.ts';
import { readAnswer } from '../../../frame/platform/backend/readAnswer.ts';
import { createError } from '../../../frame/platform/errors.ts';
import { toTelUrl } from '../../../frame/text/telUrl.ts';
import { readJsonFile } from '../../contact/readJsonFile.ts';
import { createFakeBackend } from '../../support/fakeBackend.ts';

const folder = new URL('../../contact/', import.meta.url);
const examples = readdirSync(folder).filter((name) => name.endsWith('.json'));
const example = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

const locales = (languageCode: string, regionCode: string) => ({
  ...{ languageCode, regionCode },
  ...{ textLanguageCode: languageCode, textRegionCode: regionCode },
});
/** A Monday in November: 10:00 in Berlin and Vienna, 04:00 in New York. */
const monday = Date.UTC(2026, 10, 23, 9);
const hour = 3_600_000;

function read(file: unknown, [language, region]: readonly [string, string] = ['de', 'DE'], nowMs = monday) {
  const answer = parseContactAnswer(toAnswer(file, locales(language, region), nowMs));
  if (!answer) throw new Error('There is no bundle.');
  return { answer, ...readInformation(answer) };
}

describe('opening hours', () => {
  const hours = {
    timeZone: 'Europe/Berlin',
    monday: ['09:00-12:00', '13:00-24:00'],
    dates: { '2026-11-30': [], '2026-12-01': ['10:00-11:00'] },
  };

  it.each([
    ['before the first minute', -1 * hour - 1, false],
    ['in the first minute', -1 * hour, true],
    ['in the last minute before the break', 2 * hour - 1, true],
    ['in the break', 2 * hour, false],
    ['after the break', 3 * hour, true],
    ['just before midnight', 14 * hour - 1, true],
    ['on a weekday without hours', 14 * hour, false],
    ['on a holiday', 7 * 24 * hour, false],
    ['on a day with other hours', 8 * 24 * hour + hour / 2, true],
    ['outside these other hours', 8 * 24 * hour + hour, false],
  ])('[F-AD3] hold %s', (_, laterMs, expected) => {
    expect(isOpen(hours, monday + laterMs)).toBe(expected);
  });

  it('[F-AD3] follow the zone through the change of its clocks', () => {
    const daily = { timeZone: 'Europe/Berlin', sunday: ['09:00-10:00'] };
    expect(isOpen(daily, Date.UTC(2026, 9, 18, 7, 30))).toBe(true); // summer time
    expect(isOpen(daily, Date.UTC(2026, 9, 25, 8, 30))).toBe(true); // winter time
    expect(isOpen(daily, Date.UTC(2026, 9, 25, 7, 30))).toBe(false);
  });

  it.each([
    ['no hours', undefined],
    ['an unknown zone', { timeZone: 'Atlantis/Centre', monday: [] }],
  ])('[F-AD3] leave a company open with %s', (_, value) => {
    expect(isOpen(value, monday)).toBe(true);
  });
});

describe('the contact file', () => {
  it('[F-AD3] shows phone and chat while the company is open, and other words for writing while it is closed', () => {
    const open = read(example('software.json'), ['en', 'US'], monday + 6 * hour).bundle;
    expect(open.chatInformation).toMatchObject([{ chatService: 'xmpp', chatRoutingCode: 'sales' }]);
    expect(open.emailInformation).toMatchObject([
      { link: 'form:https://www.software.example/api/messages', linkText: 'Ask a question' },
      { url: 'mailto:support@software.example', linkText: 'Email support' },
    ]);
    const closed = read(example('software.json'), ['en', 'US'], monday).bundle;
    expect(closed.chatInformation).toEqual([]);
    expect(closed.emailInformation[1]?.linkText).toBe('We are offline. Email us, and we answer within a day');
    expect(closed.customLinks).toHaveLength(2);
    const shop = read(example('shop.json'));
    expect(phoneNumbers(shop.bundle)).toMatchObject([{ number: '+49 30 5550 1234', formatted: '030 5550 1234' }]);
    // What is shown is for reading, and may have other digits.
    expect(contactPointsOf(shop.bundle, [], monday).phoneNumber).toBe('+49 30 5550 1234');
    expect(read(example('shop.json'), ['de', 'DE'], monday - 12 * hour).bundle.phoneInformation).toEqual([]);
  });

  it('shows a chat with a bot while the company is closed, too', () => {
    const file = {
      openingHours: { timeZone: 'Europe/Berlin' },
      languages: { 'de-DE': { chat: { service: 'bot', desk: 'help' }, phone: { number: '+49 30 123456' } } },
    };
    const { bundle } = read(file);
    expect(bundle.chatInformation).toMatchObject([{ chatService: 'bot', chatRoutingCode: 'help' }]);
    expect(bundle.phoneInformation).toEqual([]);
    expect(problemsOf(file)).toEqual([]);
  });

  it('[F-AD3] shows a form that stands in for people only while they are away', () => {
    const linksAt = (nowMs: number) =>
      read(example('shop.json'), ['en', 'GB'], nowMs).bundle.emailInformation.flatMap(({ link }) => link ?? []);
    expect(linksAt(monday)).toEqual([]);
    expect(linksAt(monday - 12 * hour)).toEqual(['form:https://www.laden.example/nachrichten']);
    const practice = read(example('practice.json'), ['en', 'GB']).bundle;
    expect(practice.emailInformation).toMatchObject([{ link: 'form:mailto:ordination@praxis.example' }]);
    // It leads nowhere outside the pane.
    expect(contactPointsOf(practice, [], monday).emailUrl).toBeUndefined();
  });

  it.each([
    [['de', 'DE'], 'de-DE'],
    [['de', 'AT'], 'de-DE'],
    [['en', 'US'], 'en-GB'],
    [['ja', 'JP'], 'de-DE'],
  ] as const)('[F-AD3][SH-085] has the nearest language for %s', (wanted, expected) => {
    const { answer, regionsAndLanguages } = read(example('shop.json'), wanted);
    expect(`${answer.key.languageCode}-${answer.key.regionCode}`).toBe(expected);
    expect(keysOf(answer)).toHaveLength(2);
    expect(regionsAndLanguages).toHaveLength(2);
  });

  it('[F-AD3] is one request without a question, and no request for the locales', async () => {
    const call = createFakeBackend();
    call.on('/contact.json', () => example('shop.json'));
    const api = createContactApi(
      call,
      v.parse(contactDeployment, { hosts: ['https://www.shop.example'], file: '/contact.json' }),
    );
    const facts = { ...locales('de', 'DE'), focusArea: 'any', isLanding: true } as LookupFacts;
    expect(await api.keys(facts)).toEqual([]);
    expect((await api.lookup(facts))?.key).toMatchObject({ languageCode: 'de' });
    expect(call.calls.map(({ path, query, method }) => [path, query, method])).toEqual([
      ['/contact.json', undefined, 'GET'],
    ]);
  });

  it.each([
    [404, 'invalid'],
    [503, 'failed'],
  ])('[F-AD3][SH-084] that answers %i is %s, as with a contact service', async (status, outcome) => {
    const call = createFakeBackend();
    call.on('/contact.json', () => {
      throw createError('CALL_FAILED', 'no file', { status });
    });
    const api = createContactApi(
      call,
      v.parse(contactDeployment, { hosts: ['https://www.shop.example'], file: '/contact.json' }),
    );
    const asked = api.lookup({ ...locales('de', 'DE'), focusArea: 'any' } as LookupFacts);
    if (outcome === 'invalid') expect(await asked).toBeUndefined();
    else await expect(asked).rejects.toMatchObject({ status });
  });

  it.each([
    ['de', 'AT', ['/contact-de-AT.json', '/contact-en-US.json'], 'de'],
    ['fr', 'FR', ['/contact-fr-FR.json', '/contact-en-US.json'], 'en'],
    ['it', 'IT', ['/contact-it-IT.json', '/contact-en-US.json'], undefined],
    ['en', 'US', ['/contact-en-US.json'], 'en'],
  ])(
    '[F-AD3] is one of several where its address has the language: %s-%s',
    async (language, region, paths, expected) => {
      const found = { de: paths[0], fr: paths[1], it: undefined, en: paths[0] }[language];
      const call = createFakeBackend({
        '/contact-': ({ path }) => {
          if (path !== found) throw createError('CALL_FAILED', 'no file', { status: 404 });
          return { languages: { [path.slice(9, 14)]: { email: { address: 'hello@shop.example' } } } };
        },
      });
      const api = createContactApi(
        call,
        v.parse(contactDeployment, { hosts: ['https://www.shop.example'], file: '/contact-{language}-{region}.json' }),
      );
      const asked = await api.lookup({ ...locales(language, region), focusArea: 'any' } as LookupFacts);
      expect(asked?.key?.languageCode).toBe(expected);
      expect(call.calls.map(({ path }) => path)).toEqual(found === paths[0] ? paths.slice(0, 1) : paths);
    },
  );

  it.each([null, [], 'text', {}, { languages: [] }, { languages: { 'en-US': null } }, { languages: { en: {} } }])(
    '[F-AD3] without a language shows the default links: %j',
    (file) => {
      expect(parseContactAnswer(toAnswer(file, locales('en', 'US'), monday))).toBeUndefined();
    },
  );

  it('[F-AD3] leaves out what is malformed and keeps the rest', () => {
    const { bundle } = read({
      openingHours: { timeZone: 7, monday: 'always' },
      languages: {
        'de-DE': { email: 'me', phone: { number: 7 }, links: [null, { url: 'https://a.example' }], chat: {} },
      },
    });
    expect(bundle).toMatchObject({ emailInformation: [], phoneInformation: [], chatInformation: [] });
    expect(bundle.customLinks).toMatchObject([{ link: 'https://a.example' }]);
  });
});

describe('npm run check:contact', () => {
  it.each(examples)('[F-AD3] accepts the example %s', (name) => {
    expect(problemsOf(example(name))).toEqual([]);
  });

  it('[F-AD3] has an example for a shop, a practice and a software firm', () => {
    expect(examples).toEqual(['practice.json', 'shop.json', 'software.json']);
  });

  it.each([
    [{}, 'languages is missing.'],
    [{ languages: {} }, 'languages names no language.'],
    [
      { languages: { english: { email: { address: 'a@b.example' } } } },
      'languages.english is not a language with its region, such as "en-US".',
    ],
    [{ languages: { 'en-US': {} } }, 'languages.en-US offers no way to make contact.'],
    [
      { languages: { 'en-US': { email: { address: 'nobody' } } } },
      'languages.en-US.email.address is not an e-mail address.',
    ],
    [{ languages: { 'en-US': { mail: {} } } }, 'languages.en-US.mail is not known: check its spelling.'],
    [
      { languages: { 'en-US': { phone: { number: '030 123' } } } },
      'languages.en-US.phone.number is not a number with its country, such as "+49 30 123456".',
    ],
    [
      { openingHours: { timeZone: 'Berlin' }, languages: { 'en-US': { email: { address: 'a@b.example' } } } },
      'openingHours.timeZone is not a time zone, such as "Europe/Berlin".',
    ],
    [
      {
        openingHours: { timeZone: 'Europe/Berlin', monday: ['9-17'] },
        languages: { 'en-US': { email: { address: 'a@b.example' } } },
      },
      'openingHours.monday.0 is not a time span, such as "09:00-17:00".',
    ],
    [
      {
        openingHours: { timeZone: 'Europe/Berlin', monday: ['22:00-06:00'] },
        languages: { 'en-US': { email: { address: 'a@b.example' } } },
      },
      'openingHours.monday.0 does not end after it begins; split a span across midnight into two days.',
    ],
    [
      {
        openingHours: { timeZone: 'Europe/Berlin', dates: { '2026-02-30': [] } },
        languages: { 'en-US': { email: { address: 'a@b.example' } } },
      },
      'openingHours.dates.2026-02-30 is not a date, such as "2026-12-24".',
    ],
    [
      { openingHours: { timeZone: 'Europe/Berlin' }, languages: { 'en-US': { phone: { number: '+49 30 123456' } } } },
      'languages.en-US offers nothing while the company is closed: add "email" or "form".',
    ],
    [
      {
        openingHours: { timeZone: 'Europe/Berlin' },
        languages: { 'en-US': { form: { send: 'https://a.example/', when: 'closed' } } },
      },
      'languages.en-US offers nothing while the company is open.',
    ],
    [{ languages: { 'en-US': { form: { text: 'Write' } } } }, 'languages.en-US.form needs either "url" or "send".'],
    [
      { languages: { 'en-US': { form: { url: 'https://a.example/', send: 'https://a.example/' } } } },
      'languages.en-US.form needs either "url" or "send".',
    ],
    [
      { languages: { 'en-US': { form: { send: 'http://a.example/' } } } },
      'languages.en-US.form.send is not an address that begins with https:// or mailto:.',
    ],
    [
      { languages: { 'en-US': { form: { url: 'https://a.example/', when: 'closed' } } } },
      'languages.en-US.form has "when", which is for "send" only.',
    ],
    [
      { languages: { 'en-US': { form: { send: 'https://a.example/', when: 'never' } } } },
      'languages.en-US.form.when is neither "always" nor "closed".',
    ],
  ])('[F-AD3] says what is wrong with %j', (file, sentence) => {
    expect(problemsOf(file)).toEqual([sentence]);
  });

  it.each([
    ['+49 30 123456', 'tel:+4930123456'],
    ['+49/(0)30.123456', 'tel:+4930123456'],
    ['+44 (0)20 7946 0000', 'tel:+442079460000'],
    ['+1 (800) 555-0100 ext. 12', 'tel:+18005550100,12'],
    ['+1 800 555 0100, extension 12', 'tel:+18005550100,12'],
    ['+18005550100x12', 'tel:+18005550100,12'],
    ['+18005550100 #12', 'tel:+18005550100,12'],
    ['+18005550100,,12', 'tel:+18005550100,,12'],
  ])('[F-AD3] accepts the phone number %s, which the widget dials as %s', (number, url) => {
    expect(problemsOf({ languages: { 'en-US': { phone: { number } } } })).toEqual([]);
    expect(toTelUrl(number)).toBe(url);
  });

  it.each(['030 123456', '+49 30', '+49 30 CALL-US', '+49 30 123456 ext.', '+49 (030) 123456', '+((((((((('])(
    '[F-AD3] refuses the phone number %s',
    (number) => {
      expect(problemsOf({ languages: { 'en-US': { phone: { number } } } })).toHaveLength(1);
    },
  );

  it('[F-AD3] ignores a byte order mark, as the widget does', async () => {
    const text = JSON.stringify(example('shop.json'));
    const temporary = mkdtempSync(join(tmpdir(), 'contact-file-'));
    try {
      const file = join(temporary, 'contact.json');
      writeFileSync(file, `\uFEFF${text}`);
      expect(await readAnswer(new Response(readFileSync(file)), file)).toBe(text);
      expect(readJsonFile(file)).toEqual(example('shop.json'));
    } finally {
      rmSync(temporary, { recursive: true });
    }
  });

  it('[F-AD3] takes a form that is sent to the visitor’s own machine, as the form does, and no other http address', () => {
    const fileFor = (send: string) => ({ languages: { 'en-US': { form: { send } } } });
    for (const send of ['http://localhost:4602/inquiries', 'http://127.0.0.1', 'http://[::1]:80/'])
      expect(problemsOf(fileFor(send))).toEqual([]);
    for (const send of ['http://localhost.example/', 'http://127.0.0.1@a.example/'])
      expect(problemsOf(fileFor(send))).toHaveLength(1);
  });
});
