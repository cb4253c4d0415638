import type { Locator } from 'playwright/test';
import { disableTimeouts } from '../accessibility/states/visit.ts';
import { log, openChat, send } from './chatSteps.ts';
import { expect, hold, test } from './fixtures.ts';
import { talkToAgent } from './liveSteps.ts';
import { book, openFromMenu, proceed, slots, texts } from './schedulerSteps.ts';
import { openState } from './stateSteps.ts';
import { faintChoicesInAllThemes } from './surfaceChecks.ts';

/** What shows also without colours, in every theme, and where the browser uses colours of its own. */

test('[A11Y-29][A11Y-36][A11Y-40] the chosen day, time, view and time format have a line around them', async ({
  page,
  host,
  sandbox,
}) => {
  const pane = await openState({ page, host, sandbox }, 'scheduler: chosen time');
  // Without the ring of the focus.
  await slots(pane).and(pane.locator(':checked')).blur();
  await expect(pane.getByRole('gridcell', { selected: true })).toHaveCount(1);
  expect(await faintChoicesInAllThemes(page, await host.frameHandle())).toEqual([]);
});

test('[A11Y-36][A11Y-40] the chosen reason has a contrast of 3', async ({ page, host }) => {
  await host.open('/plain', { attrs: texts.en.attrs });
  const pane = await openFromMenu(host);
  await book(pane, texts.en);
  await pane.getByRole('button', { name: texts.en.cancel }).click();
  await pane.getByText(texts.en.reason).click();
  expect(await faintChoicesInAllThemes(page, await host.frameHandle())).toEqual([]);
});

test('[A11Y-36][A11Y-40][CH-097] the pressed thumb is filled and has a line around it', { tag: '@core' }, async ({
  page,
  host,
}) => {
  const pane = await openChat(host);
  await send(pane, 'pricing');
  const up = log(pane).getByRole('button', { name: 'Yes, this helped' });
  const down = log(pane).getByRole('button', { name: 'No, this did not help' });
  await up.click();
  await expect(up).toHaveAttribute('aria-pressed', 'true');
  await expect(up.locator('svg')).not.toHaveCSS('fill', 'none');
  await expect(down.locator('svg')).toHaveCSS('fill', 'none');
  await pane.getByRole('textbox').focus();
  expect(await faintChoicesInAllThemes(page, await host.frameHandle())).toEqual([]);
});

/** Forced colours drop backgrounds and shadows, and keep borders. */
const bordersOf = (elements: Locator): Promise<readonly string[]> =>
  elements.evaluateAll((all) =>
    all.map((element) => {
      const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(element);
      return `${borderTopWidth} ${borderTopStyle} ${borderTopColor}`;
    }),
  );

test.describe('[A11Y-36] forced colours show', () => {
  test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }));

  test('the boxes that stand for the menu', async ({ page, host }) => {
    await disableTimeouts({ page });
    const lookup = await hold(page, /\/contact\/lookup/);
    await host.open('/plain', { attrs: { 'data-focus-area': 'data' } });
    await lookup.asked;
    await page.evaluate(() => window.postMessage({ type: 'cm-open' }, location.origin));
    const boxes = host
      .frame()
      .getByRole('dialog')
      .getByRole('status')
      .filter({ hasText: 'Loading' })
      .locator('+ div > div');
    await expect(boxes).toHaveCount(4);
    expect(await bordersOf(boxes)).toEqual(Array(4).fill('1px solid rgb(0, 0, 0)'));
  });

  test('the dots that show that an agent types', async ({ host, sandbox }) => {
    const pane = await talkToAgent(host, sandbox);
    const dots = pane.getByText('is typing').locator('..').locator('[aria-hidden]');
    // The indicator disappears after 2 s, so send it until it shows.
    await expect
      .poll(async () => {
        await sandbox.command('agent', { action: 'typing' });
        return bordersOf(dots);
      })
      .toEqual(Array(3).fill('3px solid rgb(0, 0, 0)'));
  });

  test('the line that shows that times are looked up', async ({ page, host }) => {
    await host.open('/plain', { attrs: texts.en.attrs, query: { 'cm-scheduler-form': 'true' } });
    const pane = host.frame();
    await pane.locator('button[aria-controls$=CALENDAR]').click();
    await expect(slots(pane).first()).toBeVisible();
    const times = await hold(page, /\/v2\/availability\/lookup/);
    await pane.getByRole('button', { name: 'Time zone' }).click();
    await pane.getByRole('option').nth(3).click();
    await times.asked;
    const line = pane.getByRole('status').filter({ hasText: 'Loading' });
    await expect(line).toHaveCount(1);
    expect(await bordersOf(line)).toEqual(['2px solid rgb(0, 0, 0)']);
  });

  test('the ring that turns while a question is sorted', async ({ page, host }) => {
    await host.open('/plain', { attrs: texts.en.attrs });
    const pane = await openFromMenu(host);
    const sorting = await hold(page, /\/classifier\/v2\/message/);
    await pane.locator('textarea').fill(texts.en.question);
    await proceed(pane).click();
    await sorting.asked;
    // One side is a gap, in the colour of the ground.
    await expect(pane.getByRole('status').locator('span:empty')).toHaveCSS(
      'border-color',
      'rgb(255, 255, 255) rgb(0, 0, 0) rgb(0, 0, 0)',
    );
  });
});
