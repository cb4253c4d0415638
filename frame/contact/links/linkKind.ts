import type { LinkKind } from '../../host/defaultLinks.ts';

export interface ParsedKind {
  readonly kind: LinkKind;
  /** Whether the link gets our wording but keeps its own navigation (SH-089). */
  readonly isTextOnly: boolean;
}

/** Every value of the attribute: each kind as such, as a link, and as a text only. */
export const linkAttributes: readonly string[] = ['chat', 'contact', 'email', 'phone', 'scheduler'].flatMap((kind) => [
  kind,
  `${kind}-link`,
  `${kind}-text`,
]);

const pattern = /^(chat|contact|email|phone|scheduler)(-link|-text)?$/;

/** Parses `chat`, `chat-link`, `chat-text` and so on (SH-086). Undefined for other values: those links stay unchanged. */
export function parseLinkKind(text: string): ParsedKind | undefined {
  const match = pattern.exec(text);
  return match ? { kind: match[1] as LinkKind, isTextOnly: match[2] === '-text' } : undefined;
}

/** Whether a click on the link leads to the widget. */
export const isOurs = (kind: string): boolean => parseLinkKind(kind)?.isTextOnly === false;
