import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Page } from 'playwright/test';
import { createElement, useState } from 'react';
import { earlyPill } from '../pages/earlyPill.ts';
import { escapeHtml } from '../pages/template.ts';
import { expect, type HostPageHelper, test } from './fixtures.ts';

/** Pages whose documents or parts are changed by a real library (test/pages/libraries), or by its own swap. */

/** Counts the functions that listen to the pointer on the window: only the loader's does. */
async function countListeners(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const listening = new Set<unknown>();
    Object.assign(window, { listening });
    const { addEventListener: add, removeEventListener: remove } = window;
    window.addEventListener = (...args: Parameters<typeof add>) => {
      if (args[0] === 'pointermove') listening.add(args[1]);
      add.apply(window, args);
    };
    window.removeEventListener = (...args: Parameters<typeof remove>) => {
      if (args[0] === 'pointermove') listening.delete(args[1]);
      remove.apply(window, args);
    };
  });
  return () => page.evaluate(() => (window as unknown as { listening: Set<unknown> }).listening.size);
}

async function expectLinkOpens(page: Page, host: HostPageHelper): Promise<void> {
  await page.getByRole('link', { name: "Let's talk" }).click();
  await expect(host.frame().getByRole('dialog').first()).toBeVisible();
  await page.evaluate(() => window.postMessage('cm-close', location.origin));
  await expect(host.iframe()).toBeHidden();
}

test('[F-PG11][F-PG22] one widget stays through three swaps by Turbo, htmx and Astro, and the links of each new body open the pane', {
  tag: '@core',
}, async ({ page, host }) => {
  const listeners = await countListeners(page);
  for (const name of ['turbo', 'htmx', 'astro']) {
    await test.step(`[F-PG11][F-PG22] one widget stays through three swaps by ${name}, and the links of each new body open the pane`, async () => {
      await host.open(`/libraries/${name}/one`);
      await expect(host.pill()).toBeVisible();
      const documents = [page, await host.frameHandle()];
      for (const one of documents) await one.evaluate(() => Object.assign(window, { isFirst: true }));
      for (const next of ['two', 'one', 'two']) {
        await page.getByRole('link', { name: 'Next page' }).click();
        await expect(page.getByRole('heading', { name: `Page ${next}` })).toBeVisible();
        await expect(page).toHaveURL(new RegExp(`/${next}$`));
        await page.getByLabel('Note').fill('kept');
        await expectLinkOpens(page, host);
        await expect(page.getByLabel('Note')).toHaveValue('kept');
      }
      // Neither the page nor the frame has loaded again.
      for (const one of documents) expect(await one.evaluate(() => 'isFirst' in window)).toBe(true);
      await expect(host.element()).toHaveCount(1);
      expect(await listeners()).toBe(1);
    });
  }
});

test('[F-PG22] with Turbo, a tag in the new body restarts the widget with its own settings, and leaves one', async ({
  page,
  host,
}) => {
  const listeners = await countListeners(page);
  const settings = (): Promise<unknown> =>
    host.element().evaluate((element) => JSON.parse((element as unknown as { settings: string }).settings).focusArea);
  await host.open('/libraries/turbo-body/one');
  await expect(host.pill()).toBeVisible();
  for (const [next, focusArea] of [
    ['two', 'data'],
    ['one', 'cloud'],
  ] as const) {
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(page.getByRole('heading', { name: `Page ${next}` })).toBeVisible();
    await expect.poll(settings).toBe(focusArea);
    await expectLinkOpens(page, host);
    await expect(host.element()).toHaveCount(1);
    expect(await listeners()).toBe(1);
  }
});

test('[F-PG16] the modals of Bootstrap and focus-trap do not get what the visitor types into the pane, and work after it', {
  tag: '@core',
}, async ({ page, host }) => {
  for (const name of ['bootstrap', 'focus-trap']) {
    await test.step(`[F-PG16] a modal of ${name} does not get what the visitor types into the pane, and works after it`, async () => {
      await host.open(`/libraries/${name}/one`);
      await expect(host.pill()).toBeVisible();
      await page.getByRole('button', { name: 'Open' }).click();
      const field = page.getByLabel('Amount');
      await field.fill('12');
      await host.openPane();
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('contact-widget');
      await page.keyboard.type('secret');
      await expect(field).toHaveValue('12');
      await page.evaluate(() => window.postMessage('cm-close', location.origin));
      await expect(host.iframe()).toBeHidden();
      await field.fill('13');
      await page.getByRole('button', { name: 'Done' }).click();
      await expectLinkOpens(page, host);
    });
  }
});

test('[BR-01][F-PG14] other scripts with the name loader.js do not say where the frame comes from, or with which settings', async ({
  page,
  host,
  sandbox,
}) => {
  await host.open('/libraries/loader-names/one');
  await expect(host.pill()).toBeVisible();
  const others = (): Promise<unknown> =>
    page.evaluate(() => (window as unknown as { othersLoaded: number }).othersLoaded);
  await expect.poll(others).toBe(2);
  await expect(host.iframe()).toHaveAttribute('src', `${sandbox.widgetUrl}/frame/index.html`);
  expect(await host.element().evaluate((element) => (element as unknown as { settings: string }).settings)).toBe(
    '{"focusArea":"cloud"}',
  );
  await expect(host.element()).toHaveCount(1);
});

/** The versions of React, with the packages that the bundler takes for `react` and `react-dom`. */
const reactVersions: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['React 18', { react: 'react18', 'react-dom': 'react-dom18' }],
  ['React 19', {}],
];

interface ReactPage {
  readonly loader: string;
  readonly pill: string;
  /** The whole document, or the content of an element. */
  readonly isDocument: boolean;
  /** The page keeps the words of its link. */
  readonly keepsWords: boolean;
}

/** A page with a router of its own, as Next.js makes it. Written into the program by `toString`. */
function App({ loader, pill, isDocument, keepsWords }: ReactPage) {
  const [path, setPath] = useState('one');
  const next = path === 'one' ? 'two' : 'one';
  const go = (event: { preventDefault(): void }) => {
    event.preventDefault();
    history.pushState(null, '', next);
    setPath(next);
  };
  const words = keepsWords ? { 'data-contact-link-keep': '' } : {};
  const main = createElement(
    'main',
    { key: path },
    createElement('h1', null, `Page ${path}`),
    createElement('a', { href: '/contact', 'data-contact-link': 'contact', ...words }, `Contact us about ${path}`),
    ' ',
    createElement('a', { href: next, onClick: go }, 'Next page'),
  );
  if (!isDocument) return main;
  return createElement(
    'html',
    { lang: 'en-US' },
    createElement(
      'head',
      null,
      createElement('title', null, path),
      createElement('script', { async: true, src: loader, 'data-focus-area': 'cloud', 'data-pill': pill }),
    ),
    createElement(
      'body',
      null,
      main,
      createElement('input', { 'aria-label': 'Note' }),
      createElement('script', { async: true, src: '/hydrate.js' }),
    ),
  );
}

async function bundleReact(page: ReactPage, alias: Readonly<Record<string, string>>, code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
      loader: 'ts',
      contents: `import { createElement, useState } from 'react';
        ${code}
        const App = ${App.toString()};
        const element = createElement(App, ${JSON.stringify(page)});`,
    },
    define: { 'process.env.NODE_ENV': '"production"' },
    ...{ alias, bundle: true, format: 'esm', write: false },
  });
  return outputFiles[0]?.text ?? '';
}

/** Serves such a page. Its script arrives after two seconds, and hydrates at once or when the test calls `hydrate`. */
async function serveReact(page: ReactPage, alias: Readonly<Record<string, string>>, hydratesAtOnce: boolean) {
  const server = await bundleReact(
    page,
    alias,
    `import { renderToString } from 'react-dom/server';
     queueMicrotask(() => { globalThis.rendered = renderToString(element); });`,
  );
  const script = await bundleReact(
    page,
    alias,
    `import { hydrateRoot } from 'react-dom/client';
     window.hydrationProblems = [];
     window.hydrate = () => void hydrateRoot(document.getElementById('root') ?? document, element, {
       onRecoverableError: (error) => window.hydrationProblems.push(String(error)),
     });
     ${hydratesAtOnce ? 'queueMicrotask(hydrate);' : ''}`,
  );
  await import(`data:text/javascript,${encodeURIComponent(server)}`);
  const { rendered } = globalThis as unknown as { rendered: string };
  const tag = `<script async src="${page.loader}" data-focus-area="cloud" data-pill="${escapeHtml(page.pill)}"></script>`;
  const html = page.isDocument
    ? rendered
    : `<html lang="en-US"><head><title>one</title>${tag}</head><body><div id="root">${rendered}</div>
       <input aria-label="Note"><script async src="/hydrate.js"></script></body></html>`;
  // A server of its own, because browsers let only a local page load a local script.
  const http = createServer((request, response) => {
    const isScript = request.url === '/hydrate.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    // In a function, because other scripts of the page may have the same names.
    setTimeout(() => response.end(isScript ? `(() => {${script}})()` : `<!doctype html>${html}`), isScript ? 2_000 : 0);
  });
  await new Promise<void>((listening) => http.listen(0, 'localhost', listening));
  return {
    url: `http://localhost:${(http.address() as AddressInfo).port}/one`,
    close() {
      http.close();
      http.closeAllConnections();
    },
  };
}

const reactPage = (sandbox: { widgetUrl: string }, page: Pick<ReactPage, 'isDocument' | 'keepsWords'>): ReactPage => ({
  ...page,
  loader: `${sandbox.widgetUrl}/loader.js`,
  pill: earlyPill({ lang: 'en-US', text: "Let's talk" }),
});

const reactPages = reactVersions.flatMap(([version, alias]) =>
  [true, false].map((isDocument) => ({
    ...{ alias, isDocument },
    name: `${isDocument ? 'a document' : 'an element'} of ${version}`,
  })),
);

const hydrationProblems = (page: Page): Promise<unknown> =>
  page.evaluate(() => (window as unknown as { hydrationProblems: unknown[] }).hydrationProblems);

test('[F-PG11] one widget stays on documents and elements that React hydrates late and then routes in the browser', async ({
  page,
  host,
  sandbox,
}) => {
  const listeners = await countListeners(page);
  for (const { name, alias, isDocument } of reactPages) {
    await test.step(`[F-PG11] ${name}`, async () => {
      const served = await serveReact(reactPage(sandbox, { isDocument, keepsWords: false }), alias, true);
      await page.goto(served.url, { waitUntil: 'commit' });
      await page.getByLabel('Note').fill('kept');
      // The early pill is there before the page hydrates.
      await expect(host.pill()).toBeVisible();
      const frame = await host.frameHandle();
      await frame.evaluate(() => Object.assign(window, { isFirst: true }));
      for (const next of ['two', 'one', 'two']) {
        await page.getByRole('link', { name: 'Next page' }).click();
        await expect(page.getByRole('heading', { name: `Page ${next}` })).toBeVisible();
        await expectLinkOpens(page, host);
      }
      await expect(page.getByLabel('Note')).toHaveValue('kept');
      await expect(host.element()).toHaveCount(1);
      expect(await frame.evaluate(() => 'isFirst' in window)).toBe(true);
      expect(await listeners()).toBe(1);
      expect(await hydrationProblems(page)).toEqual([]);
      served.close();
    });
  }
});

test('[F-PG11] one widget stays on documents and elements that React hydrates when the widget has worded their link', async ({
  page,
  host,
  sandbox,
}) => {
  const listeners = await countListeners(page);
  for (const { name, alias, isDocument } of reactPages) {
    await test.step(`[F-PG11] ${name}`, async () => {
      const served = await serveReact(reactPage(sandbox, { isDocument, keepsWords: false }), alias, false);
      await page.goto(served.url);
      await expect(page.getByRole('link', { name: "Let's talk" })).toBeVisible();
      await page.evaluate(() => (window as unknown as { hydrate(): void }).hydrate());
      // React has drawn the page again, with its own words.
      await expect.poll(() => hydrationProblems(page)).not.toEqual([]);
      await expectLinkOpens(page, host);
      await page.getByRole('link', { name: 'Next page' }).click();
      await expect(page.getByRole('heading', { name: 'Page two' })).toBeVisible();
      await expectLinkOpens(page, host);
      await expect(host.element()).toHaveCount(1);
      expect(await listeners()).toBe(1);
      served.close();
    });
  }
});

test('[F-PG11] React hydrates an element without a problem after the widget is there if its link keeps its words', async ({
  page,
  host,
  sandbox,
}) => {
  for (const [version, alias] of reactVersions) {
    await test.step(`[F-PG11] ${version}`, async () => {
      const served = await serveReact(reactPage(sandbox, { isDocument: false, keepsWords: true }), alias, false);
      await page.goto(served.url);
      await expect(host.iframe()).toBeAttached();
      await host.frameHandle();
      await page.evaluate(() => (window as unknown as { hydrate(): void }).hydrate());
      await page.getByRole('link', { name: 'Next page' }).click();
      await expect(page.getByRole('heading', { name: 'Page two' })).toBeVisible();
      await page.getByRole('link', { name: 'Contact us about two' }).click();
      await expect(host.frame().getByRole('dialog').first()).toBeVisible();
      expect(await hydrationProblems(page)).toEqual([]);
      served.close();
    });
  }
});
