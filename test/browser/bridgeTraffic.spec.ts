import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { hello } from '../../bridge/wire.ts';
import { expect, fromRoot, test } from './fixtures.ts';

/** How many messages cross the bridge in a visit: at most as many as the table in bridge/README.md says. */

interface Traffic {
  readonly toPage: string[];
  readonly toFrame: string[];
}

/** Notes the name of each message on the loader's port, and `answer` for an answer. */
async function recordTraffic(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window.top !== window) return;
    const traffic: Traffic = { toPage: [], toFrame: [] };
    Object.assign(window, { traffic });
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...args: [never]) {
      const [data]: unknown[] = args;
      traffic.toFrame.push(Array.isArray(data) ? data[0] : 'answer');
      postMessage.apply(this, args);
    };
    const native = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage') as PropertyDescriptor;
    Object.defineProperty(MessagePort.prototype, 'onmessage', {
      ...native,
      set(this: MessagePort, listener: (event: MessageEvent) => void) {
        native.set?.call(this, (event: MessageEvent) => {
          traffic.toPage.push(JSON.parse(event.data).path[0]);
          listener.call(this, event);
        });
      },
    });
  });
}

/** On a slow machine, the cookies of the last look are no longer fresh, and several readers ask for them at the same time. */
const isCounted = (name: string, at: number, all: readonly string[]): boolean =>
  !(['readStore', 'answer'].includes(name) && all[at - 1] === name);

/** The most messages that the table allows in a row, from the frame to the page and back. */
function allowedIn(row: string): { readonly toPage: number; readonly toFrame: number } {
  const line = readFileSync(fromRoot('bridge/README.md'), 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`| ${row} `));
  const [toPage, toFrame] = (line ?? '').split('|').slice(2, 4).map(Number);
  if (!line || toPage === undefined || toFrame === undefined) throw new Error(`bridge/README.md has no row “${row}”`);
  return { toPage, toFrame };
}

test('[BR-14][F-PG6] exchanges no more messages in a visit than the reviewers’ table says, and nothing but the hello where any window can read it', {
  tag: '@core',
}, async ({ host, page, sandbox }) => {
  await recordTraffic(page);
  await page.addInitScript(() => {
    const messages: unknown[] = [];
    Object.assign(window, { messages });
    const post = window.postMessage;
    window.postMessage = function (this: Window, message: unknown, target?: unknown, transfer?: Transferable[]) {
      messages.push([message, target]);
      return post.call(this, message, { targetOrigin: target as string, transfer: transfer ?? [] });
    } as typeof window.postMessage;
    window.addEventListener('message', ({ data, origin }) => messages.push(['received', data, origin]));
  });
  await host.open('/');
  const traffic = () => page.evaluate(() => (window as unknown as { traffic: Traffic }).traffic);
  let seen: Traffic = { toPage: [], toFrame: [] };

  /** Waits until no message has crossed the bridge for that long. Messages at rest let the test time out. */
  async function untilQuiet(quietMs: number): Promise<void> {
    const countOf = async () => Object.values(await traffic()).flat().length;
    for (let before = -1, now = await countOf(); before !== now; now = await countOf()) {
      before = now;
      await page.waitForTimeout(quietMs);
    }
  }

  async function during(row: string, restMs: number, act: () => Promise<unknown>): Promise<void> {
    await test.step(row, async () => {
      const startedMs = Date.now();
      await act();
      await page.waitForTimeout(restMs);
      const now = await traffic();
      // What takes longer than the rest has more looks: the frame asks for one every two seconds, each with an answer and a look.
      const moreLooks = Math.round((Date.now() - startedMs - restMs) / 2_000);
      const names = {
        toPage: now.toPage.slice(seen.toPage.length).filter(isCounted),
        toFrame: now.toFrame.slice(seen.toFrame.length).filter(isCounted),
      };
      seen = now;
      const allowed = allowedIn(row);
      const most = { toPage: allowed.toPage + moreLooks, toFrame: allowed.toFrame + 2 * moreLooks };
      for (const way of ['toPage', 'toFrame'] as const)
        expect(names[way].length, `${way}: ${names[way].join(' ')}`).toBeLessThanOrEqual(most[way]);
    });
  }

  await during('a first view, until it is at rest', 0, async () => {
    await expect.poll(async () => (await traffic()).toPage).toContain('draw');
    // Longer than the five seconds after which offers are asked for, which a slow machine exceeds.
    await untilQuiet(8_000);
  });
  expect(seen.toFrame).toContain('look');
  expect(allowedIn('at rest')).toEqual({ toPage: 0, toFrame: 0 });
  await during('opening the pane', 1_500, () => host.openPane());
  await during('ten seconds with an open pane', 10_000, async () => {});
  await during('closing the pane', 1_500, () => page.keyboard.press('Escape'));
  await during('scrolling the page once', 1_000, () => page.mouse.wheel(0, 300));
  await test.step('[BR-14] sends nothing but the hello where any window can read it', async () => {
    const received = await page.evaluate(() => (window as unknown as { messages: unknown[] }).messages);
    expect(received).toEqual([['received', hello, sandbox.widgetUrl]]);
  });
});
