import { log, send } from './chatSteps.ts';
import { expect, hold, test } from './fixtures.ts';
import { staysStill, watchShifts } from './layoutShifts.ts';
import { desk, startChat } from './liveSteps.ts';

test('[F-UX2] nothing in menu and chat moves on a desktop or a phone while their content arrives', {
  tag: '@core',
}, async ({ page, host, sandbox }) => {
  await watchShifts(page);
  for (const [device, width, height] of [
    ['desktop', 1280, 800],
    ['phone', 375, 740],
  ] as const) {
    await test.step(`[F-UX2] on a ${device}`, async () => {
      await page.setViewportSize({ width, height });
      const pane = host.frame();
      await test.step('[F-UX2] nothing in the menu moves while its entries and the locations arrive', async () => {
        const lookup = await hold(page, /\/contact\/lookup(?:\?|$)/);
        await host.open('/plain', { attrs: { 'data-focus-area': 'cloud' } });
        await host.pressPill();
        await expect(pane.getByRole('heading', { level: 1 })).toBeVisible();
        await staysStill(
          host,
          async () => {
            lookup.release();
            await expect(pane.locator('[data-block=chat]')).toBeVisible();
          },
          // An opened menu waits a second for its chat. On a busy machine, the chat may come later.
          { limitMs: 1_000 },
        );
        const areas = await hold(page, /\/contact\/lookup\/focus-area/);
        await pane.getByRole('button', { name: /^Change/ }).click();
        await areas.asked;
        await staysStill(host, async () => {
          areas.release();
          await expect(pane.getByRole('option').first()).toBeVisible();
        });
        await page.keyboard.press('Escape');
        await expect(pane.getByRole('option')).toHaveCount(0);
      });
      await test.step('[F-UX2] nothing in the chat moves while messages and an agent arrive', async () => {
        const answers = await hold(page, /\/bot\/v2\/message/);
        await startChat(pane);
        // What tells that somebody types stays below the last message.
        const typing = /is typing/;
        await staysStill(
          host,
          async () => {
            answers.release();
            await expect(log(pane).locator('[data-kind=bot]').first()).toBeVisible();
          },
          { except: typing },
        );
        await send(pane, 'agent now');
        await expect.poll(async () => (await desk(sandbox)).length).toBe(1);
        await expect(pane.getByRole('heading', { name: 'Connecting you…' })).toBeVisible();
        await staysStill(
          host,
          async () => {
            await sandbox.command('agent', { action: 'join' });
            await expect(pane.getByRole('heading', { name: 'Natalie' })).toBeVisible();
          },
          // The lines of the header, which has the same height.
          { except: /is typing|Natalie|Online now/ },
        );
      });
      await page.unrouteAll({ behavior: 'wait' });
      await host.forgetVisitor();
      await sandbox.reset();
    });
  }
});
