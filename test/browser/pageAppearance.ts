import type { Page } from 'playwright/test';
import { expect, type HostPageHelper } from './fixtures.ts';

/** Compares the page without and with the widget, and the widget's appearance across pages. */

export interface Appearance {
  readonly pill: string;
  readonly pane: string;
}

type Parts = Pick<HostPageHelper, 'pill' | 'iframe'>;

type Clip = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

export const wholePage: Clip = { x: 0, y: 0, width: 1280, height: 800 };

/** Everything on the page that the widget could change, without our element and the loader's tag. */
export function snapshotOfPage() {
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

export type Snapshot = ReturnType<typeof snapshotOfPage>;

/** A short description of each difference. */
export function changes(
  before: Snapshot,
  after: Snapshot,
  except: readonly (keyof Snapshot)[] = [],
): readonly string[] {
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

/** The parts of the page outside the corner of the pill and its shadow. */
export const aroundWidget = [
  { x: 0, y: 0, width: 1280, height: 680 },
  { x: 0, y: 680, width: 1000, height: 120 },
] as const;

export async function pixels(page: Page, clips: readonly Clip[]) {
  const shots: string[] = [];
  for (const clip of clips)
    shots.push((await page.screenshot({ clip, animations: 'disabled', caret: 'initial' })).toString('base64'));
  return shots;
}

/** A screenshot of the inside of a box, without round corners and shadows, through which the page shows. */
async function inside(page: Page, host: Parts, part: 'pill' | 'iframe', inset: number): Promise<string> {
  const box = await host[part]().boundingBox();
  if (!box) throw new Error(`no ${part}`);
  const [shot = ''] = await pixels(page, [
    { x: box.x + inset, y: box.y + inset, width: box.width - 2 * inset, height: box.height - 2 * inset },
  ]);
  return shot;
}

/** At the edge of one of its tiles, the browser does not always draw a round corner in the same way. */
const mostDifferentPixels = 16;

/** Counts in a page of its own, because the policy of the page under test may forbid pictures. */
async function differentPixels(page: Page, one: string, other: string): Promise<number> {
  const blank = await page.context().newPage();
  try {
    return await blank.evaluate(
      async (pictures) => {
        const read = async (picture: string): Promise<ImageData | undefined> => {
          const image = new Image();
          image.src = `data:image/png;base64,${picture}`;
          await image.decode();
          const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
          context?.drawImage(image, 0, 0);
          return context?.getImageData(0, 0, image.width, image.height);
        };
        const [first, second] = await Promise.all(pictures.map(read));
        if (!first || !second || first.width !== second.width || first.height !== second.height) return 1e9;
        const [before, after] = [new Uint32Array(first.data.buffer), new Uint32Array(second.data.buffer)];
        return before.filter((pixel, at) => pixel !== after[at]).length;
      },
      [one, other],
    );
  } finally {
    await blank.close();
  }
}

/** Takes screenshots until one looks like `wanted`, or until two in a row look the same. */
async function picture(page: Page, take: () => Promise<string>, what: string, wanted?: string): Promise<string> {
  let last = wanted;
  await expect
    .poll(async () => {
      const now = await take();
      const before = last;
      last = wanted ?? now;
      if (now === before) return true;
      return before !== undefined && (await differentPixels(page, before, now)) <= mostDifferentPixels;
    }, what)
    .toBe(true);
  return last ?? '';
}

export async function samePixels(page: Page, clips: readonly Clip[], wanted: readonly string[], what: string) {
  await expect
    .poll(async () => (await pixels(page, clips)).join() === wanted.join(), `${what} looks as before`)
    .toBe(true);
}

/** Takes a screenshot of the pill, then of the pane. Waits until each matches the wanted one, if given. */
export async function checkAppearance(page: Page, host: Parts, wanted: Partial<Appearance> = {}): Promise<Appearance> {
  const pill = await picture(page, () => inside(page, host, 'pill', 14), 'the pill looks as it should', wanted.pill);
  await host.pill().click();
  // Find the frame by its address: Playwright cannot go from element to frame on an XHTML page.
  const frame = page.frames().find((one) => one.url().includes('/frame/index.html'));
  if (!frame) throw new Error('the widget has no frame');
  await expect(frame.getByRole('dialog').locator('button[aria-expanded]').first()).toBeVisible();
  // Move the pointer away from anything with a hover style.
  await page.mouse.move(640, 20);
  await expect(frame.locator('[aria-busy="true"]')).toHaveCount(0);
  const pane = await picture(page, () => inside(page, host, 'iframe', 16), 'the pane looks as it should', wanted.pane);
  return { pill, pane };
}
