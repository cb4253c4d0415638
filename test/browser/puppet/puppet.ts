import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Frame, JSHandle, Page } from 'playwright/test';
import { hello } from '../../../bridge/wire.ts';
import { test as base, expect, type HostPageHelper, type SandboxControl } from '../fixtures.ts';
import type { Puppet } from './frame.ts';

export { expect };

export interface PuppetFrame {
  /** Serves the puppet as the widget's document. With `isSilent`, it does not send a hello by itself. */
  install(options?: { readonly isSilent?: boolean }): Promise<void>;
  /** Waits until the loader has answered the hello. */
  connected(): Promise<Frame>;
  /** Calls the loader. Returns `{ refused }` when the call was rejected or not answered. */
  call(name: string, ...args: readonly unknown[]): Promise<{ readonly value?: unknown; readonly refused?: string }>;
  /** Shows the pill with a default drawing and the given changes. */
  showPill(drawing?: Readonly<Record<string, unknown>>): Promise<void>;
  showFrame(drawing?: Readonly<Record<string, unknown>>): Promise<void>;
  /** The arguments of the loader's calls so far, optionally of one name. */
  relayed(name?: string): Promise<readonly unknown[][]>;
  portCount(): Promise<number>;
  sayHello(): Promise<void>;
  /** Words the page's links of the kind `contact`. */
  word(text: unknown): Promise<{ readonly refused?: string }>;
  /** Takes the clicks on the page's links of these kinds. */
  take(...kinds: readonly unknown[]): Promise<unknown>;
  /** Covers the page, as a pane does on a phone, or stops it. */
  cover(isCovered: boolean): Promise<void>;
  /** Sends any message on the port, as JSON text. */
  send(message: unknown): Promise<void>;
}

/** The same server under another host name: another origin and another site. */
export const elsewhere = (url: string): string => url.replace('localhost', '127.0.0.1');

/** The origins from which strangers message the page, with their case ids. */
export const strangers = [
  ['of another origin', 'BR-01', (urls: SandboxControl) => elsewhere(urls.hostUrl)],
  ['of the widget’s own origin', 'BR-02', (urls: SandboxControl) => urls.widgetUrl],
] as const;

/** A valid hello of the widget, as source text. */
export const helloText = JSON.stringify(hello);

/** Serves a document of any origin without a server. */
export async function serve(page: Page, url: string, body: string): Promise<void> {
  await page
    .context()
    .route(url, (route) => route.fulfill({ contentType: 'text/html', body: `<!doctype html>${body}` }));
}

/** Adds a frame to the page and waits until it has loaded. */
export async function addFrame(page: Page, url: string): Promise<Frame | undefined> {
  await page.evaluate(
    (src) =>
      new Promise((done) => {
        const frame = document.createElement('iframe');
        frame.addEventListener('load', done, { once: true });
        frame.src = src;
        document.body.append(frame);
      }),
    url,
  );
  return page.frames().find((frame) => frame.url() === url);
}

/** Counts the messages equal to `text` that the page's window receives from now on. Returns a function that reads the count. */
export async function countMessages(page: Page, text: string): Promise<() => Promise<number>> {
  await page.evaluate((wanted) => {
    const counts = window as unknown as Record<string, number>;
    counts[wanted] = 0;
    window.addEventListener('message', ({ data }) => {
      if (data === wanted) counts[wanted] = (counts[wanted] ?? 0) + 1;
    });
  }, text);
  return () => page.evaluate((wanted) => (window as unknown as Record<string, number>)[wanted] ?? 0, text);
}

const shown = { visibility: 'visible', translate: '0' };
export const pillDrawing = {
  ...shown,
  borderRadius: '24px',
  value: '',
  textContent: "Let's talk",
  title: "Let's talk",
  ariaExpanded: 'false',
  right: '16px',
  bottom: '16px',
};
export const frameDrawing = {
  ...shown,
  className: 'pane',
  title: 'Contact',
  right: '16px',
  bottom: '16px',
  width: '320px',
  height: '480px',
};

/** The program of the puppet's frame, once per worker. A worker fixture would start other workers for these files. */
let puppetScript: Promise<string> | undefined;

async function buildPuppet(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('frame.ts', import.meta.url))],
    bundle: true,
    format: 'iife',
    write: false,
  });
  return (outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script');
}

/** Tests the loader alone: a host page, the real loader, and a frame controlled by the test. */
export const test = base.extend<{ puppet: PuppetFrame }>({
  puppet: async ({ page, host, sandbox }, use) => {
    puppetScript ??= buildPuppet();
    await use(createPuppet(page, host, sandbox, await puppetScript));
  },
});

function createPuppet(page: Page, host: HostPageHelper, sandbox: SandboxControl, script: string): PuppetFrame {
  /** The puppet in the connected frame. */
  const inner = async (): Promise<JSHandle<Puppet>> =>
    (await puppet.connected()).evaluateHandle(() => (window as unknown as { puppet: Puppet }).puppet);
  const puppet: PuppetFrame = {
    async install({ isSilent = false } = {}) {
      await page.route(`${sandbox.widgetUrl}/frame/index.html*`, (route) =>
        route.fulfill({
          contentType: 'text/html',
          headers: { 'cross-origin-resource-policy': 'cross-origin' },
          body: `<!doctype html><title>Puppet</title><button>Inside</button><script>${isSilent ? "history.replaceState(null, '', '?silent')\n" : ''}${script}</script>`,
        }),
      );
    },
    async connected() {
      await expect(host.iframe()).toBeAttached();
      const frame = await host.frameHandle();
      await frame.waitForFunction(
        () => ((window as unknown as { puppet?: Puppet }).puppet?.portCount() ?? 0) > 0,
        undefined,
        {
          polling: 50,
        },
      );
      // The first look comes at once.
      await frame
        .waitForFunction(
          () => (window as unknown as { puppet: Puppet }).puppet.relayed.some(({ name }) => name === 'page'),
          undefined,
          { polling: 50, timeout: 2_000 },
        )
        .catch(() => {}); // Ignore the error: the widget may be gone by now.
      return frame;
    },
    call: async (name, ...args) =>
      (await inner()).evaluate((one, call) => one.call(call.name, call.args), { name, args: [...args] }),
    async showPill(drawing = {}) {
      expect(await puppet.call('draw', { ...pillDrawing, ...drawing })).not.toHaveProperty('refused');
    },
    async showFrame(drawing = {}) {
      expect(await puppet.call('draw', undefined, { ...frameDrawing, ...drawing })).not.toHaveProperty('refused');
    },
    word: (text) => puppet.call('setLinks', { contact: text }, []),
    take: (...kinds) => puppet.call('setLinks', {}, kinds),
    cover: (isCovered) => puppet.showFrame({ className: isCovered ? 'cover' : 'pane' }),
    relayed: async (name) =>
      (await inner()).evaluate(
        (one, wanted) => one.relayed.filter((call) => wanted === null || call.name === wanted).map((call) => call.args),
        name ?? null,
      ),
    portCount: async () => (await inner()).evaluate((one) => one.portCount()),
    async sayHello() {
      const frame = await host.frameHandle();
      await frame.waitForFunction(() => 'puppet' in window, undefined, { polling: 50 });
      await frame.evaluate(() => (window as unknown as { puppet: Puppet }).puppet.sayHello());
    },
    send: async (message) => (await inner()).evaluate((one, raw) => one.send(raw), message),
  };
  return puppet;
}
