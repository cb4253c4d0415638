import type { Page } from 'playwright/test';
import { disableTimeouts } from '../accessibility/states/visit.ts';
import { earlyPill } from '../pages/earlyPill.ts';
import { log, openChat } from './chatSteps.ts';
import { expect, type HostPageHelper, hold, type SandboxControl, test } from './fixtures.ts';

/** The pane between a hover and the click: laid out in the hidden frame, and known to nobody. */

interface Layout {
  readonly frame: readonly number[];
  readonly blocks: readonly number[];
}

/** The sizes of the frame and of the menu's blocks, which are 0 in what is not laid out. */
async function layoutOf(host: HostPageHelper): Promise<Layout> {
  const frame = await host.frameHandle();
  return frame.evaluate(() => ({
    frame: [innerWidth, innerHeight],
    blocks: [...document.querySelectorAll<HTMLElement>('[data-block]')].map(({ offsetHeight }) => offsetHeight),
  }));
}

const isLaidOut = ({ blocks }: Layout): boolean => blocks.length > 0 && blocks.every((height) => height > 0);

async function hover(host: HostPageHelper): Promise<void> {
  await host.hoverPill();
  await expect.poll(async () => isLaidOut(await layoutOf(host))).toBe(true);
}

/** Without chat, the pane is as tall as its menu, and no bot starts a chat by itself. */
async function hoverWithoutChat(host: HostPageHelper, sandbox: SandboxControl): Promise<void> {
  await sandbox.command('contact', { without: ['chat', 'sms'] });
  await host.open('/plain');
  await hover(host);
}

/** Notes each event that the page is told. */
async function recordEvents(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const events: string[] = [];
    Object.assign(window, { events });
    for (const type of ['cm-pane-shown', 'cm-unread', 'cm-chat-start'])
      document.addEventListener(type, () => events.push(type));
  });
  return () => page.evaluate(() => (window as unknown as { events: string[] }).events);
}

/** Long enough for everything that a pane which was shown would send. */
const quietMs = 3_000;

test('[SH-008][SH-033][SH-052] a hover lays out the menu, hidden and unannounced; a click shows it with the focus in its heading', {
  tag: '@core',
}, async ({ host, page, sandbox }) => {
  const events = await recordEvents(page);
  await host.open('/plain', { attrs: { 'data-analytics-events': 'true' } });
  await hover(host);
  const hidden = await layoutOf(host);
  await page.waitForTimeout(quietMs);

  await expect(host.iframe()).toBeHidden();
  expect(await events()).toEqual([]);
  for (const path of ['/analytics', '/bot/v2/message', '/v2/', '/vendor', '/offers', '/notice'])
    expect(await sandbox.requests(path)).toEqual([]);

  await host.pill().click();
  await expect(host.iframe()).toBeVisible();
  await expect(host.frame().getByRole('dialog')).toBeVisible();
  await expect(host.frame().getByRole('heading', { level: 1 })).toBeFocused();
  // The page did not have to give the frame another size, and so neither the menu.
  expect(await layoutOf(host)).toEqual(hidden);
  await expect.poll(events).toContain('cm-pane-shown');
});

test('[SH-006][SH-052][SH-033] neither Tab nor assistive technology reaches the hidden pane, which has its height before the first click', {
  tag: '@core',
}, async ({ host, page, sandbox }) => {
  await hoverWithoutChat(host, sandbox);
  await test.step('[SH-006][SH-052] neither Tab nor assistive technology reaches the hidden pane, also in a frame that shows a card', async () => {
    const style = await host.iframe().evaluate((iframe) => {
      const own = iframe.style.cssText;
      iframe.style.visibility = 'visible';
      iframe.style.translate = '0';
      return own;
    });
    await expect(host.iframe()).toBeVisible();
    expect(await host.frame().locator('[role=dialog]').ariaSnapshot()).toBe('');
    const frame = await host.frameHandle();
    for (let press = 0; press < 8; press += 1) {
      await page.keyboard.press('Tab');
      expect(await frame.evaluate(() => document.activeElement?.closest('[role=dialog]') ?? null)).toBeNull();
    }
    await host.iframe().evaluate((iframe, own) => {
      iframe.style.cssText = own;
    }, style);
  });
  await test.step('[SH-033] the pane has its height before the first click, also without chat, and keeps its size while it is hidden', async () => {
    const minimize = host.frame().getByRole('button', { name: 'Minimize' });
    const contentHeight = async (): Promise<number> =>
      (await host.frameHandle()).evaluate(() => {
        const last = [...document.querySelectorAll('[data-block]')].at(-1) as HTMLElement;
        const pane = last.closest('[role=dialog]') as HTMLElement;
        return last.getBoundingClientRect().bottom - pane.getBoundingClientRect().top;
      });
    await expect.poll(async () => (await layoutOf(host)).frame[1]).toBeGreaterThan(await contentHeight());
    const { frame } = await layoutOf(host);
    expect(frame[0]).toBe(320);
    await host.openPane();
    expect((await layoutOf(host)).frame).toEqual(frame);
    // Wherever the focus was, it is in the heading when the pane is opened again.
    for (const close of [() => page.keyboard.press('Escape'), () => minimize.click()]) {
      await close();
      await expect(host.iframe()).toBeHidden();
      expect((await layoutOf(host)).frame).toEqual(frame);
      await host.pressPill();
      await expect(host.frame().getByRole('heading', { level: 1 })).toBeFocused();
    }
  });
});

test.describe('what changes while the pane is hidden is right soon after it is shown', () => {
  test('[SH-033] the lookup is answered', async ({ host, page }) => {
    await disableTimeouts({ page });
    const lookup = await hold(page, /contact\/lookup/);
    await host.open('/plain', { attrs: { 'data-pill': earlyPill({ lang: 'en-US', text: 'Talk' }) } });
    await host.hoverPill();
    await expect(
      host.frame().getByRole('status', { includeHidden: true }).filter({ hasText: 'Loading' }),
    ).toBeAttached();
    lookup.release();
    await expect.poll(async () => isLaidOut(await layoutOf(host))).toBe(true);
    const frame = await host.openPane();
    await expect(frame.locator('[data-block]').first()).toBeVisible();
    await expect(frame.getByRole('status', { includeHidden: true }).filter({ hasText: 'Loading' })).toHaveCount(0);
  });

  test('[SH-111] the visitor withdraws consent', async ({ host, page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { contactWidgetConfig: { consent: { chat: true } } });
    });
    await host.open('/plain', { attrs: { 'data-focus-area': 'security' } });
    await hover(host);
    await expect(host.frame().locator('[data-block=support]')).not.toHaveCount(0);
    await page.evaluate(() => Object.assign(window, { contactWidgetConfig: { consent: { chat: false } } }));
    const frame = await host.openPane();
    await expect(frame.locator('[data-block=support]')).toHaveCount(0);
    await expect(frame.getByText('you have not agreed to that')).toBeVisible();
  });

  test('[CH-014] the visitor signs out', async ({ host, page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { contactWidgetUser: { signedin: true, iui: 'nw-77' } });
    });
    const frame = await openChat(host);
    await frame.getByRole('button', { name: 'Minimize' }).click();
    await expect(host.iframe()).toBeHidden();
    await page.evaluate(() => Object.assign(window, { contactWidgetUser: { signedin: false } }));
    await host.pressPill();
    await expect(frame.locator('[data-block]').first()).toBeVisible();
    await expect(log(frame)).toHaveCount(0);
  });
});
