import { expect, test } from './fixtures.ts';

/** The body of a lookup, which travels in a query parameter. */
const bodyOf = ({ query }: { readonly query: Readonly<Record<string, string>> }): Record<string, unknown> =>
  JSON.parse(query.body ?? '{}');

test('[SH-074][SH-097][F-SH10] asks for the variation of the page, or of its address, in place of the focus area', async ({
  host,
  sandbox,
}) => {
  await host.open('/plain', { attrs: { 'data-focus-area': 'data', 'data-variation': 'cloud' } });
  const pane = await host.openPane();
  await pane.getByRole('button', { name: /documentation/ }).click();
  await expect(pane.locator('a[href$="/docs/cloud"]')).toBeVisible();

  await host.open('/plain', { attrs: { 'data-variation': 'cloud' }, query: { variation: 'security' } });
  await expect(host.pill()).toBeVisible();

  const asked = (await sandbox.requests('/contact/lookup')).map(bodyOf);
  expect(asked.map((body) => body.contactInformationBundleKey)).toEqual([
    { variation: 'cloud', languageCode: 'en', regionCode: 'US' },
    { variation: 'security', languageCode: 'en', regionCode: 'US' },
  ]);
  expect(asked.map((body) => body.contactModuleTranslationKey)).toEqual([
    { variation: 'cloud', languageCode: 'en', regionCode: 'US' },
    { variation: 'security', languageCode: 'en', regionCode: 'US' },
  ]);
});
