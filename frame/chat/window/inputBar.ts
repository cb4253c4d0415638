import { type ChatState, isLive } from '../chatState.ts';
import type { AdapterId } from '../routing/adapters.ts';
import { chooseAdapter, isOffline as isQueueOffline } from '../routing/chooseAdapter.ts';
import type { RoomSnapshot } from '../state.ts';
import { adapterById, shownConversation, shownState } from './shown.ts';

/** CH-027: whether the input bar is disabled. */
export function isInputDisabled(state: ChatState): boolean {
  return !(state === 'available' || isLive(state));
}

type PlaceholderKey = 'placeholderChatting' | 'placeholderWaiting' | 'placeholderDisabled';

/** CH-029. */
export function placeholderOf(state: ChatState): PlaceholderKey {
  if (isInputDisabled(state)) return 'placeholderDisabled';
  return state === 'waiting' || state === 'resume' ? 'placeholderWaiting' : 'placeholderChatting';
}

export type InputState = ReturnType<typeof inputOf>;

export function inputOf(state: RoomSnapshot, isHiddenByConfig: boolean) {
  const conversation = shownConversation(state);
  const isOffline = (id: AdapterId | undefined): boolean => {
    const adapter = adapterById(state, id);
    return adapter !== undefined && isQueueOffline(adapter);
  };
  // Without a chat and without a queue that can start one, the visitor is offered the sign-in of a queue on stand-by.
  const standBy = chooseAdapter(state.adapters) ? undefined : state.adapters.find(isQueueOffline);
  const offeredId = conversation?.adapterId ?? state.refusedId ?? standBy?.id;
  const shown = shownState(state);
  const hasReplies = conversation !== undefined && (state.replies[conversation.id]?.length ?? 0) > 0;
  return {
    /**
     * CH-028. An input bar that is both hidden and disabled is hidden. Quick replies of a survey replace it (CH-139). The shell covers
     * TOGGLE mode: it renders the menu instead of the chat.
     */
    isShown: !(
      shown === 'unavailable' ||
      shown === 'standBy' ||
      isHiddenByConfig ||
      hasReplies ||
      isOffline(offeredId)
    ),
    isDisabled: isInputDisabled(shown),
    placeholder: placeholderOf(shown),
    /** The offline notice is shown (CH-033). It replaces the input, except that of a bot that could not transfer the visitor. */
    isOffline: isOffline(offeredId) || isOffline(state.refusedId),
  };
}
