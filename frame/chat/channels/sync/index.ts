import * as v from 'valibot';
import { createError, describeError } from '../../../platform/errors.ts';
import { pause } from '../../../platform/pause.ts';
import type { Channel, ChannelPorts, OutgoingMessage } from '../../channel.ts';
import { createChannelState } from '../../channelState.ts';
import type { ChatState } from '../../chatState.ts';
import { createChatTexts } from '../../texts.ts';
import { createAgents } from './agents.ts';
import { type CreateChatRest, createChatRest } from './chatRest.ts';
import { syncDeployment } from './deployment.ts';
import { createEngagementCheck } from './engagement.ts';
import { chatRequest } from './engagementRequest.ts';
import { findOrigin } from './findOrigin.ts';
import { retryWaitMs } from './limits.ts';
import { createLines } from './lines.ts';
import { createSavedChat, findAccount } from './savedChat.ts';
import { nextSyncState } from './states.ts';
import { createSurvey } from './survey.ts';
import { type LoadJsonp, loadJsonp as loadInFrame } from './transport.ts';
import type { ChatInfo, ChatUpdate } from './wire.ts';

export interface SyncSeams {
  readonly loadJsonp: LoadJsonp;
  readonly createRest: CreateChatRest;
}

/** Live chat over the vendor's chat REST service (CH-110 to CH-131). */
export function createSyncChannel(
  ports: ChannelPorts,
  seams: SyncSeams = { loadJsonp: loadInFrame, createRest: createChatRest },
): Channel {
  const { clock, lifetime, log, entry, storage } = ports;
  const deployment = v.parse(syncDeployment, ports.deployment.sync ?? {});
  const text = createChatTexts(ports.texts);
  const saved = createSavedChat(ports);
  const accountOf = (): string | undefined => findAccount(ports, deployment, saved);
  const state = createChannelState(ports, 'sync', { isLoggedIn: ports.visitor().isSignedIn, account: accountOf() });
  let origin = '';
  let ready: Promise<void> | undefined;
  let starting: Promise<void> | undefined;
  let ending: Promise<void> | undefined;

  const isTalking = (): boolean => state.snapshot.state === 'waiting' || state.snapshot.state === 'chatting';
  /** `resume`: a chat of the page load before whose service cannot be reached yet. */
  const isRunning = (): boolean => isTalking() || state.snapshot.state === 'resume';

  const rest = seams.createRest(
    {
      call: ports.call,
      clock,
      lifetime,
      appKey: deployment.appKey,
      place: () => ({ origin, account: state.snapshot.config.account ?? '' }),
    },
    {
      onUpdate,
      onLost: (why) => {
        log.warn(`The live chat is lost: its service ${why === 'gone' ? 'does not know it' : 'does not answer'}.`);
        if (why === 'gone') incoming('ended');
        else brokeDown();
      },
      onConnection: (isLost) => lines.connection(isLost),
    },
  );
  const agents = createAgents(ports, state, deployment);
  const lines = createLines(ports, { state, rest, isRunning, agentId: () => agents.currentId });
  const survey = createSurvey(ports, state, rest);
  const engagement = createEngagementCheck(ports, {
    state,
    deployment,
    origin: () => origin,
    isBusy: () => isRunning() || starting !== undefined,
    incoming,
  });

  async function init(): Promise<void> {
    try {
      const account = accountOf();
      if (account === undefined) throw createError('CHANNEL_UNAVAILABLE', 'There is no account for this service.');
      state.change({ config: { ...state.snapshot.config, account } });
      origin = await findOrigin(ports, deployment, seams.loadJsonp, account);
      await engagement.start();
    } catch (error) {
      if (lifetime.ended) return;
      log.warn('Live chat cannot be used.', describeError(error));
      incoming('UNAVAILABLE');
    }
    if (!lifetime.ended) state.change({ isReady: true });
  }

  function onUpdate(update: ChatUpdate): void {
    if (lifetime.ended) return;
    lines.show(update.lines);
    if (update.info) showInfo(update.info);
    if (update.state !== undefined) incoming(update.state);
    lines.answered();
  }

  function showInfo(info: ChatInfo): void {
    if (info.rtSessionId !== undefined && info.rtSessionId !== state.conversationId && isOpen(info.state)) {
      state.change({ conversationId: info.rtSessionId });
      state.emit({ type: 'session', realtimeId: info.rtSessionId });
    }
    agents.show(info);
  }

  function incoming(word: string): void {
    const before = state.snapshot.state;
    const { next, isUnknown } = nextSyncState(before, word);
    if (isUnknown) log.warn('Live chat told a state that is not known.', word);
    if (next === undefined) return;
    state.change({ state: next });
    if (next === 'waiting' || next === 'chatting') {
      saved.write({ account: state.snapshot.config.account ?? '', session: rest.session });
    }
    if (next === 'waiting') {
      rest.cancelSurvey();
      lines.showQueued();
    }
    if (next === 'chatting') void lines.send();
    if (next === 'ended') over(before);
  }

  /** CH-123. */
  function over(before: ChatState): void {
    const { conversationId } = state;
    leaveChat();
    rest.disposeVisitor();
    if (before === 'waiting' || before === 'chatting') void survey.ask(conversationId);
    state.change({ conversationId: undefined });
    void engagement.refresh();
  }

  /** CH-124. */
  function leaveChat(): void {
    lines.settle();
    saved.remove();
    storage.remove('cm-external-config');
    lines.chatOver();
  }

  async function start(): Promise<void> {
    if (isRunning()) return;
    // CH-111: whoever asks while a start is under way gets that one.
    starting ??= begin().finally(() => {
      starting = undefined;
    });
    await starting;
  }

  async function begin(): Promise<void> {
    await (ready ?? channel.init());
    if (lifetime.ended) return;
    if (state.snapshot.state === 'unavailable') {
      lines.settle();
      throw createError('CHANNEL_UNAVAILABLE', 'No agent can be reached by live chat now.');
    }
    for (const part of [survey, lines]) part.chatBegins();
    agents.forget();
    const request = chatRequest(engagement.known, entry.skill, ports.page(), ports.place());
    try {
      await rest.requestChat(request).catch(async (error: unknown) => {
        if (lifetime.ended) throw error;
        log.warn('The chat request failed; it is tried once more.', describeError(error));
        await pause(ports, retryWaitMs);
        if (lifetime.ended) throw error;
        await rest.requestChat(request);
      });
    } catch (error) {
      if (!lifetime.ended) startFailed();
      throw error;
    }
    if (!isTalking()) incoming('WAITING');
  }

  /** CH-129, CH-213. */
  function startFailed(): void {
    const { emailLink } = ports.place();
    const link = emailLink === undefined ? {} : { link: { text: text('emailUs'), href: emailLink } };
    state.emit({ type: 'trouble', key: 'startFailed', ...link });
    if (emailLink !== undefined) {
      void ports.host.openUrl(emailLink, 'tab').catch(() => {
        log.warn('The email link could not be opened.');
      });
    }
    brokeDown();
  }

  /** What was not said stays with the visitor, who is told and may begin again. */
  function brokeDown(): void {
    leaveChat();
    if (state.snapshot.state !== 'error') state.change({ state: 'error', conversationId: undefined });
    void engagement.refresh();
  }

  async function endOnce(withError: boolean): Promise<void> {
    if (!isRunning()) return;
    const { conversationId } = state;
    const told = rest.endChat({ disposeVisitor: true }).catch((error: unknown) => {
      if (!lifetime.ended) log.warn('The end of a chat was not told to the service.', describeError(error));
    });
    leaveChat();
    state.change({ state: withError ? 'error' : 'ended', conversationId: undefined });
    await told;
    if (lifetime.ended) return;
    if (!withError) await survey.ask(conversationId);
    void engagement.refresh();
  }

  const channel: Channel = {
    get snapshot() {
      return state.snapshot;
    },
    capabilities: { tellsTyping: true, isExternal: false, canEnd: true, queuesTexts: true },
    init() {
      ready ??= init();
      return ready;
    },
    start,
    /** CH-131. */
    async resume({ account, conversationId }) {
      await (ready ?? channel.init());
      if (isRunning()) return true;
      const chat = saved.read();
      if (chat?.session === undefined) return false;
      if (account !== undefined && account !== chat.account) return false;
      lines.showQueued();
      lines.replayBegins();
      try {
        const outcome = await rest.resumeChat(chat.session);
        if (outcome === 'later') {
          state.change({ conversationId, state: 'resume' });
          lines.connection(true);
        }
        if (outcome !== 'over') return true;
      } catch (error) {
        log.warn('A live chat could not be resumed.', describeError(error));
      }
      lines.replayFailed();
      if (lifetime.ended) return false;
      leaveChat();
      return false;
    },
    async send(message: OutgoingMessage) {
      lines.add(message.id, message.text);
      if (state.snapshot.state === 'chatting') void lines.send();
    },
    typing(isTyping) {
      if (state.snapshot.state !== 'chatting') return;
      rest.setVisitorTyping(isTyping).catch(() => {
        // Silent: typing that is not told is no loss.
      });
    },
    press: () => Promise.resolve(),
    reply: () => Promise.resolve(),
    rate: () => Promise.resolve(),
    seen: () => {},
    async end(withError = false) {
      ending ??= endOnce(withError).finally(() => {
        ending = undefined;
      });
      await ending;
    },
    submitSurvey: survey.submit,
    async cancelSurvey() {
      survey.cancel();
    },
  };
  return channel;
}

const isOpen = (state: string | undefined): boolean =>
  state === 'waiting' || state === 'chatting' || state === undefined;
