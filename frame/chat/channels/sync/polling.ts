import { createError, isWidgetError } from '../../../platform/errors.ts';
import type { ChannelPorts } from '../../channel.ts';
import { chatTimeoutMs, lostAfterPolls, maxFailedPolls, pollMs } from './limits.ts';
import { type Ask, busyMsOf } from './restCalls.ts';
import { type ChatUpdate, type Links, nextNumberOf, parseChat } from './wire.ts';

/** The running session and the links of its latest answer. */
export interface Session {
  url: string | undefined;
  links: Links;
  infoLinks: Links;
  /** Incremented when the session changes, so that late answers to the previous one are ignored. */
  generation: number;
}

export interface ChatAnswer extends ChatUpdate {
  /** It has the whole chat, not only new events. */
  readonly isWhole: boolean;
}

export interface PollingEvents {
  /** The number of the last known event; -1 without one. */
  readonly lastNumber: () => number;
  /**
   * Whether an answer is inconsistent, so that the whole chat must be requested. `overlaps`: the request asked for the last
   * known event again.
   */
  readonly isDoubtful: (update: ChatUpdate, overlaps: boolean) => boolean;
  /** Returns false for an answer that is older than the previous ones, whose links must not be used. */
  readonly onAnswer: (answer: ChatAnswer) => boolean;
  /** The vendor's `notfound`. `gone`: the service does not know the chat. `silent`: no answer for longer than it keeps one. */
  readonly onLost: (reason: 'gone' | 'silent') => void;
  readonly onConnection: (isLost: boolean) => void;
}

export interface PollingPorts extends Pick<ChannelPorts, 'clock' | 'lifetime'> {
  readonly ask: Ask;
  readonly session: Session;
  /** The time by the service's clock. */
  readonly serviceNow: () => number;
}

/**
 * Polls the events of a chat along the `next` link, from the last known event on. An answer that does not start with that
 * event means that the service has restarted its numbering: the new numbers may have caught up with the old ones between two
 * polls.
 */
export function createPolling(ports: PollingPorts, events: PollingEvents) {
  const { clock, lifetime, ask, session } = ports;
  let failedPolls = 0;
  let lastAnswerMs = 0;
  /** The service has asked to wait until this time of the visitor's clock. */
  let busyUntilMs = 0;
  /** The poll of the session that waits for its answer. */
  let polling: Promise<boolean> | undefined;
  let cancelPoll = (): void => {};

  const fetchChat = (address: string): Promise<ChatUpdate> => ask(address, { method: 'GET', parse: parseChat });

  function schedule(delayMs: number): void {
    cancelPoll();
    cancelPoll = lifetime.add(
      clock.after(delayMs, () => {
        // The wait is over, even if the visitor's clock was set back in the meantime.
        busyUntilMs = 0;
        void poll();
      }),
    );
  }

  async function poll(): Promise<boolean> {
    if (session.url === undefined || lifetime.ended || clock.now() < busyUntilMs) return false;
    if (!polling) {
      const own = pollOnce().finally(() => {
        if (polling === own) polling = undefined;
      });
      polling = own;
    }
    return polling;
  }

  /** Resolves to whether the poll was answered. */
  async function pollOnce(): Promise<boolean> {
    const { generation, url = '' } = session;
    const { next } = session.links;
    const overlap = withLastEvent(next, events.lastNumber());
    const isLate = (): boolean => generation !== session.generation || lifetime.ended;
    try {
      let update = await fetchChat(overlap ?? next ?? url);
      if (isLate()) return false;
      const isWhole = next === undefined || events.isDoubtful(update, overlap !== undefined);
      if (isWhole && next !== undefined) update = await fetchChat(url);
      if (isLate()) return false;
      const wasLost = failedPolls >= lostAfterPolls;
      failedPolls = 0;
      apply({ ...update, isWhole });
      if (wasLost) events.onConnection(false);
      schedule(pollMs);
      return true;
    } catch (error) {
      if (!isLate()) pollFailed(error);
      return false;
    }
  }

  function apply(answer: ChatAnswer): void {
    const { links, infoLinks } = session;
    lastAnswerMs = clock.now();
    session.links = { ...links, ...answer.links };
    session.infoLinks = { ...infoLinks, ...answer.infoLinks };
    if (!events.onAnswer(answer)) Object.assign(session, { links, infoLinks });
  }

  function pollFailed(error: unknown): void {
    const busyMs = busyMsOf(error, ports.serviceNow());
    // A `Retry-After` header is not a failure; the next poll waits that long.
    if (busyMs === undefined) failedPolls += 1;
    if (failedPolls === lostAfterPolls) events.onConnection(true);
    const isGone = isWidgetError(error) && (error.status === 404 || error.status === 410);
    const isSilent = failedPolls > maxFailedPolls && clock.now() - lastAnswerMs >= chatTimeoutMs;
    if (isSilent || isGone) {
      dispose();
      events.onLost(isGone ? 'gone' : 'silent');
      return;
    }
    if (busyMs !== undefined) busyUntilMs = clock.now() + busyMs;
    schedule(busyMs ?? pollMs);
  }

  /** Answers to earlier requests are ignored from now on. */
  function leaveSession(): void {
    session.generation += 1;
    polling = undefined;
  }

  function dispose(): void {
    leaveSession();
    session.url = undefined;
    cancelPoll();
    failedPolls = 0;
    busyUntilMs = 0;
  }

  return {
    /**
     * Requests the whole chat at this address, and polls from then on. Rejects with `CALL_ABORTED` if the session has changed
     * in between.
     */
    async open(address: string): Promise<ChatUpdate> {
      leaveSession();
      session.links = {};
      session.infoLinks = {};
      const { generation } = session;
      const checkTime = (): void => {
        if (generation !== session.generation || lifetime.ended)
          throw createError('CALL_ABORTED', 'The visitor has left the chat, or another one has started.');
      };
      const update = await fetchChat(address).catch((error: unknown) => {
        checkTime();
        throw error;
      });
      checkTime();
      session.url = address;
      apply({ ...update, isWhole: true });
      schedule(pollMs);
      return update;
    },
    /** Opens a session whose first answer did not arrive. Polling fetches the whole chat, and gives up as for any other. */
    openWithoutAnswer(address: string, failed: number): void {
      session.url = address;
      failedPolls = failed;
      lastAnswerMs = clock.now();
      schedule(pollMs);
    },
    /** Polls right away. Resolves to whether a poll that started after this call was answered. */
    async poll(): Promise<boolean> {
      // A poll that is already running may not include the latest changes.
      await polling;
      return poll();
    },
    dispose,
  };
}

/** The `next` link, asking for the last known event again; undefined if it cannot. */
function withLastEvent(next: string | undefined, lastNumber: number): string | undefined {
  if (next === undefined || lastNumber < 0 || (nextNumberOf(next) ?? 0) <= lastNumber) return undefined;
  return next.replace(/([?&]from=)\d+/, `$1${lastNumber}`);
}
