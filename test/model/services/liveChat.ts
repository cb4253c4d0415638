import type {
  Conversation,
  ConversationEvent,
  RestService,
  ServiceAnswer,
  ServiceRequest,
  TextArrival,
} from './service.ts';

export const liveChatOrigin = 'https://chat.example';

interface NumberedEvent {
  readonly number: number;
  readonly time: number;
  readonly wire: Readonly<Record<string, unknown>>;
  readonly line: ConversationEvent | undefined;
}

interface LiveConversation extends Conversation {
  readonly serial: number;
  readonly startedAt: number;
  state: 'waiting' | 'chatting' | 'ended';
  numbered: NumberedEvent[];
}

/** Live chat over REST: numbered events, no echo ids, one chat per request. An agent joins when the first poll comes. */
export function createLiveChat({ now }: { readonly now: () => number }): RestService {
  const conversations: LiveConversation[] = [];
  const arrivals: TextArrival[] = [];
  const refusals: number[] = [];
  let count = 0;
  let era = 0;

  function addEvent(
    conversation: LiveConversation,
    wire: Readonly<Record<string, unknown>>,
    line?: ConversationEvent,
  ): void {
    const number = (conversation.numbered.at(-1)?.number ?? -1) + 1;
    conversation.numbered.push({ number, time: now(), wire, line });
    if (line) conversation.events.push(line);
  }

  function addLine(conversation: LiveConversation, from: 'visitor' | 'agent', text: string): void {
    count += 1;
    const source = { '@type': 'line', textType: 'plain', text, by: from === 'agent' ? 'Natalie' : 'You', source: from };
    addEvent(conversation, source, { id: `line-${count}`, from, text });
  }

  function setState(conversation: LiveConversation, state: LiveConversation['state']): void {
    if (conversation.state === state) return;
    conversation.state = state;
    conversation.isOpen = state !== 'ended';
    addEvent(conversation, { '@type': 'state', state });
  }

  function describe(conversation: LiveConversation, from: number): ServiceAnswer {
    const base = `${liveChatOrigin}/api/account/1/chat/${conversation.id}`;
    const link = (rel: string, path: string) => ({ '@rel': rel, '@href': `${base}${path}` });
    const next = (conversation.numbered.at(-1)?.number ?? -1) + 1;
    const event = conversation.numbered
      .filter((one) => one.number >= from)
      .map(({ number, time, wire }) => ({ ...wire, '@id': String(number), time: new Date(time).toISOString() }));
    const info = {
      state: conversation.state,
      agentName: 'Natalie',
      agentId: 7,
      rtSessionId: 1_000 + conversation.serial,
    };
    return {
      body: {
        chat: {
          link: [link('self', ''), link('events', '/events'), link('next', `?from=${next}`)],
          events: { event },
          info: { ...info, startTime: new Date(conversation.startedAt).toISOString() },
        },
      },
    };
  }

  function request({ by }: ServiceRequest): ServiceAnswer {
    const serial = conversations.length + 1;
    const id = `conversation-${serial}`;
    const conversation: LiveConversation = {
      id,
      serial,
      person: by,
      isOpen: true,
      events: [],
      numbered: [],
      ...start(),
    };
    conversations.push(conversation);
    addEvent(conversation, { '@type': 'state', state: 'waiting' });
    return { status: 201, headers: { location: `${liveChatOrigin}/api/account/1/chat/${id}` } };
  }

  const start = () => ({ startedAt: now(), state: 'waiting' as const });

  function takeEvent(conversation: LiveConversation, { body, by }: ServiceRequest): ServiceAnswer {
    const { event } = body as { readonly event: Readonly<Record<string, string>> };
    if (event['@type'] !== 'line') {
      if (event.state === 'ended') setState(conversation, 'ended');
      return { status: 201 };
    }
    const refusal = refusals.shift();
    if (refusal !== undefined) return { status: refusal, headers: refusal === 429 ? { 'retry-after': '7' } : {} };
    if (!conversation.isOpen) return { status: 400, body: { error: { message: 'The chat has ended.' } } };
    const text = String(event.text);
    arrivals.push({ text, by, conversation, era });
    addLine(conversation, 'visitor', text);
    return { status: 201 };
  }

  return {
    conversations,
    arrivals,
    refusals,
    get era() {
      return era;
    },
    answer(asked) {
      const { path, method, query } = asked;
      if (path.includes('/engagement/')) return { body: { status: 'Available', visitorId: 'v1', sessionId: 's1' } };
      if (path.endsWith('/api/account/1.json'))
        return {
          body: { link: [{ '@rel': 'chat-request', '@href': `${liveChatOrigin}/api/account/1/chat/request` }] },
        };
      if (path.endsWith('/chat/request')) return request(asked);
      const [, id] = /\/chat\/([^/?]+)/.exec(path) ?? [];
      const conversation = conversations.find((one) => one.id === id);
      if (!conversation) return { status: 404, body: {} };
      if (path.endsWith('/events') && method === 'POST') return takeEvent(conversation, asked);
      if (path.endsWith('/exitSurvey') || path.includes('/info/')) return { body: {} };
      const answer = describe(conversation, Number(query.get('from') ?? 0));
      if (conversation.state === 'waiting') setState(conversation, 'chatting');
      return answer;
    },
    say(conversation) {
      const live = conversations.find((one) => one.id === conversation.id && one.isOpen);
      if (!live) return '';
      const text = `answer ${count} to ${conversation.person}`;
      addLine(live, 'agent', text);
      return text;
    },
    close(conversation) {
      const live = conversations.find((one) => one.id === conversation.id);
      if (live) setState(live, 'ended');
    },
    restart(keepsHistory) {
      if (!keepsHistory) era += 1;
      for (const conversation of conversations) {
        const kept = keepsHistory ? conversation.numbered.filter(({ line }) => line) : [];
        conversation.numbered = kept.map((one, number) => ({ ...one, number }));
        if (!keepsHistory) conversation.events.length = 0;
        addEvent(conversation, { '@type': 'state', state: conversation.state });
      }
    },
  };
}
