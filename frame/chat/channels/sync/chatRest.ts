import type { BackendCall, CallBackend } from '../../../platform/backend/plan.ts';
import type { Clock } from '../../../platform/clock.ts';
import { createError, isWidgetError } from '../../../platform/errors.ts';
import type { Lifetime } from '../../../platform/lifetime.ts';
import type { ExitSurvey } from '../../conversation.ts';
import {
  chatCallTimeoutMs,
  chatTimeoutMs,
  lostAfterPolls,
  mostBusyWaitMs,
  mostFailedPolls,
  pollMs,
  surveyPollMs,
} from './limits.ts';
import { retryAfterMs } from './toEvents.ts';
import { type ChatUpdate, type Links, parseAccountLinks, parseChat, parseExitSurvey } from './wire.ts';

/** The vendor's chat operations behind one narrow port (CH-110). */
export interface ChatRest {
  /** Address of the running session; kept for a reload. */
  readonly session: string | undefined;
  requestChat(request: Readonly<Record<string, unknown>>): Promise<void>;
  /** Picks a session up again; `later`: the service cannot be asked now, and is from now on. */
  resumeChat(session: string): Promise<'running' | 'over' | 'later'>;
  addLine(text: string): Promise<void>;
  endChat(options: { readonly disposeVisitor: boolean }): Promise<void>;
  disposeVisitor(): void;
  setVisitorTyping(isTyping: boolean): Promise<void>;
  getExitSurvey(): Promise<ExitSurvey | undefined>;
  submitExitSurvey(body: unknown): Promise<void>;
  cancelSurvey(): void;
  /** Asks for news now instead of at the next poll; whether a question that was asked from now on has been answered. */
  poll(): Promise<boolean>;
}

export interface ChatRestEvents {
  readonly onUpdate: (update: ChatUpdate) => void;
  /** The vendor's `notfound`: the service does not know the chat, or has been silent for longer than it keeps one. */
  readonly onLost: (why: 'gone' | 'silent') => void;
  readonly onConnection: (isLost: boolean) => void;
}

export interface ChatRestPorts {
  readonly call: CallBackend;
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  readonly appKey: string;
  /** Origin and account of the chat service. */
  readonly place: () => { readonly origin: string; readonly account: string };
}

export type CreateChatRest = (ports: ChatRestPorts, events: ChatRestEvents) => ChatRest;

/** The wire itself: no vendor script is loaded. Every link is the one that the service gave last. */
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
  /** Raised when the session changes, so that late answers of the one before are not heard. */
  let round = 0;

  function ask<T>(
    address: string,
    request: Pick<BackendCall<T>, 'method' | 'body' | 'parse'> & { readonly override?: 'PUT' },
  ): Promise<T> {
    const { origin } = ports.place();
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

  function take(update: ChatUpdate, mine: number): void {
    if (mine !== round) return;
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

  /** Whether it was answered. */
  async function pollOnce(): Promise<boolean> {
    const mine = round;
    try {
      const update = await ask(links.next ?? session ?? '', { method: 'GET', parse: parseChat });
      if (mine !== round || lifetime.ended) return false;
      const wasLost = failedPolls >= lostAfterPolls;
      failedPolls = 0;
      take(update, mine);
      if (wasLost) events.onConnection(false);
      if (mine === round) schedule(pollMs);
      return true;
    } catch (error) {
      if (mine === round && !lifetime.ended) pollFailed(error);
      return false;
    }
  }

  function pollFailed(error: unknown): void {
    const busyMs = isWidgetError(error) ? retryAfterMs(error.retryAfter, clock.now()) : undefined;
    // A busy service is no lost one: it is asked again when it wants to be.
    if (busyMs === undefined) failedPolls += 1;
    if (failedPolls === lostAfterPolls) events.onConnection(true);
    const isGone = isWidgetError(error) && (error.status === 404 || error.status === 410);
    const isSilent = failedPolls > mostFailedPolls && clock.now() - lastAnswerMs >= chatTimeoutMs;
    if (isSilent || isGone) {
      dispose();
      events.onLost(isGone ? 'gone' : 'silent');
    } else schedule(busyMs === undefined ? pollMs : Math.min(Math.max(busyMs, pollMs), mostBusyWaitMs));
  }

  function dispose(): void {
    round += 1;
    cancelPoll();
    session = undefined;
    failedPolls = 0;
    wasTyping = false;
  }

  async function openSession(address: string): Promise<ChatUpdate> {
    round += 1;
    const mine = round;
    links = {};
    infoLinks = {};
    const update = await ask(address, { method: 'GET', parse: parseChat });
    if (mine !== round || lifetime.ended) throw createError('CALL_ABORTED', 'Another chat has begun.');
    session = address;
    take(update, mine);
    schedule(pollMs);
    return update;
  }

  /** The service cannot be asked now: polls begin with the whole chat, and give it up as they do any other. */
  function openLater(address: string, failed: number): void {
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
      const { account } = ports.place();
      const home = await ask(`/api/account/${encodeURIComponent(account)}.json`, {
        method: 'GET',
        parse: parseAccountLinks,
      });
      const requestAddress = home['chat-request'] ?? '';
      const given = await ask(withoutCookies(requestAddress), {
        method: 'POST',
        body: { request },
        parse: (_, headers) => headers.get('location') ?? '',
      });
      if (given === '') throw createError('ANSWER_INVALID', 'The chat request was answered without a location.');
      try {
        await openSession(given);
      } catch (error) {
        // The chat exists: another request would put a second one before the agents.
        if (isRefusal(error) || isWidgetError(error, 'CALL_ABORTED')) throw error;
        openLater(given, 0);
      }
    },
    async resumeChat(address) {
      try {
        const update = await openSession(address);
        const isOver = update.state === 'ended' || update.state === 'notfound';
        if (isOver) dispose();
        return isOver ? 'over' : 'running';
      } catch (error) {
        if (isRefusal(error) || lifetime.ended) throw error;
        // CH-131
        openLater(address, lostAfterPolls);
        return 'later';
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
      if (survey && session === undefined) keepAlive(next ?? address); // Else the next chat polls already.
      return survey;
    },
    async submitExitSurvey(body) {
      const address = links['exit-survey'];
      if (address === undefined) throw createError('CALL_INVALID', 'There is no survey to answer.');
      await ask(address, { method: 'POST', override: 'PUT', body, parse: () => undefined });
      stopKeepingAlive();
    },
    cancelSurvey: stopKeepingAlive,
    async poll() {
      // The answer that is on its way may be older.
      await polling;
      return poll();
    },
  };

  /** The polls of a running chat are none of the survey's. */
  function stopKeepingAlive(): void {
    if (session === undefined) cancelPoll();
  }

  /** The service forgets a session that nobody polls; a survey takes longer than that. */
  function keepAlive(address: string): void {
    cancelPoll();
    const stop = lifetime.add(
      clock.every(surveyPollMs, () => {
        ask(address, { method: 'GET', parse: () => undefined }).catch(() => {
          // Silent: a survey that cannot be kept alive fails when it is sent, and says so there.
        });
      }),
    );
    cancelPoll = stop;
  }
};

/** The service knows what it was asked, and says no. */
function isRefusal(error: unknown): boolean {
  if (!isWidgetError(error) || error.status === undefined) return false;
  return error.status >= 400 && error.status < 500 && ![408, 425, 429].includes(error.status);
}

/** The vendor wants a chat to be requested so; its links leave it out. */
function withoutCookies(address: string): string {
  return /[?&]NC=/.test(address) ? address : `${address}${address.includes('?') ? '&' : '?'}NC=true`;
}

/** The version that the API asks for, unless the link has it. */
function withQuery(url: URL): string {
  if (!url.searchParams.has('v')) url.searchParams.set('v', '1');
  return `${url.pathname}${url.search}`;
}
