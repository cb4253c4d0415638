import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../bridge/guards.ts';
import type { Operation, Operations } from './operations.ts';
import { policyProblems } from './policy.ts';
import { readEvents } from './readEvents.ts';
import { type Sent, send } from './send.ts';
import {
  type Asker,
  authorization,
  createFindings,
  originProblems,
  shown,
  type Tried,
  tooLong,
  toSentence,
  type Untried,
} from './tryServices.ts';

const unnamed: Untried = {
  call: 'bot message',
  reason: 'It would begin a conversation with your bot. Name a question for it: --with message=…',
};
const type = 'text/event-stream';

/**
 * Asks the bot one question as the frame does. If its status says that it streams, the question is sent again with the same id, and
 * looked up in the history: the answer must be the same, and there once.
 */
export async function tryBot(
  operations: Operations,
  asker: Asker,
): Promise<{ readonly tried: readonly Tried[]; readonly untried: readonly Untried[] }> {
  const [status, message, history] = ['status', 'message', 'history'].map((id) =>
    operations.all.find((one) => one.service === 'bot' && one.id === id),
  );
  const text = asker.values.get('message');
  const addresses = message?.addresses ?? [];
  if (!status || !message || !history || addresses.length === 0) return { tried: [], untried: [] };
  if (text === undefined) return { tried: [], untried: [unnamed] };
  const tried: Tried[] = [];
  for (const [at, address] of addresses.entries()) {
    const calling = (operation: Operation) => ({ operations, operation, asker });
    const place = { product: '', language: 'en-US' };
    const ready = await post(calling(status), status.addresses[at] ?? '', { context: place });
    const state = ready.answer?.status;
    ready.note(state === 'Available' || state === 'Training' ? [] : [`The status is ${state}: no chat opens.`]);
    const streams = ready.answer?.streams === true;
    const input = streams ? { text, id: randomUUID() } : { text };
    const question = { context: { product: '', locale: 'en-US' }, input };
    const ask = (accept?: string) => post(calling(message), address, question, accept);
    const first = await ask(streams ? `${type}, application/json` : undefined);
    tried.push(ready.tried, first.tried);
    if (!streams || !first.answer) continue;
    first.note(first.isStream ? [] : ['The status says that the bot streams, and it does not.']);
    const again = await ask();
    again.note(isDeepStrictEqual(again.answer, first.answer) ? [] : [answersAgain]);
    const body = {
      conversation_id: String(isRecord(first.answer.context) ? first.answer.context.conversation_id : ''),
    };
    const past = await post(calling(history), history.addresses[at] ?? '', body);
    past.note(historyProblems(past.body, first.answer));
    tried.push(again.tried, past.tried);
  }
  return { tried, untried: [] };
}

const answersAgain =
  'The same question, with the same input.id, gets another answer: visitors whose connection breaks would read two.';

interface Call {
  readonly operations: Operations;
  readonly operation: Operation;
  readonly asker: Asker;
}

interface Posted {
  readonly tried: Tried;
  readonly body: unknown;
  /** The whole answer, from JSON or from the end of a stream. */
  readonly answer: Readonly<Record<string, unknown>> | undefined;
  readonly isStream: boolean;
  note(problems: readonly string[]): void;
}

async function post(
  { operations, operation, asker }: Call,
  address: string,
  content: object,
  accept = 'application/json',
): Promise<Posted> {
  const url = new URL(address);
  const { found, misfits, note } = createFindings();
  const headers = {
    accept,
    origin: asker.origin,
    'content-type': 'application/json',
    ...authorization(operation, asker),
  };
  const body = JSON.stringify(content);
  const sent = await send(url, { method: 'POST', body, headers, redirect: 'manual', limitMs: asker.limitMs });
  const base = {
    call: `${operation.service} ${operation.id}`,
    address: shown(url),
    by: 'POST',
    found,
    misfits,
  } as const;
  const posted = {
    isStream: false,
    answer: undefined,
    note(problems: readonly string[]): void {
      if (problems.length > 0) note('answer', problems);
    },
  };
  if (typeof sent === 'string') {
    note('reachable', [sent]);
    return { ...posted, tried: { ...base, status: undefined }, body: undefined };
  }
  const tried = { ...base, status: sent.status };
  note('reachable', policyProblems(asker.policy, url));
  note('status', sent.status === 200 ? [] : [`It answers ${sent.status}, and a visitor gets nothing from it.`]);
  note('CORS', originProblems(operation, sent, asker));
  if (sent.status !== 200 || sent.isTooLong) {
    if (sent.isTooLong) note('answer', [tooLong]);
    return { ...posted, tried, body: undefined };
  }
  const isStream = sent.answer.type.startsWith(type);
  const whole = isStream ? readStream(sent) : { answer: sent.answer.body, problems: [] };
  const json = { status: 200, type: isStream ? 'application/json' : sent.answer.type, body: whole.answer };
  const problems = operations.answerProblems(operation, json, url);
  const typeProblems = problems.filter((problem) => problem.startsWith('the content type'));
  note('type', typeProblems.map(toSentence));
  note('answer', [...whole.problems, ...problems.filter((one) => !typeProblems.includes(one)).map(toSentence)]);
  return { ...posted, tried, body: whole.answer, isStream, answer: isRecord(whole.answer) ? whole.answer : undefined };
}

/** The answer at the end of a stream, and what the frame would not understand before it. */
function readStream({ answer }: Sent): { readonly answer: unknown; readonly problems: readonly string[] } {
  const events = readEvents(String(answer.body ?? ''));
  const [first] = events;
  const last = events.at(-1);
  const whole = isRecord(last?.data) ? last.data : undefined;
  const problems = [
    first?.event === 'start' ? [] : [`The first event is ${first?.event ?? 'missing'}, but must be "start".`],
    last?.event === 'answer' ? [] : [`The last event is ${last?.event ?? 'missing'}, but must be "answer".`],
    events.every(({ id }, at) => id === String(at + 1)) ? [] : ['The ids of the events are not 1, 2, 3 and so on.'],
    events.every(({ data }) => isRecord(data)) ? [] : ['The data of an event is not a JSON object.'],
  ].flat();
  if (problems.length > 0) return { answer: last?.event === 'answer' ? whole : {}, problems };
  const start = isRecord(first?.data) ? first.data : {};
  const output = isRecord(whole?.output) ? whole.output : {};
  return {
    answer: whole,
    problems: [
      start._id === whole?._id
        ? []
        : ['The _id of "start" is not that of the answer: visitors would read two answers.'],
      isDeepStrictEqual(valuesOf(events), output.values)
        ? []
        : ['The events "text" and "part" do not add up to the answer.'],
    ].flat(),
  };
}

/** What the parts of a stream add up to. */
function valuesOf(events: ReturnType<typeof readEvents>): readonly unknown[] {
  const values: unknown[] = [];
  let text: { readonly type: 'markdown'; text: string } | undefined;
  for (const { event, data } of events) {
    if (event === 'part') {
      values.push(data);
      text = undefined;
    }
    if (event !== 'text' || !isRecord(data)) continue;
    if (!text) {
      text = { type: 'markdown', text: '' };
      values.push(text);
    }
    text.text += String(data.text);
  }
  return values;
}

function historyProblems(history: unknown, { _id, output }: Readonly<Record<string, unknown>>): readonly string[] {
  const list = Array.isArray(history) ? history : isRecord(history) ? (history.list ?? history.history) : undefined;
  const turns = (Array.isArray(list) ? list : []).filter((turn) => isRecord(turn) && turn._id === _id);
  if (turns.length !== 1) return [`The history has the answer ${turns.length} times, but must have it once.`];
  const data = isRecord(turns[0].data) ? turns[0].data : {};
  return isDeepStrictEqual(data.output, output) ? [] : ['The history and the stream have different answers.'];
}
