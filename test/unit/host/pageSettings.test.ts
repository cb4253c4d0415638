import { describe, expect, it } from 'vitest';
import { parseDefaultLinks } from '../../../frame/host/defaultLinks.ts';
import { parsePageConfig } from '../../../frame/host/pageConfig.ts';
import { parsePageSettings } from '../../../frame/host/pageSettings.ts';
import { parseQueryParameters } from '../../../frame/host/queryParameters.ts';

const nonSalesHosts = ['support.example.com', '*.help.example.com'];

function settings(
  attributes: Record<string, string> = {},
  config: unknown = null,
  { url = 'https://www.example.com/products', lang = '' } = {},
) {
  return parsePageSettings({
    page: { lang, settings: attributes },
    config: parsePageConfig(config, { url, nonSalesHosts }),
    query: parseQueryParameters(url),
  });
}

const bundleKey = { focusArea: 'Cloud - Automation - All', languageCode: 'de', regionCode: 'AT' };
const older = {
  contactInformationBundleKey: bundleKey,
  contactModuleTranslationKey: { languageCode: 'fr', regionCode: 'CH' },
};

describe('script attributes', () => {
  it('[SH-016] are read by their names', () => {
    expect(
      settings({
        focusArea: 'cloud',
        languageCode: 'ja',
        regionCode: 'jp',
        theme: 'yellow',
        menuOrder: 'call-first',
        collapse: '',
        hideOnMobile: 'true',
        noProactive: '',
        demo: '',
      }),
    ).toMatchObject({
      focusArea: 'cloud',
      locale: { languageCode: 'ja', regionCode: 'JP' },
      theme: 'yellow',
      menuOrder: 'call-first',
      collapse: true,
      hideOnMobile: true,
      noProactive: true,
      demo: true,
      refused: [],
    });
  });

  it('[SH-016] have defaults when absent, and unknown ones are ignored', () => {
    expect(settings({ somethingElse: 'x', constructor: 'y' })).toEqual({
      focusArea: '',
      variation: undefined,
      locale: { languageCode: 'en', regionCode: 'US' },
      pageLocale: { languageCode: 'en', regionCode: 'US' },
      textLocale: { languageCode: 'en', regionCode: 'US' },
      theme: undefined,
      colorPalette: undefined,
      colorScheme: undefined,
      menuOrder: 'default',
      collapse: false,
      hideOnMobile: false,
      noProactive: false,
      demo: false,
      wantsEvents: false,
      switchedOff: [],
      hidePill: false,
      rules: [],
      config: parsePageConfig(undefined, { url: 'https://www.example.com/products', nonSalesHosts }),
      refused: [],
    });
  });

  it.each<[string, Record<string, string>, unknown, string, string | undefined]>([
    ['the attribute', { variation: 'partners', focusArea: 'data' }, null, '', 'partners'],
    ['the config object', {}, { contactInformationBundleKey: { variation: 'partners' } }, '', 'partners'],
    ['the newer config object', {}, { routing: { variation: 'partners', focusArea: 'data' } }, '', 'partners'],
    ['the address', { variation: 'partners' }, null, '?variation=resellers', 'resellers'],
    ['no source after a focus area in the address', { variation: 'partners' }, null, '?focusArea=cloud', undefined],
    ['no source after a focus area in an attribute', { focusArea: 'data' }, { variation: 'partners' }, '', undefined],
  ])('[SH-074][F-SH10] take the variation from %s', (_, attributes, config, search, expected) => {
    const url = `https://www.example.com/products${search}`;
    expect(settings(attributes, config, { url }).variation).toBe(expected);
  });

  it.each(['false', 'no', '0', ' OFF '])('[SH-016] turn a flag off with the value "%s"', (value) => {
    expect(settings({ collapse: value }).collapse).toBe(false);
  });

  it('[SH-016][SH-083] accept default links that are valid addresses and name the others', () => {
    const addresses = {
      contact: 'https://www.example.com/contact',
      email: 'mailto:sales@example.com',
      phone: 'tel:+15550100',
      chat: 'https://www.example.com/chat',
      scheduler: 'https://www.example.com/book',
    };
    const { contact, email, phone, chat, scheduler } = addresses;
    const attributes = {
      defaultContact: contact,
      defaultEmail: ` ${email} `,
      defaultPhone: phone,
      defaultChat: chat,
      defaultScheduler: scheduler,
    };
    expect(parseDefaultLinks(attributes)).toEqual({ links: addresses, refused: [] });
    const wrong = { ...attributes, defaultChat: 'javascript:alert(1)', defaultPhone: `tel:${'1'.repeat(10_000)}` };
    expect(parseDefaultLinks(wrong).links).toEqual({ contact, email, scheduler });
    expect(parseDefaultLinks(wrong).refused).toEqual(['defaultChat', 'defaultPhone']);
    expect(parseDefaultLinks({})).toEqual({ links: {}, refused: [] });
  });

  it('[SH-016] with malformed values get their defaults and are named together', () => {
    const parsed = settings({
      theme: 'pink',
      menuOrder: 'random',
      focusArea: 'x'.repeat(100_000),
    });
    expect(parsed).toMatchObject({ theme: undefined, menuOrder: 'default', focusArea: '' });
    expect(parsed.refused).toEqual(['focusArea', 'theme', 'menuOrder']);
  });
});

describe('the page config object', () => {
  it.each([
    ['bare', older],
    ['inside page.pageInfo', { page: { pageInfo: { contactModuleConfiguration: older, ibm: { country: 'US' } } } }],
    ['inside pageInfo.ibm', { page: { pageInfo: { ibm: { contactModuleConfiguration: older } } } }],
    ['in the newer shape', { routing: bundleKey, translation: { languageCode: 'fr', regionCode: 'CH' } }],
  ])('[SH-016] sets focus area, locale and text locale: %s', (_, config) => {
    expect(settings({}, config)).toMatchObject({
      focusArea: 'Cloud - Automation - All',
      locale: { languageCode: 'de', regionCode: 'AT' },
      textLocale: { languageCode: 'fr', regionCode: 'CH' },
      refused: [],
    });
  });

  it('[SH-016][SH-153] of the newer shape sets the theme, after the script attribute, and ignores an unknown palette', () => {
    const config = { settings: { colorPalette: 'grey' } };
    expect(settings({}, config).theme).toBe('grey');
    expect(settings({ theme: 'yellow' }, config).theme).toBe('yellow');
    expect(settings({}, { settings: { colorPalette: 'carbon' } }).theme).toBeUndefined();
  });

  it('[SH-076] comes after the script attributes and before the lang of the page', () => {
    expect(settings({ languageCode: 'ja' }, older, { lang: 'es-MX' }).locale).toEqual({
      languageCode: 'ja',
      regionCode: 'AT',
    });
    expect(settings({}, older, { lang: 'es-MX' }).locale).toEqual({ languageCode: 'de', regionCode: 'AT' });
    expect(settings({}, null, { lang: 'es-MX' }).locale).toEqual({ languageCode: 'es', regionCode: 'MX' });
  });

  it.each([['a string'], [17], [[]], [{ routing: 'cloud' }], [{ rules: 'none' }], [{ translation: null }]])(
    '[SH-016] of an unknown shape gives defaults and is named: %j',
    (config) => {
      const parsed = settings({}, config);
      expect(parsed).toMatchObject({ focusArea: '', locale: { languageCode: 'en', regionCode: 'US' }, rules: [] });
      expect(parsed.refused).toContain('the config object');
    },
  );

  it('[SC-098] sets the page’s product and page view id, unless they are too long or not strings', () => {
    const named = { productName: ' Northwind Cloud ', pageViewId: 'pv-7' };
    expect(settings({}, named).config).toMatchObject({ productName: 'Northwind Cloud', pageViewId: 'pv-7' });
    const wild = { productName: ['x'], pageViewId: 'x'.repeat(100_000) };
    expect(settings({}, wild).config).toMatchObject({ productName: undefined, pageViewId: undefined });
  });

  it('[SH-137] passes on at most 100 rules, unchanged', () => {
    const rule = { condition: [], action: [] };
    expect(settings({}, { rules: Array.from({ length: 200 }, () => rule) }).rules).toHaveLength(100);
  });
});

describe('the page-level config of non-sales pages', () => {
  const config = { switchOff: { scheduler: true, email: true, phone: false, chat: 'yes' }, hidePill: true };

  it.each(['https://support.example.com/', 'https://eu.help.example.com/'])(
    '[SH-058] can switch off channels on %s',
    (url) => {
      expect(settings({}, config, { url }).switchedOff).toEqual(['scheduler', 'email']);
    },
  );

  it.each([
    'https://www.example.com/',
    'https://help.example.com/',
    'https://help.example.com.evil.example/',
    'https://nosupport.example.com/',
    'about:srcdoc',
    'no address',
  ])('[SH-058] is ignored on %s', (url) => {
    expect(settings({}, config, { url })).toMatchObject({ switchedOff: [], hidePill: false });
  });

  it('[SH-058] switches each channel off separately, given as flags or as an array', () => {
    const url = 'https://support.example.com/';
    for (const channel of ['scheduler', 'email', 'phone', 'chat']) {
      expect(settings({}, { switchOff: { [channel]: true } }, { url }).switchedOff).toEqual([channel]);
      expect(settings({}, { switchOff: [channel] }, { url }).switchedOff).toEqual([channel]);
    }
  });

  it.each([
    ['https://support.example.com/unifiedsupport', true],
    ['https://support.example.com/unifiedsupport/cases', true],
    ['https://support.example.com/', false],
    ['https://support.example.com/unifiedsupporter', false],
    ['https://www.example.com/unifiedsupport', false],
  ])('[SH-058] hides the pill on %s: %s', (url, hidden) => {
    expect(settings({}, config, { url }).hidePill).toBe(hidden);
  });
});

describe('query parameters', () => {
  it('[SH-098] override focus area, language and region of the page', () => {
    const url = 'https://www.example.com/?focusArea=data&languageCode=ar&regionCode=SA';
    expect(settings({ focusArea: 'cloud', languageCode: 'ja', regionCode: 'JP' }, older, { url })).toMatchObject({
      focusArea: 'data',
      locale: { languageCode: 'ar', regionCode: 'SA' },
      textLocale: { languageCode: 'ar', regionCode: 'SA' },
    });
  });

  it('[SH-098] with an empty or over-long value override nothing', () => {
    const url = `https://www.example.com/?focusArea&languageCode=${'x'.repeat(100_000)}`;
    expect(settings({ focusArea: 'cloud', languageCode: 'ja' }, null, { url })).toMatchObject({
      focusArea: 'cloud',
      locale: { languageCode: 'ja', regionCode: 'US' },
    });
  });
});

describe('hosts', () => {
  it('[SH-015][F-SH15] a response-manager area is a page like any other', () => {
    const attributes = { focusArea: 'cloud', collapse: '' };
    const at = (path: string) => settings(attributes, null, { url: `http://localhost:4600${path}` });
    expect(at('/response-manager/inbox')).toEqual(at('/inbox'));
  });
});
