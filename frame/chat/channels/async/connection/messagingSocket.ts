import { createError, describeError, isWidgetError } from '../../../../platform/errors.ts';
import type { ChannelPorts } from '../../../channel.ts';
import { createCallers } from '../../ground/connection/callers.ts';
import { stableConnectionMs } from '../../ground/connection/limits.ts';
import { createReconnectWaits } from '../../ground/connection/reconnectWaits.ts';
import { watchPage } from '../../ground/connection/watchPage.ts';
import { ambiguousCloseCode, hangingAttemptMs, identityCloseCodes, outdatedCloseCodes } from '../limits.ts';
import type { MessagingTransport } from '../transport.ts';
import { createLink, type LinkPorts } from './link.ts';
import { createTokens, isTokenRefused, type TokenPorts } from './tokens.ts';

export interface MessagingSocketPorts extends TokenPorts, LinkPorts, Pick<ChannelPorts, 'random'> {
  readonly transport: MessagingTransport;
  readonly address: () => Promise<string>;
  /** Whether to reconnect after the connection is lost. */
  readonly isWanted: () => boolean;
  /** Whether the visitor is waiting for the connection, for example with a text to send. */
  readonly isAwaited: () => boolean;
  readonly onUp: () => void;
  /** The service refused the identity, and a new token was refused too, or the broker refused to issue one. */
  readonly onRefused: () => void;
  /** The service no longer supports this version of the client. There are no further attempts. */
  readonly onOutdated: () => void;
}

/**
 * A connection to the messaging service that is kept open as long as it is wanted, on at most one socket at a time.
 *
 * One attempt runs at a time. An attempt that hangs is abandoned by clearing `attempt`; it notices at its next step and ends
 * without effect.
 */
export function createMessagingSocket(ports: MessagingSocketPorts) {
  const { clock, lifetime, log } = ports;
  const waits = createReconnectWaits(ports.random);
  const tokens = createTokens(ports);
  const link = createLink(ports, { onClosed, onOutdated: endForGood, onDead: replaceDead, onRefused: renewToken });
  let attempt: { readonly since: number } | undefined;
  let isOutdated = false;
  let cancelWait = (): void => {};
  const callers = createCallers();

  const isWanted = (): boolean => callers.areWaiting || ports.isWanted();

  function onClosed(code: number): void {
    if (outdatedCloseCodes.has(code)) {
      endForGood();
      return;
    }
    if (identityCloseCodes.has(code)) tokens.refused();
    replace();
    if (code === ambiguousCloseCode) tokens.suspected();
  }

  /** Ends the connection, and schedules the next one if it was up. */
  function replace(): void {
    const upForMs = link.drop();
    if (upForMs === undefined) return;
    if (upForMs >= stableConnectionMs) tokens.proved();
    schedule(waits.afterLoss(upForMs, ports.isAwaited()));
  }

  function renewToken(): void {
    replace();
    tokens.suspected();
  }

  /** The texts stay stored: a reload of the page gets the newer version, which sends them (F-DL10). */
  function endForGood(): void {
    if (isOutdated) return;
    isOutdated = true;
    abandon();
    callers.settle(outdated());
    log.warn('The messaging service needs a newer version of the widget.');
    ports.onOutdated();
  }

  function replaceDead(): void {
    link.drop();
    void connectNow();
  }

  async function establish(isAbandoned: () => boolean): Promise<void> {
    const token = await tokens.next();
    const address = await ports.address();
    if (isAbandoned()) throw createError('CALL_ABORTED', 'The attempt was abandoned.');
    try {
      await link.establish(address, token);
    } catch (error) {
      if (isTokenRefused(error)) tokens.refused();
      throw error;
    }
  }

  /** Retries once right away if a caller is waiting (CH-148); later attempts are scheduled with growing waits. */
  async function connectNow(): Promise<void> {
    if (attempt || link.isUp || page.isSuspended || isOutdated || lifetime.ended) return;
    cancelWait();
    const mine = { since: clock.now() };
    attempt = mine;
    let failure: unknown;
    for (let tries = 0; tries < 2; tries += 1) {
      failure = await establish(() => attempt !== mine).catch((error: unknown) => error);
      if (attempt !== mine) return;
      const mayRetry = tries === 0 && callers.areWaiting && !isWidgetError(failure, 'NOT_SIGNED_IN');
      if (failure === undefined || !mayRetry) break;
      log.warn('Failed to connect with JWT; retrying...');
    }
    attempt = undefined;
    if (failure === undefined) up();
    else down(failure);
  }

  function up(): void {
    tokens.forgive();
    ports.onUp();
    callers.settle();
  }

  function down(failure: unknown): void {
    const reason = describeError(failure).replace(/^\w+: /, '');
    callers.settle(createError('CHANNEL_UNAVAILABLE', `Error initializing connection: ${reason}`, { cause: failure }));
    if (isWidgetError(failure, 'NOT_SIGNED_IN')) {
      log.warn('The messaging service refused the visitor’s identity.');
      ports.onRefused();
    } else schedule(waits.afterFailure());
  }

  function schedule(waitMs: number): void {
    cancelWait();
    if (lifetime.ended || page.isSuspended || isOutdated || !ports.isWanted()) return;
    cancelWait = lifetime.add(clock.after(waitMs, () => void connectNow()));
  }

  /** Ends the connection and the running attempt. */
  function abandon(): void {
    attempt = undefined;
    cancelWait();
    link.drop();
  }

  /** Probes the connection, or connects right away instead of waiting for the next scheduled attempt. */
  function wake(): void {
    if (link.isUp) link.probe();
    else if (!attempt) {
      tokens.forgive();
      void connectNow();
    }
  }

  const page = watchPage(ports, {
    onHide: abandon,
    onShow: () => void (isWanted() && connectNow()),
    onAwake: () => (link.isUp || ports.isWanted()) && wake(),
    onOnline() {
      const isHanging = attempt !== undefined && clock.now() - attempt.since >= hangingAttemptMs;
      if (isHanging) abandon();
      if (link.isUp || isWanted()) wake();
    },
  });
  lifetime.add(() => {
    abandon();
    callers.settle(createError('CALL_ABORTED', 'The channel has ended.'));
  });

  return {
    get isUp(): boolean {
      return link.isUp;
    },
    get isOutdated(): boolean {
      return isOutdated;
    },
    /** The page is unloaded or in the back-forward cache, so it cannot connect. */
    get isSuspended(): boolean {
      return page.isSuspended;
    },
    /** Resolves once the page is shown. */
    whenShown: page.whenShown,
    /** Resolves once the connection is up. Rejects with the reason after two failures in a row. */
    async connect(): Promise<void> {
      if (link.isUp) return;
      if (isOutdated) throw outdated();
      const connected = callers.wait();
      void connectNow();
      await connected;
    },
    /** Resolves to the body of the response. Rejects on an error response (with its status), a timeout or a lost connection. */
    request: link.request,
    /** Checks that the service still answers, and reconnects if it does not. */
    probe: link.probe,
    wake,
    /** Closes the connection, which stays closed until `connect` or `wake` is called. */
    disconnect(): void {
      abandon();
      if (callers.areWaiting) void connectNow();
    },
  };
}

export type MessagingSocket = ReturnType<typeof createMessagingSocket>;

const outdated = () => createError('CHANNEL_UNAVAILABLE', 'The messaging service needs a newer version of the widget.');
