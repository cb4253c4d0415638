import { pause } from '../../../platform/pause.ts';
import type { GroundPorts } from '../../channel.ts';
import type { MessageInput } from '../../conversation.ts';
import { createChatTexts } from '../../texts.ts';
import type { ChannelState } from '../ground/channelState.ts';
import { blockPauseMs, typingRenewMs } from './limits.ts';
import type { BotSession } from './session.ts';
import type { Block } from './toBlocks.ts';
import { bubbleId, type Times } from './turns.ts';

export type AnswerPlayer = ReturnType<typeof createAnswerPlayer>;

export interface UpdateOptions {
  /** The first block that may have changed. */
  readonly from?: number;
  /** How many blocks were shown, if there may be fewer now. */
  readonly count?: number;
  readonly isGreeting?: boolean;
}

/** Shows the messages of the bot, with pauses and the typing indicator. */
export function createAnswerPlayer(
  ports: GroundPorts,
  session: Pick<BotSession, 'lifetime'>,
  times: Times,
  { emit, say }: ChannelState,
  greetingPauseMs: number | undefined,
) {
  const { clock, lifetime } = ports;
  const text = createChatTexts(ports.texts);
  const shownIds = new Set<string>();
  const texts = new Map<string, string>();

  const showTyping = (isTyping: boolean): void => emit({ type: 'agentTyping', isTyping });

  /** Shows the typing indicator until the returned function is called. Repeats the event, because the indicator hides itself after 2 s. */
  function startTyping(): () => void {
    showTyping(true);
    const typing = lifetime.child();
    typing.add(clock.every(typingRenewMs, () => showTyping(true)));
    typing.add(() => showTyping(false));
    return typing.end;
  }

  return {
    showSystemMessage(key: 'privacy' | 'connected'): void {
      say([{ id: `${key}-${ports.createId()}`, type: 'system', text: text(key), timestamp: times.next() }]);
    },
    startTyping,
    /** Shows the blocks of an answer, in order. Resolves when all are shown or the conversation is over. */
    async play(turnId: string, blocks: readonly Block[], isGreeting = false): Promise<void> {
      const conversation = session.lifetime;
      const pauseAfterFirstMs = isGreeting ? greetingPauseMs : undefined;
      for (const [at, block] of blocks.entries()) {
        if (conversation.ended) return;
        const id = bubbleId(turnId, at);
        shownIds.add(id);
        say([{ id, ...block, isGreeting, timestamp: times.of(turnId) }]);
        const isLast = at + 1 === blocks.length;
        if (isLast || (pauseAfterFirstMs !== undefined && at > 0)) continue;
        const stopTyping = startTyping();
        await pause({ clock, lifetime: conversation }, pauseAfterFirstMs ?? blockPauseMs);
        stopTyping();
      }
    },
    /** Shows blocks of an answer that comes in parts. Those that are in the window already change. */
    update(turnId: string, blocks: readonly Block[], { from = 0, count = 0, ...options }: UpdateOptions = {}): void {
      const messages = blocks.slice(from).map((block, index): MessageInput => {
        const at = from + index;
        const id = bubbleId(turnId, at);
        const isShown = shownIds.has(id);
        shownIds.add(id);
        texts.set(id, block.text);
        return { id, ...block, ...options, ...(isShown ? {} : { timestamp: times.of(turnId) }) };
      });
      emit({ type: 'messages', messages });
      for (let at = blocks.length; at < count; at += 1) emit({ type: 'removed', id: bubbleId(turnId, at) });
    },
    /** What `update` has not shown of this text of a block. Empty for a block that is not in the window. */
    newText(turnId: string, at: number, text: string): string {
      const id = bubbleId(turnId, at);
      const before = texts.get(id) ?? '';
      if (!shownIds.has(id) || before.startsWith(text)) return '';
      return text.startsWith(before) ? text.slice(before.length) : text;
    },
    /** Says the next words of such a block to screen readers. */
    speak(turnId: string, at: number, words: string): void {
      if (words !== '') emit({ type: 'spoken', id: bubbleId(turnId, at), text: words });
    },
    showHistory(messages: readonly MessageInput[]): void {
      const missing = messages.filter((message) => !shownIds.has(message.id));
      if (missing.length === 0) return;
      for (const { id } of missing) shownIds.add(id);
      emit({ type: 'messages', messages: missing, countsUnread: false });
    },
    markShown: (id: string) => void shownIds.add(id),
  };
}
