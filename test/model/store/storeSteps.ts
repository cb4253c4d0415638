import { isLive, isOver } from '../../../frame/chat/conversation.ts';
import { shownProblem, surveyedConversation } from '../../../frame/chat/window/shown.ts';
import { createRandom } from '../../support/random.ts';
import { changeStorage, damageText, isAwake, pageActions, pick } from '../pageSteps.ts';
import type { Conversation } from '../services/service.ts';
import type { Step } from '../story.ts';
import { checkReloaded } from './storeCheck.ts';
import type { StorePage } from './storePage.ts';
import { livePages, nameOf, type StoreTab, type StoreWorld, type WrittenText } from './storeWorld.ts';

interface At {
  readonly world: StoreWorld;
  readonly tab: StoreTab;
  readonly page: StorePage;
}

/** Does one thing and tells it in words; undefined if it cannot happen now. */
type Action = (at: At) => string | undefined;
type WorldAction = (world: StoreWorld, step: Step) => string | undefined;

/** The page is gone. What only its memory knew is lost, and with a tab that is closed, what only its session storage knew. */
function leave({ world, page, tab }: At, isOrderly: boolean, isClosed = false): void {
  if (isOrderly && !page.document.isFrozen) page.document.hide();
  page.document.kill();
  tab.page = undefined;
  for (const one of world.written) {
    if (one.page !== page && !shows(page, one)) continue;
    const kept = [...world.browser.local, ...(isClosed ? [] : tab.session)];
    const copies = kept.filter(([, value]) => value.includes(one.text)).length;
    const isStored = world.browser.storageState === 'working' && copies > copiesOfOthers(world, page, one);
    if (!isStored) one.mayBeMissing ??= 'its page is gone and it was not stored';
    else if (!world.setup.hasLocks && !isOrderly) one.mayBeMissing ??= 'its page crashed in a browser without locks';
    else one.mayBeMissing ??= world.parts.whyLost?.(one, world);
  }
}

/** A page that cannot read the storage has a visitor of its own, and leaves stored texts to a later page. */
function loadNext(world: StoreWorld, tab: StoreTab): void {
  if (world.browser.storageState === 'refused' && livePages(world).length === 0)
    for (const one of world.written) one.mayBeMissing ??= 'the next page could not read the storage';
  world.load(tab);
}

/** A text that is shown as not sent may be in the window only, while other pages store the same words. */
function copiesOfOthers(world: StoreWorld, page: StorePage, { text }: WrittenText): number {
  const isUnsent = page.messages.some((one) => one.text === text && one.isNotSent);
  const waits = (other: StorePage): boolean =>
    other.messages.some((one) => one.text === text && (one.isPending || one.isNotSent));
  return isUnsent ? livePages(world).filter((other) => other !== page && waits(other)).length : 0;
}

const shows = (page: StorePage, { text }: WrittenText): boolean =>
  page.messages.some((one) => one.text === text) || page.draft.split('\n').includes(text);

/** The visitor writes or presses something. */
function write({ world, page, tab }: At, text: string, act: () => void): void {
  const pending = page.messages.filter((one) => one.isPending).map((one) => one.text);
  const written: WrittenText = {
    ...{ text, page, tab, person: page.person, conversation: conversationOf(world, page) },
    after: world.written.filter((one) => one.page === page && pending.includes(one.text)),
    ...{ wasUnsent: false, isPositionVoid: false, retries: 0, mayBeMissing: undefined },
  };
  world.written.push(written);
  act();
  if (page.person !== world.people.current && !isStored(world, written))
    written.mayBeMissing ??= 'it is in a window that will be closed';
}

/** While a service cannot be reached, nobody knows yet which conversation goes on. */
const conversationOf = (world: StoreWorld, page: StorePage): Conversation | undefined =>
  page.state === 'resume' ? undefined : world.parts.conversationOf(page.conversationId);

/** The visitor deletes what has returned to the composer. */
function emptyComposer({ world, page }: At): void {
  for (const text of page.draft.split('\n'))
    for (const one of world.written) if (one.text === text) one.mayBeMissing ??= 'the visitor has deleted it';
  page.store?.setDraft('');
}

const tabActions: Readonly<Record<string, Action>> = {
  type(at) {
    const { world, page } = at;
    const { store, person } = page;
    if (!isAwake(at) || !store) return undefined;
    if (isOver(page.state)) {
      void store.startNewChat();
      return 'starts a new chat';
    }
    if (!isLive(page.state)) {
      void store.startChat('menu');
      return 'starts a chat';
    }
    const text =
      world.setup.repeats && world.random() < 0.5 ? `${person} yes` : `${person} ${world.written.length + 1}`;
    emptyComposer(at);
    write(at, text, () => store.send(text));
    return `writes "${text}"`;
  },
  press(at) {
    const { page } = at;
    const { store } = page;
    const message = page.messages.findLast((one) => one.lines.some((line) => line.type === 'choice'));
    const line = message?.lines.find((one) => one.type === 'choice');
    if (!isAwake(at) || !store || !message || !line || store.isSpent(message)) return undefined;
    write(at, line.text, () => store.press(line, message));
    return `presses "${line.text}"`;
  },
  retry(at) {
    const { world, page } = at;
    const unsent = page.messages.find((one) => one.isNotSent);
    if (!isAwake(at) || !unsent || !page.store) return undefined;
    for (const one of world.written) if (one.text === unsent.text) one.retries += 1;
    page.store.retry(unsent.id);
    return `presses Try again at "${unsent.text}"`;
  },
  end(at) {
    const { world, page } = at;
    if (!isAwake(at) || !page.store || !isLive(page.state)) return undefined;
    const conversation = conversationOf(world, page);
    if (conversation && world.parts.keepsEnds) {
      world.ended = [...world.ended, { conversation, page, person: page.person, atMs: world.clock.now() }];
    }
    page.store.answerEnd(true);
    return 'ends the conversation';
  },
  answerSurvey(at) {
    const { store } = at.page;
    if (!isAwake(at) || !store || !surveyedConversation(store.state)) return undefined;
    void store.submitSurvey({ 1: '5' });
    return 'answers the survey';
  },
  network(at) {
    const { world, tab } = at;
    const network = world.networks.get(tab);
    const [name, fault] = pick(world, Object.entries(network?.faults ?? {})) ?? [];
    return name && fault?.(world.random);
  },
  reload(at) {
    leave(at, true);
    loadNext(at.world, at.tab);
    return 'reloads';
  },
  crash(at) {
    leave(at, false);
    loadNext(at.world, at.tab);
    return 'crashes and reloads';
  },
  close(at) {
    emptyComposer(at);
    leave(at, true, true);
    at.tab.session.clear();
    return 'is closed';
  },
  ...pageActions,
  signIn(at) {
    const { world, page } = at;
    // Tabs hear of each other through the storage.
    const isHeard = world.browser.storageState === 'working' || livePages(world).length === 1;
    if (!isAwake(at) || !isHeard) return undefined;
    const { people } = world;
    // A page that names somebody all the time says nothing new.
    const named = page.person.startsWith('guest') ? 'nobody' : page.person;
    const next = pick(
      world,
      (['Ann', 'Bob', 'nobody'] as const).filter((one) => one !== people.current && one !== named),
    );
    if (next === 'nobody') people.signOut();
    else people.signIn(next);
    leaveTexts(world);
    closeOtherWindows(at);
    page.name(nameOf(people));
    return `now names ${people.current}`;
  },
  nextPerson(at) {
    const { world, page } = at;
    if (!isAwake(at) || page.person === world.people.current) return undefined;
    leaveTexts(world);
    page.name(nameOf(world.people));
    return `now names ${world.people.current}, too`;
  },
};

const isStored = ({ browser }: StoreWorld, { text }: Pick<WrittenText, 'text'>): boolean =>
  [...browser.local.values()].some((value) => value.includes(`"${text}"`));

/** The other pages still name the one before. They close their windows, with what is stored nowhere else. */
function closeOtherWindows({ world, page }: At): void {
  for (const other of livePages(world)) {
    const isInWindow = (one: WrittenText): boolean => other !== page && shows(other, one) && !isStored(world, one);
    for (const one of world.written) if (isInWindow(one)) one.mayBeMissing ??= 'it was in a window that was closed';
  }
}

/** Nobody is left who could send or see the texts of others, or report their ends. */
function leaveTexts(world: StoreWorld): void {
  const { written, people, parts } = world;
  const isHere = (person: string): boolean =>
    parts.isNameBound ? person === people.current : people.areSame(person, people.current);
  world.ended = world.ended.filter(({ person }) => isHere(person));
  for (const one of written) {
    if (!isHere(one.person)) one.mayBeMissing ??= 'its writer has left';
    else if (one.person !== people.current) one.mayBeMissing ??= parts.whyLost?.(one, world);
  }
}

const worldActions: Readonly<Record<string, WorldAction>> = {
  open(world, step) {
    const tab = world.tabs[step.tab];
    if (!tab || tab.page) return undefined;
    loadNext(world, tab);
    return `tab ${tab.name} opens`;
  },
  say({ parts: { service } }) {
    const conversation = service.conversations.findLast((one) => one.isOpen);
    const text = conversation && service.say(conversation);
    return text ? `the agent says "${text}"` : undefined;
  },
  agentEnds({ parts: { service } }) {
    const conversation = service.conversations.find((one) => one.isOpen);
    if (!conversation) return undefined;
    service.close(conversation);
    return `the agent ends ${conversation.id}`;
  },
  refuse(world) {
    const status = pick(world, [400, 429, 500, 503]);
    world.parts.service.refusals.push(status);
    return `the service answers one text with ${status}`;
  },
  restart(world) {
    const keeps = world.random() < 0.7;
    world.parts.service.restart(keeps);
    for (const one of world.written) one.isPositionVoid = true;
    return `the service restarts and counts again, ${keeps ? 'with' : 'without'} the history`;
  },
  skew(world) {
    world.browser.skewMs += pick(world, [-86_400_000, -120_000, 120_000, 86_400_000]);
    world.wasClockSet = true;
    return `the visitor's clock is off by ${world.browser.skewMs} ms`;
  },
  storage: changeStorage,
  corrupt(world) {
    const damage = damageText(world);
    if (damage?.before.includes('"status":"settled"')) world.wasClaimDamaged = true;
    for (const one of world.written)
      if (damage?.before.includes(`"${one.text}"`)) one.mayBeMissing ??= 'its entry was damaged';
    return damage?.words;
  },
  wait(world) {
    world.isLongWait = true;
    return 'nothing happens for long';
  },
};

export const storeWeights: Readonly<Record<string, number>> = {
  type: 34,
  press: 4,
  retry: 6,
  end: 2,
  network: 26,
  reload: 6,
  crash: 3,
  close: 3,
  freeze: 2,
  thaw: 3,
  cache: 2,
  comeBack: 4,
  signIn: 3,
  nextPerson: 3,
  open: 6,
  say: 8,
  agentEnds: 1,
  refuse: 3,
  restart: 2,
  skew: 1,
  storage: 2,
  corrupt: 1,
  wait: 1,
};

/** Does the step and lets some time pass. */
export async function takeStep(world: StoreWorld, step: Step): Promise<void> {
  world.random = createRandom(step.dice);
  const tab = world.tabs[step.tab];
  const page = tab?.page;
  const words =
    worldActions[step.name]?.(world, step) ??
    world.parts.actions?.[step.name]?.(world.random) ??
    (tab && page ? tellTab(step, { world, tab, page }) : undefined);
  if (words === undefined) return;
  const most = world.isLongWait ? 130_000 : world.random() < 0.8 ? 300 : 15_000;
  world.isLongWait = false;
  const waitMs = Math.floor(world.random() * most);
  world.words.push(`${words}; ${waitMs} ms pass`);
  await world.clock.advance(waitMs);
}

function tellTab(step: Step, at: At): string | undefined {
  const words = tabActions[step.name]?.(at);
  return words === undefined ? undefined : `tab ${at.tab.name} ${words}`;
}

/** Everything works again, every page is awake and names the same person, and time passes. */
export async function heal(world: StoreWorld): Promise<void> {
  world.random = createRandom(7);
  for (const network of world.networks.values()) network.calm();
  world.browser.storageState = 'working';
  world.parts.service.refusals.length = 0;
  const [first] = world.tabs;
  if (first && livePages(world).length === 0) world.load(first);
  for (const page of livePages(world)) {
    if (page.isCached) page.document.show();
    else page.document.thaw();
    page.isCached = false;
  }
  await world.clock.advance(1_000);
  // A page that is too old for the service works after a reload.
  for (const tab of world.tabs) {
    const { page } = tab;
    if (!page?.store || shownProblem(page.store.state)?.key !== 'outdated') continue;
    leave({ world, tab, page }, true);
    world.load(tab);
  }
  // Who has left in one tab may have written in another one that did not know it.
  leaveTexts(world);
  for (const page of livePages(world)) if (page.person !== world.people.current) page.name(nameOf(world.people));
  // A text that another tab holds is shown as not sent after a minute; without locks, that of a closed tab after three.
  await world.clock.advance(world.setup.hasLocks ? 65_000 : 190_000);
  // Texts whose conversation is over return to the composer, which is there with a chat.
  for (const { store, state, messages } of livePages(world)) {
    if (isOver(state)) void store?.startNewChat();
    else if (messages.length === 0) void store?.startChat('menu');
  }
  await world.clock.advance(world.parts.answerMs ?? 15_000);
}

/** Loads every page again, and compares the windows with the service. */
export async function reloadAll(world: StoreWorld): Promise<void> {
  for (const tab of world.tabs) {
    if (!tab.page) continue;
    leave({ world, tab, page: tab.page }, true);
    world.load(tab);
    await world.clock.advance(200);
  }
  await world.clock.advance(8_000);
  checkReloaded(world);
}
