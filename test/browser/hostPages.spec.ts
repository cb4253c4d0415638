import type { Page } from 'playwright/test';
import { isolationPages } from '../pages/isolationPages.ts';
import { expect, type HostPageHelper, test as withSandbox } from './fixtures.ts';

/**
 * Every page of the isolation table: the widget is pixel by pixel what it is on the plain page, the page is what it is
 * without the widget, no policy is violated, and nothing is left at the end.
 */

interface Looks {
  readonly pill: string;
  readonly pane: string;
}

interface WorkerLooks {
  /** The looks on the plain page, once for each worker. */
  plainLooks: { looks?: Looks };
}

const test = withSandbox.extend<Record<never, never>, WorkerLooks>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern to see that nothing is asked for.
  plainLooks: [async ({}, use) => use({}), { scope: 'worker' }],
});

/** Everything that a page could notice of itself, without our element and the loader's tag. */
function snapshotOfPage() {
  const others = [...document.querySelectorAll('*')].filter(
    (element) => element.id !== 'contact-widget' && !element.matches('script[src*="/loader.js"]'),
  );
  const copy = document.documentElement.cloneNode(true) as Element;
  for (const element of copy.querySelectorAll('#contact-widget, script[src*="/loader.js"]')) element.remove();
  const names = [...getComputedStyle(document.documentElement)];
  return {
    markup: new XMLSerializer().serializeToString(copy).replace(/\n+/g, '\n'),
    styles: others.map((element) => {
      const style = getComputedStyle(element);
      return `${element.tagName}: ${names.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';')}`;
    }),
    scroll: [document.documentElement.scrollHeight, document.documentElement.scrollWidth, scrollX, scrollY],
    globals: Object.keys(window)
      .filter((name) => name !== 'contact-widget')
      .sort(),
    sheets: document.adoptedStyleSheets.length,
    focus: document.activeElement?.tagName,
  };
}

type Snapshot = ReturnType<typeof snapshotOfPage>;

/** What is not as it was, in few words. */
function changes(before: Snapshot, after: Snapshot, except: readonly (keyof Snapshot)[] = []): readonly string[] {
  const found: string[] = [];
  for (const name of Object.keys(before) as (keyof Snapshot)[]) {
    if (name === 'styles' || except.includes(name)) continue;
    if (JSON.stringify(before[name]) !== JSON.stringify(after[name])) {
      found.push(`${name}: ${JSON.stringify(before[name])} → ${JSON.stringify(after[name])}`);
    }
  }
  if (before.styles.length !== after.styles.length) return [...found, 'more or fewer elements'];
  for (const [index, style] of before.styles.entries()) {
    const now = after.styles[index]?.split(';') ?? [];
    const other = style.split(';').flatMap((rule, place) => (rule === now[place] ? [] : [`${rule} → ${now[place]}`]));
    if (other.length > 0) found.push(`${style.slice(0, style.indexOf(':'))} ${other.slice(0, 5).join(', ')}`);
  }
  return found;
}

/** Right of this and below that may stand pill and shadow. */
const free = [
  { x: 0, y: 0, width: 1280, height: 680 },
  { x: 0, y: 680, width: 1000, height: 120 },
] as const;

async function pixels(page: Page, clips: readonly { x: number; y: number; width: number; height: number }[]) {
  const shots: string[] = [];
  for (const clip of clips)
    shots.push((await page.screenshot({ clip, animations: 'disabled', caret: 'initial' })).toString('base64'));
  return shots;
}

/** The inside of a box: what shines through round corners and shadows is the page's. */
async function inside(page: Page, host: HostPageHelper, part: 'pill' | 'iframe', inset: number): Promise<string> {
  const box = await host[part]().boundingBox();
  if (!box) throw new Error(`no ${part}`);
  const [shot = ''] = await pixels(page, [
    { x: box.x + inset, y: box.y + inset, width: box.width - 2 * inset, height: box.height - 2 * inset },
  ]);
  return shot;
}

async function looksOn(page: Page, host: HostPageHelper): Promise<Looks> {
  const pill = await inside(page, host, 'pill', 14);
  await host.pill().click();
  // By its address: Playwright's own way from element to frame ends at a page in XHTML.
  const frame = page.frames().find((one) => one.url().endsWith('/frame/index.html'));
  if (!frame) throw new Error('the widget has no frame');
  await expect(frame.getByRole('dialog').locator('button[aria-expanded]').first()).toBeVisible();
  // Where the pointer rests, something may be lit.
  await page.mouse.move(640, 20);
  await expect(frame.locator('[aria-busy="true"]')).toHaveCount(0);
  return { pill, pane: await inside(page, host, 'iframe', 16) };
}

/** A picture that differs once may have been taken while something settled; twice it is different. */
async function samePicture(take: () => Promise<string>, wanted: string, what: string): Promise<void> {
  await expect.poll(take, { message: `${what} looks as on the plain page`, timeout: 5_000 }).toBe(wanted);
}

test.beforeEach(async ({ page, host, plainLooks }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  if (plainLooks.looks) return;
  await host.open('/isolation/plain');
  await expect(host.pill()).toBeVisible();
  plainLooks.looks = await looksOn(page, host);
  await page.context().clearCookies();
});

const ids: Readonly<Record<string, string>> = {
  'csp-origin': '[SH-004][CSP-01]',
  'csp-trusted-types': '[SH-004][CSP-02]',
  'csp-none-of-all': '[CSP-05]',
  'csp-strict-dynamic': '[CSP-01][CSP-06]',
  'csp-hash': '[CSP-13]',
  coop: '[CSP-08]',
  coep: '[CSP-08]',
  'coep-alone': '[CSP-08]',
  'coep-credentialless': '[CSP-08]',
  plain: '[CSP-09]',
  'no-storage': '[CSP-14]',
  clobbered: '[BR-01]',
  'css-hide': '[BR-42][CSP-16]',
  'css-root-off': '[BR-42][CSP-16]',
  'css-body-moves': '[BR-42][CSP-16]',
  'patched-calls': '[BR-48]',
};

for (const { name, about, differs, moves } of isolationPages) {
  test(`${ids[name] ?? '[SH-005][CSP-16]'} on the page ${name} (${about}) pill, pane and page look as they should, no policy is violated, and the end leaves no trace`, async ({
    page,
    host,
    problems,
    plainLooks,
  }) => {
    const path = `/isolation/${name}`;
    await host.open(path, { query: { loader: 'none' } });
    const before = await page.evaluate(snapshotOfPage);
    const [whole, ...around] = await pixels(page, [{ x: 0, y: 0, width: 1280, height: 800 }, ...free]);

    await host.open(path);
    await expect(host.pill()).toBeVisible();
    if (!moves) {
      expect(changes(before, await page.evaluate(snapshotOfPage))).toEqual([]);
      expect((await pixels(page, free)).join() === around.join(), 'the page around the pill is the same').toBe(true);
    }

    const pillBox = await host.pill().boundingBox();
    expect(pillBox && pillBox.x >= 0 && pillBox.x + pillBox.width <= 1280 && pillBox.y + pillBox.height <= 800).toBe(
      true,
    );
    const looks = await looksOn(page, host);
    if (!differs) {
      expect(looks.pill === plainLooks.looks?.pill, 'the pill looks as on the plain page').toBe(true);
      if (looks.pane !== plainLooks.looks?.pane) {
        await samePicture(() => inside(page, host, 'iframe', 16), plainLooks.looks?.pane ?? '', 'the pane');
      }
    }
    if (!moves) expect(changes(before, await page.evaluate(snapshotOfPage), ['focus'])).toEqual([]);

    await page.evaluate(() => window.postMessage('cm-destroy', location.origin));
    await expect(host.element()).toHaveCount(0);
    if (!moves) {
      expect(changes(before, await page.evaluate(snapshotOfPage), ['focus'])).toEqual([]);
      const [after] = await pixels(page, [{ x: 0, y: 0, width: 1280, height: 800 }]);
      expect(after === whole, 'the page looks as before').toBe(true);
    }
    expect(await problems.violations()).toEqual([]);
    expect(problems.consoleErrors).toEqual([]);
  });
}
