import * as v from 'valibot';
import { isWidgetError } from '../../../../platform/errors.ts';
import type { ChannelPorts } from '../../../channel.ts';
import type { Entry, Outcome } from '../../../delivery/types.ts';
import { isFinalRefusal } from '../../ground/refusals.ts';
import { createTextDelivery } from '../../ground/texts.ts';
import type { Dialogs } from '../inbound/dialogs.ts';
import type { MessagingParts } from '../parts.ts';
import { publishReceipt, publishText } from '../requests.ts';
import type { ReplyData } from '../toEvents.ts';

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

export function createMessagingTexts(
  ports: Pick<ChannelPorts, 'adapterId' | 'clock' | 'lifetime' | 'storage' | 'tabs'>,
  { state, mainDialogId, streamOf, logUnanswered }: MessagingParts,
  dialogs: Dialogs,
) {
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
