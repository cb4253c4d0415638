import * as v from 'valibot';
import { createJsonpLoader, type LoadJsonp } from '../../../platform/loadJsonpScript.ts';
import { once, sharedRun } from '../../../platform/sharedRun.ts';
import type { ChannelPorts, ChannelWith } from '../../channel.ts';
import { createChannelState } from '../ground/channelState.ts';
import { retryWhenShownMs } from '../ground/connection/limits.ts';
import { createServiceClock } from '../ground/serviceClock.ts';
import { createChatLife } from './chatLife.ts';
import { syncDeployment } from './deployment.ts';
import { createHistory } from './history.ts';
import { findOrigin } from './originSearch.ts';
import type { SyncParts } from './parts.ts';
import { chatAccountOf } from './savedChat.ts';

type SyncChannel = ChannelWith<'resume' | 'typing' | 'submitSurvey' | 'cancelSurvey' | 'resumeSurvey'>;

/** Live chat over the vendor's chat REST API (CH-110 to CH-131). */
export function createSyncChannel(ports: ChannelPorts, loadJsonp: LoadJsonp = createJsonpLoader('cb')): SyncChannel {
  const { attention, clock, lifetime, log } = ports;
  const deployment = v.parse(syncDeployment, ports.deployment.sync ?? {});
  const currentAccount = (): string | undefined => chatAccountOf(ports, deployment);
  const state = createChannelState(ports, { isLoggedIn: ports.visitor().isSignedIn, account: currentAccount() });
  let starting: Promise<void> | undefined;
  /** The start that has not been answered yet. It ends when the visitor ends the chat. */
  let attempt = lifetime.child();
  let ending: Promise<void> | undefined;
  let triedAtMs = 0;

  const serviceClock = createServiceClock(clock, (aheadMs) => state.emit({ type: 'clock', aheadMs }));
  const shared: SyncParts = { state, deployment, history: createHistory(), serviceClock, origin: '' };
  const life = createChatLife(ports, shared, () => starting !== undefined);
  const { rest, lines, saved, survey, engagement } = life;
  saved.updateOwner();

  const lookUpService = sharedRun(async () => {
    triedAtMs = clock.now();
    try {
      shared.origin = await findOrigin(ports, deployment, loadJsonp, state.snapshot.config.account);
      if (!life.isRunning) state.enter('initialised');
      await engagement.start();
    } catch (error) {
      if (lifetime.ended) return;
      log.warn('Live chat cannot be used.', error);
      // A chat of the previous page continues at its own address.
      if (!life.isRunning) life.setState('UNAVAILABLE');
    }
  });

  /** Looks the service up, unless it is known. Never rejects. */
  async function findService(): Promise<void> {
    if (shared.origin === '') await lookUpService();
  }

  /** A failed lookup is repeated when the network is back, when the pane is shown, and when a chat starts. */
  function retry(): void {
    const { config, isReady } = state.snapshot;
    if (isReady && config.account !== undefined) void findService();
  }

  attention.onOnline(lifetime, retry);
  attention.onChange(lifetime, () => {
    if (attention.isPaneShown() && Math.abs(clock.now() - triedAtMs) >= retryWhenShownMs) retry();
  });

  const init = once(async () => {
    const account = currentAccount();
    if (account !== undefined) {
      state.change({ config: { ...state.snapshot.config, account } });
      saved.updateOwner();
      // Texts of a chat that this tab cannot continue go back to the visitor.
      if (saved.find()?.session === undefined) lines.close();
      rest.reportEnds();
    }
    await findService();
    if (!lifetime.ended) state.change({ isReady: true });
  });

  function begin(): Promise<void> {
    // The end of the previous chat may still be on its way.
    ending = undefined;
    const own = lifetime.child();
    attempt = own;
    return (state.snapshot.isReady ? findService() : init())
      .then(() => life.start(own))
      .finally(() => {
        own.end();
        if (attempt === own) starting = undefined;
        // It sends nothing while a chat is running, and has no service to ask without an origin.
        if (shared.origin !== '') void engagement.refresh();
      });
  }

  return {
    get snapshot() {
      return state.snapshot;
    },
    init,
    async start() {
      if (life.isRunning) return;
      // Concurrent calls share one start (CH-111).
      starting ??= begin();
      await starting;
    },
    async resume(request) {
      await init();
      return life.resume(request);
    },
    async send({ id, text }) {
      saved.updateOwner();
      lines.write(id, text);
    },
    typing(isTyping) {
      if (state.snapshot.state !== 'chatting') return;
      rest.setVisitorTyping(isTyping).catch(() => {
        // Ignore the error: the typing indicator is not important.
      });
    },
    async end(withError = false) {
      attempt.end();
      starting = undefined;
      if (!ending) {
        const own = life.end(withError).finally(() => {
          if (ending === own) ending = undefined;
        });
        ending = own;
      }
      await ending;
    },
    submitSurvey: survey.submit,
    async cancelSurvey() {
      survey.cancel();
    },
    resumeSurvey: survey.resume,
  };
}
