import { toAddress } from '../text/toAddress.ts';

/** A part of a text whose addresses are links (CH-054). */
export type TextPart = { readonly kind: 'text'; readonly text: string } | TextLink;
export interface TextLink {
  readonly kind: 'link';
  readonly text: string;
  readonly href: string;
}

// No nested repetition, so the time is linear in the length of the text, which may come from anyone.
const address = /(?:https?:\/\/|www\.)[^\s<>"'`]+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/giu;
const trailing = /[.,;:!?»”’*_~]+$/u;

export function linkify(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(address)) {
    const found = withoutTrailing(match[0]);
    const href = hrefOf(found);
    if (href === undefined) continue;
    if (match.index > from) parts.push({ kind: 'text', text: text.slice(from, match.index) });
    parts.push({ kind: 'link', text: found, href });
    from = match.index + found.length;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}

/** Removes punctuation after the address and a bracket around it. */
function withoutTrailing(found: string): string {
  const bare = found.replace(trailing, '');
  const opens = bare.split('(').length;
  return bare.endsWith(')') && bare.split(')').length > opens ? withoutTrailing(bare.slice(0, -1)) : bare;
}

function hrefOf(found: string): string | undefined {
  if (/^https?:/i.test(found)) return toAddress(found);
  return /^www\./i.test(found) ? toAddress(`https://${found}`) : toAddress(`mailto:${found}`);
}
