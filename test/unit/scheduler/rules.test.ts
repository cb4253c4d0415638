// Long because each rule of the room has its table here.
import { describe, expect, it } from 'vitest';
import { expertOf, fromAppointment, toBooking } from '../../../frame/scheduler/appointment.ts';
import { findClassification } from '../../../frame/scheduler/classification.ts';
import { clientUrlOf } from '../../../frame/scheduler/clientUrl.ts';
import { parseConfirmationNumber } from '../../../frame/scheduler/confirmationNumber.ts';
import { createDateText } from '../../../frame/scheduler/dateText.ts';
import {
  type DialingRow,
  defaultDialing,
  matchesDialing,
  regionOfCode,
  toDialingEntries,
} from '../../../frame/scheduler/dialing.ts';
import { isEmail } from '../../../frame/scheduler/email.ts';
import { toErrorCode } from '../../../frame/scheduler/errorCode.ts';
import { parseConfig, parseInfo } from '../../../frame/scheduler/parseInfo.ts';
import { isPhone, joinPhone, splitPhone } from '../../../frame/scheduler/phone.ts';
import { createForm, type SchedulerForm } from '../../../frame/scheduler/records.ts';
import { resourceKey } from '../../../frame/scheduler/resourceKey.ts';
import { schedulerTextSource } from '../../../frame/scheduler/schedulerTextSource.ts';
import { toSteering } from '../../../frame/scheduler/steering.ts';
import { schedulerTexts } from '../../../frame/scheduler/texts.ts';
import { isKnownZone, subregions, timeZones } from '../../../frame/scheduler/timeZones.ts';
import { invalidFields } from '../../../frame/scheduler/validateForm.ts';
import { createTextReader } from '../../../frame/text/texts.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
import { bookedForm, schedulerConfig } from '../../support/schedulerFixtures.ts';

describe('names', () => {
  it('[SC-022] joins a resource key with defaults, a variation before the focus area', () => {
    expect(resourceKey({ focusArea: 'cloud' })).toBe('en--US--cloud--(default)--any');
    expect(resourceKey({ focusArea: 'cloud', variation: 'hybrid' })).toBe('en--US--hybrid--(default)--any');
    expect(
      resourceKey({ languageCode: 'de', regionCode: 'DE', focusArea: 'data', purpose: 'demo', resource: 'ex-1' }),
    ).toBe('de--DE--data--demo--ex-1');
  });

  it.each([
    ['https://booking.example/x', 'https://booking.example/x'],
    [' http://booking.example ', 'http://booking.example'],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['//booking.example', undefined],
    ['', undefined],
    [17, undefined],
  ])('[SC-008] takes only http and https addresses as a booking page: %s', (clientURL, expected) => {
    expect(clientUrlOf({ clientURL })).toBe(expected);
  });

  it('[SC-131] takes 1 to 64 letters, digits and hyphens as a confirmation number', () => {
    expect(parseConfirmationNumber('  NW-004701 ')).toBe('NW-004701');
    for (const bad of ['a/b', '', ' ', '<script>', 'a b', '../x', 'a'.repeat(65), 4, undefined, 'ä', '%2F']) {
      expect(parseConfirmationNumber(bad)).toBeUndefined();
    }
  });

  it('[SC-140] stores a code in an error object and a string that starts with SCH as given', () => {
    expect(toErrorCode({ code: 'SCH07' })).toBe('SCH07');
    expect(toErrorCode('SCH11')).toBe('SCH11');
    expect(toErrorCode({ error: { code: 'SCH12' } })).toBe('SCH12');
    expect(toErrorCode('oops')).toBe('SCH02');
    expect(toErrorCode({ message: 'x' })).toBe('SCH02');
    expect(toErrorCode(null)).toBe('SCH02');
    expect(toErrorCode({ code: '' })).toBe('SCH02');
  });
});

describe('information', () => {
  it('[SC-019] reads every member of the configuration, en and US by default', () => {
    const whole = {
      clientURL: 'https://b.example',
      variation: 'hybrid',
      focusArea: 'cloud',
      regionCode: 'DE',
      languageCode: 'de',
      purpose: 'demo',
      appointmentTimeZones: 'Europe/Berlin,Asia/Tokyo',
      appointmentTimeZonePreferred: 'Asia/Tokyo',
      stateOrProvinceNames: 'Hessen,Berlin',
      cognitiveRouting: 'Yes',
    };
    expect(parseConfig(whole, {})).toEqual(whole);
    expect(parseConfig({}, {})).toMatchObject({ languageCode: 'en', regionCode: 'US', purpose: '(default)' });
    expect(parseConfig({}, { focusArea: 'data', languageCode: 'ja', regionCode: 'JP' })).toMatchObject({
      focusArea: 'data',
      languageCode: 'ja',
      regionCode: 'JP',
    });
    expect(parseConfig(undefined, {})).toBeUndefined();
  });

  it('[SC-020] reads texts, dialing codes and classifications, and drops what does not fit', () => {
    const info = parseInfo({
      schedulingInformation: { cognitiveRouting: 'perhaps' },
      bundleKey: { focusArea: 'cloud', languageCode: 'en', regionCode: 'US' },
      schedulerTextTranslations: [{ key: {}, textFragments: { scheduler: { title: 'Meet us' }, flat: 'x' } }, 4, null],
      schedulingClassifications: [
        { label: 'cloud-storage', text: 'Cloud storage' },
        { classification: 'Pricing', classificationTranslation: 'Preise' },
        { label: '' },
        'bad',
      ],
      internationalDialing: { internationalDialingCodes: [{ type: 'Country', internationalDialingCode: 44 }, 9] },
    });
    expect(info?.config.cognitiveRouting).toBe('No');
    expect(info?.translations).toEqual([
      {
        purpose: '(default)',
        variation: '',
        focusArea: '',
        regionCode: '',
        languageCode: '',
        fragments: { title: 'Meet us', flat: 'x' },
      },
    ]);
    expect(info?.classifications).toEqual([
      { label: 'cloud-storage', text: 'Cloud storage' },
      { label: 'Pricing', text: 'Preise' },
    ]);
    expect(info?.dialing.map((row) => row.internationalDialingCode)).toEqual(['44']);
  });

  const entry = (key: Record<string, string>, fragments: Record<string, string>) => ({
    purpose: '(default)',
    variation: '',
    focusArea: '',
    regionCode: 'US',
    languageCode: 'en',
    ...key,
    fragments,
  });

  it('[SC-023] picks texts by language, region, focus area and purpose, then of the default purpose', () => {
    const list = [
      entry({ languageCode: 'de', regionCode: 'DE' }, { title: 'Deutsch' }),
      entry({ focusArea: 'data' }, { title: 'Data' }),
      entry({ focusArea: 'cloud' }, { title: 'Cloud', submit: 'Go' }),
      entry({ focusArea: 'cloud', purpose: 'demo' }, { title: 'Cloud demo' }),
    ];
    const find = (purpose: string, key: string) =>
      schedulerTextSource(list, { ...schedulerConfig, purpose }).find('scheduler', key);
    expect(find('demo', 'title')).toBe('Cloud demo');
    expect(find('demo', 'submit')).toBe('Go');
    expect(find('unknown', 'title')).toBe('Cloud');
    const german = { ...schedulerConfig, languageCode: 'de', regionCode: 'DE' };
    expect(schedulerTextSource(list, german).find('scheduler', 'title')).toBe('Deutsch');
  });

  it('[SC-023] takes the texts that name the place before those that leave it open, in whatever order they come', () => {
    const open = entry({ languageCode: '', regionCode: '' }, { title: 'Anywhere', submit: 'Go anywhere' });
    const named = entry({ focusArea: 'cloud' }, { title: 'Cloud' });
    for (const list of [
      [open, named],
      [named, open],
    ]) {
      const source = schedulerTextSource(list, schedulerConfig);
      expect(source.find('scheduler', 'title')).toBe('Cloud');
      expect(source.find('scheduler', 'submit')).toBe('Go anywhere');
    }
  });

  it('[SC-024] falls back to built-in English for a missing or blank fragment, and never reads a prototype', () => {
    const info = parseInfo({
      schedulingInformation: {},
      bundleKey: {},
      schedulerTextTranslations: [{ key: {}, textFragments: { title: '  ', submit: '<b>x</b>' } }],
      schedulingClassifications: [],
      internationalDialing: undefined,
    });
    const read = createTextReader(
      schedulerTextSource(info?.translations ?? [], schedulerConfig),
      'scheduler',
      schedulerTexts,
    );
    expect(read('title')).toBe('Book a call');
    expect(read('submit')).toBe('<b>x</b>');
    expect(schedulerTextSource([entry({}, {})], schedulerConfig).find('scheduler', 'toString')).toBeUndefined();
  });

  it('[SC-045] matches labels after trimming and ignoring case', () => {
    const known = [{ label: 'Cloud-Storage', text: 'Cloud storage' }];
    expect(findClassification(' cloud-storage ', known)?.text).toBe('Cloud storage');
    expect(findClassification('cloud', known)).toBeUndefined();
    expect(findClassification(undefined, known)).toBeUndefined();
  });

  it('[SC-046] ignores the label "Anything Else-", even if it is in the list', () => {
    expect(findClassification('Anything Else-', [{ label: 'Anything Else-', text: 'Else' }])).toBeUndefined();
  });
});

describe('time zones and subregions', () => {
  it('[SC-054] lists the entries of the comma-separated zones', () => {
    expect(timeZones('Europe/Paris,Asia/Tokyo', '', isKnownZone, createFakeLog()).zones).toEqual([
      'Europe/Paris',
      'Asia/Tokyo',
    ]);
  });

  it('[SC-055] starts with the preferred zone, else with the first', () => {
    const zone = (preferred: string) =>
      timeZones('Europe/Paris,Asia/Tokyo', preferred, isKnownZone, createFakeLog()).zone;
    expect(zone('Asia/Tokyo')).toBe('Asia/Tokyo');
    expect(zone('')).toBe('Europe/Paris');
    expect(zone('NONE')).toBe('Europe/Paris');
  });

  it('[SC-056] trims, drops doubles and unknown zones with a log, and puts a foreign preferred zone first', () => {
    const log = createFakeLog();
    expect(timeZones('Asia/Tokyo, Asia/Tokyo,Bad/Zone', '', isKnownZone, log).zones).toEqual(['Asia/Tokyo']);
    expect(log.warnings).toHaveLength(1);
    expect(timeZones('Asia/Tokyo', 'Europe/Paris', isKnownZone, log)).toEqual({
      zones: ['Europe/Paris', 'Asia/Tokyo'],
      zone: 'Europe/Paris',
    });
    expect(timeZones('Asia/Tokyo', 'Bad/Zone', isKnownZone, log).zone).toBe('Asia/Tokyo');
  });

  it('[SC-057] only logs that there is no default zone or subregion', () => {
    const log = createFakeLog();
    expect(timeZones('', '', isKnownZone, log).zone).toBe('');
    expect(subregions('', log).first).toBe('');
    expect([...log.warnings, ...log.infos]).toHaveLength(2);
  });

  it('[SC-074] writes long, short and short with time, in other languages by their own rules', () => {
    const ms = Date.UTC(2025, 5, 3, 13);
    const english = createDateText('en-US', ms);
    expect(english.long(ms, 'America/New_York')).toBe('Tuesday, June 3, 2025');
    expect(english.short(ms, 'America/New_York')).toBe('Jun 3, 2025');
    expect(english.shortWithTime(ms, 'America/New_York')).toBe('Jun 3, 2025, 9:00 AM');
    expect(createDateText('de-DE', ms).long(ms, 'Europe/Berlin')).toBe('Dienstag, 3. Juni 2025');
    expect(createDateText('no such tag!', ms).short(ms, 'UTC')).toBe('Jun 3, 2025');
  });

  it('[SC-074][SC-114] names a zone as it is now, not as it was in 1970', () => {
    const { zone } = createDateText('en-US', Date.UTC(2026, 10, 21));
    expect(zone('America/Edmonton')).toBe('Mountain Time');
    expect(zone('Africa/Ceuta')).toBe('Central European Time');
    expect(zone('America/New_York')).toBe('Eastern Time');
  });
});

describe('dialing codes', () => {
  const row = (regionCode: string, code: string, regionName: string, more: Partial<DialingRow> = {}): DialingRow => ({
    type: 'Country',
    internationalDialingCode: code,
    regionCode,
    regionName,
    regionNameTranslation: '',
    ...more,
  });
  const rows = [
    row('US', '1', 'United States'),
    row('GB', '44', 'United Kingdom'),
    row('CA', '1', 'Canada'),
    row('DE', '49', 'Germany'),
  ];
  const entries = toDialingEntries(rows, 'en-US');

  it('[SC-075] reads plus sign, code, region name and code, sorted by name', () => {
    expect(entries.map(({ label }) => label)).toEqual([
      '+1 Canada CA',
      '+49 Germany DE',
      '+44 United Kingdom GB',
      '+1 United States US',
    ]);
  });

  it('[SC-076] lists countries only, translated and sorted by the translation', () => {
    const mixed = [
      row('DE', '49', 'Germany', { regionNameTranslation: 'Deutschland' }),
      row('AT', '43', 'Austria', { regionNameTranslation: 'Österreich' }),
      row('XX', '800', 'Freephone', { type: 'Service' }),
      row('DE', '49', 'Again'),
    ];
    expect(toDialingEntries(mixed, 'de-DE').map(({ regionName }) => regionName)).toEqual(['Deutschland', 'Österreich']);
  });

  it('[SC-077] finds an entry by name, region code, and the code with or without plus', () => {
    const found = (query: string) => entries.filter((one) => matchesDialing(one, query)).map(({ id }) => id);
    for (const query of ['+44', '44', 'united k', 'GB', ' gb ']) expect(found(query)).toEqual(['GB']);
    expect(found('')).toHaveLength(4);
  });

  it('[SC-078] starts with the region of the page, else +1, and keeps entries of one code apart', () => {
    expect(defaultDialing(entries, 'GB')).toEqual({ code: '+44', regionCode: 'GB' });
    expect(defaultDialing([], 'JP')).toEqual({ code: '+1', regionCode: 'JP' });
    expect(regionOfCode(entries, '+1', 'CA')).toBe('CA');
    expect(regionOfCode(entries, '+1', 'US')).toBe('US');
    expect(regionOfCode(entries, '+49', 'US')).toBe('DE');
  });
});

describe('e-mail', () => {
  it.each(['a@b.com', 'a@b.de', 'first.last+x@mail.example.org', " o'neill@b.co "])('[SC-083] takes %s', (email) => {
    expect(isEmail(email)).toBe(true);
  });
  it.each([
    'a@b.c',
    'a@b.notatld',
    'a@b',
    'a b@c.com',
    '@b.com',
    'a@',
    'a@@b.com',
    'a@-b.com',
    '.a@b.com',
    'a@b..com',
    '',
  ])('[SC-083] refuses "%s"', (email) => {
    expect(isEmail(email)).toBe(false);
  });
  it('[SC-084] takes an IPv4 address as domain, and a port after either', () => {
    for (const good of ['a@10.0.0.1', 'a@b.com:8080', 'a@10.0.0.1:80']) expect(isEmail(good)).toBe(true);
    for (const bad of ['a@b.com:', 'a@b.com:x', 'a@10.0.0', 'a@10.0.0.1.2']) expect(isEmail(bad)).toBe(false);
  });
  it('[SC-085] knows each top-level name, the limits of IPv4 and ports, and ignores case and outer blanks', () => {
    const names =
      'aero arpa biz com coop edu gov info int mil mobi museum name net org pro travel app cloud dev online shop tech';
    for (const name of names.split(' ')) expect(isEmail(`a@b.${name}`), name).toBe(true);
    expect(isEmail('a@10.0.0.255')).toBe(true);
    expect(isEmail('a@10.0.0.256')).toBe(false);
    expect(isEmail('a@b.com:99999')).toBe(true);
    expect(isEmail('a@b.com:100000')).toBe(false);
    expect(isEmail(' A@B.COM ')).toBe(true);
  });
});

describe('phone', () => {
  it.each(['+1 415 555 2671', '4155552671', '415-555-2671', '1 415 555 2671'])(
    '[SC-086] takes %s in US and CA',
    (number) => {
      expect(isPhone(number, 'US')).toBe(true);
      expect(isPhone(number, 'CA')).toBe(true);
    },
  );
  it.each(['115 555 2671', '415 155 2671', '415 555 267', '415 555 26711', '+44 20 7946 0958', ''])(
    '[SC-086] refuses %s in US',
    (number) => {
      expect(isPhone(number, 'US')).toBe(false);
    },
  );
  it('[SC-087] elsewhere takes digits, spaces, hyphens and plus signs between digits', () => {
    for (const good of ['20 7946-0958', '5', '20+5']) expect(isPhone(good, 'GB')).toBe(true);
    for (const bad of ['+20 7946', '20 7946-', '20a1', '', ' ', '1'.repeat(41)]) expect(isPhone(bad, 'GB')).toBe(false);
  });
  it('[SC-088] follows the region of the dialing entry, and takes dots and parentheses in North America', () => {
    expect(isPhone('(415) 555-2671', 'US')).toBe(true);
    expect(isPhone('415.555.2671', 'US')).toBe(true);
    expect(isPhone('(415) 555-2671', 'GB')).toBe(false);
    const form: SchedulerForm = { ...bookedForm, phoneNumber: '20 7946 0958', dialingCode: '+44' };
    expect(invalidFields(form, 'GB')).toEqual([]);
    expect(invalidFields(form, 'US')).toEqual(['phoneNumber']);
  });

  it('[SC-111] splits the dialing code off, +1 when there is none', () => {
    expect(splitPhone('+44 20 7946 0958', '', [])).toEqual({ dialingCode: '+44', phoneNumber: '20 7946 0958' });
    expect(splitPhone('415-555-2671', '', [])).toEqual({ dialingCode: '+1', phoneNumber: '415-555-2671' });
  });
  it('[SC-112] removes what is no digit, plus, dash or space', () => {
    expect(splitPhone('+1 (415) 555-2671 x', '', []).phoneNumber).toBe('415 555-2671');
  });
  it('[SC-113] without a separator takes the given code, else the longest known one', () => {
    expect(splitPhone('+14155552671', '', ['+1', '+44'])).toEqual({ dialingCode: '+1', phoneNumber: '4155552671' });
    expect(splitPhone('+4915112345', '+49', ['+4'])).toEqual({ dialingCode: '+49', phoneNumber: '15112345' });
    expect(splitPhone('+9715012345', '+1', ['97', '971'])).toEqual({ dialingCode: '+971', phoneNumber: '5012345' });
    expect(joinPhone('+1', ' 415 ')).toBe('+1 415');
  });
});

describe('form', () => {
  it('[SC-038] has exactly the fields of the specification', () => {
    expect(Object.keys(createForm()).sort()).toEqual(
      [
        'topic',
        'question',
        'timezone',
        'selectedTime',
        'selectedTimeEnd',
        'selectedAgent',
        'firstName',
        'lastName',
        'email',
        'dialingCode',
        'subregion',
        'phoneNumber',
        'company',
        'privacyViewed',
      ].sort(),
    );
  });

  it.each(['question', 'selectedTime', 'firstName', 'lastName', 'company'] as const)(
    '[SC-080] refuses a blank %s',
    (field) => {
      expect(invalidFields({ ...bookedForm, [field]: '  ' }, 'US')).toEqual([field]);
    },
  );
  it.each(['email', 'phoneNumber'] as const)('[SC-081] refuses an invalid %s', (field) => {
    expect(invalidFields({ ...bookedForm, [field]: 'x' }, 'US')).toEqual([field]);
  });
  it('[SC-082] refuses until the privacy notice was viewed', () => {
    expect(invalidFields({ ...bookedForm, privacyViewed: false }, 'US')).toEqual(['privacyViewed']);
    expect(invalidFields(bookedForm, 'US')).toEqual([]);
  });
});

describe('booking', () => {
  const page = {
    url: 'https://p.example/x',
    uniquePageId: 'pv-1',
    bluemixAnonId: 'anon',
    ibmId: 'iui-1',
    productName: 'P',
  };

  it('[SC-098] tells the page as it is and the label that was confirmed, and "" for what is unknown', () => {
    const known = toBooking({
      form: bookedForm,
      config: schedulerConfig,
      page,
      expertId: '',
      cognitiveFilterIntent: 'pricing',
    });
    expect(known).toMatchObject({ ...page, cognitiveFilterIntent: 'pricing' });
    const nothing = { url: page.url, uniquePageId: '', bluemixAnonId: '', ibmId: '', productName: '' };
    const unknown = toBooking({
      form: bookedForm,
      config: schedulerConfig,
      page: nothing,
      expertId: '',
      cognitiveFilterIntent: '',
    });
    expect(unknown).toMatchObject({ ...nothing, cognitiveFilterIntent: '' });
  });

  it('[SC-096][SC-097] has exactly 25 members, filled from the form and trimmed', () => {
    const form: SchedulerForm = { ...bookedForm, firstName: ' Ada ', topic: ' Pricing ', selectedAgent: 'ex-1' };
    const booking = toBooking({
      form,
      config: schedulerConfig,
      page,
      expertId: 'ex-1',
      cognitiveFilterIntent: 'pricing',
    });
    expect(booking).toEqual({
      cognitiveFilterIntent: 'pricing',
      expertId: 'ex-1',
      clientTimezone: 'America/New_York',
      selectedExpert: 'ex-1',
      startDateTime: '2026-11-23T10:00:00-05:00',
      endDateTime: '2026-11-23T10:30:00-05:00',
      clientFirstName: 'Ada',
      clientLastName: 'Lovelace',
      clientQuestion: 'How do we move?',
      clientCompany: 'Engines Ltd',
      clientPhone: '+1 415 555 2671',
      clientEmail: 'ada@engines.com',
      stateOrProvince: 'California',
      focusArea: 'cloud',
      languageCode: 'en',
      regionCode: 'US',
      purpose: '(default)',
      url: 'https://p.example/x',
      clientDialingCountryCode: '+1',
      productName: 'P',
      topic: 'Pricing',
      ibmId: 'iui-1',
      bluemixAnonId: 'anon',
      uniquePageId: 'pv-1',
      numberOfAttendees: 1,
    });
    expect(Object.keys(booking)).toHaveLength(25);
  });

  it('[SC-097] gives the same form after booking and loading', () => {
    const booking = toBooking({
      form: bookedForm,
      config: schedulerConfig,
      page,
      expertId: bookedForm.selectedAgent,
      cognitiveFilterIntent: '',
    });
    const loaded = { ...booking, confirmationNumber: 'NW-1', resource: 'any' };
    expect(fromAppointment(loaded, ['+1'], true)).toEqual(bookedForm);
  });

  it('[SC-070] takes the chosen expert, else the loaded one, else the resource', () => {
    expect(expertOf('a', 'b', 'c')).toBe('a');
    expect(expertOf('', 'b', 'c')).toBe('b');
    expect(expertOf('', '', 'c')).toBe('c');
    expect(expertOf('', '', 'any')).toBe('');
  });
});

describe('query parameters', () => {
  it('[SC-148] turns each parameter into its setting', () => {
    expect(toSteering({})).toMatchObject({ screen: undefined, isLanding: false });
    expect(toSteering({ schedulerForm: true }).screen).toBe('form');
    expect(toSteering({ schedulerConfirmation: ' NW-1 ' })).toMatchObject({
      screen: 'details',
      confirmationNumber: 'NW-1',
    });
    expect(toSteering({ schedulerLanding: true })).toMatchObject({ isLanding: true, screen: 'form' });
    expect(toSteering({ schedulerForm: false, schedulerLanding: false }).screen).toBeUndefined();
    expect(toSteering({ schedulerPurpose: 'demo' })).toMatchObject({ purpose: 'demo', screen: undefined });
    expect(toSteering({ schedulerError: 'SCH05' })).toMatchObject({ errorCode: 'SCH05', screen: 'form' });
  });

  it('[SC-152] lets a confirmation number win over the form flag', () => {
    const steering = toSteering({ schedulerForm: true, schedulerConfirmation: 'NW-1', schedulerError: 'SCH05' });
    expect(steering).toMatchObject({ screen: 'details', confirmationNumber: 'NW-1', errorCode: 'SCH05' });
  });
});
