import type { Conversation, RestService, ServiceAnswer, ServiceRequest, TextArrival } from './service.ts';

interface Turn {
  readonly _id: string;
  readonly timestamp: number;
  readonly data: { readonly input: { readonly text: string }; readonly output: unknown };
}

interface BotConversation extends Conversation {
  turns: Turn[];
}

/** The company's bot service: every text gets one answer, and the history has both. */
export function createBotService({ now }: { readonly now: () => number }): RestService {
  const conversations: BotConversation[] = [];
  const arrivals: TextArrival[] = [];
  const refusals: number[] = [];
  let count = 0;
  let era = 0;

  function startConversation(by: string): BotConversation {
    const conversation: BotConversation = {
      id: `conversation-${conversations.length + 1}`,
      person: by,
      isOpen: true,
      events: [],
      turns: [],
    };
    conversations.push(conversation);
    return conversation;
  }

  function takeText(conversation: BotConversation, text: string, by: string): ServiceAnswer {
    count += 1;
    const id = `turn-${count}`;
    const reply =
      text === '' ? `welcome ${count} to ${conversation.person}` : `answer ${count} to ${conversation.person}`;
    if (text !== '') {
      arrivals.push({ text, by, conversation, era });
      conversation.events.push({ id: `${id}-text`, from: 'visitor', text });
    }
    conversation.events.push({ id, from: 'agent', text: reply });
    const items = [
      { type: 'text', text: reply },
      ...(count % 3 === 0 ? [{ type: 'choice', text: `${by} choice${count}` }] : []),
    ];
    const output = { values: [{ items }] };
    conversation.turns.push({ _id: id, timestamp: now(), data: { input: { text }, output } });
    return {
      body: { _id: id, context: { conversation_id: conversation.id }, output, timestamp: now(), source: 'bot' },
    };
  }

  function takeMessage({ body, by }: ServiceRequest): ServiceAnswer {
    const { input, context } = body as {
      readonly input: { readonly text: string };
      readonly context: Readonly<Record<string, unknown>>;
    };
    const refusal = input.text === '' ? undefined : refusals.shift();
    if (refusal !== undefined) return { status: refusal, body: { error: 'not now' } };
    const conversation = conversations.find((one) => one.id === context.conversation_id) ?? startConversation(by);
    return takeText(conversation, input.text, by);
  }

  return {
    conversations,
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
        return { body: conversations.find((one) => one.id === id)?.turns ?? [] };
      }
      return { body: {} };
    },
    // A bot never speaks first.
    say: () => '',
    close() {},
    restart(keepsHistory) {
      if (keepsHistory) return;
      era += 1;
      for (const conversation of conversations) {
        conversation.turns = [];
        conversation.events.length = 0;
      }
    },
  };
}
