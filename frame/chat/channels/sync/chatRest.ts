import { firstHost } from '../../../platform/backend/firstHost.ts';
import type { BackendCall } from '../../../platform/backend/plan.ts';
import { createError, isWidgetError } from '../../../platform/errors.ts';
import { createTimer } from '../../../platform/timer.ts';
import type { ChannelPorts } from '../../channel.ts';
import { createEndReports } from '../ground/endReports.ts';
import { isFinalRefusal } from '../ground/refusals.ts';
import type { ChatAnswer } from './history.ts';
import { chatCallTimeoutMs, chatTimeoutMs, lostAfterPolls, maxBusyWaitMs, maxFailedPolls, pollMs } from './limits.ts';
import type { SyncParts } from './parts.ts';
import { type ChatUpdate, type Links, nextNumberOf, parseAccountLinks, parseChat, parseChatLocation } from './wire.ts';

export interface ChatRestEvents {
  /** The service has created a chat at about this time of the visitor's clock. */
  readonly onRequested: (atMs: number) => void;
  /** Returns false for an answer that is older than the previous ones, whose links must not be used. */
  readonly onAnswer: (answer: ChatAnswer) => boolean;
  /** The vendor's `notfound`. `gone`: the service does not know the chat. `silent`: no answer for longer than it keeps one. */
  readonly onLost: (reason: 'gone' | 'silent') => void;
  readonly onConnection: (isLost: boolean) => void;
}

type ChatCall<T> = Pick<BackendCall<T>, 'method' | 'body' | 'parse'> & { readonly override?: 'PUT' };

export type ChatRest = ReturnType<typeof createChatRest>;

/**
 * The vendor's chat operations (CH-110). Calls the REST API directly, without the vendor's SDK. Always uses the links of the service's
 * latest answer.
 *
 * Polls the events of a chat along the `next` link, from the last known event on. An answer that does not start with that
 * event means that the service has restarted its numbering: the new numbers may have caught up with the old ones between two
 * polls.
 */
export function createChatRest(ports: ChannelPorts, parts: SyncParts, events: ChatRestEvents) {
  const { clock, lifetime } = ports;
  const { state, history, serviceClock } = parts;
  const endReports = createEndReports(ports, {
    owner: () => `${state.snapshot.config.account}:${ports.visitorKey()}`,
    keepMs: chatTimeoutMs,
    retryMs: (error) => busyMsOf(error, serviceClock.now()) ?? pollMs,
    send: ({ address = '' }) => postEvent(address, { '@type': 'state', state: 'ended' }),
  });
  let session: string | undefined;
  let links: Links = {};
  /** Incremented when the session changes, so that late answers to the previous one are ignored. */
  let generation = 0;
  let failedPolls = 0;
  let lastAnswerMs = 0;
  /** The service has asked to wait until this time of the visitor's clock. */
  let busyUntilMs = 0;
  /** The poll of the session that waits for its answer. */
  let polling: Promise<boolean> | undefined;
  const nextPoll = createTimer(clock, lifetime);
  let wasTyping = false;

  /** Calls an address of the chat service with the vendor's key and version. */
  function ask<T>(address: string, { override, ...request }: ChatCall<T>): Promise<T> {
    const url = new URL(address, parts.origin || undefined);
    return ports.call({
      ...request,
      hosts: [url.origin],
      path: withParameters(url),
      strategy: firstHost,
      isForeign: true,
      attemptTimeoutMs: chatCallTimeoutMs,
      signal: lifetime.signal,
      headers: {
        Authorization: `LivePerson appKey=${parts.deployment.appKey}`,
        ...(override ? { 'X-HTTP-Method-Override': override } : {}),
      },
    });
  }

  const eventsAddress = (): string => links.events ?? eventsOf(session ?? '');

  function postEvent(address: string, event: Readonly<Record<string, string>>): Promise<void> {
    return ask(address, { method: 'POST', body: { event }, parse: () => undefined });
  }

  const fetchChat = (address: string): Promise<ChatUpdate> => ask(address, { method: 'GET', parse: parseChat });

  function schedulePoll(delayMs: number): void {
    nextPoll.start(delayMs, () => {
      // The wait is over, even if the visitor's clock was set back in the meantime.
      busyUntilMs = 0;
      void poll();
    });
  }

  async function poll(): Promise<boolean> {
    if (session === undefined || lifetime.ended || clock.now() < busyUntilMs) return false;
    if (!polling) {
      const own = pollOnce(session).finally(() => {
        if (polling === own) polling = undefined;
      });
      polling = own;
    }
    return polling;
  }

  /** Resolves to whether the poll was answered. */
  async function pollOnce(address: string): Promise<boolean> {
    const own = generation;
    const { next } = links;
    const overlap = withLastEvent(next, history.lastNumber);
    const isLate = (): boolean => own !== generation || lifetime.ended;
    try {
      let update = await fetchChat(overlap ?? next ?? address);
      if (isLate()) return false;
      const isWhole = next === undefined || history.isDoubtful(update, overlap !== undefined);
      if (isWhole && next !== undefined) update = await fetchChat(address);
      if (isLate()) return false;
      const wasLost = failedPolls >= lostAfterPolls;
      failedPolls = 0;
      apply({ ...update, isWhole });
      if (wasLost) events.onConnection(false);
      schedulePoll(pollMs);
      return true;
    } catch (error) {
      if (!isLate()) pollFailed(error);
      return false;
    }
  }

  function apply(answer: ChatAnswer): void {
    const before = links;
    lastAnswerMs = clock.now();
    links = { ...links, ...answer.links };
    if (!events.onAnswer(answer)) links = before;
  }

  function pollFailed(error: unknown): void {
    const busyMs = busyMsOf(error, serviceClock.now());
    // A `Retry-After` header is not a failure; the next poll waits that long.
    if (busyMs === undefined) failedPolls += 1;
    if (failedPolls === lostAfterPolls) events.onConnection(true);
    const isGone = isWidgetError(error) && (error.status === 404 || error.status === 410);
    const isSilent = failedPolls > maxFailedPolls && Math.abs(clock.now() - lastAnswerMs) >= chatTimeoutMs;
    if (isSilent || isGone) {
      dispose();
      events.onLost(isGone ? 'gone' : 'silent');
      return;
    }
    if (busyMs !== undefined) busyUntilMs = clock.now() + busyMs;
    schedulePoll(busyMs ?? pollMs);
  }

  /** Answers to earlier requests are ignored from now on. */
  function leaveSession(): void {
    generation += 1;
    polling = undefined;
  }

  function dispose(): void {
    leaveSession();
    session = undefined;
    nextPoll.stop();
    failedPolls = 0;
    busyUntilMs = 0;
    wasTyping = false;
  }

  async function requestSession(request: Readonly<Record<string, unknown>>): Promise<string> {
    const { account = '' } = state.snapshot.config;
    const home = await ask(`/api/account/${encodeURIComponent(account)}.json`, {
      method: 'GET',
      parse: parseAccountLinks,
    });
    const startedMs = clock.now();
    const given = await ask(home['chat-request'] ?? '', {
      method: 'POST',
      body: { request },
      // A service that does not expose its headers names the chat in the body.
      parse: (body, headers) => headers.get('location') ?? parseChatLocation(body) ?? '',
    });
    if (given === '') throw createError('ANSWER_INVALID', 'The chat request was answered without a location.');
    events.onRequested((startedMs + clock.now()) / 2);
    return given;
  }

  /**
   * Requests the whole chat at this address, and polls from then on. If the visitor has left it in the meantime, rejects with
   * `CALL_ABORTED`, and ends the chat at the service.
   */
  async function open(address: string): Promise<ChatUpdate> {
    leaveSession();
    links = {};
    const own = generation;
    const leaveIfLate = (): void => {
      if (own === generation && !lifetime.ended) return;
      if (!lifetime.ended) leave(address);
      throw createError('CALL_ABORTED', 'The visitor has left the chat, or another one has started.');
    };
    const update = await fetchChat(address).catch((error: unknown) => {
      leaveIfLate();
      throw error;
    });
    leaveIfLate();
    session = address;
    apply({ ...update, isWhole: true });
    schedulePoll(pollMs);
    return update;
  }

  /** Opens a session whose first answer did not arrive. Polling fetches the whole chat, and gives up as for any other. */
  function openWithoutAnswer(address: string, failed: number): void {
    session = address;
    failedPolls = failed;
    lastAnswerMs = clock.now();
    schedulePoll(pollMs);
  }

  /** Rejects if the service does not confirm the end at once. */
  async function reportEnd(chat: string, address: string): Promise<void> {
    const conversationId = chatIdOf(chat);
    endReports.keep({ conversationId, address });
    await endReports.report(conversationId);
  }

  /** Ends a chat that was not opened. */
  function leave(address: string): void {
    reportEnd(address, eventsOf(address)).catch(() => {
      // Ignore the error: the report is retried.
    });
  }

  return {
    /** URL of the running session, saved so that a reload can resume it. */
    get session() {
      return session;
    },
    /** The links of the session's latest answer. They stay when the session ends. */
    get links() {
      return links;
    },
    ask,
    async requestChat(request: Readonly<Record<string, unknown>>): Promise<void> {
      const own = generation;
      const given = await requestSession(request);
      if (own !== generation) {
        leave(given);
        throw createError('CALL_ABORTED', 'The visitor has left the chat.');
      }
      try {
        await open(given);
      } catch (error) {
        // The chat exists already. A second request opens a second chat at the agent desk.
        if (isFinalRefusal(error)) leave(given);
        if (isFinalRefusal(error) || isWidgetError(error, 'CALL_ABORTED')) throw error;
        openWithoutAnswer(given, 0);
      }
    },
    /** Resumes a session. `unreachable`: the service did not answer, and polling continues until it does. */
    async resumeChat(address: string): Promise<'running' | 'ended' | 'unreachable'> {
      try {
        const update = await open(address);
        const hasEnded = update.state === 'ended' || update.state === 'notfound';
        if (hasEnded) dispose();
        return hasEnded ? 'ended' : 'running';
      } catch (error) {
        if (isFinalRefusal(error) || isWidgetError(error, 'CALL_ABORTED')) throw error;
        // The service is unreachable: keep the session and poll until it answers or times out (CH-131).
        openWithoutAnswer(address, lostAfterPolls);
        return 'unreachable';
      }
    },
    addLine: (text: string) => postEvent(eventsAddress(), { '@type': 'line', text }),
    /** Stops polling, and ends the chat at the service. Rejects if the call fails. The end is then reported later. */
    async endChat(): Promise<void> {
      const address = eventsAddress();
      const chat = session;
      dispose();
      if (chat !== undefined) await reportEnd(chat, address);
    },
    reportEnds: () => void endReports.reportAll(),
    dispose,
    async setVisitorTyping(isTyping: boolean): Promise<void> {
      const address = links['visitor-typing'];
      if (address === undefined || isTyping === wasTyping) return;
      wasTyping = isTyping;
      await ask(address, {
        method: 'POST',
        override: 'PUT',
        body: { visitorTyping: isTyping ? 'typing' : 'not-typing' },
        parse: () => undefined,
      });
    },
    /** Polls right away. Resolves to whether a poll that started after this call was answered. */
    async poll(): Promise<boolean> {
      // A poll that is already running may not include the latest changes.
      await polling;
      return poll();
    },
  };
}

/** The `next` link, asking for the last known event again; undefined if it cannot. */
function withLastEvent(next: string | undefined, lastNumber: number): string | undefined {
  if (next === undefined || lastNumber < 0 || (nextNumberOf(next) ?? 0) <= lastNumber) return undefined;
  return next.replace(/([?&]from=)\d+/, `$1${lastNumber}`);
}

/** Where a chat takes events if its answers name no other address. Its own address may have a query. */
function eventsOf(address: string): string {
  return address.replace(/(?=\?|$)/, '/events');
}

/** Parses a `Retry-After` header, which holds seconds or a date by the service's clock (REL-21). */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** How long the service asks to wait before the next call, within limits; undefined if it does not ask. */
export function busyMsOf(error: unknown, serviceNow: number): number | undefined {
  const askedMs = isWidgetError(error) ? retryAfterMs(error.retryAfter, serviceNow) : undefined;
  return askedMs === undefined ? undefined : Math.min(Math.max(askedMs, pollMs), maxBusyWaitMs);
}

/** The path and query of a link. Adds what it lacks: the API version and, for all but the account, `NC` (no cookies). */
function withParameters(url: URL): string {
  if (!url.searchParams.has('v')) url.searchParams.set('v', '1');
  if (!/\/account\/[^/]+$/.test(url.pathname)) url.searchParams.set('NC', 'true');
  return `${url.pathname}${url.search}`;
}

/** The last path segment of the session URL identifies the chat. */
export function chatIdOf(session: string | undefined): string {
  return session?.split('?')[0]?.split('/').at(-1) ?? 'chat';
}
