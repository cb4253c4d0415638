import { describe, expect, it } from 'vitest';
import { findClassification } from '../../../frame/scheduler/classification.ts';
import { parseConfig, parseInfo } from '../../../frame/scheduler/parseInfo.ts';
import { schedulerTextSource } from '../../../frame/scheduler/schedulerTextSource.ts';
import { schedulerTexts } from '../../../frame/scheduler/texts.ts';
import { createTextReader } from '../../../frame/text/texts.ts';
import { schedulerConfig } from '../../support/schedulerFixtures.ts';

describe('information', () => {
  it('[SC-019] reads every member of the configuration, with en and US as defaults', () => {
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

  it('[SC-019] reads lists that come as arrays, and takes what is no text as missing', () => {
    const arrays = { appointmentTimeZones: ['Europe/Berlin', 'Asia/Tokyo'], stateOrProvinceNames: ['Hessen'] };
    expect(parseConfig(arrays, {})).toMatchObject({
      appointmentTimeZones: 'Europe/Berlin,Asia/Tokyo',
      stateOrProvinceNames: 'Hessen',
    });
    expect(parseConfig({ clientURL: 4, appointmentTimeZones: 4 }, {})).toMatchObject({
      clientURL: '',
      appointmentTimeZones: '',
    });
  });

  it('[SC-020] reads texts, dialing codes and classifications, and drops invalid items', () => {
    const info = parseInfo({
      schedulingInformation: { cognitiveRouting: 'perhaps' },
      bundleKey: { focusArea: 'cloud', languageCode: 'en', regionCode: 'US' },
      schedulerTextTranslations: [{ key: {}, textFragments: { scheduler: { title: 'Meet us' }, flat: 'x' } }, 4, null],
      schedulingClassifications: [
        { label: 'cloud-storage', text: 'Cloud storage' },
        { classification: 'Pricing', classificationTranslation: 'Preise' },
        { label: '' },
        { text: 'No label' },
        'bad',
      ],
      internationalDialing: { internationalDialingCodes: [{ type: 'Country', internationalDialingCode: 44 }, {}, 9] },
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
    expect(info?.dialing.map((row) => row.internationalDialingCode)).toEqual(['44', '']);
  });

  it('[SC-020] has no texts, codes or classifications where the answer has none', () => {
    const empty = {
      schedulingInformation: {},
      bundleKey: {},
      schedulerTextTranslations: [],
      schedulingClassifications: [],
    };
    expect(parseInfo({ ...empty, internationalDialing: null })).toMatchObject({
      translations: [],
      classifications: [],
      dialing: [],
    });
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

  it('[SC-023] finds texts by language, region, focus area and purpose, then by the default purpose', () => {
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

  it('[SC-023] prefers texts that name the place, in any order of the list', () => {
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

  it('[SC-024] falls back to built-in English for a missing or blank fragment, and ignores prototype members', () => {
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
