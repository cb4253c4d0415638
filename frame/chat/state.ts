import type { HostKey } from '../../bridge/records.ts';
import type { ChannelSnapshot } from './channel.ts';
import type { Conversation, QuickReply } from './conversation.ts';
import type { AdapterId } from './routing/adapters.ts';

/** The state of the chat room, with its first values. Only the store's actions change it. */
export const initialState = () => ({
  /** One per route of the page, in order. */
  adapters: [] as ChannelSnapshot[],
  /** In the order in which they started. */
  conversations: [] as Conversation[],
  activeId: undefined as string | undefined,
  /** The chat-in-pane override: the pane shows an ended chat, or why none started (CH-048). */
  hasOverride: false,
  /** The target conversation of a pending transfer; undefined if there is none. */
  transferToId: undefined as string | undefined,
  isStarting: false,
  /** Quick replies that replace the input, by conversation. */
  replies: {} as Record<string, readonly QuickReply[]>,
  /** The adapters whose connection is lost. If it does not come back, the window offers the other ways to reach the company. */
  lostConnections: {} as Partial<Record<AdapterId, 'lost' | 'stranded'>>,
  /** The adapters whose service no longer supports this version of the widget. Only a reload helps. */
  outdatedAdapters: [] as AdapterId[],
  /** How far the service's clock is ahead of the visitor's, by adapter. */
  clocksAheadMs: {} as Partial<Record<AdapterId, number>>,
  /** The adapter that could not start last, until the next start. The window offers its sign-in (CH-033). */
  refusedId: undefined as AdapterId | undefined,
  /** The window's own problem, for example that no chat can start. */
  problem: undefined as Problem | undefined,
  /** The problem that a channel has reported about a conversation, until its next live state. */
  problems: {} as Record<string, Problem>,
  /** The progress of the survey that changed last, or of the chat that started after it. */
  survey: 'open' as SurveyProgress,
  draft: '',
  /** The content of the live region, newest last. */
  announcements: [] as readonly { readonly serial: number; readonly sender: string; readonly text: string }[],
  /** The visitor sees the window: the pane is shown, without the menu over the chat and without a scheduler. */
  isChatShown: false,
  /** The seen cookies that are set on the host page (CH-046). */
  seenKeys: [] as HostKey[],
  /** The result of the employee check (CH-104); undefined until it finishes. */
  isEmployee: undefined as boolean | undefined,
});

export type RoomState = ReturnType<typeof initialState>;

export interface Problem {
  /** A key of the text catalogue. */
  readonly key: string;
  readonly action: 'menu' | 'newChat' | 'reload' | 'none';
  readonly link: { readonly text: string; readonly href: string } | undefined;
}

export const outdatedProblem: Problem = { key: 'outdated', action: 'reload', link: undefined };

export type SurveyProgress = 'open' | 'sending' | 'failed' | 'sent';

/** A readonly form of the state, so that readers accept valtio's snapshots. */
export type RoomSnapshot = {
  readonly [Key in keyof RoomState]: RoomState[Key] extends (infer Item)[] ? readonly Item[] : RoomState[Key];
};

export function adapterById(state: Pick<RoomSnapshot, 'adapters'>, id: AdapterId | undefined) {
  return state.adapters.find((adapter) => adapter.id === id);
}
