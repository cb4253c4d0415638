import { createError } from '../../../platform/errors.ts';
import { registrationTries, resumeTimeoutMs } from './limits.ts';
import * as ns from './namespaces.ts';
import type { Stream } from './stream.ts';
import { countOf } from './wire.ts';
import { childOf, type XmlElement, xml } from './xml.ts';

/** The password is a guest's own, or the token of a signed-in visitor. */
export interface Account {
  readonly user: string;
  readonly password: string;
}

export interface LoginRequest {
  readonly host: string;
  /** Without an account, one is registered; `anonymous` logs in without any (RFC 4505). */
  readonly account: Account | 'anonymous' | undefined;
  readonly createAccount: () => Account;
  readonly onRegistered: (account: Account) => void;
  /** The session to resume, and how many of its stanzas have arrived. */
  readonly resume: { readonly id: string; readonly received: number } | undefined;
  /** Called when the server has been asked to resume the session. */
  readonly onResuming?: () => void;
}

export type Login =
  /** The session is resumed. The server has received this many of our stanzas. */
  | { readonly type: 'resumed'; readonly handled: number }
  /** A new session. `manages`: the server has been asked to acknowledge stanzas. Its answer comes later. */
  | {
      readonly type: 'begun';
      readonly address: string;
      readonly manages: boolean;
      /** The account was registered by this login. Its archive is empty. */
      readonly isNewAccount: boolean;
    };

/** Logs in on a new stream: authenticates, and continues the session or begins another one. */
export async function logIn(stream: Stream, request: LoginRequest): Promise<Login> {
  const { host, resume } = request;
  const offered = await stream.open(host);
  const account = request.account ?? (await registerAccount(stream, request.createAccount));
  if (account !== 'anonymous' && account !== request.account) request.onRegistered(account);
  await authenticate(stream, offered, account);
  const features = await stream.open(host);
  const offersManagement = childOf(features, 'sm', ns.streamManagement) !== undefined;
  if (resume && offersManagement) {
    const resumed = resumeSession(stream, resume);
    request.onResuming?.();
    const handled = await resumed;
    if (handled !== undefined) return { type: 'resumed', handled };
  }
  stream.send(xml('iq', { xmlns: ns.client, type: 'set', id: 'bind' }, xml('bind', { xmlns: ns.bind })));
  const bound = childOf(await answerTo(stream, 'bind'), 'bind', ns.bind);
  const address = childOf(bound, 'jid', ns.bind)?.text;
  if (!address) throw createError('ANSWER_INVALID', 'The server named no address.');
  // Both need a bound resource (XEP-0198, 3), and nothing waits for the answers. A server without carbons refuses them: other tabs then
  // get the texts from the archive. Our stanzas are counted from the second request on (XEP-0198, 4), so it is the last.
  stream.send(xml('iq', { xmlns: ns.client, type: 'set', id: 'carbons' }, xml('enable', { xmlns: ns.carbons })));
  if (offersManagement) stream.send(xml('enable', { xmlns: ns.streamManagement, resume: 'true' }));
  return { type: 'begun', address, manages: offersManagement, isNewAccount: account !== request.account };
}

/** Whether a visitor can log in with what the stream offers: with an account, a new one, or anonymously. */
export function canLogIn(
  features: XmlElement,
  { isAnonymous, hasAccount }: { isAnonymous: boolean; hasAccount: boolean },
) {
  const canRegister = childOf(features, 'register', ns.registerFeature) !== undefined;
  return (
    mechanismsOf(features).includes(isAnonymous ? 'ANONYMOUS' : 'PLAIN') && (isAnonymous || hasAccount || canRegister)
  );
}

/** Registers an account on an opened stream (XEP-0077). A name that is taken is replaced by another one. */
async function registerAccount(stream: Stream, createAccount: () => Account): Promise<Account> {
  for (let tries = 1; ; tries += 1) {
    const account = createAccount();
    const id = `register-${tries}`;
    const fields = [xml('username', {}, account.user), xml('password', {}, account.password)];
    stream.send(xml('iq', { xmlns: ns.client, type: 'set', id }, xml('query', { xmlns: ns.register }, ...fields)));
    const answer = await stream.next(isAnswerTo(id));
    if (answer.attributes.get('type') === 'result') return account;
    const condition = errorConditionOf(answer);
    if (condition !== 'conflict' || tries >= registrationTries)
      throw createError('CHANNEL_UNAVAILABLE', `The server refused to register a visitor: ${condition}.`);
  }
}

async function authenticate(stream: Stream, features: XmlElement, account: Account | 'anonymous'): Promise<void> {
  const mechanism = account === 'anonymous' ? 'ANONYMOUS' : 'PLAIN';
  if (!mechanismsOf(features).includes(mechanism))
    throw createError('CHANNEL_UNAVAILABLE', `The server does not offer ${mechanism}.`);
  // The connection is encrypted (`deployment.ts`), so the password needs no challenge.
  const response = account === 'anonymous' ? undefined : encodePlain(`\0${account.user}\0${account.password}`);
  stream.send(xml('auth', { xmlns: ns.sasl, mechanism }, response));
  const answer = await stream.next(({ namespace }) => namespace === ns.sasl);
  if (answer.name === 'success') return;
  const condition = answer.children[0]?.name ?? 'no reason';
  throw createError(
    condition === 'not-authorized' ? 'NOT_SIGNED_IN' : 'CHANNEL_UNAVAILABLE',
    `The server refused the login: ${condition}.`,
  );
}

/** Returns how many of our stanzas the server has received; undefined if the session is over. */
async function resumeSession(
  stream: Stream,
  { id, received }: NonNullable<LoginRequest['resume']>,
): Promise<number | undefined> {
  stream.send(xml('resume', { xmlns: ns.streamManagement, previd: id, h: String(received) }));
  const answer = await stream.next(
    ({ name, namespace }) => namespace === ns.streamManagement && (name === 'resumed' || name === 'failed'),
    resumeTimeoutMs,
  );
  return answer.name === 'resumed' ? countOf(answer) : undefined;
}

/** The id with which the session can be resumed, in the answer that enables stream management; undefined if the server cannot. */
export function resumeIdOf({ attributes }: XmlElement): string | undefined {
  return ['true', '1'].includes(attributes.get('resume') ?? '') ? attributes.get('id') : undefined;
}

async function answerTo(stream: Stream, id: string): Promise<XmlElement> {
  const answer = await stream.next(isAnswerTo(id));
  if (answer.attributes.get('type') !== 'result')
    throw createError('CHANNEL_UNAVAILABLE', `The server refused ${id}: ${errorConditionOf(answer)}.`);
  return answer;
}

export const isAnswerTo = (id: string) => (element: XmlElement) =>
  element.name === 'iq' && element.attributes.get('id') === id;

const mechanismsOf = (features: XmlElement): readonly string[] =>
  childOf(features, 'mechanisms', ns.sasl)?.children.map(({ text }) => text) ?? [];

/** The condition of a stanza error (RFC 6120, 8.3.3). */
export function errorConditionOf(stanza: XmlElement): string {
  const error = stanza.children.find(({ name }) => name === 'error');
  return error?.children.find(({ namespace }) => namespace === ns.stanzaErrors)?.name ?? 'undefined-condition';
}

/** Base64 of UTF-8, which SASL PLAIN requires (RFC 4616). */
function encodePlain(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
