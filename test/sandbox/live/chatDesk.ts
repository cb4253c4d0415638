import { type AgentAction, agentOf, type LiveConversation, type LiveDesk, type LiveMessage } from './desk.ts';

interface ChatEvent {
  readonly id: number;
  readonly type: 'state' | 'line';
  readonly time: number;
  readonly state?: string;
  readonly text?: string;
  readonly source?: 'visitor' | 'agent' | 'system';
  readonly by?: string;
}

export interface StoredChat {
  readonly id: string;
  readonly skill: string;
  readonly visitor: string;
  readonly startedAt: number;
  readonly serial: number;
  state: 'waiting' | 'chatting' | 'ended';
  agentId: string | undefined;
  isAgentTyping: boolean;
  isVisitorTyping: boolean;
  events: ChatEvent[];
  survey: unknown;
}

export interface ChatDesk extends LiveDesk {
  open(request: Readonly<Record<string, unknown>>): StoredChat;
  find(id: string): StoredChat | undefined;
  addLine(chat: StoredChat, text: string): number;
  end(chat: StoredChat, by: 'visitor' | 'agent'): void;
  /** The whole chat, or what came since event `from`. */
  describe(chat: StoredChat, base: string, from: number): Record<string, unknown>;
  survey(chat: StoredChat): Record<string, unknown> | undefined;
  received(): readonly string[];
  readonly endings: number;
  /** What visitors have answered. */
  readonly surveys: readonly unknown[];
}

/** The live-chat service of the agents' vendor: sessions with numbered events, in memory. */
export function createChatDesk({ now }: { readonly now: () => number }): ChatDesk {
  let chats: StoredChat[] = [];
  let serial = 0;
  let endings = 0;

  function add(chat: StoredChat, event: Omit<ChatEvent, 'id' | 'time'>): number {
    const id = chat.events.length;
    chat.events.push({ ...event, id, time: now() });
    return id;
  }

  function say(chat: StoredChat, text: string): void {
    add(chat, { type: 'line', source: 'system', by: 'info', text });
  }

  function end(chat: StoredChat, by: 'visitor' | 'agent'): void {
    if (chat.state === 'ended') return;
    if (by === 'visitor') endings += 1;
    if (by === 'agent') say(chat, 'The agent has ended the chat.');
    chat.state = 'ended';
    chat.isVisitorTyping = false;
    add(chat, { type: 'state', state: 'ended' });
  }

  function wireEvent(event: ChatEvent): Record<string, unknown> {
    const time = new Date(event.time).toISOString();
    if (event.type === 'state') return { '@id': String(event.id), '@type': 'state', time, state: event.state };
    const isAgent = event.source === 'agent';
    return {
      '@id': String(event.id),
      '@type': 'line',
      time,
      textType: isAgent ? 'html' : 'plain',
      text: isAgent
        ? `<div dir="ltr" style="direction: ltr; text-align: left;">${escapeMarkup(event.text ?? '')}</div>`
        : event.text,
      by: event.by,
      source: event.source,
      subType: 'REGULAR',
    };
  }

  function perform(chat: StoredChat, action: AgentAction): boolean {
    if (chat.state === 'ended') return false;
    switch (action.action) {
      case 'join': {
        const agent = agentOf(action.agentId);
        chat.agentId = agent.id;
        say(chat, `You are now chatting with ${agent.nickname}.`);
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
        say(
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
        startedAt: now(),
        state: 'waiting',
        agentId: undefined,
        isAgentTyping: false,
        isVisitorTyping: false,
        events: [],
        survey: undefined,
      };
      chats.push(chat);
      add(chat, { type: 'state', state: 'waiting' });
      say(chat, 'Thank you for your patience. An agent will be with you in a moment.');
      return chat;
    },
    find: (id) => chats.find((one) => one.id === id),
    addLine: (chat, text) => add(chat, { type: 'line', source: 'visitor', by: 'You', text }),
    end,
    describe(chat, base, from) {
      const events = chat.events.filter((event) => event.id >= from).map(wireEvent);
      const link = (rel: string, path: string) => ({ '@rel': rel, '@href': `${base}${path}` });
      const agent = chat.agentId === undefined ? undefined : agentOf(chat.agentId);
      return {
        chat: {
          link: [
            link('self', ''),
            link('events', '/events'),
            link('info', '/info'),
            link('next', `?from=${chat.events.length}`),
            link('exit-survey', '/exitSurvey'),
          ],
          // One event stands alone, as the vendor writes it.
          events: {
            link: link('self', '/events'),
            ...(events.length === 0 ? {} : { event: events.length === 1 ? events[0] : events }),
          },
          info: {
            link: [link('visitor-typing', '/info/visitorTyping'), link('visitor-name', '/info/visitorName')],
            state: chat.state,
            ...(agent ? { agentName: agent.nickname, agentId: Number(agent.id) } : {}),
            agentTyping: chat.isAgentTyping ? 'typing' : 'not-typing',
            visitorTyping: chat.isVisitorTyping ? 'typing' : 'not-typing',
            visitorName: 'You',
            rtSessionId: 4_294_967_000 + chat.serial,
            chatTimeout: 40,
            skillName: chat.skill,
            startTime: new Date(chat.startedAt).toISOString(),
          },
        },
      };
    },
    survey: (chat) => chat.survey as Record<string, unknown> | undefined,
    received: () =>
      chats.flatMap((chat) => chat.events.flatMap((event) => (event.source === 'visitor' ? [event.text ?? ''] : []))),
    get endings() {
      return endings;
    },
    surveys: [],
    list: () => chats.map(toLive),
    act(id, action) {
      const chat = chats.find((one) => one.id === id);
      return chat !== undefined && perform(chat, action);
    },
    reset() {
      chats = [];
      endings = 0;
    },
  };
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeMarkup = (text: string): string => text.replace(/[&<>]/g, (letter) => escapes[letter] ?? letter);

const exitSurvey = {
  survey: {
    id: 361348,
    header: 'Thank you for chatting with Northwind Cloud.',
    questions: {
      question: [
        {
          id: 1,
          order: 0,
          mandatory: true,
          type: 'Radio Button (side by side)',
          label: 'Was your question answered?',
          entry: [
            { checked: false, value: 'yes', displayValue: 'Yes' },
            { checked: false, value: 'no', displayValue: 'No', logic: { showLogicId: [2] } },
          ],
          lastKnownValue: '',
        },
        {
          id: 2,
          order: 1,
          mandatory: false,
          logicId: 2,
          type: 'Text Area',
          label: 'What was missing?',
          lastKnownValue: '',
        },
      ],
    },
  },
};

function toLive(chat: StoredChat): LiveConversation {
  return {
    id: chat.id,
    kind: 'chat',
    visitor: chat.visitor,
    skill: chat.skill,
    state: chat.state,
    agent: chat.agentId && agentOf(chat.agentId).nickname,
    isVisitorTyping: chat.isVisitorTyping,
    readUpTo: undefined,
    startedAt: chat.startedAt,
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
