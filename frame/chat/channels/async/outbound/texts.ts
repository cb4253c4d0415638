import * as v from 'valibot';
import { isWidgetError } from '../../../../platform/errors.ts';
import { tryParse } from '../../../../platform/wireFields.ts';
import type { ChannelPorts } from '../../../channel.ts';
import type { Line, Message, MessageInput, MessageOrder, QuickReply } from '../../../conversation.ts';
import type { Entry, Outcome } from '../../../delivery/types.ts';
import type { ChannelState } from '../../ground/channelState.ts';
import { isFinalRefusal } from '../../ground/refusals.ts';
import { createTextDelivery } from '../../ground/texts.ts';
import type { Dialogs } from '../inbound/dialogs.ts';
import type { MessagingParts } from '../parts.ts';
import { publishReceipt, publishText, type WireReceipt } from '../requests.ts';
import { type ReplyData, toButtons, toChoices, toQuickReplies } from '../toEvents.ts';
import type { MessagingChange } from '../wire.ts';

const storedData = v.object({
  metadata: v.optional(v.array(v.record(v.string(), v.unknown())), []),
  /** The sequence of the message whose reply was pressed. */
  pressed: v.optional(v.number()),
});

function outcomeOf(error: unknown): Outcome {
  if (isFinalRefusal(error)) return { type: 'refused' };
  // A temporary refusal: the service did not store the text, so it is safe to send it again.
  if (isWidgetError(error) && error.status !== undefined) return { type: 'busy', retryAfterMs: undefined };
  return { type: 'unknown' };
}

export function createMessagingTexts(ports: ChannelPorts, parts: MessagingParts, dialogs: Dialogs) {
  const { state, mainDialogId, streamOf, logUnanswered } = parts;
  const dialogIdOf = (streamId: string | undefined): string => streamId ?? mainDialogId();
  /** Texts whose press has been published. */
  const publishedPresses = new Set<string>();

  const delivery = createTextDelivery(ports, state, {
    // The vendor's documents do not guarantee that an event's metadata is returned.
    capabilities: { ids: false, sequence: true, history: true },
    publish,
    // Never an earlier replay: another tab may have published a text since.
    replay: dialogs.replayAll,
    keyAt: (position, streamId) => dialogs.find(dialogIdOf(streamId))?.keyOf(position),
    asOf: ({ streamId }, position) =>
      position === undefined ? undefined : dialogs.find(dialogIdOf(streamId))?.messageAt(position),
  });

  async function publish({ id, text, streamId, conversationId = '', data }: Entry): Promise<Outcome> {
    const dialog = { conversationId, dialogId: dialogIdOf(streamId) };
    const { pressed, metadata } = tryParse(storedData, data) ?? { metadata: [] };
    if (pressed !== undefined && !publishedPresses.has(id)) {
      publishedPresses.add(id);
      const press = publishReceipt(dialog, 'ACTION', [pressed], metadata);
      dialogs.publish(dialog, press).catch(logUnanswered);
    }
    try {
      await dialogs.publish(dialog, publishText(dialog, text, id, metadata));
      return { type: 'acked' };
    } catch (error) {
      return outcomeOf(error);
    }
  }

  return {
    delivery,
    writeReply(reply: ReplyData | undefined): void {
      if (!reply) return;
      const id = ports.createId();
      const { dialogId, sequence, text, metadata } = reply;
      state.say([{ id, type: 'visitor', text, isPending: true }]);
      const data = { metadata, pressed: sequence };
      delivery.write({ id, text, streamId: streamOf(dialogId), data });
    },
  };
}

export type Texts = ReturnType<typeof createMessagingTexts>;

/** The ACCEPT and READ receipts for the agent's messages (CH-141, CH-142). */
export function createReceipts(
  /** Rejects when the service has not accepted the receipt. */
  publishTo: (dialogId: string, status: WireReceipt, sequences: readonly number[]) => Promise<unknown>,
  isVisible: () => boolean,
) {
  /** The sequences of each dialog for which a receipt is due. */
  const due = new Map<string, Record<'ACCEPT' | 'READ', number[]>>();

  return {
    /** Called for each of the agent's messages, once. A late one is confirmed too. */
    received(dialogId: string, sequence: number): void {
      const one = due.get(dialogId) ?? { ACCEPT: [], READ: [] };
      due.set(dialogId, one);
      for (const sequences of Object.values(one)) sequences.push(sequence);
    },
    /** Called for each of the visitor's own receipts in the events, for example from before a reload. */
    onOwnReceipt(dialogId: string, status: string, sequences: readonly number[]): void {
      const one = due.get(dialogId);
      if (!one || (status !== 'ACCEPT' && status !== 'READ')) return;
      const isDue = (sequence: number): boolean => !sequences.includes(sequence);
      one.ACCEPT = one.ACCEPT.filter(isDue);
      if (status === 'READ') one.READ = one.READ.filter(isDue);
    },
    /** Publishes ACCEPT for new messages and READ for visible ones. Receipts that fail stay due. */
    send(): void {
      for (const [dialogId, one] of due)
        for (const status of ['ACCEPT', 'READ'] as const) {
          const sequences = status === 'READ' && !isVisible() ? [] : one[status].splice(0);
          if (sequences.length === 0) continue;
          publishTo(dialogId, status, sequences).catch((error: unknown) => {
            if (!isFinalRefusal(error)) one[status] = [...sequences, ...one[status]];
          });
        }
    },
    /** Called when the service has restarted a dialog's numbering, so that its sequences have changed. */
    restart: (dialogId: string): void => void due.delete(dialogId),
    reset: (): void => due.clear(),
  };
}

export type Receipts = ReturnType<typeof createReceipts>;

type PlacedMessage = MessageInput & { readonly order: MessageOrder };

/** The quick replies and buttons of messages, and what is published when one is pressed (CH-139). */
export function createReplies(state: ChannelState, isSurvey: (dialogId: string) => boolean) {
  const choices = new Map<string, ReplyData>();
  /** By place too, because the cards of a message may have buttons with the same title. */
  const keyOf = (messageId: string, at: number, text: string): string => `${messageId} ${at} ${text}`;

  /** The place of the last question or answer of each survey. One that arrives late changes nothing. */
  const last = new Map<string, number>();

  function emitInSurvey(dialogId: string, replies: readonly QuickReply[], { sequence }: MessageOrder): void {
    if (!isSurvey(dialogId) || sequence < (last.get(dialogId) ?? sequence)) return;
    last.set(dialogId, sequence);
    state.emit({ type: 'quickReplies', replies });
  }

  return {
    /** Adds replies as choices under the message; in a survey, shows them instead of the input. */
    offer(change: MessagingChange, message: PlacedMessage): PlacedMessage {
      if (message.type !== 'agent') return message;
      const replies = toQuickReplies(change);
      const buttons = toButtons(change);
      const isInSurvey = isSurvey(change.dialogId);
      emitInSurvey(change.dialogId, replies, message.order);
      const offered = [...buttons, ...(isInSurvey ? [] : toChoices(replies))];
      for (const [at, { line, data }] of offered.entries())
        if (data) choices.set(keyOf(message.id, at, line.text), data);
      return offered.length === 0 ? message : { ...message, lines: offered.map(({ line }) => line) };
    },
    /** Restores the input after the visitor has answered in this dialog, unless a later question has replies. */
    withdraw: (dialogId: string, answer: MessageOrder): void => emitInSurvey(dialogId, [], answer),
    find: (line: Line, message: Message): ReplyData | undefined =>
      choices.get(keyOf(message.id, message.lines.indexOf(line), line.text)),
    reset(): void {
      choices.clear();
      last.clear();
    },
  };
}

export type Replies = ReturnType<typeof createReplies>;
