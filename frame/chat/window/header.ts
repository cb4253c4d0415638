import { isOver, nobodyAnswers } from '../chatState.ts';
import type { Participant } from '../conversation.ts';
import { headerAgent, lastMessage } from '../messages/messageLog.ts';
import type { RoomSnapshot } from '../state.ts';
import { adapterById, shownConversation, shownQueue, shownState } from './shown.ts';

/** `away`: the visitor waits, and the service says that nobody is there. */
type HeaderPhase = 'bot' | 'agent' | 'waiting' | 'away' | 'ended';

/** CH-019, CH-020: who answers, that the visitor is waiting, or that the chat has ended. */
export function headerOf(state: RoomSnapshot): {
  readonly phase: HeaderPhase;
  readonly agent: Participant | undefined;
} {
  const conversation = shownConversation(state);
  const shown = shownState(state);
  const agent = conversation && headerAgent(conversation.participants);
  const isBot = shownQueue(state) === 'bot';
  // The ended header thanks the visitor, which would be wrong for a chat that never started (CH-213).
  const endedBeforeStart = (shown === 'error' || shown === 'fatal_error') && conversation?.participants.length === 0;
  if (isOver(shown) && !(endedBeforeStart && lastMessage(conversation.messages) === undefined)) {
    return { phase: 'ended', agent: undefined };
  }
  if (shown === 'waiting' && !isBot) {
    const isAway =
      (shownQueue(state) === 'async' && adapterById(state, conversation?.adapterId)?.agentStatus === 'unavailable') ||
      state.problems[conversation?.id ?? '']?.key === nobodyAnswers;
    return { phase: isAway ? 'away' : 'waiting', agent: undefined };
  }
  return { phase: isBot ? 'bot' : 'agent', agent };
}
