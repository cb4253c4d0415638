import type { Exchange } from '../sandbox/servicesHost.ts';
import type { Operations } from './operations.ts';

/** The provider of experiments is a vendor, which the sandbox has on the company's origin. */
const vendors = ['/experiments/'];

/** What the documents do not allow in a call of the frame and its answer. The answers of fault rules count as no answer. */
export function exchangeProblems(operations: Operations, { url, call, answer, isFault }: Exchange): readonly string[] {
  const { method, headers, body } = call;
  const operation = operations.find(method, url);
  if (!operation && vendors.some((path) => url.pathname.startsWith(path))) return [];
  if (!operation) return [`no document has ${method} ${url.pathname}`];
  const name = `${operation.service} ${operation.id}`;
  const requested = operations.requestProblems(operation, { method, url, headers, body });
  const answered = isFault ? [] : operations.answerProblems(operation, readAnswer(answer));
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
