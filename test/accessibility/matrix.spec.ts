import type { Page } from 'playwright/test';
import { type CheckAxe, expect, type HostPageHelper, test } from '../browser/fixtures.ts';
import { resize, tooWide, wordsIn } from '../browser/surfaceChecks.ts';
import { textsIn } from './matrixTexts.ts';
import { journeys } from './states/all.ts';
import { type State, visitLanguages } from './states/visit.ts';

/** axe and IBM's checker in every state of every surface. A journey is opened once for each language; the other modes are switched in place. */

interface Mode {
  readonly name: string;
  readonly colorScheme?: 'light' | 'dark';
  readonly forcedColors?: 'active' | 'none';
  readonly width?: number;
  readonly height?: number;
}

const modes: Readonly<Record<(typeof visitLanguages)[number], readonly Mode[]>> = {
  en: [
    { name: 'light' },
    { name: 'dark', colorScheme: 'dark' },
    { name: 'forced colours', forcedColors: 'active' },
    { name: '320 px', width: 320, height: 640 },
    // 1280 × 1024 at 400 %.
    { name: '400 % zoom', width: 320, height: 256 },
  ],
  ar: [{ name: 'Arabic' }],
};

async function enter(page: Page, host: HostPageHelper, mode: Mode): Promise<void> {
  const { colorScheme = 'light', forcedColors = 'none', width = 1280, height = 800 } = mode;
  await page.emulateMedia({ colorScheme, forcedColors });
  await resize(page, host, width, height);
}

async function problemsOf(host: HostPageHelper, state: State, checkAxe: CheckAxe): Promise<readonly string[]> {
  if (state.isOnPage) return checkAxe(host.pill().page().mainFrame(), { within: '#contact-widget' });
  return [...(await checkAxe()), ...(await tooWide(await host.frameHandle())).map((wide) => `too wide: ${wide}`)];
}

for (const [surface, journeysOf] of Object.entries(journeys)) {
  for (const journey of journeysOf) {
    for (const language of visitLanguages) {
      test(`both checkers find nothing in ${surface}, ${journey.name}, ${language}`, async ({
        page,
        host,
        sandbox,
        problems,
        checkAxe,
      }, info) => {
        problems.allow(/a view failed|Failed to fetch dynamically imported module/);
        const note = (type: string, ...lines: readonly string[]): void => {
          for (const description of lines) info.annotations.push({ type, description });
        };
        note('engine', `Chromium ${page.context().browser()?.version()}`);
        for await (const state of journey({ page, host, sandbox, language })) {
          await expect(state.shows, state.name).toBeVisible();
          const box = await host.iframe().boundingBox();
          for (const mode of modes[language]) {
            await enter(page, host, mode);
            await expect(state.shows, `${state.name}, ${mode.name}`).toBeVisible();
            if (mode.name === 'light') note('text', ...textsIn(await wordsIn(host)));
            const found = await problemsOf(host, state, checkAxe);
            expect.soft(found, `${state.name}, ${mode.name}`).toEqual([]);
            note('checked', `${state.name}, ${mode.name}`);
          }
          note('state', state.name);
          await enter(page, host, modes.en[0] as Mode);
          // Until the pane is back in its place, a click misses its target.
          await expect.poll(() => host.iframe().boundingBox()).toEqual(box);
        }
      });
    }
  }
}
