import type { QueueType } from './adapters.ts';
import type { AgentStatus } from './channel.ts';
import { type ChatState, isLive } from './chatState.ts';

export type PaneMode = 'MENU' | 'CHAT' | 'TOGGLE';

export interface PaneModeFacts {
  readonly hasActiveOrWaitingChat: boolean;
  /** The chat-in-pane override: an ended chat is still to be read (CH-048). */
  readonly hasOverride: boolean;
  readonly isMenuToggled: boolean;
}

/** CH-018, SH-042. */
export function paneModeOf(facts: PaneModeFacts): PaneMode {
  if (!facts.hasActiveOrWaitingChat && !facts.hasOverride) return 'MENU';
  return facts.isMenuToggled ? 'TOGGLE' : 'CHAT';
}

/** CH-027: typing makes no sense here. */
export function isInputDisabled(state: ChatState): boolean {
  return !(state === 'available' || isLive(state));
}

export interface InputFacts {
  readonly mode: PaneMode;
  readonly state: ChatState;
  readonly queue: QueueType;
  readonly isHiddenByConfig: boolean;
  readonly isLoggedIn: boolean;
  readonly agentStatus: AgentStatus;
  /** Quick replies of a survey stand in its place (CH-139). */
  readonly hasQuickReplies: boolean;
}

/** CH-028: whether the input bar is there at all; this wins over disabling. */
export function isInputShown(facts: InputFacts): boolean {
  return !(
    facts.mode === 'TOGGLE' ||
    facts.state === 'unavailable' ||
    facts.state === 'standBy' ||
    facts.isHiddenByConfig ||
    facts.hasQuickReplies ||
    isOffline(facts)
  );
}

/** An async queue that nobody serves, for a visitor who is not signed in (CH-033). */
export function isOffline(facts: Pick<InputFacts, 'queue' | 'isLoggedIn' | 'agentStatus'>): boolean {
  return facts.queue === 'async' && !facts.isLoggedIn && facts.agentStatus === 'unavailable';
}

export type PlaceholderKey = 'placeholderChatting' | 'placeholderWaiting' | 'placeholderDisabled';

/** CH-029. */
export function placeholderOf(state: ChatState): PlaceholderKey {
  if (isInputDisabled(state)) return 'placeholderDisabled';
  return state === 'waiting' || state === 'resume' ? 'placeholderWaiting' : 'placeholderChatting';
}
