import { describe, expect, it } from 'vitest';
import type { ChannelEvent } from '../../../../frame/chat/channel.ts';
import { parseFrame } from '../../../../frame/chat/channels/async/wire.ts';
import type { Line } from '../../../../frame/chat/conversation.ts';
import { withinLimits } from '../../../../frame/chat/conversations/applyEvent.ts';
import { linkify } from '../../../../frame/chat/messages/linkify.ts';

const many = <Item>(item: Item): Item[] => Array.from({ length: 5_000 }, () => item);
const long = 'x'.repeat(300_000);

describe('what a channel sends', () => {
  it('[F-SE9] has texts of at most 100,000 characters and at most 200 lines', () => {
    const line: Line = { type: 'group', text: long, items: many<Line>({ type: 'choice', text: 'Yes' }) };
    const event = withinLimits({
      type: 'messages',
      messages: [{ id: '1', type: 'agent', text: long, review: long, lines: many(line) }],
    });
    const [message] = event.type === 'messages' ? event.messages : [];
    expect([message?.text?.length, message?.review?.length, message?.lines?.length]).toEqual([100_000, 100_000, 200]);
    expect([message?.lines?.[0]?.text.length, message?.lines?.[0]?.items?.length]).toEqual([100_000, 200]);
  });

  it('[F-SE9] has at most 200 replies, participants, questions and answers of a question', () => {
    const entries = many({ value: '1', label: 'One', isChecked: false, showsLogicIds: [] });
    const question = {
      ...{
        id: 1,
        label: 'Why?',
        type: 'radio' as const,
        isMandatory: false,
        validation: undefined,
        logicId: undefined,
      },
      ...{ entries, lastKnownValue: '' },
    } as const;
    const sizeOf = (event: ChannelEvent): unknown => {
      const kept = withinLimits(event);
      if (kept.type === 'quickReplies') return kept.replies.length;
      if (kept.type === 'participants') return kept.participants.length;
      return kept.type === 'survey' && [kept.survey?.questions.length, kept.survey?.questions[0]?.entries.length];
    };
    expect(sizeOf({ type: 'quickReplies', replies: many({ id: '1', text: 'Yes' }) })).toBe(200);
    expect(sizeOf({ type: 'participants', participants: many({ id: '1' }) })).toBe(200);
    expect(sizeOf({ type: 'survey', survey: { id: 1, header: '', questions: many(question) } })).toEqual([200, 200]);
  });

  it('leaves an ordinary message as it is', () => {
    const message = { id: '1', type: 'bot', text: 'Hello', lines: [{ type: 'choice', text: 'Yes' }] } as const;
    expect(withinLimits({ type: 'messages', messages: [message] })).toEqual({ type: 'messages', messages: [message] });
  });

  it('[F-SE9] is no frame of a socket above 5 MB', () => {
    const frame = (text: string) => JSON.stringify({ kind: 'notification', type: 'x', body: [text, text] });
    expect(parseFrame(frame('x'.repeat(2_600_000)))).toBeUndefined();
    const kept = parseFrame(frame('x'.repeat(2_400_000)));
    expect(kept).toMatchObject({ type: 'x', body: ['x'.repeat(100_000), 'x'.repeat(100_000)] });
  });

  it('[F-SE9] makes no link of an address of more than 2,048 characters', () => {
    const text = `http://a${')'.repeat(19_000)} http://${'a/'.repeat(2_000)} http://ok.example`;
    const hrefs = linkify(text).flatMap((part) => (part.kind === 'link' ? [part.href] : []));
    expect(hrefs).toEqual(['http://a/', 'http://ok.example/']);
  });
});
