import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Locator, Page } from 'playwright/test';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { publish } from './brandSteps.ts';
import { expect, test } from './fixtures.ts';

/** Pages as frameworks and component libraries make them: hydrated late, drawn again, with modals and with bars of their own. */

/** A page whose whole document React hydrates. `loader` is the address of the loader. */
const hydratedPage = (loader: string) =>
  createElement(
    'html',
    { lang: 'en-US' },
    createElement(
      'head',
      null,
      createElement('title', null, 'Hydrated'),
      createElement('script', { async: true, src: loader, 'data-focus-area': 'cloud' }),
    ),
    createElement(
      'body',
      null,
      createElement('h1', null, 'Hydrated'),
      createElement('input', { 'aria-label': 'Your name' }),
      createElement('a', { href: '/contact', 'data-contact-link': 'contact' }, 'Contact us'),
      createElement('script', { async: true, src: '/hydrate.js' }),
    ),
  );

/** The program of that page. */
async function hydration(loader: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
      loader: 'ts',
      contents: `
        import { createElement, useEffect } from 'react';
        import { hydrateRoot } from 'react-dom/client';
        const page = (${hydratedPage.toString()})(${JSON.stringify(loader)});
        window.problems = [];
        function Page() {
          useEffect(() => { window.isHydrated = true; }, []);
          return page;
        }
        const onRecoverableError = (error) => window.problems.push(String(error));
        hydrateRoot(document, createElement(Page), { onRecoverableError });`,
    },
    define: { 'process.env.NODE_ENV': '"production"' },
    bundle: true,
    format: 'iife',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

const overlap = async (one: Locator, other: Locator): Promise<boolean> => {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  if (!a || !b) throw new Error('one of the two is not shown');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
};

const addFixed = (page: Page, style: string): Promise<void> =>
  page.evaluate((css) => {
    const button = Object.assign(document.createElement('button'), { id: 'fixed', textContent: '↑' });
    button.style.cssText = `position:fixed;width:40px;height:40px;${css}`;
    document.body.append(button);
  }, style);

test('[F-PG11] a document that React hydrates four seconds late keeps what the visitor typed, and gets the widget and its wording', {
  tag: '@core',
}, async ({ page, host, sandbox }) => {
  const loader = `${sandbox.widgetUrl}/loader.js`;
  const script = await hydration(loader);
  // A server of its own, because browsers let only a local page load a local script.
  const server = createServer((request, response) => {
    const isScript = request.url === '/hydrate.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    const body = isScript ? script : `<!doctype html>${renderToString(hydratedPage(loader))}`;
    setTimeout(() => response.end(body), isScript ? 4_000 : 0);
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  const { port } = server.address() as AddressInfo;
  await page.goto(`http://localhost:${port}/`, { waitUntil: 'commit' });
  await page.getByLabel('Your name').fill('Ada');
  // Before the page has hydrated its document, nothing of it changes.
  await expect(host.element()).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Contact us' })).toBeVisible();
  await page.waitForFunction(() => Reflect.has(window, 'isHydrated'));
  await expect(host.pill()).toBeVisible();
  await expect(page.getByRole('link', { name: "Let's talk" })).toBeVisible();
  await expect(page.getByLabel('Your name')).toHaveValue('Ada');
  expect(await page.evaluate(() => (window as unknown as { problems: unknown[] }).problems)).toEqual([]);
  server.close();
  server.closeAllConnections();
});

test('[F-PG11] a widget that the page removes comes back, a few times', async ({ page, host }) => {
  await host.open('/plain');
  await expect(host.pill()).toBeVisible();
  await page.evaluate(() => document.querySelector('#contact-widget')?.remove());
  await expect(host.pill()).toBeVisible();
  await page.evaluate(() => {
    const removed = { count: 0 };
    Object.assign(window, { removed });
    new MutationObserver(() => {
      const element = document.querySelector('#contact-widget iframe') ?? document.querySelector('#contact-widget');
      if (element?.shadowRoot?.querySelector('iframe')) {
        element.remove();
        removed.count += 1;
      }
    }).observe(document, { childList: true, subtree: true });
    document.querySelector('#contact-widget')?.remove();
  });
  await page.waitForTimeout(3_000);
  await expect(host.element()).toHaveCount(0);
  expect(await page.evaluate(() => (window as unknown as { removed: { count: number } }).removed.count)).toBe(2);
});

test('[F-PG16] a contact link in the page’s modal dialog stays the page’s', async ({ page, host }) => {
  await host.open('/plain');
  await expect(page.getByRole('link', { name: "Let's talk" })).toBeVisible();
  await page.evaluate(() => {
    const dialog = document.createElement('dialog');
    const link = Object.assign(document.createElement('a'), { href: '/contact', textContent: 'Ask' });
    link.dataset.contactLink = 'contact';
    dialog.append(link);
    document.body.append(dialog);
    dialog.showModal();
  });
  await page.getByRole('dialog').getByRole('link').click();
  await expect(page).toHaveURL(/\/contact$/);
});

test('[F-PG18] on a phone the pane covers the visible part of the page, wherever it begins', async ({ page, host }) => {
  await page.setViewportSize({ width: 400, height: 800 });
  await page.addInitScript(() => {
    if (window !== window.parent) return;
    for (const [name, value] of Object.entries({ height: 480, offsetTop: 300 }))
      Object.defineProperty(VisualViewport.prototype, name, { get: () => value });
  });
  await host.open('/plain');
  await host.openPane();
  await expect.poll(() => host.iframe().boundingBox()).toEqual({ x: 0, y: 300, width: 400, height: 480 });
});

test('[F-PG24] the pill does not cover a fixed button, wherever it is', async ({ page, host }) => {
  const uncovered = () => expect.poll(() => overlap(host.pill(), page.locator('#fixed'))).toBe(false);
  await host.open('/plain');
  await expect(host.pill()).toBeVisible();
  for (const right of [12, 70, 110]) {
    await test.step(`[F-PG24] ${right} px from the right`, async () => {
      await addFixed(page, `right:${right}px;bottom:20px`);
      await uncovered();
      await page.locator('#fixed').evaluate((button) => button.remove());
      // The pill is where it was.
      await expect.poll(async () => Math.round(800 - ((await host.pill().boundingBox())?.y ?? 0) - 48)).toBe(16);
    });
  }
  await test.step('[F-PG24] at the left of a page from right to left', async () => {
    await host.open('/plain', { page: { lang: 'ar-SA' } });
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    await expect(host.pill()).toBeVisible();
    await addFixed(page, 'left:20px;bottom:20px');
    await uncovered();
  });
});

test('[F-PG24] a pill with a long label covers no button, and keeps its words in one line, clear of the edges of a phone', async ({
  page,
  host,
  sandbox,
}) => {
  const label = 'Haben Sie Fragen? Wir helfen!!';
  await publish(page, sandbox, { label: { en: label } });
  await host.open('/plain');
  await expect(host.pill()).toHaveText(label);
  for (const right of [16, 250]) {
    await test.step(`[F-PG24] covers no button ${right} px from the right`, async () => {
      await addFixed(page, `right:${right}px;bottom:16px`);
      await expect.poll(() => overlap(host.pill(), page.locator('#fixed'))).toBe(false);
      await page.locator('#fixed').evaluate((button) => button.remove());
    });
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(async () => (await host.pill().boundingBox())?.x).toBeGreaterThanOrEqual(15);
  const lineBoxPx = await host.pill().evaluate((pill) => {
    const range = document.createRange();
    range.selectNodeContents(pill);
    return range.getBoundingClientRect().height;
  });
  expect(lineBoxPx).toBeLessThan(20);
});

test('[F-PG19] the pill and the pane keep out of what the edges of a phone hide', { tag: '@core' }, async ({
  page,
  host,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  const client = await page.context().newCDPSession(page);
  await client.send(
    'Emulation.setSafeAreaInsetsOverride' as 'Emulation.setTouchEmulationEnabled',
    {
      insets: { bottom: 21, bottomMax: 21, left: 47, leftMax: 47, right: 47, rightMax: 47 },
    } as never,
  );
  await host.open('/plain');
  await expect(host.pill()).toBeVisible();
  await expect
    .poll(async () => {
      const { x, y, width, height } = (await host.pill().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      return [844 - x - width, 390 - y - height];
    })
    .toEqual([47, 21]);
  await host.openPane();
  await expect.poll(async () => ((await host.iframe().boundingBox())?.x ?? 0) > 47).toBe(true);
  const { x, width } = (await host.iframe().boundingBox()) ?? { x: 0, width: 0 };
  expect(844 - x - width).toBe(47);
});

test('[F-PG20] “Email us” and “Call us” do not ask whether to leave a page on which something was typed', {
  tag: '@core',
}, async ({ page, host }) => {
  await host.open('/plain', { attrs: { 'data-default-phone': 'tel:+18005550142' } });
  await page.evaluate(() => {
    const guard = { asked: 0 };
    Object.assign(window, { guard });
    window.addEventListener('beforeunload', (event) => {
      guard.asked += 1;
      event.preventDefault();
    });
    document.body.append(Object.assign(document.createElement('input'), { ariaLabel: 'Note' }));
  });
  await page.getByLabel('Note').fill('not saved yet');
  const pane = await host.openPane();
  const links = pane.locator('a[href^="tel:"], a[href^="mailto:"]');
  await expect(links.first()).toBeVisible();
  await links.first().click();
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => (window as unknown as { guard: { asked: number } }).guard.asked)).toBe(0);
  expect(page.url()).toBe(host.urlOf('/plain'));
  await expect(pane.getByRole('dialog').first()).toBeVisible();
});
