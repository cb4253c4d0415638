import { pause } from '../../../platform/pause.ts';
import type { GroundPorts } from '../../channel.ts';
import type { MessageInput } from '../../conversation.ts';
import { plainText } from '../../messages/transcript.ts';
import type { Exchange } from './exchange.ts';
import { lookAgainMs, maxLooks, unhappyChoice } from './limits.ts';
import type { BotParts } from './parts.ts';
import { type Block, blockMessage } from './toBlocks.ts';
import { bubbleId, type Turn, visitorMessageId } from './turns.ts';
import type { HistoryTurn } from './wire.ts';

export interface HistoryParts extends BotParts {
  readonly exchange: Exchange;
  /** A new turn in which the visitor said something. Returns whether the visitor waits for its answer. */
  readonly found: (turn: Turn) => boolean;
}

type Enqueue = (task: () => Promise<void>) => Promise<void>;

export type BotHistory = ReturnType<typeof createBotHistory>;

/** The history of the conversation, which also shows whether texts with an unknown outcome have arrived (CH-089). */
export function createBotHistory(ports: GroundPorts, parts: HistoryParts) {
  const { api, session, player, exchange, times, turns, variant } = parts;
  let looks = 0;

  async function showTurns(history: readonly HistoryTurn[], requestedAtMs: number): Promise<void> {
    const conversation = session.lifetime;
    session.keepFromHistory(history.at(-1)?.answer);
    const known = turns.addHistory(history);
    times.setOrder(known.map(({ turn }) => turn.id));
    let past: MessageInput[] = [];
    for (const [at, { turn, isNew, mayHaveMore }] of known.entries()) {
      const one = history[at];
      if (!one || !(isNew || mayHaveMore)) continue;
      session.keepTurn(turn.id, one.answer);
      const blocks = variant.toBlocks(one.answer);
      if (mayHaveMore) showMore(turn, blocks);
      else if (isOfVisitor(one.visitorText) && parts.found(turn) && !one.answer.isPartial) {
        player.showHistory(past);
        past = [];
        await player.play(turn.id, blocks);
        if (conversation.ended) return;
      } else past.push(...toHistory(one, turn.id, blocks, (wantedMs) => times.of(turn.id, wantedMs), requestedAtMs));
    }
    player.showHistory(past);
    if (known.at(-1)?.isPartial) lookLater();
    else looks = 0;
  }

  /** More of an answer that was not complete when it was last shown. */
  function showMore({ id }: Turn, blocks: readonly Block[]): void {
    const unsaid = blocks.map(({ text, format }, at) =>
      plainText({ text: player.newText(id, at, text), lines: [], format }),
    );
    player.update(id, blocks);
    for (const [at, words] of unsaid.entries()) player.speak(id, at, words);
  }

  /** The bot is still writing an answer that another page of the visitor, or an earlier one, has asked for. */
  function lookLater(): void {
    const { conversationId } = parts.state;
    if (conversationId === undefined || looks >= maxLooks) return;
    looks += 1;
    const stopTyping = player.startTyping();
    void pause({ clock: ports.clock, lifetime: session.lifetime }, lookAgainMs).then(() => {
      stopTyping();
      if (parts.state.conversationId === conversationId) void show(conversationId);
    });
  }

  /**
   * Shows the messages that are not in the window yet. Queued behind pending posts: the history may contain their answers, which must be
   * announced as new (CH-037). The texts that it confirms let the next one go, whose answer comes after those of the history. Within a
   * post, it must not be queued. Rejects if the history cannot be read.
   */
  async function read(conversationId: string, enqueue: Enqueue = exchange.enqueue): Promise<void> {
    const conversation = session.lifetime;
    const requestedAtMs = ports.clock.now();
    const history = await api.history(conversationId);
    await enqueue(async () => {
      if (!conversation.ended) await showTurns(history, requestedAtMs);
    });
  }

  async function show(conversationId: string): Promise<void> {
    try {
      await read(conversationId);
    } catch (error) {
      if (!ports.lifetime.ended) ports.log.warn('The history of a bot chat could not be read.', error);
    }
  }

  return { read, show };
}

/** Whether the visitor wrote or chose this text, rather than the widget (CH-088, CH-097). */
function isOfVisitor(text: string): boolean {
  return text.trim() !== '' && text !== unhappyChoice;
}

/** The messages of a turn of the history. `timeOf` moves a time so that it keeps the order of the turns. */
function toHistory(
  { visitorText, answer }: HistoryTurn,
  id: string,
  blocks: readonly Block[],
  timeOf: (wantedMs: number) => number,
  requestedAtMs: number,
): readonly MessageInput[] {
  const toldMs = historyTime(answer.timestamp, requestedAtMs);
  const visitor: MessageInput[] = isOfVisitor(visitorText)
    ? [{ id: visitorMessageId(id), type: 'visitor', text: visitorText, timestamp: timeOf(toldMs), isHistory: true }]
    : [];
  const answers = blocks.map(
    (block, index): MessageInput => ({
      id: bubbleId(id, index),
      ...blockMessage(block),
      timestamp: timeOf(toldMs + index + 1),
      isHistory: true,
    }),
  );
  return [...visitor, ...answers];
}

/**
 * The service's time of a turn. A missing time is replaced by that of the history request, and so is a later one, because
 * the service's clock is then ahead of the visitor's.
 */
const historyTime = (timestamp: number | undefined, requestedAtMs: number): number =>
  Math.min(timestamp ?? requestedAtMs, requestedAtMs);
