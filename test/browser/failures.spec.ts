import type { Page } from 'playwright/test';
import { disableTimeouts } from '../accessibility/states/visit.ts';
import { sandboxDeployment } from '../sandbox/deployment.ts';
import { expect, type HostPageHelper, hold, test } from './fixtures.ts';
import { remember } from './rememberedPill.ts';
import { everyNth, sampleOf } from './sample.ts';

/** What the visitor sees, and what the page still offers, when something is missing. */

const defaults = {
  'data-default-contact': 'https://northwind.example/contact',
  'data-default-phone': 'tel:+18005550100',
};

test('[SH-083][SH-154][SH-052][SC-134] shows the page’s own links and a retry button when the lookup fails', {
  tag: '@core',
}, async ({ host, sandbox, checkAxe }) => {
  await sandbox.rules({ path: '/contact/lookup', status: 500, body: {} }, { path: '/older', status: 500, body: {} });
  await host.open('/rtl', { attrs: defaults });
  const frame = await host.openPane();
  await expect(frame.getByText('We could not load our contact options. Use a link below or try again.')).toBeVisible();
  await expect(frame.getByRole('link', { name: 'Contact us' })).toBeVisible();
  // The fallback text is English, whatever the page's language.
  await expect(frame.locator('html[lang=en-US][dir=ltr]')).toHaveCount(1);
  expect(await checkAxe()).toEqual([]);
  await sandbox.forgetRules();
  const passesCaches = async () => (await sandbox.requests('/contact/lookup')).map(({ query }) => query.bypassCache);
  const first = await passesCaches();
  expect(new Set(first)).toEqual(new Set([undefined]));
  await frame.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(frame.locator('[data-block=phone] button')).toBeVisible();
  expect((await passesCaches()).slice(first.length)).toEqual(['true']);
  // The button is gone, but the focus stays in the pane.
  await expect(frame.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(frame.locator('html[lang=ar-SA][dir=rtl]')).toHaveCount(1);
});

test('[SH-083] without an answer that can be read there is a pane with a message and the page’s links, of which it does not speak when there are none', async ({
  host,
  sandbox,
  problems,
}) => {
  await test.step('[SH-083] does not speak of links when the lookup fails and the page has named none', async () => {
    await sandbox.rules({ path: '/contact/lookup', status: 500, body: {} }, { path: '/older', status: 500, body: {} });
    await host.open('/plain');
    const frame = await host.openPane();
    await expect(frame.getByRole('alert')).toHaveText('We could not load our contact options. Please try again.');
    await expect(frame.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
  await test.step('[SH-083] an answer that cannot be read leaves a pane with a message and the page’s links', async () => {
    const answers = [
      ['HTML instead of JSON', { status: 200, body: '<h1>Sign in</h1>', headers: { 'content-type': 'text/html' } }],
      ['a broken connection', { drop: true }],
      [
        'fields of wrong types',
        { status: 200, body: { contactInformationBundles: 'x', contactModuleTranslations: 5 } },
      ],
    ] as const;
    for (const [name, rule] of sampleOf(answers, everyNth(2))) {
      await test.step(name, async () => {
        await sandbox.forgetRules();
        await sandbox.rules({ path: '/contact/lookup', ...rule }, { path: '/older', ...rule });
        await host.open('/plain', { attrs: defaults });
        const frame = await host.openPane();
        await expect(frame.getByRole('alert')).toHaveText(/contact options/i);
        await expect(frame.getByRole('link', { name: 'Contact us' })).toBeVisible();
        expect(problems.uncaught).toEqual([]);
      });
    }
  });
});

/** The page remembers a pill, and the widget starts on a clock that the test moves on. */
async function startRemembered(page: Page, host: HostPageHelper, query: Record<string, string>): Promise<void> {
  await remember(page, host.urlOf('/plain'), { 'en-US': { style: 'visibility:visible', textContent: 'Remembered' } });
  await page.clock.install();
  await host.open('/plain', { query });
  await page.clock.runFor(1_000);
  await expect(host.pill()).toHaveText('Remembered');
}

/** Waits until the widget has emptied its frame, and moves the clock on to the end of the loader's wait. */
async function expectGivenUp(page: Page, host: HostPageHelper, stepMs: number): Promise<void> {
  const isEmpty = async () => {
    await page.clock.runFor(stepMs);
    return page.frames().some((frame) => frame.url() === 'about:blank');
  };
  await expect.poll(isEmpty).toBe(true);
  await page.clock.runFor(20_000);
  await expect(host.element()).toHaveCount(0);
}

test('[SH-172][F-PG8] a pill that the page remembers leaves it when the widget cannot start', async ({
  page,
  host,
  sandbox,
}) => {
  await page.route(`${sandbox.widgetUrl}/frame/config.json*`, (route) =>
    route.fulfill({ status: 200, body: '{"broken"' }),
  );
  await startRemembered(page, host, {});
  await expectGivenUp(page, host, 500);
});

for (const [file, query] of [
  ['config.json', {}],
  ['readAddress', { 'cm-debug': 'true' }],
] as const) {
  test(`[SH-172][F-PG8] a pill that the page remembers leaves it when ${file} never arrives`, async ({
    page,
    host,
  }) => {
    let asked = 0;
    // The document's own preload is the first request.
    await page.route(new RegExp(`/frame/(assets/)?${file}`), () => {
      asked += 1;
    });
    await startRemembered(page, host, query);
    await expect.poll(() => asked).toBe(1);
    await expectGivenUp(page, host, 5_000);
    expect(asked).toBe(file === 'config.json' ? 2 : 1);
  });
}

test('[SH-175] shows a link in the pane when the browser blocks a tab', async ({ page, host }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await host.open('/plain');
  const frame = await host.openPane();
  await frame.getByRole('link', { name: 'See the service status' }).click();
  await expect(frame.getByText('Your browser blocked the new tab.')).toBeVisible();
  await expect(frame.getByRole('link', { name: 'Open the link' })).toHaveAttribute('target', '_blank');
});

test('[SH-018] nothing about the page is in the frame’s address, and what others put there changes nothing', async ({
  page,
  host,
  sandbox,
  problems,
}) => {
  await host.open('/plain', { globals: { contactWidgetUser: { country: 'DE', ip: '203.0.113.7' } } });
  await expect(host.iframe()).toHaveAttribute('src', `${sandbox.widgetUrl}/frame/index.html`);
  await expect(host.pill()).toBeVisible();
  await sandbox.reset();
  await page.addInitScript(() => {
    const property = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'src');
    Object.defineProperty(HTMLIFrameElement.prototype, 'src', {
      set(this: HTMLIFrameElement, url: unknown) {
        property?.set?.call(this, `${url}#{"focusArea":"data","lang":"ja-JP"}`);
      },
    });
  });
  await host.open('/plain');
  await expect(host.pill()).toBeVisible();
  const asked = (await sandbox.requests('/contact/lookup')).map(
    ({ query }) =>
      JSON.parse(String(new URLSearchParams(query as never).get('body'))).contactInformationBundleKey.focusArea,
  );
  expect(asked).toEqual(['cloud']);
  expect(problems.consoleErrors).toEqual([]);
});

test('[SH-007][SH-106][SH-108][F-PG4] the pill does not wait for keys, geo service and experiments that hang', async ({
  host,
  page,
  sandbox,
}) => {
  // Nothing that waits for one of them would go on without it: the list of locales has a second.
  await disableTimeouts({ page }, 1_000);
  await sandbox.rules(
    { path: '/contact/keys', hang: true },
    { path: '/geo', hang: true },
    { path: '/experiments', hang: true },
  );
  await host.open('/plain');
  await expect(host.pill()).toBeVisible();
  const frame = await host.openPane();
  await expect(frame.getByRole('button', { name: 'Call us' })).toBeVisible();
});

test('[SH-007][F-SH13] shows the pill after the lookup, then sets up experiments and asks the chat, then loads what speaks first', async ({
  page,
  host,
  sandbox,
}) => {
  await sandbox.command('outreach', { inApp: 'message' });
  const lookup = await hold(page, `${sandbox.servicesUrl}/contact/lookup/*`);
  const datafile = await hold(page, `${sandbox.servicesUrl}/experiments/datafile.json`);
  const asked = async (path: string) => (await sandbox.requests(path)).length;
  await host.open('/plain');
  await lookup.asked;
  await expect(host.pill()).toBeHidden();
  lookup.release();
  await expect(host.pill()).toBeVisible();
  await datafile.asked;
  // Whether a chat is available does not depend on an experiment, and is asked meanwhile.
  await expect.poll(() => asked('/bot')).toBeGreaterThan(0);
  expect(await asked('/inapp')).toBe(0);
  datafile.release();
  await expect.poll(() => asked('/inapp')).toBe(1);
});

test('[SH-018][SH-172][BR-07] does not start on a page that the deployment does not list, or with a deployment file that is broken, and logs why once; starts when the file arrives at the second request', {
  tag: '@core',
}, async ({ page, host, sandbox, problems }) => {
  for (const [what, change, sentence] of [
    [
      '[SH-018][BR-07] a page that the deployment does not list',
      { allowedHosts: ['https://northwind.example', 'http://localhost:1'] },
      /may not embed this widget/,
    ],
    ['a deployment file that has a typo, whose field is named', { allowedHosts: 'everyone' }, /allowedHosts/],
    ['a deployment file that is not JSON', undefined, /could not start/],
  ] as const) {
    await test.step(what, async () => {
      // This tests the frame's own check. The headers, which would block the frame first, are the sandbox's.
      await page.route(`${sandbox.widgetUrl}/frame/config.json`, (route) =>
        route.fulfill(
          change ? { json: { ...sandboxDeployment(sandbox), ...change } } : { body: '<h1>Not found</h1>', status: 200 },
        ),
      );
      problems.consoleErrors.length = 0;
      await host.open('/plain');
      await expect.poll(() => problems.consoleErrors.filter((line) => sentence.test(line)).length).toBe(1);
      await expect(host.pill()).toBeHidden();
      expect(await sandbox.requests('/contact')).toEqual([]);
      await page.getByRole('link', { name: 'Contact us' }).click();
      await expect(page).toHaveURL(/\/contact$/);
      // That page has the widget, too.
      await page.goto('about:blank');
      await page.unrouteAll();
    });
  }
  await test.step('[SH-172] starts when config.json arrives at the second request', async () => {
    let asked = 0;
    await page.route(`${sandbox.widgetUrl}/frame/config.json`, (route) => {
      asked += 1;
      return asked === 1 ? route.abort() : route.continue();
    });
    await host.open('/plain');
    await expect(host.pill()).toBeVisible();
    expect(asked).toBe(2);
  });
});
