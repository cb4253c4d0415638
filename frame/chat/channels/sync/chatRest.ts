import type { BackendCall, CallBackend } from '../../../platform/backend/plan.ts';
import type { Clock } from '../../../platform/clock.ts';
import { createError, isWidgetError } from '../../../platform/errors.ts';
import type { Lifetime } from '../../../platform/lifetime.ts';
import type { ExitSurvey } from '../../conversation.ts';
import {
  chatCallTimeoutMs,
  chatTimeoutMs,
  lostAfterPolls,
  maxBusyWaitMs,
  maxFailedPolls,
  pollMs,
  surveyPollMs,
} from './limits.ts';
import { retryAfterMs } from './toEvents.ts';
import { type ChatUpdate, type Links, parseAccountLinks, parseChat, parseExitSurvey } from './wire.ts';

/** The vendor's chat operations (CH-110). */
export interface ChatRest {
  /** URL of the running session, saved so that a reload can resume it. */
  readonly session: string | undefined;
  requestChat(request: Readonly<Record<string, unknown>>): Promise<void>;
  /** Resumes a session. `unreachable`: the service did not answer, and polling goes on until it does. */
  resumeChat(session: string): Promise<'running' | 'ended' | 'unreachable'>;
  addLine(text: string): Promise<void>;
  endChat(options: { readonly disposeVisitor: boolean }): Promise<void>;
  disposeVisitor(): void;
  setVisitorTyping(isTyping: boolean): Promise<void>;
  getExitSurvey(): Promise<ExitSurvey | undefined>;
  submitExitSurvey(body: unknown): Promise<void>;
  cancelSurvey(): void;
  /** Polls right away. Resolves to whether a poll that started after this call was answered. */
  poll(): Promise<boolean>;
}

export interface ChatRestEvents {
  readonly onUpdate: (update: ChatUpdate) => void;
  /** The vendor's `notfound`. `gone`: the service does not know the chat. `silent`: no answer for longer than it keeps one. */
  readonly onLost: (reason: 'gone' | 'silent') => void;
  readonly onConnection: (isLost: boolean) => void;
}

export interface ChatRestPorts {
  readonly call: CallBackend;
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  readonly appKey: string;
  /** Origin and account of the chat service. */
  readonly service: () => { readonly origin: string; readonly account: string };
}

export type CreateChatRest = (ports: ChatRestPorts, events: ChatRestEvents) => ChatRest;

/** Calls the REST API directly, without the vendor's SDK. Always uses the links of the service's latest answer. */
export const createChatRest: CreateChatRest = (ports, events) => {
  const { clock, lifetime } = ports;
  let session: string | undefined;
  let links: Links = {};
  let infoLinks: Links = {};
  let failedPolls = 0;
  let lastAnswerMs = 0;
  let polling: Promise<boolean> | undefined;
  let wasTyping = false;
  let cancelPoll = (): void => {};
  /** Incremented when the session changes, so that late answers to the previous one are ignored. */
  let generation = 0;

  function ask<T>(
    address: string,
    request: Pick<BackendCall<T>, 'method' | 'body' | 'parse'> & { readonly override?: 'PUT' },
  ): Promise<T> {
    const { origin } = ports.service();
    const url = new URL(address, origin || undefined);
    const { override, ...rest } = request;
    return ports.call({
      ...rest,
      hosts: [url.origin],
      path: withQuery(url),
      strategy: 'none',
      isForeign: true,
      attemptTimeoutMs: chatCallTimeoutMs,
      signal: lifetime.signal,
      headers: {
        Authorization: `LivePerson appKey=${ports.appKey}`,
        ...(override ? { 'X-HTTP-Method-Override': override } : {}),
      },
    });
  }

  function apply(update: ChatUpdate, startedIn: number): void {
    if (startedIn !== generation) return;
    lastAnswerMs = clock.now();
    links = { ...links, ...update.links };
    infoLinks = { ...infoLinks, ...update.infoLinks };
    events.onUpdate(update);
  }

  function schedule(delayMs: number): void {
    cancelPoll();
    if (session === undefined || lifetime.ended) return;
    cancelPoll = lifetime.add(clock.after(delayMs, () => void poll()));
  }

  async function poll(): Promise<boolean> {
    if (session === undefined || lifetime.ended) return false;
    polling ??= pollOnce().finally(() => {
      polling = undefined;
    });
    return polling;
  }

  /** Resolves to whether the poll was answered. */
  async function pollOnce(): Promise<boolean> {
    const startedIn = generation;
    try {
      const update = await ask(links.next ?? session ?? '', { method: 'GET', parse: parseChat });
      if (startedIn !== generation || lifetime.ended) return false;
      const wasLost = failedPolls >= lostAfterPolls;
      failedPolls = 0;
      apply(update, startedIn);
      if (wasLost) events.onConnection(false);
      if (startedIn === generation) schedule(pollMs);
      return true;
    } catch (error) {
      if (startedIn === generation && !lifetime.ended) pollFailed(error);
      return false;
    }
  }

  function pollFailed(error: unknown): void {
    const busyMs = isWidgetError(error) ? retryAfterMs(error.retryAfter, clock.now()) : undefined;
    // A `Retry-After` header does not count as a failure; the next poll waits as long as it asks for.
    if (busyMs === undefined) failedPolls += 1;
    if (failedPolls === lostAfterPolls) events.onConnection(true);
    const isGone = isWidgetError(error) && (error.status === 404 || error.status === 410);
    const isSilent = failedPolls > maxFailedPolls && clock.now() - lastAnswerMs >= chatTimeoutMs;
    if (isSilent || isGone) {
      dispose();
      events.onLost(isGone ? 'gone' : 'silent');
    } else schedule(busyMs === undefined ? pollMs : Math.min(Math.max(busyMs, pollMs), maxBusyWaitMs));
  }

  function dispose(): void {
    generation += 1;
    cancelPoll();
    session = undefined;
    failedPolls = 0;
    wasTyping = false;
  }

  async function openSession(address: string): Promise<ChatUpdate> {
    generation += 1;
    const startedIn = generation;
    links = {};
    infoLinks = {};
    const update = await ask(address, { method: 'GET', parse: parseChat });
    if (startedIn !== generation || lifetime.ended) throw createError('CALL_ABORTED', 'Another chat has started.');
    session = address;
    apply(update, startedIn);
    schedule(pollMs);
    return update;
  }

  /** Opens a session whose first answer did not arrive. Polling fetches the whole chat, and gives up as for any other. */
  function openByPolling(address: string, failed: number): void {
    session = address;
    failedPolls = failed;
    lastAnswerMs = clock.now();
    schedule(pollMs);
  }

  return {
    get session() {
      return session;
    },
    async requestChat(request) {
      const { account } = ports.service();
      const home = await ask(`/api/account/${encodeURIComponent(account)}.json`, {
        method: 'GET',
        parse: parseAccountLinks,
      });
      const requestAddress = home['chat-request'] ?? '';
      const given = await ask(withNoCookies(requestAddress), {
        method: 'POST',
        body: { request },
        parse: (_, headers) => headers.get('location') ?? '',
      });
      if (given === '') throw createError('ANSWER_INVALID', 'The chat request was answered without a location.');
      try {
        await openSession(given);
      } catch (error) {
        // The chat exists already. A second request would open a second chat at the agent desk.
        if (isFinalRefusal(error) || isWidgetError(error, 'CALL_ABORTED')) throw error;
        openByPolling(given, 0);
      }
    },
    async resumeChat(address) {
      try {
        const update = await openSession(address);
        const hasEnded = update.state === 'ended' || update.state === 'notfound';
        if (hasEnded) dispose();
        return hasEnded ? 'ended' : 'running';
      } catch (error) {
        if (isFinalRefusal(error) || lifetime.ended) throw error;
        // The service is unreachable: keep the session and poll until it answers or times out (CH-131).
        openByPolling(address, lostAfterPolls);
        return 'unreachable';
      }
    },
    addLine: (text) =>
      ask(links.events ?? `${session}/events`, {
        method: 'POST',
        body: { event: { '@type': 'line', text } },
        parse: () => undefined,
      }),
    async endChat({ disposeVisitor }) {
      const address = links.events ?? `${session}/events`;
      const hadSession = session !== undefined;
      if (disposeVisitor) dispose();
      if (!hadSession) return;
      await ask(address, {
        method: 'POST',
        body: { event: { '@type': 'state', state: 'ended' } },
        parse: () => undefined,
      });
    },
    disposeVisitor: dispose,
    async setVisitorTyping(isTyping) {
      const address = infoLinks['visitor-typing'] ?? links['visitor-typing'];
      if (address === undefined || isTyping === wasTyping || session === undefined) return;
      wasTyping = isTyping;
      await ask(address, {
        method: 'POST',
        override: 'PUT',
        body: { visitorTyping: isTyping ? 'typing' : 'not-typing' },
        parse: () => undefined,
      });
    },
    async getExitSurvey() {
      const { 'exit-survey': address, next } = links;
      if (address === undefined) return undefined;
      const survey = await ask(address, { method: 'GET', parse: parseExitSurvey });
      if (survey && session === undefined) keepAlive(next ?? address); // With a session, the next chat has started and polls already.
      return survey;
    },
    async submitExitSurvey(body) {
      const address = links['exit-survey'];
      if (address === undefined) throw createError('CALL_INVALID', 'There is no survey to submit.');
      await ask(address, { method: 'POST', override: 'PUT', body, parse: () => undefined });
      stopKeepingAlive();
    },
    cancelSurvey: stopKeepingAlive,
    async poll() {
      // A poll that is already running may not include the latest changes.
      await polling;
      return poll();
    },
  };

  /** Leaves the polls of a running chat alone. */
  function stopKeepingAlive(): void {
    if (session === undefined) cancelPoll();
  }

  /** Polls while a survey is open. The service drops sessions without polls, and filling in a survey takes longer. */
  function keepAlive(address: string): void {
    cancelPoll();
    const stop = lifetime.add(
      clock.every(surveyPollMs, () => {
        ask(address, { method: 'GET', parse: () => undefined }).catch(() => {
          // Ignore the error: if the session is lost, submitting the survey reports it.
        });
      }),
    );
    cancelPoll = stop;
  }
};

/** Whether the service answered the request with a refusal that a retry cannot change. */
function isFinalRefusal(error: unknown): boolean {
  if (!isWidgetError(error) || error.status === undefined) return false;
  return error.status >= 400 && error.status < 500 && ![408, 425, 429].includes(error.status);
}

/** Adds the `NC` (no cookies) parameter that the vendor requires for a chat request and leaves out of its links. */
function withNoCookies(address: string): string {
  return /[?&]NC=/.test(address) ? address : `${address}${address.includes('?') ? '&' : '?'}NC=true`;
}

/** The path and query of a link, with the API version added if it is missing. */
function withQuery(url: URL): string {
  if (!url.searchParams.has('v')) url.searchParams.set('v', '1');
  return `${url.pathname}${url.search}`;
}
