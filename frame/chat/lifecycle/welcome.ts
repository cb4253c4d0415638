import type { WelcomeBlock } from '../channel.ts';
import { hrefOfLine } from '../messages/links.ts';
import { plainText } from '../messages/transcript.ts';

/** A bot's welcome on the card (CH-103). */
export interface Welcome {
  readonly text: string;
  /** The first link, if it comes before any choice (SH-126). Without one, the card starts the chat. */
  readonly link: { readonly text: string; readonly href: string } | undefined;
}

/** Reads the text of the first block, without lines that can be pressed. Undefined if there is no text. */
export function readWelcome(blocks: readonly WelcomeBlock[]): Welcome | undefined {
  const [first] = blocks;
  if (!first) return undefined;
  const textLines = first.lines.filter(({ type }) => type === 'text');
  const text = plainText({ text: first.text, lines: textLines, format: 'text' });
  if (text === '') return undefined;
  const action = blocks.flatMap(({ lines }) => lines).find(({ type }) => type !== 'text');
  const href = action && hrefOfLine(action, undefined);
  return { text, link: action && href ? { text: action.text, href } : undefined };
}
