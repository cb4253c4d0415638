import { isWidgetError } from '../../../platform/errors.ts';
import { pause } from '../../../platform/pause.ts';
import type { ChannelPorts } from '../../channel.ts';
import type { ChannelState } from '../../channelState.ts';
import type { MessageInput } from '../../conversation.ts';
import type { ChatRest } from './chatRest.ts';
import { retryWaitMs } from './limits.ts';
import { createQueue } from './queue.ts';
import { toMessage } from './toEvents.ts';
import type { ChatLine } from './wire.ts';

export interface LinesParts {
  readonly state: ChannelState;
  readonly rest: ChatRest;
  readonly isRunning: () => boolean;
  /** The current agent, who is the sender of all agent lines. */
  readonly agentId: () => string | undefined;
}

/** The lines of the chat: those that the service sends, and the visitor's own until they are delivered. */
export interface Lines {
  /** Queues a line of the visitor until its echo arrives (CH-125). */
  add(id: string, text: string): void;
  /** Sends queued lines one at a time, so that the service receives them in the visitor's order. */
  send(): Promise<void>;
  /** Shows lines from the service, each once. */
  show(lines: readonly ChatLine[]): void;
  /** Called for every answer of the service. */
  onAnswer(): void;
  /** Pauses sending while the service cannot be reached, and resumes it afterwards. */
  onConnection(isLost: boolean): void;
  /** Shows queued lines as pending (CH-122). After a reload the pane does not have them; repeats merge by id. */
  showQueued(): void;
  /** Treats the next answer as a replay of the whole chat. */
  beginReplay(): void;
  cancelReplay(): void;
  /** Empties the queue: acknowledged lines count as delivered, the others as not sent. */
  settle(): void;
  onChatStart(): void;
  onChatEnd(): void;
}

export function createLines(ports: ChannelPorts, { state, rest, isRunning, agentId }: LinesParts): Lines {
  const { clock, lifetime } = ports;
  const queue = createQueue(ports.storage, ports.adapterId);
  const seen = new Set<string>();
  let isSending = false;
  let isReplaying = false;
  let isConnectionLost = false;
  /** Resolvers that run at the next answer of the service. */
  const waiters: (() => void)[] = [];
  lifetime.add(() => wakeWaiters());

  function wakeWaiters(): void {
    for (const resolve of waiters.splice(0)) resolve();
  }

  const findEchoed = (words: string): string | undefined =>
    queue.entries.find((one) => one.fate !== 'waiting' && one.text === words)?.id;

  function show(lines: readonly ChatLine[]): void {
    const chatId = chatIdOf(rest.session);
    const now = clock.now();
    const messages: MessageInput[] = [];
    for (const line of lines) {
      const message = toMessage(line, chatId, ports.page().timeOrigin, now);
      if (!message || seen.has(message.id)) continue;
      seen.add(message.id);
      const echoed = message.type === 'visitor' ? findEchoed(line.text) : undefined;
      if (!echoed) {
        const participantId = message.type === 'agent' ? agentId() : undefined;
        messages.push(participantId === undefined ? message : { ...message, participantId });
        continue;
      }
      state.say(messages.splice(0));
      queue.remove(echoed);
      state.emit({ type: 'delivered', id: echoed, as: { id: message.id, timestamp: message.timestamp ?? now } });
    }
    state.say(messages);
    if (!isReplaying) return;
    isReplaying = false;
    // The service has replayed the whole chat, so sent lines that are not in it did not arrive.
    requeueUnechoed();
  }

  function requeueUnechoed(): void {
    for (const { id, fate } of queue.entries) if (fate === 'sent') queue.setFate(id, 'waiting');
  }

  async function send(): Promise<void> {
    if (isSending) return;
    isSending = true;
    try {
      for (;;) {
        const next = queue.entries.find((one) => one.fate === 'waiting');
        if (!next || state.snapshot.state !== 'chatting' || isConnectionLost || lifetime.ended) return;
        await sendOne(next.id, next.text);
      }
    } finally {
      isSending = false;
    }
  }

  /** Retries once after 500 ms (CH-130), unless a poll shows that the line arrived (REL-02). */
  async function sendOne(id: string, words: string): Promise<void> {
    queue.setFate(id, 'sent');
    for (let tries = 0; tries < 2; tries += 1) {
      try {
        await rest.addLine(words);
        queue.setFate(id, 'taken');
        return;
      } catch (error) {
        if (lifetime.ended) return;
        if (isRefused(error)) break;
        await pause(ports, retryWaitMs);
        if (await isSettled(id)) return;
      }
    }
    queue.remove(id);
    state.emit({ type: 'notDelivered', id });
  }

  /**
   * Resolves to whether the line has arrived or its chat has ended. Only a poll that starts after the line was sent can show
   * this, so it waits for one, however long that takes.
   */
  async function isSettled(id: string): Promise<boolean> {
    const isAnswered = await rest.poll();
    if (!isAnswered && isRunning()) await new Promise<void>((resolve) => waiters.push(resolve));
    return lifetime.ended || !queue.entries.some((one) => one.id === id);
  }

  return {
    add: (id, text) => void queue.add(id, text, clock.now()),
    send,
    show,
    onAnswer: wakeWaiters,
    /** The first poll after a loss has shown which lines arrived, so the others are sent again. */
    onConnection(isLost) {
      isConnectionLost = isLost;
      state.emit({ type: 'connection', isLost });
      if (isLost || isSending) return;
      requeueUnechoed();
      void send();
    },
    showQueued() {
      state.say(
        queue.entries.map(
          (one): MessageInput => ({
            id: one.id,
            type: 'visitor',
            text: one.text,
            timestamp: one.writtenAt,
            isPending: true,
          }),
        ),
      );
    },
    beginReplay() {
      isReplaying = true;
    },
    cancelReplay() {
      isReplaying = false;
    },
    settle() {
      for (const { id, fate } of queue.clear()) {
        state.emit(fate === 'taken' ? { type: 'delivered', id } : { type: 'notDelivered', id });
      }
    },
    onChatStart: () => seen.clear(),
    onChatEnd() {
      wakeWaiters();
      if (isConnectionLost) state.emit({ type: 'connection', isLost: false });
      isConnectionLost = false;
    },
  };
}

/** Whether the same line would be refused again. */
function isRefused(error: unknown): boolean {
  return isWidgetError(error) && (error.status === 400 || error.status === 413);
}

/** The last path segment of the session URL identifies the chat. */
function chatIdOf(session: string | undefined): string {
  return session?.split('?')[0]?.split('/').at(-1) ?? 'chat';
}
