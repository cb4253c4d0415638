import type { ChannelEvent } from '../channel.ts';
import type { ReceiptStatus } from '../conversation.ts';
import type { ChatCore } from '../core.ts';
import type { AdapterId } from '../routing/adapters.ts';
import { storeDraft } from '../window/draft.ts';
import { holderOf } from './applyMessages.ts';
import { putBackUndelivered, targetOf } from './history.ts';

/** The service has the visitor's message. */
export function applyDelivered(
  core: ChatCore,
  adapterId: AdapterId,
  { id, as }: Extract<ChannelEvent, { readonly type: 'delivered' }>,
): void {
  const record = holderOf(core, adapterId, id);
  if (!record) return;
  const message = record.log.find(id);
  record.changeLog((log) => log.confirm(id, as));
  storeDraft(core);
  if (!message?.isPending && !message?.isNotSent) return;
  core.announce([[core.text('you'), core.text('sent')]]);
}

export function markNotSent(core: ChatCore, adapterId: AdapterId, id: string): void {
  const record = holderOf(core, adapterId, id);
  // A message that the service has confirmed in the meantime stays confirmed.
  if (!record?.log.find(id)?.isPending) return;
  record.add([{ id, type: 'visitor', isPending: false, isNotSent: true }]);
  // The window no longer shows it, and another person answers now.
  if (targetOf(core, record)) putBackUndelivered(core, record, { keepsPending: true });
  storeDraft(core);
}

/** The other side has received or read messages. A late receipt never lowers a status. */
export function applyReceipt(
  core: ChatCore,
  adapterId: AdapterId,
  ids: readonly string[],
  status: ReceiptStatus,
): void {
  for (const id of ids) {
    const record = holderOf(core, adapterId, id);
    const message = record?.log.find(id);
    if (message && message.receipt !== 'read' && message.receipt !== status) {
      record?.add([{ id, type: message.type, receipt: status }]);
    }
  }
}
