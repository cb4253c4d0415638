import { isLive } from '../../../frame/chat/conversation.ts';
import type { Conversation, TextArrival } from '../services/service.ts';
import type { StorePage } from './storePage.ts';
import { livePages, type StoreWorld, type WrittenText } from './storeWorld.ts';

export type Tell = (rule: string, about: string) => void;

const teller =
  (world: StoreWorld): Tell =>
  (rule, about) =>
    void world.violations.push({ rule, about });

/** What must hold after each step. */
export function checkNow(world: StoreWorld): void {
  const tell = teller(world);
  for (const arrival of world.parts.service.arrivals) checkArrival(world, arrival, tell);
  for (const page of livePages(world)) checkWindow(world, page, tell);
  checkEnds(world, tell);
  for (const { rule, about } of world.parts.broken ?? []) tell(rule, about);
  world.parts.check?.now(world, tell);
  noteUnsent(world);
}

function checkArrival({ written, people }: StoreWorld, { text, by, conversation }: TextArrival, tell: Tell): void {
  const same = written.filter((one) => one.text === text);
  if (same.length === 0) {
    tell('nothing is sent that nobody wrote', text);
    return;
  }
  if (!same.some((one) => people.areSame(one.person, by)))
    tell('a text is sent in the name of who wrote it', `"${text}" by ${by}`);
  if (!same.some((one) => people.areSame(one.person, conversation.person)))
    tell(
      'a text is sent into a conversation of its author',
      `"${text}" into ${conversation.id} of ${conversation.person}`,
    );
  if (same.every((one) => one.conversation !== undefined && one.conversation !== conversation && one.retries === 0))
    tell('a text is sent into its conversation', `"${text}" into ${conversation.id}`);
}

function checkWindow(world: StoreWorld, page: StorePage, tell: Tell): void {
  const answers = page.messages.filter((one) => one.type === 'agent' || one.type === 'bot').map((one) => plain(one));
  // A message that was taken back has no text.
  const twice = firstRepeated(answers.filter((text) => text !== ''));
  if (twice !== undefined) tell('each message is shown once', `"${twice}"`);
  const announced = firstRepeated(page.announced.filter((text) => text.startsWith('answer ')));
  if (announced !== undefined) tell('each message is announced at most once', `"${announced}"`);
  // A frozen page hears of nobody, and nobody sees it.
  const visible = page.document.isFrozen ? [] : [...page.messages.map(plain), ...page.draft.split('\n')];
  for (const text of visible)
    for (const name of namesIn(text))
      if (!world.people.areSame(name, page.person))
        tell("nothing of one visitor is in another one's window", `"${text}" for ${page.person}`);
  const conversation = world.parts.conversationOf(page.conversationId);
  if (conversation) checkOrderShown(conversation, answers, tell);
}

/** A page may wait for the answer of a service that may be unreachable. */
const endWaitMs = 20_000;

function checkEnds({ ended, clock, parts }: StoreWorld, tell: Tell): void {
  for (const { conversation, page, person, atMs } of ended) {
    const isBack = isLive(page.state) && parts.conversationOf(page.conversationId) === conversation;
    if (isBack && !page.document.isGone && clock.now() - atMs > endWaitMs)
      tell('a conversation that the visitor has ended does not come back', `${conversation.id} of ${person}`);
  }
}

const plain = ({ text, lines }: { readonly text: string; readonly lines: readonly { readonly text: string }[] }) =>
  text !== '' ? text : (lines[0]?.text ?? '');

const namesIn = (text: string): readonly string[] => text.match(/\b(?:Ann|Bob|guest\d+)\b/g) ?? [];

const firstRepeated = (texts: readonly string[]): string | undefined =>
  texts.find((one, at) => texts.indexOf(one) !== at);

function checkOrderShown({ events }: Conversation, shown: readonly string[], tell: Tell): void {
  const places = shown.map((text) => events.findIndex((one) => one.text === text)).filter((at) => at >= 0);
  const at = places.findIndex((place, n) => n > 0 && place < (places[n - 1] ?? 0));
  if (at > 0) tell("messages are shown in the service's order", events[places[at] ?? 0]?.text ?? '');
}

function noteUnsent(world: StoreWorld): void {
  for (const page of livePages(world)) {
    const unsent = [...page.messages.filter((one) => one.isNotSent).map((one) => one.text), ...page.draft.split('\n')];
    for (const one of world.written) if (unsent.includes(one.text)) one.wasUnsent = true;
  }
}

/** What must hold at the end, when everything works and time has passed. */
export function checkHealed(world: StoreWorld): void {
  const tell = teller(world);
  checkNow(world);
  for (const text of new Set(world.written.map((one) => one.text))) checkText(world, text, tell);
  checkOrder(world, tell);
  for (const page of livePages(world))
    for (const one of page.messages) if (one.isPending) tell('no message is pending for ever', `"${plain(one)}"`);
  for (const { conversation, person } of world.ended)
    if (conversation.isOpen && !world.wasStorageBroken)
      tell("a visitor's end reaches the service", `${conversation.id} of ${person}`);
  checkStorage(world, tell);
  world.parts.check?.healed(world, tell);
}

/** Nobody can tell whether a text of an earlier page has arrived: it is shown as not sent. */
const isLeftToVisitor = (world: StoreWorld, { isPositionVoid, page }: WrittenText): boolean =>
  world.parts.findsByPosition && isPositionVoid && page.document.isGone;

/** Texts with the same words cannot be told apart: there are as many at the service as were written. */
function checkText(world: StoreWorld, text: string, tell: Tell): void {
  const { written, parts } = world;
  const group = written.filter((one) => one.text === text);
  const arrived = parts.service.arrivals.filter((one) => one.text === text);
  const inEra = arrived.filter((one) => one.era === parts.service.era).length;
  // Without history or locks, nobody can tell that a text has arrived that is tried again.
  const mayBeDoubled = parts.service.era > 0 || !world.setup.hasLocks;
  const retries = mayBeDoubled ? group.reduce((sum, one) => sum + one.retries, 0) : 0;
  const about = `"${text}"`;
  if (inEra > group.length + retries) tell('a text arrives once', `${about}: ${inEra} times`);
  const visible = livePages(world).map(
    (page) =>
      page.messages.filter((one) => one.isNotSent && plain(one) === text).length +
      page.draft.split('\n').filter((one) => one === text).length,
  );
  const shown = visible.reduce((sum, one) => sum + one, 0);
  if (arrived.length + shown < countNeeded(world, group)) tell('a text is at the service or visibly not sent', about);
  // Without locks, a clock that jumps looks like a tab that is long gone.
  const isTold = world.setup.hasLocks || world.browser.skewMs === 0;
  const isSure =
    group.length === 1 &&
    !world.wasStorageBroken &&
    parts.service.era === 0 &&
    isTold &&
    !group.some((one) => isLeftToVisitor(world, one));
  const shownConversations = livePages(world).map((page) => parts.conversationOf(page.conversationId));
  if (
    isSure &&
    shown > 0 &&
    arrived.some(({ conversation }) => conversation.isOpen && shownConversations.includes(conversation))
  )
    tell('a text that arrived is not shown as not sent', about);
}

/**
 * How many of the texts with the same words must be at the service or visible. Tabs that cannot store what they have seen are like
 * devices that do not know about each other: one echo without an id may confirm a text of each. So are tabs whose clock is set while
 * a text waits: by its age, it counts as the text of a tab that is long gone. A damaged entry may have said whose an echo was.
 */
function countNeeded(world: StoreWorld, group: readonly WrittenText[]): number {
  const needed = group.filter((one) => one.mayBeMissing === undefined);
  const canTell =
    !world.wasStorageBroken && !world.wasClaimDamaged && !(world.wasClockSet && world.parts.findsByPosition);
  if (canTell) return needed.length;
  const tabs = new Set(needed.map((one) => one.tab));
  return Math.max(0, ...[...tabs].map((tab) => needed.filter((one) => one.tab === tab).length));
}

function checkOrder({ written, parts }: StoreWorld, tell: Tell): void {
  const { arrivals } = parts.service;
  const isUnique = ({ text }: WrittenText): boolean => written.filter((one) => one.text === text).length === 1;
  const placeOf = ({ text }: WrittenText): number => arrivals.findIndex((one) => one.text === text);
  for (const one of written) {
    for (const earlier of one.after) {
      if (earlier.wasUnsent || one.wasUnsent || !isUnique(one) || !isUnique(earlier)) continue;
      const [first, second] = [placeOf(earlier), placeOf(one)];
      if (first < 0 || second < 0 || arrivals[first]?.conversation !== arrivals[second]?.conversation) continue;
      if (first > second) tell('texts arrive in order', `"${one.text}" before "${earlier.text}"`);
    }
  }
}

function checkStorage({ browser, people, wasStorageBroken }: StoreWorld, tell: Tell): void {
  if (wasStorageBroken) return;
  for (const [key, value] of browser.local)
    for (const name of namesIn(value))
      if (!people.areSame(name, people.current))
        tell('nothing of a visitor is kept after another one', `${key}: ${value}`);
}

/** After a reload the window has the whole conversation, each message once. */
export function checkReloaded(world: StoreWorld): void {
  const tell = teller(world);
  checkNow(world);
  world.parts.check?.healed(world, tell);
  checkWholeConversations(world, (about) => tell('after a reload the window shows the whole conversation', about));
}

export function checkWholeConversations(world: StoreWorld, tell: (about: string) => void): void {
  for (const page of livePages(world)) {
    const conversation = world.parts.conversationOf(page.conversationId);
    if (!conversation || !isLive(page.state) || world.parts.service.era > 0) continue;
    const shown = page.messages.filter((one) => !one.isPending && !one.isNotSent).map((one) => plain(one));
    const others = world.parts.alsoShown?.(conversation, world) ?? [];
    for (const text of new Set(conversation.events.map((one) => one.text))) {
      const timesIn = (events: Conversation['events']): number => events.filter((one) => one.text === text).length;
      const theirs = timesIn(conversation.events);
      const ours = shown.filter((one) => one === text).length;
      if (ours < theirs || ours > theirs + timesIn(others.flatMap(({ events }) => events)))
        tell(`"${text}" ${ours} times`);
    }
  }
}
