import type { ChannelPorts } from '../../channel.ts';
import { nobodyAnswers } from '../../chatState.ts';
import { createTimer } from '../../timer.ts';
import { bareOf, resourceOf } from './addresses.ts';
import { emptyDeskMs, unansweredMs } from './limits.ts';
import * as ns from './namespaces.ts';
import type { ConversationParts } from './parts.ts';
import { childOf, type XmlElement, xml } from './xml.ts';

/** Whether somebody is at the desk, and what the visitor is told while nobody answers. */
export function createAttendance({ clock, lifetime, place }: ChannelPorts, parts: ConversationParts) {
  const { state, connection, deskConfig, text } = parts;
  const timer = createTimer(clock, lifetime);
  /** The clients at the desk that take messages. */
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

  /** The conversation has a new state. */
  function update(): void {
    const next = isWaiting() ? (isTold && clients.size === 0 ? emptyDeskMs : unansweredMs) : undefined;
    if (next === waitsFor) return;
    waitsFor = next;
    timer.stop();
    if (next === undefined) isShown = false;
    else if (!isShown) timer.start(next, show);
    else if (next === unansweredMs) {
      // Somebody has come. This takes the sentence away.
      isShown = false;
      state.change({ state: 'waiting' });
      timer.start(next, show);
    }
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
