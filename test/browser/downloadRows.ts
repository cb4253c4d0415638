/** Long on purpose: one table, whose rows are read side by side. */
import type { FrameLocator, Page } from 'playwright/test';
import { sandboxDeployment } from '../sandbox/deployment.ts';
import { expect, type HostPageHelper, type SandboxControl } from './fixtures.ts';
import { openEntry } from './menuSteps.ts';

/** The entries of the list in frame/platform/README.md, as steps: what needs the chunk, what the visitor has without it, what tries again. */
export interface Row {
  readonly chunk: string;
  readonly ids: string;
  readonly outcome: string;
  /** Opens the page and does what needs the chunk. */
  readonly open: (host: HostPageHelper, sandbox: SandboxControl, page: Page) => Promise<void>;
  /** What the visitor has while the download fails. */
  readonly failing: (frame: FrameLocator, host: HostPageHelper, page: Page, sandbox: SandboxControl) => Promise<void>;
  /** What tries again. */
  readonly again: (frame: FrameLocator, host: HostPageHelper, page: Page) => Promise<void>;
  /** What the visitor has once the chunk is served. */
  readonly working: (frame: FrameLocator, host: HostPageHelper, page: Page, sandbox: SandboxControl) => Promise<void>;
}

export const cannotOpen = 'We could not open the contact window. Check your connection and try again.';
const wentWrong = 'Something went wrong.';
export const button = (frame: FrameLocator, name: string | RegExp) => frame.getByRole('button', { name, exact: true });
const chatEntry = (frame: FrameLocator) => frame.locator('[data-block=chat]');

async function startChat(frame: FrameLocator): Promise<void> {
  await openEntry(frame, 'chat');
  await button(frame, 'Start chat').click();
}

async function openScheduler(frame: FrameLocator): Promise<void> {
  await openEntry(frame, 'scheduler');
  await button(frame, 'Choose a time').click();
}

async function askQuestion(frame: FrameLocator): Promise<void> {
  await frame.locator('textarea').fill('How do I start?');
  await button(frame, 'Continue').click();
}

/** Presses Reload. A second press loads the frame again, which then shows the menu. */
async function reloadScheduler(frame: FrameLocator): Promise<void> {
  const reload = button(frame, 'Reload');
  const form = frame.locator('textarea');
  await expect(form.or(reload)).toBeVisible();
  if (await form.isVisible()) return;
  const pressed = await reload.elementHandle();
  await reload.click();
  // The view is tried again, or the document is loaded again: either way, this button goes.
  await expect.poll(() => pressed?.evaluate((element) => element.isConnected).catch(() => false)).toBe(false);
  const menu = button(frame, 'Call us');
  await expect(form.or(reload).or(menu).first()).toBeVisible();
  if (await menu.isVisible()) await openScheduler(frame);
}

/** The menu works: the rest of the widget is not affected. */
export async function menuWorks(frame: FrameLocator): Promise<void> {
  await expect(button(frame, 'Call us')).toBeVisible();
}

async function soonAPopUp(host: HostPageHelper, sandbox: SandboxControl): Promise<void> {
  await sandbox.command('outreach', { popUpTimeMs: 1_000 });
  await host.open('/plain');
  await expect(host.pill()).toBeVisible();
}

const isCalled = (path: string) => async (sandbox: SandboxControl) => (await sandbox.requests(path)).length > 0;

const nextPage = async (_: FrameLocator, __: HostPageHelper, page: Page): Promise<void> => {
  await page.reload();
};

export const rows: readonly Row[] = [
  ...['audience', 'rooms', 'app'].map(
    (chunk): Row => ({
      chunk,
      ids: '[SH-173]',
      outcome: 'the pane says that it could not be opened; Try again opens it',
      open: async (host) => {
        await host.open('/plain');
        await host.pressPill();
      },
      failing: (frame) => expect(frame.getByText(cannotOpen)).toBeVisible(),
      // The pane may open by itself meanwhile: a pointer at the pill tries again, too.
      again: (frame) => button(frame, 'Try again').or(button(frame, 'Call us')).first().click(),
      working: menuWorks,
    }),
  ),
  {
    chunk: 'chat',
    ids: '[SH-177]',
    outcome: 'the menu has no chat; the next page has it',
    open: async (host) => {
      await host.open('/plain');
      await host.pressPill();
    },
    failing: async (frame) => {
      await menuWorks(frame);
      await expect(chatEntry(frame)).toHaveCount(0);
    },
    again: async (frame, host, page) => {
      await nextPage(frame, host, page);
      await host.pressPill();
    },
    working: (frame) => expect(chatEntry(frame)).toBeVisible(),
  },
  {
    chunk: 'sync',
    ids: '[SH-177]',
    outcome: 'the menu has no chat; the next page has it',
    open: async (host) => {
      // The only chat of this area.
      await host.open('/plain', { attrs: { 'data-focus-area': 'data' } });
      await host.pressPill();
    },
    failing: async (frame) => {
      await menuWorks(frame);
      await expect(chatEntry(frame)).toHaveCount(0);
    },
    again: async (frame, host, page) => {
      await nextPage(frame, host, page);
      await host.pressPill();
    },
    working: (frame) => expect(chatEntry(frame)).toBeVisible(),
  },
  {
    chunk: 'ChatPane',
    ids: '[SH-169]',
    outcome: 'the pane says that something went wrong and keeps its header; Reload shows the conversation',
    open: async (host) => {
      await host.open('/plain', { attrs: { 'data-focus-area': 'cloud' } });
      await startChat(await host.openPane());
    },
    failing: async (frame) => {
      await expect(frame.getByText(wentWrong)).toBeVisible();
      await expect(button(frame, 'Minimize')).toBeVisible();
    },
    again: (frame) => button(frame, 'Reload').click(),
    working: (frame) => expect(frame.getByRole('log')).toBeVisible(),
  },
  {
    chunk: 'ChatTools',
    ids: '[F-AD13]',
    outcome: 'the chat goes on without sound and files; the next page has them',
    open: async (host) => {
      await host.open('/plain', { attrs: { 'data-focus-area': 'cloud' } });
      await startChat(await host.openPane());
    },
    failing: async (frame) => {
      await expect(frame.getByRole('log')).toBeVisible();
      await expect(frame.getByRole('textbox')).toBeVisible();
      await expect(button(frame, 'Play a sound when we answer')).toHaveCount(0);
    },
    again: async (frame, host, page) => {
      await nextPage(frame, host, page);
      if (!(await frame.getByRole('dialog').first().isVisible())) await host.pressPill();
    },
    working: (frame) => expect(button(frame, 'Play a sound when we answer')).toBeVisible(),
  },
  {
    chunk: 'openIdentity',
    ids: '[SH-177]',
    outcome: 'the menu has no chat; the next page has it',
    open: async (host, sandbox) => {
      await sandbox.command('contact', { chat: 'messaging' });
      await host.open('/plain', { attrs: { 'data-focus-area': 'data' } });
      await host.pressPill();
    },
    failing: async (frame) => {
      await menuWorks(frame);
      await expect(chatEntry(frame)).toHaveCount(0);
    },
    again: async (frame, host, page) => {
      await nextPage(frame, host, page);
      await host.pressPill();
    },
    working: (frame) => expect(chatEntry(frame)).toBeVisible(),
  },
  {
    chunk: 'RareBlock',
    ids: '[SH-169]',
    outcome: 'the block says that something went wrong; Reload shows what it offers, and the menu stays',
    open: async (host) => {
      await host.open('/plain');
      const frame = await host.openPane();
      const opener = frame.locator('[data-block=sms] [aria-expanded=false]');
      if (await opener.count()) await opener.click();
    },
    failing: async (frame) => {
      await expect(frame.locator('[data-block=sms]').getByText(wentWrong)).toBeVisible();
      await menuWorks(frame);
    },
    again: (frame) => button(frame, 'Reload').click(),
    working: async (frame) => {
      const opener = frame.locator('[data-block=sms] [aria-expanded=false]');
      await expect(frame.locator('[data-block=sms]')).toBeVisible();
      if (await opener.count()) await opener.click();
      await expect(button(frame, 'Copy number')).toBeVisible();
    },
  },
  {
    chunk: 'scheduler',
    ids: '[SH-169][SC-159]',
    outcome: 'the pane says that something went wrong and keeps its header; Reload opens the scheduler',
    open: async (host) => {
      await host.open('/plain');
      await openScheduler(await host.openPane());
    },
    failing: async (frame) => {
      await expect(frame.getByText(wentWrong)).toBeVisible();
      await expect(button(frame, 'Back to all contact options')).toBeVisible();
    },
    again: reloadScheduler,
    working: (frame) => expect(frame.locator('textarea')).toBeVisible(),
  },
  {
    chunk: 'SchedulerSurface',
    ids: '[SH-169]',
    outcome: 'the pane says that something went wrong and keeps its header; the way back leads to the menu',
    open: async (host) => {
      await host.open('/plain');
      await openScheduler(await host.openPane());
    },
    failing: async (frame) => {
      await expect(frame.getByText(wentWrong)).toBeVisible();
      // At the edge of the pane's content.
      const leftPx = await frame.getByText(wentWrong).evaluate((text) => text.getBoundingClientRect().left);
      expect(leftPx).toBe(16);
    },
    again: async (frame) => {
      await button(frame, 'Back to all contact options').click();
      await menuWorks(frame);
      await openScheduler(frame);
      await reloadScheduler(frame);
    },
    working: (frame) => expect(frame.locator('textarea')).toBeVisible(),
  },
  {
    chunk: 'steps',
    ids: '[SH-169]',
    outcome: 'the visitor can write the question; after it the pane says that something went wrong, with Reload',
    open: async (host) => {
      await host.open('/plain');
      const frame = await host.openPane();
      await openScheduler(frame);
      await askQuestion(frame);
    },
    failing: (frame) => expect(frame.getByText(wentWrong)).toBeVisible(),
    again: async (frame) => {
      await reloadScheduler(frame);
      const form = frame.locator('textarea');
      await expect(form.or(button(frame, 'Reload'))).toBeVisible();
      // Only a document that was loaded again asks the question again.
      if (await form.isVisible()) await askQuestion(frame);
    },
    working: (frame) => expect(frame.getByRole('grid')).toBeVisible(),
  },
  {
    chunk: 'laterViews',
    ids: '[SH-169][SC-109]',
    outcome:
      'the form works; the pane says that something went wrong when it is needed, and Reload brings the form back',
    open: async (host) => {
      await host.open('/plain');
      const frame = await host.openPane();
      await openScheduler(frame);
      await button(frame, 'Already booked?').click();
    },
    failing: (frame) => expect(frame.getByText(wentWrong)).toBeVisible(),
    again: async (frame) => {
      await reloadScheduler(frame);
      await button(frame, 'Already booked?').click();
    },
    working: (frame) => expect(frame.getByRole('textbox', { name: 'Confirmation number' })).toBeVisible(),
  },
  {
    chunk: 'steps',
    ids: '[SH-169][SC-109]',
    outcome: 'the form works; the scheduler says that it cannot show the call, and Try again looks for it',
    open: async (host) => {
      await host.open('/plain');
      const frame = await host.openPane();
      await openScheduler(frame);
      await button(frame, 'Already booked?').click();
      await frame.getByRole('textbox', { name: 'Confirmation number' }).fill('NW-000000');
      await button(frame, 'Find your call').click();
    },
    failing: (frame) => expect(frame.getByText('We cannot show this call right now.')).toBeVisible(),
    again: (frame) => button(frame, 'Try again').click(),
    working: (frame) => expect(frame.getByText('We could not find this call.')).toBeVisible(),
  },
  {
    chunk: 'temporal-polyfill',
    ids: '[SC-028]',
    outcome: 'the scheduler says that it could not be loaded; Try again loads it',
    open: async (host, _, page) => {
      await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Temporal'));
      await host.open('/plain');
      await openScheduler(await host.openPane());
    },
    failing: (frame) => expect(frame.getByText('We could not load the booking form.')).toBeVisible(),
    again: (frame) => button(frame, 'Try again').click(),
    working: (frame) => expect(frame.locator('textarea')).toBeVisible(),
  },
  {
    chunk: 'SearchableDropdown',
    ids: '[SH-066]',
    outcome: 'the line says that it failed; the next press opens the list',
    open: async (host) => {
      await host.open('/plain');
      await (await host.openPane()).getByRole('button', { name: /^Change/ }).click();
    },
    failing: (frame) => expect(frame.getByRole('alert')).toHaveText('We could not load the list. Please try again.'),
    again: (frame) => frame.getByRole('button', { name: /^Change/ }).click(),
    working: (frame) => expect(frame.getByRole('listbox')).toBeVisible(),
  },
  {
    chunk: 'pageNeeds',
    ids: '[SH-177]',
    outcome: 'no pop-up appears before intent, and the pane works; the next page has one',
    open: soonAPopUp,
    failing: async (frame, host) => {
      await expect(frame.getByRole('complementary')).toHaveCount(0);
      await host.pressPill();
      await menuWorks(frame);
    },
    // A visitor who has opened the pane is not invited again, until the cookie that says so is gone.
    again: async (_, __, page) => {
      const name = 'cm-proactive-state';
      const context = page.context();
      await expect
        .poll(async () => (await context.cookies()).find((cookie) => cookie.name === name)?.value)
        .toMatch(/-1/);
      await context.clearCookies({ name });
      await page.reload();
    },
    working: (frame) => expect(frame.getByRole('complementary')).toBeVisible(),
  },
  ...['outreach', 'openOutreach', 'CardStage'].map(
    (chunk): Row => ({
      chunk,
      ids: '[SH-177]',
      outcome: 'no pop-up appears on this page; the next page has one',
      open: soonAPopUp,
      failing: async (frame, host) => {
        await expect(host.pill()).toBeVisible();
        await expect(frame.getByRole('complementary')).toHaveCount(0);
      },
      again: nextPage,
      working: (frame) => expect(frame.getByRole('complementary')).toBeVisible(),
    }),
  ),
  {
    chunk: 'nurture',
    ids: '[SH-177]',
    outcome: 'no notification appears on this page; the next page has one',
    open: async (host, sandbox) => {
      await sandbox.command('outreach', { offer: 'trial' });
      await host.open('/plain');
    },
    failing: (_, host) => expect(host.pill()).toBeVisible(),
    again: nextPage,
    working: (frame) => expect(frame.getByRole('complementary')).toBeVisible(),
  },
  ...['debugTools', 'DebugWindow'].map(
    (chunk): Row => ({
      chunk,
      ids: '[SH-161]',
      outcome: 'there is no debug window, and the pane works; the next page has it',
      open: async (host) => {
        await host.open('/plain', { query: { 'cm-debug': 'true' } });
        await host.pressPill();
      },
      failing: async (frame) => {
        await menuWorks(frame);
        await expect(frame.getByRole('button', { name: 'Open the debug window' })).toHaveCount(0);
      },
      again: async (frame, host, page) => {
        await nextPage(frame, host, page);
        await host.pressPill();
      },
      working: (frame) => expect(frame.getByRole('button', { name: 'Open the debug window' })).toBeVisible(),
    }),
  ),
  ...['readAddress', 'pageConfig', 'checkDeployment'].map(
    (chunk): Row => ({
      chunk,
      ids: '[SH-170]',
      outcome: 'there is no widget, and the page keeps its own links; the next page has it',
      open: async (host, sandbox, page) => {
        if (chunk === 'checkDeployment') {
          await page.route(`${sandbox.widgetUrl}/frame/config.json`, (route) =>
            route.fulfill({ json: { ...sandboxDeployment(sandbox), nonSalesHosts: ['shop.example.com'] } }),
          );
        }
        await host.open('/plain', {
          query: chunk === 'readAddress' ? { focusArea: 'cloud' } : {},
          globals: chunk === 'pageConfig' ? { contactWidgetConfig: { focusArea: 'cloud' } } : {},
        });
      },
      failing: async (_, host, page) => {
        await expect(host.pill()).toBeHidden();
        await expect(page.getByRole('link', { name: 'Contact us' })).toBeVisible();
      },
      again: nextPage,
      working: (_, host) => expect(host.pill()).toBeVisible(),
    }),
  ),
  {
    chunk: 'brandStyles',
    ids: '[F-AD8]',
    outcome: 'the widget has its own colours; the next page has the brand’s',
    open: async (host, sandbox, page) => {
      await page.route(`${sandbox.widgetUrl}/frame/config.json`, (route) =>
        route.fulfill({ json: { ...sandboxDeployment(sandbox), brand: { accent: '#7a1fa2' } } }),
      );
      await host.open('/plain');
    },
    failing: (_, host) => expect(host.pill()).toHaveCSS('background-color', 'rgb(17, 85, 221)'),
    again: nextPage,
    working: (_, host) => expect(host.pill()).toHaveCSS('background-color', 'rgb(122, 31, 162)'),
  },
  {
    chunk: 'YourData',
    ids: '[F-AD16]',
    outcome: 'the menu says that something went wrong; Reload brings what the visitor may do with their data',
    open: async (host) => {
      await host.open('/plain');
      await host.pressPill();
      await button(host.frame(), 'Your data').click();
    },
    failing: async (frame) => {
      await expect(frame.getByText(wentWrong)).toBeVisible();
      await menuWorks(frame);
    },
    again: (frame) => button(frame, 'Reload').click(),
    // A second press loads the frame again, which then shows the menu.
    working: (frame) =>
      expect(async () => {
        const closed = frame.getByRole('button', { name: 'Your data', expanded: false });
        if (await closed.isVisible()) await closed.click();
        await expect(button(frame, 'Download a copy')).toBeVisible({ timeout: 1_000 });
      }).toPass(),
  },
  {
    chunk: 'privacy',
    ids: '[F-AD16]',
    outcome: 'the visitor reads that no copy could be made; the next press makes one',
    open: async (host) => {
      await host.open('/plain');
      await host.pressPill();
      await button(host.frame(), 'Your data').click();
      await button(host.frame(), 'Download a copy').click();
    },
    failing: (frame) => expect(frame.getByText('We could not make your copy.')).toBeVisible(),
    again: (frame) => button(frame, 'Download a copy').click(),
    working: (frame) => expect(frame.getByText('Your copy has been downloaded.')).toBeVisible(),
  },
  ...[
    { chunk: '(?:analyticsStore|logLine)', isThere: isCalled('/analytics/events') },
    { chunk: 'experiments', isThere: isCalled('/experiments/datafile.json') },
    { chunk: 'loadJsonpScript', isThere: isCalled('/bot/employee') },
    {
      chunk: 'rememberVariations',
      isThere: async (_: SandboxControl, host: HostPageHelper) =>
        (await host.frameHandle()).evaluate(() =>
          Object.keys(localStorage).some((key) => key.includes('cm-variations')),
        ),
    },
  ].map(
    ({ chunk, isThere }): Row => ({
      chunk,
      ids: '[SH-171]',
      outcome: 'the visitor notices nothing; the next page has it',
      open: async (host) => {
        await host.open('/plain', { attrs: { 'data-analytics-events': '' } });
        await host.pressPill();
      },
      failing: async (frame, host, _, sandbox) => {
        await menuWorks(frame);
        expect(await isThere(sandbox, host)).toBe(false);
      },
      again: async (frame, host, page) => {
        await nextPage(frame, host, page);
        await host.pressPill();
      },
      working: async (frame, host, _, sandbox) => {
        await menuWorks(frame);
        await expect.poll(() => isThere(sandbox, host)).toBe(true);
      },
    }),
  ),
];
