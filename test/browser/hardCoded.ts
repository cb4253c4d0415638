import type { Frame, Page } from 'playwright/test';

/** Finds text that is hard-coded: in a page in the pseudo-language, every other text is in brackets, or was sent, typed or named by the browser. */

/** The texts in a body: of JSON also in its strings, of XML and HTML those between tags and in attributes. */
function textsIn(body: string): readonly string[] {
  try {
    const found: string[] = [];
    JSON.parse(body, (_, value: unknown) => {
      if (typeof value === 'string') found.push(...(/^[[{<]|<\w/.test(value) ? textsIn(value) : [value]));
      return value;
    });
    return found;
  } catch {
    const inAttributes = [...body.matchAll(/="([^"]*)"|='([^']*)'/g)].map(([, one, other]) => one ?? other ?? '');
    return [...body.split(/<[^>]*>/), ...inAttributes].map((text) =>
      text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? ''),
    );
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Collects what services, the page and the visitor have sent. */
export async function collectSent(page: Page): Promise<() => ReadonlySet<string>> {
  const texts = new Set<string>();
  const add = (body: string | null): void => {
    // Some lists are one text, and the widget breaks addresses and lines.
    for (const text of textsIn(body ?? ''))
      for (const part of [text, ...text.split(/[,\n]|(?=https?:)/), ...text.split(/(?=[./?&#])|(?<=\/)/)])
        texts.add(part);
  };
  await page.exposeFunction('hasReceived', add);
  // The browser does not keep the bodies of all answers for Playwright.
  await page.addInitScript(() => {
    const { fetch } = window;
    document.addEventListener('input', ({ target }) => {
      const { hasReceived } = window as unknown as { hasReceived(body: string): void };
      hasReceived((target as HTMLInputElement).value ?? '');
    });
    window.fetch = async (...request) => {
      const response = await fetch(...request);
      const { hasReceived } = window as unknown as { hasReceived(body: string): void };
      response
        .clone()
        .text()
        .then(hasReceived, () => {});
      return response;
    };
  });
  page.on('request', (request) => {
    add(request.postData());
    for (const value of new URL(request.url()).searchParams.values()) add(value);
  });
  page.on('response', async (response) => {
    if (/json|xml|plain|event-stream/.test(response.headers()['content-type'] ?? ''))
      add(await response.text().catch(() => ''));
  });
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => add(String(payload)));
    socket.on('framesent', ({ payload }) => add(String(payload)));
  });
  return () => texts;
}

/** Days, months, time zones, countries and languages, as the browser names them, and the words between dates and items of lists. */
export const browserNames = (frame: Frame): Promise<readonly string[]> =>
  frame.evaluate(() => {
    const days = Array.from({ length: 365 }, (_, day) => new Date(2026, 0, day + 1));
    const ofDays = (['long', 'short', 'narrow'] as const).flatMap((form) => {
      const formats = [
        new Intl.DateTimeFormat('en', { weekday: form }),
        new Intl.DateTimeFormat('en', { month: form }),
      ];
      return formats.flatMap((format) => days.map((day) => format.format(day)));
    });
    const zones = Intl.supportedValuesOf('timeZone');
    const ofZones = zones.flatMap((timeZone) =>
      (['longGeneric', 'shortGeneric', 'shortOffset'] as const)
        .map(
          (timeZoneName) =>
            new Intl.DateTimeFormat('en', { timeZone, timeZoneName })
              .formatToParts()
              .find(({ type }) => type === 'timeZoneName')?.value ?? '',
        )
        .concat((timeZone.split('/').at(-1) ?? '').replaceAll('_', ' ')),
    );
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const codes = letters.flatMap((one) => letters.map((other) => one + other));
    const named = (['region', 'language'] as const).flatMap((type) => {
      const names = new Intl.DisplayNames('en', { type });
      return codes.map((code) => names.of(type === 'region' ? code : code.toLowerCase()) ?? '');
    });
    return [...new Set([...ofDays, ...ofZones, ...named, ...codes, 'at', 'or', 'AM', 'PM', 'GMT', 'UTC'])];
  });

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The letters that the pseudo-language marks. Inside brackets, a word with one of them without its mark has been filled in. */
const unmarked = /[acdeilnorstuyz]/;

/** The words of a text that are neither ours nor among those that are known. */
function strayWords(text: string, known: readonly string[]): readonly string[] {
  const rest = known
    .filter((one) => text.includes(one))
    .reduce((left, one) => left.replace(new RegExp(`(?<!\\p{L})${escaped(one)}(?!\\p{L})`, 'gu'), ' '), text);
  let depth = 0;
  return (rest.match(/[⟦⟧]|[\p{L}\p{M}]+/gu) ?? []).filter((word) => {
    if (word === '⟦' || word === '⟧') {
      depth += word === '⟦' ? 1 : -1;
      return false;
    }
    return depth > 0 ? unmarked.test(word) : true;
  });
}

/** The texts that have such words. */
export function hardCoded(words: readonly string[], sent: Iterable<string>): readonly string[] {
  const known = [...new Set([...sent].map((text) => text.trim().replace(/\s+/g, ' ')))]
    .filter((text) => /\p{L}/u.test(text) && !text.includes('⟦'))
    .sort((one, other) => other.length - one.length);
  const isPartOfSent = (text: string): boolean => text.length > 20 && known.some((one) => one.includes(text));
  return [...new Set(words)]
    .map((text) => text.replace(/\s+/g, ' '))
    .filter((text) => !isPartOfSent(text) && strayWords(text, known).length > 0);
}
