// Long because one conversation's state is shared by all of its verbs.
import * as v from 'valibot';
import { textOf } from '../../../host/queryValue.ts';
import { createEngagementPolling } from '../../../identity/engagementPolling.ts';
import { refuseCode, withEngagementRetries } from '../../../identity/gatewayEngagement.ts';
import { createError, describeError, isWidgetError } from '../../../platform/errors.ts';
import type { Channel, ChannelPorts, ChannelSnapshot, OutgoingMessage } from '../../channel.ts';
import type { ChatState } from '../../chatState.ts';
import type { ExitSurvey, MessageInput } from '../../conversation.ts';
import { createChatTexts } from '../../texts.ts';
import { type CreateChatRest, createChatRest } from './chatRest.ts';
import { syncDeployment } from './deployment.ts';
import { chatRequest, engagementBody } from './engagementRequest.ts';
import { engagementTimeoutMs, lookupTimeoutMs, lookupTries, retryWaitMs } from './limits.ts';
import { createQueue } from './queue.ts';
import { nextSyncState } from './states.ts';
import { toMessage } from './toEvents.ts';
import { type LoadJsonp, loadJsonp as loadInFrame } from './transport.ts';
import {
  type ChatInfo,
  type ChatLine,
  type ChatUpdate,
  type Engagement,
  parseDomain,
  parseEngagement,
  parseProfile,
  toSurveyBody,
} from './wire.ts';

export interface SyncSeams {
  readonly loadJsonp: LoadJsonp;
  readonly createRest: CreateChatRest;
}

const accountRecord = v.object({ account: v.string(), session: v.optional(v.string()) });
const visitRecord = v.object({ visitorId: v.optional(v.string()), sessionId: v.optional(v.string()) });

/** Live chat over the vendor's chat REST service (CH-110 to CH-131). */
export function createSyncChannel(
  ports: ChannelPorts,
  seams: SyncSeams = { loadJsonp: loadInFrame, createRest: createChatRest },
): Channel {
  const { clock, lifetime, log, entry, storage } = ports;
  const suffix = ports.adapterId;
  const deployment = v.parse(syncDeployment, ports.deployment.sync ?? {});
  const text = createChatTexts(ports.texts);
  const queue = createQueue(storage, suffix);
  const emit: ChannelPorts['emit'] = (event) => {
    if (!lifetime.ended) ports.emit(event);
  };
  let snapshot: ChannelSnapshot = {
    id: ports.adapterId,
    queueType: 'sync',
    skill: entry.skill,
    state: 'initialised',
    agentStatus: 'unknown',
    isLoggedIn: ports.visitor().isSignedIn,
    isReady: false,
    routedSkill: entry.skill,
    conversationId: undefined,
    purpose: entry.purpose,
    config: { service: entry.service, skill: entry.skill, account: accountOf(), queueType: 'sync' },
  };
  let origin = '';
  let engagement: Engagement | undefined;
  let ready: Promise<void> | undefined;
  let starting: Promise<void> | undefined;
  let ending: Promise<void> | undefined;
  let sending = false;
  let survey: ExitSurvey | undefined;
  let hasAskedSurvey = false;
  /** How many chats have begun. */
  let talks = 0;
  let agentId: string | undefined;
  let knownAgent: string | undefined;
  let isAgentTyping = false;
  let isReplaying = false;
  let isConnectionLost = false;
  /** Answers of the service so far, and who waits for the next. */
  let updates = 0;
  const waiters: (() => void)[] = [];
  lifetime.add(() => wakeWaiters());

  function change(changes: Partial<Omit<ChannelSnapshot, 'id' | 'queueType'>>): void {
    snapshot = { ...snapshot, ...changes };
    emit({ type: 'changed', changes });
  }

  /** CH-112. */
  function accountOf(): string | undefined {
    const stored = v.safeParse(accountRecord, storage.read('cm-chat-account', suffix));
    return (
      textOf(ports.query.chatAccount) ??
      (stored.success ? stored.output.account : undefined) ??
      (ports.place().environment === 'sandbox' ? deployment.sandboxAccount : undefined) ??
      ports.account(entry.service)?.account
    );
  }

  const rest = seams.createRest(
    {
      call: ports.call,
      clock,
      lifetime,
      appKey: deployment.appKey,
      place: () => ({ origin, account: snapshot.config.account ?? '' }),
    },
    {
      onUpdate,
      onLost: (why) => {
        log.warn(`The live chat is lost: its service ${why === 'gone' ? 'does not know it' : 'does not answer'}.`);
        if (why === 'gone') incoming('ended');
        else brokeDown();
      },
      onConnection,
    },
  );

  const isTalking = (): boolean => snapshot.state === 'waiting' || snapshot.state === 'chatting';
  /** `resume`: a chat of the page load before whose service cannot be reached yet. */
  const isRunning = (): boolean => isTalking() || snapshot.state === 'resume';

  const polling = createEngagementPolling({
    clock,
    lifetime,
    check: checkEngagement,
    isKnown: () => snapshot.state === 'available' || snapshot.state === 'unavailable',
    isBusy: () => isRunning() || starting !== undefined,
  });

  function pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = clock.after(delayMs, () => done());
      const done = lifetime.add(() => {
        stop();
        resolve();
      });
    });
  }

  async function init(): Promise<void> {
    try {
      const account = accountOf();
      if (account === undefined) throw createError('CHANNEL_UNAVAILABLE', 'There is no account for this service.');
      change({ config: { ...snapshot.config, account } });
      origin = toWebOrigin(await findDomain(account));
      await polling.start();
    } catch (error) {
      if (lifetime.ended) return;
      log.warn('Live chat cannot be used.', describeError(error));
      incoming('UNAVAILABLE');
    }
    if (!lifetime.ended) change({ isReady: true });
  }

  /** CH-113. */
  async function findDomain(account: string): Promise<string> {
    const host = deployment.domainHosts[0];
    if (host === undefined) return ports.account(entry.service)?.baseURI ?? '';
    const url = `${host}/csdr/account/${encodeURIComponent(account)}/service/adminArea/baseURI.lpCsds?version=1.0`;
    let failure: unknown;
    for (let tries = 0; tries < lookupTries && !lifetime.ended; tries += 1) {
      const attempt = lifetime.child();
      try {
        const late = new Promise<never>((_, reject) => {
          attempt.add(
            clock.after(lookupTimeoutMs, () => reject(createError('CALL_TIMEOUT', 'The domain lookup took too long.'))),
          );
          attempt.add(() => reject(createError('CALL_ABORTED', 'The domain lookup was given up.')));
        });
        late.catch(() => {}); // Silent: the race below reports it.
        return parseDomain(await Promise.race([seams.loadJsonp(url, attempt), late]));
      } catch (error) {
        failure = error;
      } finally {
        attempt.end();
      }
    }
    throw failure;
  }

  /** CH-114 to CH-119; the outcome is the state. */
  async function checkEngagement(): Promise<void> {
    try {
      const visitor = ports.visitor();
      const ipAddress = visitor.ipAddress ?? (await findIpAddress());
      engagement = await withEngagementRetries(() => askEngagement(ipAddress), {
        clock,
        lifetime,
        dropVisit: () => storage.remove('cm-chat-session', suffix),
        keepVisitor: (visitorId) => storage.write('cm-chat-session', { ...readVisit(), visitorId }, suffix),
      });
    } catch (error) {
      if (lifetime.ended) return;
      log.warn('The engagement of live chat could not be asked.', describeError(error));
      if (snapshot.state === 'initialised') incoming('UNAVAILABLE');
      return;
    }
    if (lifetime.ended) return;
    const { visitorId, sessionId, skillName, isAvailable } = engagement;
    storage.write('cm-chat-session', { visitorId, sessionId }, suffix);
    if (skillName !== undefined && skillName !== snapshot.routedSkill) change({ routedSkill: skillName });
    const agentStatus = isAvailable ? 'available' : 'unavailable';
    if (agentStatus !== snapshot.agentStatus) change({ agentStatus });
    incoming(isAvailable ? 'AVAILABLE' : 'UNAVAILABLE');
  }

  async function findIpAddress(): Promise<string | undefined> {
    try {
      return await ports.findIpAddress();
    } catch {
      return undefined; // Silent: the call goes without the address (CH-115).
    }
  }

  function readVisit(): v.InferOutput<typeof visitRecord> {
    const visit = v.safeParse(visitRecord, storage.read('cm-chat-session', suffix));
    return visit.success ? visit.output : {};
  }

  function askEngagement(ipAddress: string | undefined): Promise<Engagement> {
    const { visitorId, sessionId } = readVisit();
    const account = encodeURIComponent(snapshot.config.account ?? '');
    const suffixOfPath = visitorId === undefined ? '' : `/${encodeURIComponent(visitorId)}`;
    return ports.call({
      hosts: [deployment.engagementHosts[0] ?? origin],
      isForeign: true,
      path: `/api/account/${account}/app/engagement/visitors${suffixOfPath}`,
      query: { v: '1.0', sid: sessionId },
      body: engagementBody({
        service: entry.service,
        skill: entry.skill,
        visitor: ports.visitor(),
        place: ports.place(),
        page: ports.page(),
        known: engagement,
        ipAddress,
        deployment,
      }),
      strategy: 'none',
      attemptTimeoutMs: engagementTimeoutMs,
      signal: lifetime.signal,
      parse: (body) => refuseCode(body, parseEngagement(body)),
    });
  }

  function incoming(word: string): void {
    const { next, isUnknown } = nextSyncState(snapshot.state, word);
    if (isUnknown) log.warn('Live chat told a state that is not known.', word);
    if (next === undefined) return;
    const before = snapshot.state;
    change({ state: next });
    if (next === 'waiting' || next === 'chatting') {
      const account = snapshot.config.account ?? '';
      storage.write('cm-chat-account', { account, session: rest.session }, suffix);
    }
    if (next === 'waiting') {
      rest.cancelSurvey();
      showQueued();
    }
    if (next === 'chatting') void sendQueued();
    if (next === 'ended') over(before);
  }

  /** CH-122: the window may not know them, after a reload for instance; by their ids they stand there once. */
  function showQueued(): void {
    const messages = queue.entries.map(
      (one): MessageInput => ({
        id: one.id,
        type: 'visitor',
        text: one.text,
        timestamp: one.writtenAt,
        isPending: true,
      }),
    );
    if (messages.length > 0) emit({ type: 'messages', messages });
  }

  /** CH-123. */
  function over(before: ChatState): void {
    const conversationId = snapshot.conversationId;
    settleQueue();
    forgetChat();
    rest.disposeVisitor();
    if (before === 'waiting' || before === 'chatting') void fetchSurvey(conversationId);
    change({ conversationId: undefined });
    void polling.refresh();
  }

  async function fetchSurvey(conversationId: string | undefined): Promise<void> {
    if (hasAskedSurvey) return;
    hasAskedSurvey = true;
    const asked = talks;
    // A survey that comes when the next chat has begun is none of its.
    const isLate = (): boolean => lifetime.ended || talks !== asked;
    try {
      const found = await rest.getExitSurvey();
      if (!found || isLate()) return;
      survey = found;
      surveyOf = conversationId ?? '';
      emit({ type: 'survey', survey });
    } catch (error) {
      if (isLate()) return;
      log.warn('The exit survey could not be fetched.', describeError(error));
      emit({ type: 'surveyFailed' });
    }
  }

  let surveyOf = '';

  /** What the service took counts as delivered; the rest did not arrive. */
  function settleQueue(): void {
    for (const { id, fate } of queue.clear()) {
      emit(fate === 'taken' ? { type: 'delivered', id } : { type: 'notDelivered', id });
    }
  }

  /** CH-124. */
  function forgetChat(): void {
    storage.remove('cm-chat-account', suffix);
    storage.remove('cm-external-config');
    wakeWaiters();
    if (isConnectionLost) emit({ type: 'connection', isLost: false });
    isConnectionLost = false;
  }

  function onUpdate(update: ChatUpdate): void {
    if (lifetime.ended) return;
    updates += 1;
    showLines(update.lines);
    if (isReplaying) {
      isReplaying = false;
      // The whole chat has been replayed: what it does not hold did not arrive.
      takeBackUnechoed();
    }
    if (update.info) showInfo(update.info);
    if (update.state !== undefined) incoming(update.state);
    wakeWaiters();
  }

  function showLines(lines: readonly ChatLine[]): void {
    const chatId = chatIdOf(rest.session);
    const now = clock.now();
    const messages: MessageInput[] = [];
    for (const line of lines) {
      const message = toMessage(line, chatId, ports.page().timeOrigin, now);
      if (!message || seen.has(message.id)) continue;
      seen.add(message.id);
      const echoed = message.type === 'visitor' ? findEchoed(line.text) : undefined;
      if (!echoed) {
        messages.push(
          message.type === 'agent' && agentId !== undefined ? { ...message, participantId: agentId } : message,
        );
        continue;
      }
      if (messages.length > 0) emit({ type: 'messages', messages: messages.splice(0) });
      queue.remove(echoed);
      emit({ type: 'delivered', id: echoed, as: { id: message.id, timestamp: message.timestamp ?? now } });
    }
    if (messages.length > 0) emit({ type: 'messages', messages });
  }

  /** Lines wait while the service cannot be reached. The poll that reached it has shown which of them arrived. */
  function onConnection(isLost: boolean): void {
    isConnectionLost = isLost;
    emit({ type: 'connection', isLost });
    if (isLost || sending) return;
    takeBackUnechoed();
    void sendQueued();
  }

  function takeBackUnechoed(): void {
    for (const { id, fate } of queue.entries) if (fate === 'sent') queue.setFate(id, 'waiting');
  }

  const seen = new Set<string>();
  const findEchoed = (words: string): string | undefined =>
    queue.entries.find((one) => one.fate !== 'waiting' && one.text === words)?.id;

  function showInfo(info: ChatInfo): void {
    if (info.rtSessionId !== undefined && info.rtSessionId !== snapshot.conversationId && isOpen(info.state)) {
      change({ conversationId: info.rtSessionId });
      emit({ type: 'session', realtimeId: info.rtSessionId });
    }
    if (info.agentName !== undefined && info.agentName !== '') {
      const id = info.agentId ?? info.agentName;
      agentId = id;
      if (knownAgent !== id) {
        if (knownAgent !== undefined)
          emit({ type: 'participants', participants: [{ id: knownAgent, isActive: false }] });
        knownAgent = id;
        emit({ type: 'participants', participants: [{ id, name: info.agentName, isActive: true }] });
        if (info.agentId !== undefined) void showProfile(info.agentId);
      }
    }
    const types = info.agentTyping === 'typing';
    if (types || isAgentTyping) emit({ type: 'agentTyping', isTyping: types });
    isAgentTyping = types;
  }

  /** CH-128. */
  async function showProfile(id: string): Promise<void> {
    const host = deployment.profileHosts[0];
    if (host === undefined) return;
    const account = encodeURIComponent(snapshot.config.account ?? '');
    for (let tries = 0; tries < lookupTries && !lifetime.ended; tries += 1) {
      try {
        const found = await ports.call({
          hosts: deployment.profileHosts,
          path: `/api/account/${account}/configuration/le-users/users/${encodeURIComponent(id)}`,
          method: 'GET',
          isForeign: true,
          attemptTimeoutMs: lookupTimeoutMs,
          signal: lifetime.signal,
          parse: parseProfile,
        });
        emit({
          type: 'participants',
          participants: [
            {
              id,
              ...(found.nickname === undefined ? {} : { name: found.nickname }),
              ...(found.pictureUrl === undefined ? {} : { agentPictureUrl: found.pictureUrl }),
            },
          ],
        });
        return;
      } catch {
        // Silent: tried again; the last failure is logged below.
      }
    }
    if (!lifetime.ended) log.warn('Error getting agent profile');
  }

  /** One line at a time, so that the service's order is the visitor's. */
  async function sendQueued(): Promise<void> {
    if (sending) return;
    sending = true;
    try {
      for (;;) {
        const next = queue.entries.find((one) => one.fate === 'waiting');
        if (!next || snapshot.state !== 'chatting' || isConnectionLost || lifetime.ended) return;
        await sendLine(next.id, next.text);
      }
    } finally {
      sending = false;
    }
  }

  /** CH-130: once more after 500 ms, unless the line has shown up in the meantime (REL-02). */
  async function sendLine(id: string, words: string): Promise<void> {
    queue.setFate(id, 'sent');
    for (let tries = 0; tries < 2; tries += 1) {
      try {
        await rest.addLine(words);
        queue.setFate(id, 'taken');
        return;
      } catch (error) {
        if (lifetime.ended) return;
        if (isRefused(error)) break;
        await pause(retryWaitMs);
        if (await isSettled(id)) return;
      }
    }
    queue.remove(id);
    emit({ type: 'notDelivered', id });
  }

  /** Whether the line has arrived, or its chat is over: only an answer of the service tells, however long that takes. */
  async function isSettled(id: string): Promise<boolean> {
    const before = updates;
    await rest.poll();
    if (updates === before && isRunning()) await new Promise<void>((resolve) => waiters.push(resolve));
    return lifetime.ended || !queue.entries.some((one) => one.id === id);
  }

  function wakeWaiters(): void {
    for (const resolve of waiters.splice(0)) resolve();
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
    if (snapshot.state === 'unavailable') {
      settleQueue();
      throw createError('CHANNEL_UNAVAILABLE', 'No agent can be reached by live chat now.');
    }
    talks += 1;
    hasAskedSurvey = false;
    survey = undefined;
    seen.clear();
    knownAgent = undefined;
    agentId = undefined;
    const request = chatRequest(engagement, entry.skill, ports.page(), ports.place());
    try {
      await rest.requestChat(request).catch(async (error: unknown) => {
        if (lifetime.ended) throw error;
        log.warn('The chat request failed; it is tried once more.', describeError(error));
        await pause(retryWaitMs);
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
    emit({ type: 'trouble', key: 'startFailed', ...link });
    if (emailLink !== undefined) {
      void ports.host.openUrl(emailLink, 'tab').catch(() => {
        log.warn('The email link could not be opened.');
      });
    }
    brokeDown();
  }

  /** What was not said stays with the visitor, who is told and may begin again. */
  function brokeDown(): void {
    settleQueue();
    forgetChat();
    if (snapshot.state !== 'error') change({ state: 'error', conversationId: undefined });
    void polling.refresh();
  }

  async function endOnce(withError: boolean): Promise<void> {
    if (!isRunning()) return;
    const conversationId = snapshot.conversationId;
    const told = rest.endChat({ disposeVisitor: true }).catch((error: unknown) => {
      if (!lifetime.ended) log.warn('The end of a chat was not told to the service.', describeError(error));
    });
    settleQueue();
    forgetChat();
    change({ state: withError ? 'error' : 'ended', conversationId: undefined });
    await told;
    if (lifetime.ended) return;
    if (!withError) await fetchSurvey(conversationId);
    void polling.refresh();
  }

  const channel: Channel = {
    get snapshot() {
      return snapshot;
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
      const stored = v.safeParse(accountRecord, storage.read('cm-chat-account', suffix));
      if (!stored.success || stored.output.session === undefined) return false;
      if (account !== undefined && account !== stored.output.account) return false;
      showQueued();
      isReplaying = true;
      try {
        const outcome = await rest.resumeChat(stored.output.session);
        if (outcome === 'later') {
          change({ conversationId, state: 'resume' });
          onConnection(true);
        }
        if (outcome !== 'over') return true;
      } catch (error) {
        log.warn('A live chat could not be resumed.', describeError(error));
      }
      isReplaying = false;
      if (lifetime.ended) return false;
      settleQueue();
      forgetChat();
      return false;
    },
    async send({ id, text: words }: OutgoingMessage) {
      queue.add(id, words, clock.now());
      if (snapshot.state === 'chatting') void sendQueued();
    },
    typing(isTyping) {
      if (snapshot.state !== 'chatting') return;
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
    async submitSurvey(answers) {
      if (!survey) return;
      await rest.submitExitSurvey(toSurveyBody(survey.id, surveyOf, answers));
      survey = undefined;
    },
    async cancelSurvey() {
      survey = undefined;
      rest.cancelSurvey();
    },
  };
  return channel;
}

/** The same line would be refused again. */
function isRefused(error: unknown): boolean {
  return isWidgetError(error) && (error.status === 400 || error.status === 413);
}

const isOpen = (state: string | undefined): boolean =>
  state === 'waiting' || state === 'chatting' || state === undefined;

/** The last step of the session's address tells chats apart. */
function chatIdOf(session: string | undefined): string {
  return session?.split('?')[0]?.split('/').at(-1) ?? 'chat';
}

const loopback = /^(?:localhost|127\.0\.0\.1)(?::\d+)?(?:\/|$)/;

/** Domains come without a scheme: TLS everywhere but on this machine. */
function toWebOrigin(domain: string): string {
  if (/^https?:\/\//.test(domain)) return domain;
  return `${loopback.test(domain) ? 'http' : 'https'}://${domain}`;
}
