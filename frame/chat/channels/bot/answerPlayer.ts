import { pause } from '../../../platform/pause.ts';
import type { GroundPorts } from '../../channel.ts';
import type { MessageInput } from '../../conversation.ts';
import { createChatTexts } from '../../texts.ts';
import type { ChannelState } from '../ground/channelState.ts';
import { blockPauseMs, typingRenewMs } from './limits.ts';
import type { BotSession } from './session.ts';
import type { Times } from './times.ts';
import { type Block, blockMessage } from './toBlocks.ts';
import { bubbleId } from './turns.ts';

/** Shows the messages of the bot, with pauses and the typing indicator. */
export interface AnswerPlayer {
  showSystemMessage(key: 'privacy' | 'connected'): void;
  /** Shows the typing indicator until the returned function is called. */
  startTyping(): () => void;
  /** Shows the blocks of an answer, in order. Resolves when all are shown or the conversation is over. */
  play(turnId: string, blocks: readonly Block[], pace?: Pace): Promise<void>;
  /** Shows the messages that are not in the window yet, as history. */
  showHistory(messages: readonly MessageInput[]): void;
  /** A message with this id is in the window. */
  markShown(id: string): void;
}

export interface Pace {
  readonly isGreeting?: boolean;
  /** The pause after the first block of a greeting, whose later blocks appear together (CH-090). */
  readonly pauseAfterFirstMs?: number | undefined;
}

export function createAnswerPlayer(
  ports: GroundPorts,
  session: Pick<BotSession, 'lifetime'>,
  times: Times,
  { emit }: Pick<ChannelState, 'emit'>,
): AnswerPlayer {
  const { clock, lifetime } = ports;
  const text = createChatTexts(ports.texts);
  const shownIds = new Set<string>();

  function show(message: MessageInput): void {
    shownIds.add(message.id);
    emit({ type: 'messages', messages: [message] });
  }

  const showTyping = (isTyping: boolean): void => emit({ type: 'agentTyping', isTyping });

  /** Repeats the typing event until stopped, because the indicator hides itself after 2 s. */
  function startTyping(): () => void {
    showTyping(true);
    const stop = lifetime.add(clock.every(typingRenewMs, () => showTyping(true)));
    return () => {
      stop();
      showTyping(false);
    };
  }

  return {
    showSystemMessage(key) {
      show({ id: `${key}-${ports.createId()}`, type: 'system', text: text(key), timestamp: times.next() });
    },
    startTyping,
    async play(turnId, blocks, { isGreeting = false, pauseAfterFirstMs } = {}) {
      const conversation = session.lifetime;
      for (const [at, block] of blocks.entries()) {
        if (conversation.ended) return;
        show({ id: bubbleId(turnId, at), ...blockMessage(block), isGreeting, timestamp: times.of(turnId) });
        const isLast = at + 1 === blocks.length;
        if (isLast || (pauseAfterFirstMs !== undefined && at > 0)) continue;
        const stopTyping = startTyping();
        await pause({ clock, lifetime: conversation }, pauseAfterFirstMs ?? blockPauseMs);
        stopTyping();
      }
    },
    showHistory(messages) {
      const missing = messages.filter((message) => !shownIds.has(message.id));
      if (missing.length === 0) return;
      for (const { id } of missing) shownIds.add(id);
      emit({ type: 'messages', messages: missing, countsUnread: false });
    },
    markShown: (id) => void shownIds.add(id),
  };
}
