import type { Page } from 'playwright/test';
import { expect, type HostPageHelper, type SandboxControl, test } from './fixtures.ts';

/** Notes, in each animation frame, where the shown pane is, and which blocks of the menu are open. */
async function watchPane(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const note = (what: string): void => {
      if (what !== '' && seen.at(-1) !== what) seen.push(what);
    };
    const boxOfPane = (): string => {
      const frame = document.querySelector('#contact-widget')?.shadowRoot?.querySelector('iframe');
      if (!frame || getComputedStyle(frame).visibility === 'hidden') return '';
      const { top, left, width, height } = frame.getBoundingClientRect();
      return `${left} ${top} ${width} ${height}`;
    };
    const openBlocks = (): string => {
      const blocks = [...document.querySelectorAll('[role=dialog]:not([inert]) [data-block]')];
      const open = blocks.filter((block) => block.querySelector('[id]:not([hidden])'));
      return blocks.length === 0 ? '' : open.map((block) => block.querySelector('h2')?.textContent).join() || 'none';
    };
    const look = (): void => {
      note(window === top ? boxOfPane() : openBlocks());
      requestAnimationFrame(look);
    };
    look();
  });
}

const seenBy = (target: { evaluate<Result>(read: () => Result): Promise<Result> }): Promise<readonly string[]> =>
  target.evaluate(() => (window as unknown as { seen: string[] }).seen);

/** Every box that the pane had, and everything that was open in its menu, one after the other. */
async function everything(host: HostPageHelper, page: Page) {
  return { boxes: await seenBy(page), open: await seenBy(await host.frameHandle()) };
}

async function open(host: HostPageHelper, sandbox: SandboxControl, without: readonly string[]): Promise<void> {
  await sandbox.command('contact', { without, chat: 'bot' });
  await host.open('/plain', { attrs: { 'data-focus-area': 'cloud' } });
}

const few = ['sms', 'support', 'links', 'scheduling', 'phone'];

test('[F-PG27][SH-036][SH-060] neither moves nor opens another entry when a chat comes soon or long after the pane', {
  tag: '@core',
}, async ({ host, page, sandbox }) => {
  await watchPane(page);
  for (const [name, without] of [
    ['many entries', ['sms']],
    ['two entries', few],
  ] as const) {
    for (const delayMs of [300, 3_700]) {
      await test.step(`[F-PG27][SH-036][SH-060] ${name}, ${delayMs} ms`, async () => {
        await sandbox.rules({ path: '/bot/v2/status', delayMs });
        await open(host, sandbox, without);
        const pane = await host.openPane();
        const chat = pane.locator('[data-block=chat]');
        await expect(pane.locator('[data-block=email]')).toBeVisible();
        await expect(chat).toBeVisible();
        await page.waitForTimeout(300);
        const seen = await everything(host, page);
        expect(seen.boxes).toHaveLength(1);
        expect(seen.open).toHaveLength(1);
        // Without the chat the rule chooses the e-mail address, which is a link and has nothing to open.
        if (delayMs > 1_000) expect(seen.open).toEqual(['none']);
        expect((await host.iframe().boundingBox())?.height).toBe(620);

        // The visitor's own press still opens it.
        if (await chat.locator('[aria-expanded=false]').count()) await chat.locator('[aria-expanded=false]').click();
        await expect(chat.getByRole('button', { name: 'Start chat' })).toBeVisible();
        await host.forgetVisitor();
        await sandbox.reset();
      });
    }
  }
});

test('[F-PG27][SH-036] keeps the size of a menu without a chat when one becomes available, until the visitor presses an entry', async ({
  host,
  page,
  sandbox,
}) => {
  await watchPane(page);
  const engagement = '/api/account/4711/app/engagement';
  await sandbox.rules({ path: engagement, status: 503, times: 1 });
  await sandbox.command('contact', { without: few, chat: 'liveChat' });
  await host.open('/plain', { attrs: { 'data-focus-area': 'data' } });
  await host.hoverPill();
  const height = async () => (await host.iframe().boundingBox())?.height ?? 620;
  await expect.poll(height).toBeLessThan(620);
  const pane = await host.openPane();
  const chat = pane.locator('[data-block=chat]');
  await expect(pane.locator('[data-block=email]')).toBeVisible();
  expect(await height()).toBeLessThan(620);
  await expect(chat).toBeVisible();
  await page.waitForTimeout(300);
  const seen = await everything(host, page);
  expect(seen.boxes).toHaveLength(1);
  expect(seen.open).toEqual(['none']);

  await chat.locator('[aria-expanded=false]').click();
  await expect(chat.getByRole('button', { name: 'Start chat' })).toBeVisible();
  await expect.poll(height).toBe(620);
});
