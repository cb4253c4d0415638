import { execFileSync } from 'node:child_process';
import type { Locator, Page } from 'playwright/test';
import { browserArgs, findBrowser } from '../browser/findBrowser.ts';
import { test as base, expect, type HostPageHelper } from '../browser/fixtures.ts';
import { field, proceed, readNotice, slots, submit, texts } from '../browser/schedulerSteps.ts';
import { accessibleEnvironment, type ScreenReader, startOrca } from './screenReader.ts';

/** What a visitor hears who does not see: two journeys by keyboard, and what Orca says on the way. */

const test = base.extend<object, { orca: ScreenReader }>({
  orca: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's own fixtures from here.
    async ({}, use) => {
      const orca = await startOrca();
      await use(orca);
      orca.stop();
    },
    { scope: 'worker', auto: true },
  ],
});

test.use({
  headless: false,
  launchOptions: {
    executablePath: findBrowser()?.path ?? '',
    args: [...browserArgs, '--force-renderer-accessibility'],
    env: accessibleEnvironment,
  },
});

// One page for both: Orca takes a second window of the driven browser for one in the background.
test('a visitor hears the way to a time, what is wrong in the form, and the answer in a chat', async ({
  orca,
  host,
  page,
}) => {
  await hearBooking(orca, host, page);
  await hearAnswer(orca, host, page);
});

/** A key of the display. Orca explains a move of the focus by the key that it has seen, and says less about others. */
function press(key: 'Tab' | 'Return' | 'space' | 'Right'): void {
  execFileSync('xdotool', ['key', key]);
}

async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element.matches(':focus'))) return;
    press('Tab');
    // Slow enough for Orca, which skips what has already lost the focus.
    await page.waitForTimeout(250);
  }
  throw new Error('the element cannot be reached by keyboard');
}

async function enterAt(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  press('Return');
}

async function hearBooking(orca: ScreenReader, host: HostPageHelper, page: Page): Promise<void> {
  const text = texts.en;
  await host.open('/plain', { attrs: text.attrs });
  const pane = host.frame();
  await enterAt(page, host.pill());
  const [entry, open] = [
    pane.locator('[data-block=scheduler] button').first(),
    pane.locator('[data-block=scheduler] button').last(),
  ];
  await tabTo(page, entry);
  await orca.hears(/^Book a call collapsed push button/);
  press('Return');
  await orca.hears(/^expanded/);
  await tabTo(page, open);
  await orca.hears(/^Choose a time push button/);
  press('Return');
  await expect(pane.getByRole('heading', { name: text.title })).toBeFocused();
  await tabTo(page, pane.locator('textarea'));
  await orca.hears(/^What would you like to discuss\? entry.* required/);
  await page.keyboard.type(text.question);
  await enterAt(page, proceed(pane));
  await enterAt(page, pane.getByRole('button', { name: text.yes, exact: true }));
  await tabTo(page, pane.getByRole('grid').locator('button[tabindex="0"]'));
  await orca.hears(/^\w+day, \w+ \d+, \d{4}, times available, chosen push button/);
  press('Right');
  await orca.hears(/^\w+day, \w+ \d+, \d{4}, .*push button/);
  await tabTo(page, slots(pane).first());
  await orca.hears(/^Times on \w+day, \w+ \d+.*Shown in Eastern Time/);
  await orca.hears(/^\d+:\d\d [AP]M/);
  await orca.hears(/radio button/);
  press('space');
  await enterAt(page, proceed(pane));
  await enterAt(page, submit(pane));
  await orca.hears(/^First name entry required/);
  await orca.hears(/^Enter your first name/);
  await page.keyboard.type('Ada');
  for (const [name, value, words] of [
    ['lastName', 'Lovelace', /^Enter your last name/],
    ['company', 'Analytical Engines', /^Enter your company/],
    ['email', 'ada@fjordfreight.com', /^Enter a valid email address/],
    ['phoneNumber', text.phone, /^Enter a valid phone number/],
  ] as const) {
    await tabTo(page, field(pane, name));
    await orca.hears(words);
    await page.keyboard.type(value);
  }
  await tabTo(page, submit(pane));
  await orca.hears(/^Book this call push button/);
  await readNotice(pane);
  press('Return');
  await expect(pane.getByRole('heading', { name: text.booked })).toBeFocused();
  // Orca 43 says nothing of a heading that takes the focus by itself in Chromium. The visitor goes on with Tab.
  press('Tab');
  await orca.hears(/push button/);
}

async function hearAnswer(orca: ScreenReader, host: HostPageHelper, page: Page): Promise<void> {
  await host.open('/plain', { attrs: { 'data-focus-area': 'cloud' } });
  const frame = host.frame();
  await tabTo(page, host.pill());
  await orca.hears(/^Let's talk collapsed push button/);
  press('Return');
  const entry = frame.getByRole('button', { name: 'Chat', exact: true });
  await tabTo(page, entry);
  if ((await entry.getAttribute('aria-expanded')) === 'false') press('Return');
  await tabTo(page, frame.getByRole('button', { name: 'Start chat', exact: true }));
  await orca.hears(/^Start chat push button/);
  press('Return');
  await orca.hears(/^Your message entry/);
  await orca.hears(/virtual assistant/);
  await page.keyboard.type('What does it cost?');
  press('Return');
  await orca.hears(/^Assistant: You pay by the second, only for what you use/);
}
