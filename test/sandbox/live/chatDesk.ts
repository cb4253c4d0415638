import type { DataHolder } from '../dataHolder.ts';
import {
  type ChatEvent,
  chatTimeoutS,
  describeChat,
  exitSurvey,
  nextNumber,
  type StoredChat,
  sessionOf,
} from './chatWire.ts';
import {
  type AgentAction,
  agentOf,
  type LiveConversation,
  type LiveDesk,
  type LiveMessage,
  logLineOf,
} from './desk.ts';

export interface ChatDesk extends LiveDesk, DataHolder {
  open(request: Readonly<Record<string, unknown>>): StoredChat;
  /** The chat that the visitor's browser calls about. It has ended if the last call was too long ago. */
  find(id: string): StoredChat | undefined;
  addLine(chat: StoredChat, text: string): number;
  end(chat: StoredChat, by: 'visitor' | 'agent'): void;
  /** The chat as the vendor describes it, with its events from number `from` on. */
  describe(chat: StoredChat, base: string, from: number): Record<string, unknown>;
  survey(chat: StoredChat): Record<string, unknown> | undefined;
  /** All texts of visitors, in order, whatever a restart has lost. */
  received(): readonly string[];
  /** How often a visitor ended a chat. */
  readonly endings: number;
  /** How far the service's clock is ahead, ms. Applies to what happens from now on. */
  skewMs: number;
  /**
   * Restarts the service. It counts the events of each open chat again, from `firstNumber`, and has `kept` or `lost` the
   * lines so far.
   */
  restart(history: 'kept' | 'lost', firstNumber?: number): void;
}

/** The live-chat service of the agents' vendor: sessions with numbered events, in memory. */
export function createChatDesk({ now }: { readonly now: () => number }): ChatDesk {
  let chats: StoredChat[] = [];
  let received: string[] = [];
  let serial = 0;
  let endings = 0;
  let skewMs = 0;
  const serviceNow = (): number => now() + skewMs;

  function add(chat: StoredChat, event: Omit<ChatEvent, 'id' | 'time'>): number {
    const id = nextNumber(chat);
    chat.events.push({ ...event, id, time: serviceNow() });
    return id;
  }

  function restart(chat: StoredChat, history: 'kept' | 'lost', firstNumber: number): void {
    const lines = history === 'kept' ? chat.events.filter((event) => event.type === 'line') : [];
    chat.firstNumber = firstNumber;
    chat.events = lines.map((line, at) => ({ ...line, id: firstNumber + at }));
    add(chat, { type: 'state', state: chat.state });
  }

  function addInfo(chat: StoredChat, text: string): void {
    add(chat, { type: 'line', source: 'system', by: 'info', text });
  }

  function end(chat: StoredChat, by: 'visitor' | 'agent' | 'service'): void {
    if (chat.state === 'ended') return;
    if (by === 'visitor') {
      endings += 1;
      chat.log.push({ text: 'The visitor ended the conversation.', time: serviceNow() });
    } else addInfo(chat, by === 'agent' ? 'The agent has ended the chat.' : 'The visitor has been disconnected.');
    chat.state = 'ended';
    chat.isVisitorTyping = false;
    add(chat, { type: 'state', state: 'ended' });
  }

  function endIfSilent(chat: StoredChat): void {
    if (now() - chat.lastCallAt > chatTimeoutS * 1_000) end(chat, 'service');
  }

  function perform(chat: StoredChat, action: AgentAction): boolean {
    if (chat.state === 'ended') return false;
    const line = logLineOf(action, chat.agentId);
    if (line !== undefined) chat.log.push({ text: line, time: serviceNow() });
    switch (action.action) {
      case 'join': {
        const agent = agentOf(action.agentId);
        chat.agentId = agent.id;
        addInfo(chat, `You are now chatting with ${agent.nickname}.`);
        if (chat.state !== 'chatting') {
          chat.state = 'chatting';
          add(chat, { type: 'state', state: 'chatting' });
        }
        return true;
      }
      case 'say':
        if (chat.agentId === undefined) perform(chat, { action: 'join', agentId: action.agentId });
        chat.isAgentTyping = false;
        add(chat, { type: 'line', source: 'agent', by: agentOf(chat.agentId).nickname, text: action.text ?? '' });
        return true;
      case 'typing':
        chat.isAgentTyping = action.isTyping !== false;
        return true;
      case 'leave':
      case 'transfer':
        chat.agentId = undefined;
        chat.state = 'waiting';
        addInfo(
          chat,
          action.action === 'leave'
            ? 'The agent has left.'
            : `You are being transferred to ${action.skill ?? 'sales'}.`,
        );
        add(chat, { type: 'state', state: 'waiting' });
        return true;
      case 'quickReplies':
        add(chat, {
          type: 'line',
          source: 'agent',
          by: agentOf(chat.agentId).nickname,
          text: [action.text ?? 'Please choose:', ...(action.replies ?? ['Yes', 'No'])].join(' / '),
        });
        return true;
      // The vendor's live chat has none of these.
      case 'edit':
      case 'remove':
      case 'read':
      case 'control':
        return false;
      case 'survey':
        chat.survey = exitSurvey;
        end(chat, 'agent');
        return true;
      case 'end':
        end(chat, 'agent');
        return true;
    }
  }

  return {
    open(request) {
      serial += 1;
      const chat: StoredChat = {
        id: `chat-${serial}`,
        serial,
        skill: typeof request.skill === 'string' ? request.skill : 'sales',
        visitor: typeof request.LETagVisitorId === 'string' ? request.LETagVisitorId : 'visitor',
        startedAt: serviceNow(),
        lastCallAt: now(),
        firstNumber: 0,
        state: 'waiting',
        agentId: undefined,
        isAgentTyping: false,
        isVisitorTyping: false,
        events: [],
        survey: undefined,
        log: [],
      };
      chats.push(chat);
      add(chat, { type: 'state', state: 'waiting' });
      addInfo(chat, 'Thank you for your patience. An agent will be with you in a moment.');
      return chat;
    },
    name: 'liveChat',
    held: ({ conversations }) => chats.filter(({ id }) => conversations.has(id)).map(toLive),
    forget({ conversations }) {
      chats = chats.filter(({ id }) => !conversations.has(id));
    },
    find(id) {
      const chat = chats.find((one) => one.id === id);
      if (chat) {
        endIfSilent(chat);
        chat.lastCallAt = now();
      }
      return chat;
    },
    addLine(chat, text) {
      received.push(text);
      return add(chat, { type: 'line', source: 'visitor', by: 'You', text });
    },
    end,
    describe: describeChat,
    survey: (chat) => chat.survey as Record<string, unknown> | undefined,
    received: () => [...received],
    get endings() {
      return endings;
    },
    get skewMs() {
      return skewMs;
    },
    set skewMs(ms) {
      skewMs = ms;
    },
    restart(history, firstNumber = 0) {
      for (const chat of chats) if (chat.state !== 'ended') restart(chat, history, firstNumber);
    },
    list() {
      for (const chat of chats) endIfSilent(chat);
      return chats.map(toLive);
    },
    act(id, action) {
      const chat = chats.find((one) => one.id === id);
      if (chat) endIfSilent(chat);
      return chat !== undefined && perform(chat, action);
    },
    reset() {
      chats = [];
      received = [];
      endings = 0;
      skewMs = 0;
    },
  };
}

function toLive(chat: StoredChat): LiveConversation {
  return {
    id: chat.id,
    kind: 'chat',
    session: String(sessionOf(chat)),
    visitor: chat.visitor,
    skill: chat.skill,
    state: chat.state,
    agent: chat.agentId && agentOf(chat.agentId).nickname,
    isVisitorTyping: chat.isVisitorTyping,
    readUpTo: undefined,
    startedAt: chat.startedAt,
    log: chat.log,
    messages: chat.events.flatMap((event): LiveMessage[] =>
      event.type === 'line'
        ? [
            {
              id: `${chat.id}__${event.id}`,
              from: event.source ?? 'system',
              text: event.text ?? '',
              time: event.time,
            },
          ]
        : [],
    ),
  };
}
