import { expect, test } from './fixtures.ts';
import { openLongChat } from './longChatSteps.ts';
import { countOf } from './sample.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const turns = countOf(5_000, 2_000);

test.describe(`a conversation of ${2 * turns} messages`, () => {
  test.describe.configure({ timeout: 240_000 });

  test('[CH-042][CH-052][F-PG9] is all drawn, and the browser lays out only the pages near the view, both ways', async ({
    page,
    host,
    sandbox,
  }) => {
    // In the page, because a busy machine may draw all messages before the test could count them.
    await page.addInitScript(() => {
      const growth: number[] = [];
      Object.assign(window, { growth });
      let before = 0;
      new MutationObserver(() => {
        const count = document.querySelectorAll('[role=log] li').length;
        growth.push(count - before);
        before = count;
      }).observe(document, { childList: true, subtree: true });
    });
    const { list, rows, isDrawn } = await openLongChat(page, host, sandbox, turns);
    await isDrawn();
    const growth = await list.evaluate(() => (window as unknown as { growth: number[] }).growth);
    expect(Math.max(...growth), 'they are drawn a page after the other').toBeLessThan(turns);
    await expect(rows.first()).toContainText('Question 0');
    /** How many pages have a layout at a position, from 0 at the start to 1 at the end, and whether one of them is there. */
    const laidOutAt = (position: number) =>
      list.evaluate(async (area, part) => {
        area.scrollTo({ top: part * (area.scrollHeight - area.clientHeight) });
        for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
        const pages = [...area.querySelectorAll(':scope > div > ul')];
        const laidOut = pages.filter((one) => one.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }));
        const middle = area.getBoundingClientRect().top + area.clientHeight / 2;
        const isInView = (one: Element) => {
          const { top, bottom } = one.getBoundingClientRect();
          return top <= middle && bottom >= middle;
        };
        return { all: pages.length, laidOut: laidOut.length, isShown: laidOut.some(isInView) };
      }, position);
    for (const position of [1, 0.7, 0.4, 0.1, 0, 0.2, 0.5, 0.8, 1]) {
      const { all, laidOut, isShown } = await laidOutAt(position);
      expect(all).toBeGreaterThanOrEqual(turns / 25);
      expect(laidOut, `at ${position}`).toBeLessThan(10);
      expect(isShown, `at ${position}`).toBe(true);
    }
  });
});

test('[CH-042][F-PG9] finds an early message of a long conversation in the page, and shows it', {
  tag: '@core',
}, async ({ page, host, sandbox }) => {
  const { list, rows, isDrawn } = await openLongChat(page, host, sandbox, 500);
  await isDrawn();
  const isLaidOut = () => rows.nth(200).evaluate((row) => row.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isLaidOut()).toBe(false);

  // `window.find` selects what it finds, and the browser's own search also scrolls there.
  const found = await list.evaluate((area) => {
    getSelection()?.selectAllChildren(area);
    getSelection()?.collapseToStart();
    const { find } = window as unknown as { find(text: string): boolean };
    const row = find('Answer 100') ? getSelection()?.anchorNode?.parentElement?.closest('li') : undefined;
    row?.scrollIntoView();
    return row?.textContent;
  });
  expect(found).toContain('Answer 100');
  await expect(list.getByText('Answer 100', { exact: true })).toBeInViewport();
  expect(await isLaidOut()).toBe(true);
});

test('[SH-051][F-PG9] keeps what the visitor reads in its place while earlier messages are drawn above', async ({
  page,
  host,
  sandbox,
}) => {
  // In the page, because a busy machine may draw all pages before the test could scroll.
  await page.addInitScript(() => {
    const waitForEarlierPage = (): void => {
      const area = document.querySelector('[role=log]');
      const rows = area?.querySelectorAll('li:not([data-kind=dateHeader])') ?? [];
      const row = rows[0];
      // Rows that arrive move.
      const isAtRest = document.getAnimations().length === 0;
      if (area && row && rows.length > 150 && isAtRest) read(area, row);
      else setTimeout(waitForEarlierPage);
    };
    const read = (area: Element, row: Element): void => {
      area.scrollTo({ top: 0 });
      // As a visitor's scroll, which the browser reports before the next frame. This one would be reported with it.
      area.dispatchEvent(new Event('scroll'));
      // In the list, because the header above it may still grow.
      const placePx = (): number => row.getBoundingClientRect().top - area.getBoundingClientRect().top;
      const firstPx = placePx();
      const reading = { text: row.textContent, movedPx: [] as number[] };
      const watch = (): void => {
        reading.movedPx.push(Math.abs(placePx() - firstPx));
        requestAnimationFrame(watch);
      };
      requestAnimationFrame(watch);
      Object.assign(window, { reading });
    };
    waitForEarlierPage();
  });
  const { list, isDrawn } = await openLongChat(page, host, sandbox, 1_000);
  await isDrawn();
  const { text, movedPx } = await list.evaluate(
    () => (window as unknown as { reading: { readonly text: string; readonly movedPx: readonly number[] } }).reading,
  );
  expect(text).not.toContain('Question 0');
  expect(movedPx.length).toBeGreaterThan(10);
  expect(Math.max(...movedPx)).toBeLessThan(2);
});

test('[CH-042] draws earlier messages only as the visitor scrolls up, in a browser that lays out all that is drawn', async ({
  page,
  host,
  sandbox,
}) => {
  await page.addInitScript(() => {
    const { supports } = CSS;
    CSS.supports = (...asked: string[]) =>
      asked[0] !== 'content-visibility' && (supports as (...asked: string[]) => boolean)(...asked);
  });
  const { list, rows } = await openLongChat(page, host, sandbox, 150);
  await list.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
  const atFirst = await rows.count();
  expect(atFirst).toBeLessThan(200);
  await list.evaluate((area) => area.scrollTo({ top: 0 }));
  await expect.poll(() => rows.count()).toBeGreaterThan(atFirst);
  expect(await rows.count()).toBeLessThan(300);
  await expect(async () => {
    await list.evaluate((area) => area.scrollTo({ top: 0 }));
    await expect(rows.first()).toContainText('Question 0', { timeout: 100 });
  }).toPass();
});

test('[SH-051] keeps what the visitor reads in its place when the window gets narrower or a message above gets taller', async ({
  page,
  host,
  sandbox,
}) => {
  await page.setViewportSize({ width: 760, height: 800 });
  const { list, isDrawn, topOf } = await openLongChat(page, host, sandbox, 200);
  await isDrawn();
  await list.evaluate((area) => {
    const row = [...area.querySelectorAll('li p')].find((one) => one.textContent === 'Question 60')?.closest('li');
    row?.scrollIntoView();
  });
  await expect.poll(() => topOf('Question 60')).toBeLessThan(200);
  const before = await topOf('Question 60');
  await page.setViewportSize({ width: 340, height: 800 });
  await expect.poll(async () => (await host.iframe().boundingBox())?.width).toBe(340);
  await expect.poll(async () => Math.abs((await topOf('Question 60')) - before)).toBeLessThan(2);
  await list.evaluate((area) => {
    const text = [...area.querySelectorAll('li p')].find((one) => one.textContent === 'Answer 59');
    const row = text?.closest('li') as HTMLElement;
    row.style.paddingBlockEnd = '300px';
  });
  await expect.poll(async () => Math.abs((await topOf('Question 60')) - before)).toBeLessThan(2);
});

test('[A11Y-22] keeps focus in a message that is far from view', { tag: '@core' }, async ({ page, host, sandbox }) => {
  const { list, isDrawn } = await openLongChat(page, host, sandbox, 200);
  await isDrawn();
  await list.evaluate((area) => {
    const link = document.createElement('a');
    link.href = 'https://docs.example/';
    link.textContent = 'A link';
    area.querySelector('li p')?.append(link);
    link.focus();
  });
  await list.evaluate((area) => area.scrollTo({ top: area.scrollHeight }));
  await expect(list.getByText('Answer 199', { exact: true })).toBeInViewport();
  const link = list.getByText('A link');
  await expect(link).toBeFocused();
  expect(await link.evaluate((one) => one.checkVisibility({ contentVisibilityAuto: true }))).toBe(true);
});
