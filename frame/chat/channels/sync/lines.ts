import { isWidgetError } from '../../../platform/errors.ts';
import { pause } from '../../../platform/pause.ts';
import type { ChannelPorts } from '../../channel.ts';
import type { MessageInput, MessageOrder } from '../../conversation.ts';
import type { Entry, Outcome } from '../../delivery/types.ts';
import { createTextDelivery, type DeliveredAs, restoredMessage } from '../ground/texts.ts';
import type { Agents } from './agents.ts';
import { busyMsOf, type ChatRest } from './chatRest.ts';
import type { Mark, TakenLine } from './history.ts';
import { maxLineAttempts, retryWaitMs } from './limits.ts';
import type { SyncParts } from './parts.ts';
import type { ChatLine } from './wire.ts';

export type Lines = ReturnType<typeof createLines>;

/** The lines of the chat: those that the service sends, and the visitor's own until they are delivered. */
export function createLines(
  ports: ChannelPorts,
  { state, history, serviceClock }: SyncParts,
  rest: ChatRest,
  agents: Agents,
) {
  let order = createLineOrder();
  const shown = new Map<number, DeliveredAs>();
  /** The number of attempts for each failed line. */
  const attempts = new Map<string, number>();
  const awaitingAnswer: (() => void)[] = [];
  let chatId = '';
  /** The next answer replays a chat of the previous page load. */
  let isReplay = false;
  let isChatting = false;
  let isConnectionLost = false;

  const delivery = createTextDelivery(ports, state, {
    // The first answer of a session and every whole chat are a replay. Echoes do not carry our ids.
    capabilities: { ids: false, sequence: true, history: true },
    hasConversationPerTab: true,
    publish,
    async replay() {
      // Only a poll that starts after the request counts. The regular polls continue, and respect `Retry-After`.
      if (!(await rest.poll())) await new Promise<void>((resolve) => awaitingAnswer.push(resolve));
    },
    asOf: (_, position) => (position === undefined ? undefined : shown.get(position)),
    // An agent may take longer than a text may take to be sent. It stays pending until then (CH-125).
    mayWait: ({ status }) => status === 'queued' && state.snapshot.state === 'waiting',
    restored: (entries) =>
      state.say(
        entries.map((entry) => ({
          ...restoredMessage(entry),
          timestamp: serviceClock.fromVisitor(entry.writtenAt),
        })),
      ),
  });

  async function publish({ id, text }: Entry): Promise<Outcome> {
    const before = attempts.get(id) ?? 0;
    attempts.delete(id);
    // The poll after the last attempt has shown that the line did not arrive. Try again starts over.
    if (before >= maxLineAttempts) return { type: 'refused' };
    try {
      await rest.addLine(text);
      return { type: 'acked' };
    } catch (error) {
      const outcome = outcomeOf(error, serviceClock.now());
      if (outcome.type === 'busy') attempts.set(id, before);
      if (outcome.type !== 'unknown') return outcome;
      attempts.set(id, before + 1);
      await pause(ports, retryWaitMs);
      return outcome;
    }
  }

  const updateReady = (): void => delivery.setReady(isChatting && !isConnectionLost);

  function toShown({ line, sequence, timeMs, isEarlier }: TakenLine): MessageInput | undefined {
    const place = order.place(sequence, timeMs, serviceClock.now());
    const startMs = isReplay ? serviceClock.fromVisitor(ports.page().timeOrigin) : Number.NEGATIVE_INFINITY;
    // The room may have been opened again on the same page.
    const historyBeforeMs = isEarlier ? Number.POSITIVE_INFINITY : startMs;
    const message = toMessage(line, { id: `${chatId}__${sequence}`, timeMs, order: place, historyBeforeMs });
    if (message) shown.set(sequence, { id: message.id, timestamp: message.timestamp ?? place.atMs, order: place });
    return message;
  }

  function isOwn({ line: { text }, sequence, isRenumbered }: TakenLine): boolean {
    if (isRenumbered) return false;
    return delivery.echo({ id: undefined, text, position: sequence }) !== undefined;
  }

  return {
    setOwner: delivery.setOwner,
    /** A chat starts, with the state of the page before the reload, if there is one. */
    begin(resumed?: { readonly mark: Mark | undefined }): void {
      history.begin(resumed?.mark);
      order = createLineOrder();
      shown.clear();
      isReplay = resumed !== undefined;
    },
    /** The service has the chat. Texts that were waiting for one belong to it. */
    open(id: string): void {
      if (id === chatId) return;
      chatId = id;
      delivery.conversationOpened(id);
    },
    /** Queues a text of the visitor, and sends it when the agent has joined (CH-125). */
    write: (id: string, text: string) => delivery.write({ id, text }),
    show(lines: readonly TakenLine[]): void {
      const messages: MessageInput[] = [];
      for (const taken of lines) {
        const message = toShown(taken);
        if (!message) continue;
        if (message.type === 'visitor') {
          state.say(messages.splice(0)); // The window gets the earlier lines first, and then the confirmation.
          if (isOwn(taken)) continue;
        }
        const participantId = message.type === 'agent' ? agents.idOf(message.by) : undefined;
        messages.push(participantId === undefined ? message : { ...message, participantId });
      }
      state.say(messages);
      delivery.seen(history.lastSequence);
      serviceClock.notBefore(order.lastMs);
      isReplay = false;
      for (const resolve of awaitingAnswer.splice(0)) resolve();
    },
    /** Texts can be sent only while the agent is in the chat (CH-125). */
    setChatting(next: boolean): void {
      isChatting = next;
      updateReady();
    },
    /** Pauses sending while the service cannot be reached, and resumes it afterwards. */
    onConnection(isLost: boolean): void {
      isConnectionLost = isLost;
      state.emit({ type: 'connection', isLost });
      updateReady();
    },
    /** There is no chat, or it is over: its unconfirmed texts are not sent. */
    close(): void {
      chatId = '';
      isChatting = false;
      updateReady();
      delivery.conversationClosed();
      if (isConnectionLost) state.emit({ type: 'connection', isLost: false });
      isConnectionLost = false;
    },
    startFailed: delivery.startFailed,
  };
}

function outcomeOf(error: unknown, serviceNow: number): Outcome {
  if (!isWidgetError(error)) return { type: 'unknown' };
  const { status } = error;
  if (status === 400 || status === 413) return { type: 'refused' };
  const retryAfterMs = busyMsOf(error, serviceNow);
  if (status !== 429 && !(status === 503 && retryAfterMs !== undefined)) return { type: 'unknown' };
  return { type: 'busy', retryAfterMs };
}

export function createLineOrder() {
  const places: MessageOrder[] = [];

  return {
    /**
     * The place of a line. `atMs` never falls as the sequence rises, and is never after `now`, so that a missing or wrong time
     * does not move other lines, and later lines come later. Both times are by the service's clock.
     */
    place(sequence: number, timeMs: number | undefined, now: number): MessageOrder {
      const at = places.findLastIndex((one) => one.sequence < sequence) + 1;
      const before = places[at - 1]?.atMs ?? Number.NEGATIVE_INFINITY;
      const after = places[at]?.atMs ?? Number.POSITIVE_INFINITY;
      const place = { sequence, atMs: Math.min(Math.max(Math.min(timeMs ?? now, now), before), after) };
      places.splice(at, 0, place);
      return place;
    },
    /** The time of the last line; undefined before the first. */
    get lastMs() {
      return places.at(-1)?.atMs;
    },
  };
}

interface LineFacts {
  readonly id: string;
  /** By the service's clock; undefined if the line has none. */
  readonly timeMs: number | undefined;
  readonly order: MessageOrder;
  /** Lines from before this time of the service's clock are history (CH-127). */
  readonly historyBeforeMs: number;
}

/** Converts a line to a message; undefined for an empty line (CH-127). */
export function toMessage(line: ChatLine, facts: LineFacts): MessageInput | undefined {
  const isHtml = line.textType === 'html';
  const text = isHtml ? withoutWrapper(line.text) : line.text;
  if (text.trim() === '') return undefined;
  const { id, order, timeMs = order.atMs } = facts;
  const type = line.source === 'visitor' ? 'visitor' : line.source === 'agent' ? 'agent' : 'system';
  return {
    ...{ id, type, text, timestamp: timeMs, order, isPending: false, isNotSent: false },
    isHistory: timeMs < facts.historyBeforeMs,
    ...(isHtml ? { format: 'html' as const } : {}),
    ...(type === 'agent' && line.by ? { by: line.by } : {}),
  };
}

/** Removes the `div` that the vendor wraps around an agent's text. */
function withoutWrapper(markup: string): string {
  return /^\s*<div[^>]*>([\s\S]*)<\/div>\s*$/i.exec(markup)?.[1] ?? markup;
}
