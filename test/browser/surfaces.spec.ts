import { send } from './chatSteps.ts';
import { expect, hold, test } from './fixtures.ts';
import { openChat } from './liveSteps.ts';

test('[SH-170] logs a failed start, but nothing after the page has destroyed the widget', async ({
  host,
  page,
  problems,
}) => {
  let answer = (): void => {};
  await page.route('**/frame/config.json', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.fulfill({ status: 200, body: 'no json' }).catch(() => {});
  });
  const lines = () => problems.consoleErrors.filter((line) => line.includes('[contact-widget]'));
  await host.open('/plain');
  await expect.poll(() => page.frames().length).toBe(2);
  await page.evaluate(() => window.postMessage({ type: 'cm-destroy' }, location.origin));
  await expect(host.element()).toHaveCount(0);
  answer();
  await page.unroute('**/frame/config.json');
  await page.route('**/frame/config.json', (route) => route.fulfill({ status: 200, body: 'no json' }));
  expect(lines()).toEqual([]);
  await host.open('/plain');
  await expect.poll(lines).toHaveLength(1);
  expect(lines()[0]).toContain('The widget could not start.');
});

test('[SH-039] opens the pane for a chat that starts by itself, and keeps a pane that the visitor closed closed after a reload', {
  tag: '@core',
}, async ({ host, page }) => {
  await host.open('/plain', { query: { 'cm-start-chat': '' } });
  await expect(host.frame().getByRole('textbox')).toBeVisible();
  await host.frame().getByRole('button', { name: 'Minimize' }).click();
  await expect(host.iframe()).toBeHidden();
  const restored = page.waitForResponse(/\/message\/history/);
  await host.open('/plain');
  await restored;
  await host.changeAddress();
  await expect(host.iframe()).toBeHidden();
  expect(page.frames()).toHaveLength(2);
  await host.pressPill();
  await expect(host.frame().getByRole('textbox')).toBeVisible();
});

test('[F-SH25] opens the pane and says that nobody can chat, if the address asks for a chat and there is none', async ({
  host,
  sandbox,
}) => {
  await sandbox.command('contact', { without: ['chat'] });
  await host.open('/plain', { query: { 'cm-start-chat': '' } });
  await expect(host.frame().getByText('Nobody can chat right now. You can reach us in another way.')).toBeVisible();
});

test('[SH-039] a live chat to which the bot transfers while the pane is hidden opens it, and messaging does not', async ({
  host,
  page,
  sandbox,
}) => {
  for (const [area, request, kind, isOpened] of [
    ['security', 'specialist now', 'chat', true],
    ['cloud', 'agent now', 'messaging', false],
  ] as const) {
    await test.step(`[SH-039] a ${kind} to which the bot transfers while the pane is hidden ${isOpened ? 'opens' : 'does not open'} it`, async () => {
      const frame = await openChat(host, area);
      await expect(frame.locator('[data-kind=bot]').first()).toBeVisible();
      const answer = await hold(page, /\/bot\/v2\/message(\?|$)/);
      await send(frame, request);
      await answer.asked;
      await frame.getByRole('button', { name: 'Minimize' }).click();
      await expect(host.iframe()).toBeHidden();
      answer.release();
      const kinds = async (): Promise<readonly string[]> => {
        const response = await fetch(`${sandbox.servicesUrl}/agent/conversations`);
        return ((await response.json()) as { conversations: { kind: string }[] }).conversations.map((one) => one.kind);
      };
      await expect.poll(kinds).toHaveLength(1);
      if (isOpened) await expect(host.iframe()).toBeVisible();
      else {
        // A message of the agent has come, and the pane is still hidden.
        await sandbox.command('agent', { action: 'say', text: 'Hello.' });
        await expect(host.pill()).toHaveAccessibleName(/\d unread/);
        await expect(host.iframe()).toBeHidden();
      }
      await host.forgetVisitor();
      await sandbox.reset();
    });
  }
});

test('[SH-086][SH-016] handles an SVG link, a link of another namespace, and an invalid attribute name', async ({
  host,
  page,
}) => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
      const link = document.createElementNS('http://www.w3.org/2000/svg', 'a');
      link.setAttribute('data-contact-link', 'contact');
      link.setAttribute('href', '/contact');
      svg.append(link);
      document.body.prepend(svg);
    });
  });
  await host.open('/plain');
  await expect(page.locator('p > a[data-contact-link=contact]')).toHaveText("Let's talk");
  await host.open('/plain', { attrs: { 'data-link-attribute': 'a b[' } });
  await host.openPane();
  await expect(page.locator('p > a[data-contact-link=contact]')).toHaveText('Contact us');
});
