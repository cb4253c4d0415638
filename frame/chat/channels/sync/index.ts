import * as v from 'valibot';
import type { Lifetime } from '../../../platform/lifetime.ts';
import { createJsonpLoader, type LoadJsonp } from '../../../platform/loadJsonpScript.ts';
import type { ChannelPorts, ChannelWith } from '../../channel.ts';
import { createChannelState } from '../ground/channelState.ts';
import { retryWhenShownMs } from '../ground/connection/limits.ts';
import { createServiceClock } from '../ground/serviceClock.ts';
import { createAgents } from './agents.ts';
import { type ChatLife, createChatLife } from './chatLife.ts';
import { createChatRest } from './chatRest.ts';
import { syncDeployment } from './deployment.ts';
import { createEngagementCheck } from './engagement.ts';
import { createHistory } from './history.ts';
import { createLines } from './lines.ts';
import { findOrigin } from './originSearch.ts';
import type { SyncParts } from './parts.ts';
import { chatAccountOf, createSavedChat } from './savedChat.ts';
import { createSurvey } from './survey.ts';

/** A start that has not been answered yet. The visitor may end it. */
interface Starting {
  readonly attempt: Lifetime;
  readonly done: Promise<void>;
}

type SyncChannel = ChannelWith<'resume' | 'typing' | 'submitSurvey' | 'cancelSurvey' | 'resumeSurvey'>;

/** Live chat over the vendor's chat REST API (CH-110 to CH-131). */
export function createSyncChannel(ports: ChannelPorts, loadJsonp: LoadJsonp = createJsonpLoader('cb')): SyncChannel {
  const { attention, clock, lifetime, log } = ports;
  const deployment = v.parse(syncDeployment, ports.deployment.sync ?? {});
  const currentAccount = (): string | undefined => chatAccountOf(ports, deployment);
  const state = createChannelState(ports, 'sync', {
    isLoggedIn: ports.visitor().isSignedIn,
    account: currentAccount(),
  });
  let ready: Promise<void> | undefined;
  let starting: Starting | undefined;
  let ending: Promise<void> | undefined;
  let finding: Promise<void> | undefined;
  let triedAtMs = 0;

  const serviceClock = createServiceClock(clock, (aheadMs) => state.emit({ type: 'clock', aheadMs }));
  const shared: SyncParts = { state, deployment, history: createHistory(), serviceClock, origin: '' };
  const rest = createChatRest(ports, shared, {
    onRequested: (atMs) => life.requested(atMs),
    onAnswer: (answer) => life.onAnswer(answer),
    onLost: (reason) => life.onLost(reason),
    onConnection: (isLost) => lines.onConnection(isLost),
  });
  const agents = createAgents(ports, state, deployment);
  const lines = createLines(ports, shared, rest, agents);
  const saved = createSavedChat(ports, shared, rest, lines);
  const survey = createSurvey(ports, state, rest);
  const isBusy = (): boolean => life.isRunning || starting !== undefined;
  const engagement = createEngagementCheck(ports, shared, isBusy, (word) => life.setState(word));
  const life: ChatLife = createChatLife(ports, shared, { rest, lines, agents, survey, engagement, saved });
  saved.updateOwner();

  async function lookUpService(): Promise<void> {
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
  }

  /** Looks the service up, unless it is known. Concurrent calls share one lookup. Never rejects. */
  async function findService(): Promise<void> {
    if (shared.origin !== '') return;
    finding ??= lookUpService().finally(() => {
      finding = undefined;
    });
    await finding;
  }

  /** A failed lookup is repeated when the network is back, when the pane is shown, and when a chat starts. */
  function retry(): void {
    const { config, isReady } = state.snapshot;
    if (isReady && config.account !== undefined) void findService();
  }

  attention.onOnline(lifetime, retry);
  attention.onChange(lifetime, () => {
    if (attention.isPaneShown() && clock.now() - triedAtMs >= retryWhenShownMs) retry();
  });

  async function init(): Promise<void> {
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
  }

  function begin(): Starting {
    // The end of the previous chat may still be on its way.
    ending = undefined;
    const attempt = lifetime.child();
    const done = (state.snapshot.isReady ? findService() : channel.init())
      .then(() => life.start(attempt))
      .finally(() => {
        attempt.end();
        if (starting?.attempt === attempt) starting = undefined;
        // It sends nothing while a chat is running, and has no service to ask without an origin.
        if (shared.origin !== '') void engagement.refresh();
      });
    return { attempt, done };
  }

  const channel: SyncChannel = {
    get snapshot() {
      return state.snapshot;
    },
    init() {
      ready ??= init();
      return ready;
    },
    async start() {
      if (life.isRunning) return;
      // Concurrent calls share one start (CH-111).
      starting ??= begin();
      await starting.done;
    },
    async resume(request) {
      await channel.init();
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
      starting?.attempt.end();
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
  return channel;
}
