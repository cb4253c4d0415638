import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrameLocator, Page } from 'playwright/test';
import { guides } from '../pages/guides/guides.ts';
import { leastConfig } from '../pages/playground/buildSettings.js';
import { exampleBrand } from '../pages/playground/exampleBrand.ts';
import { brandSection } from '../pages/playground/snippet.js';
import { writeSite } from '../pages/site.ts';
import { sitePaths, startSiteHost } from '../support/siteHost.ts';
import { expect, test } from './fixtures.ts';
import { everyNth, isComplete, sampleOf } from './sample.ts';

/** The playground and the guides, as served by the sandbox and as the static files of `npm run site`. */

const previewOf = (page: Page): FrameLocator => page.frameLocator('iframe[title=Preview]');
const pillOf = (page: Page) => previewOf(page).locator('#contact-widget').getByRole('button');
const copied = (page: Page, title: string) =>
  page.getByRole('region', { name: title, exact: true }).locator('pre code');

test('[F-AD14] each choice shows in the preview and in the text to copy, and stays in the address', async ({
  page,
  host,
  sandbox,
  problems,
}) => {
  await page.goto(host.urlOf('/playground/'));
  await expect(pillOf(page)).toHaveText("Let's talk");
  await expect(page.getByRole('region', { name: 'The visitor' })).toHaveCount(0);
  const entries = await page.evaluate(() => history.length);
  const plain = await pillOf(page).evaluate((pill) => getComputedStyle(pill).backgroundColor);

  await page.getByLabel('Theme').selectOption('Yellow');
  await expect.poll(() => pillOf(page).evaluate((pill) => getComputedStyle(pill).backgroundColor)).not.toBe(plain);
  await page.getByLabel('Language', { exact: true }).selectOption('Deutsch');
  await expect(pillOf(page)).toHaveText('Kontakt');
  await page.getByLabel('First name').fill('Ada "<');
  await page.getByLabel('No pop-up invitations').check();
  await page.getByRole('radio', { name: 'Small phone' }).check();
  await expect(previewOf(page).locator('html')).toHaveJSProperty('clientWidth', 320);

  await expect(copied(page, 'The script')).toHaveText(
    `<script async src="${sandbox.widgetUrl}/loader.js" data-focus-area="cloud" data-theme="yellow" data-no-proactive></script>`,
  );
  await expect(copied(page, 'The visitor')).toHaveText('window.contactWidgetUser = { firstName: "Ada \\"<", };');
  await expect(copied(page, 'With the npm package')).toContainText('noProactive: true, user: { firstName: "Ada \\"<",');
  await expect(copied(page, 'The policy')).toHaveText(
    `Content-Security-Policy: script-src ${sandbox.widgetUrl}; frame-src ${sandbox.widgetUrl}`,
  );

  expect(await page.evaluate(() => history.length)).toBe(entries);

  await page.reload();
  await expect(page.getByLabel('Theme')).toHaveValue('yellow');
  await expect(page.getByLabel('No pop-up invitations')).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Small phone' })).toBeChecked();
  await expect(previewOf(page).locator('html')).toHaveAttribute('lang', 'de');
  await pillOf(page).click();
  await expect(previewOf(page).frameLocator('#contact-widget iframe').getByRole('heading').first()).toBeVisible();
  expect(await problems.violations()).toEqual([]);
});

test('[F-AD14][F-PG8] the script includes the pill of the preview for a visitor’s first page', async ({
  page,
  host,
}) => {
  await page.goto(host.urlOf('/playground/'));
  await page.getByLabel('Theme').selectOption('Yellow');
  await page.getByLabel('Show the pill at once').check();
  await expect(copied(page, 'The script')).toContainText('data-pill=\'{"en":');
  await expect(copied(page, 'With the npm package')).toContainText('pill: "{\\"en\\":');
  const script = (await copied(page, 'The script').textContent()) ?? '';
  // A page with this script shows the yellow pill, although no answer ever comes.
  await page.evaluate(() => localStorage.clear());
  await page.route('**/frame/**', () => {});
  const value = (/data-pill='([^']*)'/.exec(script)?.[1] ?? '').replaceAll('&#39;', "'");
  await host.open('/plain', { page: { lang: 'en' }, attrs: { 'data-pill': value } });
  await expect(host.pill()).toHaveText("Let's talk");
  await expect(host.pill()).toHaveCSS('background-color', 'rgb(255, 221, 51)');
});

test('[F-AD14] an address keeps only what the form can choose, and the preview has the page’s config, parameters and names', {
  tag: '@core',
}, async ({ page, host, sandbox, problems }) => {
  await test.step('[F-AD14] an address keeps only what the form can choose', async () => {
    const hash = 'scheme=%24%7Balert(1)%7D&theme=pink&radius=5&width=9&lang=xx&collapse=1&toString=x&focusArea=data';
    await page.goto(host.urlOf(`/playground/#${hash}`));
    await expect(pillOf(page)).toHaveText("Let's talk");
    await expect(copied(page, 'The script')).toHaveText(
      `<script async src="${sandbox.widgetUrl}/loader.js" data-focus-area="data"></script>`,
    );
    await expect(copied(page, 'The config')).not.toContainText('brand');
    await expect(page).toHaveURL(/#focusArea=data$/);
    expect(problems.consoleErrors).toEqual([]);
  });
  await test.step('[F-AD14] the preview has the page’s config, parameters and names', async () => {
    const chosen = {
      linkAttribute: 'data-contact',
      configObject: 'site.contact',
      'consent-chat': 'false',
      contactmodule: 'true',
    };
    await page.goto('about:blank');
    await page.goto(host.urlOf(`/playground/#${new URLSearchParams(chosen)}`));
    const pane = previewOf(page).frameLocator('#contact-widget iframe');
    await expect(pane.getByText('you have not agreed to that')).toBeVisible();
    const link = previewOf(page).getByRole('link', { name: "Let's talk" });
    await expect(link).toHaveAttribute('data-contact', 'contact');
    await expect(copied(page, 'The address')).toHaveText('?contactmodule');
    await expect(copied(page, 'The page')).toHaveText('window.site.contact = { consent: { chat: false, }, };');
    expect(problems.consoleErrors).toEqual([]);
  });
});

test('[F-AD8] a brand shows in the preview, in light and dark, and in the section to copy', async ({
  page,
  host,
  problems,
}) => {
  await page.goto(host.urlOf('/playground/'));
  await expect(pillOf(page)).toBeVisible();
  await page.getByLabel('Accent', { exact: true }).fill('#7a1fa2');
  await page.getByLabel('Label of the pill').fill('Ask us');
  await page.getByLabel('Font').fill('Georgia, serif');
  await page.getByLabel('Corners').selectOption('4 px');
  await page.getByLabel('Side', { exact: true }).selectOption('start');
  await page.getByLabel('Sign in the pill').selectOption('?');
  const config = async () => JSON.parse((await copied(page, 'The config').textContent()) ?? '');
  await expect.poll(config).toEqual({
    ...leastConfig,
    brand: {
      ...{ accent: '#7a1fa2', font: 'Georgia, serif', radius: 4, side: 'start', sign: '?' },
      label: { en: 'Ask us' },
    },
  });
  const looks = () =>
    pillOf(page).evaluate((pill) => {
      const { backgroundColor, fontFamily, borderRadius } = getComputedStyle(pill);
      const isAtStart = pill.getBoundingClientRect().left < innerWidth / 2;
      return { backgroundColor, fontFamily, borderRadius, isAtStart };
    });
  await expect.poll(looks).toEqual({
    ...{ backgroundColor: 'rgb(122, 31, 162)', fontFamily: 'Georgia, serif, system-ui' },
    ...{ borderRadius: '12px', isAtStart: true },
  });
  await expect(pillOf(page)).toHaveText('Ask us');
  await pillOf(page).click();
  const pane = previewOf(page).frameLocator('#contact-widget iframe');
  const accent = () =>
    pane.locator(':root').evaluate((root) => getComputedStyle(root).getPropertyValue('--cm-color-accent'));
  await expect.poll(accent).toBe('#7a1fa2');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect.poll(accent).toMatch(/^#(?!7a1fa2)/);
  expect(await problems.violations()).toEqual([]);
  // The browser's own warning of a socket that was still connecting when the preview loaded another brand with an open pane.
  const ours = problems.warnings.filter((warning) => !warning.includes('WebSocket is closed before'));
  expect(ours).toEqual([]);
});

test('[F-AD14][F-AD8] a group of rare settings opens when it must, a colour that cannot be read is refused, and the copy buttons copy', {
  tag: '@core',
}, async ({ page, host, checkAxe, context, sandbox }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: sandbox.hostUrl });
  await page.goto(host.urlOf('/playground/'));
  await test.step('[F-AD14] a group of rare settings is closed until the address or a refusal opens it', async () => {
    const file = page.getByLabel('Path of the contact file');
    await expect(page.getByRole('heading', { name: 'More settings' })).toBeVisible();
    await expect(file).toBeHidden();
    await page.getByText('Your own widget').click();
    await file.fill('contact.json');
    await expect(
      page.getByText(/contact\.file: "contact\.json" is not a path, such as \/contact\.json/).first(),
    ).toBeVisible();
    await page.reload();
    await expect(file).toHaveValue('contact.json');
    await expect(file).toHaveAttribute('aria-invalid', 'true');
    await file.fill('/contact.json');
    await expect(copied(page, 'The config')).toContainText('"file": "/contact.json"');
    await page.locator('details').evaluateAll((groups: HTMLDetailsElement[]) => {
      for (const group of groups) group.open = true;
    });
    await expect(page.locator('details fieldset[hidden]')).toHaveCount(0);
    expect(await checkAxe(page.mainFrame())).toEqual([]);
  });
  await test.step('[F-AD8] a colour that cannot be read is refused as by the build, with the nearest one that can', async () => {
    const accent = page.getByLabel('Accent', { exact: true });
    // A live region that is hidden until it has text is not announced.
    await expect(page.locator('#setting-accent-refusal')).toHaveCSS('display', 'block');
    await accent.fill('#ffdd33');
    await expect(accent).toHaveAttribute('aria-invalid', 'true');
    await expect(
      page.getByText(/^config\.json is refused: brand\.accent: has a contrast of .* is #a28c20$/),
    ).toHaveCount(2);
    // The block says why there is no config to copy.
    const block = page.getByRole('region', { name: 'The config' });
    await expect(block.getByText('The nearest colour that passes is #a28c20')).toBeVisible();
    await expect(block.getByRole('button', { name: 'Copy' })).toHaveCount(0);
    expect(await checkAxe(page.mainFrame())).toEqual([]);
    const well = page.getByLabel('Accent: choose', { exact: true });
    await expect(well).toHaveValue('#ffdd33');
    await well.fill('#a28c20');
    await expect(accent).toHaveValue('#a28c20');
    await expect(accent).toHaveAttribute('aria-invalid', 'false');
    await page.getByLabel('Font').fill('url(x)');
    await expect(
      page.getByText('config.json is refused: brand.font: "url(x)" is not a list of fonts').first(),
    ).toBeVisible();
    await accent.fill('#ffdd33');
    await expect(accent).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Font')).toHaveAttribute('aria-invalid', 'true');
  });
  await test.step('[F-AD14] the copy buttons copy, and say so', async () => {
    const region = page.getByRole('region', { name: 'The policy' });
    await region.getByRole('button', { name: 'Copy the policy' }).click();
    await expect(region.getByRole('status')).toHaveText('Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`frame-src ${sandbox.widgetUrl}`);
  });
});

test('[F-AD14] an open pane stays open while the settings change, and leaves the focus in the form', async ({
  page,
  host,
}) => {
  await page.goto(host.urlOf('/playground/'));
  await pillOf(page).click();
  const pane = previewOf(page).frameLocator('#contact-widget iframe');
  await expect(pane.getByRole('heading', { name: 'Contact us' })).toBeVisible();
  const area = page.getByLabel('Focus area');
  await area.fill('security');
  await expect(previewOf(page).locator('script[data-focus-area=security]')).toBeAttached();
  await expect(pane.getByRole('heading').first()).toBeVisible();
  await expect(area).toBeFocused();
  await expect(page.getByRole('region', { name: 'The address' })).toHaveCount(0);
  await pane
    .getByRole('button', { name: /^(Minimi[sz]e|Close)/ })
    .first()
    .click();
  await expect(previewOf(page).locator(':root')).toHaveAttribute('data-pane', 'closed');
  await area.fill('cloud');
  await expect(previewOf(page).locator('script[data-focus-area=cloud]')).toBeAttached();
  await expect(pillOf(page)).toBeVisible();
  await expect(previewOf(page).locator(':root')).not.toHaveAttribute('data-pane');
});

test('[F-AD14] the pages of the site are accessible in light and dark and fit 320 px', async ({
  page,
  host,
  checkAxe,
  problems,
}) => {
  if (isComplete) test.setTimeout(1_200_000);
  for (const path of sampleOf(sitePaths, everyNth(3))) {
    await test.step(`[F-AD14] ${path} is accessible in light and dark and fits 320 px`, async () => {
      await page.setViewportSize({ width: 1_280, height: 800 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.goto(host.urlOf(path));
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect(await checkAxe(page.mainFrame())).toEqual([]);
      }
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      expect(await problems.violations()).toEqual([]);
      expect(problems.consoleErrors).toEqual([]);
    });
  }
});

test('[F-AD14] `npm run site` writes the playground and the guides as static files that work', async ({
  page,
  sandbox,
  problems,
}) => {
  const site = await startSiteHost(sandbox.widgetUrl);
  try {
    await page.goto(site.url);
    await expect(page).toHaveURL(/\/playground\/$/);
    await expect(pillOf(page)).toBeVisible();
    // The form checks a brand here too. Only its preview needs a server.
    await expect(page.getByText('The playground of npm start shows yours.')).toBeVisible();
    await expect(page.getByText('The pane follows the colour scheme of your system')).toBeVisible();
    await page.getByLabel('Accent', { exact: true }).fill('#ffdd33');
    await expect(page.getByText('The nearest colour that passes is #a28c20').first()).toBeVisible();
    const example = page.getByRole('region', { name: 'An example of a brand' });
    await expect(example.locator('pre code')).toHaveText(brandSection(exampleBrand), { useInnerText: true });
    for (const picture of await example.getByRole('img').all()) {
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(440);
    }
    await expect(example.getByRole('img')).toHaveCount(2);
    for (const { name, title } of guides) {
      await page.getByRole('navigation').getByRole('link', { name: title }).click();
      await expect(page).toHaveURL(new RegExp(`/guides/${name}/$`));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    }
    // A page of the project that is a guide itself.
    await page.goto(`${site.url}/guides/operating/`);
    await page.getByRole('main').getByRole('link', { name: 'Services' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Services');
    expect(problems.consoleErrors).toEqual([]);
    await expect(writeSite('https://widget.example/path', join(tmpdir(), 'refused-site'))).rejects.toThrow(
      'is not the origin of a widget',
    );
  } finally {
    site.close();
  }
});

test('the accessibility checkers find a field without a name (control)', async ({ page, host, checkAxe }) => {
  await page.goto(host.urlOf('/plain?loader=none'));
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('input')));
  const found = await checkAxe(page.mainFrame());
  expect(found.map((line) => line.split(':')[0])).toEqual(
    expect.arrayContaining(isComplete ? ['label', 'input_label_exists'] : ['label']),
  );
});
