import { describe, expect, it } from 'vitest';
import { linkify } from '../../../frame/chat/messages/linkify.ts';

const links = (text: string) => linkify(text).flatMap((part) => (part.kind === 'link' ? [part.text] : []));

/** A sentence of each shipped language, with punctuation as people write it. */
const sentences: readonly (readonly [string, string, readonly string[]])[] = [
  ['en', "It’s “https://a.example/b”—or o'brien@a.example…", ['https://a.example/b', "o'brien@a.example"]],
  [
    'de',
    'Siehe „https://a.example/b“, »www.a.example«, jürgen@a.example!',
    ['https://a.example/b', 'www.a.example', 'jürgen@a.example'],
  ],
  ['fr', 'Voir « https://a.example/b » ; l’adresse d’andré@a.example ?', ['https://a.example/b']],
  ['fr', 'Écrivez à andré@a.example : c’est «https://a.example/b».', ['andré@a.example', 'https://a.example/b']],
  ['es', '¿Está en https://a.example/b? ¡Escríbanos: muñoz@a.example!', ['https://a.example/b', 'muñoz@a.example']],
  ['it', 'Vada su ‹https://a.example/b›; scriva a niccolò@a.example.', ['https://a.example/b', 'niccolò@a.example']],
  ['nl', "Zie 'https://a.example/b', of mail naar 't_hart@a.example.", ['https://a.example/b', 't_hart@a.example']],
  ['pl', 'Zobacz „https://a.example/b”. Napisz: łukasz@a.example…', ['https://a.example/b', 'łukasz@a.example']],
  ['pt-BR', 'Veja https://a.example/b… ou joão@a.example.', ['https://a.example/b', 'joão@a.example']],
  [
    'ar',
    'انظر https://a.example/b، أو https://a.example/c؟ واكتب إلى ada@a.example؛',
    ['https://a.example/b', 'https://a.example/c', 'ada@a.example'],
  ],
  ['he', 'ראו https://a.example/b׃ או ”ada@a.example“.', ['https://a.example/b', 'ada@a.example']],
  [
    'ja',
    'こちら「https://a.example/b」、またはsales@a.exampleまで。www.a.exampleです',
    ['https://a.example/b', 'sales@a.example', 'www.a.example'],
  ],
  [
    'ko',
    '“https://a.example/b”를 보세요. https://a.example에서 sales@a.example으로 문의하세요.',
    ['https://a.example/b', 'https://a.example', 'sales@a.example'],
  ],
  [
    'zh-Hans',
    '请看https://a.example/b，或联系sales@a.example。（www.a.example）',
    ['https://a.example/b', 'sales@a.example', 'www.a.example'],
  ],
  ['zh-Hant', '請看《https://a.example/b》；或聯絡sales@a.example！', ['https://a.example/b', 'sales@a.example']],
];

describe('addresses in a message', () => {
  it.each(sentences)('[F-PG13] are linked as a whole in %s: %s', (_, text, found) => {
    expect(links(text)).toEqual(found);
  });

  it.each([
    "https://a.example/wiki/Murphy's_law",
    'https://a.example/wiki/Murphy’s_law',
    'https://a.example/wiki/C_(language)',
    'https://a.example/Michelson–Morley',
    'https://a.example/a,b;c',
    'https://a.example/?q=a|b',
    'https://bücher.example/ä',
    'https://пример.example/путь',
    'https://例え.example/',
    'https://ko.a.example/wiki/서울',
    'https://web.a.example/2020/https://b.example/c',
    'http://127.0.0.1:8080/a',
    'http://[::1]:8080/a',
    'https://a.example/@ada',
    "d'arcy+news@mail.a.example",
    'ada_b-c.d@a.co.example',
    'info@müller.example',
    'почта@пример.рф',
  ])('[F-PG13] %s is one address, whatever stands around it', (address) => {
    for (const text of [
      address,
      `(${address})`,
      `«${address}».`,
      `‘${address}’, x`,
      `“${address}”`,
      `${address}…`,
      `see ${address}?`,
    ])
      expect(links(text), text).toEqual([address]);
  });

  it.each([
    ['the end of a longer word', 'foo.www.a.example xhttps://a.example a/https://b.example'],
    ['the end of a local part', `o’brien@a.example a=b@a.example user/ada@a.example ${'x'.repeat(70)}@a.example`],
    ['a local part in doubt', '用户@a.example'],
    ['the end of a host in doubt', 'https://例え.テストです info@例え.テスト'],
    ['the end of a path in doubt', 'https://a.example/b를 https://a.example/b谢谢'],
    ['a host of mixed scripts', 'https://bаnk.example/ info@bаnk.example'],
    [
      'another kind of address',
      'git@a.example:repository ftp://ada@a.example/ ftp://ada:x@a.example desk@a.example/here',
    ],
    ['an address with credentials', 'https://bank.example@evil.example/ www.bank.example@evil.example'],
    ['more than one at sign', 'ada@a.example@b.example'],
    ['no host', 'http:// https:// www. www.. @ a@ @b.example a@b a@1.2'],
  ])('[F-PG13] %s is no link', (_, text) => {
    expect(links(text)).toEqual([]);
  });

  it('[F-PG13] are linked one by one in lists', () => {
    expect(
      links("https://a.example/b,https://c.example/;www.d.example 'https://e.example/f','https://g.example'"),
    ).toEqual([
      'https://a.example/b',
      'https://c.example/',
      'www.d.example',
      'https://e.example/f',
      'https://g.example',
    ]);
    expect(links('ada@a.example,ben@b.example;-cem@c.example')).toEqual([
      'ada@a.example',
      'ben@b.example',
      'cem@c.example',
    ]);
    expect(links('Link:https://a.example/b, E-Mail:ada@a.example, mailto:ben@b.example')).toHaveLength(3);
  });

  it('[F-PG13] lead to what is written', () => {
    const hrefs = linkify("o'brien@a.example jürgen@a.example").flatMap((part) =>
      part.kind === 'link' ? [part.href] : [],
    );
    expect(hrefs.map(decodeURIComponent)).toEqual(["mailto:o'brien@a.example", 'mailto:jürgen@a.example']);
  });
});
