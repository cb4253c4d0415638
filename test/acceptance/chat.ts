import type { FrameLocator, Page } from 'playwright/test';
import { log } from '../browser/chatSteps.ts';
import { expect, type HostPageHelper, type OpenOptions, type SandboxControl } from '../browser/fixtures.ts';
import { desk, startChat } from '../browser/liveSteps.ts';

/** What several stories of the chat do. */

export type Fields = Record<string, unknown>;

/** Opens the chat of a focus area from the menu. */
export async function openChat(host: HostPageHelper, area: string, options: OpenOptions = {}): Promise<FrameLocator> {
  await host.open('/plain', { ...options, attrs: { 'data-focus-area': area, ...options.attrs } });
  const pane = await host.openPane();
  await startChat(pane);
  return pane;
}

/** Changes the company's config: its section about the chat, the parts of the channels in it, or all of it. */
export async function configureChat(
  page: Page,
  change: (chat: Fields, channels: Record<string, Fields>, config: Fields) => void,
) {
  await page.route('**/frame/config.json', async (route) => {
    const response = await route.fetch();
    const { $checked: _stamp, ...config } = (await response.json()) as Fields;
    const chat = config.chat as Fields;
    change(chat, chat.channels as Record<string, Fields>, config);
    await route.fulfill({ response, json: config });
  });
}

/** Changes what a service answers. */
export async function answer(page: Page, url: RegExp, change: (body: never) => void): Promise<void> {
  await page.route(url, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as never;
    change(body);
    await route.fulfill({ response, json: body });
  });
}

/** The bodies of the calls to exactly this path. */
export async function bodies(sandbox: SandboxControl, path: string): Promise<readonly Fields[]> {
  return (await sandbox.requests(path)).filter((call) => call.path === path).map(({ body }) => body as Fields);
}

/** Waits for the first call to exactly this path, and returns its body. */
export async function firstBody(sandbox: SandboxControl, path: string): Promise<Fields> {
  await expect.poll(async () => (await bodies(sandbox, path)).length, path).toBeGreaterThan(0);
  return (await bodies(sandbox, path))[0] ?? {};
}

export const agent = (sandbox: SandboxControl, action: string, fields: Fields = {}): Promise<unknown> =>
  sandbox.command('agent', { action, ...fields });

/** Waits until the visitor is at the agents' desk. */
export const reached = (sandbox: SandboxControl) => expect.poll(async () => (await desk(sandbox)).length).toBe(1);

/** The kinds of the messages in the window, without dates, each with the start of its text. */
export const messages = (pane: FrameLocator): Promise<readonly string[]> =>
  log(pane)
    .locator('li[data-kind]:not([data-kind=dateHeader])')
    .evaluateAll((all) =>
      all.map(
        (one) => `${one.getAttribute('data-kind')}: ${one.querySelector('p, [dir=auto]')?.textContent?.slice(0, 40)}`,
      ),
    );

/** What the frame keeps in its own storage. */
export const kept = async (host: HostPageHelper): Promise<string> =>
  (await host.frameHandle()).evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

/** The lines of the console that contain a text. */
export const lines = (all: readonly string[], text: string): number => all.filter((line) => line.includes(text)).length;
