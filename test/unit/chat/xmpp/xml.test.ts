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
    ['nothing', ''],
    ['half a tag', '<a'],
  ])('refuses %s', (_, text) => {
    expect(parseXml(text)).toBeUndefined();
  });

  it('refuses what is too deep or too large', () => {
    const nested = (depth: number): string => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`;
    expect(parseXml(nested(maxDepth))).toBeDefined();
    expect(parseXml(nested(maxDepth + 1))).toBeUndefined();
    expect(parseXml(`<a>${'x'.repeat(maxStanzaChars)}</a>`)).toBeUndefined();
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
