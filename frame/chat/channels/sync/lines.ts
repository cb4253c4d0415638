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
  /** Whose lines the service names no sender of. */
  readonly agentId: () => string | undefined;
}

/** The lines of the chat: what the service shows, and the visitor's own on their way there. */
export interface Lines {
  /** A line of the visitor, kept until its echo has come (CH-125). */
  add(id: string, text: string): void;
  /** Sends what waits: one line at a time, so that the service's order is the visitor's. */
  send(): Promise<void>;
  /** Lines as the service told them; each is shown once. */
  show(lines: readonly ChatLine[]): void;
  /** The service has answered, whatever it said. */
  answered(): void;
  /** Lines wait while the service cannot be reached. */
  connection(isLost: boolean): void;
  /** CH-122: the window may not know them, after a reload for instance; by their ids they stand there once. */
  showQueued(): void;
  /** The first answer to come replays the whole chat. */
  replayBegins(): void;
  replayFailed(): void;
  /** What the service took counts as delivered; the rest did not arrive. */
  settle(): void;
  /** A chat begins, whose lines are all new. */
  chatBegins(): void;
  /** The chat is over: nobody waits for its answers any more. */
  chatOver(): void;
}

export function createLines(ports: ChannelPorts, { state, rest, isRunning, agentId }: LinesParts): Lines {
  const { clock, lifetime } = ports;
  const queue = createQueue(ports.storage, ports.adapterId);
  const seen = new Set<string>();
  let isSending = false;
  let isReplaying = false;
  let isConnectionLost = false;
  /** Who waits for the next answer of the service. */
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
    // The whole chat has been replayed: what it does not hold did not arrive.
    takeBackUnechoed();
  }

  function takeBackUnechoed(): void {
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

  /** CH-130: once more after 500 ms, unless the line has shown up in the meantime (REL-02). */
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
   * Whether the line has arrived, or its chat is over: only an answer to a later question tells, however long that takes.
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
    answered: wakeWaiters,
    /** The poll that reached the service again has shown which lines arrived. */
    connection(isLost) {
      isConnectionLost = isLost;
      state.emit({ type: 'connection', isLost });
      if (isLost || isSending) return;
      takeBackUnechoed();
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
    replayBegins() {
      isReplaying = true;
    },
    replayFailed() {
      isReplaying = false;
    },
    settle() {
      for (const { id, fate } of queue.clear()) {
        state.emit(fate === 'taken' ? { type: 'delivered', id } : { type: 'notDelivered', id });
      }
    },
    chatBegins: () => seen.clear(),
    chatOver() {
      wakeWaiters();
      if (isConnectionLost) state.emit({ type: 'connection', isLost: false });
      isConnectionLost = false;
    },
  };
}

/** The same line would be refused again. */
function isRefused(error: unknown): boolean {
  return isWidgetError(error) && (error.status === 400 || error.status === 413);
}

/** The last step of the session's address tells chats apart. */
function chatIdOf(session: string | undefined): string {
  return session?.split('?')[0]?.split('/').at(-1) ?? 'chat';
}
