import * as v from 'valibot';
import { textOf } from '../../../host/queryValue.ts';
import { createError } from '../../../platform/errors.ts';
import { createLazy } from '../../../platform/lazy.ts';
import type { Lifetime } from '../../../platform/lifetime.ts';
import type { ChannelPorts, ChannelWith } from '../../channel.ts';
import { createChannelState } from '../ground/channelState.ts';
import { createBotActions, createBotReports } from './actions.ts';
import { createAnswerPlayer } from './answerPlayer.ts';
import { createBotApi } from './api.ts';
import { createAvailability } from './availability.ts';
import { botHost, botServiceDeployment } from './deployment.ts';
import { createExchange } from './exchange.ts';
import { createBotHistory } from './history.ts';
import { greetingPauseMs, unhappyChoice } from './limits.ts';
import type { BotVariant } from './parts.ts';
import { createSession } from './session.ts';
import { toBlocks } from './toBlocks.ts';
import { createTimes, createTurns } from './turns.ts';
import { createVisitorTexts } from './visitorTexts.ts';

export const ownBot: BotVariant = { toBlocks, greetingPauseMs, opening: ['privacy', 'connected'] };

export type BotChannel = ChannelWith<'resume' | 'forget' | 'press' | 'reply' | 'rate' | 'linkSession' | 'welcome'>;

/** A channel to the bot service (CH-074 to CH-104). */
export function createBotChannel(ports: ChannelPorts, variant = ownBot): BotChannel {
  const { attention, clock, lifetime, log, entry } = ports;
  const deployment = v.parse(botServiceDeployment, ports.deployment.bot ?? {});
  const override = textOf(ports.query.botAccount);
  const account = override === undefined ? undefined : ports.account(entry.service, override);
  const state = createChannelState(ports, { isLoggedIn: ports.visitor().isSignedIn, account: account?.account });
  const api = createBotApi(ports.call, account?.baseURI ?? botHost(deployment), lifetime.signal, variant.calls);
  const session = createSession(ports, deployment, state, (id) => texts.named(id));
  const times = createTimes(ports.clock);
  const player = createAnswerPlayer(ports, session, times, state, variant.greetingPauseMs);
  const parts = { variant, state, api, session, player, times, turns: createTurns(ports.createId) };
  const reports = createBotReports(ports, parts, deployment.socialIdField);
  const actions = createBotActions(ports, parts, reports);
  const streaming = createLazy({
    download: () => import('./streaming/createStreaming.ts'),
    create: ({ createStreaming }) => createStreaming(ports, parts, lookAgain),
    clock,
    lifetime,
  });
  const exchange = createExchange(parts, streamingFor, actions.run);
  const history = createBotHistory(ports, parts, exchange, (turn) => texts.found(turn));
  const texts = createVisitorTexts(ports, parts, exchange, history);
  const availability = createAvailability(ports, parts, deployment.employeeCheckUrl);
  let starting: Promise<void> | undefined;
  /** The conversation that has not received its greeting. */
  let ungreeted: Lifetime | undefined;

  function streamingFor(isGreeting: boolean) {
    const isUsed = api.streams && (!isGreeting || streaming.peek() !== undefined);
    return isUsed ? streaming.get().catch(() => undefined) : undefined;
  }

  async function lookAgain(): Promise<void> {
    if (state.conversationId !== undefined) await history.read(state.conversationId, (task) => task());
  }

  const isUnavailable = (): boolean => state.snapshot.state === 'unavailable';

  async function greet(): Promise<void> {
    state.enter('chatting');
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

  async function start(): Promise<void> {
    const before = session.lifetime;
    await availability.check();
    await variant.beforeStart?.();
    if (lifetime.ended) return;
    if (before.ended) throw createError('CALL_ABORTED', 'The chat has ended.');
    if (isUnavailable()) throw createError('CHANNEL_UNAVAILABLE', 'The bot is not available.');
    session.begin();
    texts.open(undefined);
    state.enter('chatting');
    if (api.streams) streaming.prefetch();
    for (const key of variant.opening) player.showSystemMessage(key);
    void reports.watchSocialId();
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
      await availability.check();
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
      state.enter('chatting');
      void reports.watchSocialId();
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
      const reported = reports.rating(message.id, isGood);
      if (isGood) return reported;
      // The choice tells the bot as well, and must not be sent again.
      reported.catch((error: unknown) => log.warn('A rating was not reported.', error));
      await exchange.post({ text: unhappyChoice, line: { type: 'choice', text: unhappyChoice } }, { isRating: true });
    },
    stop: () => streaming.peek()?.stop(),
    async end() {
      session.end();
      starting = undefined;
      texts.close();
      if (state.snapshot.state === 'chatting') state.enter('available');
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

  attention.onChange(lifetime, () => {
    if (availability.isDue() && attention.isPaneShown()) void recover();
  });
  // The tab has another id after a return from the back-forward cache: a later page may have continued the conversation.
  ports.tabs.onChange(lifetime, () => {
    if (state.conversationId !== undefined && !isUnavailable()) void history.show(state.conversationId);
  });
  attention.onOnline(lifetime, recover);
  // The visitor's country may become known late (SH-108).
  ports.onVisitor(lifetime, () => {
    if (availability.isForOtherCountry()) void recover();
  });

  return channel;
}
