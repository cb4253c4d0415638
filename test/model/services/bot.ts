import type { RestService, ServiceAnswer, ServiceRequest, Talk, TextArrival } from './service.ts';

interface Turn {
  readonly _id: string;
  readonly timestamp: number;
  readonly data: { readonly input: { readonly text: string }; readonly output: unknown };
}

interface BotTalk extends Talk {
  turns: Turn[];
}

/** The company's bot service: every text gets one answer, and the history has both. */
export function createBotService({ now }: { readonly now: () => number }): RestService {
  const talks: BotTalk[] = [];
  const arrivals: TextArrival[] = [];
  const refusals: number[] = [];
  let count = 0;
  let era = 0;

  function startTalk(by: string): BotTalk {
    const talk: BotTalk = { id: `talk-${talks.length + 1}`, person: by, isOpen: true, events: [], turns: [] };
    talks.push(talk);
    return talk;
  }

  function takeText(talk: BotTalk, text: string, by: string): ServiceAnswer {
    count += 1;
    const id = `turn-${count}`;
    const reply = text === '' ? `welcome ${count} to ${talk.person}` : `answer ${count} to ${talk.person}`;
    if (text !== '') {
      arrivals.push({ text, by, talk, era });
      talk.events.push({ id: `${id}-text`, from: 'visitor', text });
    }
    talk.events.push({ id, from: 'agent', text: reply });
    const items = [
      { type: 'text', text: reply },
      ...(count % 3 === 0 ? [{ type: 'choice', text: `${by} choice${count}` }] : []),
    ];
    const output = { values: [{ items }] };
    talk.turns.push({ _id: id, timestamp: now(), data: { input: { text }, output } });
    return { body: { _id: id, context: { conversation_id: talk.id }, output, timestamp: now(), source: 'bot' } };
  }

  function takeMessage({ body, by }: ServiceRequest): ServiceAnswer {
    const { input, context } = body as {
      readonly input: { readonly text: string };
      readonly context: Readonly<Record<string, unknown>>;
    };
    const refusal = input.text === '' ? undefined : refusals.shift();
    if (refusal !== undefined) return { status: refusal, body: { error: 'not now' } };
    const talk = talks.find((one) => one.id === context.conversation_id) ?? startTalk(by);
    return takeText(talk, input.text, by);
  }

  return {
    talks,
    arrivals,
    refusals,
    get era() {
      return era;
    },
    answer(request) {
      if (request.path === '/v2/status') return { body: { status: 'Available' } };
      if (request.path === '/v2/message') return takeMessage(request);
      if (request.path === '/v2/message/history') {
        const { conversation_id: id } = request.body as { readonly conversation_id: string };
        return { body: talks.find((one) => one.id === id)?.turns ?? [] };
      }
      return { body: {} };
    },
    // A bot never speaks first.
    say: () => '',
    close() {},
    restart(keepsHistory) {
      if (keepsHistory) return;
      era += 1;
      for (const talk of talks) {
        talk.turns = [];
        talk.events.length = 0;
      }
    },
  };
}
