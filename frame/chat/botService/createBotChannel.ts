import * as v from 'valibot';
import { textOf } from '../../host/queryValue.ts';
import { createError, describeError } from '../../platform/errors.ts';
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
import { blockPauseMs, greetingPauseMs, typingRenewMs, unhappyChoice } from './limits.ts';
import { watchSocialId } from './socialId.ts';
import { type Block, blockMessage } from './toBlocks.ts';
import { toHistory } from './toHistory.ts';
import { type BotAnswer, extraBundlesOf, stringOf } from './wire.ts';

/** What makes a bot of this service the plain bot or the hosted assistant. */
export interface BotFlavour {
  /** An answer as bubbles. */
  readonly toBlocks: (answer: BotAnswer) => readonly Block[];
  /** After it a greeting's other blocks come all at once; undefined paces a greeting like any answer. */
  readonly greetingPauseMs: number | undefined;
  /** System messages before the greeting, by text key. */
  readonly opening: readonly ('privacy' | 'connected')[];
  /** Runs before the status check; rejecting makes the channel unavailable. */
  readonly prepare?: (ports: ChannelPorts) => Promise<void>;
  readonly loadJsonp: LoadJsonp;
}

export const botGreetingPauseMs = greetingPauseMs;

/**
 * The conversation with the bot service (CH-074 to CH-104). Posts go one after another, since each needs the context that
 * the one before returned; blocks of an answer are shown with pauses, and the next post waits for them, so that answers
 * never interleave.
 */
export function createBotChannel(ports: ChannelPorts, flavour: BotFlavour): Channel {
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
  /** Texts of pressed lines, so that Try again sends the line and not only its words. */
  const pressed = new Map<string, Line>();
  let returned: Readonly<Record<string, unknown>> = {};
  let lastAnswer: BotAnswer | undefined;
  let isEmployee = false;
  let hasWatchedSocialId = false;
  let socialId: string | undefined;
  let realtimeId: string | undefined;
  let lastTimestamp = 0;
  let queue: Promise<unknown> = Promise.resolve();
  let ready: Promise<void> | undefined;
  /** Raised by an end, so that what was asked before it is not shown after it. */
  let talk = 0;

  /** CH-074: any other state is an error, and the one before is kept. */
  function enter(next: ChatState): void {
    if (next === 'available' || next === 'unavailable' || next === 'chatting' || next === 'waiting') state.enter(next);
    else log.error('The bot was asked to enter a state that it does not have.', next);
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

  /** CH-104, as early as the experiments want to know it (CH-205). */
  async function askEmployee(): Promise<void> {
    isEmployee = await checkEmployee(deployment.employeeCheckUrl, flavour.loadJsonp, clock, lifetime);
    if (deployment.employeeCheckUrl !== '' && !lifetime.ended) ports.employeeChecked(isEmployee);
  }

  async function init(): Promise<void> {
    void askEmployee();
    try {
      await flavour.prepare?.(ports);
      await api.checkStatus(entry.skill ?? '', ports.place().languageCode);
      if (lifetime.ended) return;
      if (isCountryAllowed(entry, country())) enter('available');
      else {
        log.info('The bot does not serve the country of this visitor.');
        enter('unavailable');
      }
    } catch (error) {
      if (lifetime.ended) return;
      log.warn('The bot cannot be used.', describeError(error));
      enter('unavailable');
    }
    change({ isReady: true });
  }

  /** Ours are never older than what stands above them, whatever the clocks of the two sides say. */
  function nextTimestamp(): number {
    lastTimestamp = Math.max(clock.now(), lastTimestamp + 1);
    return lastTimestamp;
  }

  function say(messages: readonly MessageInput[]): void {
    for (const message of messages) shownIds.add(message.id);
    emit({ type: 'messages', messages });
  }

  function note(key: 'privacy' | 'connected'): void {
    say([{ id: `${key}-${ports.createId()}`, type: 'system', text: text(key), timestamp: nextTimestamp() }]);
  }

  /** Typing is told again and again, because the indicator forgets it after 2 s. */
  function startTyping(): () => void {
    emit({ type: 'agentTyping', isTyping: true });
    const stop = lifetime.add(clock.every(typingRenewMs, () => emit({ type: 'agentTyping', isTyping: true })));
    return () => {
      stop();
      emit({ type: 'agentTyping', isTyping: false });
    };
  }

  /** One post after another; the next begins when the answer before has been shown whole. */
  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const turn = queue.then(task, task);
    queue = turn.catch(() => undefined); // Silent: the caller of this turn gets the error.
    return turn;
  }

  function ask(input: BotInput, isGreeting: boolean, delivered?: (answerId: string) => void): Promise<void> {
    const asked = talk;
    return inTurn(async () => {
      if (talk !== asked || lifetime.ended) throw createError('CALL_ABORTED', 'The chat had ended.');
      const stopTyping = startTyping();
      let answer: BotAnswer;
      try {
        answer = await api.message(context(), input);
      } catch (error) {
        stopTyping();
        if (!lifetime.ended && talk === asked) enter('unavailable');
        throw error;
      }
      if (lifetime.ended) return;
      if (talk !== asked) {
        stopTyping();
        return;
      }
      enter('chatting');
      remember(answer);
      const id = ids.take(answer.id, input.line?.says ?? input.text);
      delivered?.(id);
      await show(id, answer, isGreeting, stopTyping, asked);
      if (talk === asked && !lifetime.ended) act(answer);
    });
  }

  function remember(answer: BotAnswer): void {
    returned = answer.context;
    lastAnswer = answer;
    const id = stringOf(answer.context.conversation_id);
    if (id !== undefined && id !== state.conversationId) change({ conversationId: id });
  }

  async function show(
    base: string,
    answer: BotAnswer,
    isGreeting: boolean,
    stopTyping: () => void,
    asked: number,
  ): Promise<void> {
    const blocks = flavour.toBlocks(answer);
    const restAtOnceMs = isGreeting ? flavour.greetingPauseMs : undefined;
    const pausesAfter = (at: number): boolean => at + 1 < blocks.length && (restAtOnceMs === undefined || at === 0);
    let stop = stopTyping;
    for (const [at, block] of blocks.entries()) {
      stop();
      say([{ id: `${base}__${at}`, ...blockMessage(block), isGreeting, timestamp: nextTimestamp() }]);
      stop = pausesAfter(at) ? startTyping() : () => {};
      if (pausesAfter(at)) await pause(ports, restAtOnceMs ?? blockPauseMs);
      if (lifetime.ended || talk !== asked) break;
    }
    stop();
  }

  /** CH-092: what the answer asks for besides being read. */
  function act(answer: BotAnswer): void {
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
      // Silent: the store has logged it and told the visitor (CH-061, CH-217); the bot goes on.
    }
  }

  async function showHistory(conversationId: string): Promise<void> {
    const asked = talk;
    const askedMs = clock.now();
    const turns = await api.history(conversationId);
    // After what is being asked now: it may be in the history already, and is news, which is announced (CH-037).
    await inTurn(async () => {
      if (lifetime.ended || talk !== asked) return;
      const messages = toHistory(turns, ids.ofHistory(turns), flavour.toBlocks, askedMs);
      const unknown = messages.filter((message) => !shownIds.has(message.id));
      lastAnswer ??= turns.at(-1)?.answer;
      if (unknown.length === 0) return;
      for (const message of unknown) shownIds.add(message.id);
      emit({ type: 'messages', messages: unknown, countsUnread: false });
    });
  }

  function deliver(message: OutgoingMessage, line: Line | undefined): Promise<void> {
    const writtenAt = nextTimestamp();
    return ask({ text: message.text, line }, false, (answerId) => {
      pressed.delete(message.id);
      const id = `${answerId}__visitor`;
      shownIds.add(id);
      emit({ type: 'delivered', id: message.id, as: { id, timestamp: writtenAt } });
    });
  }

  /** A choice is said in the visitor's name and sent with its fields (CH-094). */
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

  /** Feedback and updates are left out in debug mode (CH-099); their failure is nobody's trouble. */
  function tell(call: () => Promise<void>, sentence: string): void {
    if (ports.place().isDebug || lifetime.ended) return;
    call().catch((error: unknown) => {
      if (!lifetime.ended) log.warn(sentence, describeError(error));
    });
  }

  /** CH-100: once for the page, whether the talk begins on it or goes on. */
  function learnVisitor(): void {
    if (hasWatchedSocialId) return;
    hasWatchedSocialId = true;
    watchSocialId(ports, deployment.socialIdField, (found) => {
      socialId = found;
      tell(() => api.update({ context: context(), _id: lastAnswer?.id }), 'The social id was not reported.');
    });
  }

  async function openLine(line: Line, messageId: string): Promise<void> {
    const href = hrefOfLine(line, phoneNumberFor(entry, country())?.phoneNumber);
    if (href === undefined) return;
    const link = openLinkOf(href, ports.page().url, ports.isBotPage);
    const answerId = messageId.split('__')[0];
    const body = { linkUrl: link.url, originalData: lastAnswer?.raw, _id: answerId };
    tell(() => api.update(body), 'A pressed link was not reported.');
    await ports.host.openUrl(link.url, link.target);
  }

  const channel: Channel = {
    get snapshot() {
      return state.snapshot;
    },
    capabilities: { tellsTyping: false, isExternal: false, canEnd: false, queuesTexts: false },
    init() {
      ready ??= init();
      return ready;
    },
    async start() {
      await channel.init();
      if (lifetime.ended) return;
      if (state.snapshot.state === 'unavailable') throw createError('CHANNEL_UNAVAILABLE', 'The bot is not available.');
      talk += 1;
      returned = {};
      // A new talk, not the one before it going on.
      if (state.conversationId !== undefined) change({ conversationId: undefined });
      enter('chatting');
      for (const key of flavour.opening) note(key);
      learnVisitor();
      if (ports.query.contactModule !== 'bot') await ask({ text: '' }, true);
      if (state.conversationId !== undefined) await readHistory(state.conversationId);
    },
    async resume({ conversationId }) {
      await channel.init();
      const id = conversationId ?? state.conversationId;
      if (lifetime.ended || id === undefined) return false;
      if (state.snapshot.state === 'unavailable') throw createError('CHANNEL_UNAVAILABLE', 'The bot is not available.');
      if (id !== state.conversationId) change({ conversationId: id });
      returned = { ...returned, conversation_id: id };
      enter('chatting');
      learnVisitor();
      await readHistory(id);
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
      else await openLine(line, message.id);
    },
    async reply(reply) {
      await choose({ type: 'choice', text: reply.text });
    },
    async rate(_message, isGood) {
      const answer = lastAnswer?.raw;
      tell(() => api.validate(answer, isGood), 'A rating was not reported.');
      if (!isGood) await ask({ text: unhappyChoice, line: { type: 'choice', text: unhappyChoice } }, false);
    },
    seen() {},
    async end() {
      talk += 1;
      if (state.snapshot.state === 'chatting' || state.snapshot.state === 'waiting') enter('available');
    },
    async submitSurvey() {},
    async cancelSurvey() {},
    linkSession(id) {
      realtimeId = id;
      tell(() => api.update({ context: context(), _id: lastAnswer?.id }), 'The live session was not reported.');
    },
    async welcome() {
      try {
        const answer = await api.message({ ...context(), pillwelcome: true }, { text: '' });
        return flavour.toBlocks(answer);
      } catch (error) {
        log.warn('Error fetching pillwelcome message', describeError(error));
        return undefined;
      }
    },
  };

  async function readHistory(conversationId: string): Promise<void> {
    try {
      await showHistory(conversationId);
    } catch (error) {
      if (!lifetime.ended) log.warn('The history of a bot chat could not be read.', describeError(error));
    }
  }

  return channel;
}
