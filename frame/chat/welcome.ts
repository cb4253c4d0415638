import type { WelcomeBlock } from './channel.ts';
import { hrefOfLine } from './links.ts';
import { plainText } from './transcript.ts';

/** What a bot says on the pill's card (CH-103). */
export interface Welcome {
  readonly text: string;
  /** Where its first link, if that comes before any choice, leads (SH-126); without one the card begins the chat. */
  readonly link: { readonly text: string; readonly href: string } | undefined;
}

/** The words of the first block; what can be pressed is no part of the sentence. Undefined when nothing is said. */
export function readWelcome(blocks: readonly WelcomeBlock[]): Welcome | undefined {
  const [first] = blocks;
  if (!first) return undefined;
  const words = first.lines.filter(({ type }) => type === 'text');
  const text = plainText({ text: first.text, lines: words, format: 'text' });
  if (text === '') return undefined;
  const pressed = blocks.flatMap(({ lines }) => lines).find(({ type }) => type !== 'text');
  const href = pressed && hrefOfLine(pressed, undefined);
  return { text, link: pressed && href ? { text: pressed.text, href } : undefined };
}
