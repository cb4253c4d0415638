import type { HostKey } from '../../bridge/records.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { AdapterId } from './adapters.ts';
import { queueTypes } from './adapters.ts';
import type { Channel, ChannelEvent, TransferRequest } from './channel.ts';
import type { Conversation, MessageInput, MessageLog } from './conversation.ts';
import type { SavedConversation } from './conversations/savedConversations.ts';
import { createMessageLog, emptyLog, type MutableLog } from './messageLog.ts';
import type { ChatPorts } from './ports.ts';
import type { RoutingEntry } from './routingEntry.ts';
import type { ChatState } from './state.ts';
import { type ChatTexts, createChatTexts } from './texts.ts';

/** An open channel, with the lifetime that ends it. */
export interface OpenChannel {
  readonly channel: Channel;
  readonly entry: RoutingEntry;
  readonly lifetime: Lifetime;
  /** Resolves when init has finished. */
  readonly ready: Promise<void>;
}

/** The conversation that a transfer started from, until the target ends (CH-056). */
export interface TransferRecord {
  readonly fromId: string;
  readonly noSwitchBack: boolean;
}

/** What the store's actions share: the state, and everything that views do not need. */
export interface ChatContext {
  readonly state: ChatState;
  readonly ports: ChatPorts;
  readonly text: ChatTexts;
  readonly logs: Map<string, MutableLog>;
  readonly channels: Map<AdapterId, OpenChannel>;
  /** The conversation that a channel's events belong to. */
  readonly current: Map<AdapterId, string>;
  readonly transfers: Map<string, TransferRecord>;
  /** Conversations from before a reload whose service has not reported them yet. */
  readonly saved: Map<AdapterId, SavedConversation>;
  /** The page's own entry of each adapter. A transfer may replace it until the chat ends. */
  readonly pageEntries: Map<AdapterId, RoutingEntry>;
  /** Participants that are not people (CH-053), by conversation and id. */
  readonly hiddenAgents: Set<string>;
  /** Conversations whose first-message event has been sent (CH-208). */
  readonly firstMessageTracked: Set<string>;
  /** Seen cookies that this page has written. */
  readonly seenKeysWritten: Set<HostKey>;
  readonly counter: { announced: number };
  /** One timer per name. Setting it again replaces it. */
  readonly timers: Map<string, () => void>;
  /** Actions that call each other in a circle, so they cannot import each other. */
  readonly steps: ChatSteps;
  /** Excludes a log from deep observation. Logs are large, and replaced rather than changed. */
  readonly asRef: (log: MessageLog) => MessageLog;
}

export interface ChatSteps {
  apply(adapterId: AdapterId, event: ChannelEvent): void;
  transfer(adapterId: AdapterId, request: TransferRequest): Promise<void>;
  ended(conversationId: string): void;
  surveyRemoved(): void;
  signedIn(adapterId: AdapterId): void;
}

export function createContext(
  state: ChatState,
  ports: ChatPorts,
  steps: ChatSteps,
  asRef: ChatContext['asRef'],
): ChatContext {
  return {
    state,
    ports,
    text: createChatTexts(ports.texts),
    logs: new Map(),
    channels: new Map(),
    current: new Map(),
    transfers: new Map(),
    saved: new Map(),
    pageEntries: new Map(),
    hiddenAgents: new Set(),
    firstMessageTracked: new Set(),
    seenKeysWritten: new Set<HostKey>(),
    counter: { announced: 0 },
    timers: new Map(),
    steps,
    asRef,
  };
}

export function addConversation(
  context: ChatContext,
  adapterId: AdapterId,
  state: Conversation['state'],
  id = context.ports.createId(),
): Conversation {
  const conversation: Conversation = {
    id,
    adapterId,
    state,
    messages: context.asRef(emptyLog),
    participants: [],
    isAgentTyping: false,
    exitSurvey: undefined,
    unreadMsgCount: 0,
    notice: undefined,
  };
  context.logs.set(id, createMessageLog());
  context.state.conversations.push(conversation);
  context.current.set(adapterId, id);
  return conversation;
}

export function findConversation(context: ChatContext, id: string | undefined): Conversation | undefined {
  return context.state.conversations.find((one) => one.id === id);
}

/** The only function that changes a conversation. */
export function changeConversation(
  context: ChatContext,
  id: string,
  changes: Partial<Omit<Conversation, 'id' | 'adapterId'>>,
): void {
  const at = context.state.conversations.findIndex((one) => one.id === id);
  const before = context.state.conversations[at];
  if (before) context.state.conversations[at] = { ...before, ...changes };
}

export function removeConversation(context: ChatContext, id: string): void {
  const conversation = findConversation(context, id);
  if (!conversation) return;
  if (context.current.get(conversation.adapterId) === id) context.current.delete(conversation.adapterId);
  context.logs.delete(id);
  context.transfers.delete(id);
  delete context.state.replies[id];
  context.state.conversations = context.state.conversations.filter((one) => one.id !== id);
  if (context.state.activeId === id) context.state.activeId = undefined;
}

/** Changes the message log of a conversation and publishes the result. */
export function withLog<T>(context: ChatContext, id: string, change: (log: MutableLog) => T): T | undefined {
  const log = context.logs.get(id);
  if (!log) return undefined;
  const result = change(log);
  changeConversation(context, id, { messages: context.asRef(log.log) });
  return result;
}

export function addMessages(context: ChatContext, id: string, messages: readonly MessageInput[]) {
  return withLog(context, id, (log) => log.merge(messages, context.ports.clock.now())) ?? [];
}

/** Shows a conversation in the window and notifies the shell. */
export function showConversation(context: ChatContext, id: string): void {
  const conversation = findConversation(context, id);
  if (!conversation) return;
  context.state.activeId = id;
  context.state.hasOverride = false;
  context.ports.pane.chatAppeared(queueTypes[conversation.adapterId]);
}

export function setTimer(context: ChatContext, name: string, delayMs: number, task: () => void): void {
  clearTimer(context, name);
  const cancel = context.ports.clock.after(delayMs, () => {
    clearTimer(context, name);
    task();
  });
  context.timers.set(name, context.ports.lifetime.add(cancel));
}

export function clearTimer(context: ChatContext, name: string): void {
  context.timers.get(name)?.();
  context.timers.delete(name);
}
