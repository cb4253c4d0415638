import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxDepth, maxStanzaChars } from '../../../../frame/chat/channels/xmpp/limits.ts';
import { childOf, parseXml, xml } from '../../../../frame/chat/channels/xmpp/xml.ts';

describe('parseXml', () => {
  it('reads names, namespaces, attributes and text', () => {
    const message = parseXml(
      `<message xmlns='jabber:client' from="a@b/c d"><body>1 &lt; 2 &#38; &#x1F600;</body><x:y xmlns:x='urn:x' k='"'/></message>`,
    );
    expect(message?.attributes.get('from')).toBe('a@b/c d');
    expect(childOf(message, 'body', 'jabber:client')?.text).toBe('1 < 2 & 😀');
    expect(childOf(message, 'y', 'urn:x')?.attributes.get('k')).toBe('"');
  });

  it('resolves namespaces where they are declared', () => {
    const a = parseXml(
      "<a xmlns='urn:a' xmlns:p='urn:p'><p:b/><c xmlns='urn:c' xmlns:p='urn:q'><p:d/><e/></c><p:f/><g/></a>",
    );
    const [b, c, f, g] = a?.children ?? [];
    expect([b, c, f, g].map((one) => [one?.name, one?.namespace])).toEqual([
      ['b', 'urn:p'],
      ['c', 'urn:c'],
      ['f', 'urn:p'],
      ['g', 'urn:a'],
    ]);
    expect(c?.children.map(({ name, namespace }) => [name, namespace])).toEqual([
      ['d', 'urn:q'],
      ['e', 'urn:c'],
    ]);
    expect(parseXml('<a/>')?.namespace).toBe('');
  });

  it('reads text around elements, the five entities and numbers of characters', () => {
    const a = parseXml(' <a k="&quot;&apos;" l=\'&#x41;\'>1<b>2</b>3 &amp;&lt;&gt;&quot;&apos;&#65;&#x61;</a> ');
    expect(a?.text).toBe('13 &<>"\'Aa');
    expect([a?.attributes.get('k'), a?.attributes.get('l')]).toEqual([`"'`, 'A']);
    expect(parseXml('<a>&#x10FFFF;</a>')?.text).toBe('\u{10FFFF}');
    expect(parseXml(' <a/> ')?.name).toBe('a');
    expect(parseXml('<a >1</a >')?.text).toBe('1');
    expect(parseXml('<a b = "1" />')?.attributes.get('b')).toBe('1');
  });

  it('finds the first child with a name and a namespace', () => {
    const a = parseXml('<a xmlns="urn:a"><b xmlns="urn:b" k="0"/><b k="1"/><b k="2"/></a>');
    expect(childOf(a, 'b', 'urn:a')?.attributes.get('k')).toBe('1');
    expect(childOf(a, 'c', 'urn:a')).toBeUndefined();
    expect(childOf(undefined, 'b', 'urn:a')).toBeUndefined();
  });

  it('reads what xml has written, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (text, value) => {
        const parsed = parseXml(xml('a', { xmlns: 'urn:a', value }, text).xml);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids most control characters.
        const allowed = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu, '');
        expect(parsed?.text).toBe(allowed);
        expect(parsed?.attributes.has('value')).toBe(true);
      }),
    );
  });

  it('never throws', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '/',
      '"',
      "'",
      '&',
      '&amp;',
      '&#0;',
      'a',
      ' ',
      '=',
      '<a>',
      '</a>',
      ':',
      'xmlns',
    );
    fc.assert(fc.property(fc.array(piece), (pieces) => void parseXml(pieces.join(''))));
  });

  it.each([
    ['a document type', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
    ['an unknown entity', '<a>&x;</a>'],
    ['a bare ampersand', '<a>1 & 2</a>'],
    ['a comment', '<a><!-- x --></a>'],
    ['a processing instruction', '<a><?x y?></a>'],
    ['a CDATA section', '<a><![CDATA[x]]></a>'],
    ['two roots', '<a/><b/>'],
    ['text before the root', 'x<a/>'],
    ['text after the root', '<a/>x'],
    ['an element that is not closed', '<a><b></a>'],
    ['an end without a start', '</a>'],
    ['an attribute twice', '<a b="1" b="2"/>'],
    ['markup in an attribute', '<a b="<"/>'],
    ['an undeclared prefix', '<x:a/>'],
    ['a reference to a forbidden character', '<a>&#0;</a>'],
    ['a reference beyond Unicode', '<a>&#x110000;</a>'],
    ['a reference to a surrogate', '<a>&#xD800;</a>'],
    ['an end with another name', '<a></b>'],
    ['an end with another prefix', '<a xmlns:p="urn:p"><p:b></b></a>'],
    ['an end with an attribute', '<a></a b="1">'],
    ['an end that is empty', '<a></a/>'],
    ['text after the end of the root', '<a></a>x'],
    ['text after an empty root', '<a/> x'],
    ['a root after text', ' x <a></a>'],
    ['a reference to a forbidden character in an attribute', '<a b="&#1;"/>'],
    ['a reference beyond Unicode in decimals', '<a>&#1114112;</a>'],
    ['an attribute without quotes', '<a b=1/>'],
    ['an attribute without a space', '<a b="1"c="2"/>'],
    ['nothing', ''],
    ['half a tag', '<a'],
  ])('refuses %s', (_, text) => {
    expect(parseXml(text)).toBeUndefined();
  });

  it('refuses what is too deep or too large', () => {
    const nested = (depth: number): string => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`;
    expect(parseXml(nested(maxDepth))).toBeDefined();
    expect(parseXml(nested(maxDepth + 1))).toBeUndefined();
    expect(parseXml(`${'<a>'.repeat(maxDepth - 1)}<a/>${'</a>'.repeat(maxDepth - 1)}`)).toBeDefined();
    expect(parseXml(`${'<a>'.repeat(maxDepth)}<a/>${'</a>'.repeat(maxDepth)}`)).toBeUndefined();
    const largest = `<a>${'x'.repeat(maxStanzaChars - 7)}</a>`;
    expect(parseXml(largest)).toBeDefined();
    expect(parseXml(`${largest} `)).toBeUndefined();
  });

  it.each([
    ['spaces in a tag', `<a${' '.repeat(200_000)}`],
    ['attributes', `<a${' b="c"'.repeat(40_000)}`],
    ['references', `<a>${'&amp;'.repeat(60_000)}&</a>`],
    ['open tags', '<a>'.repeat(100_000)],
  ])('takes linear time for many %s', (_, text) => {
    const begun = performance.now();
    expect(parseXml(text)).toBeUndefined();
    // Quadratic time would be minutes.
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});

describe('xml', () => {
  it('writes attributes that are there, and content of any depth', () => {
    expect(xml('a', {}).xml).toBe('<a/>');
    expect(xml('a', { b: '1', c: undefined, d: '' }, undefined, []).xml).toBe('<a b="1" d=""/>');
    expect(xml('a', {}, 'x', [xml('b', {}), ['y', undefined]]).xml).toBe('<a>x<b/>y</a>');
  });

  it('writes no markup of the content, and leaves out what XML forbids', () => {
    expect(xml('a', { b: '"<&>\r\u0000' }, '"<&>\r\n\uD800').xml).toBe(
      '<a b="&#34;&#60;&#38;&#62;&#13;">&#34;&#60;&#38;&#62;&#13;\n</a>',
    );
  });
});
