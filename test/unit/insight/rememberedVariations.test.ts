import { expect, it, vi } from 'vitest';
import { rememberVariations } from '../../../frame/compose/rememberVariations.ts';
import { parseRemembered } from '../../../frame/insight/experiments/rememberedVariations.ts';
import { createFakeStorage } from '../../support/fakeStorage.ts';

it('[SH-153][SH-088] reads the variations of pill and links, and nothing else', () => {
  const stored = { buttonColour: 'yellow', buttonSalesWording: 'sales', botWelcome: 'off' };
  expect(parseRemembered(JSON.stringify(stored))).toEqual({ buttonColour: 'yellow', buttonSalesWording: 'sales' });
});

it.each([undefined, '', '{', 'null', '[]', '7', '{"buttonColour":7}'])('[SH-171] takes %j for nothing', (text) => {
  expect(parseRemembered(text)).toEqual({});
});

it.each([
  [['phone-text', 'demo'], 'en', 1],
  [['contact', 'scheduler-link', 'demo', 'constructor'], 'en', 0],
  [['phone'], 'de', 0],
  [['phone', 'chat'], 'de', 1],
] as const)(
  '[SH-088][CH-201] the sales wording counts as seen on a page with the links %j in the language %s: %i times',
  (linkKinds, languageCode, times) => {
    const variationOf = vi.fn();
    const core = {
      settings: { theme: 'blue' },
      page: { linkKinds, textLocale: { languageCode, regionCode: '' } },
      consent: { isAllowed: () => true },
      query: {},
      links: { update() {} },
      variationOf: () => 'sales',
      texts: { find: (_: string, key: string) => (key === 'salesChat' ? 'Mit dem Vertrieb chatten' : undefined) },
    } as unknown as Parameters<typeof rememberVariations>[0];
    const store = { state: { status: 'ready' }, decidedOf: () => 'sales' };
    rememberVariations(core, { store, variationOf } as never, createFakeStorage());
    expect(variationOf.mock.calls).toEqual(Array(times).fill(['buttonSalesWording']));
  },
);
