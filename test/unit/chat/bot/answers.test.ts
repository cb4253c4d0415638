import { describe, expect, it } from 'vitest';
import { toBlocks } from '../../../../frame/chat/channels/bot/toBlocks.ts';
import { parseBotAnswer, toLine } from '../../../../frame/chat/channels/bot/wire.ts';

describe('reading an answer of the bot', () => {
  it('[CH-084] reads every field of an answer and keeps the order of its values', () => {
    const answer = parseBotAnswer({
      _id: 12,
      text: 'plain',
      context: { label: 'x' },
      output: { values: [{ items: [{ type: 'text', text: 'a' }] }, { items: ['b'] }] },
      timestamp: '2026-11-21T08:00:00Z',
      source: 'bot',
    });
    expect(answer).toMatchObject({
      id: '12',
      text: 'plain',
      context: { label: 'x' },
      source: 'bot',
      timestamp: Date.UTC(2026, 10, 21, 8),
    });
    expect(toBlocks(answer).map((block) => block.lines[0]?.text)).toEqual(['a', 'b']);
  });

  it.each([
    ['no output', { _id: '1' }, 0],
    ['empty values', { output: { values: [] } }, 0],
    [
      'values of nothing',
      { output: { values: [null, {}, { items: [] }, { items: [null, '', { type: 'text', text: ' ' }] }] } },
      0,
    ],
    ['its own text instead', { text: 'only text', output: {} }, 1],
    ['one value without its list', { output: { values: { items: { type: 'text', text: 'a' } } } }, 1],
  ])('[CH-084] makes the right number of blocks of %s: %s', (_name, raw, count) => {
    expect(toBlocks(parseBotAnswer(raw))).toHaveLength(count);
  });

  it('[CH-085] reads every field of a line', () => {
    const line = {
      type: 'chat',
      text: 'Talk to us',
      value: {
        chatInformation: [{ service: 'liveperson', skill: 's' }],
        schedulerConfig: { a: 1 },
        schedulerText: 'When?',
      },
      focusArea: 'cloud',
      href: 'https://a.example',
      choiceType: 'product',
      dialogNode: 'node',
    };
    expect(toLine(line)).toEqual(line);
    expect(
      toLine({ type: 'chat', text: 'x', value: { chatInformation: { chatService: 'bot', chatRoutingCode: 'c' } } })
        ?.value,
    ).toEqual({
      chatInformation: [{ service: 'bot', skill: 'c' }],
    });
  });

  it('[CH-086] shows an unknown line type as its text', () => {
    const items = [{ type: 'choice', text: 'A' }];
    expect(toLine({ type: 'group', title: 'Pick', items })).toEqual({ type: 'group', text: 'Pick', items });
    expect(toLine({ type: 'hologram', text: 'words' })).toEqual({ type: 'text', text: 'words' });
    expect(toLine({ type: 'hologram' })).toBeUndefined();
    expect(toLine(3)).toBeUndefined();
  });

  it('[CH-087] reads groups, tiles and reviews', () => {
    const item = { type: 'choice', text: 'A', choiceType: 'entityChoice' };
    const [group, tile, review] = toBlocks(
      parseBotAnswer({
        output: {
          values: [
            { type: 'group', title: 'Pick', items: [item] },
            { type: 'tile', title: 'Cards', items: [item] },
            { type: 'review', review: 'Your text', items: [] },
          ],
        },
      }),
    );
    expect(group?.lines).toEqual([{ type: 'group', text: 'Pick', items: [item] }]);
    expect(tile?.lines[0]?.type).toBe('tile');
    expect(review).toMatchObject({ review: 'Your text', displayFeedback: true });
  });

  it('[CH-085][CH-087] reads a line with a choice category and no type as a choice', () => {
    expect(toLine({ text: 'Cloud', choiceType: 'product' })).toMatchObject({ type: 'choice', choiceType: 'product' });
    expect(toLine({ text: 'Cloud' })).toMatchObject({ type: 'text' });
  });
});
