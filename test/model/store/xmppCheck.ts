import { isLive, isOver } from '../../../frame/chat/conversation.ts';
import { strangeText, type XmppService } from '../services/xmpp.ts';
import { checkWholeConversations, type Tell } from './storeCheck.ts';
import type { StorePage } from './storePage.ts';
import { livePages, type StoreTab, type StoreWorld, type WrittenText } from './storeWorld.ts';

export interface XmppSetup {
  /** Signed-in visitors have accounts. */
  readonly hasAccounts: boolean;
  /** Visitors without an account have a new name at each login. */
  readonly isNameless: boolean;
}

/** The rules of the XMPP channel that other services do not have. */
export function createXmppCheck(service: XmppService, setup: XmppSetup) {
  const { record, server } = service;
  const beginnings = createBeginnings(service, setup);
  const continuations = createContinuations(service, setup);
  /** When each conversation was not there yet. What the desk has said before belongs to another one. */
  const absentAt = new Map<string, number>();
  let checkedAt = 0;

  return {
    now(world: StoreWorld, tell: Tell): void {
      beginnings.check(world, (conversationId) => !absentAt.has(conversationId), tell);
      continuations.check(world, tell);
      for (const page of livePages(world)) {
        const { conversationId } = page;
        if (conversationId !== undefined && !absentAt.has(conversationId)) absentAt.set(conversationId, checkedAt);
        const before = (conversationId !== undefined && absentAt.get(conversationId)) || 0;
        for (const { text, type, id, receipt } of page.messages) {
          if (text === strangeText) tell('nobody else is heard', text);
          const saidAt = type === 'agent' ? record.saidAt.get(text) : undefined;
          if (saidAt !== undefined && saidAt < before)
            tell('a conversation shows no message older than itself', `"${text}"`);
          if (type !== 'visitor' || receipt === undefined) continue;
          const isTold = receipt === 'read' ? record.read.has(id) : record.received.has(id) || record.read.has(id);
          if (!isTold) tell('a text is shown as received or read when the desk says so', `"${text}" ${receipt}`);
        }
      }
      checkedAt = world.clock.now();
    },
    healed(world: StoreWorld, tell: Tell): void {
      checkWholeConversations(world, (about) =>
        tell('the window shows the whole conversation once everything works', about),
      );
      const isCertain = server.faults.resumption === 'works' && !record.hasRefused && isBrowserSound(world);
      for (const one of isCertain ? world.written : [])
        if (isStuck(world, one)) tell('a text of a conversation that goes on is sent', `"${one.text}"`);
      const conversationIds = new Set(
        livePages(world).flatMap(({ state, conversationId }) => (isLive(state) && conversationId) || []),
      );
      if (isBrowserSound(world) && !setup.isNameless && !record.hasLackedToken && conversationIds.size > 1)
        tell('the tabs of a visitor are in one conversation', [...conversationIds].join(', '));
      for (const page of livePages(world))
        for (const { text, isRemoved } of page.messages)
          if (!isRemoved && record.withdrawn.has(text)) tell('a correction replaces what it corrects', `"${text}"`);
    },
  };
}

export const isBrowserSound = ({ setup, wasStorageBroken, wasClockSet }: StoreWorld): boolean =>
  setup.hasLocks && !wasStorageBroken && !wasClockSet;

/** It is shown as not sent on the page on which it was written, and nothing has happened to the page, its conversation or the server since. */
function isStuck(
  { parts }: StoreWorld,
  { text, page, conversation, isPositionVoid, mayBeMissing }: WrittenText,
): boolean {
  const isTouched = page.document.isGone || isPositionVoid || mayBeMissing !== undefined;
  if (
    isTouched ||
    conversation === undefined ||
    !isLive(page.state) ||
    parts.conversationOf(page.conversationId) !== conversation
  )
    return false;
  return page.messages.some((one) => one.text === text && one.isNotSent);
}

/** In whose name signed-in visitors begin their conversations. */
function createBeginnings(service: XmppService, { hasAccounts }: XmppSetup) {
  const names = new Map<string, string>();
  const before = new Map<StorePage, { readonly person: string; readonly isLive: boolean }>();

  return {
    check(world: StoreWorld, isNew: (conversationId: string) => boolean, tell: Tell): void {
      for (const page of livePages(world)) {
        const { person, conversationId } = page;
        const last = before.get(page);
        const now = { person, isLive: isLive(page.state) };
        before.set(page, now);
        const hasBegun = last?.person === person && !last.isLive && now.isLive;
        if (hasBegun && !person.startsWith('guest') && conversationId !== undefined && isNew(conversationId))
          names.set(conversationId, person);
      }
      if (!hasAccounts || service.record.hasLackedToken) return;
      for (const { id, user } of service.conversations) {
        const person = names.get(id) ?? user;
        if (person !== user)
          tell('a conversation is begun in the name that its visitor has', `${id} of ${person} by ${user}`);
      }
    },
  };
}

/** A conversation goes on in its tab until somebody ends it, also if the page is loaded again or its guest signs in. */
function createContinuations({ record }: XmppService, { isNameless }: XmppSetup) {
  const conversationIn = new Map<StoreTab, string>();

  return {
    check(world: StoreWorld, tell: Tell): void {
      const pages = livePages(world);
      const isEnded = world.words.some((line) => line.includes('ends the conversation'));
      const isOfOnePerson = pages.every(({ person }) => person === world.people.current);
      const isCertain = isOfOnePerson && !isEnded && !isNameless && !record.hasLackedToken && isBrowserSound(world);
      for (const tab of world.tabs) {
        const { page } = tab;
        const before = conversationIn.get(tab);
        if (page && isLive(page.state) && page.conversationId !== undefined)
          conversationIn.set(tab, page.conversationId);
        else if (!page?.store || isOver(page.state)) conversationIn.delete(tab);
        const conversation = world.parts.conversationOf(before);
        const isOurs = page?.store && conversation?.isOpen && world.people.areSame(conversation.person, page.person);
        if (isCertain && isOurs && conversationIn.get(tab) !== before)
          tell('a conversation goes on until somebody ends it', conversation.id);
      }
    },
  };
}
