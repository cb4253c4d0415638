import type { Entry } from '../../../frame/chat/delivery/types.ts';
import { createRandom } from '../../support/random.ts';
import { createModelBrowser, type ModelBrowser, type ModelDocument } from '../modelBrowser.ts';
import { createModelClock, type ModelClock } from '../modelClock.ts';
import type { Violation } from '../story.ts';
import { createCoreChannel } from './channel.ts';
import type { CoreChannel } from './channelPorts.ts';
import { type Connection, calm, createConnection, type Weather } from './network.ts';
import { type CoreService, createCoreService, type Push, type ServiceConversation, type User } from './service.ts';
import type { Theme } from './weights.ts';

/** What a run varies besides its steps. */
export interface CoreSetup {
  readonly ids: boolean;
  readonly sequence: boolean;
  readonly history: boolean;
  readonly resends: boolean;
  /** The service stores a text with a known id once. */
  readonly dedupes: boolean;
  readonly answersPosition: boolean;
  /** The service's own id of an event stays the same when the service counts again, and the channel reports it. */
  readonly keys: boolean;
  /** The service pushes the visitor's own texts to the connection that sent them. */
  readonly echoes: boolean;
  readonly replaysFirst: boolean;
  readonly hasLocks: boolean;
  /** The visitor often writes the same words. */
  readonly repeats: boolean;
  /** The page clears the storage when the visitor changes. If not, the core alone keeps the users apart. */
  readonly clears: boolean;
  /** The channel hears that a conversation is over before it hears of the next one. */
  readonly tellsEnds: boolean;
  readonly theme: Theme;
  /** How many tabs are open when the story begins. */
  readonly tabs: number;
}

export interface Written {
  readonly id: string;
  readonly text: string;
  readonly user: User;
  /** By the true clock. */
  readonly writtenAt: number;
  /** Undefined: it was written on another device. */
  readonly page: CorePage | undefined;
  /** The texts that this page showed as being sent when this one was written. They come before it. */
  readonly after: readonly string[];
  /** Undefined until the conversation that it waits for is open. */
  conversationId: string | undefined;
  /** The page that has sent it last, and what that page knew. */
  sent: { readonly page: CorePage; readonly entry: Entry; readonly epoch: number } | undefined;
  /**
   * The page that sent it never heard that the service had restarted its numbering, and the service has counted up to the
   * position of this text again. Without ids and keys, the next page cannot tell that an echo up to there may be its.
   */
  isHiddenByRestart: boolean;
  /** It was shown as not sent at least once. */
  wasUnsent: boolean;
  retries: number;
  /** A tab that knew of no conversation could not hear that this text's had begun. It may offer the text to the visitor. */
  isRaced: boolean;
  /** Why it may be missing, once that is the case: nobody is left who could send or show it. */
  mayBeMissing: string | undefined;
}

/** A tab and its page loads. */
export interface CoreTab {
  readonly name: string;
  readonly session: Map<string, string>;
  readonly weather: Weather;
  /** Texts in the composer, which survive a reload. A newly opened tab has others. */
  drafts: string[];
  page: CorePage | undefined;
  /** Whose page was left last in this tab. */
  lastUser: User | undefined;
}

export interface CorePage {
  readonly document: ModelDocument;
  readonly channel: CoreChannel;
  isCached: boolean;
  readonly drafts: string[];
  /** The service has asked this page not to send before this time. */
  waitsUntil: number;
}

export interface CoreWorld {
  readonly setup: CoreSetup;
  readonly clock: ModelClock;
  readonly browser: ModelBrowser;
  readonly service: CoreService;
  readonly tabs: CoreTab[];
  readonly written: Written[];
  readonly violations: Violation[];
  readonly words: string[];
  user: User;
  /** Whether the browser let us remove what belonged to users who have left. */
  isCleared: boolean;
  wasStorageBroken: boolean;
  /** How long the step takes, if it matters. */
  leastWaitMs: number | undefined;
  mostWaitMs: number | undefined;
  hasClockJumped: boolean;
  /** Each step sets it. */
  random: () => number;
  createId: () => string;
  load(tab: CoreTab): void;
}

export function createCoreWorld(setup: CoreSetup): CoreWorld {
  const clock = createModelClock();
  let count = 0;
  const createId = (): string => {
    count += 1;
    return `id-${count}`;
  };
  const service = createCoreService({ dedupes: setup.dedupes });
  const subscriptions = new Set<{
    readonly connection: Connection;
    readonly user: User;
    readonly listener: (conversation: ServiceConversation, event: Push, epoch: number) => void;
  }>();
  const browser = createModelBrowser({
    clock,
    hasLocks: setup.hasLocks,
    createId,
    storageDelayMs: () => Math.floor(world.random() * 30),
  });
  const world: CoreWorld = {
    setup,
    clock,
    browser,
    service,
    tabs: [],
    written: [],
    violations: [],
    words: [],
    user: 'Ann',
    isCleared: true,
    wasStorageBroken: false,
    leastWaitMs: undefined,
    mostWaitMs: undefined,
    hasClockJumped: false,
    random: createRandom(1),
    createId,
    load,
  };

  service.onEvent = (conversation, event) => {
    const { epoch } = service;
    for (const one of subscriptions) {
      if (!one.connection.isOpen) subscriptions.delete(one);
      else if (one.user === conversation.user) {
        if (typeof event === 'object' && (event.from === 'hidden' || (event.from === 'visitor' && !setup.echoes)))
          continue;
        // Only events are numbered, so only the loss of an event can be noticed.
        const mayFail = typeof event === 'object';
        one.connection.push(() => one.listener(conversation, event, epoch), mayFail);
      }
    }
  };

  function load(tab: CoreTab): void {
    const document = browser.load(tab.session);
    const owner = world.user;
    if (tab.lastUser !== owner) tab.drafts = [];
    if (setup.clears && document.storage.read('cm-visitor') !== owner) {
      if (browser.storageState === 'refused') world.isCleared = false;
      document.storage.clear('cm-outbox');
      document.storage.write('cm-visitor', owner);
    }
    const channel = createCoreChannel({
      document,
      service,
      capabilities: setup,
      resends: setup.resends,
      answersPosition: setup.answersPosition,
      hasKeys: setup.keys,
      tellsEnds: setup.tellsEnds,
      lagsBehind: () => {
        if (tab.weather.lagReplays === 0) return false;
        tab.weather.lagReplays -= 1;
        return true;
      },
      sends(entry, epoch, isCleared) {
        const { id, conversationId } = entry;
        checkSending(world, id, isCleared);
        const text = world.written.find((one) => one.id === id);
        if (clock.now() < page.waitsUntil) tellNever(world, 'a busy service is given the time that it asks for', id);
        if (!text) return;
        const { sent } = text;
        const known = service.conversations.find((one) => one.id === conversationId)?.nextPosition ?? 0;
        const isSentBefore = sent !== undefined && sent.page !== page && sent.epoch !== epoch;
        const isNamed = setup.ids || sent?.entry.positionKey !== undefined;
        if (!isNamed && isSentBefore && sent.entry.position < known) text.isHiddenByRestart = true;
        text.sent = { page, entry, epoch };
      },
      mustWait(waitMs) {
        page.waitsUntil = clock.now() + waitMs;
      },
      replaysFirst: setup.replaysFirst,
      createId,
      now: clock.now,
      connect: (closed) =>
        new Promise((resolve, reject) => {
          clock.after(Math.floor(world.random() * 50), () =>
            document.run(() => {
              if (tab.weather.isOffline) reject(new Error('offline'));
              else
                resolve(
                  createConnection({ clock, document, weather: tab.weather, random: () => world.random(), closed }),
                );
            }),
          );
        }),
      subscribe: (connection, user, listener) => void subscriptions.add({ connection, user, listener }),
      returned(texts) {
        tab.drafts.push(...texts);
        if (channel.isConnected || channel.conversationId !== undefined) return;
        for (const one of world.written) if (texts.includes(one.text)) one.isRaced = true;
      },
      opened(conversationId) {
        for (const one of world.written)
          if (one.page === page && one.user === page.channel.user) one.conversationId ??= conversationId;
      },
      wasUnsent(id) {
        const text = world.written.find((one) => one.id === id);
        if (text) text.wasUnsent = true;
      },
    });
    const page: CorePage = { document, channel, isCached: false, drafts: tab.drafts, waitsUntil: 0 };
    tab.page = page;
    channel.setUser(owner);
    // Other tabs hear of another user by the storage.
    document.storage.onChange(document.lifetime, (key) => {
      if (key !== 'cm-visitor' || channel.user === undefined) return;
      if (document.storage.read('cm-visitor') !== channel.user) leaveUser(page);
    });
  }

  function leaveUser(page: CorePage): void {
    for (const one of world.written) if (one.user === page.channel.user) one.mayBeMissing ??= 'its user has left';
    page.channel.setUser(undefined);
    page.drafts.length = 0;
  }

  for (const name of ['A', 'B', 'C'])
    world.tabs.push({ name, session: new Map(), weather: calm(), drafts: [], page: undefined, lastUser: undefined });
  return world;
}

/** A text whose entry has been removed after a change of the visitor is not sent any more. */
function checkSending(world: CoreWorld, id: string, isCleared: boolean): void {
  const text = world.written.find((one) => one.id === id);
  if (text && isCleared && text.user !== world.user && world.setup.clears && !world.wasStorageBroken)
    tellNever(world, 'nothing of a user is sent after another user has come', id);
}

function tellNever(world: CoreWorld, rule: string, about: string): void {
  world.violations.push({ rule, about });
}

export const livePages = (world: CoreWorld): readonly CorePage[] =>
  world.tabs.flatMap(({ page }) => (page && !page.document.isGone ? [page] : []));

export function calmAll(world: CoreWorld): void {
  for (const tab of world.tabs) Object.assign(tab.weather, calm());
}

/** Takes the network from all tabs. False if none had it. */
export function loseNetwork(world: CoreWorld): boolean {
  if (world.tabs.every((tab) => tab.weather.isOffline)) return false;
  for (const tab of world.tabs) {
    tab.weather.isOffline = true;
    tab.page?.channel.cut();
  }
  return true;
}

/** Gives the network back to all tabs. False if all of them have it. */
export function restoreNetwork(world: CoreWorld): boolean {
  if (world.tabs.every((tab) => !tab.weather.isOffline)) return false;
  for (const tab of world.tabs) tab.weather.isOffline = false;
  for (const { document, channel } of livePages(world)) document.run(channel.reconnect);
  return true;
}

/** Returns what happens, in words. */
export function restartService(world: CoreWorld, keeps: boolean): string {
  for (const page of livePages(world)) page.channel.cut();
  world.service.restart(keeps);
  return `the service restarts and counts again, ${keeps ? 'with' : 'without'} the history`;
}
