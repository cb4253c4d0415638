import { type MessagingChange, parseMessagingChanges } from '../../frame/chat/channels/async/wire.ts';

/** An event of a messaging dialog as the service sends it: one per second, from the agent. */
export function received(sequence: number | undefined, more: Readonly<Record<string, unknown>> = {}): MessagingChange {
  const event = { type: 'ContentEvent', contentType: 'text/plain', message: `text ${sequence}` };
  const serverTimestamp = 1_000 * ((sequence ?? 0) + 1);
  const sent = { sequence, serverTimestamp, originatorId: 'agent', dialogId: 'd', event, ...more };
  const [change] = parseMessagingChanges({ changes: [sent] });
  if (!change) throw new Error('The service does not send this.');
  return change;
}
