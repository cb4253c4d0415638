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
    expect(bench.fakes.log.warnings.join()).toContain('The exit survey could not be fetched.');
  });

  it('[CH-063] keeps the session alive every 15 s while it is open, and not without a survey', async () => {
    for (const [action, count] of [
      ['survey', 3],
      ['end', 0],
    ] as const) {
      const bench = createChatRestBench();
      await bench.startChat();
      bench.desk.act(bench.chatId(), { action });
      await bench.clock.advance(2_000);
      const before = bench.backend.to(`/chat/${bench.chatId()}`).length;
      await bench.clock.advance(45_000);
      expect(bench.backend.to(`/chat/${bench.chatId()}`)).toHaveLength(before + count);
    }
  });

  it.each([
    [404, 1],
    [503, 3],
  ])('[CH-063] is kept alive as long as the service knows the session: %s', async (status, count) => {
    const bench = createChatRestBench();
    await bench.startChat();
    bench.desk.act(bench.chatId(), { action: 'survey' });
    await bench.clock.advance(2_000);
    bench.backend.state.fault = ({ path }) => (path.includes(`/chat/${bench.chatId()}`) ? { status } : undefined);
    const before = bench.backend.to(`/chat/${bench.chatId()}`).length;
    await bench.clock.advance(46_000);
    expect(bench.backend.to(`/chat/${bench.chatId()}`)).toHaveLength(before + count);
  });

  it('[CH-063] is kept alive every 15 s although an answer hangs', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
    bench.desk.act(bench.chatId(), { action: 'survey' });
    await bench.clock.advance(2_000);
    bench.backend.state.slow = () => new Promise(() => {});
    const before = bench.backend.to(`/chat/${bench.chatId()}`).length;
    await bench.clock.advance(46_000);
    expect(bench.backend.to(`/chat/${bench.chatId()}`)).toHaveLength(before + 3);
  });

  describe('a survey that is open when the next chat starts', () => {
    async function openSurvey() {
      const bench = createChatRestBench();
      await bench.startChat();
      bench.desk.act(bench.chatId(), { action: 'survey' });
      await bench.clock.advance(2_000);
      expect(surveysOf(bench)).toEqual([true]);
      return bench;
    }

    const surveysOf = (bench: ReturnType<typeof createChatRestBench>): boolean[] =>
      bench.fakes.events.flatMap((event) => (event.type === 'survey' ? [event.survey !== undefined] : []));

    it('[CH-122][F-CH1] is withdrawn, and no longer kept alive at the service', async () => {
      const bench = await openSurvey();
      await bench.channel.start({ startType: 'menu' });
      expect(surveysOf(bench)).toEqual([true, false]);
      const before = bench.backend.to(`/chat/${bench.chatId()}`).length;
      await bench.clock.advance(60_000);
      expect(bench.backend.to(`/chat/${bench.chatId()}`)).toHaveLength(before);
    });

    it('[CH-122][F-CH1] is withdrawn even if the chat cannot be started', async () => {
      const bench = await openSurvey();
      bench.backend.state.fault = ({ path }) => (path.endsWith('/chat/request') ? { status: 500 } : undefined);
      const outcome = bench.channel.start({ startType: 'menu' }).catch(() => 'rejected');
      await bench.clock.advance(1_000);
      expect(await outcome).toBe('rejected');
      expect(surveysOf(bench)).toEqual([true, false]);
    });

    it('[CH-122][F-CH1] cannot be submitted: that fails visibly, and sends nothing', async () => {
      const bench = await openSurvey();
      await bench.channel.start({ startType: 'menu' });
      await expect(bench.channel.submitSurvey({ 1: 'yes' })).rejects.toMatchObject({ code: 'CALL_INVALID' });
      expect(bench.backend.to('/exitSurvey').filter((one) => one.method === 'POST')).toEqual([]);
    });

    it('[CH-122] is not withdrawn twice when the service reports that the visitor waits', async () => {
      const bench = await openSurvey();
      await bench.channel.start({ startType: 'menu' });
      await bench.clock.advance(6_000);
      expect(bench.channel.snapshot.state).toBe('waiting');
      expect(surveysOf(bench)).toEqual([true, false]);
    });

    it('[CH-065] is submitted once, with its answers, while no other chat has started', async () => {
      const bench = await openSurvey();
      await bench.channel.submitSurvey({ 1: 'yes' });
      expect(bench.backend.to('/exitSurvey').filter((one) => one.method === 'POST')).toHaveLength(1);
      await expect(bench.channel.submitSurvey({ 1: 'yes' })).rejects.toMatchObject({ code: 'CALL_INVALID' });
    });
  });

  it('[CH-065] is submitted with its answers and the conversation that they are about', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
    const { conversationId } = bench.channel.snapshot;
    bench.desk.act(bench.chatId(), { action: 'survey' });
    await bench.clock.advance(2_000);
    await bench.channel.submitSurvey({ 1: 'no', 2: 'Prices' });
    const [posted] = bench.backend.to('/exitSurvey').filter((one) => one.method === 'POST');
    expect(posted?.body).toEqual({
      survey: {
        id: 361348,
        conversationId,
        question: [
          { id: 1, answer: 'no' },
          { id: 2, answer: 'Prices' },
        ],
      },
    });
    const before = bench.backend.to(`/chat/${bench.chatId()}`).length;
    await bench.clock.advance(60_000);
    expect(bench.backend.to(`/chat/${bench.chatId()}`)).toHaveLength(before);
  });

  it('[CH-065] of a chat without a session id is shown, and names no conversation', async () => {
    const bench = createChatRestBench();
    const { describe: describeChat } = bench.desk;
    bench.desk.describe = (...asked) => {
      const described = describeChat(...asked) as { chat: { info: Record<string, unknown> } };
      delete described.chat.info.rtSessionId;
      return described;
    };
    await bench.startChat();
    bench.desk.act(bench.chatId(), { action: 'survey' });
    await bench.clock.advance(2_000);
    expect(bench.fakes.events.some((event) => event.type === 'survey' && event.survey)).toBe(true);
    await bench.channel.submitSurvey({ 1: 'yes' });
    const [posted] = bench.backend.to('/exitSurvey').filter((one) => one.method === 'POST');
    expect(posted?.body).toMatchObject({ survey: { conversationId: '' } });
  });

  it('[CH-065] can be submitted again after a failure', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
    bench.desk.act(bench.chatId(), { action: 'survey' });
    await bench.clock.advance(2_000);
    bench.backend.state.fault = ({ method, path }) =>
      method === 'POST' && path.endsWith('/exitSurvey') ? { status: 500 } : undefined;
    await expect(bench.channel.submitSurvey({ 1: 'yes' })).rejects.toMatchObject({ status: 500 });
    bench.backend.state.fault = undefined;
    await bench.channel.submitSurvey({ 1: 'yes' });
    expect(bench.backend.to('/exitSurvey').filter((one) => one.method === 'POST')).toHaveLength(2);
  });

  it('[CH-065] cannot be submitted once it is closed', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
    bench.desk.act(bench.chatId(), { action: 'survey' });
    await bench.clock.advance(2_000);
    await bench.channel.cancelSurvey();
    await expect(bench.channel.submitSurvey({ 1: 'yes' })).rejects.toMatchObject({
      code: 'CALL_INVALID',
      message: 'There is no exit survey to submit.',
    });
  });

  it('[CH-063][CH-123] is asked for when the visitor ends the chat, but not after an error', async () => {
    for (const [withError, count] of [
      [false, 1],
      [true, 0],
    ] as const) {
      const bench = createChatRestBench();
      await bench.startChat();
      await bench.channel.end(withError);
      expect(bench.backend.to('/exitSurvey')).toHaveLength(count);
      expect(bench.fakes.events.filter((event) => event.type === 'survey')).toEqual([]);
    }
  });

  it('[CH-123] that could not be loaded after a reload is asked for again by the next page', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
    bench.desk.act(bench.chatId(), { action: 'survey' });
    await bench.clock.advance(2_000);
    const { storage } = bench.fakes;
    bench.leave();
    bench.backend.state.fault = ({ path }) => (path.includes('exitSurvey') ? { status: 503 } : undefined);
    const next = bench.load({ storage });
    await next.channel.init();
    await expect(next.channel.resumeSurvey?.()).rejects.toMatchObject({ code: 'CALL_FAILED' });
    next.fakes.lifetime.end();
    bench.backend.state.fault = undefined;
    const last = bench.load({ storage });
    await last.channel.init();
    await last.channel.resumeSurvey?.();
    expect(last.fakes.events).toContainEqual(expect.objectContaining({ type: 'survey' }));
  });

  it('[CH-016] is not reported as failed once the widget is removed', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
    bench.backend.state.fault = ({ path }) => {
      if (!path.includes('exitSurvey')) return undefined;
      bench.fakes.lifetime.end();
      return { status: 500 };
    };
    bench.desk.act(bench.chatId(), { action: 'survey' });
    await bench.clock.advance(2_000);
    expect(bench.fakes.log.warnings).toEqual([]);
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
