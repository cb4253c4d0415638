import { claimMs } from '../../../frame/chat/delivery/limits.ts';
import type { Arrival } from './service.ts';
import { type CorePage, type CoreWorld, livePages, type Written } from './world.ts';

type Tell = (rule: string, about: string) => void;

/** What must hold at the end, when everything works and time has passed. */
export function checkEnd(world: CoreWorld): void {
  const tell: Tell = (rule, about) => void world.violations.push({ rule, about });
  checkNever(world);
  for (const group of groupsOf(world)) checkGroup(world, group, tell);
  checkDrafts(world, tell);
  checkOrder(world, tell);
  for (const page of livePages(world)) checkPage(world, page, tell);
  checkStorage(world, tell);
}

/** What must hold without a new connection. */
export function checkHealed(world: CoreWorld): void {
  const tell: Tell = (rule, about) => void world.violations.push({ rule, about });
  // Without echoes, a text that arrives late is noticed with the next connection only.
  if (!world.setup.history || !world.setup.echoes) return;
  for (const { channel } of livePages(world)) {
    const { conversationId, isConnected, isWaiting } = channel;
    if (isConnected && isWaiting && isOpen(world, conversationId ?? ''))
      tell('nothing waits once everything works', `a page of ${channel.user}`);
  }
  for (const one of world.setup.ids ? world.written : []) {
    const isUnsent = pagesOf(world, one).some(({ channel }) =>
      channel.log.some((item) => item.id === one.id && item.status === 'unsent'),
    );
    if (isUnsent && isShownByService(world, one)) tell('a text that arrived does not stay as not sent', one.id);
  }
}

/** What must hold after each step. */
export function checkNow(world: CoreWorld): void {
  checkNever(world);
  for (const { channel, document } of livePages(world)) {
    if (!document.isFrozen && channel.waitsTooLong())
      world.violations.push({ rule: 'a text is shown as not sent after a minute', about: `a page of ${channel.user}` });
  }
}

/** What must never happen. */
function checkNever(world: CoreWorld): void {
  const tell: Tell = (rule, about) => void world.violations.push({ rule, about });
  for (const { textId, user, conversationId } of world.service.arrivals) {
    const one = world.written.find((other) => other.id === textId);
    if (!one) tell('nothing is sent that nobody wrote', textId);
    else if (one.user !== user) tell('a text is sent in the name of who wrote it', `${textId} as ${user}`);
    else if (one.conversationId !== undefined && one.conversationId !== conversationId)
      tell('a text is sent into its conversation', `${textId} into ${conversationId}`);
  }
}

const isOpen = (world: CoreWorld, conversationId: string): boolean =>
  world.service.conversations.some((one) => one.id === conversationId && one.isOpen);

const arrivalsOf = (world: CoreWorld, texts: readonly Written[]): readonly Arrival[] =>
  world.service.arrivals.filter(({ textId }) => texts.some((one) => one.id === textId));

/**
 * Texts that nobody can tell apart: with the same words, where the service returns no ids. One of them may be taken for
 * another, as long as there are as many at the service as were written.
 */
function groupsOf({ written, setup }: CoreWorld): readonly (readonly Written[])[] {
  if (setup.ids) return written.map((one) => [one]);
  return [...new Set(written.map((one) => one.text))].map((text) => written.filter((one) => one.text === text));
}

const pagesOf = (world: CoreWorld, { user }: Written): readonly CorePage[] =>
  livePages(world).filter((page) => page.channel.user === user);

function checkGroup(world: CoreWorld, group: readonly Written[], tell: Tell): void {
  const [first] = group;
  if (!first) return;
  const about = group.map((one) => `${one.id} "${one.text}"`).join(', ');
  const arrivals = arrivalsOf(world, group);
  const { setup, service } = world;
  // What a service without history has lost cannot be told from what it has not got.
  const hasRetried = !setup.history || (!setup.ids && service.epoch > 1);
  const retries = hasRetried ? group.reduce((sum, one) => sum + one.retries, 0) : 0;
  const mayBeDoubled = retries + group.filter((one) => one.isHiddenByRestart).length;
  const inEra = arrivals.filter((one) => one.era === service.era).length;
  if (inEra > group.length + mayBeDoubled) tell('a text arrives once', `${about}: ${inEra} times`);
  const pages = pagesOf(world, first);
  const unsent = new Set(
    pages.flatMap(({ channel }) =>
      channel.log.flatMap((item) => (item.status === 'unsent' && item.text === first.text ? [item.id] : [])),
    ),
  );
  const drafts = pages.reduce((sum, page) => sum + page.drafts.filter((text) => text === first.text).length, 0);
  const missing = group.filter((one) => one.mayBeMissing !== undefined).length;
  if (!isUndecidable(world, group) && arrivals.length + unsent.size + drafts + missing < group.length)
    tell('a text is at the service or visibly not sent', `${about} of ${first.user}`);
  const inOpen = arrivals.filter((one) => one.era === service.era && isOpen(world, one.conversationId)).length;
  const isKept = group.every(({ page }) => page === undefined || pages.includes(page));
  const isSure =
    !setup.ids && setup.history && setup.sequence && isKept && !world.wasStorageBroken && !isStrandedByClock(world);
  if (isSure && inOpen + unsent.size > group.length + mayBeDoubled)
    tell('a text that arrived is not shown as not sent', about);
  if (setup.ids && setup.history && unsent.has(first.id) && isShownByService(world, first))
    tell('a text that arrived is not shown as not sent', about);
}

/** Without locks, a text that seems to be old has lost its tab, and a clock that jumps makes it seem old. */
const isStrandedByClock = ({ setup, hasClockJumped }: CoreWorld): boolean => !setup.hasLocks && hasClockJumped;

/**
 * Whether nobody can tell which of these texts an echo without an id belongs to:
 * - Where positions alone name an echo, a claim from before a restart of the numbering may name another echo after it. Tabs hear
 *   of a restart one after another, and a page that is gone never does.
 * - Tabs that cannot share what they have seen take the same echo for two texts.
 * - A service that knows a text by its id, and does not return the id, takes it once. Whoever has been confirmed by the echo of
 *   another text, that other one is sent again in vain.
 * - A claim on an echo lasts for a while. A clock that jumps makes it seem old. A tab may see the echo for the first time after
 *   that, if the service does not push the visitor's texts, or the channel sends before it has replayed the conversation; and a
 *   restart voids the positions of texts, so that an earlier echo may be theirs.
 */
function isUndecidable(world: CoreWorld, group: readonly Written[]): boolean {
  const { setup, service } = world;
  if (setup.ids) return false;
  const hasRestarted = service.epoch > 1;
  const isLate = world.clock.now() - Math.min(...group.map(({ writtenAt }) => writtenAt)) > claimMs;
  if (hasRestarted && (!setup.keys || isLate)) return true;
  if (new Set(group.map(({ page }) => page)).size === 1) return false;
  return (
    world.wasStorageBroken || setup.dedupes || world.hasClockJumped || (isLate && !(setup.echoes && setup.replaysFirst))
  );
}

const isShownByService = ({ service }: CoreWorld, text: Written): boolean =>
  service.conversations.some(({ isOpen: is, events }) => is && events.some((event) => event.clientId === text.id));

function checkDrafts(world: CoreWorld, tell: Tell): void {
  for (const page of livePages(world)) {
    for (const text of page.drafts) {
      const same = world.written.filter((one) => one.text === text);
      if (same.length === 0 || same.some((one) => one.user !== page.channel.user))
        tell("only the visitor's own texts return to the composer", text);
      // An entry that could not be changed any more may be out of date.
      if (world.wasStorageBroken || isStrandedByClock(world)) continue;
      // A reloaded tab shows a text that another tab has taken. Both may offer it when the conversation ends.
      const drafts = Math.max(...livePages(world).map(({ drafts: of }) => of.filter((draft) => draft === text).length));
      // A text with an unknown outcome may return although it arrived, when its conversation ended meanwhile.
      const arrived = same.filter((one) =>
        arrivalsOf(world, [one]).some(({ conversationId }) => isOpen(world, conversationId)),
      );
      if (same.some((one) => one.isRaced)) continue;
      // The visitor tries again what stands in another tab's composer.
      const retries = same.reduce((sum, one) => sum + one.retries, 0);
      if (drafts + arrived.length > same.length + retries) tell('a text returns to the composer once', text);
    }
  }
}

/** A text that was written while others were shown as being sent comes after them. */
function checkOrder(world: CoreWorld, tell: Tell): void {
  const { arrivals } = world.service;
  // Where texts have the same words and no ids, one may have been sent again for another.
  const isUnique = ({ text }: Written): boolean =>
    world.setup.ids || world.written.filter((one) => one.text === text).length === 1;
  const placeOf = (id: string): number => arrivals.findIndex((one) => one.textId === id);
  for (const one of world.written) {
    for (const id of one.after) {
      const earlier = world.written.find((other) => other.id === id);
      // A text that another tab has taken over is in that tab's order.
      if (
        !earlier ||
        earlier.sent?.page !== one.sent?.page ||
        earlier.wasUnsent ||
        one.wasUnsent ||
        // The visitor's clock alone tells what came first in two page loads.
        (world.hasClockJumped && earlier.page !== one.page) ||
        !isUnique(one) ||
        !isUnique(earlier)
      )
        continue;
      const [first, second] = [placeOf(id), placeOf(one.id)];
      if (first < 0 || second < 0 || arrivals[first]?.conversationId !== arrivals[second]?.conversationId) continue;
      if (first > second) tell('texts arrive in order', `${one.id} before ${id}`);
    }
  }
}

function checkPage(world: CoreWorld, { channel }: CorePage, tell: Tell): void {
  const { user, conversationId, log } = channel;
  if (channel.isWaiting && !log.some((one) => one.status === 'unsent'))
    tell('nothing waits for ever', `a page of ${user}`);
  for (const item of log) {
    if (item.status === 'pending') tell('no message is pending for ever', `${item.id} "${item.text}"`);
    if (isOfAnother(item.text, user))
      tell("nothing of one user is in another user's window", `${item.text} for ${user}`);
  }
  const conversation = world.service.conversations.find((one) => one.id === conversationId);
  if (!conversation || !world.setup.history) return;
  const visible = conversation.events.filter((one) => one.from !== 'hidden').map((one) => one.id);
  const shown = log.flatMap(({ eventId }) => (eventId !== undefined && visible.includes(eventId) ? [eventId] : []));
  if ([...shown].sort().join() !== [...visible].sort().join())
    tell('the window shows each message once', `${shown.join()} instead of ${visible.join()}`);
  for (const item of log) {
    if (item.from !== 'visitor' || item.eventId !== undefined || item.status !== 'sent') continue;
    const same = world.written.filter((one) => one.text === item.text);
    // A service that has lost its history shows less than the window.
    const isLost = world.service.arrivals.some(({ textId, era }) => textId === item.id && era < world.service.era);
    // A page that was loaded after a restart cannot tell which of the messages is a text from before it.
    const isFromBefore =
      world.service.epoch > 1 && same.some((one) => one.id === item.id && one.page?.channel !== channel);
    if (
      isLost ||
      isFromBefore ||
      isUndecidable(world, same) ||
      (!world.setup.ids && same.some((one) => one.mayBeMissing))
    )
      continue;
    const ours = log.filter((one) => one.text === item.text).length;
    const theirs = conversation.events.filter((one) => one.text === item.text).length;
    if (theirs > 0 && ours > theirs) tell('an echo merges into its text', `${item.id} "${item.text}"`);
  }
}

const isOfAnother = (text: string, user: string | undefined): boolean =>
  (['Ann', 'Bob', 'guest'] as const).some((one) => one !== user && text.split(' ').includes(one));

function checkStorage(world: CoreWorld, tell: Tell): void {
  const users = new Set(livePages(world).map((page) => page.channel.user));
  if (!world.isCleared) return;
  for (const [key, value] of world.browser.local)
    for (const user of ['Ann', 'Bob', 'guest'] as const)
      if (key.startsWith('cm-outbox') && value.includes(`"${user} `) && !users.has(user) && user !== world.user)
        tell('nothing of a user is kept after another user', `${key}: ${value}`);
}
