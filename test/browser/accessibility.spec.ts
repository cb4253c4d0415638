import type { Frame, Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { openEntry } from './menuSteps.ts';
import { field, slots } from './schedulerSteps.ts';
import { openState, stateNames } from './stateSteps.ts';
import { cutOff, faintBorders, readFocused, setTextSpacing, smallTargets, tabStops, tooWide } from './surfaceChecks.ts';

/** Success criteria of WCAG that no automatic checker covers, on every surface. Each surface opens once for several of them. */

/** What must not change by focus or input alone: the address, the tabs, the heading, and what is expanded. */
async function readContext(page: Page, frame: Frame): Promise<unknown> {
  const shown = await frame.evaluate(() => ({
    headings: [...document.querySelectorAll('h1, h2, h3')].map((heading) => heading.textContent),
    expanded: document.querySelectorAll('[aria-expanded=true]').length,
    dialogs: document.querySelectorAll('[role=dialog], dialog[open]').length,
  }));
  return { ...shown, url: page.url(), tabs: page.context().pages().length };
}

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

for (const name of stateNames) {
  test(`[A11Y-38][A11Y-40][A11Y-42] text with the spacing of WCAG is not cut off, targets have 24 px, and borders a contrast of 3: ${name}`, async ({
    page,
    host,
    sandbox,
  }) => {
    await openState({ page, host, sandbox }, name);
    const frame = await host.frameHandle();
    expect.soft(await smallTargets(frame), 'targets').toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect.soft(await faintBorders(frame), `borders, ${colorScheme}`).toEqual([]);
    }
    await setTextSpacing(frame);
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(async () => (await host.iframe().boundingBox())?.width).toBeLessThanOrEqual(width);
      expect.soft(await cutOff(frame), `cut off, ${width} px`).toEqual([]);
      expect.soft(await tooWide(frame), `too wide, ${width} px`).toEqual([]);
    }
  });

  test(`[A11Y-40][A11Y-41] Tab shows where it is, behind nothing, and changes nothing; a phone shows all, upright and sideways: ${name}`, async ({
    page,
    host,
    sandbox,
  }) => {
    await page.setViewportSize({ width: 640, height: 512 });
    await openState({ page, host, sandbox }, name);
    const frame = await host.frameHandle();
    // Both ways, because the chat begins with the focus in its last field.
    const forward = await walk(page, frame, 'Tab');
    await page.emulateMedia({ colorScheme: 'dark' });
    const back = await walk(page, frame, 'Shift+Tab');
    const missed = (await tabStops(frame)).filter(({ place }) => !forward.has(place) && !back.has(place));
    expect.soft(missed, 'not reached').toEqual([]);
    expect(new Set([...forward, ...back]).size).toBeGreaterThan(2);

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
  });
}

test('choosing a time keeps the focus, books nothing and changes nothing else', async ({ page, host, sandbox }) => {
  const pane = await openState({ page, host, sandbox }, 'scheduler: calendar');
  const frame = await host.frameHandle();
  const before = await readContext(page, frame);
  await slots(pane).nth(2).check();
  await expect(slots(pane).nth(2)).toBeFocused();
  expect(await readContext(page, frame)).toEqual(before);
  expect((await sandbox.requests('/v2/appointments')).filter(({ method }) => method === 'POST')).toEqual([]);
});

test('the fields about the visitor name their purpose, so that the browser fills them in', async ({
  page,
  host,
  sandbox,
}) => {
  const pane = await openState({ page, host, sandbox }, 'scheduler: details');
  const tokens = { firstName: 'given-name', lastName: 'family-name', company: 'organization', email: 'email' };
  for (const [name, token] of Object.entries(tokens)) {
    await expect(field(pane, name)).toHaveAttribute('autocomplete', token);
  }
  await expect(field(pane, 'phoneNumber')).toHaveAttribute('autocomplete', /^tel/);
});

test('a button whose pointer leaves it before the release does nothing', async ({ page, host, sandbox }) => {
  /** Presses the button, leaves it to the left and releases. */
  const pressAndLeave = async (button: Locator): Promise<void> => {
    const box = await button.boundingBox();
    if (!box) throw new Error('the button has no box');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x - 40, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
  };
  /** The effect of a release passes through the frame and is drawn. The frame itself draws nothing while it is hidden. */
  const settle = async (): Promise<void> => {
    const draw = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await page.evaluate(draw);
    await (await host.frameHandle()).evaluate(() => new Promise((done) => setTimeout(done)));
    await page.evaluate(draw);
  };
  await host.open('/plain', { attrs: { 'data-focus-area': 'cloud' } });
  const pane = await host.openPane();
  const entry = await openEntry(pane, 'chat');
  await pressAndLeave(entry.getByRole('button', { name: 'Start chat' }));
  await pressAndLeave(pane.getByRole('button', { name: 'Minimize' }));
  await settle();
  await expect(entry.getByRole('button', { name: 'Start chat' })).toBeVisible();
  expect(await sandbox.requests('/bot/v2/message')).toEqual([]);
  // The pill comes last: the app is downloaded, so that a press of the pill would open the pane at once.
  await pane.getByRole('button', { name: 'Minimize' }).click();
  await expect(host.pill()).toBeVisible();
  await page.waitForFunction(() => document.getAnimations().length === 0);
  await pressAndLeave(host.pill());
  await settle();
  await expect(host.iframe()).toBeHidden();
});
