import { proxy, ref, snapshot, subscribe } from 'valtio/vanilla';
import { type AdapterId, queueTypes } from './adapters.ts';
import { applyEvent, markNotSent, moveConversation, saveUndelivered, senderName, trackOf } from './applyEvent.ts';
import { carryOverUndelivered } from './carryOverUndelivered.ts';
import type { StartType } from './channel.ts';
import { createChatStartup } from './chatStartup.ts';
import { isLive, isOver } from './chatState.ts';
import { chooseAdapter } from './chooseConversation.ts';
import {
  addMessages,
  type ChatContext,
  changeConversation,
  clearTimer,
  createContext,
  findConversation,
  removeConversation,
  setTimer,
  showConversation,
} from './context.ts';
import type { Conversation, Line, Message, QuickReply, SurveyAnswers } from './conversation.ts';
import { conversationEnded } from './conversationEnded.ts';
import { doublePressMs, transcriptReleaseMs, typingPauseMs } from './limits.ts';
import { type OpenLink, openLinkOf } from './links.ts';
import { allLines, headerAgent } from './message.ts';
import { allMessages } from './messageLog.ts';
import { channelOf } from './openChannels.ts';
import { findProduct } from './pageMapping.ts';
import type { ChatPorts } from './ports.ts';
import { markSeen } from './seenCookies.ts';
import { type SignInWindow, watchSignIn } from './signInWindow.ts';
import { reopenExternal, restartAfterSurvey, startAfterSignIn, startOrExplain } from './startConversation.ts';
import { adapterById, type ChatState, initialState, shownConversation, surveyedConversation } from './state.ts';
import { answersToSend } from './survey.ts';
import { transcriptName, writeTranscript } from './transcript.ts';
import { transferChat } from './transferChat.ts';
import { readWelcome, type Welcome } from './welcome.ts';

export type ChatStore = ReturnType<typeof createChatStore>;

/** The chat store: the conversations and the actions on them. It is long because it is the whole API of the room. */
export function createChatStore(ports: ChatPorts) {
  const state = proxy<ChatState>(initialState());
  const context: ChatContext = createContext(
    state,
    ports,
    {
      apply: (adapterId, event) => applyEvent(context, adapterId, event),
      transfer: (adapterId, request) => transferChat(context, adapterId, request),
      ended: (id) => conversationEnded(context, id),
      surveyRemoved: () => restartAfterSurvey(context),
      signedIn: (adapterId) => startAfterSignIn(context, adapterId),
    },
    (log) => ref(log),
  );
  const startup = createChatStartup(context, startChat, (listener) => subscribe(state, listener));
  const shown = () => shownConversation(state);
  const shownChannel = () => {
    const conversation = shown();
    return conversation && channelOf(context, conversation.adapterId);
  };

  /** Starts a chat from the menu, a link, a card or a parameter, or continues the live conversation (CH-009). */
  async function startChat(startType: StartType, adapterId?: AdapterId): Promise<void> {
    ports.pane.show(startType);
    if (state.isStarting) return;
    if (!startup.isUsable(adapterId)) {
      state.isStarting = true;
      await startup.whenUsable(adapterId);
      state.isStarting = false;
      if (ports.lifetime.ended) return;
    }
    const adapter = adapterId === undefined ? chooseAdapter(state.adapters) : adapterById(state, adapterId);
    if (!adapter) {
      state.trouble = { key: 'notAvailable', action: 'menu', link: undefined };
      state.hasOverride = true;
      return;
    }
    const running = findConversation(context, context.current.get(adapter.id));
    if (running && isLive(running.state)) showConversation(context, running.id);
    else await startOrExplain(context, adapter.id, startType);
  }

  /** Replaces the ended conversation with a new one (CH-218). */
  async function startNewChat(): Promise<void> {
    carryOverUndelivered(context, shown()?.id);
    clear();
    await startChat('restart');
  }

  function send(text: string): void {
    const trimmed = text.trim();
    const conversation = shown();
    const channel = shownChannel();
    if (trimmed === '' || !conversation || !channel) return;
    stopTyping();
    setDraft('');
    const id = ports.createId();
    addMessages(context, conversation.id, [{ id, type: 'visitor', text: trimmed, isPending: true }]);
    if (!context.firstMessageTracked.has(conversation.id)) trackOf(context, conversation, 'CM_CHAT_FIRST_MESSAGE');
    context.firstMessageTracked.add(conversation.id);
    deliver(conversation.adapterId, conversation.id, id, trimmed);
  }

  function deliver(adapterId: AdapterId, conversationId: string, id: string, text: string): void {
    saveUndelivered(context, conversationId);
    channelOf(context, adapterId)
      ?.send({ id, text })
      .catch((error: unknown) => {
        ports.log.warn('A message was not delivered.', error);
        markNotSent(context, adapterId, id);
      });
  }

  /** Sends a message again under the same id (CH-215). If the chat is over, starts a new one. */
  function retry(messageId: string): void {
    const conversation = shown();
    const message = conversation && context.logs.get(conversation.id)?.find(messageId);
    if (!conversation || !message?.isNotSent) return;
    if (isOver(conversation.state)) return void startNewChat();
    addMessages(context, conversation.id, [{ id: messageId, type: 'visitor', isPending: true, isNotSent: false }]);
    deliver(conversation.adapterId, conversation.id, messageId, message.text);
  }

  /** Runs at every key in the composer. Reports typing once, and its end after a pause (CH-032). */
  function type(): void {
    const channel = shownChannel();
    if (!channel?.capabilities.reportsTyping) return;
    if (!context.timers.has('visitor typing')) channel.typing(true);
    setTimer(context, 'visitor typing', typingPauseMs, () => channel.typing(false));
  }

  function stopTyping(): void {
    if (!context.timers.has('visitor typing')) return;
    clearTimer(context, 'visitor typing');
    shownChannel()?.typing(false);
  }

  function setDraft(text: string): void {
    state.draft = text;
    if (text === '') ports.storage.remove('cm-draft');
    else ports.storage.write('cm-draft', text);
  }

  /** A double click counts as one press (CH-094, CH-139). */
  function isRepeated(pressedId: string): boolean {
    const repeats = context.timers.has(`pressed ${pressedId}`);
    setTimer(context, `pressed ${pressedId}`, doublePressMs, () => {});
    return repeats;
  }

  function press(line: Line, message: Message): void {
    if (isRepeated(`${message.id} ${allLines(message.lines).indexOf(line)}`)) return;
    logFailure(shownChannel()?.press(line, message), 'The action of a pressed line failed.');
  }

  function reply(quickReply: QuickReply): void {
    if (isRepeated(quickReply.id)) return;
    logFailure(shownChannel()?.reply(quickReply), 'A quick reply was not delivered.');
  }

  /** Each answer can be rated once (CH-097). */
  function rate(message: Message, isGood: boolean): void {
    const conversation = shown();
    if (!conversation || context.logs.get(conversation.id)?.find(message.id)?.rating !== undefined) return;
    addMessages(context, conversation.id, [{ id: message.id, type: message.type, rating: isGood ? 'up' : 'down' }]);
    logFailure(shownChannel()?.rate(message, isGood), 'A rating was not delivered.');
  }

  function logFailure(action: Promise<void> | undefined, sentence: string): void {
    action?.catch((error: unknown) => ports.log.warn(sentence, error));
  }

  /** The answer to the end-chat question, which the shell asks (CH-022, CH-023). */
  function answerEnd(isYes: boolean): void {
    const conversation = shown();
    if (isYes && conversation) void endChat(conversation.adapterId, conversation.id);
  }

  /** The conversation ends for the visitor even if the service cannot be reached. */
  async function endChat(adapterId: AdapterId, id: string): Promise<void> {
    try {
      await channelOf(context, adapterId)?.end();
    } catch (error) {
      ports.log.warn('The service was not notified of the end of a chat.', error);
    }
    const now = findConversation(context, id);
    if (now && isLive(now.state) && context.current.get(adapterId) === id)
      moveConversation(context, adapterId, 'ended');
  }

  /** Removes the conversation in the window, its open survey and all ended conversations. */
  function clear(): void {
    const conversation = shown();
    state.hasOverride = false;
    state.trouble = undefined;
    if (!conversation) return;
    if (conversation.exitSurvey) void closeSurvey();
    for (const one of state.conversations.filter((other) => !isLive(other.state))) removeConversation(context, one.id);
    if (findConversation(context, conversation.id)) removeConversation(context, conversation.id);
  }

  async function submitSurvey(answers: SurveyAnswers): Promise<void> {
    const conversation = surveyedConversation(state);
    if (!conversation?.exitSurvey || state.survey === 'sending') return;
    state.survey = 'sending';
    try {
      await channelOf(context, conversation.adapterId)?.submitSurvey(answersToSend(conversation.exitSurvey, answers));
      state.survey = 'sent';
      changeConversation(context, conversation.id, { exitSurvey: undefined });
      restartAfterSurvey(context);
    } catch (error) {
      ports.log.warn('The answers of an exit survey were not sent.', error);
      state.survey = 'failed';
    }
  }

  async function closeSurvey(): Promise<void> {
    const conversation = surveyedConversation(state);
    if (!conversation) return;
    changeConversation(context, conversation.id, { exitSurvey: undefined });
    restartAfterSurvey(context);
    await channelOf(context, conversation.adapterId)
      ?.cancelSurvey()
      .catch((error: unknown) => ports.log.warn('An exit survey was not cancelled.', error));
  }

  /** Runs when the pane is shown or hidden (CH-044, CH-046). */
  function paneShown(isShown: boolean): void {
    state.isPaneShown = isShown;
    if (!isShown) return;
    markSeen(context);
    shownChannel()?.seen();
  }

  let hasWarnedOfflineText = false;
  const targetOf = (href: string): OpenLink =>
    openLinkOf(href, ports.page().url, (url) => findProduct(ports.deployment.pages, url, undefined) !== undefined);

  ports.attention.onChange(ports.lifetime, () => {
    if (state.isPaneShown && ports.attention.isFocused()) shownChannel()?.seen();
  });

  return {
    state,
    snapshot: () => snapshot(state),
    subscribe: (listener: () => void) => ports.lifetime.add(subscribe(state, listener)),
    text: context.text,
    /** The clock of the room, for day labels. */
    now: ports.clock.now,
    languageCode: () => ports.place().languageCode,
    deployment: ports.deployment,
    begin: startup.begin,
    isLive: (): boolean => state.conversations.some((one) => isLive(one.state)),
    startChat,
    startNewChat,
    send,
    retry,
    type,
    setDraft,
    press,
    reply,
    rate,
    answerEnd,
    clear,
    submitSurvey,
    closeSurvey,
    paneShown,
    /** Opens a link of the conversation (CH-095). */
    followLink: (href: string): void => {
      const link = targetOf(href);
      void ports.host.openUrl(link.url, link.target).catch(() => ports.log.warn('A link could not be opened.'));
    },
    isHandheld: (): boolean => ports.place().isHandheld,
    /** Opens an address in the page's own window. */
    openInPageWindow: (href: string): void => {
      void ports.host.openUrl(href, 'self').catch(() => ports.log.warn('A link could not be opened.'));
    },
    signInOpened: (opened: SignInWindow | null): void => watchSignIn(context, opened),
    targetOf,
    senderOf: (message: Message): string => senderName(context, message),
    /** The name in the typing indicator. */
    typingNameOf: (conversation: Conversation): string =>
      headerAgent(conversation.participants)?.name ??
      context.text(queueTypes[conversation.adapterId] === 'bot' ? 'assistant' : 'agent'),
    isExternal: (conversation: Conversation | undefined): boolean =>
      conversation !== undefined && (channelOf(context, conversation.adapterId)?.capabilities.isExternal ?? false),
    reopenExternal: (conversation: Conversation): void => void reopenExternal(context, conversation.adapterId),
    /** CH-033: a deployment should provide this text. Without it, the built-in one is shown and a warning is logged once. */
    offlineText: (): string => {
      if (!hasWarnedOfflineText && ports.texts.find('chat', 'offlineNotice') === undefined) {
        ports.log.warn('The text fragment chat.offlineNotice is missing; the built-in English is shown.');
        hasWarnedOfflineText = true;
      }
      return context.text('offlineNotice');
    },
    /** Whether the chat entry would start a bot (SH-117). */
    isBotAvailable: (): boolean => chooseAdapter(state.adapters)?.queueType === 'bot',
    /** The bot's welcome for the card (CH-103); undefined if there is none. */
    welcome: async (): Promise<Welcome | undefined> => {
      const bot = state.adapters.find((one) => one.queueType === 'bot');
      const blocks = bot && (await channelOf(context, bot.id)?.welcome?.());
      return blocks && readWelcome(blocks);
    },
    /** Returns to the menu from a chat that cannot be used. */
    leaveToMenu: (): void => {
      const conversation = shown();
      // A live conversation stays: it may have messages that were not sent.
      if (conversation && isLive(conversation.state)) ports.pane.showMenu();
      else clear();
    },
    /** Runs `release` after a minute, or when the room's lifetime ends. */
    releaseLater: (release: () => void): void => {
      const releaseOnce = ports.lifetime.add(release);
      ports.lifetime.add(ports.clock.after(transcriptReleaseMs, releaseOnce));
    },
    /** The transcript file of a conversation, by default the one in the window (CH-073). */
    transcript: (conversationId?: string) => {
      const conversation = findConversation(context, conversationId) ?? shown();
      const now = ports.clock.now();
      const messages = conversation ? allMessages(conversation.messages) : [];
      return {
        name: transcriptName(now),
        text: writeTranscript(messages, {
          now,
          locale: ports.place().languageCode,
          texts: {
            today: context.text('today'),
            yesterday: context.text('yesterday'),
            you: context.text('you'),
            agent: context.text('agent'),
            system: context.text('system').toLowerCase(),
            downloaded: context.text('transcriptDownloaded'),
            removed: context.text('messageRemoved'),
          },
        }),
      };
    },
  };
}
