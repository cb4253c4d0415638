import { pause } from '../../../platform/pause.ts';
import type { GroundPorts } from '../../channel.ts';
import type { MessageInput } from '../../conversation.ts';
import { plainText } from '../../messages/transcript.ts';
import type { Exchange } from './exchange.ts';
import { lookAgainMs, maxLooks, unhappyChoice } from './limits.ts';
import type { BotParts } from './parts.ts';
import type { Block } from './toBlocks.ts';
import { bubbleId, type Turn, visitorMessageId } from './turns.ts';
import type { HistoryTurn } from './wire.ts';

export type BotHistory = ReturnType<typeof createBotHistory>;

/** The history of the conversation, which also shows whether texts with an unknown outcome have arrived (CH-089). */
export function createBotHistory(
  ports: GroundPorts,
  { api, session, player, state, times, turns, variant }: BotParts,
  exchange: Exchange,
  /** A new turn in which the visitor said something. Returns whether the visitor waits for its answer. */
  found: (turn: Turn) => boolean,
) {
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
      const blocks = variant.toBlocks(one.answer);
      if (mayHaveMore) showMore(turn, blocks);
      else if (isOfVisitor(one.visitorText) && found(turn) && !one.answer.isPartial) {
        player.showHistory(past);
        past = [];
        await player.play(turn.id, blocks);
        if (conversation.ended) return;
      } else past.push(...toHistory(one, turn.id, blocks, historyTime(one.answer.timestamp, requestedAtMs)));
    }
    player.showHistory(past);
    if (known.at(-1)?.turn.isPartial) lookLater();
    else looks = 0;
  }

  /** The messages of a turn. A time is moved so that it keeps the order of the turns. */
  function toHistory({ visitorText }: HistoryTurn, id: string, blocks: readonly Block[], toldMs: number) {
    const messages: MessageInput[] = blocks.map((block, at) => ({ id: bubbleId(id, at), ...block }));
    if (isOfVisitor(visitorText)) messages.unshift({ id: visitorMessageId(id), type: 'visitor', text: visitorText });
    return messages.map((message, at) => ({ ...message, timestamp: times.of(id, toldMs + at), isHistory: true }));
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
    const { conversationId } = state;
    if (conversationId === undefined || looks >= maxLooks) return;
    looks += 1;
    const stopTyping = player.startTyping();
    void pause({ clock: ports.clock, lifetime: session.lifetime }, lookAgainMs).then(() => {
      stopTyping();
      if (state.conversationId === conversationId) void show(conversationId);
    });
  }

  /**
   * Shows the messages that are not in the window yet. Queued behind pending posts: the history may contain their answers, which must be
   * announced as new (CH-037). The texts that it confirms let the next one go, whose answer comes after those of the history. Within a
   * post, it must not be queued. Rejects if the history cannot be read.
   */
  async function read(conversationId: string, enqueue = exchange.enqueue): Promise<void> {
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
const isOfVisitor = (text: string): boolean => text.trim() !== '' && text !== unhappyChoice;

/**
 * The service's time of a turn. A missing time is replaced by that of the history request, and so is a later one, because
 * the service's clock is then ahead of the visitor's.
 */
const historyTime = (timestamp: number | undefined, requestedAtMs: number): number =>
  Math.min(timestamp ?? requestedAtMs, requestedAtMs);
