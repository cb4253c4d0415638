import * as v from 'valibot';
import { textOf } from '../../../host/queryValue.ts';
import { createError } from '../../../platform/errors.ts';
import { createLazy } from '../../../platform/lazy.ts';
import type { Lifetime } from '../../../platform/lifetime.ts';
import type { LoadJsonp } from '../../../platform/loadJsonpScript.ts';
import type { ChannelPorts, ChannelWith } from '../../channel.ts';
import { createChannelState } from '../ground/channelState.ts';
import { retryWhenShownMs } from '../ground/connection/limits.ts';
import { createBotActions, createBotReports } from './actions.ts';
import { createAnswerPlayer } from './answerPlayer.ts';
import { createBotApi, type OwnCalls } from './api.ts';
import { countryOf, createAvailability, loadJsonpScript, phoneNumberFor } from './availability.ts';
import { botHost, botServiceDeployment } from './deployment.ts';
import { createExchange } from './exchange.ts';
import { createBotHistory } from './history.ts';
import { unhappyChoice } from './limits.ts';
import { createSession } from './session.ts';
import { createTimes } from './times.ts';
import type { Block } from './toBlocks.ts';
import { createTurns } from './turns.ts';
import { createVisitorTexts } from './visitorTexts.ts';
import type { BotAnswer } from './wire.ts';

/** The differences between the company's own bot and the hosted assistant. */
export interface BotVariant {
  /** Splits an answer into blocks, one per bubble. */
  readonly toBlocks: (answer: BotAnswer) => readonly Block[];
  /** Pause after the first block of a greeting, after which the others appear together; undefined paces it like any answer. */
  readonly greetingPauseMs: number | undefined;
  /** Text keys of the system messages shown before the greeting. */
  readonly opening: readonly ('privacy' | 'connected')[];
  /** Runs before each status check. Rejecting makes the channel unavailable. */
  readonly prepare?: (ports: ChannelPorts) => Promise<void>;
  /** Runs before each new conversation. Never rejects. */
  readonly beforeStart?: () => Promise<void>;
  /** What does not go to the bot service. */
  readonly calls?: OwnCalls;
  /** Loads the employee check; by default as a script. */
  readonly loadJsonp?: LoadJsonp | undefined;
}

export type BotChannel = ChannelWith<'resume' | 'forget' | 'press' | 'reply' | 'rate' | 'linkSession' | 'welcome'>;

/** A channel to the bot service (CH-074 to CH-104). */
export function createBotChannel(ports: ChannelPorts, variant: BotVariant): BotChannel {
  const { attention, clock, lifetime, log, entry } = ports;
  const deployment = v.parse(botServiceDeployment, ports.deployment.bot ?? {});
  const override = textOf(ports.query.botAccount);
  const account = override === undefined ? undefined : ports.account(entry.service, override);
  const state = createChannelState(ports, 'bot', { isLoggedIn: ports.visitor().isSignedIn, account: account?.account });
  const api = createBotApi(ports.call, account?.baseURI ?? botHost(deployment), lifetime.signal, variant.calls);
  const session = createSession(ports, deployment, state, (id) => texts.named(id));
  const times = createTimes(ports.clock);
  const player = createAnswerPlayer(ports, session, times, state);
  const reports = createBotReports(ports, api, session, deployment.socialIdField);
  const phoneNumber = (): string | undefined => phoneNumberFor(entry, countryOf(ports))?.phoneNumber;
  const actions = createBotActions(ports, session, reports, phoneNumber);
  const parts = { state, api, session, player, times, turns: createTurns(ports.createId), toBlocks: variant.toBlocks };
  const streaming = createLazy({
    download: () => import('./streaming/createStreaming.ts'),
    create: ({ createStreaming }) => createStreaming(ports, { ...parts, lookAgain }),
    clock,
    lifetime,
  });
  const exchange = createExchange({
    ...parts,
    streaming(isGreeting) {
      const isUsed = api.streams && (!isGreeting || streaming.peek() !== undefined);
      return isUsed ? streaming.get().catch(() => undefined) : undefined;
    },
    greetingPauseMs: variant.greetingPauseMs,
    runAction: actions.run,
  });
  const history = createBotHistory(ports, { ...parts, exchange, found: (turn) => texts.found(turn) });
  const texts = createVisitorTexts(ports, { ...parts, exchange, history });
  const availability = createAvailability(ports, {
    api,
    session,
    state,
    prepare: () => variant.prepare?.(ports),
    employeeCheckUrl: deployment.employeeCheckUrl,
    loadJsonp: variant.loadJsonp ?? loadJsonpScript,
  });
  let starting: Promise<void> | undefined;
  /** The conversation that has not received its greeting. */
  let ungreeted: Lifetime | undefined;

  async function lookAgain(): Promise<void> {
    if (state.conversationId !== undefined) await history.readNow(state.conversationId);
  }

  const isUnavailable = (): boolean => state.snapshot.state === 'unavailable';

  async function greet(): Promise<void> {
    session.enter('chatting');
    const conversation = session.lifetime;
    ungreeted = conversation;
    await exchange.post({ text: '' }, { isGreeting: true });
    if (ungreeted === conversation) ungreeted = undefined;
  }

  /** Checks again whether the bot can be used, then continues its conversation, or repeats a greeting that failed. */
  async function recover(): Promise<void> {
    if (!isUnavailable()) return;
    await availability.check();
    // The answer to a text that is on its way may begin the conversation.
    await exchange.enqueue(async () => {});
    if (state.snapshot.state !== 'available') return;
    if (state.hasConversation) await channel.resume(state);
    else if (session.lifetime === ungreeted) await greet().catch(() => {}); // The next check greets.
  }

  function onAttention(): void {
    const isDue = clock.now() - availability.triedAtMs >= retryWhenShownMs;
    if (isDue && attention.isPaneShown()) void recover();
  }

  async function start(): Promise<void> {
    const before = session.lifetime;
    await availability.check();
    await variant.beforeStart?.();
    if (lifetime.ended) return;
    if (before.ended) throw createError('CALL_ABORTED', 'The chat has ended.');
    if (isUnavailable()) throw createError('CHANNEL_UNAVAILABLE', 'The bot is not available.');
    session.begin();
    texts.open(undefined);
    session.enter('chatting');
    if (api.streams) streaming.prefetch();
    for (const key of variant.opening) player.showSystemMessage(key);
    reports.watchSocialId();
    const conversation = session.lifetime;
    try {
      await greet();
    } finally {
      if (!conversation.ended) texts.begin();
    }
    if (state.conversationId !== undefined) await history.show(state.conversationId);
  }

  const channel: BotChannel = {
    get snapshot() {
      return state.snapshot;
    },
    init: availability.whenChecked,
    start() {
      const running = starting ?? start();
      starting = running;
      const clear = (): void => {
        if (starting === running) starting = undefined;
      };
      running.then(clear, clear);
      return running;
    },
    async resume({ conversationId }) {
      const before = session.lifetime;
      await availability.whenChecked();
      if (lifetime.ended || before.ended) return false;
      const id = conversationId ?? state.conversationId;
      if (id === undefined) {
        texts.close();
        return false;
      }
      session.resume(id);
      texts.open(id);
      const conversation = session.lifetime;
      const shown = history.show(id).then(() => {
        if (!conversation.ended) texts.begin();
      });
      // Unsent texts are still shown, with Try again, so that the visitor does not wait for a timeout.
      if (isUnavailable()) return true;
      session.enter('chatting');
      reports.watchSocialId();
      await shown;
      return true;
    },
    send: texts.send,
    forget: texts.forget,
    async press(line, message) {
      if (line.type === 'choice') await texts.choose(line);
      else await actions.press(line, message.id);
    },
    async reply(reply) {
      await texts.choose({ type: 'choice', text: reply.text });
    },
    async rate(message, isGood) {
      reports.rating(message.id, isGood);
      if (isGood) return;
      await exchange.post({ text: unhappyChoice, line: { type: 'choice', text: unhappyChoice } }, { isRating: true });
    },
    stop: () => streaming.peek()?.stop(),
    async end() {
      session.end();
      starting = undefined;
      texts.close();
      if (state.snapshot.state === 'chatting') session.enter('available');
    },
    linkSession: reports.liveSession,
    async welcome() {
      try {
        const answer = await api.message({ ...session.context(), pillwelcome: true }, { text: '' });
        return variant.toBlocks(answer);
      } catch (error) {
        log.warn('Error fetching pillwelcome message', error);
        return undefined;
      }
    },
  };

  attention.onChange(lifetime, onAttention);
  attention.onOnline(lifetime, recover);

  return channel;
}
