import { createError, isWidgetError } from '../../../platform/errors.ts';
import type { ChannelPorts } from '../../channel.ts';
import { createEndReports } from '../ground/endReports.ts';
import { isFinalRefusal } from '../ground/finalRefusal.ts';
import { chatTimeoutMs, lostAfterPolls, pollMs } from './limits.ts';
import { createPolling, type PollingEvents, type Session } from './polling.ts';
import { busyMsOf, chatIdOf, createAsk, type ServiceAddress, withNoCookies } from './restCalls.ts';
import { type ChatUpdate, parseAccountLinks, parseChatLocation } from './wire.ts';

export type ChatRest = ReturnType<typeof createChatRest>;

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

/** The vendor's chat operations (CH-110). Calls the REST API directly, without the vendor's SDK. Always uses the links of the service's latest answer. */
export function createChatRest(ports: ChannelPorts, parts: ChatRestParts, events: ChatRestEvents) {
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
    /** URL of the running session, saved so that a reload can resume it. */
    get session() {
      return session.url;
    },
    /** The links of the session's latest answer. They stay when the session ends. */
    get links() {
      return session.links;
    },
    ask,
    async requestChat(request: Readonly<Record<string, unknown>>): Promise<void> {
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
    /** Resumes a session. `unreachable`: the service did not answer, and polling continues until it does. */
    async resumeChat(address: string): Promise<'running' | 'ended' | 'unreachable'> {
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
    addLine: (text: string) => postEvent(eventsAddress(), { '@type': 'line', text }),
    /** Rejects if the call fails. The end is then reported later. */
    async endChat({ disposeVisitor }: { readonly disposeVisitor: boolean }): Promise<void> {
      const address = eventsAddress();
      const { url } = session;
      if (disposeVisitor) dispose();
      if (url !== undefined) await reportEnd(url, address);
    },
    /** Reports the ends that an earlier page could not report. */
    reportEnds: () => void endReports.reportAll(),
    disposeVisitor: dispose,
    async setVisitorTyping(isTyping: boolean): Promise<void> {
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
    /** Polls right away. Resolves to whether a poll that started after this call was answered. */
    poll: polling.poll,
  };
}

/** Where a chat takes events if its answers name no other address. Its own address may have a query. */
function eventsOf(address: string): string {
  return address.replace(/(?=\?|$)/, '/events');
}
