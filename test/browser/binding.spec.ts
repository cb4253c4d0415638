import type { FrameLocator, Page } from 'playwright/test';
import { stampDeployment } from '../../frame/deployment/deployment.ts';
import { sandboxDeployment } from '../sandbox/deployment.ts';
import { expect, type HostPageHelper, type SandboxControl, test } from './fixtures.ts';

/** Longer than the arm delay and the browser's reports of visibility together. */
const armedMs = 2_000;

const agree = (pane: FrameLocator) => pane.getByRole('button', { name: 'Agree and show chat' });
const refusal = (pane: FrameLocator) => pane.getByText('This button is covered, or it has just moved.');

/** Opens a pane with an action that binds, in which the mouse has rested for longer than the delay. */
async function openBindingAction(page: Page, host: HostPageHelper, sandbox: SandboxControl): Promise<FrameLocator> {
  const deployment = stampDeployment({ ...sandboxDeployment(sandbox), consent: { mayAsk: true } });
  await page.route(`${sandbox.widgetUrl}/frame/config.json`, (route) => route.fulfill({ json: deployment }));
  await sandbox.command('geo', { country: 'DE' });
  await host.open('/plain', { attrs: { 'data-focus-area': 'security' } });
  const pane = await host.openPane();
  await agree(pane).hover();
  await page.waitForTimeout(armedMs);
  return pane;
}

/** A click where the button is drawn. Playwright's own click waits until nothing covers the button. */
async function clickWhereItIs(page: Page, pane: FrameLocator): Promise<void> {
  const box = await agree(pane).boundingBox();
  if (!box) throw new Error('the button is not drawn');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

test('a binding action acts when nothing covers or moves the frame (control)', async ({ page, host, sandbox }) => {
  const pane = await openBindingAction(page, host, sandbox);
  // On a busy machine, the browser may report seconds later that the button is visible. A person presses again.
  await expect(async () => {
    if ((await agree(pane).count()) > 0) await clickWhereItIs(page, pane);
    await expect(agree(pane)).toHaveCount(0, { timeout: armedMs });
  }).toPass();
});

for (const [title, attack] of [
  [
    'covered by a picture that lets clicks through',
    () => {
      const cover = document.createElement('div');
      cover.style.cssText = 'position:fixed;inset:0;z-index:2147483647;pointer-events:none;background:#fffe';
      cover.id = 'attack';
      document.documentElement.append(cover);
    },
  ],
  [
    'transparent',
    () => {
      const frame = document.querySelector('#contact-widget')?.shadowRoot?.querySelector('iframe');
      if (frame) frame.style.opacity = '0.01';
    },
  ],
] as const) {
  test(`a binding action is inert while the frame is ${title}, and says so; the keyboard still works`, async ({
    page,
    host,
    sandbox,
  }) => {
    const pane = await openBindingAction(page, host, sandbox);
    await page.evaluate(attack);
    await page.waitForTimeout(armedMs);
    await clickWhereItIs(page, pane);
    await expect(refusal(pane)).toBeAttached();
    await expect(agree(pane)).toHaveCount(1);
    await agree(pane).focus();
    await page.keyboard.press('Enter');
    await expect(agree(pane)).toHaveCount(0);
  });
}

test('a binding action works again when a cover has gone', async ({ page, host, sandbox }) => {
  const pane = await openBindingAction(page, host, sandbox);
  await page.evaluate(() => {
    const cover = document.createElement('div');
    cover.style.cssText = 'position:fixed;inset:0;z-index:2147483647;pointer-events:none;background:#fffe';
    cover.id = 'attack';
    document.documentElement.append(cover);
  });
  await page.waitForTimeout(armedMs);
  await page.evaluate(() => document.getElementById('attack')?.remove());
  await page.waitForTimeout(armedMs);
  await clickWhereItIs(page, pane);
  await expect(agree(pane)).toHaveCount(0);
});

test('a binding action is inert when the page moves it under the pointer', async ({ page, host, sandbox }) => {
  const pane = await openBindingAction(page, host, sandbox);
  const before = await agree(pane).boundingBox();
  if (!before) throw new Error('the button is not drawn');
  const rest = { x: before.x + before.width / 2, y: before.y + before.height / 2 - 120 };
  await page.mouse.move(rest.x, rest.y);
  await page.waitForTimeout(armedMs);
  await host.iframe().evaluate((frame: HTMLElement) => {
    frame.style.translate = '0 -120px';
  });
  await page.mouse.click(rest.x, rest.y);
  // Chromium itself may drop the click, because the frame asks for reports of its visibility. Then nothing is said.
  await expect(agree(pane)).toHaveCount(1);
  await page.waitForTimeout(armedMs);
  await clickWhereItIs(page, pane);
  await expect(agree(pane)).toHaveCount(0);
});
