import type { Page } from 'playwright/test';
import { escapeCookie } from '../../frame/host/cookieJar.ts';
import { expect, test } from './puppet/puppet.ts';

/** The loader's answers to calls from the frame, and its refusals. The frame is a puppet. */

test.beforeEach(async ({ puppet }) => {
  await puppet.install();
});

const refusedUrls: readonly unknown[] = [
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  ' javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'about:blank',
  'file:///etc/passwd',
  'view-source:https://northwind.example',
  'intent://x#Intent;end',
  'blob:http://localhost/1',
  'not an address',
  'https:evil',
  'https:/evil',
  'https://[',
  ['javascript:alert(1)'],
  '//northwind.example',
  '/contact',
  '',
  null,
  {},
];

const refusedKeys: readonly unknown[] = [
  'session',
  'cm-profile',
  'cm-profile-token',
  'cm',
  'xcm-a',
  'cm-a',
  'cm-pill-events=1; session',
  'cm-pill-events;b',
  'cm-pill-events2',
  '',
  'CM-a',
  null,
  { a: 1 },
];

/** Records the tabs that the page would open, and blocks each of them. */
async function recordOpened(page: Page): Promise<void> {
  await page.evaluate(() => {
    const calls: unknown[][] = [];
    Object.assign(window, { opened: calls, nativeOpen: window.open });
    window.open = (...args) => {
      calls.push(args);
      return null;
    };
  });
}

const allowTabs = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.open = (window as unknown as { nativeOpen: typeof window.open }).nativeOpen;
  });

function opened(page: Page): Promise<string[][]> {
  return page.evaluate(() => (window as unknown as { opened: string[][] }).opened);
}

test.describe('openUrl', () => {
  test('[SH-023][BR-31][BR-33] opens http, https, mailto, tel and sms addresses in a tab without an opener, and refuses all others', {
    tag: '@core',
  }, async ({ page, context, host, puppet, sandbox }) => {
    await host.open('/plain');
    await test.step('[SH-023][BR-31][BR-33] refuses other schemes, relative addresses and invalid addresses', async () => {
      for (const url of refusedUrls) {
        await test.step(JSON.stringify(url) ?? 'undefined', async () => {
          for (const target of ['self', 'tab']) {
            expect(await puppet.call('openUrl', url, target)).toEqual({ refused: 'refused' });
          }
        });
      }
      expect(context.pages()).toHaveLength(1);
      expect(page.url()).toBe(`${sandbox.hostUrl}/plain`);
    });
    await test.step('[SH-023] opens http, https, mailto, tel and sms addresses, and refuses when the browser blocks the tab', async () => {
      await recordOpened(page);
      const urls = [
        'http://localhost:1/',
        'https://northwind.example/',
        'mailto:a@b.example',
        'tel:+4930123',
        'sms:+4930123',
      ];
      for (const url of urls) expect(await puppet.call('openUrl', url, 'tab')).toEqual({ refused: 'refused' });
      expect((await opened(page)).map(([url]) => url)).toEqual(urls);
      await allowTabs(page);
    });
    await test.step('[SH-023] gives a new tab no opener', async () => {
      const frame = await puppet.connected();
      await puppet.showFrame();
      const opening = context.waitForEvent('page');
      // A click in the frame allows the page to open a tab.
      await frame.evaluate((url) => {
        document.querySelector('button')?.addEventListener('click', () => {
          void (window as unknown as { puppet: { call(name: string, args: unknown[]): unknown } }).puppet.call(
            'openUrl',
            [url, 'tab'],
          );
        });
      }, `${sandbox.hostUrl}/short`);
      await host.frame().getByRole('button', { name: 'Inside' }).click();
      const tab = await opening;
      await tab.waitForLoadState();
      expect(await tab.evaluate(() => window.opener)).toBeNull();
      expect(page.url()).toBe(`${sandbox.hostUrl}/plain`);
    });
  });
});

test.describe('store', () => {
  test('[SH-024][F-SE17] reads and writes cookies of allowed names and harmless values, and no others', {
    tag: '@core',
  }, async ({ page, host, puppet, sandbox }) => {
    await host.open('/plain');
    await test.step('[SH-024] writes an allowed name as a cookie with or without an expiry, and removes it', async () => {
      for (const key of ['cm-pill-events', 'cm-proactive-state', 'areUnreadsSeen', 'optimizely-user-id']) {
        const text = `${key}=${escapeCookie('{"a": "ü;=,"}')}`;
        expect(await puppet.call('writeStore', text, 3_600)).toEqual({ value: [text] });
        expect(await puppet.call('readStore')).toEqual({ value: [text] });
        const [cookie] = (await page.context().cookies()).filter(({ name }) => name === key);
        expect(cookie).toMatchObject({ sameSite: 'Lax', secure: false, path: '/' });
        expect(Math.round(((cookie?.expires ?? 0) * 1_000 - Date.now()) / 600_000)).toBe(6);
        expect(await puppet.call('writeStore', `${key}=`, 0)).toEqual({ value: [] });
        expect(await puppet.call('readStore')).toEqual({ value: [] });
        expect(await puppet.call('writeStore', `${key}=session`)).toEqual({ value: [`${key}=session`] });
        const stored = (await page.context().cookies()).find(({ name }) => name === key);
        expect(stored).toMatchObject({ value: 'session', expires: -1 });
        await page.context().clearCookies();
      }
    });
    await test.step('[SH-024] reads two names of older pages but never writes them', async () => {
      const keys = ['ajs_anonymous_id', 'notice_preferences'];
      await page.context().addCookies(keys.map((name) => ({ name, value: '%22abc%22', url: sandbox.hostUrl })));
      const before = { value: keys.map((key) => `${key}=%22abc%22`) };
      expect(await puppet.call('readStore')).toEqual(before);
      for (const key of keys) expect(await puppet.call('writeStore', `${key}=x`, 60)).toEqual(before);
      expect(await puppet.call('readStore')).toEqual(before);
    });
    await test.step('[SH-024] refuses every other name, including the identity names', async () => {
      await page.context().clearCookies();
      await page.context().addCookies([{ name: 'session', value: 'secret', url: sandbox.hostUrl, httpOnly: false }]);
      for (const key of refusedKeys) {
        await test.step(JSON.stringify(key), async () => {
          expect(await puppet.call('readStore', key)).toEqual({ value: [] });
          expect(await puppet.call('writeStore', `${key}=attacked`, 60)).toEqual({ value: [] });
          await puppet.call('writeStore', key, 60);
        });
      }
      expect(await page.evaluate(() => document.cookie)).toBe('session=secret');
    });
    await test.step('[SH-024][F-SE17] refuses values of more than 99 characters', async () => {
      await page.context().clearCookies();
      expect(await puppet.call('writeStore', `cm-pill-events=${'x'.repeat(100)}`)).toEqual({ value: [] });
      expect(await page.evaluate(() => document.cookie)).toBe('');
      const long = `cm-pill-events=${'x'.repeat(99)}`;
      expect(await puppet.call('writeStore', long)).toEqual({ value: [long] });
    });
    await test.step('[SH-024] refuses a value that would add cookie attributes, and takes only a number as the lifetime', async () => {
      await page.context().clearCookies();
      for (const text of [
        '; domain=localhost; path=/other',
        ';path=/other',
        '\n; path=/other',
        '\r\nsession=stolen',
        ' x',
      ]) {
        expect(await puppet.call('writeStore', `cm-pill-events=x${text}`, 60)).toEqual({ value: [] });
      }
      // Kept for the session.
      await puppet.call('writeStore', 'cm-pill-events=x', '60; path=/other');
      await puppet.call('writeStore', 'cm-proactive-state=x', 60);
      const cookies = await page.context().cookies();
      expect(cookies.map(({ name, path, domain }) => [name, path, domain])).toEqual([
        ['cm-pill-events', '/', 'localhost'],
        ['cm-proactive-state', '/', 'localhost'],
      ]);
    });
  });

  test('[SH-024] writes a Secure cookie on an https page', async ({ page, puppet, sandbox }) => {
    const url = 'https://shop.example/';
    const body = `<!doctype html><title>Shop</title><script src="${sandbox.widgetUrl}/loader.js"></script>`;
    await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body }));
    // The browser does not let a public page load from this machine.
    await page.route(`${sandbox.widgetUrl}/loader.js`, async (route) =>
      route.fulfill({ response: await route.fetch() }),
    );
    await page.goto(url);
    expect(await puppet.call('writeStore', 'cm-pill-events=x', 60)).toEqual({ value: ['cm-pill-events=x'] });
    expect(await page.context().cookies(url)).toMatchObject([{ name: 'cm-pill-events', secure: true }]);
  });

  test('[CSP-14] refuses when the page’s storage throws, and keeps drawing', { tag: '@core' }, async ({
    page,
    host,
    puppet,
  }) => {
    await page.addInitScript(() => {
      if (window.top !== window) return;
      for (const name of ['sessionStorage', 'localStorage']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('denied', 'SecurityError');
          },
        });
      }
      Object.defineProperty(Document.prototype, 'cookie', {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
        set() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    });
    await host.open('/plain');
    await puppet.showPill();
    expect(await puppet.call('writeStore', 'cm-pill-events=x')).toEqual({ refused: 'refused' });
    expect(await puppet.call('readStore')).toEqual({ refused: 'refused' });
    expect(await puppet.call('storePill', '{}')).toEqual({ refused: 'refused' });
    await expect(host.pill()).toBeVisible();
  });
});
