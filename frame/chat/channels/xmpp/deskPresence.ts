import { createTimer } from '../../../platform/timer.ts';
import type { ChannelPorts } from '../../channel.ts';
import { nobodyAnswers } from '../../conversation.ts';
import { createAgentTyping } from '../ground/agentTyping.ts';
import { composingRepeatMs, emptyDeskMs, maxTypingMs, unansweredMs } from './limits.ts';
import * as ns from './namespaces.ts';
import type { ConversationParts } from './parts.ts';
import { bareOf, resourceOf, signalStanza, type XmppMessage } from './wire.ts';
import { childOf, type Xml, type XmlElement, xml } from './xml.ts';

export type DeskPresence = ReturnType<typeof createDeskPresence>;

/**
 * Who answers at the desk, whether they are typing, and what the desk is told about the visitor. Calls `onGone` when the agent who
 * has written last leaves.
 */
export function createDeskPresence(
  ports: Pick<ChannelPorts, 'attention' | 'clock' | 'createId' | 'lifetime'>,
  { state, deskConfig: desk, connection }: ConversationParts,
  onGone: () => void,
) {
  const { clock } = ports;
  let hasAnswered = false;
  /** The client of the agent who has written last: several agents may use one desk. */
  let lastResource: string | undefined;
  let unreadId: string | undefined;
  let composingSince: number | undefined;
  const agentTyping = createAgentTyping(ports, state, maxTypingMs);

  const signal = (content: Xml): void => connection.send(signalStanza(desk.address, ports.createId(), content));

  function answered(): void {
    if (!hasAnswered) state.emit({ type: 'participants', participants: [{ id: desk.address, name: desk.name }] });
    hasAnswered = true;
    if (state.snapshot.state === 'waiting') state.enter('chatting');
  }

  function seen(): void {
    if (unreadId === undefined || !ports.attention.isVisible()) return;
    signal(xml('displayed', { xmlns: ns.markers, id: unreadId }));
    unreadId = undefined;
  }

  return {
    /** Somebody at the desk has written or typed in this conversation. */
    get hasAnswered() {
      return hasAnswered;
    },
    wrote({ stanzaId: id, resource, wantsReceipt }: XmppMessage, isHistory: boolean): void {
      answered();
      lastResource = resource;
      if (id === undefined) return;
      if (wantsReceipt && !isHistory) signal(xml('received', { xmlns: ns.receipts, id }));
      unreadId = id;
      // One marker for the last message of the history is enough (XEP-0333, 4). It follows when the history has been read.
      if (!isHistory) seen();
    },
    /** A live stanza of the desk, which may say that somebody is typing or has left. */
    signalled({ typing, body, form, resource }: XmppMessage): void {
      if (typing === 'gone') {
        agentTyping.signalled(false);
        if (lastResource !== undefined && resource === lastResource) onGone();
        return;
      }
      if (typing === undefined && body === undefined) return;
      // A program may send a form before anybody answers.
      if (!form) answered();
      agentTyping.signalled(typing === 'composing');
    },
    typing(isTyping: boolean): void {
      const now = clock.now();
      if (isTyping && composingSince !== undefined && Math.abs(now - composingSince) < composingRepeatMs) return;
      if (!isTyping && composingSince === undefined) return;
      composingSince = isTyping ? now : undefined;
      signal(xml(isTyping ? 'composing' : 'paused', { xmlns: ns.chatStates }));
    },
    seen,
    reset(): void {
      agentTyping.stop();
      hasAnswered = false;
      lastResource = undefined;
      unreadId = undefined;
      composingSince = undefined;
    },
  };
}

/** Whether somebody is at the desk, and what the visitor is told while nobody answers. */
export function createAttendance({ clock, lifetime, place }: ChannelPorts, parts: ConversationParts) {
  const { state, connection, deskConfig, text } = parts;
  const timer = createTimer(clock, lifetime);
  const clients = new Set<string | undefined>();
  let isTold = false;
  let isShown = false;
  let waitsFor: number | undefined;

  const isWaiting = (): boolean => state.hasConversation && state.snapshot.state === 'waiting';

  function show(): void {
    if (!isWaiting()) return;
    const { emailLink } = place();
    isShown = true;
    const link = emailLink === undefined ? undefined : { text: text('emailUs'), href: emailLink };
    state.emit({ type: 'problem', key: nobodyAnswers, ...(link && { link }) });
  }

  function update(): void {
    const next = isWaiting() ? (isTold && clients.size === 0 ? emptyDeskMs : unansweredMs) : undefined;
    if (next === waitsFor) return;
    waitsFor = next;
    timer.stop();
    // If somebody has come, this takes the sentence away.
    if (isShown && next === unansweredMs) state.change({ state: 'waiting' });
    if (next !== emptyDeskMs) isShown = false;
    if (next !== undefined && !isShown) timer.start(next, show);
  }

  return {
    /** Asks for the presence of the desk. It stays unknown if the server does not report it. */
    ask(): void {
      clients.clear();
      isTold = false;
      connection.send(xml('presence', { xmlns: ns.client, type: 'probe', to: deskConfig.address }));
    },
    received(presence: XmlElement): void {
      const from = presence.attributes.get('from') ?? '';
      const type = presence.attributes.get('type');
      if (bareOf(from) !== deskConfig.address || (type !== undefined && type !== 'unavailable')) return;
      const client = resourceOf(from);
      isTold = true;
      const takesMessages = !childOf(presence, 'priority', ns.client)?.text.startsWith('-');
      if (type === undefined && takesMessages) clients.add(client);
      else if (client === undefined) clients.clear();
      else clients.delete(client);
      update();
    },
    update,
  };
}
