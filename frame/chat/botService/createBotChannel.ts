import * as v from 'valibot';
import { textOf } from '../../host/queryValue.ts';
import { createError } from '../../platform/errors.ts';
import { pause } from '../../platform/pause.ts';
import type { Channel, ChannelPorts, OutgoingMessage, TransferRequest } from '../channel.ts';
import { createChannelState } from '../channelState.ts';
import type { ChatState } from '../chatState.ts';
import type { Line, MessageInput } from '../conversation.ts';
import { hrefOfLine, openLinkOf } from '../links.ts';
import { createChatTexts } from '../texts.ts';
import { createAnswerIds } from './answerIds.ts';
import { type BotInput, createBotApi } from './api.ts';
import { writeContext } from './context.ts';
import { comparedCountry, isCountryAllowed, phoneNumberFor } from './country.ts';
import { botHost, botServiceDeployment } from './deployment.ts';
import { checkEmployee, type LoadJsonp } from './employeeCheck.ts';
import { blockPauseMs, typingRenewMs, unhappyChoice } from './limits.ts';
import { watchSocialId } from './socialId.ts';
import { type Block, blockMessage } from './toBlocks.ts';
import { toHistory } from './toHistory.ts';
import { type BotAnswer, extraBundlesOf, stringOf } from './wire.ts';

/** The differences between the company's own bot and the hosted assistant. */
export interface BotVariant {
  /** Splits an answer into blocks, one per bubble. */
  readonly toBlocks: (answer: BotAnswer) => readonly Block[];
  /** Pause after the first block of a greeting, after which the others appear together; undefined paces it like any answer. */
  readonly greetingPauseMs: number | undefined;
  /** Text keys of the system messages shown before the greeting. */
  readonly opening: readonly ('privacy' | 'connected')[];
  /** Runs before the status check. Rejecting makes the channel unavailable. */
  readonly prepare?: (ports: ChannelPorts) => Promise<void>;
  readonly loadJsonp: LoadJsonp;
}

/**
 * A channel to the bot service (CH-074 to CH-104). Posts are queued, because each needs the context that the previous one
 * returned. The blocks of an answer are shown with pauses, and the next post waits for them, so that answers never
 * interleave.
 */
export function createBotChannel(ports: ChannelPorts, variant: BotVariant): Channel {
  const { clock, lifetime, log, entry } = ports;
  const deployment = v.parse(botServiceDeployment, ports.deployment.bot ?? {});
  const state = createChannelState(ports, 'bot', {
    isLoggedIn: ports.visitor().isSignedIn,
    account: textOf(ports.query.botAccount),
  });
  const { emit, change } = state;
  const api = createBotApi(ports.call, botHost(deployment), lifetime.signal);
  const text = createChatTexts(ports.texts);
  const shownIds = new Set<string>();
  const ids = createAnswerIds(ports.createId);
  /** Pressed lines by message id, so that Try again sends the line's fields and not only its text. */
  const pressed = new Map<string, Line>();
  let returned: Readonly<Record<string, unknown>> = {};
  let lastAnswer: BotAnswer | undefined;
  let isEmployee = false;
  let isWatchingSocialId = false;
  let socialId: string | undefined;
  let realtimeId: string | undefined;
  let lastTimestamp = 0;
  let queue: Promise<unknown> = Promise.resolve();
  let ready: Promise<void> | undefined;
  /** Incremented when a conversation starts or ends, so that late answers to the previous one are dropped. */
  let generation = 0;

  /** Rejects any state that a bot cannot have, and keeps the current one (CH-074). */
  function enter(next: ChatState): void {
    if (next === 'available' || next === 'unavailable' || next === 'chatting' || next === 'waiting') state.enter(next);
    else log.error('The bot channel ignored an invalid state.', next);
  }

  const country = (): string | undefined => comparedCountry(textOf(ports.query.region), ports.visitor().countryCode);
  const context = (): Record<string, unknown> =>
    writeContext(ports, deployment, {
      returned,
      isEmployee,
      socialId,
      realtimeId,
      conversationId: state.conversationId,
    });

  /** Starts with init rather than with the chat, because experiments need the result early (CH-104, CH-205). */
  async function runEmployeeCheck(): Promise<void> {
    isEmployee = await checkEmployee(deployment.employeeCheckUrl, variant.loadJsonp, clock, lifetime);
    if (deployment.employeeCheckUrl !== '' && !lifetime.ended) ports.onEmployeeCheck(isEmployee);
  }

  async function init(): Promise<void> {
    void runEmployeeCheck();
    try {
      await variant.prepare?.(ports);
      await api.checkStatus(entry.skill ?? '', ports.place().languageCode);
      if (lifetime.ended) return;
      if (isCountryAllowed(entry, country())) enter('available');
      else {
        log.info('The bot does not serve the visitor’s country.');
        enter('unavailable');
      }
    } catch (error) {
      if (lifetime.ended) return;
      log.warn('The bot cannot be used.', error);
      enter('unavailable');
    }
    change({ isReady: true });
  }

  /** Strictly increasing, so that live messages keep their order even if the clock jumps. */
  function nextTimestamp(): number {
    lastTimestamp = Math.max(clock.now(), lastTimestamp + 1);
    return lastTimestamp;
  }

  function showMessage(message: MessageInput): void {
    shownIds.add(message.id);
    emit({ type: 'messages', messages: [message] });
  }

  function showSystemMessage(key: 'privacy' | 'connected'): void {
    showMessage({ id: `${key}-${ports.createId()}`, type: 'system', text: text(key), timestamp: nextTimestamp() });
  }

  /** Repeats the typing event until stopped, because the indicator hides itself after 2 s. */
  function startTyping(): () => void {
    emit({ type: 'agentTyping', isTyping: true });
    const stop = lifetime.add(clock.every(typingRenewMs, () => emit({ type: 'agentTyping', isTyping: true })));
    return () => {
      stop();
      emit({ type: 'agentTyping', isTyping: false });
    };
  }

  /** Runs `task` once the tasks before it have settled, that is, once their answers have been shown completely. */
  function enqueue<T>(task: () => Promise<T>): Promise<T> {
    const result = queue.then(task, task);
    queue = result.catch(() => undefined); // Ignore the error here: the caller gets it through `result`.
    return result;
  }

  function post(input: BotInput, isGreeting: boolean, onDelivered?: (answerId: string) => void): Promise<void> {
    const startedIn = generation;
    return enqueue(async () => {
      if (generation !== startedIn || lifetime.ended) throw createError('CALL_ABORTED', 'The chat has ended.');
      const stopTyping = startTyping();
      let answer: BotAnswer;
      try {
        answer = await api.message(context(), input);
      } catch (error) {
        stopTyping();
        if (!lifetime.ended && generation === startedIn) enter('unavailable');
        throw error;
      }
      if (lifetime.ended) return;
      if (generation !== startedIn) {
        stopTyping();
        return;
      }
      enter('chatting');
      storeAnswer(answer);
      const id = ids.forAnswer(answer.id, input.line?.says ?? input.text);
      onDelivered?.(id);
      await showBlocks(id, answer, isGreeting, stopTyping, startedIn);
      if (generation === startedIn && !lifetime.ended) runAction(answer);
    });
  }

  function storeAnswer(answer: BotAnswer): void {
    returned = answer.context;
    lastAnswer = answer;
    const id = stringOf(answer.context.conversation_id);
    if (id !== undefined && id !== state.conversationId) change({ conversationId: id });
  }

  async function showBlocks(
    answerId: string,
    answer: BotAnswer,
    isGreeting: boolean,
    stopTyping: () => void,
    startedIn: number,
  ): Promise<void> {
    const blocks = variant.toBlocks(answer);
    const pauseAfterFirstMs = isGreeting ? variant.greetingPauseMs : undefined;
    const pausesAfter = (at: number): boolean =>
      at + 1 < blocks.length && (pauseAfterFirstMs === undefined || at === 0);
    let stop = stopTyping;
    for (const [at, block] of blocks.entries()) {
      stop();
      showMessage({ id: `${answerId}__${at}`, ...blockMessage(block), isGreeting, timestamp: nextTimestamp() });
      stop = pausesAfter(at) ? startTyping() : () => {};
      if (pausesAfter(at)) await pause(ports, pauseAfterFirstMs ?? blockPauseMs);
      if (lifetime.ended || generation !== startedIn) break;
    }
    stop();
  }

  /** Carries out the action that an answer requests (CH-092). */
  function runAction(answer: BotAnswer): void {
    const { action } = answer.context;
    if (action === 'chat')
      void transfer({ extraBundles: extraBundlesOf(answer), focusArea: stringOf(answer.context.focusArea) });
    else if (action === 'scheduler') {
      ports.openScheduler({ config: answer.context.schedulerParams, text: undefined });
    }
  }

  async function transfer(request: TransferRequest): Promise<void> {
    const noSwitchBack = returned.noSwitchBackToChatBot === true;
    try {
      await ports.requestTransfer({ ...request, noSwitchBack });
    } catch {
      // Ignore the error: the store has logged it and told the visitor (CH-061, CH-217). The bot stays active.
    }
  }

  async function loadHistory(conversationId: string): Promise<void> {
    const startedIn = generation;
    const requestedAtMs = clock.now();
    const turns = await api.history(conversationId);
    // Queued behind pending posts: the history may contain their answers, which must be announced as new (CH-037).
    await enqueue(async () => {
      if (lifetime.ended || generation !== startedIn) return;
      const messages = toHistory(turns, ids.forHistory(turns), variant.toBlocks, requestedAtMs);
      const missing = messages.filter((message) => !shownIds.has(message.id));
      lastAnswer ??= turns.at(-1)?.answer;
      if (missing.length === 0) return;
      for (const message of missing) shownIds.add(message.id);
      emit({ type: 'messages', messages: missing, countsUnread: false });
    });
  }

  async function showHistory(conversationId: string): Promise<void> {
    try {
      await loadHistory(conversationId);
    } catch (error) {
      if (!lifetime.ended) log.warn('The history of a bot chat could not be read.', error);
    }
  }

  function deliver(message: OutgoingMessage, line: Line | undefined): Promise<void> {
    const writtenAt = nextTimestamp();
    return post({ text: message.text, line }, false, (answerId) => {
      pressed.delete(message.id);
      const id = `${answerId}__visitor`;
      shownIds.add(id);
      emit({ type: 'delivered', id: message.id, as: { id, timestamp: writtenAt } });
    });
  }

  /** Shows a choice as a visitor message and sends it with its fields (CH-094). */
  async function choose(line: Line): Promise<void> {
    const id = ports.createId();
    pressed.set(id, line);
    emit({ type: 'messages', messages: [{ id, type: 'visitor', text: line.text, isPending: true }] });
    try {
      await deliver({ id, text: line.text }, line);
    } catch (error) {
      emit({ type: 'notDelivered', id });
      throw error;
    }
  }

  /** Sends feedback or an update without waiting; a failure is only logged. Skipped in debug mode (CH-099). */
  function reportInBackground(call: () => Promise<void>, warning: string): void {
    if (ports.place().isDebug || lifetime.ended) return;
    call().catch((error: unknown) => {
      if (!lifetime.ended) log.warn(warning, error);
    });
  }

  /** Starts once per page load, whether the conversation starts or resumes (CH-100). */
  function startSocialIdWatch(): void {
    if (isWatchingSocialId) return;
    isWatchingSocialId = true;
    watchSocialId(ports, deployment.socialIdField, (found) => {
      socialId = found;
      reportInBackground(
        () => api.update({ context: context(), _id: lastAnswer?.id }),
        'The social id was not reported.',
      );
    });
  }

  async function openLink(line: Line, messageId: string): Promise<void> {
    const href = hrefOfLine(line, phoneNumberFor(entry, country())?.phoneNumber);
    if (href === undefined) return;
    const link = openLinkOf(href, ports.page().url, ports.isBotPage);
    const answerId = messageId.split('__')[0];
    const body = { linkUrl: link.url, originalData: lastAnswer?.raw, _id: answerId };
    reportInBackground(() => api.update(body), 'A clicked link was not reported.');
    await ports.host.openUrl(link.url, link.target);
  }

  const channel: Channel = {
    get snapshot() {
      return state.snapshot;
    },
    capabilities: { reportsTyping: false, isExternal: false, canEnd: false },
    init() {
      ready ??= init();
      return ready;
    },
    async start() {
      await channel.init();
      if (lifetime.ended) return;
      if (state.snapshot.state === 'unavailable') throw createError('CHANNEL_UNAVAILABLE', 'The bot is not available.');
      generation += 1;
      returned = {};
      // This is a new conversation, so it must not continue the previous one.
      if (state.conversationId !== undefined) change({ conversationId: undefined });
      enter('chatting');
      for (const key of variant.opening) showSystemMessage(key);
      startSocialIdWatch();
      if (ports.query.contactModule !== 'bot') await post({ text: '' }, true);
      if (state.conversationId !== undefined) await showHistory(state.conversationId);
    },
    async resume({ conversationId }) {
      await channel.init();
      const id = conversationId ?? state.conversationId;
      if (lifetime.ended || id === undefined) return false;
      if (state.snapshot.state === 'unavailable') throw createError('CHANNEL_UNAVAILABLE', 'The bot is not available.');
      if (id !== state.conversationId) change({ conversationId: id });
      returned = { ...returned, conversation_id: id };
      enter('chatting');
      startSocialIdWatch();
      await showHistory(id);
      return true;
    },
    async send(message) {
      await deliver(message, pressed.get(message.id));
    },
    typing() {},
    async press(line, message) {
      if (line.type === 'chat') {
        const entries = line.value?.chatInformation;
        await transfer({
          extraBundles: extraBundlesOf(lastAnswer),
          focusArea: line.focusArea,
          ...(entries ? { entries } : {}),
        });
      } else if (line.type === 'scheduler') {
        ports.openScheduler({ config: line.value?.schedulerConfig, text: line.value?.schedulerText });
      } else if (line.type === 'choice') await choose(line);
      else await openLink(line, message.id);
    },
    async reply(reply) {
      await choose({ type: 'choice', text: reply.text });
    },
    async rate(_message, isGood) {
      const answer = lastAnswer?.raw;
      reportInBackground(() => api.validate(answer, isGood), 'A rating was not reported.');
      if (!isGood) await post({ text: unhappyChoice, line: { type: 'choice', text: unhappyChoice } }, false);
    },
    seen() {},
    async end() {
      generation += 1;
      if (state.snapshot.state === 'chatting' || state.snapshot.state === 'waiting') enter('available');
    },
    async submitSurvey() {},
    async cancelSurvey() {},
    linkSession(id) {
      realtimeId = id;
      reportInBackground(
        () => api.update({ context: context(), _id: lastAnswer?.id }),
        'The agent’s session was not reported.',
      );
    },
    async welcome() {
      try {
        const answer = await api.message({ ...context(), pillwelcome: true }, { text: '' });
        return variant.toBlocks(answer);
      } catch (error) {
        log.warn('Error fetching pillwelcome message', error);
        return undefined;
      }
    },
  };

  return channel;
}
