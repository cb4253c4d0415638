import { toAddress } from '../../text/toAddress.ts';

/**
 * Parses declared markup into a tree of a few harmless tags (CH-054). It uses its own tokenizer instead of the browser's
 * parser, so nothing in the text can load, run or be sanitised incorrectly. It drops tags that are not on the list and keeps
 * their text. Elements whose content is not text (`script`, `style` and others) are dropped with their content. The only
 * attribute that survives is the checked address of a link.
 */
export type HtmlNode = { readonly kind: 'text'; readonly text: string } | HtmlElementNode;
export interface HtmlElementNode {
  readonly kind: 'element';
  /** `code` and `pre` come from Markdown only. */
  readonly tag: AllowedTag | 'code' | 'pre';
  readonly href: string | undefined;
  /** The first number of an `ol`. */
  readonly start?: number;
  readonly children: HtmlNode[];
}

export const allowedTags = ['a', 'b', 'strong', 'i', 'em', 'u', 'br', 'p', 'div', 'ul', 'ol', 'li'] as const;
export type AllowedTag = (typeof allowedTags)[number];

const droppedWithContent = /^(?:script|style|iframe|object|template|noscript|svg|math|head|title|textarea|select|xmp)$/;

/** Maximum nesting depth: no message needs more, and deep markup could overflow the renderer's stack. */
const maxDepth = 20;

/**
 * A comment or a declaration, or else a tag: whether it closes, its name and its attributes. A quoted value may contain a closing
 * bracket. What has no end goes on to the end of the markup. A single tag of several MB would overflow the engine's stack; no text of a
 * message is that long.
 */
const token =
  /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*>?|<(\/?)([a-z][a-z0-9-]{0,30})((?:[^"'>]+|"[^"]*(?:"|$)|'[^']*(?:'|$))*)(>?)/iy;

export function parseDeclaredHtml(markup: string): readonly HtmlNode[] {
  const root: HtmlNode[] = [];
  const open: HtmlElementNode[] = [];
  const currentChildren = (): HtmlNode[] => open.at(-1)?.children ?? root;

  function close(): void {
    const element = open.pop();
    if (element) currentChildren().push(element);
  }

  let at = 0;
  while (at < markup.length) {
    const bracket = markup.indexOf('<', at);
    const end = bracket < 0 ? markup.length : bracket;
    if (end > at) currentChildren().push({ kind: 'text', text: decodeEntities(markup.slice(at, end)) });
    if (bracket < 0) break;
    token.lastIndex = bracket;
    const [whole, closing, tag, attributes = '', bracketAtEnd] = token.exec(markup) ?? ['<'];
    at = bracket + whole.length;
    const name = tag?.toLowerCase();
    if (whole === '<') currentChildren().push({ kind: 'text', text: '<' });
    // Nothing is shown of comments, declarations, and a tag that a limit has cut off.
    else if (name === undefined || !bracketAtEnd) continue;
    else if (closing === '') {
      if (droppedWithContent.test(name)) at = skipPast(markup, at, name);
      else if (name === 'br') currentChildren().push({ kind: 'element', tag: 'br', href: undefined, children: [] });
      else if (isAllowed(name) && !attributes.trimEnd().endsWith('/') && open.length < maxDepth) {
        open.push({ kind: 'element', tag: name, href: name === 'a' ? hrefIn(attributes) : undefined, children: [] });
      }
    } else if (open.some((element) => element.tag === name)) {
      while (open.at(-1)?.tag !== name) close();
      close();
    }
  }
  while (open.length > 0) close();
  return root;
}

/** The text without tags, for announcements and the transcript. */
export function textOfHtml(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text') return node.text;
      const inner = textOfHtml(node.children);
      return node.tag === 'br' || node.tag === 'p' || node.tag === 'div' || node.tag === 'li' ? `${inner}\n` : inner;
    })
    .join('');
}

const isAllowed = (name: string): name is AllowedTag => (allowedTags as readonly string[]).includes(name);

function skipPast(markup: string, from: number, name: string): number {
  const closingTag = new RegExp(`</${name}`, 'gi');
  closingTag.lastIndex = from;
  const end = closingTag.test(markup) ? markup.indexOf('>', closingTag.lastIndex) : -1;
  return end < 0 ? markup.length : end + 1;
}

function hrefIn(attributes: string): string | undefined {
  const match = /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes);
  const value = match?.[1] ?? match?.[2] ?? match?.[3];
  return value === undefined ? undefined : toAddress(decodeEntities(value).trim());
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  copy: '©',
  reg: '®',
  euro: '€',
};

export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(entities, name) ? (entities[name] ?? whole) : whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number.parseInt(decimal, 10);
    return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
  });
}
