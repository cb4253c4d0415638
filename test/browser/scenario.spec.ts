import type { FrameLocator, Page } from 'playwright/test';
import { expect, type HostPageHelper, type SandboxControl, test } from './fixtures.ts';
import { everyNth, sampleOf } from './sample.ts';

/** Chooses in the scenario panel and waits until the reloaded page shows the choice. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  const row = page.getByRole('combobox', { name: label, exact: true });
  if ((await page.evaluate(() => sessionStorage.getItem('panel'))) !== 'open') {
    await page.getByRole('button', { name: 'Scenario' }).click();
  }
  const loaded = page.waitForEvent('load');
  await row.selectOption({ label: option });
  await loaded;
  await expect(row.locator('option:checked')).toHaveText(option);
}

const log = (frame: FrameLocator) => frame.getByRole('log');

async function openBlock(host: HostPageHelper, block: string): Promise<FrameLocator> {
  const pane = await host.openPane();
  const heading = pane.locator(`[data-block=${block}]`).getByRole('button').first();
  await expect(heading).toBeVisible();
  if ((await heading.getAttribute('aria-expanded')) === 'false') await heading.click();
  return pane;
}

interface ChatWalk {
  readonly option: string;
  readonly block: 'chat' | 'support';
  readonly shows: (frame: FrameLocator, page: Page, sandbox: SandboxControl) => Promise<void>;
}

const called = async (sandbox: SandboxControl, path: string, method: string): Promise<number> =>
  (await sandbox.requests(path)).filter((call) => call.method === method).length;

const chats: readonly ChatWalk[] = [
  {
    option: 'Chat bot',
    block: 'chat',
    async shows(frame, _page, sandbox) {
      await expect(log(frame)).toContainText('Northwind guide');
      expect(await called(sandbox, '/assistant/entry.js', 'GET')).toBe(0);
    },
  },
  {
    option: 'Hosted assistant',
    block: 'chat',
    async shows(frame, _page, sandbox) {
      await expect(log(frame)).toContainText('Northwind guide');
      expect(await called(sandbox, '/assistant/entry.js', 'GET')).toBe(1);
    },
  },
  {
    option: 'Live chat',
    block: 'chat',
    async shows(frame, _page, sandbox) {
      await expect(frame.getByRole('textbox')).toBeVisible();
      await expect.poll(() => called(sandbox, '/api/account/4711/chat/request', 'POST')).toBe(1);
    },
  },
  {
    option: 'Messaging',
    block: 'chat',
    async shows(frame, _page, sandbox) {
      await expect(frame.getByRole('textbox')).toBeVisible();
      await expect.poll(() => called(sandbox, '/ws_api/account/4711/messaging/consumer', 'WS')).toBeGreaterThan(0);
    },
  },
  {
    option: 'Support chat',
    block: 'support',
    async shows(frame, page) {
      await expect(frame.getByText('Your chat is open in a separate window.')).toBeVisible();
      const window = page.context().pages().at(-1);
      await expect(window?.getByRole('heading', { name: 'Northwind Support' }) ?? page.locator('none')).toBeVisible();
    },
  },
  {
    option: 'Older product',
    block: 'chat',
    async shows(_frame, page) {
      await expect(page.locator('#partner-chat')).toHaveText('Partner chat opened 1 times');
    },
  },
];

for (const { option, block, shows } of sampleOf(chats, everyNth(3))) {
  test(`[SH-017][CH-001] opens the channel from the scenario panel: ${option}`, {
    tag: option === 'Chat bot' ? '@core' : [],
  }, async ({ host, page, sandbox }) => {
    await host.open('/');
    await choose(page, 'Chat product', option);
    const frame = await openBlock(host, block);
    const start = frame.locator(`[data-block=${block}]`).getByRole('button', { name: /^Start/ });
    await expect(start).toBeVisible();
    await start.click();
    await shows(frame, page, sandbox);
  });
}

test('[SH-017][SH-053] shows scheduler, phone, e-mail, SMS, links and no contact from the scenario panel', async ({
  host,
  page,
}) => {
  await host.open('/');
  const channels = [
    ['Only phone', 'phone'],
    ['Only email', 'form email'],
    ['Only SMS', 'sms'],
    ['Only links', 'link'],
    ['Only the scheduler', 'scheduler'],
  ] as const;
  for (const [option, wanted] of sampleOf(channels, everyNth(2))) {
    await choose(page, 'Channels', option);
    const pane = await host.openPane();
    const kinds = async (): Promise<string> => {
      const blocks = await pane.locator('[data-block]').evaluateAll((all) => all.map((one) => one.dataset.block ?? ''));
      return [...new Set(blocks)].join(' ');
    };
    await expect.poll(kinds).toBe(wanted);
  }
  await expect(host.frame().getByText('Schedule a free 30-minute call', { exact: false })).toBeVisible();
  await choose(page, 'Channels', 'None at all');
  await expect((await host.openPane()).locator('a[href]').first()).toBeVisible();
});

test('[SH-017][CH-206] offers every variation of each experiment in the scenario panel, and shows the chosen one', async ({
  host,
  page,
  sandbox,
}) => {
  // The page runs without its widget until everything is chosen.
  const loader = `${sandbox.widgetUrl}/loader.js`;
  await page.route(loader, (route) => route.abort());
  await host.open('/', { query: { panel: 'open' } });
  const offered: Readonly<Record<string, readonly string[]>> = {
    'Pop-up headline': ['control', 'question', 'expert'],
    'Scheduler prompt': ['control', 'expert'],
    'Pill colour': ['control', 'yellow', 'grey', 'red-brand', 'blue'],
    'Header wording': ['control', 'sales'],
    'Link wording': ['control', 'sales'],
    'Bot welcome': ['control', 'short', 'guide', 'off'],
  };
  for (const [experiment, variations] of Object.entries(offered)) {
    await expect(page.getByRole('combobox', { name: experiment, exact: true }).locator('option')).toHaveText([
      ...variations,
    ]);
  }
  for (const [experiment, variation] of [
    ['Pill colour', 'yellow'],
    ['Header wording', 'sales'],
    ['Link wording', 'sales'],
    ['Scheduler prompt', 'expert'],
    ['Bot welcome', 'off'],
    ['Pop-up headline', 'expert'],
  ] as const) {
    await choose(page, experiment, variation);
  }
  await page.unroute(loader);
  // This is sooner than a person could choose in the panel.
  await sandbox.command('outreach', { popUpTimeMs: 1_500 });
  await host.open('/');
  await expect(host.frame().getByRole('complementary')).toContainText('An expert is online now');
  // Pill and links have what an earlier page has decided.
  await host.open('/');
  await expect(host.pill()).toHaveCSS('background-color', 'rgb(255, 221, 51)');
  await expect(page.getByRole('link', { name: /^(Call|Email|Chat with) sales$/ }).first()).toBeAttached();
  // The rules arrive while the pointer rests on the pill.
  const datafile = page.waitForResponse(/datafile/);
  await host.hoverPill();
  await datafile;
  const pane = await host.openPane();
  await expect(pane.getByRole('heading', { level: 1 })).toHaveText('Talk to sales');
  await pane.locator('[data-block=scheduler]').getByRole('button').first().click();
  await expect(pane.getByText('Pick a time to talk with an expert')).toBeVisible();
});
