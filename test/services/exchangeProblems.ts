import type { Exchange } from '../sandbox/servicesHost.ts';
import type { Operation, Operations } from './operations.ts';

/** Paths that the vendors' own scripts call. The widget does not send these requests. */
const vendorsOwn = ['/support-chat/', '/api/v3/data/'];

/** What the documents do not allow in a call of the frame and its answer. The answers of fault rules count as no answer. */
export function exchangeProblems(operations: Operations, exchange: Exchange): readonly string[] {
  const { url, call } = exchange;
  const found = operations.find(call.method, url);
  if (found.length === 0 && vendorsOwn.some((path) => url.pathname.startsWith(path))) return [];
  if (found.length === 0) return [`no document has ${call.method} ${url.pathname}`];
  return found.flatMap((operation) => problemsOf(operations, operation, exchange));
}

function problemsOf(
  operations: Operations,
  operation: Operation,
  { url, call: { method, headers, body }, answer, isFault }: Exchange,
): readonly string[] {
  const name = `${operation.service} ${operation.id}`;
  const requested = operations.requestProblems(operation, { method, url, headers, body });
  const answered = isFault ? [] : operations.answerProblems(operation, readAnswer(answer), url);
  return [
    ...requested.map((problem) => `request ${name}: ${problem}`),
    ...answered.map((problem) => `answer ${name}: ${problem}`),
  ];
}

/** As it is on the wire. */
function readAnswer({ status = 200, body, type }: Exchange['answer']) {
  const isText = typeof body === 'string';
  const sent: unknown = body === undefined || isText ? body : JSON.parse(JSON.stringify(body));
  return { status, type: isText ? (type ?? 'text/plain') : 'application/json', body: sent };
}
