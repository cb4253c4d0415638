import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { parseDeployment } from '../../../frame/deployment/deployment.ts';
import { parseDefaultLinks } from '../../../frame/host/defaultLinks.ts';
import { attributeNames, configNames } from '../../../frame/host/pageAdvice.ts';
import { parsePageConfig } from '../../../frame/host/pageConfig.ts';
import { parsePageSettings } from '../../../frame/host/pageSettings.ts';
import { queryTable } from '../../../frame/host/queryParameters.ts';
import { signedIdentityIn } from '../../../frame/identity/signedIdentity.ts';
import { parseUserInfo } from '../../../frame/identity/visitor.ts';
import { brandDeployment } from '../../../frame/shell/brand/deployment.ts';
import { calls } from '../../../loader/calls.ts';
import { earlyDrawing } from '../../../loader/earlyPill.ts';
import { optionNames } from '../../../loader/package/options.ts';
import type { ContactWidgetConfig } from '../../../loader/package/page.ts';
import { fields, pagePaths } from '../../../loader/page.ts';
import { settings } from '../../pages/playground/settings.js';
import {
  addressOf,
  attributesOf,
  brandSection,
  configOf,
  markup,
  packageCode,
  pageConfigOf,
  pageScript,
  visitorScript,
} from '../../pages/playground/snippet.js';

/** An object that is empty, and the names that somebody looks up in it. The loader looks some up when it is imported. */
const { observed, asked } = vi.hoisted(() => {
  const names = new Set<string>();
  const note = (name: string | symbol): undefined => {
    if (typeof name === 'string') names.add(name);
  };
  const fake = new Proxy<Record<string, string>>(
    {},
    { get: (_, name) => note(name), getOwnPropertyDescriptor: (_, name) => note(name) },
  );
  class PageDocument {
    get currentScript() {
      return { src: 'https://widget.example/loader.js', dataset: fake };
    }
    dispatchEvent() {}
    querySelector() {
      return { click() {} };
    }
  }
  vi.stubGlobal('Document', PageDocument);
  vi.stubGlobal('document', new PageDocument());
  vi.stubGlobal('localStorage', {});
  return { observed: fake, asked: names };
});
vi.mock('../../../loader/elements.ts', () => ({ host: {}, shadow: {}, pill: {}, iframe: {} }));
vi.mock('../../../loader/draw.ts', () => ({ draw() {} }));
const askedAtImport = [...asked];

/** What `look` looks up. */
function namesOf(look: () => unknown): readonly string[] {
  asked.clear();
  look();
  return [...asked].sort();
}

const sorted = (names: readonly (string | undefined)[]): readonly (string | undefined)[] =>
  names.filter((name) => name !== undefined).sort();

describe('the playground', () => {
  it('[F-AD14] offers every attribute of the script that the product reads', () => {
    const read = namesOf(() => {
      pagePaths();
      // Without a stored pill.
      expect(earlyDrawing).toThrow();
      calls.emit('pane-shown');
      parsePageSettings({ page: { lang: 'en', settings: observed }, config: undefined, query: { consent: {} } });
      parseDefaultLinks(observed);
    });
    const offered = settings.flatMap(({ attribute }) => attribute ?? []);
    const toAttribute = (name: string): string =>
      `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    expect(sorted(offered)).toEqual(sorted([...new Set([...askedAtImport, ...read])].map(toAttribute)));
    // So that a misspelt one can be told from an unknown one.
    expect(sorted(attributeNames.map(toAttribute))).toEqual(sorted(offered));
  });

  it('[F-AD14] names every attribute as the npm package does', () => {
    for (const { name, attribute, isScriptOnly } of settings)
      if (attribute && !isScriptOnly) expect(optionNames).toContain(name);
  });

  it('[F-AD14] offers every field of a visitor that the product reads', () => {
    const value = (name: string): string => (name === 'signedin' ? 'true' : '127.0.0.1');
    const isRead = (name: string): boolean => Object.keys(parseUserInfo('page', { [name]: value(name) })).length > 0;
    expect(sorted(settings.map(({ user }) => user))).toEqual(sorted(fields.filter(isRead)));
  });

  it('[F-AD14] offers every field of the page’s config object that the product reads and that no attribute sets', () => {
    const known: Record<keyof ContactWidgetConfig, boolean> = {
      ...{ consent: true, signedIdentity: true, rules: true, switchOff: true, hidePill: true },
      ...{ productName: true, pageViewId: true, dmpAudience: true, lotameId: true },
      ...{ focusArea: false, variation: false, settings: false, analyticsEvents: false },
    };
    expect(sorted([...configNames])).toEqual(sorted(Object.keys(known)));
    const older = ['contactInformationBundleKey', 'contactModuleTranslationKey', 'routing', 'translation'];
    const containers = ['page', 'pageInfo', 'ibm', 'contactModuleConfiguration', 'colorPalette'];
    const read = namesOf(() => {
      parsePageConfig(observed, { url: 'https://www.example.com/', nonSalesHosts: ['www.example.com'] });
      signedIdentityIn(observed);
    });
    expect(sorted([...read, 'consent'].filter((name) => ![...older, ...containers].includes(name)))).toEqual(
      sorted(Object.keys(known)),
    );
    const offered = settings.flatMap(({ page }) => page?.split('.')[0] ?? []);
    expect(sorted([...new Set(offered)])).toEqual(sorted(Object.keys(known).filter((name) => known[name as never])));
  });

  it('[F-AD14] offers every parameter of the address that no other setting and no test needs', () => {
    const settled = ['focusArea', 'variation', 'languageCode', 'regionCode'];
    const visitors = ['cm-user-id', 'cm-country', 'cm-email', 'cm-signedin', 'cm-ip', 'cm-region'];
    const accounts = ['cm-bot-account', 'cm-bot-skill', 'cm-chat-account', 'cm-chat-skill'];
    const developers = ['cm-dev', 'cm-env', 'cm-experiments', 'cm-force-events'];
    const others = [...settled, ...visitors, ...accounts, ...developers];
    expect(sorted(settings.map(({ parameter }) => parameter))).toEqual(
      sorted(Object.keys(queryTable).filter((name) => !others.includes(name))),
    );
  });

  it('[F-AD8] offers every field of a brand, and writes a config that the build takes', () => {
    const values = { accent: '#7a1fa2', onAccent: '#ffffff', label: 'Frag uns', sign: '!', side: 'start', radius: '0' };
    const config = configOf({ ...values, brandScheme: 'dark', font: '"A b", c', paneWidth: '360' }, 'de');
    const looks = { colorScheme: 'dark', radius: 0, font: '"A b", c', width: 360 };
    const brand = { ...values, label: { de: 'Frag uns' }, ...looks };
    expect(config.brand).toEqual(brand);
    const known = v.parse(v.object({ entries: v.record(v.string(), v.unknown()) }), brandDeployment.pipe[0]).entries;
    expect(sorted(Object.keys(brand))).toEqual(sorted(Object.keys(known).filter((name) => !name.startsWith('$'))));
    expect(parseDeployment(config).brand).toEqual(brand);
    expect(JSON.parse(`{${brandSection(brand)}}`)).toEqual({ brand });
  });

  it('[F-AD14] writes a config that the build takes, whether everything or nothing was chosen', () => {
    expect(() => parseDeployment(configOf({}, 'en'))).not.toThrow();
    const values = {
      ...{ allowedHosts: 'https://a.example, https://b.example', contactHosts: 'https://a.example' },
      ...{ contactFile: '/contact.json', contactLanguages: 'de pt-BR', schedulerHosts: 'https://c.example' },
      ...{ unanswered: 'refused', mayAsk: 'true' },
    };
    const building = settings.filter(({ build }) => build && !build.startsWith('brand.')).map(({ name }) => name);
    expect(sorted(Object.keys(values))).toEqual(sorted(building));
    const config = configOf(values, 'en');
    expect(config).toEqual({
      $schema: 'config.schema.json',
      allowedHosts: ['https://a.example', 'https://b.example'],
      contact: { hosts: ['https://a.example'], file: '/contact.json', languages: ['de', 'pt-BR'] },
      scheduler: { hosts: ['https://c.example'] },
      consent: { unanswered: 'refused', mayAsk: true },
    });
    expect(() => parseDeployment(config)).not.toThrow();
  });

  it('[F-AD14] writes values so that no text ends its attribute or its literal', () => {
    const values = { focusArea: '\'"><script>&', firstName: 'O"Brien\n', collapse: 'true' };
    expect(markup(values, 'https://widget.example')).toBe(
      `<script async src="https://widget.example/loader.js" data-focus-area='&#39;"&#62;&#60;script&#62;&#38;' data-collapse></script>`,
    );
    expect(attributesOf(values)).toEqual({ 'data-focus-area': '\'"><script>&', 'data-collapse': '' });
    expect(visitorScript(values)).toBe('window.contactWidgetUser = {\n  firstName: "O\\"Brien\\n",\n};');
    expect(packageCode(values, 'https://widget.example')).toContain('  collapse: true,\n  user: {\n    firstName: ');
  });

  it('[F-AD14] writes the page’s config object where the page keeps it, and leaves out what is not JSON', () => {
    const values = { 'consent-chat': 'false', switchOff: 'chat, phone', rules: '[', configObject: 'data.page.contact' };
    expect(pageConfigOf(values)).toEqual({ consent: { chat: false }, switchOff: ['chat', 'phone'] });
    expect(pageScript(values)).toBe(
      'window.data.page.contact = {\n  consent: {\n    chat: false,\n  },\n  switchOff: ["chat","phone"],\n};',
    );
    expect(packageCode(values, 'https://widget.example')).toContain('  config: {\n    consent: {\n      chat: false,');
    expect(pageConfigOf({ rules: '[{"condition":[]}]' })).toEqual({ rules: [{ condition: [] }] });
  });

  it('[F-AD14] writes the parameters of the address', () => {
    expect(addressOf({})).toBe('');
    expect(addressOf({ startChat: 'true', contactmodule: 'bot', schedulerPurpose: 'a b&c' })).toBe(
      '?contactmodule=bot&cm-start-chat&cm-scheduler-purpose=a%20b%26c',
    );
  });
});
