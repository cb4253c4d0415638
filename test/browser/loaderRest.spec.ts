import type { Page } from 'playwright/test';
import { expect, test } from './puppet/puppet.ts';

/** What the loader does while nothing happens, and what counts as the visitor's activity. The frame is a puppet. */

test.beforeEach(async ({ page, puppet }) => {
  await puppet.install();
  await page.addInitScript(() => {
    const planned = { count: 0 };
    Object.assign(window, { planned });
    const isOurs = (): boolean => new Error().stack?.includes('/loader.js') ?? false;
    for (const name of ['setTimeout', 'setInterval', 'requestIdleCallback'] as const) {
      const native = window[name] as (...args: unknown[]) => number;
      Object.assign(window, {
        [name]: (...args: unknown[]) => {
          if (isOurs()) planned.count += 1;
          return native.apply(window, args);
        },
      });
    }
    const searches = { points: 0, queries: 0 };
    Object.assign(window, { searches });
    const { elementsFromPoint, querySelectorAll } = Document.prototype;
    Document.prototype.elementsFromPoint = function (x, y) {
      if (isOurs()) searches.points += 1;
      return elementsFromPoint.call(this, x, y);
    };
    Document.prototype.querySelectorAll = function (this: Document, selectors: string) {
      if (isOurs()) searches.queries += 1;
      return querySelectorAll.call(this, selectors);
    } as typeof querySelectorAll;
  });
});

/** The points of the page that one search looks at. */
const pointsPerSearch = 240;

/** How often the loader has asked what is at a point of the page, and for elements by a selector. */
const searchesOf = (page: Page) =>
  page.evaluate(() => ({ ...(window as unknown as { searches: { points: number; queries: number } }).searches }));

test('[F-PG5][F-PG7][F-PG10] plans nothing at rest, one look for a burst of changes, and no search because of typing', async ({
  page,
  host,
  puppet,
}) => {
  await host.open('/plain');
  await puppet.showPill();
  await test.step('[F-PG5] plans nothing at rest, one look for a burst of changes, and nothing after it', async () => {
    const planned = () => page.evaluate(() => (window as unknown as { planned: { count: number } }).planned.count);
    // The looks of the first second are over.
    await page.waitForTimeout(3_000);
    const before = await planned();
    expect(before).toBeGreaterThan(0);
    const { points } = await searchesOf(page);
    expect(points).toBeGreaterThanOrEqual(pointsPerSearch);
    expect(points).toBeLessThanOrEqual(4 * pointsPerSearch);
    await page.waitForTimeout(2_000);
    expect(await planned()).toBe(before);
    const looks = (await puppet.relayed('look')).length;
    await page.evaluate(() => {
      for (let count = 0; count < 100; count += 1) document.title = `Title ${count}`;
    });
    // One second after the first change, a search is planned, and with it a look. The look finds nothing new.
    await expect.poll(planned).toBe(before + 2);
    await page.waitForTimeout(1_000);
    expect(await planned()).toBe(before + 2);
    expect((await puppet.relayed('look')).length).toBe(looks);
  });
  await test.step('[F-PG7][F-PG10] searches the page for obstacles a few times after its start, and never because of typing', async () => {
    await page.evaluate(() => document.body.append(document.createElement('textarea')));
    await page.locator('textarea').focus();
    // The looks that the field and its focus cause.
    await page.waitForTimeout(2_000);
    const before = await searchesOf(page);
    await page.keyboard.type('I would like to know more.', { delay: 40 });
    const active = (await puppet.relayed('active')).length;
    await page.keyboard.press('Shift');
    await expect.poll(async () => (await puppet.relayed('active')).length).toBeGreaterThan(active);
    expect(await searchesOf(page)).toEqual(before);
  });
});

const early = { 'data-pill': '{"en-US":{"textContent":"Chat"}}' };

test('[F-PG7][F-SH19][SH-109] searches a page at rest for obstacles once, and counts what a person does as activity, and nothing that a script does', {
  tag: '@core',
}, async ({ page, host, puppet }) => {
  await host.open('/plain', { attrs: early });
  await puppet.showPill();
  await test.step('[F-PG7] searches a page at rest for obstacles once, after the hello of the frame', async () => {
    // That our element has moved to the end of the document is no reason to search again a second later.
    await page.waitForTimeout(3_000);
    expect((await searchesOf(page)).points).toBe(pointsPerSearch);
  });
  await test.step('[F-SH19][SH-109] counts what a person does as activity, and nothing that a script does', async () => {
    const lastInput = async (): Promise<unknown> =>
      ((await puppet.relayed('active')).at(-1)?.[0] as unknown[] | undefined)?.[1];
    // A browser may report the pointer when it shows the page.
    await expect.poll(lastInput).toBeDefined();
    const atStart = await lastInput();
    await page.evaluate(async () => {
      document.body.style.height = '5000px';
      window.scrollTo(0, 500);
      document.body.click();
      document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
      document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, key: 'a' }));
    });
    await expect
      .poll(async () => ((await puppet.relayed('page')).at(-1)?.[0] as Record<string, string> | undefined)?.scrollY)
      .toBe('500');
    expect(await lastInput()).toBe(atStart);
    await page.keyboard.press('Shift');
    await expect.poll(lastInput).toBeGreaterThan(atStart as number);
  });
});

test('[F-PG7] creates no error in a look at a page that has none of what the settings may name', async ({
  page,
  host,
  puppet,
}) => {
  const client = await page.context().newCDPSession(page);
  const thrown: string[] = [];
  client.on('Debugger.paused', ({ data }) => {
    // The text of an error contains its stack.
    if (data?.description?.includes('/loader.js')) thrown.push(data.description);
    void client.send('Debugger.resume');
  });
  await client.send('Debugger.enable');
  await client.send('Debugger.setPauseOnExceptions', { state: 'all' });
  // Without an early pill, the loader throws and catches one exception at the start.
  await host.open('/plain', { attrs: early });
  await puppet.showPill();
  await expect.poll(async () => (await puppet.relayed('look')).length).toBeGreaterThan(0);
  await page.evaluate(() => document.title);
  expect(thrown).toEqual([]);
});

/** Changes the page all the time. Returns how often the loader has searched it since, and how many seconds that took. */
async function searchesOfRestlessPage(page: Page, least: number): Promise<{ searches: number; seconds: number }> {
  await page.evaluate(() => {
    setInterval(() => document.body.classList.toggle('changed'), 50);
  });
  const startMs = Date.now();
  const before = await searchesOf(page);
  const count = async (): Promise<number> => ((await searchesOf(page)).points - before.points) / pointsPerSearch;
  await expect.poll(count).toBeGreaterThanOrEqual(least);
  return { searches: await count(), seconds: (Date.now() - startMs) / 1_000 };
}

test('[F-PG5][F-PG28] searches a page that never rests for links and obstacles once a second, and a large one less often', async ({
  page,
  host,
  puppet,
}) => {
  await host.open('/plain');
  await puppet.showPill();
  await test.step('[F-PG5][F-PG28] searches a page that never rests for links and obstacles once a second', async () => {
    const { searches, seconds } = await searchesOfRestlessPage(page, 3);
    expect(searches).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
  });
  await test.step('[F-PG28] searches a large page that never rests less often, because each search takes longer', async () => {
    await page.evaluate(() => {
      document.body.append(...Array.from({ length: 14_000 }, () => document.createElement('i')));
    });
    // At least 3.8 s between two of them. The first one may have been planned before the page grew.
    const { seconds } = await searchesOfRestlessPage(page, 4);
    expect(seconds).toBeGreaterThan(3 * 3.8);
  });
});
