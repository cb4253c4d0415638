import type { ChannelPorts, StartRequest } from '../../channel.ts';
import { plainText } from '../../messages/transcript.ts';
import { createChatTexts, person } from '../../texts.ts';
import { maxTalkChars } from './limits.ts';
import { introductionStanza } from './wire.ts';
import type { Xml } from './xml.ts';

/**
 * The first message of a conversation: who writes, on which page and in which language, and after a transfer what was said before.
 * Secrets are removed from the page's address already.
 */
export function createIntroduction(
  { visitor, page, place, texts }: ChannelPorts,
  to: string,
  conversationId: string,
  { transferred = [] }: StartRequest,
): Xml {
  const { firstName, lastName } = visitor();
  const name = [firstName, lastName].filter(Boolean).join(' ');
  const facts = [name, page().url, place().languageCode].filter(Boolean).join(' · ');
  const text = createChatTexts(texts);
  const talk = transferred.flatMap((message) => {
    const words = plainText(message);
    if (words === '' || !['visitor', 'bot', 'agent'].includes(message.type)) return [];
    const isVisitor = message.type === 'visitor';
    return [`${isVisitor ? '>' : `${person(text, message.by, 'assistant').name}:`} ${words}`];
  });
  const body = [facts, talk.join('\n').slice(-maxTalkChars)].filter(Boolean).join('\n\n');
  return introductionStanza(to, conversationId, name, body);
}
