import { WebSocket } from 'ws';
import { maxAnswerLength } from '../../frame/platform/backend/readAnswer.ts';
import type { Operation, Operations } from './operations.ts';
import { type Policy, policyProblems } from './policy.ts';
import { type Sent, send } from './send.ts';

export interface Tried {
  readonly call: string;
  readonly address: string;
  /** How it was tried. */
  readonly by: 'GET' | 'POST' | 'preflight' | 'socket';
  readonly found: Readonly<Record<Column, Finding>>;
  readonly status: number | undefined;
  /** What does not match the document, a sentence each. */
  readonly misfits: readonly string[];
  /** Why the answer says nothing: a sentence. */
  readonly doubt?: string;
  /** What a GET was answered with. */
  readonly answer?: unknown;
}

/** A call that the deployment has and that was left out. */
export interface Untried {
  readonly call: string;
  readonly reason: string;
}

export const columns = ['reachable', 'status', 'CORS', 'type', 'answer'] as const;
type Column = (typeof columns)[number];
/** `?` where the answer says nothing, `-` where there is nothing to find. */
type Finding = 'ok' | 'no' | '?' | '-';

export interface Asker {
  /** The origin of the widget, which the frame has. */
  readonly origin: string;
  /** What lookups ask for in place of the examples' focus area. */
  readonly focusArea: string | undefined;
  /** What to ask for in place of examples that are made up, by the parameter's name. */
  readonly values: ReadonlyMap<string, string>;
  /** The deployment's key for the Authorization header. */
  readonly key: string | undefined;
  /** Of the frame. */
  readonly policy: Policy;
  /** How long one answer may take. */
  readonly limitMs: number;
}

/**
 * Tries the services of a deployment as the frame calls them, at every host. Only what changes nothing is sent: GETs, and for all other
 * calls the preflight that a browser would send.
 */
export async function tryServices(
  operations: Operations,
  asker: Asker,
): Promise<{ readonly tried: readonly Tried[]; readonly untried: readonly Untried[] }> {
  const tried: Tried[] = [];
  const untried: Untried[] = [];
  for (const operation of operations.all)
    for (const address of operation.addresses) {
      const [unnamed] = operation.parameters.filter(({ name, isMadeUp }) => isMadeUp && !asker.values.has(name));
      if (unnamed && isOfAnswers(operation)) {
        untried.push({ call: nameOf(operation), reason: sentenceOfMadeUp(operation, unnamed) });
        continue;
      }
      const headers = preflightHeaders(operation, asker);
      const isCrossOrigin = new URL(address).origin !== asker.origin;
      if (isCrossOrigin && (headers.length > 0 || operation.cors.preflight))
        tried.push(await tryPreflight(operation, address, headers, asker));
      if (operation.method !== 'GET') continue;
      if (operation.hasEffect) untried.push({ call: nameOf(operation), reason: sentenceOfEffect(operation) });
      else if (unnamed) untried.push({ call: nameOf(operation), reason: sentenceOfMadeUp(operation, unnamed) });
      else tried.push(await tryGet(operations, operation, address, asker));
    }
  return { tried, untried };
}

/** Whether the address comes from an earlier answer. A server need not know an invented one, so a preflight would say nothing. */
const isOfAnswers = ({ vendor, parameters }: Operation): boolean =>
  vendor !== undefined || parameters.some(({ hasSlashes }) => hasSlashes);

/** What was found, column by column. */
export function createFindings() {
  const found: Record<Column, Finding> = { reachable: '-', status: '-', CORS: '-', type: '-', answer: '-' };
  const misfits: string[] = [];
  return {
    found,
    misfits,
    note(column: Column, problems: readonly string[]): void {
      found[column] = problems.length > 0 ? 'no' : 'ok';
      misfits.push(...problems);
    },
  };
}

async function tryGet(operations: Operations, operation: Operation, address: string, asker: Asker): Promise<Tried> {
  const url = addressOf(operation, address, asker);
  const { found, misfits, note } = createFindings();
  const base = { call: nameOf(operation), address: shown(url), by: 'GET', found, misfits } as const;
  const { isScript } = operation;
  const accept = isScript ? '*/*' : 'application/json';
  const headers = { accept, origin: asker.origin, ...authorization(operation, asker) };
  const redirect = isScript ? 'follow' : 'manual';
  const sent = await send(url, { headers, redirect, limitMs: asker.limitMs });
  if (typeof sent === 'string') {
    note('reachable', [sent]);
    return { ...base, status: undefined };
  }
  const addresses = [...new Set([url.origin, new URL(sent.url).origin])].map((origin) => new URL(origin));
  note(
    'reachable',
    addresses.flatMap((one) => policyProblems(asker.policy, one, isScript)),
  );
  const { status, answer } = sent;
  if (status === 404 && !operation.isGranted)
    return { ...base, found: { ...found, status: '?' }, status, doubt: hiddenOrWrong };
  const isOk = status >= 200 && status < 300;
  const isRefused = !operation.isGranted && status >= 400 && status < 500;
  note('status', isOk || isRefused ? [] : [sentenceOfStatus(operation, sent, asker)]);
  if (!isScript) note('CORS', originProblems(operation, sent, asker));
  if (!isOk && !isRefused) return { ...base, status };
  if (sent.isTooLong) {
    // A script may have any length.
    if (!isScript) note('answer', [tooLong]);
    return { ...base, status };
  }
  const problems = operations.answerProblems(operation, answer, url);
  const typeProblems = problems.filter((problem) => problem.startsWith('the content type'));
  note('type', typeProblems.map(toSentence));
  if (typeProblems.length === 0) note('answer', problems.map(toSentence));
  return { ...base, status, answer: answer.body };
}

export const tooLong = `It answers more than ${maxAnswerLength.toLocaleString('en')} characters: the frame stops reading, and a visitor gets nothing from it.`;

async function tryPreflight(
  operation: Operation,
  address: string,
  requested: readonly string[],
  asker: Asker,
): Promise<Tried> {
  const url = addressOf(operation, address, asker);
  const { found, misfits, note } = createFindings();
  const base = { call: nameOf(operation), address: shown(url), by: 'preflight', found, misfits } as const;
  const headers = {
    origin: asker.origin,
    'access-control-request-method': operation.method,
    ...(requested.length > 0 ? { 'access-control-request-headers': requested.join(',').toLowerCase() } : {}),
  };
  const sent = await send(url, { method: 'OPTIONS', headers, redirect: 'manual', limitMs: asker.limitMs });
  note('reachable', typeof sent === 'string' ? [sent] : policyProblems(asker.policy, url));
  if (typeof sent === 'string') return { ...base, status: undefined };
  const { status } = sent;
  const isOk = status >= 200 && status < 300;
  note('status', isOk ? [] : [`The preflight is answered with ${status}: browsers require 200 or 204.`]);
  note('CORS', [
    ...originProblems(operation, sent, asker),
    ...methodProblems(operation, sent),
    ...headerProblems(operation, sent, requested),
  ]);
  return { ...base, status };
}

/** Opens and closes the socket. Nothing is sent through it. */
export async function trySocket(
  { name, address, subprotocol }: { readonly name: string; readonly address: string; readonly subprotocol?: string },
  { origin, policy, limitMs }: Asker,
): Promise<Tried> {
  const { found, misfits, note } = createFindings();
  const socket = new WebSocket(address, subprotocol ?? [], { origin, handshakeTimeout: limitMs });
  const problem = await new Promise<string | undefined>((resolve) => {
    socket.on('open', () => resolve(undefined));
    socket.on('error', ({ message }) => resolve(message));
  });
  socket.close();
  note(
    'reachable',
    problem === undefined ? policyProblems(policy, new URL(address)) : [`It cannot be opened: ${problem}.`],
  );
  if (problem === undefined) note('status', []);
  const status = problem === undefined ? 101 : undefined;
  return { call: name, address, by: 'socket', found, misfits, status };
}

const hiddenOrWrong = 'It answers 404. Either the path is wrong, or the service hides itself from unknown visitors.';

function sentenceOfMadeUp(operation: Operation, { name, example }: Operation['parameters'][number]): string {
  const asked = `It would ask ${operation.vendor ?? 'your service'} for ${name} ${example}, which is made up.`;
  return operation.method === 'GET'
    ? `${asked} Name a real one: --with ${name}=…`
    : `Its address needs a real ${name}. Name one: --with ${name}=…`;
}

const sentenceOfEffect = ({ vendor }: Operation): string => `It would report something to ${vendor ?? 'your service'}.`;

function sentenceOfStatus(
  { service, parameters }: Operation,
  { status, headers }: Sent,
  { focusArea, values }: Asker,
): string {
  const target = headers.get('location');
  if (status >= 300 && status < 400 && target !== null)
    return `It answers ${status} and redirects to ${target}. No document allows that: name the final address in the deployment.`;
  if (status !== 404) return `It answers ${status}, and a visitor gets nothing from it.`;
  const [named] = parameters.filter(({ isMadeUp }) => isMadeUp);
  if (named) return `It answers 404. Is the path right, and ${values.get(named.name)} known there?`;
  if (service !== 'contact') return 'It answers 404. Is the path right?';
  return focusArea === undefined
    ? 'It answers 404. Is the path right? If it is, name a focus area of yours with --focus-area.'
    : `It answers 404. Is the path right, and ${focusArea} known there?`;
}

/** The Fetch standard's check of `Access-Control-Allow-Origin` and `-Credentials`. The frame's own origin needs neither. */
export function originProblems({ cors }: Operation, { headers, url }: Sent, { origin }: Asker): readonly string[] {
  if (new URL(url).origin === origin) return [];
  const allowed = headers.get('access-control-allow-origin');
  if (allowed === null)
    return [`Access-Control-Allow-Origin is missing: browsers do not give the answer to ${origin}.`];
  if (cors.credentials && allowed === '*')
    return ['Access-Control-Allow-Origin is *, but cookies are sent: name the origin.'];
  const named =
    allowed === '*' || allowed === origin ? [] : [`Access-Control-Allow-Origin is ${allowed}, but must be ${origin}.`];
  const withCookies = !cors.credentials || headers.get('access-control-allow-credentials') === 'true';
  return withCookies ? named : [...named, 'Access-Control-Allow-Credentials is not true, but cookies are sent.'];
}

function methodProblems({ method, cors }: Operation, { headers }: Sent): readonly string[] {
  const allowed = namesIn(headers.get('access-control-allow-methods')).map((one) => one.toUpperCase());
  const isAllowed = ['GET', 'POST'].includes(method) || allowed.includes(method);
  return isAllowed || (allowed.includes('*') && !cors.credentials)
    ? []
    : [`Access-Control-Allow-Methods does not have ${method}.`];
}

function headerProblems({ cors }: Operation, { headers }: Sent, requested: readonly string[]): readonly string[] {
  const allowed = namesIn(headers.get('access-control-allow-headers'));
  return (
    requested
      .filter((name) => !allowed.includes(name.toLowerCase()))
      // `*` stands for every header but this one.
      .filter((name) => cors.credentials || !allowed.includes('*') || name === 'Authorization')
      .map((name) => `Access-Control-Allow-Headers does not have ${name}.`)
  );
}

const namesIn = (list: string | null): readonly string[] =>
  (list ?? '').split(',').map((one) => one.trim().toLowerCase());

const preflightHeaders = (operation: Operation, asker: Asker): readonly string[] => [
  ...new Set([...operation.cors.requestHeaders, ...Object.keys(authorization(operation, asker))]),
];

export function authorization({ key, keyValue }: Operation, asker: Asker): Readonly<Record<string, string>> {
  if (key === 'service') return keyValue === undefined ? {} : { Authorization: keyValue };
  if (key === undefined || asker.key === undefined) return {};
  return { Authorization: `Key ${asker.key};setting=0;id=check-services;time=${Date.now()}` };
}

function addressOf({ parameters }: Operation, address: string, { focusArea, values }: Asker): URL {
  const exampleOf = (name: string): unknown => values.get(name) ?? parameters.find((one) => one.name === name)?.example;
  const url = new URL(address.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(exampleOf(name)))));
  for (const { name, in: where, isJson } of parameters) {
    if (where !== 'query' || name === 'bypassCache') continue;
    const value = withFocusArea(
      name === 'focusArea' && focusArea !== undefined ? focusArea : exampleOf(name),
      focusArea,
    );
    url.searchParams.set(name, isJson ? JSON.stringify(value) : String(value));
  }
  return url;
}

function withFocusArea(example: unknown, focusArea: string | undefined): unknown {
  if (focusArea === undefined || typeof example !== 'object' || example === null) return example;
  return JSON.parse(JSON.stringify(example), (name, value: unknown) => (name === 'focusArea' ? focusArea : value));
}

const nameOf = ({ service, id }: Operation): string => `${service} ${id}`;
export const shown = ({ origin, pathname }: URL): string => `${origin}${pathname}`;
export const toSentence = (problem: string): string => `${problem[0]?.toUpperCase()}${problem.slice(1)}.`;
