import { maxDepth, maxStanzaChars } from './limits.ts';

/** One element of the stream, with its namespace resolved. */
export interface XmlElement {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The character data directly in the element. */
  readonly text: string;
}

interface OpenElement extends XmlElement {
  readonly tag: string;
  /** The namespaces that the element itself declares. Copying those of its parents would take quadratic time. */
  readonly declared: ReadonlyMap<string, string>;
  readonly parent: OpenElement | undefined;
  readonly children: XmlElement[];
  text: string;
}

const name = '[A-Za-z_][\\w.-]*';
const tagPattern = new RegExp(
  `<(/?)((?:${name}:)?${name})((?:\\s+[A-Za-z_][\\w.:-]*\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/?)>`,
  'y',
);
/** One attribute after the other, from the start. */
const attributePattern = /\s+([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gy;
const referencePattern = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));|&/g;
const characterOf: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** What no XML document may contain, lone surrogates included. */
const forbiddenCharacters = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/**
 * Parses one websocket frame, which holds exactly one element (RFC 7395, 3.3). Undefined if it is not well-formed or too large.
 *
 * The browser's parser cannot be used: the frame's policy for Trusted Types lets nothing reach it. There are no entities beyond
 * the five of XML, and no document types, comments or processing instructions, which XMPP forbids (RFC 6120, 11.1). Nothing can
 * expand, and the work is linear in the size of the frame.
 */
export function parseXml(frame: string): XmlElement | undefined {
  if (frame.length > maxStanzaChars) return undefined;
  const open: OpenElement[] = [];
  let at = 0;
  while (at < frame.length) {
    const tagAt = frame.indexOf('<', at);
    const text = decode(frame.slice(at, tagAt < 0 ? undefined : tagAt));
    const parent = open.at(-1);
    if (text === undefined || (!parent && text.trim() !== '') || tagAt < 0) return undefined;
    if (parent) parent.text += text;
    tagPattern.lastIndex = tagAt;
    const [tag, slash, tagName = '', attributes = '', isEmpty] = tagPattern.exec(frame) ?? [];
    if (tag === undefined) return undefined;
    at = tagAt + tag.length;
    if (slash) {
      const closed = attributes === '' && !isEmpty ? open.pop() : undefined;
      if (closed?.tag !== tagName) return undefined;
      if (open.length === 0) return frame.slice(at).trim() === '' ? closed : undefined;
      continue;
    }
    const element = openElement(tagName, attributes, parent);
    if (!element || open.length >= maxDepth) return undefined;
    parent?.children.push(element);
    if (!isEmpty) open.push(element);
    else if (!parent) return frame.slice(at).trim() === '' ? element : undefined;
  }
  return undefined;
}

function openElement(tag: string, source: string, parent: OpenElement | undefined): OpenElement | undefined {
  const attributes = new Map<string, string>();
  const declared = new Map<string, string>();
  for (const [, attribute = '', double, single = ''] of source.matchAll(attributePattern)) {
    const value = decode(double ?? single);
    if (value === undefined || attributes.has(attribute)) return undefined;
    attributes.set(attribute, value);
    const [xmlns, prefix = ''] = attribute.split(':');
    if (xmlns === 'xmlns') declared.set(prefix, value);
  }
  const [first = '', second] = tag.split(':');
  const prefix = second === undefined ? '' : first;
  const namespace = declared.get(prefix) ?? namespaceIn(parent, prefix);
  if (prefix !== '' && namespace === undefined) return undefined;
  return {
    tag,
    name: second ?? first,
    namespace: namespace ?? '',
    attributes,
    declared,
    parent,
    children: [],
    text: '',
  };
}

/** Walks up at most `maxDepth` elements. */
function namespaceIn(element: OpenElement | undefined, prefix: string): string | undefined {
  for (let one = element; one; one = one.parent) {
    const namespace = one.declared.get(prefix);
    if (namespace !== undefined) return namespace;
  }
  return undefined;
}

function decode(text: string): string | undefined {
  let isValid = true;
  const decoded = text.replace(referencePattern, (_, entity?: string, decimal?: string, hexadecimal?: string) => {
    if (entity !== undefined) return characterOf[entity] ?? '';
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    if (code <= 0x10ffff) return String.fromCodePoint(code);
    isValid = false;
    return '';
  });
  return isValid && decoded.search(forbiddenCharacters) < 0 ? decoded : undefined;
}

/** Markup that is ready to be sent. */
export type Xml = { readonly xml: string };
export type XmlContent = Xml | string | undefined | readonly XmlContent[];

/** Builds an element. Strings become character data, and characters that XML forbids are omitted. */
export function xml(
  tag: string,
  attributes: Readonly<Record<string, string | undefined>>,
  ...content: readonly XmlContent[]
): Xml {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${escapeXml(value)}"`,
  );
  const inner = write(content);
  return { xml: `<${tag}${written.join('')}${inner === '' ? '/>' : `>${inner}</${tag}>`}` };
}

function write(content: XmlContent): string {
  if (content === undefined) return '';
  if (typeof content === 'string') return escapeXml(content);
  return 'xml' in content ? content.xml : content.map(write).join('');
}

function escapeXml(text: string): string {
  return text.replace(forbiddenCharacters, '').replace(/[&<>"\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function childOf(element: XmlElement | undefined, tag: string, namespace: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === tag && child.namespace === namespace);
}
