import { randomUUID } from 'node:crypto';
import { answerTo, type GuideAnswer, type GuideLine, greet, welcome } from '../data/botGuide.ts';
import { type StreamedScript, scriptFor } from '../data/streamedAnswers.ts';
import type { DataHolder } from '../dataHolder.ts';
import type { Visits } from '../live/visits.ts';
import { fieldsOf, type SandboxAnswer, type SandboxRequest, type SandboxService } from '../service.ts';
import { createStreamedTurn, type StreamedTurn } from './botStreams.ts';

interface Turn {
  readonly _id: string;
  readonly timestamp: string;
  readonly partial?: true | undefined;
  readonly data: { readonly input: { readonly text: string }; readonly output: unknown };
}

/**
 * The company's bot service and the hosted assistant's script. `POST /__sandbox/bot {"status": "Offline"}` takes the bot
 * offline, `{"employee": true}` makes every visitor an employee, `{"blocks": ["…"]}` sets the next answer, and
 * `{"turns": 5000}` gives every conversation that many earlier turns. `{"streams": true}` makes it stream its answers to texts that begin
 * with `stream` (`data/streamedAnswers.ts`), and `{"stream": {"text": "…"}}` sets the next such answer.
 */
export function createBotService({
  hostUrl,
  servicesUrl,
  now,
  visits,
}: {
  readonly hostUrl: string;
  readonly servicesUrl: string;
  readonly now: () => number;
  /** Hears what visitors say to the bot. */
  readonly visits?: Visits;
}): SandboxService & DataHolder {
  const conversations = new Map<string, Turn[]>();
  let count = 0;
  let status = 'Available';
  let isEmployee = false;
  let next: readonly string[] | undefined;
  let earlier = 0;
  let streams = false;
  let nextScript: StreamedScript | undefined;
  /** By the id of the message. */
  const streamed = new Map<string, { readonly turn: StreamedTurn; readonly answer: () => unknown }>();
  const held: { goOn?: () => void } = {};

  function message({ body }: SandboxRequest): SandboxAnswer {
    const context = fieldsOf(fieldsOf(body).context);
    const input = fieldsOf(fieldsOf(body).input);
    const text = typeof input.text === 'string' ? input.text : '';
    const language = typeof context.locale === 'string' ? context.locale : 'en-US';
    count += 1;
    const id =
      typeof context.conversation_id === 'string' && context.conversation_id
        ? context.conversation_id
        : `conversation-${count}-${randomUUID()}`;
    const script = streams && typeof input.id === 'string' ? (nextScript ?? scriptFor(text, hostUrl)) : undefined;
    if (script && typeof input.id === 'string') return stream(script, { id, to: input.id, text });
    const answer: GuideAnswer = next
      ? { values: next.map((block) => ({ items: [{ type: 'text', text: block }] })) }
      : context.pillwelcome === true
        ? welcome(language)
        : text === ''
          ? greet(language)
          : answerTo(text, hostUrl);
    next = undefined;
    const isHosted = context.product === 'assistant-api';
    const output = isHosted ? { generic: toGeneric(answer) } : { values: answer.values };
    const turn: Turn = {
      _id: `turn-${count}`,
      timestamp: new Date(now()).toISOString(),
      data: { input: { text }, output },
    };
    if (context.pillwelcome !== true && !answer.refuse) conversations.set(id, [...(conversations.get(id) ?? []), turn]);
    if (context.pillwelcome !== true) visits?.askedBot(id, context.iui, text, wordsOf(answer));
    if (answer.refuse) {
      const { status: refused, withOutput } = answer.refuse;
      return { status: refused, body: withOutput ? { _id: turn._id, output } : { message: 'internal error' } };
    }
    return {
      body: {
        _id: turn._id,
        text: '',
        context: {
          conversation_id: id,
          conversate: true,
          label: '',
          confirm_product_prompt: false,
          displayFeedback: answer.displayFeedback ?? false,
          ...(answer.action ? { action: answer.action } : {}),
          ...answer.context,
        },
        output,
        timestamp: turn.timestamp,
        source: isHosted ? 'assistant' : 'bot',
      },
    };
  }

  /** Answers in parts. */
  function stream(
    script: StreamedScript,
    { id, to, text }: { readonly id: string; readonly to: string; readonly text: string },
  ): SandboxAnswer {
    nextScript = undefined;
    const turnId = `turn-${count}`;
    const timestamp = new Date(now()).toISOString();
    const { displayFeedback = false, action } = script;
    const context = { conversation_id: id, conversate: true, displayFeedback, ...(action ? { action } : {}) };
    const answerWith = (output: unknown) => ({ _id: turnId, text: '', context, output, timestamp, source: 'bot' });
    const turn = createStreamedTurn(script, { id: turnId, to, conversationId: id, answerWith }, { held });
    streamed.set(to, { turn, answer: () => answerWith(turn.output()) });
    const kept: Turn = {
      _id: turnId,
      timestamp,
      get partial() {
        return turn.isPartial || undefined;
      },
      data: {
        input: { text },
        get output() {
          return turn.output();
        },
      },
    };
    conversations.set(id, [...(conversations.get(id) ?? []), kept]);
    return turn.send();
  }

  /** A message whose answer was lost, or which the visitor stops; undefined for a new one. */
  function repeat({ body, headers }: SandboxRequest): SandboxAnswer | undefined {
    const { id, stop } = fieldsOf(fieldsOf(body).input);
    const known = typeof id === 'string' ? streamed.get(id) : undefined;
    if (stop === true) known?.turn.stop();
    if (!known) return stop === true ? { status: 404, body: { message: 'unknown message' } } : undefined;
    const isWhole = !known.turn.isPartial;
    if (isWhole || !`${headers.accept}`.includes('text/event-stream')) return { body: known.answer() };
    return known.turn.send();
  }

  /** Also reports which agent the visitor was handed over to. */
  function update({ body }: SandboxRequest): SandboxAnswer {
    const { conversation_id: id, realtimeID: session } = fieldsOf(fieldsOf(body).context);
    if (typeof id === 'string' && typeof session === 'string' && session) visits?.linked(id, session);
    return { body: { ok: true } };
  }

  return {
    name: 'bot',
    routes: [
      { method: 'POST', path: '/bot/v2/status', answer: () => ({ body: { status, ...(streams ? { streams } : {}) } }) },
      { method: 'POST', path: '/bot/v2/message', answer: (request) => repeat(request) ?? message(request) },
      {
        method: 'POST',
        path: '/bot/v2/message/history',
        answer: ({ body }) => ({
          body: [...earlierTurns(earlier, now()), ...(conversations.get(String(fieldsOf(body).conversation_id)) ?? [])],
        }),
      },
      { method: 'POST', path: '/bot/v2/validate', answer: () => ({ body: { ok: true } }) },
      { method: 'POST', path: '/bot/v2/update', answer: update },
      {
        method: 'GET',
        path: '/bot/employee',
        answer: ({ query }) =>
          isEmployee
            ? {
                body: `${(query.get('callback') ?? 'callback').replace(/\W/g, '')}({"employee":true})`,
                type: javascript,
              }
            : { status: 404 },
      },
      {
        method: 'GET',
        path: '/assistant/entry.js',
        vendor: 'none',
        answer: () => ({ body: assistantScript(servicesUrl), type: javascript }),
      },
    ],
    held: (asker) => [...asker.conversations].flatMap((id) => conversations.get(id) ?? []),
    forget(asker) {
      for (const id of asker.conversations) conversations.delete(id);
    },
    control(command, body) {
      if (command !== 'bot') return undefined;
      if (typeof body.status === 'string') status = body.status;
      if (typeof body.employee === 'boolean') isEmployee = body.employee;
      if (typeof body.turns === 'number') earlier = body.turns;
      if (Array.isArray(body.blocks)) next = body.blocks.map(String);
      if (typeof body.streams === 'boolean') streams = body.streams;
      const { goesOn, ...script } = fieldsOf(body.stream);
      if (typeof script.text === 'string') nextScript = script as unknown as StreamedScript;
      if (goesOn === true) held.goOn?.();
      return { body: { status, employee: isEmployee } };
    },
    reset() {
      conversations.clear();
      status = 'Available';
      isEmployee = false;
      next = undefined;
      earlier = 0;
      streams = false;
      nextScript = undefined;
      for (const { turn } of streamed.values()) turn.stop();
      streamed.clear();
    },
  };
}

/** What the bot says in an answer, without its buttons and links. */
const wordsOf = ({ values }: GuideAnswer): readonly string[] =>
  values.flatMap(({ title, items }) => [
    ...(title ? [title] : []),
    ...items.flatMap(({ type, text }) => (type === 'text' || type === 'readmore' ? [text] : [])),
  ]);

/** One turn per minute, the last one an hour ago. */
function earlierTurns(count: number, nowMs: number): readonly Turn[] {
  return Array.from({ length: count }, (_, at) => ({
    _id: `earlier-${at}`,
    timestamp: new Date(nowMs - (count - at + 60) * 60_000).toISOString(),
    data: {
      input: { text: `Question ${at}` },
      output: { values: [{ items: [{ type: 'text', text: `Answer ${at}` }] }] },
    },
  }));
}

const javascript = 'text/javascript; charset=utf-8';

/**
 * Renders nothing: the widget tells the real script not to open its own window. Like the real one, it keeps the history of its
 * session in the tab.
 */
const assistantScript = (servicesUrl: string): string => `'use strict';
(() => {
  const {element, onLoad, ...options} = window.watsonAssistantChatOptions;
  window.hostedAssistantStarted = JSON.parse(JSON.stringify(options));
  const home = '${servicesUrl}/bot/v2/message';
  const listeners = new Set();
  const sessionKey = 'hosted-assistant-session';
  const keep = (entry) => {
    const history = JSON.parse(sessionStorage.getItem(sessionKey) ?? '[]');
    sessionStorage.setItem(sessionKey, JSON.stringify([...history, entry]));
  };
  onLoad({
    render: async () => { element.dataset.rendered = 'true'; },
    destroy: () => element.replaceChildren(),
    destroySession: async () => sessionStorage.removeItem(sessionKey),
    on: ({type, handler}) => listeners.add({type, handler}),
    off: (gone) => listeners.forEach((one) => one.type === gone.type && one.handler === gone.handler && listeners.delete(one)),
    async send(message) {
      const headers = {'content-type': 'application/json', 'x-sent-by': 'hosted-assistant'};
      const response = await fetch(home, {method: 'POST', headers, body: JSON.stringify(message)});
      if (!response.ok) throw new Error('The assistant answered ' + response.status);
      const data = await response.json();
      keep({message, data});
      for (const {type, handler} of [...listeners]) if (type === 'receive') handler({type, data});
    },
  });
})();
`;

/** The answer in the hosted assistant's response types. */
function toGeneric(answer: GuideAnswer): readonly unknown[] {
  return answer.values.flatMap((value, at) => {
    const pause = at === 0 ? [] : [{ response_type: 'pause', time: 500, typing: true }];
    const items = value.type === 'review' ? [{ type: 'text', text: value.review ?? '' }] : value.items;
    const choices = items.filter((line) => line.type === 'choice');
    const others = items.filter((line) => line.type !== 'choice').map(toGenericItem);
    if (choices.length === 0) return [...pause, ...others];
    const options = choices.map(({ text }) => ({ label: text, value: { input: { text } } }));
    return [...pause, ...others, { response_type: 'option', title: value.title ?? '', preference: 'button', options }];
  });
}

function toGenericItem(line: GuideLine): unknown {
  if (line.type === 'text' || line.type === 'readmore') return { response_type: 'text', text: line.text };
  if (line.type === 'chat') {
    return {
      response_type: 'connect_to_agent',
      message_to_human_agent: line.text,
      agent_available: { message: line.text },
    };
  }
  return { response_type: 'user_defined', user_defined: line };
}
