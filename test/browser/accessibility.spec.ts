import type { Frame, Locator, Page } from 'playwright/test';
import { exitSurvey } from '../accessibility/states/agents.ts';
import { disableTimeouts } from '../accessibility/states/visit.ts';
import { expect, type HostPageHelper, hold, test } from './fixtures.ts';
import { desk, openChatEntry, talkToAgent } from './liveSteps.ts';
import { sampleOf } from './sample.ts';
import { field, proceed, slots } from './schedulerSteps.ts';
import { openState, stateNames } from './stateSteps.ts';
import {
  cutOff,
  faintBorders,
  faintChoicesInAllThemes,
  faintIcons,
  readContext,
  readFocused,
  setTextSpacing,
  smallTargets,
  tabStops,
  tooWide,
} from './surfaceChecks.ts';

/** Success criteria of WCAG that no automatic checker covers, on every surface. Each surface opens once for several of them. */

/** Takes steps by keyboard until they return to a place that they have seen, and checks each place. Returns the places. */
async function walk(page: Page, frame: Frame, key: string): Promise<ReadonlySet<number>> {
  const before = await readContext(page, frame);
  const seen = new Set<number>();
  for (let steps = 0; steps < 80; steps += 1) {
    await page.keyboard.press(key);
    const focused = await readFocused(frame);
    if (!focused) continue;
    if (seen.has(focused.place)) break;
    seen.add(focused.place);
    expect.soft(focused.isHit, `covered: ${focused.name}`).toBe(true);
    expect.soft(focused.faint, 'focus ring').toEqual([]);
    expect.soft(await readContext(page, frame), focused.name).toEqual(before);
  }
  return seen;
}

/** By keyboard, both ways, because the chat begins with the focus in its last field. */
async function checkFocus(page: Page, frame: Frame): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  // The pane takes the focus a moment after it is drawn, and would take it back after the first step.
  await expect.poll(() => frame.evaluate(() => document.hasFocus())).toBe(true);
  const forward = await walk(page, frame, 'Tab');
  await page.emulateMedia({ colorScheme: 'dark' });
  const back = await walk(page, frame, 'Shift+Tab');
  const missed = (await tabStops(frame)).filter(({ place }) => !forward.has(place) && !back.has(place));
  expect.soft(missed, 'not reached').toEqual([]);
  expect(new Set([...forward, ...back]).size).toBeGreaterThan(2);
}

async function checkPhone(page: Page, host: HostPageHelper, frame: Frame): Promise<void> {
  const headings = () => frame.evaluate(() => document.querySelectorAll('h1, h2, h3').length);
  const before = await headings();
  for (const [width, height] of [
    [390, 844],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    const isInside = async (): Promise<boolean> => {
      const box = await host.iframe().boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= height;
    };
    await expect.poll(isInside).toBe(true);
    expect.soft(await frame.evaluate(() => innerWidth), 'laid out again').toBeLessThanOrEqual(width);
    expect.soft(await headings(), `headings, ${width} px`).toBe(before);
    expect.soft(await tooWide(frame), `too wide, ${width} px`).toEqual([]);
    await expect(host.frame().getByRole('button', { name: 'Minimize' })).toBeInViewport({ ratio: 1 });
  }
}

async function checkTextSpacing(page: Page, host: HostPageHelper, frame: Frame): Promise<void> {
  await setTextSpacing(frame);
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(async () => (await host.iframe().boundingBox())?.width).toBeLessThanOrEqual(width);
    expect.soft(await cutOff(frame), `cut off, ${width} px`).toEqual([]);
    expect.soft(await tooWide(frame), `too wide, ${width} px`).toEqual([]);
  }
}

/** The states with most kinds of controls. */
const sample = ['menu', 'chat', 'scheduler: details'];

for (const name of sampleOf(stateNames, (one) => sample.includes(one))) {
  test(`[A11Y-38][A11Y-40][A11Y-41][A11Y-42] targets, contrast, focus, phone sizes and text spacing: ${name}`, {
    tag: name === 'menu' ? '@core' : [],
  }, async ({ page, host, sandbox }) => {
    await openState({ page, host, sandbox }, name);
    const frame = await host.frameHandle();
    await test.step('targets have 24 px', async () => {
      expect.soft(await smallTargets(frame), 'targets').toEqual([]);
    });
    await test.step('borders and icons have a contrast of 3, light and dark', async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect.soft(await faintBorders(frame), `borders, ${colorScheme}`).toEqual([]);
        expect.soft(await faintIcons(frame), `icons, ${colorScheme}`).toEqual([]);
      }
    });
    await test.step('Tab shows the focus, nothing covers it, and nothing else changes', async () => {
      await page.setViewportSize({ width: 640, height: 512 });
      await expect.poll(async () => (await host.iframe().boundingBox())?.height).toBe(512);
      await checkFocus(page, frame);
    });
    await test.step('a phone shows all, upright and sideways', () => checkPhone(page, host, frame));
    await test.step('text with the spacing of WCAG is not cut off', () => checkTextSpacing(page, host, frame));
  });
}

test('[A11Y-38][CH-033] the links of a chat without agents have 24 px', async ({ host, sandbox }) => {
  await sandbox.command('contact', { chat: 'messaging' });
  await sandbox.command('identity', { agentStatus: 'unavailable' });
  await host.open('/plain', { attrs: { 'data-focus-area': 'data' } });
  const pane = await host.openPane();
  await (await openChatEntry(pane)).click();
  await expect(pane.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
  expect(await smallTargets(await host.frameHandle())).toEqual([]);
});

/** Presses a control, leaves it to the left, and releases beside it. */
async function pressAndLeave(page: Page, control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  if (!box) throw new Error('the control has no box');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(Math.max(1, box.x - 40), box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
}

/** The effect of a release passes through the frame and is drawn. The frame itself draws nothing while it is hidden. */
async function settle(page: Page, host: HostPageHelper): Promise<void> {
  const draw = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await page.evaluate(draw);
  await (await host.frameHandle()).evaluate(() => new Promise((done) => setTimeout(done)));
  await page.evaluate(draw);
}

test('choosing a time keeps the focus, books nothing and changes nothing else; a press that leaves its control does nothing', async ({
  page,
  host,
  sandbox,
}) => {
  const pane = await openState({ page, host, sandbox }, 'scheduler: calendar');
  const frame = await host.frameHandle();
  const before = await readContext(page, frame);
  await slots(pane).nth(2).check();
  await expect(slots(pane).nth(2)).toBeFocused();
  expect(await readContext(page, frame)).toEqual(before);
  const day = pane.getByRole('gridcell', { selected: true });
  const chosenDay = await day.textContent();
  const controls = [
    pane
      .getByRole('grid')
      .getByRole('button', { name: /times available/ })
      .last(),
    slots(pane).nth(1).locator('..'),
    pane.getByRole('button', { name: 'Time zone' }),
    pane.locator('button[aria-controls$=QUESTION]'),
    proceed(pane),
  ];
  for (const control of controls) await pressAndLeave(page, control);
  await settle(page, host);
  await expect(slots(pane).nth(2)).toBeChecked();
  expect(await day.textContent()).toBe(chosenDay);
  expect(await readContext(page, frame)).toEqual(before);
  expect((await sandbox.requests('/v2/appointments')).filter(({ method }) => method === 'POST')).toEqual([]);
});

test('the fields about the visitor name their purpose, so that the browser fills them in; filling them in changes nothing else', async ({
  page,
  host,
  sandbox,
}) => {
  const pane = await openState({ page, host, sandbox }, 'scheduler: details');
  const frame = await host.frameHandle();
  const before = await readContext(page, frame);
  const tokens = { firstName: 'given-name', lastName: 'family-name', company: 'organization', email: 'email' };
  for (const [name, token] of Object.entries(tokens)) {
    await expect(field(pane, name)).toHaveAttribute('autocomplete', token);
    await field(pane, name).fill('ada@example.org');
  }
  await expect(field(pane, 'phoneNumber')).toHaveAttribute('autocomplete', /^tel/);
  await field(pane, 'phoneNumber').fill('415 555 2671');
  expect(await readContext(page, frame)).toEqual(before);
});

test('a button whose pointer leaves it before the release does nothing, nor does a link or an option', async ({
  page,
  host,
  sandbox,
}) => {
  await host.open('/plain', { attrs: { 'data-focus-area': 'cloud' } });
  const pane = await host.openPane();
  const startChat = await openChatEntry(pane);
  const frame = await host.frameHandle();
  const before = await readContext(page, frame);
  const entry = pane.locator('[data-block=link]').first();
  const location = pane.locator('button[aria-haspopup=listbox]');
  for (const button of ['Minimize', 'Your data'])
    await pressAndLeave(page, pane.getByRole('button', { name: button, exact: true }));
  for (const control of [startChat, location]) await pressAndLeave(page, control);
  await settle(page, host);
  await expect(startChat).toBeVisible();
  expect(await readContext(page, frame)).toEqual(before);
  expect(await sandbox.requests('/bot/v2/message')).toEqual([]);

  const link = entry.getByRole('link');
  // Otherwise the move drags the link.
  await link.evaluate((element) => element.addEventListener('dragstart', (event) => event.preventDefault()));
  await pressAndLeave(page, link);
  await location.click();
  await expect(pane.getByRole('combobox')).toBeFocused();
  await pressAndLeave(page, pane.getByRole('option').nth(1));
  await settle(page, host);
  expect(page.context().pages()).toHaveLength(1);
  await expect(pane.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');

  // The pill comes last: the app is downloaded, so that a press of the pill would open the pane at once.
  await pane.getByRole('button', { name: 'Minimize' }).click();
  await expect(host.pill()).toBeVisible();
  await page.waitForFunction(() => document.getAnimations().length === 0);
  await pressAndLeave(page, host.pill());
  await settle(page, host);
  await expect(host.iframe()).toBeHidden();
});

/** Types into every text field, and chooses in every other. */
async function fillEverything(form: Locator): Promise<void> {
  for (const input of await form.getByRole('textbox').all()) await input.fill('ada@example.org');
  for (const box of await form.getByRole('checkbox').all()) await box.check();
  for (const radio of await form.getByRole('radio').all()) await radio.check();
  for (const list of await form.getByRole('combobox').all()) await list.selectOption({ index: 1 });
}

test('in a chat and in its survey, no input changes anything else, a press that leaves its button does nothing, and what is chosen has a contrast of 3', async ({
  page,
  host,
  sandbox,
}) => {
  const pane = await talkToAgent(host, sandbox);
  const frame = await host.frameHandle();
  const inChat = await readContext(page, frame);
  await pane.getByRole('textbox').fill('Half a question');
  for (const name of ['Send', 'Play a sound when we answer', 'Close chat'])
    await pressAndLeave(page, pane.getByRole('button', { name, exact: true }));
  await settle(page, host);
  await expect(pane.getByRole('textbox')).toHaveValue('Half a question');
  expect(await readContext(page, frame)).toEqual(inChat);

  const [chat] = await desk(sandbox);
  await sandbox.rules({ path: `/api/account/4711/chat/${chat?.id}/exitSurvey`, method: 'GET', body: exitSurvey });
  await sandbox.command('agent', { action: 'survey' });
  const survey = pane.locator('form').filter({ has: pane.getByRole('button', { name: 'Send answers' }) });
  await expect(survey).toBeVisible();
  const inSurvey = await readContext(page, frame);
  await fillEverything(survey);
  for (const button of await survey.getByRole('button').all()) await pressAndLeave(page, button);
  await settle(page, host);
  await expect(survey).toBeVisible();
  expect(await readContext(page, frame)).toEqual(inSurvey);
  expect.soft(await faintChoicesInAllThemes(page, frame)).toEqual([]);
  expect(await sandbox.command('surveys')).toEqual({ surveys: [] });
});

/** How many things move until an answer is there. */
const endless = (frame: Frame): Promise<number> =>
  frame.evaluate(
    () =>
      document
        .getAnimations()
        .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().iterations === Infinity).length,
  );

test('reduced motion stops the dots that show that an agent types, and the boxes that stand for the menu', async ({
  page,
  host,
  sandbox,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await disableTimeouts({ page });
  const lookup = await hold(page, /\/contact\/lookup/);
  await host.open('/plain', { attrs: { 'data-focus-area': 'data' } });
  await lookup.asked;
  await page.evaluate(() => window.postMessage({ type: 'cm-open' }, location.origin));
  await expect(host.frame().getByRole('status').locator('visible=true').first()).toBeVisible();
  const frame = await host.frameHandle();
  await expect.poll(() => endless(frame)).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => endless(frame)).toBe(0);
  lookup.release();

  await (await openChatEntry(host.frame())).click();
  await expect.poll(async () => (await desk(sandbox)).length).toBe(1);
  await sandbox.command('agent', { action: 'join' });
  const dots = host.frame().getByText('is typing').locator('..').locator('[aria-hidden]');
  // The indicator disappears after 2 s, so send it until it shows.
  const moving = async (): Promise<readonly number[]> => {
    await sandbox.command('agent', { action: 'typing' });
    return [await dots.count(), await endless(frame)];
  };
  await expect.poll(moving).toEqual([3, 0]);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(moving).toEqual([3, 3]);
});
