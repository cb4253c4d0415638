import type { Browser, CDPSession, ElementHandle, Page } from 'playwright/test';
import { createControl, createHost, type SandboxControl } from '../browser/fixtures.ts';
import { startSandbox } from '../sandbox/server.ts';
import { startBotChat } from './botChat.ts';
import type { Figure } from './figure.ts';

const slowdown = 4;
const scrollMs = 1_500;
/** Texts that are sent, and how long each and its answer may take. */
const texts = 3;
const answerMs = 1_500;
/** A wheel that turns fast: twenty steps of 120 px per second. */
const wheelPx = 120;
const wheelMs = 50;

interface LongChatOptions {
  /** How often the list is scrolled up and down. */
  readonly rounds: number;
  readonly root?: string;
  /** Runs while the long chat is drawn, when nothing is timed. */
  readonly whileDrawing?: () => Promise<unknown>;
}

/**
 * Measures the chat window with 10,000 messages on a CPU throttled 4x: frames per second while the visitor scrolls, and the
 * main thread's work for a text and its answer. Medians.
 */
export async function measureLongChat(
  browser: Browser,
  { rounds, root = process.cwd(), whileDrawing = async () => {} }: LongChatOptions,
): Promise<readonly Figure[]> {
  const server = await startSandbox({ port: 0, distDir: `${root}/dist`, pagesDir: `${root}/test/pages` });
  try {
    const long = await openChat(browser, createControl(server), 5_000);
    const early = await framesPerSecond(long, -wheelPx);
    await Promise.all([drawAll(long), whileDrawing()]);
    const frames = await framesBothWays(long, rounds);
    const turnMs = await workOfOneTurn(long);
    await long.page.context().close();
    const short = await openChat(browser, createControl(server), 100);
    await drawAll(short);
    const shortFrames = await framesBothWays(short, rounds);
    const shortTurnMs = await workOfOneTurn(short);
    await short.page.context().close();
    const name = 'chat of 10,000 messages, frames per second';
    return [
      { name: `${name}, up while it is drawn (${slowdown}x slowed)`, value: early, unit: '' },
      { name: `${name}, up (${slowdown}x slowed)`, value: frames.up, unit: '' },
      { name: `${name}, down (${slowdown}x slowed)`, value: frames.down, unit: '' },
      { name: `of 200 messages, up (${slowdown}x slowed)`, value: shortFrames.up, unit: '' },
      { name: `of 200 messages, down (${slowdown}x slowed)`, value: shortFrames.down, unit: '' },
      { name: `a text and its answer among 10,000 messages (${slowdown}x slowed)`, value: turnMs, unit: 'ms' },
      { name: `among 200 messages (${slowdown}x slowed)`, value: shortTurnMs, unit: 'ms' },
    ];
  } finally {
    await server.close();
  }
}

interface OpenChat {
  readonly page: Page;
  readonly client: CDPSession;
  /** Handles and not locators, which walk the whole document at each step. */
  readonly list: ElementHandle<Element>;
  readonly field: ElementHandle<Element>;
  readonly messages: number;
}

/** A conversation that goes on after a reload, throttled from then on. */
async function openChat(browser: Browser, sandbox: SandboxControl, turns: number): Promise<OpenChat> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const host = createHost(page, sandbox);
  await startBotChat(host, page);
  await sandbox.command('bot', { turns });
  await page.reload();
  await host.pill().click();
  const frame = host.frame();
  await frame.getByText('Northwind guide').waitFor();
  const list = await frame.locator('[role=log]').elementHandle();
  const field = await frame.locator('textarea').elementHandle();
  if (!list || !field) throw new Error('the chat has no list or no field');
  const client = await context.newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { page, client, list, field, messages: 2 * turns };
}

async function drawAll({ client, list, messages }: OpenChat): Promise<void> {
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await list.evaluate(async (area, count) => {
    const rows = area.getElementsByTagName('li');
    while (rows.length < count) await new Promise((resolve) => setTimeout(resolve, 200));
  }, messages);
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

async function framesBothWays(chat: OpenChat, rounds: number): Promise<{ readonly up: number; readonly down: number }> {
  const up: number[] = [];
  const down: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    up.push(await framesPerSecond(chat, -wheelPx));
    down.push(await framesPerSecond(chat, wheelPx));
  }
  return { up: median(up), down: median(down) };
}

/** Turns the wheel over the list, and counts the frames that the browser draws meanwhile. */
async function framesPerSecond({ page, client, list }: OpenChat, deltaY: number): Promise<number> {
  const box = await list.boundingBox();
  if (!box) throw new Error('the list is not shown');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  const before = await list.evaluate((area) => {
    const frames: number[] = [];
    const watch = { frames, isOver: false };
    const step = (timeMs: number): void => {
      frames.push(timeMs);
      if (!watch.isOver) requestAnimationFrame(step);
    };
    Object.assign(window, { watch });
    requestAnimationFrame(step);
    return area.scrollTop;
  });
  const turns: Promise<unknown>[] = [];
  for (let turn = 0; turn < scrollMs / wheelMs; turn += 1) {
    turns.push(client.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x, y, deltaX: 0, deltaY }));
    await new Promise((resolve) => setTimeout(resolve, wheelMs));
  }
  const { frames, top } = await list.evaluate((area) => {
    const { watch } = window as unknown as { watch: { frames: number[]; isOver: boolean } };
    watch.isOver = true;
    return { frames: watch.frames, top: area.scrollTop };
  });
  await Promise.all(turns);
  if (top === before) throw new Error('the list did not scroll');
  return ((frames.length - 1) * 1_000) / ((frames.at(-1) ?? 0) - (frames[0] ?? 0));
}

/** The median work of script, style and layout from a sent text to the end of its answer. */
async function workOfOneTurn({ page, client, field }: OpenChat): Promise<number> {
  const all: number[] = [];
  const workMs = async (): Promise<number> => {
    const { metrics } = await client.send('Performance.getMetrics');
    const parts = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'];
    return 1_000 * metrics.reduce((sum, { name, value }) => sum + (parts.includes(name) ? value : 0), 0);
  };
  for (let round = 0; round < texts; round += 1) {
    await field.fill('thanks');
    await page.waitForTimeout(500);
    const before = await workMs();
    await field.press('Enter');
    await page.waitForTimeout(answerMs);
    all.push((await workMs()) - before);
  }
  return median(all);
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
