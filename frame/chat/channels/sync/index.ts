import * as v from 'valibot';
import { createError } from '../../../platform/errors.ts';
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

export interface SyncDependencies {
  readonly loadJsonp: LoadJsonp;
  readonly createRest: CreateChatRest;
}

/** Live chat over the vendor's chat REST API (CH-110 to CH-131). */
export function createSyncChannel(
  ports: ChannelPorts,
  dependencies: SyncDependencies = { loadJsonp: loadInFrame, createRest: createChatRest },
): Channel {
  const { clock, lifetime, log, entry, storage } = ports;
  const deployment = v.parse(syncDeployment, ports.deployment.sync ?? {});
  const text = createChatTexts(ports.texts);
  const saved = createSavedChat(ports);
  const currentAccount = (): string | undefined => findAccount(ports, deployment, saved);
  const state = createChannelState(ports, 'sync', {
    isLoggedIn: ports.visitor().isSignedIn,
    account: currentAccount(),
  });
  let origin = '';
  let ready: Promise<void> | undefined;
  let starting: Promise<void> | undefined;
  let ending: Promise<void> | undefined;

  const isInChat = (): boolean => state.snapshot.state === 'waiting' || state.snapshot.state === 'chatting';
  /** Includes `resume`: a chat from the previous page load whose service cannot be reached yet. */
  const isRunning = (): boolean => isInChat() || state.snapshot.state === 'resume';

  const rest = dependencies.createRest(
    {
      call: ports.call,
      clock,
      lifetime,
      appKey: deployment.appKey,
      service: () => ({ origin, account: state.snapshot.config.account ?? '' }),
    },
    {
      onUpdate,
      onLost: (reason) => {
        log.warn(`The live chat was lost: the service ${reason === 'gone' ? 'does not know it' : 'does not answer'}.`);
        if (reason === 'gone') setState('ended');
        else failChat();
      },
      onConnection: (isLost) => lines.onConnection(isLost),
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
    setState,
  });

  async function init(): Promise<void> {
    try {
      const account = currentAccount();
      if (account === undefined) throw createError('CHANNEL_UNAVAILABLE', 'There is no account for this service.');
      state.change({ config: { ...state.snapshot.config, account } });
      origin = await findOrigin(ports, deployment, dependencies.loadJsonp, account);
      await engagement.start();
    } catch (error) {
      if (lifetime.ended) return;
      log.warn('Live chat cannot be used.', error);
      setState('UNAVAILABLE');
    }
    if (!lifetime.ended) state.change({ isReady: true });
  }

  function onUpdate(update: ChatUpdate): void {
    if (lifetime.ended) return;
    lines.show(update.lines);
    if (update.info) showInfo(update.info);
    if (update.state !== undefined) setState(update.state);
    lines.onAnswer();
  }

  function showInfo(info: ChatInfo): void {
    if (info.rtSessionId !== undefined && info.rtSessionId !== state.conversationId && isOpen(info.state)) {
      state.change({ conversationId: info.rtSessionId });
      state.emit({ type: 'session', realtimeId: info.rtSessionId });
    }
    agents.show(info);
  }

  function setState(incoming: string): void {
    const before = state.snapshot.state;
    const { next, isUnknown } = nextSyncState(before, incoming);
    if (isUnknown) log.warn('Live chat reported an unknown state.', incoming);
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
    if (next === 'ended') onEnded(before);
  }

  /** Cleans up after the service has ended the chat, and asks for the survey (CH-123). */
  function onEnded(before: ChatState): void {
    const { conversationId } = state;
    clearChat();
    rest.disposeVisitor();
    if (before === 'waiting' || before === 'chatting') void survey.ask(conversationId);
    state.change({ conversationId: undefined });
    void engagement.refresh();
  }

  /** Settles the queued messages and removes what is stored for the chat (CH-124). */
  function clearChat(): void {
    lines.settle();
    saved.remove();
    storage.remove('cm-external-config');
    lines.onChatEnd();
  }

  async function start(): Promise<void> {
    if (isRunning()) return;
    // Concurrent calls share one start (CH-111).
    starting ??= startChat().finally(() => {
      starting = undefined;
    });
    await starting;
  }

  async function startChat(): Promise<void> {
    await (ready ?? channel.init());
    if (lifetime.ended) return;
    if (state.snapshot.state === 'unavailable') {
      lines.settle();
      throw createError('CHANNEL_UNAVAILABLE', 'No agent can be reached by live chat now.');
    }
    for (const part of [survey, lines]) part.onChatStart();
    agents.reset();
    const request = chatRequest(engagement.latest, entry.skill, ports.page(), ports.place());
    try {
      await rest.requestChat(request).catch(async (error: unknown) => {
        if (lifetime.ended) throw error;
        log.warn('The chat request failed and is retried once.', error);
        await pause(ports, retryWaitMs);
        if (lifetime.ended) throw error;
        await rest.requestChat(request);
      });
    } catch (error) {
      if (!lifetime.ended) startFailed();
      throw error;
    }
    if (!isInChat()) setState('WAITING');
  }

  /** Tells the visitor and opens the email link instead (CH-129, CH-213). */
  function startFailed(): void {
    const { emailLink } = ports.place();
    const link = emailLink === undefined ? {} : { link: { text: text('emailUs'), href: emailLink } };
    state.emit({ type: 'trouble', key: 'startFailed', ...link });
    if (emailLink !== undefined) {
      void ports.host.openUrl(emailLink, 'tab').catch(() => {
        log.warn('The email link could not be opened.');
      });
    }
    failChat();
  }

  /** Ends the chat with an error. Undelivered messages are marked as not sent, and the visitor can start again. */
  function failChat(): void {
    clearChat();
    if (state.snapshot.state !== 'error') state.change({ state: 'error', conversationId: undefined });
    void engagement.refresh();
  }

  async function endOnce(withError: boolean): Promise<void> {
    if (!isRunning()) return;
    const { conversationId } = state;
    const stopped = rest.endChat({ disposeVisitor: true }).catch((error: unknown) => {
      if (!lifetime.ended) log.warn('The service did not confirm the end of a chat.', error);
    });
    clearChat();
    state.change({ state: withError ? 'error' : 'ended', conversationId: undefined });
    await stopped;
    if (lifetime.ended) return;
    if (!withError) await survey.ask(conversationId);
    void engagement.refresh();
  }

  const channel: Channel = {
    get snapshot() {
      return state.snapshot;
    },
    capabilities: { reportsTyping: true, isExternal: false, canEnd: true },
    init() {
      ready ??= init();
      return ready;
    },
    start,
    /** Resumes the chat of the previous page load (CH-131). */
    async resume({ account, conversationId }) {
      await (ready ?? channel.init());
      if (isRunning()) return true;
      const chat = saved.read();
      if (chat?.session === undefined) return false;
      if (account !== undefined && account !== chat.account) return false;
      lines.showQueued();
      lines.beginReplay();
      try {
        const outcome = await rest.resumeChat(chat.session);
        if (outcome === 'unreachable') {
          state.change({ conversationId, state: 'resume' });
          lines.onConnection(true);
        }
        if (outcome !== 'ended') return true;
      } catch (error) {
        log.warn('A live chat could not be resumed.', error);
      }
      lines.cancelReplay();
      if (!lifetime.ended) clearChat();
      return false;
    },
    async send(message: OutgoingMessage) {
      lines.add(message.id, message.text);
      if (state.snapshot.state === 'chatting') void lines.send();
    },
    typing(isTyping) {
      if (state.snapshot.state !== 'chatting') return;
      rest.setVisitorTyping(isTyping).catch(() => {
        // Ignore the error: the typing indicator is not important.
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
