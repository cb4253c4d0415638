import type { Frame, FrameLocator } from 'playwright/test';
import { languageTags } from '../../frame/text/languages/languageTags.ts';
import { loadLanguage } from '../../frame/text/languages/loadLanguage.ts';
import { expect, type HostPageHelper, type SandboxControl, test } from './fixtures.ts';
import { everyNth, sampleOf } from './sample.ts';
import { field, openFromMenu, proceed, slots, texts } from './schedulerSteps.ts';
import { wordsOf } from './surfaceChecks.ts';

const pseudo = { languageCode: 'en', regionCode: 'XA' };

/** A region of each language, so that the page names both. */
const regions: Readonly<Record<string, string>> = {
  ar: 'EG',
  he: 'IL',
  ja: 'JP',
  ko: 'KR',
  'zh-Hans': 'CN',
  'zh-Hant': 'TW',
};

/** What is cut off: text that is wider than its box, where the box hides it. */
const cutOff = (frame: Frame): Promise<readonly string[]> =>
  frame.evaluate(() =>
    [...document.body.querySelectorAll<HTMLElement>('button, a, label, legend, h1, h2, h3, p, span, summary')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.clientWidth > 1)
      .filter((element) => getComputedStyle(element).overflowX !== 'visible')
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.textContent?.includes('⟦'))
      .map((element) => element.textContent ?? ''),
  );

/** Every text that a service has sent for this page. */
async function sentBy(sandbox: SandboxControl): Promise<ReadonlySet<string>> {
  const sent = new Set<string>();
  for (const { path, query } of await sandbox.requests('/contact')) {
    const answer = await fetch(`${sandbox.servicesUrl}${path}?${new URLSearchParams(query as Record<string, string>)}`);
    JSON.stringify(await answer.json(), (_, value: unknown) => {
      // Some lists are one text.
      if (typeof value === 'string') for (const one of [value, ...value.split(',')]) sent.add(one.trim());
      return value;
    });
  }
  return sent;
}

const days = Array.from({ length: 365 }, (_, day) => new Date(2026, 0, day + 1));
const namesOfDays = new Set(
  (['long', 'short', 'narrow'] as const).flatMap((form) => {
    const weekday = new Intl.DateTimeFormat('en', { weekday: form });
    const month = new Intl.DateTimeFormat('en', { month: form });
    return days.flatMap((day) => [weekday.format(day), month.format(day)]);
  }),
);

/** Names of days, months, zones and countries come from the browser. */
const isFromBrowser = (text: string): boolean => {
  const words = text.split(/[\s,.:()+\-–/]+/).filter((word) => /[a-z]/i.test(word));
  return words.every((word) => /^(?:US|AM|PM|GMT|UTC|of|at|Today|NW)$/i.test(word) || namesOfDays.has(word));
};

async function hardCoded(frame: Frame, sandbox: SandboxControl, alsoSent: RegExp): Promise<readonly string[]> {
  const sent = [...(await sentBy(sandbox))].filter((text) => text.length > 1).sort((a, b) => b.length - a.length);
  const words = await wordsOf(frame, 'script, style, [data-kind=bot]');
  // A text may hold what a service has sent, such as a country, and a text of ours may hold another.
  const withoutOurs = (text: string): string => {
    const shorter = text.replace(/⟦[^⟦⟧]*⟧/g, '');
    return shorter === text ? text : withoutOurs(shorter);
  };
  return [...new Set(words)].filter((text) => {
    const rest = sent.reduce((left, one) => left.replaceAll(one, ' '), withoutOurs(text)).trim();
    return !alsoSent.test(rest) && !isFromBrowser(rest);
  });
}

async function expectTranslated(host: HostPageHelper, sandbox: SandboxControl, alsoSent = /^$/): Promise<void> {
  const frame = await host.frameHandle();
  expect(await hardCoded(frame, sandbox, alsoSent), 'hard-coded text').toEqual([]);
  expect(await cutOff(frame), 'text that is cut off').toEqual([]);
}

async function openMenu(host: HostPageHelper, query: Readonly<Record<string, string>>): Promise<FrameLocator> {
  await host.open('/plain', { attrs: { 'data-focus-area': 'cloud' }, query });
  const pane = await host.openPane();
  await expect(pane.locator('[data-block]').first()).toBeVisible();
  return pane;
}

test.describe('the pseudo-language', () => {
  for (const width of [1280, 375]) {
    test(`[F-AD6] finds no hard-coded and no clipped text in the menu at ${width} px`, async ({
      page,
      host,
      sandbox,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      const pane = await openMenu(host, pseudo);
      for (const entry of await pane.locator('[data-block] [aria-expanded=false]').all()) await entry.click();
      await expectTranslated(host, sandbox);
    });

    test(`[F-AD6] finds no hard-coded and no clipped text in the scheduler at ${width} px`, async ({
      page,
      host,
      sandbox,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await host.open('/plain', { attrs: { 'data-focus-area': 'cloud' }, query: pseudo });
      const pane = await openFromMenu(host);
      await expectTranslated(host, sandbox);
      await pane.locator('textarea').fill(texts.en.question);
      await proceed(pane).click();
      await pane
        .getByRole('button', { name: '⟦Ýéš' })
        .or(pane.getByRole('button', { name: '⟦Yéš' }))
        .first()
        .click();
      await expect(pane.getByRole('grid')).toBeVisible();
      await slots(pane).nth(1).check();
      await proceed(pane).click();
      await expect(field(pane, 'firstName')).toBeVisible();
      // Names of time zones and countries are the browser's.
      await expectTranslated(host, sandbox, /^(?:[A-Z][\w' ]+\/|[A-Z]|\+\d)/);
    });
  }

  test('[F-AD6] finds no hard-coded and no clipped text in a chat', async ({ host, sandbox }) => {
    const pane = await openMenu(host, pseudo);
    const start = pane.getByRole('button', { name: '⟦Sťářť çháť' });
    if (!(await start.isVisible())) await pane.getByRole('button', { name: '⟦Cháť' }).first().click();
    await start.click();
    await expect(pane.getByRole('log').locator('[data-kind=bot]').first()).toBeVisible();
    // What the bot says is also in the region that speaks it.
    await expectTranslated(host, sandbox, /Northwind/);
  });
});

test.describe('a page in a language that its contact service does not have', () => {
  for (const tag of sampleOf(languageTags, everyNth(4))) {
    test(`[F-AD6] has our texts in ${tag}`, async ({ host, problems }) => {
      const languageCode = tag.slice(0, 2);
      const regionCode = regions[tag] ?? (tag === 'pt-BR' ? 'BR' : tag.toUpperCase());
      const language = await loadLanguage(tag);
      const pane = await openMenu(host, { languageCode, regionCode });
      // The service answers other languages in English, with an introduction of its own.
      await expect(pane.getByText(String(language.menu?.intro))).toBeVisible();
      await expect(pane.getByRole('button', { name: String(language.header?.minimize) })).toBeVisible();
      await expect(pane.locator('html')).toHaveAttribute('lang', `${languageCode}-${regionCode}`);
      await expect(pane.locator('html')).toHaveAttribute('dir', ['ar', 'he'].includes(tag) ? 'rtl' : 'ltr');
      expect(await cutOff(await host.frameHandle())).toEqual([]);
      expect(problems.consoleErrors).toEqual([]);
    });
  }

  test('[F-AD6] has English when the language cannot be downloaded', async ({ page, host }) => {
    await page.route(/\/assets\/fr-/, (route) => route.abort());
    const pane = await openMenu(host, { languageCode: 'fr', regionCode: 'FR' });
    await expect(pane.getByText('How would you like to contact Northwind?')).toBeVisible();
  });
});
