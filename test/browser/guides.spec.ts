import { readFileSync } from 'node:fs';
import { expect, fromRoot, test } from './fixtures.ts';

/** The code that a guide marks with `<!-- tried: NAME -->`. */
function codeOf(guide: string, name: string): string {
  const text = readFileSync(fromRoot(`test/pages/guides/${guide}.md`), 'utf8');
  const [, code] = new RegExp(`<!-- tried: ${name} -->\\n+\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(text) ?? [];
  if (code === undefined) throw new Error(`The guide “${guide}” has no code “${name}”.`);
  return code;
}

/** The script in it, as a page runs it. */
const scriptOf = (guide: string, name: string): string =>
  codeOf(guide, name).replace(/^<script>\n|<\/script>\s*$/g, '');

/** Fills in a theme's template as Shopify does: values, a default, JSON, and a condition that holds. */
const renderLiquid = (template: string, values: Readonly<Record<string, unknown>>): string =>
  template
    .replace(/\{% if customer %\}|\{% endif %\}/g, '')
    .replace(/\{\{ ([\w.]+)(?: \| (default: '(\w+)'|json))? \}\}/g, (_, name: string, filter = '', other = '') => {
      const value = values[name] ?? other;
      return filter === 'json' ? JSON.stringify(value) : `${value}`;
    });

test('[F-AD25] the tag for Tag Manager starts the widget, and the data layer gets its events', {
  tag: '@core',
}, async ({ page, host, sandbox }) => {
  await page.addInitScript(scriptOf('analytics', 'dataLayer'));
  await page.goto(host.urlOf('/plain?loader=none&csp='));
  await page.addScriptTag({ content: scriptOf('sites', 'gtm').replaceAll('{widget}', sandbox.widgetUrl) });
  await host.pill().click();
  const events = (): Promise<unknown> => page.evaluate(() => (window as unknown as { dataLayer: unknown }).dataLayer);
  await expect.poll(events).toEqual([{ event: 'cm_pane_shown', contact_widget: {} }]);
  await expect(page.locator('script[data-focus-area="cloud"]')).toHaveCount(1);
});

test('[F-AD25] the theme of a Shopify shop starts the widget in the shop’s language, and names the customer', async ({
  page,
  host,
  sandbox,
}) => {
  const template = `${codeOf('sites', 'shopifyCustomer')}${codeOf('sites', 'shopify')}`;
  const values = { 'template.name': 'cloud', 'request.locale.iso_code': 'de' };
  const customer = { 'customer.id': 4711, 'customer.first_name': 'Nora "N" O’Neil' };
  const head = renderLiquid(template.replaceAll('{widget}', sandbox.widgetUrl), { ...values, ...customer });
  expect(head).not.toMatch(/\{[{%]/);
  const body = `<!doctype html><html lang="de"><head>${head}</head><body><h1>Laden</h1></body></html>`;
  await page.goto(host.urlOf('/plain?loader=none&csp='));
  await page.setContent(body);
  const pane = await host.openPane();
  await expect(pane.locator('html')).toHaveAttribute('lang', 'de-DE');
  expect(await page.evaluate('window.contactWidgetUser')).toEqual({
    signedin: true,
    userId: 4711,
    firstName: 'Nora "N" O’Neil',
  });
  const [lookup] = await sandbox.requests('/contact/lookup');
  expect(lookup?.query.body).toContain('"focusArea":"cloud"');
});

test('[F-AD25] the tag that WordPress prints with our filter starts the widget, and the link of a Custom HTML block opens the chat', async ({
  page,
  host,
  sandbox,
}) => {
  const code = codeOf('sites', 'wordpress');
  const [, handle, address] = /wp_enqueue_script\( '([\w-]+)', '([^']+)'/.exec(code) ?? [];
  const [, found = '', added = ''] = /str_replace\( '([^']+)', '([^']+)', \$tag \)/.exec(code) ?? [];
  // As `wp_get_script_tag` of WordPress 6.3 and newer writes it.
  const printed = `<script src="${address}" id="${handle}-js" async data-wp-strategy="async"></script>`;
  const tag = printed.replace(found, added).replaceAll('{widget}', sandbox.widgetUrl);
  const link = codeOf('sites', 'wordpressLink');
  const body = `<!doctype html><html lang="en-US"><head>${tag}</head><body><h1>A blog</h1>${link}</body></html>`;
  await page.goto(host.urlOf('/plain?loader=none&csp='));
  await page.setContent(body);
  const pane = await host.openPane();
  await expect(page.locator('script[data-focus-area="cloud"][data-wp-strategy]')).toHaveCount(1);
  await page.locator('a[data-contact-link="chat"]').click();
  await expect(pane.getByRole('log')).toBeVisible();
});
