import type { Frame, Page } from 'playwright/test';
import { contrast } from './contrast.ts';
import { expect, type HostPageHelper, test } from './fixtures.ts';
import { field, slots } from './schedulerSteps.ts';
import { surfaces } from './surfaceSteps.ts';

/** Success criteria of WCAG that no automatic checker covers, on every surface. */

const controls = 'button, a[href], input, textarea, select, summary, [role=option], [tabindex="0"]';

/** The spacing of WCAG 1.4.12, which a visitor sets with a style sheet of their own. */
const setTextSpacing = (frame: Frame): Promise<void> =>
  frame.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
    );
    document.adoptedStyleSheets.push(sheet);
  });

/** What a box of its own cuts off. A list that scrolls cuts nothing off, nor does a text for screen readers only. */
const cutOff = (frame: Frame): Promise<readonly string[]> =>
  frame.evaluate(() =>
    [...document.body.querySelectorAll<HTMLElement>('*')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.clientWidth > 1)
      .filter((element) => element.textContent?.trim() !== '' && !(element instanceof HTMLTextAreaElement))
      .filter((element) => getComputedStyle(element).clipPath === 'none')
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element);
        const isCut = (overflow: string, content: number, box: number) =>
          /hidden|clip/.test(overflow) && content > box + 1;
        return (
          isCut(overflowX, element.scrollWidth, element.clientWidth) ||
          isCut(overflowY, element.scrollHeight, element.clientHeight)
        );
      })
      .map((element) => `${element.tagName} ${element.textContent}`),
  );

/** Whether a visitor must scroll sideways. */
const isTooWide = (frame: Frame): Promise<boolean> =>
  frame.evaluate(() =>
    [...document.querySelectorAll('html, body, [role=dialog]')].some(
      (element) => element.scrollWidth > element.clientWidth + 1,
    ),
  );

/** Controls whose target is smaller than 24 px. The target of a radio button or checkbox includes its label. */
const smallTargets = (frame: Frame): Promise<readonly string[]> =>
  frame.evaluate(
    (selector) =>
      [...document.body.querySelectorAll<HTMLElement>(selector)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled'))
        // A link in a sentence is as high as its line.
        .filter((element) => getComputedStyle(element).display !== 'inline')
        .map((element) => {
          const label = element instanceof HTMLInputElement ? element.closest('label') : null;
          const { width, height } = (label ?? element).getBoundingClientRect();
          return { name: element.outerHTML.slice(0, 120), width: Math.round(width), height: Math.round(height) };
        })
        // What only assistive technology reaches has one pixel.
        .filter(({ width, height }) => width > 1 && height > 1 && Math.min(width, height) < 24)
        .map(({ name, width, height }) => `${width} × ${height}: ${name}`),
    controls,
  );

/** What a step by keyboard has reached in the frame. */
const readFocused = (frame: Frame) =>
  frame.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body || !document.hasFocus()) return undefined;
    // A radio button without a box of its own shows its ring on its label.
    const shown = element.getBoundingClientRect().width > 1 ? element : (element.closest('label') ?? element);
    const { left, top, width, height } = shown.getBoundingClientRect();
    const hit = [0.25, 0.5, 0.75].some((part) => {
      const found = document.elementFromPoint(left + width / 2, top + height * part);
      return found !== null && (shown.contains(found) || found.contains(shown));
    });
    const rings = [element, ...[element.closest('label'), element.parentElement].filter((one) => one !== null)];
    const ring = rings.some((one) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2;
    });
    return {
      name: element.outerHTML.slice(0, 120),
      place: [...document.querySelectorAll('*')].indexOf(element),
      isHit: hit,
      // The chat's field shows the caret, and colours the line above it.
      isShown: ring || element instanceof HTMLTextAreaElement,
    };
  });

/** What must not change by focus or input alone: the address, the tabs, the heading, and what is expanded. */
async function readContext(page: Page, frame: Frame): Promise<unknown> {
  const shown = await frame.evaluate(() => ({
    headings: [...document.querySelectorAll('h1, h2, h3')].map((heading) => heading.textContent),
    expanded: document.querySelectorAll('[aria-expanded=true]').length,
    dialogs: document.querySelectorAll('[role=dialog], dialog[open]').length,
  }));
  return { ...shown, url: page.url(), tabs: page.context().pages().length };
}

async function open(host: HostPageHelper, name: string): Promise<Frame> {
  await surfaces[name]?.(host);
  return host.frameHandle();
}

for (const name of Object.keys(surfaces)) {
  test.describe(name, () => {
    for (const width of [1280, 320]) {
      test(`[A11Y-38] no text is cut off with the text spacing of WCAG in the ${name} at ${width} px`, async ({
        page,
        host,
      }) => {
        await page.setViewportSize({ width, height: 800 });
        const frame = await open(host, name);
        await setTextSpacing(frame);
        expect(await cutOff(frame)).toEqual([]);
        expect(await isTooWide(frame)).toBe(false);
      });
    }

    test(`[A11Y-42] every target is at least 24 px wide and high in the ${name}`, async ({ host }) => {
      expect(await smallTargets(await open(host, name))).toEqual([]);
    });

    test(`[A11Y-41] Tab shows where it is, behind nothing, and changes nothing in the ${name}`, async ({
      page,
      host,
    }) => {
      await page.setViewportSize({ width: 640, height: 512 });
      const frame = await open(host, name);
      const before = await readContext(page, frame);
      const places = new Set<number>();
      // Both ways, because the chat begins with the focus in its last field.
      for (const key of ['Tab', 'Shift+Tab']) {
        const seen = new Set<number>();
        for (let steps = 0; steps < 80; steps += 1) {
          await page.keyboard.press(key);
          const focused = await readFocused(frame);
          if (!focused) continue;
          if (seen.has(focused.place)) break;
          seen.add(focused.place);
          places.add(focused.place);
          expect(focused.isHit, `covered: ${focused.name}`).toBe(true);
          expect(focused.isShown, `no ring: ${focused.name}`).toBe(true);
          expect(await readContext(page, frame), focused.name).toEqual(before);
        }
      }
      expect(places.size).toBeGreaterThan(2);
    });

    test(`[A11Y-40][A11Y-41] borders of fields and the focus ring have a contrast of 3 in the ${name}, light and dark`, async ({
      page,
      host,
    }) => {
      const frame = await open(host, name);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.keyboard.press('Tab');
        const pairs = await frame.evaluate(() => {
          const groundOf = (element: Element | null): string => {
            for (let one = element; one; one = one.parentElement) {
              const { backgroundColor } = getComputedStyle(one);
              if (!/, 0\)$|transparent/.test(backgroundColor)) return backgroundColor;
            }
            return 'rgb(255, 255, 255)';
          };
          const fields = document.querySelectorAll('textarea, input:not([type=radio]):not([type=checkbox])');
          const shown = [...fields].filter((field) => field.checkVisibility({ visibilityProperty: true }));
          const focused = document.activeElement;
          return [
            ...shown.flatMap((field) => {
              // The line around a field belongs to it or to the box that holds it and its buttons.
              const owner = [field, field.parentElement, field.parentElement?.parentElement].find(
                (one) => one && Number.parseFloat(getComputedStyle(one).borderBottomWidth) > 0,
              );
              const line = owner ? getComputedStyle(owner).borderBottomColor : 'no border';
              return [[field.outerHTML.slice(0, 100), line, groundOf(owner?.parentElement ?? null)]];
            }),
            ...(focused && focused !== document.body
              ? [['focus', getComputedStyle(focused).outlineColor, groundOf(focused.parentElement)]]
              : []),
          ];
        });
        for (const [what = '', line = '', ground = ''] of pairs) {
          expect(contrast(line, ground), `${what}: ${line} on ${ground}, ${colorScheme}`).toBeGreaterThanOrEqual(3);
        }
      }
    });

    test(`fits a phone held upright and sideways: the ${name}`, async ({ page, host }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      const frame = await open(host, name);
      const headings = () => frame.evaluate(() => document.querySelectorAll('h1, h2, h3').length);
      const upright = await headings();
      await page.setViewportSize({ width: 844, height: 390 });
      await expect.poll(async () => (await host.iframe().boundingBox())?.height).toBeLessThanOrEqual(390);
      expect(await headings()).toBe(upright);
      expect(await isTooWide(frame)).toBe(false);
      await expect(host.frame().getByRole('button', { name: 'Minimize' })).toBeInViewport({ ratio: 1 });
    });
  });
}

test('choosing a time keeps the focus, books nothing and changes nothing else', async ({ page, host, sandbox }) => {
  const pane = await surfaces['scheduler’s calendar']?.(host);
  if (!pane) throw new Error('no calendar');
  const frame = await host.frameHandle();
  const before = await readContext(page, frame);
  await slots(pane).nth(2).check();
  await expect(slots(pane).nth(2)).toBeFocused();
  expect(await readContext(page, frame)).toEqual(before);
  expect((await sandbox.requests('/v2/appointments')).filter(({ method }) => method === 'POST')).toEqual([]);
});

test('the fields about the visitor name their purpose, so that the browser fills them in', async ({ host }) => {
  const pane = await surfaces['scheduler’s contact fields']?.(host);
  if (!pane) throw new Error('no fields');
  const tokens = { firstName: 'given-name', lastName: 'family-name', company: 'organization', email: 'email' };
  for (const [name, token] of Object.entries(tokens)) {
    await expect(field(pane, name)).toHaveAttribute('autocomplete', token);
  }
  await expect(field(pane, 'phoneNumber')).toHaveAttribute('autocomplete', /^tel/);
});
