import { toAddress } from '../../text/toAddress.ts';

/** A part of a text whose addresses are links (CH-054). */
export type TextPart = { readonly kind: 'text'; readonly text: string } | TextLink;
export interface TextLink {
  readonly kind: 'link';
  readonly text: string;
  readonly href: string;
}

/** Longer addresses stay text: the longest parameter that the page's own address may have. */
const maxAddressLength = 2_048;
/** RFC 5321, 4.5.3.1. */
const maxLocalLength = 64;

const starts = /https?:\/\/|www\.|@/giu;
/** A web address ends before these. The last ranges are the punctuation of Chinese and Japanese, after which no space follows. */
const webAddress = /[^\s<>"`\u3001-\u3003\u3008-\u3011\uff01-\uff0f\uff1a-\uff20]+/uy;
/** The same in an address of the longest length, and one character more. */
const webAddressStart = new RegExp(webAddress.source.replace(/\+$/, `{1,${maxAddressLength + 1}}`), 'uy');
const mailDomain = /[\p{L}\p{M}\p{N}.-]+/uy;
const localCharacter = /[\p{L}\p{M}\p{N}_+.'’-]/u;

/** Scripts without spaces, and Korean, whose particles follow a word without one: a word and an address may touch. */
const touching =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
/** A web address directly after these would be the end of a longer word or address. */
const joined = /[\p{Script=Latin}\p{N}_@./\\-]/u;
/** The same before an e-mail address, whose local part may have these characters, although hardly any has. */
const joinedLocal = /[@/\\#$%&=?^!|{}]/;

const trailing = /[\p{P}~|^]/u;
/** Punctuation that addresses do end with. */
const final = '/-_#&%@=+';
const closers: Readonly<Record<string, string>> = {
  "'": "'",
  '‘': '’',
  '“': '”',
  '„': '“',
  '«': '»',
  '»': '«',
  '‹': '›',
};
const brackets: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/**
 * Finds addresses in a text. An address is linked as a whole, or it stays text: where its beginning or its end is in doubt, part of it
 * could lead elsewhere. Linear in the length of the text, which may come from anyone.
 */
export function linkify(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  starts.lastIndex = 0;
  for (let start = starts.exec(text); start; start = starts.exec(text)) {
    const found = start[0] === '@' ? mailAt(text, start.index, from) : webAt(text, start.index);
    const href = found.isWhole ? hrefOf(text.slice(found.from, found.to)) : undefined;
    if (href !== undefined) {
      if (found.from > from) parts.push({ kind: 'text', text: text.slice(from, found.from) });
      parts.push({ kind: 'link', text: text.slice(found.from, found.to), href });
      from = found.to;
    }
    starts.lastIndex = Math.max(found.to, start.index + start[0].length);
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}

interface Found {
  readonly from: number;
  readonly to: number;
  readonly isWhole: boolean;
}

function webAt(text: string, from: number): Found {
  const before = text[from - 1] ?? '';
  // The end of a longer word: all of it stays text.
  if (joined.test(before)) return { from, to: from + matchAt(webAddress, text, from).length, isWhole: false };
  // The next address of a list is another one, and so is what follows a quotation.
  const firstOf = (addresses: string): string => addresses.split(/[,;|](?=https?:\/\/|www\.)/i, 1)[0] ?? '';
  const start = firstOf(matchAt(webAddressStart, text, from));
  const one = start.length > maxAddressLength ? firstOf(matchAt(webAddress, text, from)) : start;
  const quoted = withoutTrailing(untilCloser(one, closers[before]));
  const schemeLength = /^https?:/i.test(quoted) ? quoted.indexOf('//') + 2 : 0;
  const pathAt = quoted.slice(schemeLength).search(/[/?#]/);
  const hostEnd = pathAt < 0 ? quoted.length : schemeLength + pathAt;
  const host = wholeHost(quoted.slice(schemeLength, hostEnd));
  if (host === undefined) return { from, to: from + one.length, isWhole: false };
  const isCut = schemeLength + host.length < hostEnd;
  const found = isCut ? quoted.slice(0, schemeLength + host.length) : quoted;
  const isWhole = isCut || !/[a-z\d]/i.test(characterBeforeTouching(quoted.slice(hostEnd)));
  return { from, to: from + (isWhole ? found : one).length, isWhole };
}

function mailAt(text: string, at: number, after: number): Found {
  let from = at;
  while (from > after && at - from <= maxLocalLength && isLocal(text[from - 1] ?? '')) from -= 1;
  while (/[.'’-]/.test(text[from] ?? '')) from += 1; // A quotation mark, an ellipsis or the sign of a list.
  const before = text.slice(Math.max(after, from - maxLocalLength), from);
  const domain = wholeHost(matchAt(mailDomain, text, at + 1).replace(/[.-]$/, '')) ?? '';
  const to = at + 1 + domain.length;
  const isWhole =
    from < at &&
    at - from <= maxLocalLength &&
    !joinedLocal.test(before.at(-1) ?? '') &&
    // No address has this apostrophe: it may stand for the other one, or end the word before.
    !text.slice(from, at).includes('’') &&
    !/[\p{L}\p{N}]['’-]+$/u.test(before.slice(-4)) &&
    // The password of an address.
    !(before.endsWith(':') && before.includes('//')) &&
    /\.(?:xn--[a-z\d-]+|[\p{L}\p{M}]{2,})$/iu.test(domain) &&
    // A path of another kind of address, such as `git@host.example:repository`.
    !/^(?:[@_]|[:/][\p{L}\p{N}])/u.test(text.slice(to, to + 2));
  return { from, to, isWhole };
}

const isLocal = (character: string): boolean => localCharacter.test(character) && !touching.test(character);

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** The name of the host; undefined if its end is in doubt, or if a part mixes scripts, which no registry allows. */
function wholeHost(host: string): string | undefined {
  const labels = host.split('.');
  let length = 0;
  for (const [at, label] of labels.entries()) {
    const touchesAt = label.search(touching);
    if (touchesAt > 0)
      return at > 0 && isPlain(label.slice(0, touchesAt)) ? host.slice(0, length + touchesAt) : undefined;
    if (touchesAt === 0 && at === labels.length - 1) return undefined;
    if (/[a-z]/i.test(label) && !isPlain(label)) return undefined;
    length += label.length + 1;
  }
  return host;
}

/** Latin letters, digits, a port. */
const isPlain = (label: string): boolean => /^[\p{Script=Latin}\p{M}\p{Nd}@:[\]_-]+$/u.test(label);

/** The character before a word that touches the address, for example a Korean particle; empty if there is none. */
function characterBeforeTouching(path: string): string {
  const at = path.search(touching);
  return at > 0 ? (path[at - 1] ?? '') : '';
}

/** Up to the end of a quotation. An apostrophe within a word does not end it. */
function untilCloser(found: string, closer: string | undefined): string {
  if (closer === undefined) return found;
  for (let at = found.indexOf(closer); at >= 0; at = found.indexOf(closer, at + 1)) {
    const next = found[at + 1] ?? '';
    if (!/[\p{L}\p{N}]/u.test(next) || touching.test(next)) return found.slice(0, at);
  }
  return found;
}

/** Removes punctuation after the address and brackets around it. */
function withoutTrailing(found: string): string {
  const surplus: Record<string, number> = {};
  for (const [close, open] of Object.entries(brackets)) {
    surplus[close] = found.split(close).length - found.split(open).length;
  }
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found[end - 1] ?? '';
    const unopened = surplus[last];
    if (unopened === undefined ? !trailing.test(last) || final.includes(last) : unopened <= 0) break;
    if (unopened !== undefined) surplus[last] = unopened - 1;
  }
  return found.slice(0, end);
}

function hrefOf(found: string): string | undefined {
  if (found.length > maxAddressLength) return undefined;
  if (/^https?:/i.test(found)) return toAddress(found);
  if (found.includes('@') && !/^www\./i.test(found)) return toAddress(`mailto:${found}`);
  return /^www\.[^.]/i.test(found) ? toAddress(`https://${found}`) : undefined;
}
