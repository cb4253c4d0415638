import { createRandom } from '../../support/random.ts';
import { createModelBrowser, type ModelBrowser, type ModelDocument } from '../modelBrowser.ts';
import { createModelClock, type ModelClock } from '../modelClock.ts';
import type { Conversation, ReferenceService } from '../services/service.ts';
import type { Violation } from '../story.ts';
import { createPeople, type People } from './people.ts';
import type { StorePage } from './storePage.ts';

/** What a run varies besides its steps. */
export interface StoreSetup {
  readonly hasLocks: boolean;
  /** The visitor often writes the same words. */
  readonly repeats: boolean;
  /** How many tabs are open when the story begins. */
  readonly tabs: number;
  /** The page names its visitor from the start. */
  readonly isSignedIn: boolean;
  /** How the service behaves, where a family has more than one kind. */
  readonly variant: number;
}

export interface WrittenText {
  readonly text: string;
  readonly person: string;
  readonly page: StorePage;
  readonly tab: StoreTab;
  /** The conversation that the window showed when it was written, if the service had named it. */
  readonly conversation: Conversation | undefined;
  /** Texts that this page showed as being sent when this one was written. They come before it. */
  readonly after: readonly WrittenText[];
  wasUnsent: boolean;
  /** The service has begun to count again since, so that the position of the text no longer says where its echo may be. */
  isPositionVoid: boolean;
  retries: number;
  /** Why it may be missing, once that is the case. */
  mayBeMissing: string | undefined;
}

/** A conversation that a visitor has ended. */
export interface EndedConversation {
  readonly conversation: Conversation;
  readonly page: StorePage;
  readonly person: string;
  readonly atMs: number;
}

export interface StoreTab {
  readonly name: string;
  readonly session: Map<string, string>;
  page: StorePage | undefined;
}

/** How a family reaches its service from a tab. */
export interface TabNetwork {
  /** Everything works again. */
  calm(): void;
  /** Faults by name. Each returns its words, or undefined if it cannot happen now. */
  readonly faults: Readonly<Record<string, (random: () => number) => string | undefined>>;
  createPage(document: ModelDocument, name: string | undefined): StorePage;
}

export interface FamilyParts {
  readonly service: ReferenceService;
  createNetwork(tab: StoreTab, world: StoreWorld): TabNetwork;
  /** The conversation with this id of the channel's. */
  conversationOf(id: string | undefined): Conversation | undefined;
  /** A guest who signs in is somebody else at the service. */
  readonly isNameBound: boolean;
  /** Texts come back without our ids and are found by their position, which a restart of the service's numbering makes void. */
  readonly findsByPosition: boolean;
  /** An end that the service has not heard is reported however long that takes. */
  readonly keepsEnds: boolean;
  /** Why a stored text may be missing once its page is gone, or its writer has another name. */
  readonly whyLost?: (written: WrittenText, world: StoreWorld) => string | undefined;
  /** Other conversations whose texts the window of this one shows, too. */
  readonly alsoShown?: (conversation: Conversation, world: StoreWorld) => readonly Conversation[];
  /** How long a text may wait for its answer in a chat that works again; 15 s by default. */
  readonly answerMs?: number;
  /** Rules of the family's own that the service has seen broken. */
  readonly broken?: readonly Violation[];
  /** The same about its windows: after each step, and when everything works again. */
  readonly check?: Readonly<
    Record<'now' | 'healed', (world: StoreWorld, tell: (rule: string, about: string) => void) => void>
  >;
  /** Steps of the family's own that happen to the service, by name. Each returns its words, or undefined if it cannot happen now. */
  readonly actions?: Readonly<Record<string, (random: () => number) => string | undefined>>;
}

export interface StoreWorld {
  readonly setup: StoreSetup;
  readonly clock: ModelClock;
  readonly browser: ModelBrowser;
  readonly people: People;
  readonly parts: FamilyParts;
  readonly tabs: readonly StoreTab[];
  readonly networks: ReadonlyMap<StoreTab, TabNetwork>;
  readonly written: WrittenText[];
  /** Emptied when their visitor leaves. */
  ended: readonly EndedConversation[];
  readonly violations: Violation[];
  readonly words: string[];
  wasStorageBroken: boolean;
  wasClockSet: boolean;
  /** The entry is damaged that says whose echo an event was. The same words of another tab may take it. */
  wasClaimDamaged: boolean;
  isLongWait: boolean;
  /** Each step sets it. */
  random: () => number;
  createId: () => string;
  load(tab: StoreTab): StorePage;
}

export function createStoreWorld(
  setup: StoreSetup,
  createParts: (clock: ModelClock, setup: StoreSetup) => FamilyParts,
): StoreWorld {
  const clock = createModelClock();
  let count = 0;
  const createId = (): string => {
    count += 1;
    return `id-${count}`;
  };
  const tabs = ['A', 'B', 'C'].map((name): StoreTab => ({ name, session: new Map(), page: undefined }));
  const networks = new Map<StoreTab, TabNetwork>();
  const world: StoreWorld = {
    ...{ setup, clock, createId, tabs, networks },
    browser: createModelBrowser({
      ...{ clock, createId, hasLocks: setup.hasLocks },
      storageDelayMs: () => Math.floor(world.random() * 30),
    }),
    people: createPeople(),
    parts: createParts(clock, setup),
    ...{ written: [], ended: [], violations: [], words: [] },
    ...{ wasStorageBroken: false, wasClockSet: false, wasClaimDamaged: false, isLongWait: false },
    random: createRandom(1),
    load(tab) {
      const page = networks.get(tab)?.createPage(world.browser.load(tab.session), nameOf(world.people)) as StorePage;
      tab.page = page;
      return page;
    },
  };
  for (const tab of tabs) networks.set(tab, world.parts.createNetwork(tab, world));
  if (setup.isSignedIn) world.people.signIn('Ann');
  return world;
}

/** Whom a page names. */
export const nameOf = ({ current, guest }: People): string | undefined => (current === guest ? undefined : current);

export const livePages = (world: StoreWorld): readonly StorePage[] =>
  world.tabs.flatMap(({ page }) => (page && !page.document.isGone ? [page] : []));
