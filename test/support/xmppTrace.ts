import type { Agent } from '../sandbox/xmppServer.ts';
import { deliveredIds, messagesOf } from './channelEvents.ts';
import type { XmppPage } from './xmppPage.ts';

/**
 * Where each of the visitor's texts has been seen, for the message of a test that fails. `archive` is another page of the visitor that
 * has read the conversation.
 */
export function traceTexts(
  texts: readonly string[],
  page: XmppPage,
  archive: XmppPage,
  agents: readonly Agent[],
): string {
  const receipts = page.events.flatMap((event) => (event.type === 'receipt' ? event.ids : []));
  const pending = messagesOf(page.events).flatMap(({ id, isPending }) => (isPending ? [id] : []));
  const archived = archive.received.filter((frame) => frame.includes('urn:xmpp:mam:2'));
  const times = (list: readonly string[], text: string): number => list.filter((one) => one === text).length;
  return texts
    .map((text) =>
      [
        `${text}: ${times(deliveredIds(page.events), text)} times shown as sent`,
        `${times(pending, text)} times withdrawn`,
        `${archived.filter((frame) => frame.includes(`>${text}</body>`)).length} times in the archive`,
        `${times(receipts, text)} receipts`,
        `heard by ${agents.map((agent) => times(agent.texts(), text)).join(' and ')}`,
      ].join(', '),
    )
    .join('\n');
}
