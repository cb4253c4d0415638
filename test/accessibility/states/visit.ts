import type { Locator, Page } from 'playwright/test';
import { english } from '../../../frame/compose/english.ts';
import { arabic } from '../../../frame/text/languages/ar.ts';
import { german } from '../../../frame/text/languages/de.ts';
import { japanese } from '../../../frame/text/languages/ja.ts';
import { expect, type HostPageHelper, type OpenOptions, type SandboxControl } from '../../browser/fixtures.ts';
import { openEntry } from '../../browser/menuSteps.ts';
import { pseudoTexts } from '../../sandbox/data/texts/pseudo.ts';

/** A visitor of a page, in a language of the company or the pseudo-language. The steps find every control by the key of its text. */

/** The languages in which both checkers see every state. `browser/pseudoLanguage.spec.ts` sees them in the pseudo-language. */
export const visitLanguages = ['en', 'ar'] as const;

/** The gallery (`../../gallery`) has two more. */
export type VisitLanguage = (typeof visitLanguages)[number] | 'de' | 'ja' | 'pseudo';
type Section = keyof typeof english;
type Key<S extends Section> = keyof (typeof english)[S] & string;

export interface Visit {
  readonly page: Page;
  readonly host: HostPageHelper;
  readonly sandbox: SandboxControl;
  readonly language: VisitLanguage;
}

/** What a journey has reached: a state of a surface, and an element that only this state shows. */
export interface State {
  readonly name: string;
  readonly shows: Locator;
  /** The element is on the page, not in the frame. */
  readonly isOnPage?: boolean;
  /** The texts are in English, because no service has sent their translation. */
  readonly isInEnglish?: boolean;
}

/** Goes through states, one after the other. A state stays until the next step. */
export type Journey = (visit: Visit) => AsyncGenerator<State, void, undefined>;

const locales: Readonly<Record<VisitLanguage, Readonly<Record<string, string>>>> = {
  en: {},
  ar: { 'data-language-code': 'ar', 'data-region-code': 'SA' },
  de: { 'data-language-code': 'de', 'data-region-code': 'DE' },
  ja: { 'data-language-code': 'ja', 'data-region-code': 'JP' },
  // No company has a bundle for it, so the address names it.
  pseudo: {},
};

/** The attributes of the loader for a focus area in the visitor's language. */
export const attrsOf = (
  { language }: Pick<Visit, 'language'>,
  focusArea = 'cloud',
): Readonly<Record<string, string>> => ({
  'data-focus-area': focusArea,
  ...locales[language],
});

/** The parameters of the address. */
export const queryOf = ({ language }: Pick<Visit, 'language'>): Readonly<Record<string, string>> =>
  language === 'pseudo' ? { languageCode: 'en', regionCode: 'XA' } : {};

const textsOf: Readonly<Record<VisitLanguage, Readonly<Record<string, Readonly<Record<string, unknown>>>>>> = {
  en: english,
  ar: { ...arabic },
  de: { ...german },
  ja: { ...japanese },
  pseudo: pseudoTexts,
};

/** A text of the product in the visitor's language. Of one with several forms, the last, which is for all others. */
export function word<S extends Section>({ language }: Pick<Visit, 'language'>, section: S, key: Key<S>): string {
  const fragment = textsOf[language][section]?.[key];
  const text = typeof fragment === 'object' && fragment !== null ? Object.values(fragment).at(-1) : fragment;
  if (typeof text !== 'string') throw new Error(`no text ${section}.${key} in ${language}`);
  return text;
}

export const button = <S extends Section>(visit: Visit, section: S, key: Key<S>): Locator =>
  visit.host.frame().getByRole('button', { name: word(visit, section, key), exact: true });

/** A text with placeholders is found by the longest part between them. */
export function says<S extends Section>(visit: Visit, section: S, key: Key<S>): Locator {
  const parts = word(visit, section, key).split(/\{\w+\}/);
  const longest = parts.reduce((one, other) => (other.trim().length > one.length ? other.trim() : one), '');
  return visit.host.frame().getByText(longest).first();
}

export async function openPage(visit: Visit, focusArea = 'cloud', options: OpenOptions = {}): Promise<void> {
  const query = { ...queryOf(visit), ...options.query };
  await visit.host.open('/plain', { ...options, query, attrs: { ...attrsOf(visit, focusArea), ...options.attrs } });
}

export async function openMenu(visit: Visit, focusArea = 'cloud', options: OpenOptions = {}): Promise<void> {
  await openPage(visit, focusArea, options);
  await visit.host.openPane();
  await expect(visit.host.frame().locator('[data-block]').first()).toBeVisible();
}

/** Starts the chat from the menu. */
export async function startChat(visit: Visit): Promise<void> {
  await openEntry(visit.host.frame(), 'chat');
  await button(visit, 'menu', 'chatAction').click();
}

export async function openChat(visit: Visit, focusArea = 'cloud', options: OpenOptions = {}): Promise<void> {
  await openMenu(visit, focusArea, options);
  await startChat(visit);
  await expect(visit.host.frame().getByRole('textbox')).toBeVisible();
}

export const messages = ({ host }: Visit, kind?: string): Locator =>
  host
    .frame()
    .getByRole('log')
    .locator(kind === undefined ? '[data-kind]' : `[data-kind=${kind}]`);

export async function send({ host }: Visit, text: string): Promise<void> {
  await host.frame().getByRole('textbox').fill(text);
  await host.frame().getByRole('textbox').press('Enter');
}

/** Disables the frame's timers of `longMs` and more. A waiting state then lasts until the answer arrives. */
export async function disableTimeouts({ page }: Pick<Visit, 'page'>, longMs = 5_000): Promise<void> {
  await page.addInitScript((fromMs) => {
    const { setTimeout } = window;
    const setShortTimeout = (task: () => void, ms = 0): number => (ms < fromMs ? setTimeout(task, ms) : 0);
    if (window !== window.parent) Object.assign(window, { setTimeout: setShortTimeout });
  }, longMs);
}

/** The contact service and its fallback answer every lookup with this status. */
export const refuseLookups = ({ sandbox }: Visit, status: number): Promise<void> =>
  sandbox.rules(...['/contact/lookup', '/older'].map((path) => ({ path, status, body: {} })));

/** Changes the contact service's answers, as JSON. */
export async function changeLookup({ page }: Visit, change: (answer: string) => string): Promise<void> {
  await page.route(/\/contact\/lookup/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(JSON.stringify(await response.json())) });
  });
}

/**
 * Presses a guarded button that the page covers, until the button says that it has refused the press. The pointer comes from
 * outside, because the button also refuses a press that follows its way into the frame.
 */
export async function pressCovered({ page }: Visit, control: Locator, hint: Locator): Promise<void> {
  const hasProtection = (): Promise<boolean> =>
    control.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/arming-')));
  await expect.poll(hasProtection).toBe(true);
  const cover = await page.evaluateHandle(() => {
    const element = document.createElement('div');
    element.style.cssText = 'position: fixed; inset: 0; z-index: 2147483647; pointer-events: none; background: #fffe';
    document.documentElement.append(element);
    return element;
  });
  await control.scrollIntoViewIfNeeded();
  await expect(async () => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await control.boundingBox()) ?? {};
    await page.mouse.move(1, 1);
    await page.mouse.click(x + width / 2, y + height / 2);
    await expect(hint).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await cover.evaluate((element) => element.remove());
}
