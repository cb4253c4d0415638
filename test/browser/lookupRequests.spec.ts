import { expect, type OpenOptions, test } from './fixtures.ts';

/** The body of a lookup, which travels in a query parameter. */
const bodyOf = ({ query }: { readonly query: Readonly<Record<string, string>> }): Record<string, unknown> =>
  JSON.parse(query.body ?? '{}');

test('[SH-074][SH-097][F-SH10][SH-007][SH-018][F-PG4] asks for the variation of the page, as the page has it, or of its address', async ({
  host,
  sandbox,
}) => {
  await test.step('[SH-074][SH-097][F-SH10] asks for the variation of the page, or of its address, in place of the focus area', async () => {
    await host.open('/plain', { attrs: { 'data-focus-area': 'data', 'data-variation': 'cloud' } });
    const pane = await host.openPane();
    await expect(pane.locator('a[href$="/docs/cloud"]')).toBeVisible();

    await host.open('/plain', { attrs: { 'data-variation': 'cloud' }, query: { variation: 'security' } });
    await expect.poll(async () => (await sandbox.requests('/contact/lookup')).length).toBe(2);

    const own = { variation: 'cloud', languageCode: 'en', regionCode: 'US' };
    const asked = (await sandbox.requests('/contact/lookup')).map(bodyOf);
    for (const key of ['contactInformationBundleKey', 'contactModuleTranslationKey'])
      expect(asked.map((body) => body[key])).toEqual([own, { ...own, variation: 'security' }]);
  });
  await test.step('[SH-007][SH-018][F-PG4] looks up the attribute as the page has it', async () => {
    for (const [variation, asked] of [
      ['50% off', ['50% off']],
      ['%22off%22', ['%22off%22']],
      ['%63loud', ['%63loud']],
      ['“half” "off" <50> #\\ü', ['“half” "off" <50> #\\ü']],
    ] as const) {
      await sandbox.reset();
      await host.open('/plain', { attrs: { 'data-variation': variation } });
      await host.openPane();
      const variations = async (): Promise<readonly string[]> => {
        const bodies = (await sandbox.requests('/contact/lookup')).map(bodyOf);
        const keys = bodies.map((body) => body.contactInformationBundleKey as { readonly variation: string });
        return keys.map((key) => key.variation);
      };
      await expect.poll(variations).toEqual(asked);
    }
  });
});

const lookups: readonly (readonly [string, OpenOptions, readonly string[]])[] = [
  ['the attribute', { attrs: { 'data-focus-area': 'data' } }, ['data']],
  ['the address', { query: { focusArea: 'security' } }, ['security']],
  ['a page that is switched off', { attrs: { 'data-focus-area': 'no-contact-module' } }, []],
  ['a page that its address switches off', { query: { focusArea: 'no-contact-module' } }, []],
];

test('[SH-077][SH-098][F-PG4] asks once, for what attribute, address or switch say', { tag: '@core' }, async ({
  host,
  page,
  sandbox,
}) => {
  for (const [name, options, areas] of lookups) {
    await test.step(name, async () => {
      await sandbox.reset();
      await page.addInitScript(() => {
        document.addEventListener('cm-app-ready', () => Object.assign(window, { isReady: true }));
      });
      await host.open('/plain', options);
      await page.waitForFunction(() => Reflect.has(window, 'isReady'));
      const bodies = (await sandbox.requests('/contact/lookup')).map(bodyOf);
      expect(bodies.map((body) => (body.contactInformationBundleKey as { focusArea: string }).focusArea)).toEqual(
        areas,
      );
    });
  }
});
