import { type AdapterId, queueTypes } from './adapters.ts';
import type { ChannelEvent, ChannelSnapshot } from './channel.ts';
import { isConversationState, isLive, isOver } from './chatState.ts';
import {
  addConversation,
  addMessages,
  type ChatContext,
  changeConversation,
  clearTimer,
  findConversation,
  setTimer,
  showConversation,
  withLog,
} from './context.ts';
import type { Conversation, ExitSurvey, Message, MessageInput, ParticipantInput, QuickReply } from './conversation.ts';
import { isHiddenAgent, visibleMessages } from './conversations/hiddenAgents.ts';
import { forgetConversation, readOutbox, saveConversation, saveOutbox } from './conversations/savedConversations.ts';
import { nextConversationState } from './lifecycle/phases.ts';
import { agentTypingMaxMs, announcementMs, connectionLostAfterMs } from './limits.ts';
import { mergeParticipants } from './message.ts';
import { plainText } from './transcript.ts';
import { forgetSeen } from './window/seenCookies.ts';
import { countUnread } from './window/unread.ts';

/** Applies an event of a channel to the state. Channels change the state in no other way. */
export function applyEvent(context: ChatContext, adapterId: AdapterId, event: ChannelEvent): void {
  const current = context.current.get(adapterId);
  switch (event.type) {
    case 'changed':
      applyChanges(context, adapterId, event.changes);
      break;
    case 'messages':
      applyMessages(context, adapterId, event.messages, event.countsUnread ?? true);
      break;
    case 'delivered':
      settleMessage(context, adapterId, event.id, (id) => {
        const isFirst = context.logs.get(id)?.find(event.id)?.isPending;
        withLog(context, id, (log) => log.confirm(event.id, event.as));
        if (isFirst) announce(context, [[context.text('you'), context.text('sent')]]);
      });
      break;
    case 'notDelivered':
      markNotSent(context, adapterId, event.id);
      break;
    case 'removed':
    case 'receipt':
    case 'clock':
    case 'returned':
    case 'outdated':
      break;
    case 'participants':
      applyParticipants(context, adapterId, event.participants);
      break;
    case 'agentTyping':
      applyTyping(context, adapterId, event.isTyping);
      break;
    case 'quickReplies':
      applyReplies(context, current, event.replies);
      break;
    case 'survey':
      applySurvey(context, current, event.survey);
      break;
    case 'surveyFailed':
      context.ports.log.warn('The exit survey could not be loaded. The chat ends without it.');
      break;
    case 'unread':
      applyUnread(context, current, event.count);
      break;
    case 'session':
      linkOriginSession(context, current, event.realtimeId);
      break;
    case 'connection':
      applyConnection(context, adapterId, event.isLost);
      break;
    case 'trouble':
      context.state.trouble = { key: event.key, action: 'none', link: event.link };
      context.state.isStarting = false;
      break;
  }
}

function applySurvey(context: ChatContext, id: string | undefined, survey: ExitSurvey | undefined): void {
  if (id === undefined || findConversation(context, id)?.state === 'closed') return;
  context.state.survey = 'open';
  changeConversation(context, id, { exitSurvey: survey });
  if (survey) announce(context, [[context.text('system'), survey.header || context.text('surveyTitle')]]);
}

/** Quick replies replace the input, so a screen reader announces them (CH-139). */
function applyReplies(context: ChatContext, id: string | undefined, replies: readonly QuickReply[]): void {
  if (id === undefined) return;
  context.state.replies[id] = [...replies];
  if (replies.length > 0)
    announce(context, [[context.text('quickReplies'), replies.map((one) => one.text).join(', ')]]);
}

/** CH-098: passes the live session to the channel that handed the visitor over. */
function linkOriginSession(context: ChatContext, id: string | undefined, realtimeId: string): void {
  const record = id === undefined ? undefined : context.transfers.get(id);
  const origin = findConversation(context, record?.fromId);
  if (origin) context.channels.get(origin.adapterId)?.channel.linkSession?.(realtimeId);
}

function applyUnread(context: ChatContext, id: string | undefined, count: number): void {
  const conversation = findConversation(context, id);
  if (conversation && !context.state.isPaneShown) raiseUnread(context, conversation, count);
}

function applyChanges(
  context: ChatContext,
  adapterId: AdapterId,
  changes: Partial<Omit<ChannelSnapshot, 'id' | 'queueType'>>,
): void {
  const at = context.state.adapters.findIndex((one) => one.id === adapterId);
  const before = context.state.adapters[at];
  if (!before) return;
  context.state.adapters[at] = { ...before, ...changes };
  const { state } = changes;
  if (state !== undefined && isConversationState(state)) moveConversation(context, adapterId, state);
  if (state === 'unavailable' && context.current.has(adapterId)) context.state.isStarting = false;
  if (changes.isLoggedIn === true && !before.isLoggedIn) context.steps.signedIn(adapterId);
  const conversation = findConversation(context, context.current.get(adapterId));
  if (conversation && isLive(conversation.state) && ('conversationId' in changes || state !== undefined)) {
    saveForReload(context, conversation);
  }
}

/** Stores what a reload needs to continue this conversation and to return from it. */
export function saveForReload(context: ChatContext, conversation: Conversation): void {
  const adapter = context.state.adapters.find((one) => one.id === conversation.adapterId);
  saveConversation(context.ports.storage, {
    adapterId: conversation.adapterId,
    localId: conversation.id,
    conversationId: adapter?.conversationId,
    ...context.transfers.get(conversation.id),
  });
}

/** Moves the adapter's conversation to the state that its channel, or the visitor's decision, asks for. */
export function moveConversation(context: ChatContext, adapterId: AdapterId, wanted: Conversation['state']): void {
  const before = ensureConversation(context, adapterId, wanted);
  if (!before) return;
  const next = nextConversationState(before.state, wanted);
  if (next === before.state && before.state !== 'waiting') return;
  changeConversation(context, before.id, {
    state: next,
    ...(next === 'closed' ? { exitSurvey: undefined } : {}),
    ...(isOver(next) ? { isAgentTyping: false } : {}),
  });
  context.state.isStarting = false;
  if (isLive(next)) context.state.trouble = undefined;
  if (next === 'chatting' && before.state !== 'chatting') trackOf(context, before, 'CM_CHAT_CONNECT');
  if (isOver(next) && !isOver(before.state)) {
    forgetConversation(context.ports.storage, before.id);
    trackOf(context, before, 'CM_CHAT_END');
    context.steps.ended(before.id);
  }
  // This comes last because it may start another chat.
  if (next === 'closed' && before.exitSurvey) context.steps.surveyRemoved();
}

/** A service may report a conversation that started elsewhere. Its first event creates ours. */
function ensureConversation(
  context: ChatContext,
  adapterId: AdapterId,
  state: Conversation['state'] | undefined,
): Conversation | undefined {
  const current = findConversation(context, context.current.get(adapterId));
  const isNew = state === undefined ? !current : isLive(state) && (!current || isOver(current.state));
  if (!isNew) return current;
  const added = addConversation(context, adapterId, state ?? 'resume', takeSavedId(context, adapterId));
  addMessages(context, added.id, readOutbox(context.ports.storage, added.id));
  greetReturningVisitor(context, added);
  if (!context.state.conversations.some((one) => one.id !== added.id && isLive(one.state))) {
    showConversation(context, added.id);
  }
  return added;
}

/** A service may report the conversation from before the reload before we ask for it. It keeps its id (CH-052). */
function takeSavedId(context: ChatContext, adapterId: AdapterId): string | undefined {
  const saved = context.saved.get(adapterId);
  context.saved.delete(adapterId);
  const id = context.state.adapters.find((one) => one.id === adapterId)?.conversationId;
  if (!saved || saved.conversationId !== id) return undefined;
  if (saved.fromId !== undefined) {
    context.transfers.set(saved.localId, { fromId: saved.fromId, noSwitchBack: saved.noSwitchBack ?? false });
  }
  return saved.localId;
}

/** Greets a visitor who returns to an async queue, by first name if there is one (CH-034). */
export function greetReturningVisitor(
  context: ChatContext,
  conversation: Pick<Conversation, 'id' | 'adapterId'>,
): void {
  if (queueTypes[conversation.adapterId] !== 'async') return;
  const name = context.ports.visitor().firstName;
  const text = name === undefined ? context.text('welcomeBack') : context.text('welcomeBackNamed', { name });
  addMessages(context, conversation.id, [{ id: `welcome-${conversation.id}`, type: 'system', text }]);
}

function applyMessages(
  context: ChatContext,
  adapterId: AdapterId,
  messages: readonly MessageInput[],
  counts: boolean,
): void {
  const conversation = ensureConversation(context, adapterId, undefined);
  if (!conversation) return;
  const hidden = new Set(
    [...context.hiddenAgents].flatMap((key) =>
      key.startsWith(`${conversation.id} `) ? [key.slice(conversation.id.length + 1)] : [],
    ),
  );
  const visible = visibleMessages(messages, hidden, context.ports.deployment.hiddenAgentMarkers).map((message) =>
    withName(message, conversation),
  );
  const added = addMessages(context, conversation.id, visible);
  const unread = countUnread(added, context.state.isPaneShown, counts);
  if (unread > 0) raiseUnread(context, conversation, unread);
  const fresh = added.filter((message) => !message.isHistory && message.type !== 'visitor');
  announce(
    context,
    fresh.map((message) => [senderName(context, message), plainText(message)]),
  );
}

/** Adds the participant's name to a message that has none. */
function withName(message: MessageInput, conversation: Conversation): MessageInput {
  if (message.by !== undefined || message.participantId === undefined) return message;
  const name = conversation.participants.find((one) => one.id === message.participantId)?.name;
  return name === undefined ? message : { ...message, by: name };
}

function raiseUnread(context: ChatContext, conversation: Conversation, count: number): void {
  const before = findConversation(context, conversation.id)?.unreadMsgCount ?? 0;
  changeConversation(context, conversation.id, { unreadMsgCount: before + count });
  forgetSeen(context, conversation.adapterId);
}

const maxAnnouncements = 20;

function announce(context: ChatContext, entries: readonly (readonly [sender: string, text: string])[]): void {
  if (entries.length === 0) return;
  const added = entries.map(([sender, text]) => {
    context.counter.announced += 1;
    return { serial: context.counter.announced, sender, text };
  });
  context.state.announcements = [...context.state.announcements, ...added].slice(-maxAnnouncements);
  // Some screen readers repeat text that stays in a live region at its next change.
  setTimer(context, 'announcements', announcementMs, () => {
    context.state.announcements = [];
  });
}

export function senderName(context: Pick<ChatContext, 'text'>, message: Message): string {
  if (message.type === 'visitor') return context.text('you');
  if (message.type === 'bot') return message.by || context.text('assistant');
  if (message.type === 'agent') return message.by || context.text('agent');
  if (message.type === 'agentJoin') return context.text('joined');
  if (message.type === 'error') return context.text('error');
  return context.text('system');
}

/** Changes the conversation that has the message: after a transfer it may not be the channel's current one. */
function settleMessage(
  context: ChatContext,
  adapterId: AdapterId,
  messageId: string,
  change: (id: string) => void,
): void {
  const id = conversationWith(context, adapterId, messageId);
  if (id === undefined) return;
  change(id);
  saveUndelivered(context, id);
}

export function markNotSent(context: ChatContext, adapterId: AdapterId, messageId: string): void {
  settleMessage(context, adapterId, messageId, (id) => {
    const message = context.logs.get(id)?.find(messageId);
    // A message that the service has confirmed in the meantime stays confirmed.
    if (message?.isPending) {
      addMessages(context, id, [{ id: messageId, type: 'visitor', isPending: false, isNotSent: true }]);
    }
  });
}

function conversationWith(context: ChatContext, adapterId: AdapterId, messageId: string): string | undefined {
  const current = context.current.get(adapterId);
  if (current !== undefined && context.logs.get(current)?.has(messageId)) return current;
  return [...context.logs].find(([, log]) => log.has(messageId))?.[0];
}

/** Stores undelivered messages for a reload of their conversation, unless the channel has its own queue. */
export function saveUndelivered(context: ChatContext, id: string): void {
  const conversation = findConversation(context, id);
  if (!conversation || isOver(conversation.state)) return;
  const hasQueue = context.channels.get(conversation.adapterId)?.channel.capabilities.queuesTexts ?? false;
  const undelivered = conversation.messages.pending.filter((one) => one.isNotSent || !hasQueue);
  saveOutbox(context.ports.storage, id, undelivered);
}

function applyParticipants(context: ChatContext, adapterId: AdapterId, inputs: readonly ParticipantInput[]): void {
  const conversation = ensureConversation(context, adapterId, undefined);
  if (!conversation) return;
  const markers = context.ports.deployment.hiddenAgentMarkers;
  const people = inputs.filter((one) => {
    const isHidden = isHiddenAgent(one, markers);
    if (isHidden) hide(context, conversation.id, one.id);
    return !isHidden && !context.hiddenAgents.has(`${conversation.id} ${one.id}`);
  });
  const before = findConversation(context, conversation.id)?.participants ?? [];
  changeConversation(context, conversation.id, { participants: [...mergeParticipants(before, people)] });
  for (const { id, name } of people) if (name !== undefined) nameMessages(context, conversation, id, name);
}

/** CH-053: the name may arrive after the first messages, so this also removes those. */
function hide(context: ChatContext, conversationId: string, agentId: string): void {
  context.hiddenAgents.add(`${conversationId} ${agentId}`);
  const conversation = findConversation(context, conversationId);
  if (!conversation) return;
  const participants = conversation.participants.filter((one) => one.id !== agentId);
  changeConversation(context, conversationId, { participants });
  const messages = conversation.messages.pages.flat().filter((one) => one.participantId === agentId);
  withLog(context, conversationId, (log) => {
    for (const { id } of messages) log.remove(id);
  });
}

/** Adds a name that arrives late to the participant's earlier messages. */
function nameMessages(context: ChatContext, conversation: Conversation, participantId: string, by: string): void {
  const nameless = conversation.messages.pages
    .flat()
    .filter((one) => one.participantId === participantId && one.by === undefined);
  if (nameless.length > 0) {
    addMessages(
      context,
      conversation.id,
      nameless.map(({ id, type }) => ({ id, type, by })),
    );
  }
}

function applyTyping(context: ChatContext, adapterId: AdapterId, isTyping: boolean): void {
  const id = context.current.get(adapterId);
  if (id === undefined) return;
  changeConversation(context, id, { isAgentTyping: isTyping });
  const timer = `typing ${id}`;
  if (isTyping)
    setTimer(context, timer, agentTypingMaxMs, () => changeConversation(context, id, { isAgentTyping: false }));
  else clearTimer(context, timer);
}

function applyConnection(context: ChatContext, adapterId: AdapterId, isLost: boolean): void {
  const { state } = context;
  const timer = `connection ${adapterId}`;
  const others = (): AdapterId[] => state.lostAdapters.filter((one) => one !== adapterId);
  clearTimer(context, timer);
  if (!isLost) state.lostAdapters = others();
  else {
    setTimer(context, timer, connectionLostAfterMs, () => {
      state.lostAdapters = [...others(), adapterId];
    });
  }
}

export function trackOf(
  context: ChatContext,
  conversation: Pick<Conversation, 'adapterId'>,
  name: Parameters<ChatContext['ports']['track']>[0],
  detail: Readonly<Record<string, string>> = {},
): void {
  const adapter = context.state.adapters.find((one) => one.id === conversation.adapterId);
  context.ports.track(name, {
    pageUrl: context.ports.page().url,
    adapterId: conversation.adapterId,
    skill: adapter?.routedSkill ?? adapter?.skill,
    ...detail,
  });
}
