import { cache, isAwake, pageActions, pick } from '../pageSteps.ts';
import type { User } from './service.ts';
import { loseNetwork, restartService } from './world.ts';
import { type At, newWords, write } from './writing.ts';

/** Does one thing in a tab and tells it in words; undefined if it cannot happen now. */
export type TabAction = (at: At) => string | undefined;

/** Writes a text in a page later, if it is still awake and shows the same visitor. Calls `written` then. */
function writeLater(at: At, delayMs: number, written: () => void = () => {}): void {
  const { world, page } = at;
  const { user } = page.channel;
  world.clock.after(delayMs, () => {
    if (user === undefined || page.channel.user !== user || page.document.isGone || !isAwake(at)) return;
    write(at, newWords(world, user), user);
    written();
  });
}

/** The page is gone. What only its memory knew is lost. */
export function leave(at: At, isOrderly: boolean): void {
  const { world, tab, page } = at;
  if (isOrderly && !page.document.isFrozen) page.document.hide();
  // What is on its way arrives now or never: the next page cannot overtake it.
  page.channel.cut();
  page.document.kill();
  tab.page = undefined;
  tab.lastUser = page.channel.user;
  for (const one of world.written) {
    const isShown = page.channel.log.some(({ id }) => id === one.id);
    if (one.page !== page && !isShown) continue;
    const isStored =
      world.browser.storageState === 'working' && [...world.browser.local.keys()].some((key) => key.endsWith(one.id));
    if (!isStored) one.mayBeMissing ??= 'its page is gone and it was not stored';
    else if (!world.setup.hasLocks && !isOrderly) one.mayBeMissing ??= 'its page crashed in a browser without locks';
    else if (page.channel.conversationId !== one.conversationId)
      one.mayBeMissing ??= 'its conversation was over when its page was left';
  }
}

/** What the visitor does in one tab, and what becomes of its page. */
export const tabActions: Readonly<Record<string, TabAction>> = {
  type(at) {
    const { world, page } = at;
    if (!isAwake(at) || !page.channel.user) return undefined;
    const { user } = page.channel;
    const text = newWords(world, user);
    return `writes "${text}" (${write(at, text, user)})`;
  },
  again(at) {
    const { world, tab, page } = at;
    const { user, log, isConnected } = page.channel;
    const shown = log.filter((one) => one.from === 'visitor' && one.status === 'sent');
    if (!world.setup.repeats || !isAwake(at) || !user || !isConnected || shown.length === 0) return undefined;
    const { text } = pick(world, shown);
    tab.weather.loseRequests += 1;
    return `writes "${text}" once more (${write(at, text, user)}), and loses the request`;
  },
  overtake(at) {
    const { world, page } = at;
    const { user, isConnected, conversationId } = page.channel;
    const other = world.tabs.find((tab) => tab !== at.tab && tab.page?.channel.user === user)?.page;
    if (!isAwake(at) || !user || !isConnected || conversationId === undefined || !other) return undefined;
    const ids = [write(at, newWords(world, user), user), write(at, newWords(world, user), user)];
    page.document.freeze();
    const next = pick(world, otherUsers(user));
    world.clock.after(200, () => other.document.run(() => changeUser({ ...at, page: other }, next)));
    world.clock.after(210, page.document.thaw);
    return `writes two texts (${ids.join(', ')}) and freezes; another tab names ${next} before it thaws`;
  },
  writeIntoGap(at) {
    const { world, tab, page } = at;
    const { user, isConnected } = page.channel;
    if (!world.setup.sequence || !world.setup.history || !isAwake(at) || !user || !isConnected) return undefined;
    tab.weather.loseAnswers += 1;
    tab.weather.dropPushes += 1;
    tab.weather.lagReplays += 12;
    const id = write(at, newWords(world, user), user);
    return `writes a text (${id}), loses its answer and the next event, and asks a server that lags behind`;
  },
  shelve(at) {
    const { world, page } = at;
    const { user } = page.channel;
    if (!isAwake(at) || !user || !loseNetwork(world)) return undefined;
    const id = write(at, newWords(world, user), user);
    cache(at);
    // Long enough for another tab to take its place.
    world.leastWaitMs = 4_000;
    return `writes a text (${id}) without a network, and goes into the back-forward cache`;
  },
  writeIntoRestart(at) {
    const { world, tab, page } = at;
    const { user, isConnected, conversationId } = page.channel;
    const conversation = world.service.conversations.find((one) => one.id === conversationId);
    if (!world.setup.sequence || !isAwake(at) || !user || !isConnected || !conversation?.isOpen) return undefined;
    // Events that the service does not count again: all positions are lower after the restart.
    for (let count = 0; count < 2; count += 1) world.service.addHidden(conversation);
    world.service.say(conversation, `answer ${conversation.events.length} to ${user}`);
    const isReloaded = world.random() < 0.5;
    writeLater(at, 150, () => {
      restartService(world, true);
      if (!isReloaded) return;
      leave(at, true);
      world.load(tab);
    });
    return `writes a text, and the service restarts with the history${isReloaded ? '; the tab reloads' : ''}`;
  },
  twins(at) {
    const { world, page } = at;
    const { user, conversationId } = page.channel;
    if (!world.setup.repeats || !isAwake(at) || !user || !conversationId) return undefined;
    const told = world.tabs.flatMap((tab) => {
      if (!tab.page || tab.page.channel.conversationId !== conversationId || !isAwake({ page: tab.page })) return [];
      const fault = pick(world, ['loseRequests', 'loseAnswers', undefined] as const);
      if (fault) tab.weather[fault] += 1;
      const id = write({ world, tab, page: tab.page }, `${user} yes`, user);
      return [`${tab.name} ${fault ?? ''} (${id})`];
    });
    return `and its neighbours write "${user} yes" at the same time: ${told.join(', ')}`;
  },
  retry(at) {
    const { world, page } = at;
    const unsent = page.channel.log.find((one) => one.status === 'unsent');
    if (!isAwake(at) || !unsent || page.channel.conversationId === undefined) return undefined;
    const written = world.written.find((one) => one.id === unsent.id);
    if (written) written.retries += 1;
    page.channel.retry(unsent.id);
    return `presses Try again at ${unsent.id}`;
  },
  start(at) {
    if (!isAwake(at) || !at.page.channel.user || at.page.channel.conversationId) return undefined;
    at.page.channel.start();
    return 'starts a conversation';
  },
  end(at) {
    if (!isAwake(at) || !at.page.channel.conversationId) return undefined;
    at.page.channel.end();
    return 'ends the conversation';
  },
  reload(at) {
    const { world, tab } = at;
    leave(at, true);
    world.load(tab);
    const { page } = tab;
    if (!page || world.random() < 0.7) return 'reloads';
    writeLater({ world, tab, page }, 20);
    return 'reloads, and writes before it is connected';
  },
  crash(at) {
    leave(at, false);
    at.world.load(at.tab);
    return 'crashes and reloads';
  },
  close(at) {
    leave(at, true);
    for (const one of at.world.written)
      if (at.page.drafts.includes(one.text)) one.mayBeMissing ??= 'it was in the composer of a closed tab';
    return 'is closed';
  },
  ...pageActions,
  signIn(at) {
    const { world } = at;
    if (!isAwake(at)) return undefined;
    changeUser(at, pick(world, otherUsers(at.page.channel.user)));
    return `now names ${world.user === 'guest' ? 'nobody' : world.user}`;
  },
  nextUser(at) {
    const { world, page } = at;
    if (!isAwake(at) || page.channel.user === world.user) return undefined;
    changeUser(at, world.user);
    return `hears that the visitor is ${world.user}`;
  },
};

const otherUsers = (user: User | undefined): readonly User[] =>
  (['Ann', 'Bob', 'guest'] as const).filter((one) => one !== user);

function changeUser({ world, page }: At, user: User): void {
  world.user = user;
  for (const one of world.written) if (one.user !== user) one.mayBeMissing ??= 'its user has left';
  page.drafts.length = 0;
  if (world.browser.storageState === 'refused') world.isCleared = false;
  // The tab in which the visitor changed has cleared the storage. The others must not clear what has been written since.
  const isKnown = page.document.storage.read('cm-visitor') === user;
  if (!isKnown && world.setup.clears) page.document.storage.clear('cm-outbox');
  page.channel.setUser(user);
  page.document.storage.write('cm-visitor', user);
}
