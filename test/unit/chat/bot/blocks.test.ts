import { describe, expect, it } from 'vitest';
import { emptyBlock, toBlocks } from '../../../../frame/chat/channels/bot/toBlocks.ts';
import { parseBotAnswer } from '../../../../frame/chat/channels/bot/wire.ts';

const choice = { type: 'choice', text: 'A' };

/** The blocks of an answer with these values. */
const blocksOf = (values: unknown, context: Record<string, unknown> = {}) =>
  toBlocks(parseBotAnswer({ context, output: { values } }));

describe('the blocks of an answer of the bot', () => {
  it('[CH-084] shows the text of an answer without values, and asks for feedback if the bot wants it', () => {
    const answer = { text: 'only text', output: {} };
    expect(toBlocks(parseBotAnswer(answer))).toEqual([{ ...emptyBlock, text: 'only text' }]);
    expect(toBlocks(parseBotAnswer({ ...answer, context: { displayFeedback: true } }))).toEqual([
      { ...emptyBlock, text: 'only text', displayFeedback: true },
    ]);
    expect(toBlocks(parseBotAnswer({ text: '  ', output: {} }))).toEqual([]);
  });

  it('[CH-084] does not repeat the text of an answer that has values', () => {
    const values = [{ items: ['a'] }];
    expect(toBlocks(parseBotAnswer({ text: 'plain', output: { values } }))).toEqual([
      { ...emptyBlock, lines: [{ type: 'text', text: 'a' }] },
    ]);
  });

  it('[CH-087][CH-097] asks for feedback under the last block only', () => {
    const asked = blocksOf([{ items: ['a'] }, { items: ['b'] }], { displayFeedback: true });
    expect(asked.map((block) => block.displayFeedback)).toEqual([false, true]);
    const notAsked = blocksOf([{ items: ['a'] }, { items: ['b'] }], { displayFeedback: 'yes' });
    expect(notAsked.map((block) => block.displayFeedback)).toEqual([false, false]);
  });

  it.each([
    ['a title', { title: 'Pick' }],
    ['a text', { text: 'Pick' }],
    ['a title before a text', { title: 'Pick', text: 'other' }],
  ])('[CH-087] shows a list with %s under it, or alone', (_, title) => {
    expect(blocksOf([{ ...title, items: [choice] }])).toEqual([{ ...emptyBlock, text: 'Pick', lines: [choice] }]);
    expect(blocksOf([{ ...title, items: [] }])).toEqual([{ ...emptyBlock, text: 'Pick' }]);
  });

  it('[CH-087] reads a bare list of lines, and a type in any case', () => {
    expect(blocksOf([['a', choice]])).toEqual([{ ...emptyBlock, lines: [{ type: 'text', text: 'a' }, choice] }]);
    expect(blocksOf([{ type: 'TILE', title: 'Cards', items: [choice] }])).toEqual([
      { ...emptyBlock, lines: [{ type: 'tile', text: 'Cards', items: [choice] }] },
    ]);
  });

  it('[CH-087] reads a text to review from the value, from its lines, or from its only line', () => {
    const reviewed = (text: string, review: string) => [{ ...emptyBlock, text, review, displayFeedback: true }];
    expect(blocksOf([{ type: 'review', title: 'Yours', review: 'Text', items: ['ignored'] }])).toEqual(
      reviewed('Yours', 'Text'),
    );
    expect(blocksOf([{ type: 'Review', items: ['one', 'two'] }])).toEqual(reviewed('', 'one\ntwo'));
    expect(blocksOf([{ type: 'review', title: 'Yours', items: [] }])).toEqual([]);
    expect(blocksOf([{ items: [{ type: 'review', text: 'inner' }] }])).toEqual(reviewed('', 'inner'));
  });

  it('[CH-087] shows a text to review among other lines as a line', () => {
    const items = [choice, { type: 'review', text: 'inner' }];
    expect(blocksOf([{ items }])).toEqual([{ ...emptyBlock, lines: items }]);
  });
});
