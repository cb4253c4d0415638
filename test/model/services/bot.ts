import type { Conversation, RestService, ServiceAnswer, ServiceRequest, TextArrival } from './service.ts';

interface Turn {
  readonly _id: string;
  readonly timestamp: number;
  /** The bot has written all of the answer. */
  isWhole: boolean;
  readonly data: {
    readonly input: { readonly text: string };
    readonly output: { readonly values: readonly unknown[] };
  };
}

interface BotConversation extends Conversation {
  turns: Turn[];
}

/** A part of a streamed answer, as the history has it for a while. */
const partialMs = 3_000;

/** The company's bot service: every text gets one answer, and the history has both. It may stream its answers. */
export function createBotService({
  now,
  streams = false,
}: {
  readonly now: () => number;
  readonly streams?: boolean;
}): RestService {
  const conversations: BotConversation[] = [];
  const arrivals: TextArrival[] = [];
  const refusals: number[] = [];
  /** The answers of a service that streams, by the id of the text. */
  const known = new Map<string, ServiceAnswer>();
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

  function takeText(
    conversation: BotConversation,
    text: string,
    by: string,
    textId: string | undefined,
  ): ServiceAnswer {
    count += 1;
    const id = `turn-${count}`;
    const reply =
      text === '' ? `welcome ${count} to ${conversation.person}` : `answer ${count} to ${conversation.person}`;
    if (text !== '') {
      arrivals.push({ text, by, conversation, era });
      conversation.events.push({ id: `${id}-text`, from: 'visitor', text });
    }
    conversation.events.push({ id, from: 'agent', text: reply });
    const choices = count % 3 === 0 ? [{ type: 'choice', text: `${by} choice${count}` }] : [];
    const items = [{ type: 'text', text: reply }, ...choices];
    const values = textId === undefined ? [{ items }] : [{ type: 'markdown', text: reply, items: choices }];
    const output = { values };
    const turn: Turn = { _id: id, timestamp: now(), isWhole: textId === undefined, data: { input: { text }, output } };
    conversation.turns.push(turn);
    const context = { conversation_id: conversation.id };
    const body = { _id: id, context, output, timestamp: now(), source: 'bot' };
    if (textId === undefined) return { body };
    const pieces = reply.split(/(?<= )/).map((piece) => ['text', { text: piece }] as const);
    const gotAll = (): void => {
      turn.isWhole = true;
    };
    const answer = {
      body,
      gotAll,
      stream: [['start', { _id: id, to: textId, context }], ...pieces, ['answer', body]] as const,
    };
    known.set(textId, answer);
    return answer;
  }

  /** For a while, the last turn of a service that streams has only a part of its answer. */
  function historyOf(conversation: BotConversation | undefined): readonly unknown[] {
    const turns = conversation?.turns ?? [];
    return turns.map((turn, at) => {
      const [first] = turn.data.output.values as readonly { readonly type?: string; readonly text?: string }[];
      const isPartial = !turn.isWhole && at === turns.length - 1 && now() - turn.timestamp < partialMs;
      if (!isPartial) return turn;
      const text = first?.text?.split(' ').slice(0, 2).join(' ');
      return { ...turn, partial: true, data: { ...turn.data, output: { values: [{ type: 'markdown', text }] } } };
    });
  }

  function takeMessage({ body, by }: ServiceRequest): ServiceAnswer {
    const { input, context } = body as {
      readonly input: { readonly text: string; readonly id?: string };
      readonly context: Readonly<Record<string, unknown>>;
    };
    const repeated = input.id === undefined ? undefined : known.get(input.id);
    if (repeated) return repeated;
    const refusal = input.text === '' ? undefined : refusals.shift();
    if (refusal !== undefined) return { status: refusal, body: { error: 'not now' } };
    const conversation = conversations.find((one) => one.id === context.conversation_id) ?? startConversation(by);
    return takeText(conversation, input.text, by, input.id);
  }

  return {
    conversations,
    arrivals,
    refusals,
    get era() {
      return era;
    },
    answer(request) {
      if (request.path === '/v2/status') return { body: { status: 'Available', streams } };
      if (request.path === '/v2/message') return takeMessage(request);
      if (request.path === '/v2/message/history') {
        const { conversation_id: id } = request.body as { readonly conversation_id: string };
        return { body: historyOf(conversations.find((one) => one.id === id)) };
      }
      return { body: {} };
    },
    // A bot never speaks first.
    say: () => '',
    close() {},
    restart(keepsHistory) {
      if (keepsHistory) return;
      era += 1;
      known.clear();
      for (const conversation of conversations) {
        conversation.turns = [];
        conversation.events.length = 0;
      }
    },
  };
}
