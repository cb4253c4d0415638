import * as v from 'valibot';
import { isWidgetError } from '../../../../platform/errors.ts';
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

const metadata = v.array(v.record(v.string(), v.unknown()));

const storedData = v.object({
  metadata: v.optional(metadata, []),
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
  let published = 0;
  let replay = { published: -1, complete: Promise.resolve() };
  /** Texts whose press has been published. */
  const pressed = new Set<string>();

  const delivery = createTextDelivery(ports, state, {
    // The vendor's documents do not guarantee that an event's metadata is returned.
    capabilities: { ids: false, sequence: true, history: true },
    resends: true,
    publish,
    replay() {
      if (replay.published !== published) replayRequested(dialogs.replayAll());
      return replay.complete;
    },
    keyAt: (position, streamId) => dialogs.find(dialogIdOf(streamId))?.keyOf(position),
    asOf: ({ streamId }, position) =>
      position === undefined ? undefined : dialogs.find(dialogIdOf(streamId))?.messageAt(position),
  });

  async function publish({ id, text, streamId, conversationId = '', data }: Entry): Promise<Outcome> {
    const dialog = { conversationId, dialogId: dialogIdOf(streamId) };
    const parsed = v.safeParse(storedData, data ?? {});
    const stored: v.InferOutput<typeof storedData> = parsed.success ? parsed.output : { metadata: [] };
    published += 1;
    if (stored.pressed !== undefined && !pressed.has(id)) {
      pressed.add(id);
      const press = publishReceipt(dialog, 'ACTION', [stored.pressed], stored.metadata);
      dialogs.publish(dialog, press).catch(logUnanswered);
    }
    try {
      await dialogs.publish(dialog, publishText(dialog, text, id, stored.metadata));
      return { type: 'acked' };
    } catch (error) {
      return outcomeOf(error);
    }
  }

  /** A replay has just been requested. The core uses it too, unless a text has been published since. */
  function replayRequested(complete: Promise<void>): void {
    replay = { published, complete };
    complete.catch(() => {
      // A failed replay proves nothing, so another one is requested.
      if (replay.complete === complete) replay = { published: -1, complete };
    });
  }

  return {
    delivery,
    writeReply(id: string, { dialogId, sequence, text, metadata: repeated }: ReplyData): void {
      state.say([{ id, type: 'visitor', text, isPending: true }]);
      const data = { metadata: repeated, pressed: sequence };
      delivery.write({ id, text, streamId: streamOf(dialogId), data });
    },
    replayRequested,
  };
}

export type Texts = ReturnType<typeof createMessagingTexts>;

interface DialogReceipts {
  unaccepted: number[];
  unread: number[];
}

/** The ACCEPT and READ receipts for the agent's messages (CH-141, CH-142). */
export function createReceipts(
  /** Rejects when the service has not accepted the receipt. */
  publishTo: (dialogId: string, status: WireReceipt, sequences: readonly number[]) => Promise<unknown>,
  isVisible: () => boolean,
) {
  const dialogs = new Map<string, DialogReceipts>();

  function of(dialogId: string): DialogReceipts {
    const existing = dialogs.get(dialogId);
    if (existing) return existing;
    const created: DialogReceipts = { unaccepted: [], unread: [] };
    dialogs.set(dialogId, created);
    return created;
  }

  function publish(dialogId: string, one: DialogReceipts, status: WireReceipt, due: 'unaccepted' | 'unread'): void {
    const sequences = one[due].splice(0);
    if (sequences.length === 0) return;
    publishTo(dialogId, status, sequences).catch((error: unknown) => {
      if (!isFinalRefusal(error)) one[due] = [...sequences, ...one[due]];
    });
  }

  return {
    /** Called for each of the agent's messages, once. A late one is confirmed too. */
    received(dialogId: string, sequence: number): void {
      const one = of(dialogId);
      one.unaccepted.push(sequence);
      one.unread.push(sequence);
    },
    /** Called for each of the visitor's own receipts in the events, for example from before a reload. */
    onOwnReceipt(dialogId: string, status: string, sequences: readonly number[]): void {
      if (status !== 'ACCEPT' && status !== 'READ') return;
      const one = of(dialogId);
      one.unaccepted = one.unaccepted.filter((sequence) => !sequences.includes(sequence));
      if (status === 'READ') one.unread = one.unread.filter((sequence) => !sequences.includes(sequence));
    },
    /** Publishes ACCEPT for new messages and READ for visible ones. Receipts that fail stay due. */
    send(): void {
      for (const [dialogId, one] of dialogs) {
        publish(dialogId, one, 'ACCEPT', 'unaccepted');
        if (isVisible()) publish(dialogId, one, 'READ', 'unread');
      }
    },
    /** Called when the service has restarted a dialog's numbering, so that its sequences have changed. */
    restart: (dialogId: string): void => void dialogs.delete(dialogId),
    reset: (): void => dialogs.clear(),
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
