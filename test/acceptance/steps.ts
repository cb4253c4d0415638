import type { FrameLocator, Locator, Page } from 'playwright/test';
import { expect, type HostPageHelper, type SandboxControl, test } from '../browser/fixtures.ts';

/** The words of a story. What a step returns is what its code returns. */
export const given = <Result>(what: string, code: () => Result | Promise<Result>) => test.step(`Given ${what}`, code);
export const when = <Result>(what: string, code: () => Result | Promise<Result>) => test.step(`When ${what}`, code);
export const sees = <Result>(what: string, code: () => Result | Promise<Result>) => test.step(`Then ${what}`, code);

type Fields = Record<string, unknown>;

interface LookupAnswer {
  contactInformationBundles: Fields[];
  contactModuleTranslations: { key: Fields; textFragments: Record<string, Record<string, string>> }[];
  regionsAndLanguages: Fields[];
}

/** Changes what the contact service answers: `bundle` is the first one. */
export async function answerContact(page: Page, change: (bundle: Fields, answer: LookupAnswer) => void): Promise<void> {
  await page.route(/\/contact\/lookup(?!\/focus)/, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as LookupAnswer;
    change(answer.contactInformationBundles[0] ?? {}, answer);
    await route.fulfill({ response, json: answer });
  });
}

/** Changes the company's config of the widget. */
export async function configure(
  page: Page,
  change: Readonly<Record<string, Fields | readonly string[]>>,
): Promise<void> {
  await page.route('**/frame/config.json', async (route) => {
    const response = await route.fetch();
    const { $checked: _stamp, ...config } = (await response.json()) as Fields;
    for (const [name, value] of Object.entries(change))
      config[name] = Array.isArray(value) ? value : { ...(config[name] as Fields), ...value };
    await route.fulfill({ response, json: config });
  });
}

export const block = (pane: FrameLocator, kind: string): Locator => pane.locator(`[data-block=${kind}]`);

/** The entries of the menu from top to bottom. */
export const entries = (pane: FrameLocator): Promise<readonly (string | null)[]> =>
  pane.locator('[data-block]').evaluateAll((all) => all.map((one) => one.getAttribute('data-block')));

/** The entries that are open. */
export const openEntries = (pane: FrameLocator): Promise<readonly (string | null)[]> =>
  pane
    .locator('[data-block]')
    .evaluateAll((all) =>
      all.filter((one) => one.querySelector('[id]:not([hidden])')).map((one) => one.getAttribute('data-block')),
    );

export const minimize = (pane: FrameLocator): Promise<void> => pane.getByRole('button', { name: 'Minimize' }).click();

export const card = (host: HostPageHelper): Locator => host.frame().getByRole('complementary');

/** The card that a rule of the page's data layer shows. */
export const showing = (...notes: readonly Fields[]) => ({
  globals: { contactWidgetConfig: { rules: notes.map((note) => ({ condition: [], action: [note] })) } },
});

/** Notes the events of the page with their details, and returns them. */
export async function noteEvents(page: Page, ...names: readonly string[]): Promise<() => Promise<readonly unknown[]>> {
  await page.addInitScript((types) => {
    if (self !== top) return;
    const events: unknown[] = [];
    Object.assign(window, { noted: events });
    for (const type of types)
      document.addEventListener(type, (event) => {
        const { detail } = event as CustomEvent;
        // That the widget is ready says its version, too.
        events.push(detail && !type.startsWith('cm-app-') ? { type, ...detail } : type);
      });
  }, names);
  return () => page.evaluate(() => (window as unknown as { noted: unknown[] }).noted);
}

/** A command of the page to its widget. */
export const tell = (page: Page, type: string): Promise<void> =>
  page.evaluate((message) => window.postMessage(message, location.origin), type);

/** The proactive cookie. */
export async function proactiveCookie(page: Page): Promise<{ type: string; state: number } | undefined> {
  const found = (await page.context().cookies()).find(({ name }) => name === 'cm-proactive-state');
  return found && JSON.parse(decodeURIComponent(found.value));
}

export const calls = async (sandbox: SandboxControl, path: string): Promise<number> =>
  (await sandbox.requests(path)).length;

/** The body of a contact lookup, which is in its address. */
export function bodyOf(call: { readonly query: Readonly<Record<string, unknown>> } | undefined): Fields {
  return JSON.parse(String(call?.query.body ?? '{}')) as Fields;
}

/** The width of the card, and how far it is above the bottom of the pill. */
export async function place(host: HostPageHelper) {
  await expect(card(host)).toBeVisible();
  await expect.poll(async () => (await host.iframe().boundingBox())?.height ?? 0).toBeGreaterThan(80);
  await card(host).evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
  const [pill, box] = await Promise.all([host.pill().boundingBox(), card(host).boundingBox()]);
  return { width: box?.width, rise: (pill?.y ?? 0) + (pill?.height ?? 0) - (box?.y ?? 0) - (box?.height ?? 0) };
}
