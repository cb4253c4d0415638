import { toAddress } from '../text/toAddress.ts';

/** A part of a text whose addresses are links (CH-054). */
export type TextPart = { readonly kind: 'text'; readonly text: string } | TextLink;
export interface TextLink {
  readonly kind: 'link';
  readonly text: string;
  readonly href: string;
}

// No nested repetition, so the time is linear in the length of the text, which may come from anyone. Chinese and Japanese
// texts have no space after an address, but they have punctuation of their own.
const address =
  /(?:https?:\/\/|www\.)[^\s<>"'`\u3001-\u3003\u3008-\u3011\uff01-\uff0f\uff1a-\uff20]+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/giu;
const punctuation = '.,;:!?»”’*_~';
/** Longer addresses stay text. Ours: the longest parameter that the page's own address may have. */
const maxAddressLength = 2_048;

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

/** Removes punctuation after the address and brackets around it. */
function withoutTrailing(found: string): string {
  let end = found.length;
  const surplusOf = (close: string, open: string): number => found.split(close).length - found.split(open).length;
  const surplus: Record<string, number> = {
    ')': surplusOf(')', '('),
    ']': surplusOf(']', '['),
    '}': surplusOf('}', '{'),
  };
  for (; end > 0; end -= 1) {
    const last = found[end - 1] ?? '';
    const unopened = surplus[last] ?? 0;
    if (unopened > 0) surplus[last] = unopened - 1;
    else if (!punctuation.includes(last)) break;
  }
  return found.slice(0, end);
}

function hrefOf(found: string): string | undefined {
  if (found.length > maxAddressLength) return undefined;
  if (/^https?:/i.test(found)) return toAddress(found);
  return /^www\./i.test(found) ? toAddress(`https://${found}`) : toAddress(`mailto:${found}`);
}
