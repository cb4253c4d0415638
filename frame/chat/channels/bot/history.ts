import { pause } from '../../../platform/pause.ts';
import type { GroundPorts } from '../../channel.ts';
import type { MessageInput } from '../../conversation.ts';
import { plainText } from '../../messages/transcript.ts';
import type { ChannelState } from '../ground/channelState.ts';
import type { AnswerPlayer } from './answerPlayer.ts';
import type { BotApi } from './api.ts';
import type { Exchange } from './exchange.ts';
import { lookAgainMs, maxLooks } from './limits.ts';
import type { BotSession } from './session.ts';
import type { Times } from './times.ts';
import type { Block } from './toBlocks.ts';
import { isOfVisitor, toHistory } from './toHistory.ts';
import type { Turn, Turns } from './turns.ts';
import type { BotAnswer, HistoryTurn } from './wire.ts';

export interface HistoryParts {
  readonly state: Pick<ChannelState, 'conversationId'>;
  readonly api: BotApi;
  readonly session: BotSession;
  readonly player: AnswerPlayer;
  readonly exchange: Exchange;
  readonly times: Times;
  readonly turns: Turns;
  readonly toBlocks: (answer: BotAnswer) => readonly Block[];
  /** A new turn in which the visitor said something. Returns whether the visitor waits for its answer. */
  readonly found: (turn: Turn) => boolean;
}

export type BotHistory = ReturnType<typeof createBotHistory>;

/** The history of the conversation, which also shows whether texts with an unknown outcome have arrived (CH-089). */
export function createBotHistory(ports: Pick<GroundPorts, 'clock' | 'lifetime' | 'log'>, parts: HistoryParts) {
  const { api, session, player, exchange, times, turns, toBlocks } = parts;
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
      const blocks = toBlocks(one.answer);
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

  /** Like `read`, within a post: it does not wait for the posts before it. */
  async function readNow(conversationId: string): Promise<void> {
    const conversation = session.lifetime;
    const requestedAtMs = ports.clock.now();
    const history = await api.history(conversationId);
    if (!conversation.ended) await showTurns(history, requestedAtMs);
  }

  /** Like `read`, but a failure is only logged. */
  async function show(conversationId: string): Promise<void> {
    try {
      await read(conversationId);
    } catch (error) {
      if (!ports.lifetime.ended) ports.log.warn('The history of a bot chat could not be read.', error);
    }
  }

  /** Shows the messages that are not in the window yet. Rejects if the history cannot be read. */
  async function read(conversationId: string): Promise<void> {
    const conversation = session.lifetime;
    const requestedAtMs = ports.clock.now();
    const history = await api.history(conversationId);
    // Queued behind pending posts: the history may contain their answers, which must be announced as new (CH-037).
    // The texts that it confirms let the next one go, whose answer comes after those of the history.
    await exchange.enqueue(async () => {
      if (!conversation.ended) await showTurns(history, requestedAtMs);
    });
  }

  return { read, readNow, show };
}
