import { createError, isWidgetError } from '../../../platform/errors.ts';
import type { ChannelPorts } from '../../channel.ts';
import { createEndReports } from '../ground/endReports.ts';
import { isFinalRefusal } from '../ground/finalRefusal.ts';
import { chatTimeoutMs, lostAfterPolls, pollMs } from './limits.ts';
import { createPolling, type PollingEvents, type Session } from './polling.ts';
import { type Ask, busyMsOf, chatIdOf, createAsk, type ServiceAddress, withNoCookies } from './restCalls.ts';
import { type ChatUpdate, type Links, parseAccountLinks, parseChatLocation } from './wire.ts';

/** The vendor's chat operations (CH-110). */
export interface ChatRest {
  /** URL of the running session, saved so that a reload can resume it. */
  readonly session: string | undefined;
  /** The links of the session's latest answer. They stay when the session ends. */
  readonly links: Links;
  readonly ask: Ask;
  requestChat(request: Readonly<Record<string, unknown>>): Promise<void>;
  /** Resumes a session. `unreachable`: the service did not answer, and polling continues until it does. */
  resumeChat(session: string): Promise<'running' | 'ended' | 'unreachable'>;
  addLine(text: string): Promise<void>;
  /** Rejects if the call fails. The end is then reported later. */
  endChat(options: { readonly disposeVisitor: boolean }): Promise<void>;
  /** Reports the ends that an earlier page could not report. */
  reportEnds(): void;
  disposeVisitor(): void;
  setVisitorTyping(isTyping: boolean): Promise<void>;
  /** Polls right away. Resolves to whether a poll that started after this call was answered. */
  poll(): Promise<boolean>;
}

export interface ChatRestEvents extends PollingEvents {
  /** The service has created a chat at about this time of the visitor's clock. */
  readonly onRequested: (atMs: number) => void;
}

export interface ChatRestParts extends ServiceAddress {
  /** The owner of the chats. */
  readonly owner: () => string;
  /** The time by the service's clock. */
  readonly serviceNow: () => number;
}

/** Calls the REST API directly, without the vendor's SDK. Always uses the links of the service's latest answer. */
export function createChatRest(ports: ChannelPorts, parts: ChatRestParts, events: ChatRestEvents): ChatRest {
  const { clock, lifetime } = ports;
  const { serviceNow } = parts;
  const session: Session = { url: undefined, links: {}, infoLinks: {}, generation: 0 };
  const ask = createAsk(ports, parts);
  const polling = createPolling({ clock, lifetime, ask, session, serviceNow }, events);
  const endReports = createEndReports(ports, {
    owner: parts.owner,
    keepMs: chatTimeoutMs,
    retryMs: (error) => busyMsOf(error, serviceNow()) ?? pollMs,
    send: ({ address = '' }) => postEvent(address, { '@type': 'state', state: 'ended' }),
  });
  let wasTyping = false;

  const eventsAddress = (): string => session.links.events ?? eventsOf(session.url ?? '');

  function postEvent(address: string, event: Readonly<Record<string, string>>): Promise<void> {
    return ask(address, { method: 'POST', body: { event }, parse: () => undefined });
  }

  function dispose(): void {
    polling.dispose();
    wasTyping = false;
  }

  async function requestSession(request: Readonly<Record<string, unknown>>): Promise<string> {
    const { account } = parts.service();
    const home = await ask(`/api/account/${encodeURIComponent(account)}.json`, {
      method: 'GET',
      parse: parseAccountLinks,
    });
    const startedMs = clock.now();
    const given = await ask(withNoCookies(home['chat-request'] ?? ''), {
      method: 'POST',
      body: { request },
      // A service that does not expose its headers names the chat in the body.
      parse: (body, headers) => headers.get('location') ?? parseChatLocation(body) ?? '',
    });
    if (given === '') throw createError('ANSWER_INVALID', 'The chat request was answered without a location.');
    events.onRequested((startedMs + clock.now()) / 2);
    return given;
  }

  /** Polls the chat from now on, or ends it at the service if the visitor has left it in the meantime. */
  async function open(address: string): Promise<ChatUpdate> {
    try {
      return await polling.open(address);
    } catch (error) {
      if (isWidgetError(error, 'CALL_ABORTED') && !lifetime.ended) leave(address);
      throw error;
    }
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
    get session() {
      return session.url;
    },
    get links() {
      return session.links;
    },
    ask,
    async requestChat(request) {
      const { generation } = session;
      const given = await requestSession(request);
      if (generation !== session.generation) {
        leave(given);
        throw createError('CALL_ABORTED', 'The visitor has left the chat.');
      }
      try {
        await open(given);
      } catch (error) {
        // The chat exists already. A second request opens a second chat at the agent desk.
        if (isFinalRefusal(error)) leave(given);
        if (isFinalRefusal(error) || isWidgetError(error, 'CALL_ABORTED')) throw error;
        polling.openWithoutAnswer(given, 0);
      }
    },
    async resumeChat(address) {
      try {
        const { state } = await open(address);
        const hasEnded = state === 'ended' || state === 'notfound';
        if (hasEnded) dispose();
        return hasEnded ? 'ended' : 'running';
      } catch (error) {
        if (isFinalRefusal(error) || isWidgetError(error, 'CALL_ABORTED')) throw error;
        // The service is unreachable: keep the session and poll until it answers or times out (CH-131).
        polling.openWithoutAnswer(address, lostAfterPolls);
        return 'unreachable';
      }
    },
    addLine: (text) => postEvent(eventsAddress(), { '@type': 'line', text }),
    async endChat({ disposeVisitor }) {
      const address = eventsAddress();
      const { url } = session;
      if (disposeVisitor) dispose();
      if (url !== undefined) await reportEnd(url, address);
    },
    reportEnds: () => void endReports.reportAll(),
    disposeVisitor: dispose,
    async setVisitorTyping(isTyping) {
      const address = session.infoLinks['visitor-typing'] ?? session.links['visitor-typing'];
      if (address === undefined || isTyping === wasTyping) return;
      wasTyping = isTyping;
      await ask(address, {
        method: 'POST',
        override: 'PUT',
        body: { visitorTyping: isTyping ? 'typing' : 'not-typing' },
        parse: () => undefined,
      });
    },
    poll: polling.poll,
  };
}

/** Where a chat takes events if its answers name no other address. Its own address may have a query. */
function eventsOf(address: string): string {
  return address.replace(/(?=\?|$)/, '/events');
}
