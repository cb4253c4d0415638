import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import { test as base, expect, type Frame, type FrameLocator, type Locator, type Page } from 'playwright/test';
import type { LoggedRequest } from '../sandbox/requestLog.ts';
import { type Sandbox, startSandbox } from '../sandbox/server.ts';
import type { Exchange } from '../sandbox/servicesHost.ts';
import { exchangeProblems } from '../services/exchangeProblems.ts';
import { messagingChecks, sandboxOperations } from '../services/sandboxOperations.ts';
import type { SocketCheck } from '../services/socketOperations.ts';
import { runAxe, runIbm, tags } from './checkers.ts';
import { isComplete } from './sample.ts';

export { expect };

export const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** A fault rule of the sandbox's control interface; see test/sandbox/README.md. */
export type SandboxRule = Readonly<Record<string, unknown>> & { readonly path: string };

export interface SandboxControl {
  readonly hostUrl: string;
  readonly widgetUrl: string;
  readonly servicesUrl: string;
  readonly vendorsUrl: string;
  /** The services without a proxy. */
  readonly controlUrl: string;
  rules(...rules: readonly SandboxRule[]): Promise<void>;
  forgetRules(): Promise<void>;
  requests(path?: string): Promise<readonly LoggedRequest[]>;
  reset(): Promise<void>;
  /** Sets up the page at a path: attributes, page objects and so on; see test/pages/README.md. */
  setUp(path: string, parameters: Readonly<Record<string, unknown>>): Promise<void>;
  /** Sends a command to a service of the sandbox, for example one that plays the agent. */
  command(name: string, body?: Readonly<Record<string, unknown>>): Promise<unknown>;
}

export interface OpenOptions {
  /** Attributes of the loader's script tag, with their `data-`. */
  readonly attrs?: Readonly<Record<string, string>>;
  /** Parameters of the address, for tests about the widget's parameters. */
  readonly query?: Readonly<Record<string, string>>;
  /** What else the page is set up with: `lang`, `loader`, `footer` and so on. */
  readonly page?: Readonly<Record<string, string>>;
  /** Page globals such as `contactWidgetUser`. */
  readonly globals?: Readonly<Record<string, unknown>>;
  /** Replaces the page's Content-Security-Policy; `{widget}` stands for the widget's origin. */
  readonly csp?: string;
}

export interface HostPageHelper {
  /** Opens a page of test/pages, `/plain` and so on. Does not wait for the widget. */
  open(page: string, options?: OpenOptions): Promise<void>;
  /** Sets up a page without opening it. Returns its address. */
  prepare(page: string, options?: OpenOptions): Promise<string>;
  urlOf(page: string, options?: Pick<OpenOptions, 'query'>): string;
  /** The widget's one element on the page. */
  element(): Locator;
  pill(): Locator;
  iframe(): Locator;
  /** The content of the widget's frame. */
  frame(): FrameLocator;
  /** The frame itself, to evaluate in it. */
  frameHandle(): Promise<Frame>;
  /** Clicks the pill once it shows. Ends its way in first: a click waits for the end, and looks for it only every 500 ms. */
  pressPill(): Promise<void>;
  /** Moves the pointer over the pill until the frame has noticed: the pill of the page before is shown before the frame listens. */
  hoverPill(): Promise<void>;
  /** Clicks the pill and waits until the pane is usable. */
  openPane(): Promise<FrameLocator>;
  /** Removes all that the browser has stored for page and frame, as for another visitor. The tab is then on an empty page. */
  forgetVisitor(): Promise<void>;
  /** Gives the page another address, as a single-page app does, and waits until the frame has handled it. */
  changeAddress(path?: string): Promise<void>;
}

export interface Violation {
  readonly directive: string;
  readonly blocked: string;
}

export interface Problems {
  /** `console.error` lines of the page and its frames. */
  readonly consoleErrors: string[];
  readonly warnings: string[];
  /** Uncaught errors and rejections. They fail the test unless it allows them. */
  readonly uncaught: string[];
  allow(pattern: RegExp): void;
  /** Content-Security-Policy violations of the page and its frames so far. */
  violations(): Promise<readonly Violation[]>;
}

/** Checks a surface with axe and returns the violations. */
export type CheckAxe = (frame?: Frame, options?: { readonly within?: string }) => Promise<readonly string[]>;

/** Checks only the contrast of a surface’s texts, with axe. */
export type CheckContrast = (frame?: Frame) => Promise<readonly string[]>;

interface TestFixtures {
  documentedServices: undefined;
  sandbox: SandboxControl;
  host: HostPageHelper;
  problems: Problems;
  checkAxe: CheckAxe;
  checkContrast: CheckContrast;
}

interface WorkerFixtures {
  sandboxServer: Sandbox;
  /** What the service documents do not allow in the calls of the frame and their answers. */
  serviceProblems: string[];
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  serviceProblems: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to find the fixtures a function uses.
    async ({}, use) => use([]),
    { scope: 'worker' },
  ],

  sandboxServer: [
    async ({ serviceProblems }, use) => {
      const server = await startSandbox({
        ...{ port: 0, distDir: process.env.WIDGET_DIST ?? fromRoot('dist'), pagesDir: fromRoot('test/pages') },
        isUncached: true,
        onExchange(exchange) {
          if (isOfFrame(exchange, server)) serviceProblems.push(...exchangeProblems(operations, exchange));
        },
        onFrame({ connection, direction, frame }) {
          const check = checks.get(connection) ?? createCheck();
          checks.set(connection, check);
          const { problems } = check.look(direction === 'in' ? 'sent' : 'received', frame);
          serviceProblems.push(...problems.map((problem) => `messaging socket: ${problem}`));
        },
      });
      const operations = sandboxOperations(server, fromRoot('.'));
      const createCheck = messagingChecks(server, fromRoot('.'));
      const checks = new Map<number, SocketCheck>();
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],

  documentedServices: [
    async ({ serviceProblems }, use) => {
      serviceProblems.length = 0;
      await use(undefined);
      expect(serviceProblems, 'calls that the service documents do not allow').toEqual([]);
    },
    { auto: true },
  ],

  sandbox: async ({ sandboxServer }, use) => {
    const control = createControl(sandboxServer);
    await control.reset();
    // A test on a busy machine may take longer than the 55 s of the pop-up.
    await control.command('outreach', { popUpTimeMs: 600_000 });
    await use(control);
  },

  host: async ({ page, sandbox }, use) => {
    await use(createHost(page, sandbox));
  },

  problems: [
    async ({ page }, use) => {
      const problems = await watch(page);
      await use(problems);
      // Otherwise a route that is still answering when the page closes fails the test.
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      expect(problems.uncaught, 'uncaught errors in the page or its frames').toEqual([]);
    },
    { auto: true },
  ],

  checkAxe: async ({ host }, use) => {
    await use(async (frame, { within } = {}) => {
      const checked = frame ?? (await host.frameHandle());
      const found = await runAxe(checked, { type: 'tag', values: tags }, within);
      // The accessibility suite runs both checkers in every state.
      return isComplete ? [...found, ...(await runIbm(checked, within))] : found;
    });
  },

  checkContrast: async ({ host }, use) => {
    const only: axe.RunOnly = { type: 'rule', values: ['color-contrast'] };
    await use(async (frame) => runAxe(frame ?? (await host.frameHandle()), only));
  },
});

/** Scripts and style sheets of vendors are loaded without an origin, and by the frame only. */
function isOfFrame({ party, call: { headers } }: Exchange, { widgetUrl }: Sandbox): boolean {
  const isLoaded = party === 'vendors' && ['script', 'style'].includes(headers['sec-fetch-dest'] ?? '');
  return headers.origin === widgetUrl || isLoaded;
}

export function createControl({ hostUrl, widgetUrl, servicesUrl, vendorsUrl, controlUrl }: Sandbox): SandboxControl {
  async function call(path: string, method: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${controlUrl}/__sandbox/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`/__sandbox/${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer;
  }
  const pagesSetUp = new Set<string>();
  return {
    hostUrl,
    widgetUrl,
    servicesUrl,
    vendorsUrl,
    controlUrl,
    rules: async (...rules) => void (await call('rules', 'POST', rules)),
    forgetRules: async () => void (await call('rules', 'DELETE')),
    requests: async (path = '/') =>
      (await call(`requests?path=${encodeURIComponent(path)}`, 'GET')) as readonly LoggedRequest[],
    async reset() {
      pagesSetUp.clear();
      await call('reset', 'POST');
    },
    async setUp(path, parameters) {
      if (JSON.stringify(parameters) === '{}' && !pagesSetUp.has(path)) return;
      pagesSetUp.add(path);
      await call('pages', 'POST', { path, ...parameters });
    },
    command: (name, body = {}) => call(name, 'POST', body),
  };
}

export function createHost(page: Page, sandbox: SandboxControl): HostPageHelper {
  const host: HostPageHelper = {
    urlOf(path, { query = {} } = {}) {
      const url = new URL(path, sandbox.hostUrl);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },
    async prepare(path, { attrs, globals, csp, page: parameters, query } = {}) {
      const policy = csp?.replaceAll('{widget}', sandbox.widgetUrl);
      await sandbox.setUp(new URL(path, sandbox.hostUrl).pathname, { ...parameters, attrs, globals, csp: policy });
      return host.urlOf(path, query ? { query } : {});
    },
    open: async (path, options) => void (await page.goto(await host.prepare(path, options))),
    element: () => page.locator('#contact-widget'),
    pill: () => page.locator('#contact-widget > button, #contact-widget button').first(),
    iframe: () => page.locator('#contact-widget iframe'),
    frame: () => page.frameLocator('#contact-widget iframe'),
    async frameHandle() {
      const element = await host.iframe().elementHandle();
      const frame = await element?.contentFrame();
      if (!frame) throw new Error('the widget has no frame');
      return frame;
    },
    async pressPill() {
      await expect(host.pill()).toBeVisible();
      await host.pill().evaluate((pill) => {
        for (const animation of pill.getAnimations()) animation.finish();
      });
      await host.pill().click();
    },
    async hoverPill() {
      await expect(async () => {
        // Elsewhere first: a browser reports no movement to the place where the pointer already is.
        await page.mouse.move(0, 0);
        await host.pill().hover();
        // After intent, the hidden frame has the size of the pane.
        await expect.poll(() => host.iframe().evaluate(({ style }) => style.height), { timeout: 1_000 }).not.toBe('');
      }).toPass();
    },
    async openPane() {
      await host.pressPill();
      await expect(host.iframe()).toBeVisible();
      await expect(host.frame().getByRole('dialog').first()).toBeVisible();
      return host.frame();
    },
    async forgetVisitor() {
      await page.context().clearCookies();
      for (const url of [sandbox.hostUrl, sandbox.widgetUrl]) {
        const empty = `${url}/an-empty-page`;
        await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
        await page.goto(empty);
        await page.evaluate(() => {
          localStorage.clear();
          sessionStorage.clear();
        });
      }
    },
    async changeAddress(path = '') {
      await page.evaluate((url) => {
        history.pushState(null, '', url);
        // A new address is seen with the next look: here at a change of the DOM.
        document.body.append(document.createElement('p'));
      }, `${path}?utm_source=mail`);
      const stored = async () => (await host.frameHandle()).evaluate(() => sessionStorage.getItem('cm-marketing'));
      await expect.poll(stored).toContain('mail');
    },
  };
  return host;
}

/** Firefox and WebKit request an icon by themselves, which a strict page blocks. */
const noise = /favicon\.ico/;

async function watch(page: Page): Promise<Problems> {
  const consoleErrors: string[] = [];
  const warnings: string[] = [];
  const uncaught: string[] = [];
  const allowed: RegExp[] = [];
  page.on('console', (message) => {
    const line = message.text();
    if (noise.test(line)) return;
    if (message.type() === 'error') consoleErrors.push(line);
    if (message.type() === 'warning') warnings.push(line);
  });
  page.on('pageerror', (error) => {
    const line = String(error);
    if (!allowed.some((pattern) => pattern.test(line))) uncaught.push(line);
  });
  await page.addInitScript(() => {
    const found: { directive: string; blocked: string }[] = [];
    Object.defineProperty(window, 'cspViolations', { value: found });
    document.addEventListener('securitypolicyviolation', (event) =>
      found.push({ directive: event.effectiveDirective, blocked: event.blockedURI }),
    );
  });
  return {
    consoleErrors,
    warnings,
    uncaught,
    allow(pattern) {
      allowed.push(pattern);
      uncaught.splice(0, uncaught.length, ...uncaught.filter((line) => !pattern.test(line)));
    },
    async violations() {
      const lists = await Promise.all(
        page
          .frames()
          .map((frame) =>
            frame
              .evaluate(() => (window as unknown as { cspViolations?: Violation[] }).cspViolations ?? [])
              .catch(() => []),
          ),
      );
      return lists.flat().filter(({ blocked }) => !noise.test(blocked));
    },
  };
}

export interface Held {
  /** Resolves at the first request. */
  readonly asked: Promise<void>;
  /** Continues this and every later request to the sandbox, or answers it. */
  release(answer?: { readonly status: number }): void;
}

/** Holds back the answers of an address until the test releases them. */
export async function hold(page: Page, url: string | RegExp): Promise<Held> {
  let release: Held['release'] = () => {};
  const released = new Promise<{ readonly status: number } | undefined>((resolve) => {
    release = resolve;
  });
  let ask = (): void => {};
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  await page.route(url, async (route) => {
    ask();
    const answer = await released;
    await (answer ? route.fulfill(answer) : route.continue());
  });
  return { asked, release };
}
