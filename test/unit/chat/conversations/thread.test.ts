import { describe, expect, it } from 'vitest';
import { agentMessage, emptySurvey, startChat } from '../../../support/chatStories.ts';

type Bench = Awaited<ReturnType<typeof startChat>>;

/** The bot says something and transfers the visitor, and the agent says something. */
async function talk(request = {}) {
  const bench = await startChat();
  const bot = bench.channel('bot');
  const agent = bench.channel('liveperson');
  bot.behaviour.resume = async () => true;
  bot.emit({
    type: 'messages',
    messages: [agentMessage('b1', 'from the bot', { type: 'bot', displayFeedback: true })],
  });
  await bot.ports.requestTransfer(request);
  agent.emit({ type: 'messages', messages: [agentMessage('a1', 'from the agent', { timestamp: 2_000 })] });
  return { ...bench, bot, agent };
}

const said = ({ messages }: Pick<Bench, 'messages'>): readonly string[] =>
  messages().flatMap((one) => (one.source ? [] : [one.text]));

describe('the thread of a transferred visitor', () => {
  it('[CH-057][CH-059] has the messages of the bot although its conversation is removed', async () => {
    const bench = await talk({ noSwitchBack: true });
    bench.agent.change({ state: 'ended' });
    await bench.run();
    expect(bench.store.state.conversations).toHaveLength(1);
    expect(said(bench)).toEqual(['from the bot', 'from the agent']);
    expect(bench.store.transcript().text).toContain('from the bot');
  });

  it.each([
    ['is open', {}],
    ['is removed', { noSwitchBack: true }],
  ])(
    'has each message once in the visitor’s data, under its own service, if the bot’s conversation %s',
    async (_, request) => {
      const bench = await talk(request);
      if ('noSwitchBack' in request) bench.agent.change({ state: 'ended' });
      await bench.run();
      const data = (await bench.store.visitorData()).messages() as { service: string; messages: { text: string }[] }[];
      const texts = data.map(({ service, messages }) => [service, messages.map(({ text }) => text)]);
      const notes = bench.messages().flatMap((one) => (one.type === 'system' ? [one.text] : []));
      expect(texts.map(([service, all]) => [service, (all as string[]).filter((one) => !notes.includes(one))])).toEqual(
        [
          ['bot', ['from the bot']],
          ['liveperson', ['from the agent']],
        ],
      );
    },
  );

  it('[CH-057] has what the bot still answers above the agent, and counts nothing that the visitor sees', async () => {
    const bench = await talk();
    bench.bot.emit({ type: 'messages', messages: [agentMessage('b2', 'later', { type: 'bot', timestamp: 3_000 })] });
    expect(said(bench)).toEqual(['from the bot', 'later', 'from the agent']);
    expect(bench.store.state.conversations.map((one) => one.unreadMsgCount)).toEqual([0, 0]);
  });

  it('[CH-047][CH-067] ends in the window of the survey with the agent, and goes on in that of the bot', async () => {
    const bench = await talk();
    bench.agent.change({ state: 'ended' });
    await bench.run();
    bench.agent.emit({ type: 'survey', survey: emptySurvey });
    bench.bot.emit({ type: 'messages', messages: [agentMessage('b2', 'again', { type: 'bot', timestamp: 3_000 })] });
    expect(bench.shown()?.adapterId).toBe('liveperson');
    expect(said(bench)).toEqual(['from the bot', 'from the agent']);
    await bench.store.closeSurvey();
    await bench.store.startNewChat();
    expect(bench.shown()?.adapterId).toBe('bot');
    expect(said(bench)).toEqual(['from the bot', 'from the agent', 'again']);
  });

  it('[CH-056] shows the second talk with the bot to a second agent, and offers one transcript', async () => {
    const bench = await talk();
    bench.agent.change({ state: 'ended' });
    await bench.run();
    bench.bot.emit({ type: 'messages', messages: [agentMessage('b2', 'again', { type: 'bot', timestamp: 3_000 })] });
    await bench.bot.ports.requestTransfer({});
    bench.agent.emit({ type: 'messages', messages: [agentMessage('a2', 'second agent', { timestamp: 4_000 })] });
    expect(said(bench)).toEqual(['from the bot', 'from the agent', 'again', 'second agent']);
    bench.agent.change({ state: 'ended' });
    await bench.run();
    expect(bench.messages().filter((one) => one.source !== undefined)).toHaveLength(1);
  });

  it('[CH-097] keeps a rating of the bot’s answer in the bot’s conversation', async () => {
    const bench = await talk();
    const [answer] = bench.messages();
    if (answer) bench.store.rate(answer, true);
    expect(bench.messages()[0]).toMatchObject({ rating: 'up', isHistory: true });
    bench.agent.change({ state: 'ended' });
    await bench.run();
    expect(bench.messages()[0]).toMatchObject({ rating: 'up', isHistory: false });
  });

  it('renders only the page that has changed', async () => {
    const bench = await talk();
    const pages = () => bench.shown()?.messages.pages ?? [];
    const [before] = pages();
    bench.agent.emit({ type: 'messages', messages: [agentMessage('a2', 'more', { timestamp: 5_000 })] });
    expect(pages()[0]).toBe(before);
    expect(pages()).toHaveLength(2);
  });
});
