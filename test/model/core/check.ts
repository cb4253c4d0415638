import type { Shown } from './channel.ts';
import { type CorePage, type CoreWorld, livePages, type Written } from './world.ts';

type Tell = (rule: string, about: string) => void;

/** What must hold at the end, when everything works and time has passed. */
export function checkEnd(world: CoreWorld): void {
  const tell: Tell = (rule, about) => void world.violations.push({ rule, about });
  checkNever(world);
  for (const one of world.written) checkText(world, one, tell);
  checkDrafts(world, tell);
  checkOrder(world, tell);
  for (const page of livePages(world)) checkPage(world, page, tell);
  checkStorage(world, tell);
}

/** What must never happen. */
export function checkNever(world: CoreWorld): void {
  for (const { textId, user, conversationId } of world.service.arrivals) {
    const one = world.written.find((other) => other.id === textId);
    if (!one) world.violations.push({ rule: 'nothing is sent that nobody wrote', about: textId });
    else if (one.user !== user)
      world.violations.push({ rule: 'a text is sent in the name of who wrote it', about: `${textId} as ${user}` });
    else if (one.conversationId !== undefined && one.conversationId !== conversationId)
      world.violations.push({ rule: 'a text is sent into its conversation', about: `${textId} into ${conversationId}` });
  }
}

const arrivalsOf = (world: CoreWorld, id: string) => world.service.arrivals.filter((one) => one.textId === id);

function checkText(world: CoreWorld, one: Written, tell: Tell): void {
  const arrivals = arrivalsOf(world, one.id);
  const { setup, service } = world;
  // What a service without history has lost cannot be told from what it has not got.
  const inLastEra = arrivals.filter((arrival) => arrival.era === service.era).length;
  const mayBeDoubled = setup.history && one.retries === 0 ? 0 : one.retries;
  if (inLastEra > 1 + mayBeDoubled) tell('a text arrives once', `${one.id} "${one.text}" ${inLastEra} times`);
  const shown = pagesOf(world, one).flatMap((page) => page.channel.log.filter((item) => item.id === one.id));
  if (arrivals.length > 0) return checkArrived(world, one, shown, tell);
  if (one.mayBeMissing || shown.some((item) => item.fate === 'unsent')) return;
  if (pagesOf(world, one).some((page) => page.drafts.includes(one.text))) return;
  tell('a text is at the service or visibly not sent', `${one.id} "${one.text}" of ${one.user}`);
}

const pagesOf = (world: CoreWorld, { user }: Written): readonly CorePage[] =>
  livePages(world).filter((page) => page.channel.user === user);

function checkArrived(world: CoreWorld, one: Written, shown: readonly Shown[], tell: Tell): void {
  const { setup, service } = world;
  const conversation = service.conversations.find((other) => other.id === arrivalsOf(world, one.id)[0]?.conversationId);
  const isKnown = conversation?.events.some((event) => event.clientId === one.id);
  if (!setup.history || !conversation?.isOpen || !isKnown) return;
  if (shown.some((item) => item.fate === 'unsent')) tell('a text that arrived is not shown as not sent', one.id);
}

function checkDrafts(world: CoreWorld, tell: Tell): void {
  for (const page of livePages(world)) {
    for (const text of page.drafts) {
      const same = world.written.filter((one) => one.text === text);
      if (same.length === 0 || same.some((one) => one.user !== page.channel.user))
        tell('only the visitor\'s own texts return to the composer', text);
      const drafts = livePages(world).flatMap((other) => other.drafts.filter((draft) => draft === text)).length;
      const arrived = same.filter((one) => arrivalsOf(world, one.id).length > 0);
      // A text with an unknown outcome may return although it arrived, when its conversation ended meanwhile.
      const isOver = arrived.every((one) => !world.service.conversations.find((talk) => talk.id === one.conversationId)?.isOpen);
      if (drafts + arrived.length > same.length && !isOver) tell('a text returns to the composer once', text);
    }
  }
}

function checkOrder(world: CoreWorld, tell: Tell): void {
  const index = new Map(world.written.map((one, at) => [one.id, at]));
  for (const tab of world.tabs) {
    for (const conversation of world.service.conversations) {
      const order = world.service.arrivals
        .filter((one, at, all) => all.findIndex((other) => other.textId === one.textId) === at)
        .filter((one) => one.conversationId === conversation.id)
        .flatMap(({ textId }) => world.written.filter((one) => one.id === textId && one.tab === tab && !one.wasUnsent));
      const wrong = order.find((one, at) => at > 0 && (index.get(one.id) ?? 0) < (index.get(order[at - 1]?.id ?? '') ?? 0));
      if (wrong) tell('texts of a tab arrive in order', `${wrong.id} after ${order[order.indexOf(wrong) - 1]?.id}`);
    }
  }
}

function checkPage(world: CoreWorld, { channel }: CorePage, tell: Tell): void {
  const { user, conversationId, log } = channel;
  if (channel.isWaiting) tell('nothing waits for ever', `a page of ${user}`);
  for (const item of log) if (item.fate === 'pending') tell('no message is pending for ever', `${item.id} "${item.text}"`);
  for (const item of log)
    if (user === undefined || (user !== 'Ann' && item.text.includes('Ann')) || (user !== 'Bob' && item.text.includes('Bob')))
      tell("nothing of one user is in another user's window", `${item.text} in the window of ${user}`);
  const conversation = world.service.conversations.find((one) => one.id === conversationId);
  if (!conversation || !world.setup.history) return;
  const visible = conversation.events.filter((one) => one.from !== 'hidden').map((one) => one.id);
  const seen = log.flatMap((one) => (one.eventId !== undefined && visible.includes(one.eventId) ? [one.eventId] : []));
  if (seen.join() !== visible.join() && [...seen].sort().join() !== [...visible].sort().join())
    tell('the window shows each message once', `${seen.join()} instead of ${visible.join()}`);
  const shownTwice = log.filter((one) => one.from === 'visitor' && one.fate === 'sent');
  const ours = shownTwice.filter((one) => one.eventId === undefined && world.written.some((text) => text.id === one.id));
  for (const one of ours) {
    const event = conversation.events.find((other) => other.clientId === one.id);
    if (event) tell('an echo merges into the text', `${one.id} "${one.text}"`);
  }
}

function checkStorage(world: CoreWorld, tell: Tell): void {
  const users = new Set(livePages(world).map((page) => page.channel.user));
  for (const [key, value] of world.browser.local)
    for (const user of ['Ann', 'Bob', 'guest'] as const)
      if (key.startsWith('cm-outbox') && value.includes(`"${user} `) && !users.has(user) && user !== world.user)
        tell('nothing of a user is kept after another user', `${key}: ${value}`);
}
