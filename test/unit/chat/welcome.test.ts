import { expect, it } from 'vitest';
import { readWelcome } from '../../../frame/chat/window/reading.ts';

const text = { type: 'text', text: 'Hi, I know\n our prices.' } as const;
const choice = { type: 'choice', text: 'Show me' } as const;
const link = { type: 'link', text: 'See the prices', href: 'https://www.northwind.example/prices' } as const;

it.each([
  ['nothing', [], undefined],
  ['only text', [{ text: '', lines: [text] }], { text: 'Hi, I know our prices.', link: undefined }],
  ['a title', [{ text: 'Hello', lines: [] }], { text: 'Hello', link: undefined }],
  ['only a choice', [{ text: '', lines: [choice] }], undefined],
  [
    'a choice before a link',
    [{ text: '', lines: [text, choice, link] }],
    { text: 'Hi, I know our prices.', link: undefined },
  ],
  [
    'a link',
    [
      { text: '', lines: [text] },
      { text: '', lines: [link] },
    ],
    { text: 'Hi, I know our prices.', link: { text: link.text, href: link.href } },
  ],
])('[CH-103][SH-126] reads a welcome of %s', (_, blocks, welcome) => {
  expect(readWelcome(blocks)).toEqual(welcome);
});
