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
  const receipts = receiptsOf(page);
  const pending = messagesOf(page.events).flatMap(({ id, isPending }) => (isPending ? [id] : []));
  const times = (list: readonly string[], text: string): number => list.filter((one) => one === text).length;
  return texts
    .map((text) =>
      [
        `${text}: ${times(deliveredIds(page.events), text)} times shown as sent`,
        `${times(pending, text)} times withdrawn`,
        `${framesOfArchive(archive, text).length} times in the archive`,
        `${times(receipts, text)} receipts`,
        `heard by ${agents.map((agent) => times(agent.texts(), text)).join(' and ')}`,
      ].join(', '),
    )
    .join('\n');
}

/** The ids of the visitor's texts that the desk has confirmed. */
export const receiptsOf = (page: XmppPage): readonly string[] =>
  page.events.flatMap((event) => (event.type === 'receipt' ? event.ids : []));

export const isArchived = (archive: XmppPage, text: string): boolean => framesOfArchive(archive, text).length > 0;

const framesOfArchive = (archive: XmppPage, text: string): readonly string[] =>
  archive.received.filter((frame) => frame.includes('urn:xmpp:mam:2') && frame.includes(`>${text}</body>`));
