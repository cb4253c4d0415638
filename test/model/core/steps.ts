import { createRandom } from '../../support/random.ts';
import type { Step } from '../story.ts';
import { checkHealed } from './check.ts';
import type { User } from './service.ts';
import { type CorePage, type CoreTab, type CoreWorld, calmAll, livePages } from './world.ts';

interface At {
  readonly world: CoreWorld;
  readonly tab: CoreTab;
  readonly page: CorePage;
}

/** Does one thing and tells it in words; undefined if it cannot happen now. */
type Action = (at: At) => string | undefined;
type WorldAction = (world: CoreWorld, step: Step) => string | undefined;

const pick = <T>(world: CoreWorld, options: readonly T[]): T =>
  options[Math.floor(world.random() * options.length)] as T;

const isAwake = ({ page }: At): boolean => !page.document.isFrozen && !page.isCached;

/** The page is gone. What only its memory knew is lost. */
function leave(at: At, isOrderly: boolean): void {
  const { world, tab, page } = at;
  if (isOrderly && !page.document.isFrozen) page.document.hide();
  // What is on its way arrives now or never: the next page cannot overtake it.
  page.channel.cut();
  page.document.kill();
  tab.page = undefined;
  for (const one of world.written) {
    if (one.page !== page && !isInherited(world, one.id, page)) continue;
    const isStored =
      world.browser.storageState === 'working' && [...world.browser.local.keys()].some((key) => key.endsWith(one.id));
    if (!isStored) one.mayBeMissing ??= 'its page is gone and it was not stored';
    else if (!world.setup.hasLocks && !isOrderly) one.mayBeMissing ??= 'its page crashed in a browser without locks';
    else if (page.channel.conversationId !== one.conversationId)
      one.mayBeMissing ??= 'its conversation was over when its page was left';
  }
}

const isInherited = (_world: CoreWorld, id: string, page: CorePage): boolean =>
  page.channel.log.some((one) => one.id === id);

const tabActions: Readonly<Record<string, Action>> = {
  type(at) {
    const { world, page } = at;
    if (!isAwake(at) || !page.channel.user) return undefined;
    const { user } = page.channel;
    const text = world.setup.repeats && world.random() < 0.6 ? `${user} yes` : `${user} ${world.written.length + 1}`;
    const id = world.createId();
    write(at, id, text, user);
    return `writes "${text}" (${id})`;
  },
  twins(at) {
    const { world, page } = at;
    const { user, conversationId } = page.channel;
    if (!world.setup.repeats || !isAwake(at) || !user || !conversationId) return undefined;
    const told = world.tabs.flatMap((tab) => {
      if (!tab.page || tab.page.channel.conversationId !== conversationId || !isAwake({ world, tab, page: tab.page }))
        return [];
      const fault = pick(world, ['loseRequests', 'loseAnswers', undefined] as const);
      if (fault) tab.weather[fault] += 1;
      const id = world.createId();
      write({ world, tab, page: tab.page }, id, `${user} yes`, user);
      return [`${tab.name} ${fault ?? ''} (${id})`];
    });
    return `and its neighbours write "${user} yes" at the same time: ${told.join(', ')}`;
  },
  retry(at) {
    const { world, page } = at;
    const unsent = page.channel.log.find((one) => one.fate === 'unsent');
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
  cut(at) {
    if (!at.page.channel.isConnected) return undefined;
    at.page.channel.cut();
    return 'loses the connection';
  },
  offline({ tab, page }) {
    tab.weather.isOffline = true;
    page.channel.cut();
    return 'goes offline';
  },
  online({ tab }) {
    if (!tab.weather.isOffline) return undefined;
    tab.weather.isOffline = false;
    return 'is online again';
  },
  slow({ world, tab }) {
    tab.weather.slowMs = pick(world, [300, 1_500, 3_000]);
    return `has a slow network, ${tab.weather.slowMs} ms each way`;
  },
  loseRequest({ tab }) {
    tab.weather.loseRequests += 1;
    return 'will lose its next request';
  },
  loseAnswer({ tab }) {
    tab.weather.loseAnswers += 1;
    return 'will lose its next answer';
  },
  lateRequest({ world, tab }) {
    if (!world.setup.dedupes || !world.setup.ids) return undefined;
    tab.weather.lateRequests += 1;
    return 'will send its next request, which arrives 20 s late';
  },
  dropPush({ world, tab }) {
    if (!world.setup.sequence || !world.setup.history) return undefined;
    tab.weather.dropPushes += 1;
    return 'will lose the next event';
  },
  lagReplay({ world, tab }) {
    if (!world.setup.sequence || !world.setup.history) return undefined;
    tab.weather.dropPushes += 1;
    tab.weather.lagReplays += 3;
    return 'will lose the next event, and asks a server that lags behind';
  },
  doublePush({ tab }) {
    tab.weather.doublePushes += 1;
    return 'will get the next event twice';
  },
  swapPush({ world, tab }) {
    if (!world.setup.sequence || !world.setup.history) return undefined;
    tab.weather.swapPushes += 1;
    return 'will get the next two events in the wrong order';
  },
  reload(at) {
    leave(at, true);
    at.world.load(at.tab);
    return 'reloads';
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
  freeze(at) {
    if (!isAwake(at)) return undefined;
    at.page.document.freeze();
    return 'freezes';
  },
  thaw({ page }) {
    if (!page.document.isFrozen || page.isCached) return undefined;
    page.document.thaw();
    return 'thaws';
  },
  cache(at) {
    if (!isAwake(at)) return undefined;
    at.page.document.hide();
    at.page.document.freeze();
    at.page.isCached = true;
    return 'goes into the back-forward cache';
  },
  comeBack({ page }) {
    if (!page.isCached) return undefined;
    page.isCached = false;
    page.document.show();
    return 'is back from the back-forward cache';
  },
  signIn(at) {
    const { world } = at;
    if (!isAwake(at)) return undefined;
    const others: readonly User[] = (['Ann', 'Bob', 'guest'] as const).filter((one) => one !== at.page.channel.user);
    changeUser(at, pick(world, others));
    return `now names ${world.user === 'guest' ? 'nobody' : world.user}`;
  },
  nextUser(at) {
    const { world, page } = at;
    if (!isAwake(at) || page.channel.user === world.user) return undefined;
    changeUser(at, world.user);
    return `hears that the visitor is ${world.user}`;
  },
};

/** Writes a text, and remembers what came before it. */
function write({ world, page }: At, id: string, text: string, user: User): void {
  const { channel } = page;
  const shown = channel.log.filter((one) => one.from === 'visitor' && one.fate === 'pending').map((one) => one.id);
  world.written.push({
    ...{ id, text, user, page, conversationId: channel.conversationId },
    after: [...new Set([...shown, ...openTexts(world, page)])],
    ...{
      sender: undefined,
      wasUnsent: false,
      retries: 0,
      isRaced: isRaced(world, page),
      mayBeMissing: confusable(world, page, text),
    },
  });
  channel.write(id, text);
}

const isRaced = (world: CoreWorld, page: CorePage): boolean =>
  livePages(world).some((one) => one !== page && one.channel.conversationId === undefined && !one.channel.isConnected);

/** Without ids, the same words from another device that a page has not seen yet cannot be told from its own. */
function confusable(world: CoreWorld, { channel }: CorePage, text: string): string | undefined {
  if (world.setup.ids) return undefined;
  const isUnseen = world.service.conversations.some(({ user, events }) =>
    events.some(
      (event) =>
        user === channel.user &&
        event.text === text &&
        world.written.some((one) => one.id === event.clientId && one.page === undefined) &&
        !channel.log.some((item) => item.eventId === event.id),
    ),
  );
  return isUnseen ? 'it cannot be told from the text of another device' : undefined;
}

/** The tab's texts whose outcome its visitor does not know yet, in whatever page load. */
function openTexts(world: CoreWorld, page: CorePage): readonly string[] {
  const sent = page.channel.log.filter((one) => one.fate === 'sent').map((one) => one.id);
  return world.written
    .filter((one) => one.page?.drafts === page.drafts && one.user === page.channel.user && !sent.includes(one.id))
    .map((one) => one.id);
}

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

const worldActions: Readonly<Record<string, WorldAction>> = {
  open(world, step) {
    const tab = world.tabs[step.tab];
    if (!tab || (tab.page && !tab.page.document.isGone)) return undefined;
    tab.session.clear();
    tab.drafts = [];
    world.load(tab);
    return `tab ${tab.name} opens`;
  },
  say(world) {
    const open = world.service.conversations.filter((one) => one.isOpen);
    const conversation = open[open.length - 1];
    if (!conversation) return undefined;
    const text = `answer ${conversation.events.length} to ${conversation.user}`;
    world.service.say(conversation, text);
    return `the agent says "${text}"`;
  },
  device(world) {
    const conversation = world.service.conversations.find((one) => one.isOpen);
    if (!conversation || conversation.user !== world.user) return undefined;
    const { user, id: conversationId } = conversation;
    const text = world.setup.repeats ? `${user} yes` : `${user} ${world.written.length + 1}`;
    const id = world.createId();
    const sent = livePages(world).flatMap(({ channel }) => channel.log.filter((one) => one.fate === 'sent'));
    for (const one of world.written) {
      const isOpen = one.page && one.text === text && !sent.some((item) => item.id === one.id);
      if (isOpen && !world.setup.ids) one.mayBeMissing ??= 'it cannot be told from the text of another device';
    }
    world.written.push({
      ...{ id, text, user, page: undefined, conversationId, after: [] },
      ...{ sender: undefined, wasUnsent: false, retries: 0, isRaced: false, mayBeMissing: undefined },
    });
    world.service.publishFromDevice(conversation, id, text);
    return `"${text}" (${id}) arrives from another device`;
  },
  wait(world) {
    world.isLongWait = true;
    return 'nothing happens for long';
  },
  handOver(world) {
    for (const tab of world.tabs) {
      if (tab.page) leave({ world, tab, page: tab.page }, world.random() < 0.5);
      tab.session.clear();
      tab.drafts = [];
    }
    world.user = pick(world, ['Ann', 'Bob', 'guest'] as const);
    for (const one of world.written) one.mayBeMissing ??= 'its tab was closed before another visitor came';
    // Nobody is left who could remove it.
    if (!world.setup.clears) world.isCleared = false;
    const [first] = world.tabs;
    if (first) world.load(first);
    return `all tabs are closed, and ${world.user} comes`;
  },
  hidden(world) {
    const conversation = world.service.conversations.find((one) => one.isOpen);
    if (!conversation || !world.setup.sequence) return undefined;
    world.service.addHidden(conversation);
    return 'the service counts an event that the visitor does not see';
  },
  agentEnds(world) {
    const conversation = world.service.conversations.find((one) => one.isOpen);
    if (!conversation) return undefined;
    world.service.close(conversation);
    return 'the agent ends the conversation';
  },
  busy(world) {
    world.service.refusals.push(pick(world, ['busy', 'busyForLong'] as const));
    return 'the service is busy for one text';
  },
  refuse(world) {
    world.service.refusals.push('refuse');
    return 'the service refuses one text';
  },
  restart(world) {
    const keeps = world.random() < 0.7;
    for (const page of livePages(world)) page.channel.cut();
    world.service.restart(keeps);
    return `the service restarts and counts again, ${keeps ? 'with' : 'without'} the history`;
  },
  skew(world) {
    world.hasClockJumped = true;
    world.browser.skewMs += pick(world, [-86_400_000, -120_000, 120_000, 86_400_000]);
    return `the visitor's clock is off by ${world.browser.skewMs} ms`;
  },
  storage(world) {
    world.browser.storageState = pick(world, ['full', 'refused', 'working'] as const);
    if (world.browser.storageState !== 'working') world.wasStorageBroken = true;
    return `storage is ${world.browser.storageState}`;
  },
  corrupt(world) {
    const keys = [...world.browser.local.keys()].filter((key) => key.startsWith('cm-outbox'));
    const key = keys[Math.floor(world.random() * keys.length)];
    if (!key) return undefined;
    const junk = pick(world, ['{"id":', 'null', '[]', '{"version":1,"text":"old"}', '7']);
    world.browser.local.set(key, junk);
    for (const one of world.written) if (key.endsWith(one.id)) one.mayBeMissing ??= 'its entry was damaged';
    return `the entry ${key} is damaged: ${junk}`;
  },
  oldVersion(world) {
    world.browser.local.set('cm-outbox.model', '[{"id":"old-1","text":"from an older version","fate":"queued"}]');
    return 'storage has an outbox of an older version';
  },
};

/** Does the step and lets some time pass. */
export async function takeStep(world: CoreWorld, step: Step): Promise<void> {
  world.random = createRandom(step.dice);
  const tab = world.tabs[step.tab];
  const page = tab?.page;
  const words =
    worldActions[step.name]?.(world, step) ?? (tab && page ? tellTab(step, { world, tab, page }) : undefined);
  if (words === undefined) return;
  const isShort = world.random() < 0.7;
  const most = world.isLongWait ? 900_000 : isShort ? 120 : 40_000;
  world.isLongWait = false;
  const waitMs = Math.floor(world.random() * most);
  world.words.push(`${words}; ${waitMs} ms pass`);
  await world.clock.advance(waitMs);
}

function tellTab(step: Step, at: At): string | undefined {
  const words = tabActions[step.name]?.(at);
  return words === undefined ? undefined : `tab ${at.tab.name} ${words}`;
}

/** Everything works again, every page is awake, and time passes. */
export async function heal(world: CoreWorld): Promise<void> {
  world.random = createRandom(7);
  calmAll(world);
  world.browser.storageState = 'working';
  world.service.refusals.length = 0;
  const [first] = world.tabs;
  if (first && livePages(world).length === 0) world.load(first);
  for (const page of livePages(world)) {
    if (page.isCached) page.document.show();
    else page.document.thaw();
    page.isCached = false;
    if (page.channel.user === world.user) continue;
    for (const one of world.written) if (one.user === page.channel.user) one.mayBeMissing ??= 'its user has left';
    page.drafts.length = 0;
    page.channel.setUser(world.user);
  }
  await world.clock.advance(151_000);
  checkHealed(world);
  // A lost event is noticed by the next one or by the next connection.
  for (const page of livePages(world)) page.channel.reconnect();
  await world.clock.advance(30_000);
  if (world.setup.echoes) return;
  for (const page of livePages(world)) page.channel.reconnect();
  await world.clock.advance(1_000);
}
