import type { OpenTarget } from '../../../bridge/records.ts';
import type { WelcomeBlock } from '../channel.ts';
import type { Conversation, Message } from '../conversation.ts';
import { senderName } from '../conversations/applyEvent.ts';
import type { ChatCore } from '../core.ts';
import { transcriptReleaseMs } from '../limits.ts';
import { hrefOfLine, openLinkOf } from '../messages/links.ts';
import { allMessages, headerAgent } from '../messages/messageLog.ts';
import { plainText, transcriptName, writeTranscript } from '../messages/transcript.ts';
import { queueTypes } from '../routing/adapters.ts';
import { findProduct } from '../routing/routing.ts';
import { person } from '../texts.ts';
import { shownConversation } from './shown.ts';

/** Reading functions of the window, and the opening of links. */
export function createReading(core: ChatCore) {
  const { state, ports, text, channels } = core;
  let hasWarnedOfflineText = false;

  /** The time of the service whose conversation the window shows, for day labels. */
  const now = (conversation = shownConversation(state)): number =>
    ports.clock.now() + ((conversation && state.clocksAheadMs[conversation.adapterId]) ?? 0);
  const targetOf = (href: string) =>
    openLinkOf(href, ports.pageUrl(), (url) => findProduct(ports.deployment.pages, url, undefined) !== undefined);

  function openInPage(url: string, target: OpenTarget): void {
    void ports.host.openUrl(url, target).catch(() => ports.log.warn('A link could not be opened.'));
  }

  return {
    text,
    now: (): number => now(),
    languageCode: () => ports.place().languageCode,
    isHandheld: (): boolean => ports.place().isHandheld,
    targetOf,
    /** Opens a link of the conversation (CH-095). */
    followLink: (href: string): void => {
      const link = targetOf(href);
      if (link) openInPage(link.url, link.target);
    },
    openInPageWindow: (href: string): void => {
      ports.storage.write('cm-sign-in', ports.clock.now());
      openInPage(href, 'self');
    },
    senderOf: (message: Message): string => senderName(core, message),
    typingText({ participants, adapterId }: Conversation): string {
      const role = queueTypes[adapterId] === 'bot' ? 'assistant' : 'agent';
      return text('isTyping', person(text, headerAgent(participants)?.name, role));
    },
    isExternal: (conversation: Conversation | undefined): boolean =>
      conversation !== undefined && (channels.of(conversation.adapterId)?.isExternal ?? false),
    /** CH-033: a deployment should provide this text. Without it, the built-in one is shown and a warning is logged once. */
    offlineText: (): string => {
      if (!hasWarnedOfflineText && ports.texts.find('chat', 'offlineNotice') === undefined) {
        ports.log.warn('The text fragment chat.offlineNotice is missing; the built-in English is shown.');
        hasWarnedOfflineText = true;
      }
      return text('offlineNotice');
    },
    /** Runs `release` after a minute, or when the room's lifetime ends. */
    releaseLater: (release: () => void): void => {
      const releaseOnce = ports.lifetime.add(release);
      ports.lifetime.add(ports.clock.after(transcriptReleaseMs, releaseOnce));
    },
    /** The bot's welcome for the card (CH-103); undefined if there is none. */
    welcome: async () => {
      const bot = state.adapters.find((one) => one.queueType === 'bot');
      const blocks = bot && (await channels.of(bot.id)?.welcome?.());
      return blocks && readWelcome(blocks);
    },
    /** The transcript file of a conversation, by default the one in the window (CH-073). */
    transcript: (conversationId?: string) => {
      const conversation = state.conversations.find((one) => one.id === conversationId) ?? shownConversation(state);
      const messages = conversation ? allMessages(conversation.messages) : [];
      const time = now(conversation);
      return {
        name: transcriptName(time),
        text: writeTranscript(messages, {
          now: time,
          locale: ports.place().languageCode,
          text,
          senderOf: (message) => senderName(core, message),
        }),
      };
    },
  };
}

/**
 * A bot's welcome on the card (CH-103): the text of the first block, without lines that can be pressed, and the first link, if it comes
 * before any choice (SH-126). Without a link, the card starts the chat. Undefined if there is no text.
 */
export function readWelcome(blocks: readonly WelcomeBlock[]) {
  const [first] = blocks;
  if (!first) return undefined;
  const textLines = first.lines.filter(({ type }) => type === 'text');
  const text = plainText({ text: first.text, lines: textLines, format: 'text' });
  if (text === '') return undefined;
  const action = blocks.flatMap(({ lines }) => lines).find(({ type }) => type !== 'text');
  const href = action && hrefOfLine(action, undefined);
  return { text, link: action && href ? { text: action.text, href } : undefined };
}
