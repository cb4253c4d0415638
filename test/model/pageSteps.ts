import type { ModelBrowser, ModelDocument } from './modelBrowser.ts';

/** Steps that do not depend on what a page holds: the core's stories and the chat room's have them in common. */

export interface StoryPage {
  readonly document: ModelDocument;
  /** It is in the back-forward cache. */
  isCached: boolean;
}

interface InPage {
  readonly page: StoryPage;
}

export const isAwake = ({ page }: InPage): boolean => !page.document.isFrozen && !page.isCached;

export function cache({ page }: InPage): void {
  page.document.hide();
  page.document.freeze();
  page.isCached = true;
}

export const pageActions = {
  freeze(at: InPage) {
    if (!isAwake(at)) return undefined;
    at.page.document.freeze();
    return 'freezes';
  },
  thaw({ page }: InPage) {
    if (!page.document.isFrozen || page.isCached) return undefined;
    page.document.thaw();
    return 'thaws';
  },
  cache(at: InPage) {
    if (!isAwake(at)) return undefined;
    cache(at);
    return 'goes into the back-forward cache';
  },
  comeBack({ page }: InPage) {
    if (!page.isCached) return undefined;
    page.isCached = false;
    page.document.show();
    return 'is back from the back-forward cache';
  },
};

interface StoryWorld {
  readonly browser: ModelBrowser;
  wasStorageBroken: boolean;
  readonly random: () => number;
}

export const pick = <T>({ random }: Pick<StoryWorld, 'random'>, options: readonly T[]): T =>
  options[Math.floor(random() * options.length)] as T;

export function changeStorage(world: StoryWorld): string {
  world.browser.storageState = pick(world, ['full', 'refused', 'working'] as const);
  if (world.browser.storageState !== 'working') world.wasStorageBroken = true;
  return `storage is ${world.browser.storageState}`;
}

/** Puts junk in place of a waiting text. Returns the key and the words, or undefined if no text waits. */
export function damageText(world: StoryWorld): { key: string; before: string; words: string } | undefined {
  const { local } = world.browser;
  const keys = [...local.keys()].filter((key) => key.startsWith('cm-outbox'));
  const key = keys[Math.floor(world.random() * keys.length)];
  if (!key) return undefined;
  const before = local.get(key) ?? '';
  const junk = pick(world, ['{"id":', 'null', '[]', '{"version":1,"text":"old"}', '7']);
  local.set(key, junk);
  return { key, before, words: `the entry ${key} is damaged: ${junk}` };
}
