import { createError, describeError, isWidgetError } from '../../../platform/errors.ts';
import type { ChannelPorts } from '../../channel.ts';
import { createCallers } from '../ground/connection/callers.ts';
import { createReconnectWaits } from '../ground/connection/reconnectWaits.ts';
import { watchPage } from '../ground/connection/watchPage.ts';
import type { StoredAccount } from './account.ts';
import type { XmppDeployment } from './deployment.ts';
import { ackTimeoutMs, keepAliveMs, probeTimeoutMs } from './limits.ts';
import { canLogIn, logIn } from './login.ts';
import { createSession } from './session.ts';
import { openStream, type Stream } from './stream.ts';
import type { XmppTransport } from './transport.ts';
import { bareOf } from './wire.ts';
import type { Xml, XmlElement } from './xml.ts';

export interface ConnectionPorts extends Pick<ChannelPorts, 'clock' | 'log' | 'lifetime' | 'random'> {
  readonly transport: XmppTransport;
  readonly deployment: XmppDeployment;
  readonly account: StoredAccount;
  readonly isWanted: () => boolean;
  /** The address under which this page has something open. */
  readonly boundAddress: () => string | undefined;
  /** Whether the visitor waits for the connection, with a text to send for example. */
  readonly isAwaited: () => boolean;
  /** A new session: reads what has been missed. The connection is up when this resolves. */
  readonly onSession: (address: string, isNewAccount: boolean) => Promise<void>;
  readonly onUp: () => void;
  /** `isLost`: not closed on purpose, so the session may hold messages that have not arrived. */
  readonly onDown: (isLost: boolean, isResumptionUnknown: boolean) => void;
  readonly receive: (stanza: XmlElement) => void;
}

export type Connection = ReturnType<typeof createConnection>;

/** A session on the server that is kept as long as it is wanted, over as many websockets as that takes. */
export function createConnection(ports: ConnectionPorts) {
  const { clock, lifetime, log, account, transport, deployment } = ports;
  const waits = createReconnectWaits(ports.random);
  const callers = createCallers();
  const session = createSession(ports, ports.receive, () => {
    drop(false, true);
    void connectNow();
  });
  let stream: Stream | undefined;
  let upSince: number | undefined;
  let isConnecting = false;
  /** The running attempt was ended on purpose. Whoever has called `connect` since then needs another one. */
  let isGivenUp = false;
  /** The server has been asked to resume the session, and has not answered. */
  let isResuming = false;
  let cancelWait = (): void => {};

  function drop(isFinal: boolean, isLost: boolean): number | undefined {
    const upForMs = upSince === undefined ? undefined : Math.abs(clock.now() - upSince);
    const dropped = stream;
    stream = undefined;
    upSince = undefined;
    const { isAttached, isResumptionUnknown } = session;
    session.detach(isFinal);
    dropped?.close(isFinal);
    if (isAttached && !lifetime.ended) ports.onDown(isLost, isResumptionUnknown);
    return upForMs;
  }

  function lost(): void {
    const upForMs = drop(false, true);
    if (upForMs !== undefined) schedule(waits.afterLoss(upForMs, ports.isAwaited()));
  }

  function schedule(waitMs: number): void {
    cancelWait();
    if (page.isSuspended || lifetime.ended || !(ports.isWanted() || callers.areWaiting)) return;
    cancelWait = lifetime.add(clock.after(waitMs, () => void connectNow()));
  }

  const dial = (onClosed: () => void): Stream => openStream(ports, transport.dial(deployment.address), onClosed);

  async function establish(opened: Stream): Promise<void> {
    const { resumption: resume } = session;
    const credentials = await account.credentials(ports.boundAddress());
    const login = await logIn(opened, {
      ...credentials,
      createAccount: account.create,
      onRegistered: account.keep,
      resume,
      onResuming() {
        isResuming = true;
      },
    });
    isResuming = false;
    if (stream !== opened) throw createError('CALL_ABORTED', 'The connection was lost.');
    if (login.type === 'resumed') session.resume(opened, login.handled);
    else {
      session.begin(opened, login);
      await ports.onSession(bareOf(login.address), login.isNewAccount);
    }
    if (stream !== opened) throw createError('CALL_ABORTED', 'The connection was lost.');
    upSince = clock.now();
  }

  async function connectNow(): Promise<void> {
    if (isConnecting || upSince !== undefined || page.isSuspended || lifetime.ended) return;
    cancelWait();
    isConnecting = true;
    isGivenUp = false;
    isResuming = false;
    const opened: Stream = dial(() => {
      if (stream === opened) lost();
    });
    stream = opened;
    let failure: unknown;
    try {
      await establish(opened);
    } catch (error) {
      failure = error;
    }
    isConnecting = false;
    if (lifetime.ended) return;
    if (failure === undefined) {
      callers.settle();
      ports.onUp();
    } else if (isGivenUp && callers.areWaiting && !page.isSuspended) void connectNow();
    else down(failure, stream === opened);
  }

  function down(failure: unknown, isCurrent: boolean): void {
    // A server that does not answer a resumption has lost the session. The archive has what came meanwhile.
    const isHanging = isWidgetError(failure, 'CALL_TIMEOUT') && isResuming;
    if (isWidgetError(failure, 'NOT_SIGNED_IN')) account.refused();
    if (isCurrent) drop(isHanging, false);
    log.warn('The XMPP server cannot be reached.', describeError(failure));
    callers.settle(failure);
    schedule(isHanging ? 0 : waits.afterFailure());
  }

  /** Connects at once if it is wanted, or checks that the server still answers. */
  function wake(): void {
    if (upSince !== undefined) session.askForAck(probeTimeoutMs);
    else if (ports.isWanted()) void connectNow();
  }

  const page = watchPage(ports, transport.page, {
    onHide: () => {
      cancelWait();
      // A server that owes an answer may be out of reach already.
      drop(false, session.isAckAwaited);
    },
    onShow: wake,
    onAwake: wake,
    onOnline: wake,
  });
  lifetime.add(
    clock.every(keepAliveMs, () => {
      if (upSince !== undefined) session.askForAck(ackTimeoutMs);
    }),
  );

  return {
    get isUp() {
      return upSince !== undefined;
    },
    page,
    /** Our bare address in the session; undefined before the first login. */
    get address() {
      return session.address;
    },
    /** Finds out whether a visitor can log in. Rejects if not. Leaves no session behind. */
    async check(): Promise<void> {
      if (upSince !== undefined) return;
      const { loginTarget } = account;
      const probe = dial(() => {});
      try {
        const features = await probe.open(loginTarget.host);
        if (!canLogIn(features, loginTarget))
          throw createError('CHANNEL_UNAVAILABLE', 'The server does not admit visitors.');
      } finally {
        probe.close(true);
      }
    },
    /** Resolves when the session is up; rejects with the reason when an attempt fails. */
    async connect(): Promise<void> {
      if (upSince !== undefined) return;
      const connected = callers.wait();
      void connectNow();
      await connected;
    },
    wake,
    disconnect(): void {
      cancelWait();
      isGivenUp = true;
      drop(true, false);
      callers.settle(createError('CALL_ABORTED', 'The session was ended.'));
    },
    send: (stanza: Xml) => session.send(stanza),
    /**
     * Resolves to true when the server has the stanza, and to false if it remains unknown. If `isWanted` returns false, it is not sent
     * again after a lost connection.
     */
    deliver: (stanza: Xml, isWanted?: () => boolean): Promise<boolean> =>
      new Promise((resolve) => {
        session.send(stanza, resolve, isWanted);
        session.askForAck(ackTimeoutMs);
      }),
    /** Resolves to the answer. Rejects on an error answer, a timeout or the end of the connection. */
    request: session.request,
  };
}
