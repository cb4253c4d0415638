import type { LinkKind } from '../../host/defaultLinks.ts';

export interface ParsedKind {
  readonly kind: LinkKind;
  /** Whether the link gets our wording but keeps its own navigation (SH-089). */
  readonly isTextOnly: boolean;
}

const pattern = /^(chat|contact|email|phone|scheduler)(-link|-text)?$/;

/** Parses `chat`, `chat-link`, `chat-text` and so on (SH-086). Undefined for other values: those links stay unchanged. */
export function parseLinkKind(text: string): ParsedKind | undefined {
  const match = pattern.exec(text);
  return match ? { kind: match[1] as LinkKind, isTextOnly: match[2] === '-text' } : undefined;
}
