import { expect, type OpenOptions, type SandboxControl, test } from './fixtures.ts';

/** The body of a lookup, which travels in a query parameter. */
const bodyOf = ({ query }: { readonly query: Readonly<Record<string, string>> }): Record<string, unknown> =>
  JSON.parse(query.body ?? '{}');

test('[SH-074][SH-097][F-SH10] asks for the variation of the page, or of its address, in place of the focus area', async ({
  host,
  sandbox,
}) => {
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

const clientInfoOf = async (sandbox: SandboxControl): Promise<unknown> => {
  await expect.poll(async () => (await sandbox.requests('/contact/lookup')).length).toBe(1);
  return (await sandbox.requests('/contact/lookup')).map(bodyOf)[0]?.clientInfo;
};

test('[F-SH28] the first lookup has the country and the address that the page knows, and whether the visitor is active', {
  tag: '@core',
}, async ({ host, sandbox, page }) => {
  await page.addInitScript(() => {
    document.hasFocus = () => false;
  });
  await host.open('/plain', { globals: { contactWidgetUser: { country: 'de' } } });
  const known = await clientInfoOf(sandbox);
  expect(known).toMatchObject({ ipAddressRegistryCountryCode: 'de', addUserIpAddress: true, isUserActive: false });
  await sandbox.reset();
  await host.open('/plain', { globals: { contactWidgetUser: { country: 'de', ip: '203.0.113.7' } } });
  expect(await clientInfoOf(sandbox)).toMatchObject({ ipAddress: '203.0.113.7', addUserIpAddress: false });
});

test('[F-SH28][SH-106] a lookup waits for a user whom the page promises, but not for ever', async ({
  host,
  sandbox,
}) => {
  const user = { country: 'de', ip: '203.0.113.7', iui: 'nw-ada', signedin: true };
  await host.open('/plain', { globals: { contactWidgetUser: { $after: 300, value: user } } });
  expect(await clientInfoOf(sandbox)).toMatchObject({ ipAddress: '203.0.113.7' });
  await sandbox.reset();
  await host.open('/plain', { globals: { contactWidgetUser: { $after: 600_000, value: user } } });
  expect(await clientInfoOf(sandbox)).toMatchObject({ isUserActive: true });
  await expect(host.pill()).toBeVisible();
});

test('[SH-007][SH-018][F-PG4] looks up the attribute as the page has it', async ({ host, sandbox }) => {
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
