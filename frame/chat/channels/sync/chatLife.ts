import { createError, isWidgetError } from '../../../platform/errors.ts';
import type { Lifetime } from '../../../platform/lifetime.ts';
import { pause } from '../../../platform/pause.ts';
import type { ChannelPorts, ResumeRequest } from '../../channel.ts';
import type { ChatState } from '../../conversation.ts';
import { createChatTexts } from '../../texts.ts';
import { createAgents } from './agents.ts';
import { busyMsOf, chatIdOf, createChatRest } from './chatRest.ts';
import { chatRequest, createEngagementCheck, servingSkill } from './engagement.ts';
import type { ChatAnswer } from './history.ts';
import { maxRequestWaitMs, retryWaitMs } from './limits.ts';
import { createLines } from './lines.ts';
import type { SyncParts } from './parts.ts';
import { createSavedChat } from './savedChat.ts';
import { createSurvey } from './survey.ts';
import type { ChatInfo } from './wire.ts';

/** The life cycle of chats, one after another, each from its request to its end, with the parts that it needs. */
export function createChatLife(ports: ChannelPorts, shared: SyncParts, isStarting: () => boolean) {
  const { lifetime, log } = ports;
  const { state, deployment, history, serviceClock } = shared;
  const rest = createChatRest(ports, shared, {
    onRequested(atMs) {
      requestedMs = atMs;
    },
    onAnswer,
    onLost,
    onConnection: (isLost) => lines.onConnection(isLost),
  });
  const agents = createAgents(ports, state, deployment);
  const lines = createLines(ports, shared, rest, agents);
  const saved = createSavedChat(ports, shared, rest, lines);
  const survey = createSurvey(ports, state, rest);
  const engagement = createEngagementCheck(ports, shared, () => isRunning() || isStarting(), setState);
  let starts = 0;
  /** When the chat was requested, by the visitor's clock, until the service's time of it is known. */
  let requestedMs: number | undefined;

  const stateIs = (...states: readonly ChatState[]): boolean => states.includes(state.snapshot.state);
  const isInChat = (): boolean => stateIs('waiting', 'chatting');
  const isRunning = (): boolean => stateIs('waiting', 'chatting', 'resume');

  /** Returns false for an answer that is older than the previous ones. */
  function onAnswer(answer: ChatAnswer): boolean {
    const createdMs = answer.startedAtMs ?? (answer.isWhole ? answer.events[0]?.timeMs : undefined);
    if (requestedMs !== undefined && createdMs !== undefined) {
      serviceClock.set(Math.round(createdMs - requestedMs));
      requestedMs = undefined;
    }
    lines.open(chatIdOf(rest.session));
    const { isStale, lines: news, state: changed } = history.take(answer);
    // A new agent's first line may come with the answer that names the agent.
    if (!isStale && answer.info) showInfo(answer.info);
    lines.show(news);
    if (!isStale) {
      const next = changed ?? answer.info?.state;
      if (next !== undefined) setState(next);
    }
    if (isInChat()) saved.save();
    return !isStale;
  }

  function showInfo(info: ChatInfo): void {
    const { rtSessionId } = info;
    const isOpen = info.state === 'waiting' || info.state === 'chatting' || info.state === undefined;
    if (rtSessionId !== undefined && rtSessionId !== state.conversationId && isOpen) {
      state.change({ conversationId: rtSessionId });
      state.emit({ type: 'session', realtimeId: rtSessionId });
    }
    agents.show(info);
  }

  function setState(incoming: string): void {
    const before = state.snapshot.state;
    const { next, isUnknown } = nextSyncState(before, incoming);
    if (isUnknown) log.warn('Live chat reported an unknown state.', incoming);
    if (next === undefined) return;
    state.change({ state: next });
    if (isInChat()) {
      saved.save();
      lines.open(chatIdOf(rest.session));
    }
    lines.setChatting(next === 'chatting');
    if (next === 'waiting') survey.withdraw();
    if (next === 'ended') onEnded(before);
  }

  /** Cleans up after the service has ended the chat, and asks for the survey (CH-123). */
  function onEnded(before: ChatState): void {
    const { conversationId } = state;
    clearChat();
    rest.dispose();
    if (before === 'waiting' || before === 'chatting') void survey.ask(conversationId);
    state.change({ conversationId: undefined });
    void engagement.refresh();
  }

  /** Settles the visitor's texts and removes the chat's stored data (CH-124). */
  function clearChat(): void {
    lines.startFailed();
    lines.close();
    agents.reset();
    saved.remove();
  }

  /**
   * Ends the chat with an error, which is fatal if the service has been silent for longer than it keeps a chat. Undelivered
   * messages are marked as not sent, and the visitor can start again.
   */
  function failChat(next: 'error' | 'fatal_error' = 'error'): void {
    clearChat();
    if (!stateIs(next)) state.change({ state: next, conversationId: undefined });
  }

  function onLost(reason: 'gone' | 'silent'): void {
    log.warn(`The live chat was lost: the service ${reason === 'gone' ? 'does not know it' : 'does not answer'}.`);
    if (reason === 'gone') setState('ended');
    else {
      failChat('fatal_error');
      void engagement.refresh();
    }
  }

  /** Requests a chat, a second time if the first request fails (CH-129). */
  async function requestChat(attempt: Lifetime): Promise<void> {
    const { latest } = engagement;
    const request = chatRequest(latest, servingSkill(ports, latest?.skillName), ports.page(), ports.place());
    try {
      await rest.requestChat(request);
    } catch (error) {
      if (attempt.ended) throw error;
      log.warn('The chat request failed and is retried once.', error);
      const waitMs = busyMsOf(error, serviceClock.now()) ?? retryWaitMs;
      await pause({ clock: ports.clock, lifetime: attempt }, Math.min(waitMs, maxRequestWaitMs));
      if (attempt.ended) throw error;
      await rest.requestChat(request);
    }
  }

  /** Shows that the chat cannot start, and opens the email link instead, if the page has one (CH-129, CH-213). */
  function explainFailedStart(): void {
    const { emailLink } = ports.place();
    if (emailLink === undefined) {
      state.emit({ type: 'problem', key: 'notAvailable' });
      return;
    }
    const text = createChatTexts(ports.texts)('emailUs');
    state.emit({ type: 'problem', key: 'startFailed', link: { text, href: emailLink } });
    void ports.host.openUrl(emailLink, 'tab').catch(() => log.warn('The email link could not be opened.'));
  }

  async function start(attempt: Lifetime): Promise<void> {
    if (attempt.ended) throw createError('CALL_ABORTED', 'The chat was ended before it was requested.');
    if (stateIs('unavailable')) {
      lines.startFailed();
      throw createError('CHANNEL_UNAVAILABLE', 'No agent can be reached by live chat now.');
    }
    starts += 1;
    saved.begin();
    survey.onChatStart();
    lines.begin();
    agents.reset();
    try {
      await requestChat(attempt);
    } catch (error) {
      if (!attempt.ended) {
        explainFailedStart();
        failChat();
      }
      throw error;
    }
    // The first answer may report that the chat is over.
    if (rest.session !== undefined && !isInChat()) setState('WAITING');
  }

  /** Resumes the chat of the previous page load (CH-131). Resolves to false if there is none, or it is over. */
  async function resume({ conversationId }: ResumeRequest): Promise<boolean> {
    if (isRunning()) return true;
    const chat = saved.find();
    if (chat?.session === undefined || chat.account !== state.snapshot.config.account) return false;
    if (chat.aheadMs !== undefined) serviceClock.set(chat.aheadMs);
    lines.begin({ mark: chat.mark });
    const outcome = await rest.resumeChat(chat.session).catch((error: unknown) => {
      // The visitor has ended it in the meantime, or another chat is running.
      if (isWidgetError(error, 'CALL_ABORTED')) return undefined;
      log.warn('A live chat could not be resumed.', error);
      return 'ended' as const;
    });
    if (outcome === 'ended') clearChat();
    if (outcome === 'unreachable') {
      lines.open(chatIdOf(chat.session));
      state.change({ conversationId, state: 'resume' });
      lines.onConnection(true);
    }
    return outcome === 'running' || outcome === 'unreachable';
  }

  async function end(withError: boolean): Promise<void> {
    if (!isRunning()) {
      // A chat that is still being requested or resumed is ended as soon as the service has created it.
      rest.dispose();
      clearChat();
      return;
    }
    const { conversationId } = state;
    const before = starts;
    const stopped = rest.endChat().catch((error: unknown) => {
      if (!lifetime.ended) log.warn('The service did not confirm the end of a chat.', error);
    });
    clearChat();
    state.change({ state: withError ? 'error' : 'ended', conversationId: undefined });
    await stopped;
    // The next chat may have started, which has its own survey.
    if (lifetime.ended || starts !== before) return;
    if (!withError) await survey.ask(conversationId);
    void engagement.refresh();
  }

  return {
    /** Includes `resume`: a chat from the previous page load whose service cannot be reached yet. */
    get isRunning() {
      return isRunning();
    },
    ...{ rest, lines, saved, survey, engagement },
    ...{ setState, start, resume, end },
  };
}

/** The states that the service reports (CH-120), and those that mean nothing. */
const reportedStates = ['available', 'unavailable', 'waiting', 'chatting', 'ended', 'error'] as const;
const ignoredStates = ['initialised', 'resume', 'notfound'];

/** The state that follows when the service reports `incoming` (CH-120, CH-121). Without `next`, nothing changes. */
export function nextSyncState(current: ChatState, incoming: string) {
  const word = incoming.trim().toLowerCase();
  if (ignoredStates.includes(word)) return { next: undefined, isUnknown: false };
  const known = reportedStates.find((state) => state === word);
  const next = known ?? (current === 'chatting' ? 'ended' : 'unavailable');
  const isAvailability = next === 'available' || next === 'unavailable';
  const isInChat = current === 'waiting' || current === 'chatting';
  const changes = next !== current && !(isAvailability && isInChat);
  return { next: changes ? next : undefined, isUnknown: known === undefined };
}
