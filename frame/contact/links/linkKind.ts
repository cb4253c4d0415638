import type { LinkKind } from '../../host/defaultLinks.ts';

export interface ParsedKind {
  readonly kind: LinkKind;
  /** Gets the wording but keeps its own navigation (SH-089). */
  readonly isTextOnly: boolean;
}

const pattern = /^(chat|contact|email|phone|scheduler)(-link|-text)?$/;

/** SH-086: `chat`, `chat-link`, `chat-text` and so on. Undefined for any other word: such links stay untouched. */
export function parseLinkKind(written: string): ParsedKind | undefined {
  const match = pattern.exec(written);
  return match ? { kind: match[1] as LinkKind, isTextOnly: match[2] === '-text' } : undefined;
}
