import { describe, expect, it } from 'vitest';
import { parseExitSurvey } from '../../../../frame/chat/channels/sync/wire.ts';
import { statesOf } from '../../../contract/channelSuite.ts';
import { createChatRestBench } from '../../../support/chatRestBench.ts';

describe('the exit survey of live chat', () => {
  it('[CH-123] disposes the visitor, fetches the survey once, and checks engagement right away when the chat ends', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
    const before = bench.backend.to('/app/engagement').length;
    bench.desk.act(bench.chatId(), { action: 'survey' });
    await bench.clock.advance(2_000);
    expect(bench.backend.to('/exitSurvey').filter((one) => one.method === 'GET')).toHaveLength(1);
    expect(bench.backend.to('/app/engagement')).toHaveLength(before + 1);
    const polls = bench.backend.to('/chat/chat-').length;
    await bench.clock.advance(10_000);
    expect(bench.backend.to('/chat/chat-')).toHaveLength(polls);
    expect(bench.fakes.events.filter((event) => event.type === 'survey')).toHaveLength(1);
    expect(statesOf(bench.fakes.events).slice(-2)).toEqual(['ended', 'available']);
  });

  it('[CH-068] reports that a survey could not be fetched', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
    bench.backend.state.fault = ({ path }) => (path.includes('exitSurvey') ? { status: 500 } : undefined);
    bench.desk.act(bench.chatId(), { action: 'survey' });
    await bench.clock.advance(2_000);
    expect(bench.fakes.events).toContainEqual({ type: 'surveyFailed' });
  });

  it('[CH-066] reads a survey whose question is a single object, and its logic', () => {
    const question = {
      id: 1,
      type: 'Checkbox',
      label: 'Which?',
      entry: { value: 'a', checked: true, logic: { showLogicId: 2 } },
    };
    expect(parseExitSurvey({ survey: { id: 9, questions: { question } } })).toEqual({
      id: 9,
      header: '',
      questions: [
        {
          id: 1,
          label: 'Which?',
          type: 'checkbox',
          isMandatory: false,
          validation: undefined,
          logicId: undefined,
          entries: [{ value: 'a', label: 'a', isChecked: true, showsLogicIds: [2] }],
          lastKnownValue: '',
        },
      ],
    });
    expect(parseExitSurvey({})).toBeUndefined();
  });
});
