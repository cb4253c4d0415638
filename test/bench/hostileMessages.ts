import * as esbuild from 'esbuild';
import type { Browser, Frame, Page } from 'playwright/test';
import { startSandbox } from '../sandbox/server.ts';
import type { Figure } from './figure.ts';

/**
 * The most expensive message of each call, within the limit of 10,000 characters. Evaluated in the frame, so that no huge value passes
 * through the driver.
 */
const expensiveCalls: readonly (readonly [what: string, name: string, args: string])[] = [
  ['a pill with 9,000 characters', 'draw', `[{ ...drawing, textContent: 'x '.repeat(4_500) }]`],
  ['a pill with 9,000 characters of font', 'draw', `[{ ...drawing, font: 'x '.repeat(4_500) }]`],
  [
    'a pill with an array 4,000 deep',
    'draw',
    `[{ ...drawing, textContent: JSON.parse('['.repeat(4_000) + ']'.repeat(4_000)) }]`,
  ],
  ['a wording of 9,000 characters', 'setLinks', `[{ contact: 'x '.repeat(4_500) }, ['contact']]`],
  ['4,000 taken kinds', 'setLinks', `[{}, new Array(4_000).fill(0)]`],
  ['a stored pill of 9,000 characters', 'storePill', `['x'.repeat(9_000)]`],
  ['a cookie of 9,000 characters', 'writeStore', `['cm-pill-events=' + 'x'.repeat(9_000)]`],
  ['an address of 9,000 characters', 'openUrl', `['javascript:' + 'x'.repeat(9_000), 'tab']`],
  ['an event with an array 4,000 deep', 'emit', `['x', JSON.parse('['.repeat(4_000) + ']'.repeat(4_000))]`],
  ['the cookies', 'readStore', '[]'],
  ['the focus', 'focus', '[true]'],
  ['a look', 'page', '[]'],
  ['an unknown call of 9,000 characters', `'x'.repeat(9_000)`, `[]`],
];

/** What our own frame never sends. The loader leaves the page, and restores it. */
const refusedMessages: readonly (readonly [what: string, message: string])[] = [
  ['a text of 5 MB', `'x'.repeat(5_000_000)`],
  ['a record of a million fields', `Object.fromEntries(Array.from({ length: 1_000_000 }, (_, id) => ['f' + id, id]))`],
  ['50 MB of bytes', 'new Uint8Array(50_000_000)'],
];

const unpacked: readonly (readonly [what: string, value: string])[] = [
  ['a set of a million lists', `new Set(Array.from({ length: 1_000_000 }, () => [0]))`],
  ['60,000 arguments', `Array.from({ length: 60_000 }, (_, value) => ({ type: 'RAW', value }))`],
  ['a record of 100,000 fields', `Object.fromEntries(Array.from({ length: 100_000 }, (_, id) => ['f' + id, id]))`],
  ['a record of 1,000,000 fields', `Object.fromEntries(Array.from({ length: 1_000_000 }, (_, id) => ['f' + id, id]))`],
  ['50 MB of bytes', 'new ArrayBuffer(50_000_000)'],
];

/** Other senders, each with the worst message. The loader compares source and origin, and does not read the message. */
const strangers: readonly (readonly [who: string, where: 'frame' | 'popup', origin: 'elsewhere' | 'widget'])[] = [
  ['a frame of another origin', 'frame', 'elsewhere'],
  ['a second frame of the widget’s origin', 'frame', 'widget'],
  ['a popup of another origin', 'popup', 'elsewhere'],
  ['a popup of the widget’s origin', 'popup', 'widget'],
];

const call = (name: string, values: string): string =>
  `{ id: 'x', type: 'APPLY', path: ['${name}'], argumentList: [${values}].map((value) => ({ type: 'RAW', value })) }`;

/** Each is sent 5,000 times in one task of the frame. The loader leaves the page after 250. */
const floods: readonly (readonly [what: string, message: string])[] = [
  ['emit', call('emit', `'flood'`)],
  ['page', call('page', '')],
  ['draw', call('draw', 'drawing, drawing')],
  ['the wording of links', call('setLinks', `{ contact: 'x', chat: 'y' }, ['contact']`)],
  ['malformed messages', `{ id: 1, type: 'SET', path: ['__proto__'] }`],
];

const drawing = {
  visibility: 'visible',
  value: '',
  textContent: 'Talk',
  title: 'Talk',
  ariaExpanded: 'false',
  right: '16px',
  bottom: '16px',
};

/** Runs in the page: records the longest gap between two ticks of a 4 ms timer. */
function recordLongestGap(): void {
  const longest = { ms: 0, messages: 0 };
  Object.assign(window, { longest });
  let last = performance.now();
  setInterval(() => {
    longest.ms = Math.max(longest.ms, performance.now() - last);
    last = performance.now();
  }, 4);
}

/** Runs in the page: counts messages without reading them. */
function countMessages(): void {
  const { longest } = window as unknown as HostWindow;
  window.addEventListener('message', () => {
    longest.messages += 1;
  });
}

const appendFrame = (src: string): Promise<void> =>
  new Promise((done) => {
    const frame = document.createElement('iframe');
    frame.addEventListener('load', () => done(), { once: true });
    frame.src = src;
    document.body.append(frame);
  });

/**
 * The minimum of up to two runs, to exclude other load on the machine. The second run is asked for a new page, where no
 * earlier message has left anything to collect.
 */
async function minimum(measure: (isFresh: boolean) => Promise<number>): Promise<number> {
  const value = await measure(false);
  return value > 100 ? Math.min(value, await measure(true)) : value;
}

interface HostWindow {
  readonly longest: { ms: number; messages: number };
}
interface FrameWindow {
  readonly puppet: {
    portCount(): number;
    call(name: string, args: unknown[]): Promise<unknown>;
    send(message: unknown): void;
  };
}

/**
 * Measures how long the page's main thread is blocked by the worst single message of a compromised widget, and by floods of
 * 5,000. The figure is the longest gap between two ticks of a 4 ms timer in the page, which runs in another process.
 */
export async function measureHostileMessages(browser: Browser, root = process.cwd()): Promise<readonly Figure[]> {
  const sandbox = await startSandbox({ port: 0, distDir: `${root}/dist`, pagesDir: `${root}/test/pages` });
  // Another site than the widget's, as in production. Two ports of one host name would share a process, and the sender's
  // own work would block the page.
  const hostUrl = sandbox.hostUrl.replace('localhost', '127.0.0.1');
  const { outputFiles } = await esbuild.build({
    entryPoints: [`${root}/test/browser/puppet/frame.ts`],
    bundle: true,
    format: 'iife',
    write: false,
  });
  const script = (outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script');
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const figures: Figure[] = [];
  try {
    await page.route(`${sandbox.widgetUrl}/frame/index.html*`, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<!doctype html><script>${script}</script>` }),
    );
    const restart = () =>
      page.evaluate(() => Object.assign((window as unknown as HostWindow).longest, { ms: 0, messages: 0 }));
    const open = async () => {
      await page.goto(`${hostUrl}/all-link-kinds`);
      const element = await page.waitForSelector('#contact-widget iframe', { state: 'attached' });
      const frame = await element.contentFrame();
      if (!frame) throw new Error('the widget has no frame');
      await frame.waitForFunction(() => (window as unknown as FrameWindow).puppet?.portCount() > 0);
      await frame.evaluate((given) => Object.assign(window, { drawing: given }), drawing);
      await frame.evaluate((given) => (window as unknown as FrameWindow).puppet.call('draw', [given]), drawing);
      await page.evaluate(recordLongestGap);
      await page.evaluate(countMessages);
      await page.waitForTimeout(300);
      await restart();
      return frame;
    };
    let opened: Frame | undefined;
    /** The page of the message before, unless a new one is asked for: opening one takes longer than measuring. */
    const reuse = async (isFresh: boolean): Promise<Frame> => {
      if (isFresh || !opened) opened = await open();
      else await restart();
      return opened;
    };
    const longest = async (isByWindow = false): Promise<number> => {
      if (isByWindow) await page.waitForFunction(() => (window as unknown as HostWindow).longest.messages > 0);
      await page.waitForTimeout(150);
      // Wait for one more tick after the blocking task.
      return page.evaluate(
        () => new Promise((done) => setTimeout(() => done((window as unknown as HostWindow).longest.ms), 50)),
      );
    };
    for (const [what, name, args] of expensiveCalls) {
      const called = name.startsWith("'") ? name : `'${name}'`;
      const value = await minimum(async (isFresh) => {
        const frame = await reuse(isFresh);
        await frame.evaluate(
          `Promise.race([window.puppet.call(${called}, ${args}).catch(() => 0), new Promise((over) => setTimeout(over, 200))]).then(() => 0)`,
        );
        return longest();
      });
      figures.push({ name: `host blocked by ${what}`, value, unit: 'ms' });
    }
    for (const [what, message] of refusedMessages) {
      const value = await minimum(async () => {
        const frame = await open();
        opened = undefined;
        await frame.evaluate(`window.puppet.sendRaw(${message})`).catch(() => {}); // The frame is removed meanwhile.
        return longest();
      });
      figures.push({ name: `host blocked by ${what}, unpacking included`, value, unit: 'ms' });
    }
    // The browser's own deserialization of the message, which no receiver can avoid.
    for (const [what, value] of unpacked) {
      const took = await minimum(async (isFresh) => {
        const frame = await reuse(isFresh);
        await frame.evaluate(`parent.postMessage(${value}, '*')`);
        return longest(true);
      });
      figures.push({ name: `of it, the browser deserializes ${what}`, value: took, unit: 'ms' });
    }
    for (const [who, where, origin] of strangers) {
      const value = await minimum(async () => {
        await open();
        const base = origin === 'widget' ? sandbox.widgetUrl : sandbox.hostUrl;
        const url = `${base}${origin === 'widget' ? '/loader.js' : '/short?loader=none'}#stranger`;
        const appeared = where === 'popup' ? page.waitForEvent('popup') : undefined;
        if (appeared) await page.evaluate((address) => void window.open(address), url);
        else await page.evaluate(appendFrame, url);
        const stranger = (await appeared) ?? page.frames().find((one) => one.url() === url);
        if (!stranger) throw new Error('the stranger did not load');
        await stranger.waitForLoadState();
        // Let the page settle before the clock is reset.
        await page.waitForTimeout(300);
        await restart();
        await stranger.evaluate(`(opener ?? parent).postMessage(${unpacked[0]?.[1]}, '*')`);
        const took = await longest(true);
        if (where === 'popup') await (stranger as Page).close();
        return took;
      });
      figures.push({ name: `host blocked by ${unpacked[0]?.[0]} of ${who}`, value, unit: 'ms' });
    }
    // The browser creates a message's ports before any listener runs, so this cost exists on a page without the widget too.
    const alone = await minimum(async () => {
      await page.goto(`${hostUrl}/short?loader=none`);
      await page.evaluate(recordLongestGap);
      const url = `${sandbox.widgetUrl}/loader.js#stranger`;
      await page.evaluate(appendFrame, url);
      const frame = page.frames().find((one) => one.url() === url);
      if (!frame) throw new Error('the stranger did not load');
      await frame.evaluate('(window.ends = Array.from({ length: 100_000 }, () => new MessageChannel().port2), 0)');
      await page.waitForTimeout(300);
      await restart();
      await frame.evaluate(`parent.postMessage(0, '*', window.ends)`);
      await page.waitForTimeout(1_500);
      return longest();
    });
    figures.push({
      name: 'a page without widget or listener blocked by a message of 100,000 ports',
      value: alone,
      unit: 'ms',
    });
    for (const [what, message] of floods) {
      const frame = await open();
      await frame
        .evaluate(`(() => { for (let turn = 0; turn < 5_000; turn += 1) window.puppet.send(${message}); })()`)
        .catch(() => {});
      figures.push({ name: `host blocked in a flood of 5,000: ${what}`, value: await longest(), unit: 'ms' });
    }
  } finally {
    await page.close();
    await sandbox.close();
  }
  return figures;
}
