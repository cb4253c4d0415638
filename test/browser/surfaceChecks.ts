import { expect, type Frame, type Locator, type Page } from 'playwright/test';
import { contrast } from './contrast.ts';
import type { HostPageHelper } from './fixtures.ts';

/** Measures what no automatic checker covers in WCAG. Each check returns what it found wrong, or what it saw. */

const controls = 'button, a[href], input, textarea, select, summary, [role=option], [tabindex="0"]';

/** A field that opens with the focus shows the caret, and colours the line above it instead of a ring. */
const fieldThatOpensFocused = 'textarea[data-opens-focused]';

/** The spacing of WCAG 1.4.12, which a visitor sets with a style sheet of their own. Returns how to remove it. */
export async function setTextSpacing(frame: Frame): Promise<() => Promise<void>> {
  const sheet = await frame.evaluateHandle(() => {
    const added = new CSSStyleSheet();
    added.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
    );
    document.adoptedStyleSheets.push(added);
    return added;
  });
  return () =>
    sheet.evaluate((added) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== added);
    });
}

/** What a box of its own cuts off. A list that scrolls cuts nothing off, nor does a text for screen readers only. */
export const cutOff = (frame: Frame): Promise<readonly string[]> =>
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

/** The boxes that a visitor must scroll sideways: the document, dialogs, and every box that scrolls. */
export const tooWide = (frame: Frame): Promise<readonly string[]> =>
  frame.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter(
        (element) =>
          element.matches('html, body, [role=dialog]') || /auto|scroll/.test(getComputedStyle(element).overflowX),
      )
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => `${element.scrollWidth} > ${element.clientWidth}: ${element.outerHTML.slice(0, 120)}`),
  );

/** Controls whose target is smaller than 24 px. The target of a radio button or checkbox includes its label. */
export const smallTargets = (frame: Frame): Promise<readonly string[]> =>
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

/** A line that shows where something is, and the backgrounds on which it lies, the topmost first. */
interface Line {
  readonly name: string;
  readonly color: string | undefined;
  readonly ground: readonly string[];
}

/** What is wrong with lines that must be there and have a contrast of 3. */
const faint = (lines: readonly Line[]): readonly string[] =>
  lines.flatMap(({ name, color, ground }) => {
    if (color === undefined) return [`no line: ${name}`];
    const ratio = contrast(color, ground);
    return ratio < 3 ? [`${ratio.toFixed(2)}, ${color} on ${ground.join(' on ')}: ${name}`] : [];
  });

/** Fields without a border that has a contrast of 3. The border belongs to the field, or to the box that holds it and its buttons. */
export async function faintBorders(frame: Frame): Promise<readonly string[]> {
  const lines = await frame.evaluate(() => {
    const groundOf = (element: Element | null): readonly string[] =>
      element ? [getComputedStyle(element).backgroundColor, ...groundOf(element.parentElement)] : [];
    const lineOf = (element: Element): string | undefined => {
      const style = getComputedStyle(element);
      return (['Bottom', 'Top'] as const)
        .filter(
          (side) =>
            Number.parseFloat(style[`border${side}Width`]) > 0 && !/none|hidden/.test(style[`border${side}Style`]),
        )
        .map((side) => style[`border${side}Color`])[0];
    };
    return [...document.querySelectorAll('textarea, select, input:not([type=radio]):not([type=checkbox])')]
      .filter((field) => field.checkVisibility({ visibilityProperty: true }))
      .map((field) => {
        const around = [field, field.parentElement, field.parentElement?.parentElement].filter((one) => one != null);
        const owner = around.find((one) => lineOf(one) !== undefined);
        return {
          name: field.outerHTML.slice(0, 120),
          color: owner && lineOf(owner),
          ground: groundOf(owner?.parentElement ?? null),
        };
      });
  });
  return faint(lines);
}

/** The lines that icons draw in the colour of their text. The names are those of their controls. */
const linesOf = (icons: Locator): Promise<readonly Line[]> =>
  icons.evaluateAll((all) => {
    const groundOf = (element: Element | null): readonly string[] =>
      element ? [getComputedStyle(element).backgroundColor, ...groundOf(element.parentElement)] : [];
    return all.map((element) => ({
      name: (element.closest('button, a') ?? element).outerHTML.slice(0, 120),
      color: getComputedStyle(element).color,
      ground: groundOf(element.parentElement),
    }));
  });

/** Icons without a contrast of 3, of the controls that say nothing else. */
export async function faintIcons(frame: Frame): Promise<readonly string[]> {
  const controlsWithoutText = frame.locator('button:enabled:not([aria-disabled=true]), a').filter({ hasNotText: /\S/ });
  const lines = await linesOf(controlsWithoutText.locator('svg').filter({ visible: true }));
  return lines.length === 0 ? ['no icon is shown'] : faint(lines);
}

/**
 * Chosen controls that cannot be told from the others at a contrast of 3:1. Radio buttons and checkboxes show it by their colour;
 * labels, days and thumbs by a line around them.
 */
async function faintChoices(frame: Frame): Promise<readonly string[]> {
  const chosen = 'input:is([type=radio], [type=checkbox]):checked, [aria-selected=true] > button, [aria-pressed=true]';
  const lines = await frame.locator(chosen).evaluateAll((all) => {
    const groundOf = (element: Element | null): readonly string[] =>
      element ? [getComputedStyle(element).backgroundColor, ...groundOf(element.parentElement)] : [];
    const lineAround = (element: Element): string | undefined => {
      const style = getComputedStyle(element);
      const [inset] = /^\w+\([^)]*\)(?= 0px 0px 0px 2px inset)/.exec(style.boxShadow) ?? [];
      if (inset !== undefined) return inset;
      const isDrawn = (width: string, line: string): boolean => Number.parseFloat(width) >= 1 && line === 'solid';
      if (isDrawn(style.borderTopWidth, style.borderTopStyle)) return style.borderTopColor;
      return isDrawn(style.outlineWidth, style.outlineStyle) ? style.outlineColor : undefined;
    };
    return all
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => {
        const { opacity, accentColor, color } = getComputedStyle(element);
        const isNative = element instanceof HTMLInputElement && opacity !== '0';
        const shown = isNative ? element : (element.closest('label') ?? element);
        // Forced colours leave it all to the browser.
        const native = accentColor === 'auto' ? color : accentColor;
        return {
          name: shown.outerHTML.slice(0, 160),
          color: isNative ? native : lineAround(shown),
          ground: groundOf(shown.parentElement),
        };
      });
  });
  return lines.length === 0 ? ['nothing is chosen'] : faint(lines);
}

/** The same in all themes, light and dark, and with forced colours. */
export async function faintChoicesInAllThemes(page: Page, frame: Frame): Promise<readonly string[]> {
  const found: string[] = [];
  const look = async (name: string): Promise<void> =>
    void found.push(...(await faintChoices(frame)).map((choice) => `${name}: ${choice}`));
  // A colour in transition is neither of the two.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const theme of ['blue', 'yellow', 'grey', 'red-brand']) {
    await frame.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await look(`${theme}, ${colorScheme}`);
    }
  }
  await page.emulateMedia({ forcedColors: 'active' });
  await look('forced colours');
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
  return found;
}

/** What must not change by focus or input alone: the address, the tabs, the headings, what is expanded, and what is pressed. */
export async function readContext(page: Page, frame: Frame): Promise<unknown> {
  const shown = await frame.evaluate(() => ({
    headings: [...document.querySelectorAll('h1, h2, h3')].map((heading) => heading.textContent),
    expanded: document.querySelectorAll('[aria-expanded=true]').length,
    pressed: document.querySelectorAll('[aria-pressed=true]').length,
    dialogs: document.querySelectorAll('[role=dialog], dialog[open]').length,
  }));
  return { ...shown, url: page.url(), tabs: page.context().pages().length };
}

export interface Focused {
  readonly name: string;
  readonly place: number;
  /** Whether nothing lies over it. */
  readonly isHit: boolean;
  /** Empty if a ring with a contrast of 3 shows the focus. */
  readonly faint: readonly string[];
}

/** What a step by keyboard has reached in the frame. */
export async function readFocused(frame: Frame): Promise<Focused | undefined> {
  const found = await frame.evaluate((opensFocused) => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body || !document.hasFocus()) return undefined;
    // A radio button without a box of its own shows its ring on its label.
    const shown = element.getBoundingClientRect().width > 1 ? element : (element.closest('label') ?? element);
    const { left, top, width, height } = shown.getBoundingClientRect();
    const isHit = [0.25, 0.5, 0.75].every((part) =>
      shown.contains(document.elementFromPoint(left + width / 2, top + height * part)),
    );
    const groundOf = (one: Element | null): readonly string[] =>
      one ? [getComputedStyle(one).backgroundColor, ...groundOf(one.parentElement)] : [];
    const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(shown);
    const hasRing = outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2;
    // A ring inside of the element lies on its own background.
    const isInside = Number.parseFloat(outlineOffset) < 0;
    const bar = element.matches(opensFocused) ? element.parentElement : null;
    return {
      name: element.outerHTML.slice(0, 120),
      place: [...document.querySelectorAll('*')].indexOf(element),
      isHit,
      // A field with a border of its own has the ring.
      ring:
        bar && !hasRing && getComputedStyle(element).borderTopWidth === '0px'
          ? { color: getComputedStyle(bar).borderTopColor, ground: groundOf(bar) }
          : {
              color: hasRing ? outlineColor : undefined,
              ground: groundOf(isInside ? shown : shown.parentElement),
            },
    };
  }, fieldThatOpensFocused);
  if (!found) return undefined;
  const { name, place, isHit, ring } = found;
  return { name, place, isHit, faint: faint([{ name, ...ring }]) };
}

/** The controls that Tab must reach: of radio buttons with one name, only one takes part. */
export const tabStops = (frame: Frame): Promise<readonly { readonly name: string; readonly place: number }[]> =>
  frame.evaluate((selector) => {
    const all = [...document.querySelectorAll('*')];
    const groups = new Set<string>();
    return [...document.body.querySelectorAll<HTMLElement>(selector)]
      .filter((element) => element.tabIndex >= 0 && !element.matches(':disabled'))
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
        const isFirst = !groups.has(element.name);
        groups.add(element.name);
        return isFirst;
      })
      .map((element) => ({ name: element.outerHTML.slice(0, 120), place: all.indexOf(element) }));
  }, controls);

/** The words that the visitor sees or hears: texts, names, hints, chosen options. Without those in elements that `except` selects. */
const wordsOf = (frame: Frame, except = 'script, style, textarea'): Promise<readonly string[]> =>
  frame.evaluate((ignored) => {
    const found: string[] = [];
    // The options of a select box have no box of their own.
    const isShown = (element: Element): boolean => {
      const isOption = element instanceof HTMLOptionElement;
      const box = isOption ? element.closest('select') : element;
      return (!isOption || element.selected) && box?.checkVisibility({ visibilityProperty: true }) === true;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (parentElement && isShown(parentElement) && !parentElement.closest(ignored)) found.push(textContent ?? '');
    }
    const names = ['aria-label', 'placeholder', 'title', 'alt', 'abbr', 'aria-description', 'aria-valuetext'];
    for (const element of document.body.querySelectorAll(names.map((name) => `[${name}]`).join()))
      if (isShown(element)) found.push(...names.map((name) => element.getAttribute(name) ?? ''));
    return found.map((text) => text.trim()).filter((text) => text !== '');
  }, except);

/** What the frame and the pill say, and the name of the frame on the page. */
export const wordsIn = async (host: HostPageHelper): Promise<readonly string[]> => [
  ...(await wordsOf(await host.frameHandle())),
  ...(await host
    .pill()
    .evaluateAll((pills) => pills.flatMap((pill) => [pill.textContent ?? '', pill.getAttribute('aria-label') ?? '']))),
  ...(await host.iframe().evaluateAll((frames) => frames.map((frame) => frame.getAttribute('title') ?? ''))),
  await (await host.frameHandle()).title(),
];

/** Waits until the frame stays where it is. */
export async function settled(host: HostPageHelper): Promise<void> {
  let last: unknown;
  await expect
    .poll(async () => {
      const before = last;
      last = await host.iframe().boundingBox();
      return JSON.stringify(before) === JSON.stringify(last);
    })
    .toBe(true);
}

/** Gives the window another size, and waits until the frame fits into it. */
export async function resize(page: Page, host: HostPageHelper, width: number, height: number): Promise<void> {
  if (page.viewportSize()?.width === width && page.viewportSize()?.height === height) return;
  await page.setViewportSize({ width, height });
  await expect
    .poll(async () => {
      const box = await host.iframe().boundingBox();
      return !box || (box.width <= width && box.height <= height);
    })
    .toBe(true);
}
