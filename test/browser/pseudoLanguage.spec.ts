import { english } from '../../frame/compose/english.ts';
import { journeys } from '../accessibility/states/all.ts';
import { openMenu, type State } from '../accessibility/states/visit.ts';
import { expect, type HostPageHelper, test } from './fixtures.ts';
import { browserNames, collectSent, hardCoded } from './hardCoded.ts';
import { sampleOf } from './sample.ts';
import { cutOff, resize, settled, tooWide, wordsIn } from './surfaceChecks.ts';

/** Every state of every surface in the pseudo-language, on a desktop and on two telephones, the narrower one in a sample. */

const widths = sampleOf([1280, 375, 320], (width) => width !== 375);

/** The debug window is for developers, and has no translations. */
const isTranslated = ({ name }: { readonly name: string }): boolean => name !== 'menu, debug';

/** One journey in the pane, and one on the page. `PAGES=all` takes all. */
const sample = ['pill, unread', 'menu, blocks'];

const all = Object.entries(journeys)
  .flatMap(([surface, ofSurface]) => ofSurface.map((journey) => ({ name: `${surface}, ${journey.name}`, journey })))
  .filter(isTranslated);

/** Proper names. */
const properNames: readonly string[] = ['Google', 'Outlook', 'Yahoo', 'virus.exe'];

/** Built-in texts, in the states to which no service has sent a translation. */
const builtIn: readonly string[] = Object.values(english).flatMap((texts) => Object.values<string>(texts));

/** Text that is hard-coded or cut off, and boxes that are wider than the window. */
async function problemsOf(host: HostPageHelper, state: State, known: readonly string[]): Promise<readonly string[]> {
  const found = hardCoded(await wordsIn(host), known).map((text) => `hard-coded: ${text}`);
  if (state.isOnPage) return found;
  const frame = await host.frameHandle();
  // A service's text may be folded.
  const cut = (await cutOff(frame)).filter((text) => text.includes('⟦')).map((text) => `cut off: ${text}`);
  return [...found, ...cut, ...(await tooWide(frame)).map((box) => `too wide: ${box}`)];
}

/** A list follows its button a moment after the window has changed, and an answer is told to the test a moment after it has arrived. */
async function lastingProblems(check: () => Promise<readonly string[]>): Promise<readonly string[]> {
  let found = await check();
  for (let tries = 0; found.length > 0 && tries < 5; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    found = await check();
  }
  return found;
}

test.describe('the pseudo-language', () => {
  for (const { name, journey } of sampleOf(all, (one) => sample.includes(one.name))) {
    test(`[F-AD6] finds no hard-coded and no clipped text in ${name}`, async ({ page, host, sandbox, problems }) => {
      problems.allow(/a view failed|Failed to fetch dynamically imported module/);
      test.setTimeout(300_000);
      const sent = await collectSent(page);
      let names: readonly string[] | undefined;
      for await (const state of journey({ page, host, sandbox, language: 'pseudo' })) {
        await expect(state.shows, state.name).toBeVisible();
        names ??= await browserNames(await host.frameHandle());
        const alsoKnown = [...names, ...properNames, ...(state.isInEnglish ? builtIn : [])];
        for (const width of widths) {
          await resize(page, host, width, 800);
          await expect(state.shows, `${state.name}, ${width} px`).toBeVisible();
          const found = await lastingProblems(() => problemsOf(host, state, [...sent(), ...alsoKnown]));
          expect.soft(found, `${state.name}, ${width} px`).toEqual([]);
        }
        await resize(page, host, 1280, 800);
        // Until the pane is back in its place, a click misses its target.
        await settled(host);
      }
    });
  }

  test('[F-AD6] finds a hard-coded text, name and value, and a text that is cut off', async ({
    page,
    host,
    sandbox,
  }) => {
    const sent = await collectSent(page);
    await openMenu({ page, host, sandbox, language: 'pseudo' });
    const frame = await host.frameHandle();
    const state = { name: 'menu', shows: frame.locator('body') };
    const known = [...sent(), ...(await browserNames(frame))];
    expect(await problemsOf(host, state, known)).toEqual([]);
    await frame.evaluate(() => {
      const added = document.createElement('div');
      added.innerHTML = `
        <p>Hello there</p>
        <img alt="A dog" width="9" height="9" />
        <p>⟦Ñéẋť month ~~~⟧</p>
        <p id="cut">⟦Óñé ľóñg ľíñé⟧</p>`;
      document.body.append(added);
      const cut = document.getElementById('cut');
      if (cut) cut.style.cssText = 'width: 30px; overflow: hidden; white-space: nowrap';
    });
    expect(await problemsOf(host, state, known)).toEqual([
      'hard-coded: Hello there',
      'hard-coded: ⟦Ñéẋť month ~~~⟧',
      'hard-coded: A dog',
      'cut off: P ⟦Óñé ľóñg ľíñé⟧',
    ]);
  });
});
