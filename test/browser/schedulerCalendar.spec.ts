import type { FrameLocator, Locator } from 'playwright/test';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from './fixtures.ts';
import { everyNth, sampleOf } from './sample.ts';
import { proceed, slots, texts } from './schedulerSteps.ts';

/** The calendar as a date grid, by the keys of the ARIA Authoring Practices Guide. */

const zone = 'America/New_York';

/** One free time on each of the next 500 days. */
function everyDay() {
  const today = Temporal.Now.plainDateISO(zone);
  return Array.from({ length: 500 }, (_, index) => {
    const date = today.add({ days: index + 1 });
    const at = (hour: number): string =>
      date.toZonedDateTime({ timeZone: zone, plainTime: { hour } }).toString({ timeZoneName: 'never' });
    const slot = { startDateTime: at(10), endDateTime: at(11), timezone: zone, expertId: 'mara' };
    return { date: date.toString(), slots: [slot] };
  });
}

/** The focused day, from the month above the grid and the button's own number. */
async function focusedDate(pane: FrameLocator, locale: string): Promise<string> {
  const [month, day] = await pane.locator('html').evaluate(() => {
    const { activeElement } = document;
    const grid = activeElement?.closest('[role=grid]');
    const title = document.getElementById(grid?.getAttribute('aria-labelledby') ?? '');
    return [title?.textContent ?? '', activeElement?.textContent ?? ''];
  });
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const number = new Intl.NumberFormat(locale, { useGrouping: false });
  const first = Temporal.Now.plainDateISO(zone).with({ day: 1 });
  for (let index = 0; index < 24; index += 1) {
    const date = first.add({ months: index });
    if (format.format(Date.UTC(date.year, date.month - 1, 1)) !== month) continue;
    for (let one = 1; one <= date.daysInMonth; one += 1)
      if (number.format(one) === day) return date.with({ day: one }).toString();
  }
  return `not a day: ${day} of ${month}`;
}

type Move = (date: Temporal.PlainDate) => Temporal.PlainDate;
const days =
  (count: number): Move =>
  (date) =>
    date.add({ days: count });
/** From Sunday, on which weeks begin in the United States and in Saudi Arabia. */
const weekday = (date: Temporal.PlainDate): number => date.dayOfWeek % 7;

for (const language of sampleOf(['en', 'ar'] as const, everyNth(2))) {
  const forward = language === 'ar' ? 'ArrowLeft' : 'ArrowRight';
  const back = language === 'ar' ? 'ArrowRight' : 'ArrowLeft';
  const keys: readonly (readonly [string, Move])[] = [
    ['PageDown', (date) => date.add({ months: 1 })],
    [forward, days(1)],
    [back, days(-1)],
    ['ArrowDown', days(7)],
    ['ArrowUp', days(-7)],
    ['End', (date) => date.add({ days: 6 - weekday(date) })],
    ['Home', (date) => date.subtract({ days: weekday(date) })],
    ['Shift+PageDown', (date) => date.add({ years: 1 })],
    ['Shift+PageUp', (date) => date.subtract({ years: 1 })],
    ['PageDown', (date) => date.add({ months: 1 })],
    ['PageUp', (date) => date.subtract({ months: 1 })],
  ];

  test(`[A11Y-29][SC-160][SC-156] moves by every key of a date grid in ${language}`, async ({
    page,
    host,
    sandbox,
    checkAxe,
  }) => {
    await sandbox.rules({ method: 'POST', path: '/v2/availability/lookup', status: 200, body: everyDay() });
    await host.open('/plain', { attrs: texts[language].attrs, query: { 'cm-scheduler-form': 'true' } });
    const pane = host.frame();
    const locale = language === 'ar' ? 'ar-SA-u-ca-gregory' : 'en-US';
    await pane.locator('button[aria-controls$=CALENDAR]').click();
    const stop = pane.getByRole('grid').locator('button[tabindex="0"]');
    await expect(slots(pane).first()).toBeVisible();
    await expect(stop).toHaveCount(1);
    await stop.focus();
    let date = Temporal.PlainDate.from(await focusedDate(pane, locale));
    for (const [key, move] of keys) {
      await page.keyboard.press(key);
      date = move(date);
      await expect.poll(() => focusedDate(pane, locale), { message: key }).toBe(date.toString());
      await expect(stop).toHaveCount(1);
    }
    // These keys move the focus and choose nothing. Enter and Space choose.
    const chosen = pane.getByRole('gridcell', { selected: true }).getByRole('button');
    await expect(chosen.and(pane.locator('[tabindex="0"]'))).toHaveCount(0);
    for (const key of ['Enter', 'Space']) {
      await page.keyboard.press(forward);
      await page.keyboard.press(key);
      await expect(chosen).toBeFocused();
      await expect(chosen).toHaveCount(1);
    }
    await expect(chosen).toHaveAttribute('tabindex', '0');
    expect(await checkAxe()).toEqual([]);
  });
}

test('[A11Y-29][SC-066][SC-069][SC-160] groups the times of a day, and shows which days have some also in forced colours', {
  tag: '@core',
}, async ({ page, host }) => {
  await host.open('/plain', { attrs: texts.en.attrs, query: { 'cm-scheduler-form': 'true' } });
  const pane = host.frame();
  await pane.locator('button[aria-controls$=CALENDAR]').click();
  await test.step('[A11Y-29][SC-066][SC-069] offers the times of a day as one labelled group, of which the arrow keys choose', async () => {
    const times = pane.getByRole('group', { name: /^Times on \w+, \w+ \d+ ?Time zone: Eastern Time \(GMT-\d\)/ });
    await expect(times.getByRole('radio').first()).toBeVisible();
    expect(await times.getByRole('radio').count()).toBe(await slots(pane).count());
    await times.getByRole('radio').first().focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await expect(times.getByRole('radio').nth(1)).toBeChecked();
    await expect(times.getByRole('radio').nth(1)).toBeFocused();
    // One stop: the next is the button that goes on.
    await page.keyboard.press('Tab');
    await expect(proceed(pane)).toBeFocused();
  });
  await test.step('[A11Y-29][SC-160] marks the days with free times in forced colours, too', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    // Forced colours drop backgrounds and draw borders.
    const bordersOf = (controls: Locator) =>
      controls.evaluateAll((all) => {
        const borders = all.map((control) => {
          const { borderTopWidth, borderTopColor } = getComputedStyle(control);
          return borderTopWidth === '0px' ? 'none' : `${borderTopWidth} ${borderTopColor}`;
        });
        return [...new Set(borders)];
      });
    const daysNamed = (name: RegExp, selected = false) =>
      pane.getByRole('gridcell', { selected }).getByRole('button', { name });
    const chosen = await bordersOf(daysNamed(/, times available/, true));
    expect(chosen).toEqual([expect.stringMatching(/^4px /)]);
    expect(await bordersOf(pane.locator('label:has(:checked)', { has: slots(pane) }))).toEqual(chosen);
    // Late in a month, the only free day may be the chosen one.
    for (const free of await bordersOf(daysNamed(/, times available/))) expect(free).toBe('2px rgb(0, 0, 0)');
    expect(await bordersOf(daysNamed(/, no times$/))).toEqual(['none']);
  });
});
