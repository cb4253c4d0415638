import type { SocketLike } from '../../../frame/chat/channels/ground/connection/socket.ts';
import * as ns from '../../../frame/chat/channels/xmpp/namespaces.ts';
import { xml } from '../../../frame/chat/channels/xmpp/xml.ts';
import type { Clock } from '../../../frame/platform/clock.ts';
import { type Arrival, createFakeXmppServer, deskAddress } from '../../support/fakeXmppServer.ts';
import type { Violation } from '../story.ts';
import type { Conversation, ReferenceService, SocketEnd, TextArrival } from './service.ts';

export interface XmppService extends ReferenceService {
  readonly conversations: readonly XmppConversation[];
  readonly server: ReturnType<typeof createFakeXmppServer>;
  readonly broken: readonly Violation[];
  readonly desk: XmppDesk;
  readonly record: XmppRecord;
  connect(link: { send(text: string): void; close(code: number): void }, by: string): XmppEnd;
}

/** What the desk does in a conversation besides writing. */
export interface XmppDesk {
  /** Corrects its last message, or takes it back. */
  correct(isTakenBack: boolean): string | undefined;
  /** Corrects what the visitor has written last, which it may not: that is a message. */
  correctVisitor(): string | undefined;
  /** Has received the visitor's last text. */
  receive(): string | undefined;
  /** Has read up to one of the visitor's texts. */
  read(random: () => number): string | undefined;
  /** Asks what the visitor thinks, and leaves. */
  ask(): string | undefined;
  /** Writes for a while, whatever happens meanwhile. */
  chat(): string | undefined;
  /** Somebody else writes to the visitor, or sends what looks like a copy or like an answer of the archive. */
  intrude(kind: Intrusion): string | undefined;
}

export type Intrusion = 'message' | 'copy' | 'archived' | 'answer';

/** What the windows of visitors are compared with. */
export interface XmppRecord {
  /** The ids of texts that the desk has received, and of those that it may have read. */
  readonly received: ReadonlySet<string>;
  readonly read: ReadonlySet<string>;
  /** Texts that the desk has corrected or taken back. */
  readonly withdrawn: ReadonlySet<string>;
  /** When the desk has said a text. */
  readonly saidAt: ReadonlyMap<string, number>;
  /** A text has come back. */
  hasRefused: boolean;
  /** The broker had no token for a visitor who is signed in. */
  hasLackedToken: boolean;
}

export interface XmppEnd extends SocketEnd {
  /** The session handles nothing until `release` is called. Undefined if there is none, or another one is blocked. */
  block(): { release(): void } | undefined;
  /** The session's node acknowledges texts and forgets them, until `end` is called. Undefined if there is no session. */
  failNode(): { end(): void } | undefined;
}

export interface XmppConversation extends Conversation {
  /** The account in which it was begun. */
  readonly user: string;
}

const agent = `${deskAddress}/agent`;
const stranger = 'stranger@elsewhere.example/tab';
const gone = xml('gone', { xmlns: ns.chatStates }).xml;
/** A client that counts its messages, and has been started again. */
const repeatedId = 'message-1';
const repeatedEvery = 2;
const chatTexts = 8;
const chatPauseMs = 300;
/** What nobody must see. */
export const strangeText = 'said by a stranger';
/** So that a story with a few messages has several pages. */
const archivePageSize = 3;

/** An XMPP server with a desk. Stanzas with the same thread are one conversation. The desk knows about it with its first text. */
export function createXmppService({ now, after }: Pick<Clock, 'now' | 'after'>): XmppService {
  const conversations = new Map<string, XmppConversation>();
  const arrivals: TextArrival[] = [];
  const refusals: number[] = [];
  const broken: Violation[] = [];
  const record = {
    received: new Set<string>(),
    read: new Set<string>(),
    withdrawn: new Set<string>(),
    saidAt: new Map<string, number>(),
    hasRefused: false,
    hasLackedToken: false,
  };
  const server = createFakeXmppServer({ now, arrived });
  server.faults.archivePageSize = archivePageSize;
  let blocked: string | undefined;
  let era = 0;
  let count = 0;

  server.faults.bounce = () => {
    const refusal = refusals.shift();
    if (refusal === undefined) return undefined;
    record.hasRefused = true;
    return refusal === 400
      ? { condition: 'service-unavailable', type: 'cancel' }
      : { condition: 'resource-constraint', type: 'wait' };
  };

  const ownerOf = (user: string): string => server.accounts.get(user)?.owner ?? user;

  function arrived({ user, id, text, thread, isFarewell, answers }: Arrival): void {
    if (answers) {
      if (conversations.get(answers.conversation ?? '')?.user !== user)
        broken.push({
          rule: 'a survey is answered in the account of its conversation',
          about: `${answers.conversation} by ${user}`,
        });
      return;
    }
    const known = conversations.get(thread);
    if (known && known.user !== user)
      broken.push({ rule: 'a conversation goes on and ends in its account', about: `${thread} by ${user}: "${text}"` });
    if (isFarewell) {
      if (known) known.isOpen = false;
      return;
    }
    const conversation = known ?? { id: thread, user, person: ownerOf(user), isOpen: true, events: [] };
    conversations.set(thread, conversation);
    conversation.isOpen = true;
    arrivals.push({ text, by: ownerOf(user), conversation, era });
    conversation.events.push({ id, from: 'visitor', text });
  }

  const conversationOf = ({ id }: Conversation): XmppConversation | undefined => conversations.get(id);

  /** The latest open conversation whose visitor hears the desk. */
  const openConversation = (): XmppConversation | undefined =>
    [...conversations.values()].findLast((one) => one.isOpen && one.user !== blocked);

  function nextText({ person }: Conversation): string {
    count += 1;
    const text = `answer ${count} to ${person}`;
    record.saidAt.set(text, now());
    return text;
  }

  function tell(
    { user, events }: XmppConversation,
    text: string,
    { id, extra = '' }: { id?: string; extra?: string },
  ): void {
    const signs = `${xml('request', { xmlns: ns.receipts }).xml}${extra}`;
    const sentId = server.toVisitor(user, { from: agent, body: text, extra: signs, ...(id !== undefined && { id }) });
    events.push({ id: sentId, from: 'agent', text });
  }

  function say(one: Conversation): string {
    const conversation = conversationOf(one);
    if (!conversation?.isOpen || conversation.user === blocked) return '';
    const text = nextText(conversation);
    // Without the server's ids, nobody can tell such messages apart.
    const isRepeated = server.faults.hasStanzaIds && count % repeatedEvery === 0;
    tell(conversation, text, isRepeated ? { id: repeatedId } : {});
    return text;
  }

  const desk: XmppDesk = {
    correct(isTakenBack) {
      const conversation = openConversation();
      const at = conversation?.events.findLastIndex(({ from, id }) => from === 'agent' && id !== repeatedId) ?? -1;
      const event = conversation?.events[at];
      if (!conversation || !event) return undefined;
      record.withdrawn.add(event.text);
      if (isTakenBack) {
        conversation.events.splice(at, 1);
        server.toVisitor(conversation.user, {
          from: agent,
          extra: xml('retract', { xmlns: ns.retraction, id: event.id }).xml,
        });
        return `the agent takes "${event.text}" back`;
      }
      const text = nextText(conversation);
      conversation.events[at] = { ...event, text };
      const extra = xml('replace', { xmlns: ns.correction, id: event.id }).xml;
      server.toVisitor(conversation.user, { from: agent, body: text, extra });
      return `the agent corrects "${event.text}" to "${text}"`;
    },
    correctVisitor() {
      const conversation = openConversation();
      const event = conversation?.events.findLast(({ from }) => from === 'visitor');
      if (!conversation || !event) return undefined;
      const text = nextText(conversation);
      tell(conversation, text, { extra: xml('replace', { xmlns: ns.correction, id: event.id }).xml });
      return `the agent says "${text}" as a correction of "${event.text}"`;
    },
    receive() {
      const conversation = openConversation();
      const event = conversation?.events.findLast(({ from }) => from === 'visitor');
      if (!conversation || !event) return undefined;
      record.received.add(event.id);
      const sign = xml('received', { xmlns: ns.receipts, id: event.id });
      server.toVisitor(conversation.user, { from: agent, extra: sign.xml });
      return `the agent has received "${event.text}"`;
    },
    read(random) {
      const conversation = openConversation();
      const texts = conversation?.events.filter(({ from }) => from === 'visitor') ?? [];
      const at = Math.floor(random() * texts.length);
      const event = texts[at];
      if (!conversation || !event) return undefined;
      for (const { id } of texts.slice(0, at + 1)) record.read.add(id);
      const sign = xml('displayed', { xmlns: ns.markers, id: event.id });
      server.toVisitor(conversation.user, { from: agent, extra: sign.xml });
      return `the agent has read up to "${event.text}"`;
    },
    ask() {
      const conversation = openConversation();
      if (!conversation) return undefined;
      const hidden = xml('field', { var: 'conversation', type: 'hidden' }, xml('value', {}, conversation.id));
      const form = xml(
        'x',
        { xmlns: ns.dataForms, type: 'form' },
        hidden,
        xml('field', { var: 'score', label: 'Points' }),
      );
      server.toVisitor(conversation.user, { from: agent, body: 'There is a form for you', extra: form.xml });
      conversation.isOpen = false;
      server.toVisitor(conversation.user, { from: agent, extra: gone });
      return `the agent asks what the visitor thinks, and ends ${conversation.id}`;
    },
    chat() {
      const conversation = openConversation();
      if (!conversation) return undefined;
      for (let at = 0; at < chatTexts; at += 1) after(at * chatPauseMs, () => void say(conversation));
      return `the agent says ${chatTexts} texts`;
    },
    intrude(kind) {
      const conversation = openConversation();
      if (!conversation) return undefined;
      const forged = xml(
        'message',
        { xmlns: ns.client, type: 'chat', from: agent, id: 'forged' },
        xml('body', {}, strangeText),
      );
      const forwarded = xml('forwarded', { xmlns: ns.forward }, forged);
      if (kind === 'message') server.toVisitor(conversation.user, { from: stranger, body: strangeText });
      else if (kind === 'copy')
        server.toVisitor(conversation.user, {
          from: stranger,
          extra: xml('received', { xmlns: ns.carbons }, forwarded).xml,
        });
      else
        server.faults.forge = ({ id, queryId, to }) => {
          const result = xml('result', { xmlns: ns.archive, queryid: queryId, id: 'forged' }, forwarded);
          const answer = xml('fin', { xmlns: ns.archive, complete: 'true' });
          return [
            kind === 'archived'
              ? xml('message', { xmlns: ns.client, from: stranger, to }, result).xml
              : xml('iq', { xmlns: ns.client, type: 'result', from: stranger, to, id }, answer).xml,
          ];
        };
      return `a stranger sends a forged ${kind}`;
    },
  };

  return {
    server,
    desk,
    record,
    get conversations() {
      return [...conversations.values()];
    },
    arrivals,
    refusals,
    broken,
    get era() {
      return era;
    },
    connect(link, by) {
      const socket: SocketLike = server.dial(by);
      socket.addEventListener('message', ({ data }) => link.send(String(data)));
      socket.addEventListener('close', ({ code }) => link.close(code));
      return {
        receive: (frame) => socket.send(frame),
        closed: () => socket.close(),
        failNode: () => (server.userOf(socket) === undefined ? undefined : server.failNode(socket)),
        block() {
          const user = server.userOf(socket);
          if (blocked !== undefined || user === undefined) return undefined;
          blocked = user;
          const { release } = server.block(socket);
          return {
            release() {
              blocked = undefined;
              release();
            },
          };
        },
      };
    },
    say,
    close(one) {
      const conversation = conversationOf(one);
      if (!conversation?.isOpen) return;
      conversation.isOpen = false;
      server.toVisitor(conversation.user, { from: agent, extra: gone });
    },
    restart(keepsHistory) {
      if (!keepsHistory) {
        era += 1;
        for (const { archive } of server.accounts.values()) archive.splice(0);
        // Windows still show them, and the marker of a later text stands for them too.
        for (const { events } of conversations.values()) for (const { id } of events.splice(0)) record.read.add(id);
      }
      server.restart();
    },
  };
}
