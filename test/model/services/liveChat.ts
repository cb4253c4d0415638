import type { RestService, ServiceAnswer, ServiceRequest, Talk, TalkEvent, TextArrival } from './service.ts';

export const liveChatOrigin = 'https://chat.example';

interface NumberedEvent {
  readonly number: number;
  readonly time: number;
  readonly wire: Readonly<Record<string, unknown>>;
  readonly line: TalkEvent | undefined;
}

interface LiveTalk extends Talk {
  readonly serial: number;
  readonly startedAt: number;
  state: 'waiting' | 'chatting' | 'ended';
  numbered: NumberedEvent[];
}

/** Live chat over REST: numbered events, no echo ids, one chat per request. An agent joins when the first poll comes. */
export function createLiveChat({ now }: { readonly now: () => number }): RestService {
  const talks: LiveTalk[] = [];
  const arrivals: TextArrival[] = [];
  const refusals: number[] = [];
  let count = 0;
  let era = 0;

  function addEvent(talk: LiveTalk, wire: Readonly<Record<string, unknown>>, line?: TalkEvent): void {
    const number = (talk.numbered.at(-1)?.number ?? -1) + 1;
    talk.numbered.push({ number, time: now(), wire, line });
    if (line) talk.events.push(line);
  }

  function addLine(talk: LiveTalk, from: 'visitor' | 'agent', text: string): void {
    count += 1;
    const source = { '@type': 'line', textType: 'plain', text, by: from === 'agent' ? 'Natalie' : 'You', source: from };
    addEvent(talk, source, { id: `line-${count}`, from, text });
  }

  function setState(talk: LiveTalk, state: LiveTalk['state']): void {
    if (talk.state === state) return;
    talk.state = state;
    talk.isOpen = state !== 'ended';
    addEvent(talk, { '@type': 'state', state });
  }

  function describe(talk: LiveTalk, from: number): ServiceAnswer {
    const base = `${liveChatOrigin}/api/account/1/chat/${talk.id}`;
    const link = (rel: string, path: string) => ({ '@rel': rel, '@href': `${base}${path}` });
    const next = (talk.numbered.at(-1)?.number ?? -1) + 1;
    const event = talk.numbered
      .filter((one) => one.number >= from)
      .map(({ number, time, wire }) => ({ ...wire, '@id': String(number), time: new Date(time).toISOString() }));
    const info = { state: talk.state, agentName: 'Natalie', agentId: 7, rtSessionId: 1_000 + talk.serial };
    return {
      body: {
        chat: {
          link: [link('self', ''), link('events', '/events'), link('next', `?from=${next}`)],
          events: { event },
          info: { ...info, startTime: new Date(talk.startedAt).toISOString() },
        },
      },
    };
  }

  function request({ by }: ServiceRequest): ServiceAnswer {
    const serial = talks.length + 1;
    const id = `talk-${serial}`;
    const talk: LiveTalk = { id, serial, person: by, isOpen: true, events: [], numbered: [], ...start() };
    talks.push(talk);
    addEvent(talk, { '@type': 'state', state: 'waiting' });
    return { status: 201, headers: { location: `${liveChatOrigin}/api/account/1/chat/${id}` } };
  }

  const start = () => ({ startedAt: now(), state: 'waiting' as const });

  function takeEvent(talk: LiveTalk, { body, by }: ServiceRequest): ServiceAnswer {
    const { event } = body as { readonly event: Readonly<Record<string, string>> };
    if (event['@type'] !== 'line') {
      if (event.state === 'ended') setState(talk, 'ended');
      return { status: 201 };
    }
    const refusal = refusals.shift();
    if (refusal !== undefined) return { status: refusal, headers: refusal === 429 ? { 'retry-after': '7' } : {} };
    if (!talk.isOpen) return { status: 400, body: { error: { message: 'The chat has ended.' } } };
    const text = String(event.text);
    arrivals.push({ text, by, talk, era });
    addLine(talk, 'visitor', text);
    return { status: 201 };
  }

  return {
    talks,
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
      const talk = talks.find((one) => one.id === id);
      if (!talk) return { status: 404, body: {} };
      if (path.endsWith('/events') && method === 'POST') return takeEvent(talk, asked);
      if (path.endsWith('/exitSurvey') || path.includes('/info/')) return { body: {} };
      const answer = describe(talk, Number(query.get('from') ?? 0));
      if (talk.state === 'waiting') setState(talk, 'chatting');
      return answer;
    },
    say(talk) {
      const live = talks.find((one) => one.id === talk.id && one.isOpen);
      if (!live) return '';
      const text = `answer ${count} to ${talk.person}`;
      addLine(live, 'agent', text);
      return text;
    },
    close(talk) {
      const live = talks.find((one) => one.id === talk.id);
      if (live) setState(live, 'ended');
    },
    restart(keepsHistory) {
      if (!keepsHistory) era += 1;
      for (const talk of talks) {
        const kept = keepsHistory ? talk.numbered.filter(({ line }) => line) : [];
        talk.numbered = kept.map((one, number) => ({ ...one, number }));
        if (!keepsHistory) talk.events.length = 0;
        addEvent(talk, { '@type': 'state', state: talk.state });
      }
    },
  };
}
