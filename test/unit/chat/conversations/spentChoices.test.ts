import { describe, expect, it } from 'vitest';
import type { Line, Message } from '../../../../frame/chat/conversation.ts';
import { isChoice, needsConversation } from '../../../../frame/chat/conversations/choices.ts';
import { createError } from '../../../../frame/platform/errors.ts';
import { agentMessage, agentOnly, type openChat, startChat } from '../../../support/chatStories.ts';

type Bench = Awaited<ReturnType<typeof openChat>>;

const choice = (text: string): Line => ({ type: 'choice', text });
const link: Line = { type: 'link', text: 'Docs', href: 'https://docs.example/a' };

/** A bot chat with two answers, each with two choices and a link. The fake bot records what is pressed. */
async function startWithAnswers() {
  const pressed: string[] = [];
  const behaviour = { press: async (): Promise<void> => {} };
  const bench = await startChat({
    prepare: (fake) => {
      const press = async (line: Line): Promise<void> => {
        pressed.push(`${fake.ports.adapterId} ${line.text}`);
        await behaviour.press();
      };
      Object.assign(fake.channel, { press });
    },
  });
  for (const id of ['1', '2']) answer(bench, id);
  return { ...bench, pressed, behaviour };
}

function answer(bench: Bench, id: string): void {
  const lines: Line[] = [choice('Yes'), { type: 'group', text: '', items: [choice('No')] }, link];
  bench.channel('bot').emit({
    type: 'messages',
    messages: [agentMessage(id, `answer ${id}`, { type: 'bot', lines, timestamp: Number(id) })],
  });
}

function messageOf(bench: Bench, id: string): Message {
  const found = bench.messages().find((one) => one.id === id);
  if (!found) throw new Error(`no message ${id}`);
  return found;
}

function press(bench: Bench, id: string, line: Line): void {
  const message = messageOf(bench, id);
  const all = message.lines.flatMap((one) => [one, ...(one.items ?? [])]);
  bench.store.press(all.find((one) => one.text === line.text) ?? line, message);
}

const spent = (bench: Bench) =>
  bench
    .messages()
    .filter((one) => one.lines.length > 0 && bench.store.isSpent(one))
    .map((one) => one.id);

describe('choices', () => {
  it('[CH-094][F-CH14] of a message and of older ones are spent by one press', async () => {
    const bench = await startWithAnswers();
    expect(spent(bench)).toEqual([]);
    press(bench, '1', choice('Yes'));
    expect(spent(bench)).toEqual(['1']);
    press(bench, '1', choice('No'));
    press(bench, '2', choice('No'));
    expect(spent(bench)).toEqual(['1', '2']);
    press(bench, '2', choice('Yes'));
    expect(bench.pressed).toEqual(['bot Yes', 'bot No']);
    answer(bench, '3');
    expect(spent(bench)).toEqual(['1', '2']);
  });

  it('[F-CH14] are spent by a newer answer, but not by the other messages of the same answer', async () => {
    const bench = await startWithAnswers();
    bench.store.send('Something else');
    await bench.run();
    expect(spent(bench)).toEqual([]);
    answer(bench, '2000000000000');
    expect(spent(bench)).toEqual(['1', '2']);
    answer(bench, '2000000000001');
    expect(spent(bench)).toEqual(['1', '2']);
  });

  it('[F-CH14] stay usable while the visitor’s text is not sent', async () => {
    const bench = await startWithAnswers();
    bench.channel('bot').behaviour.send = () => Promise.reject(createError('CALL_FAILED', 'down'));
    bench.store.send('Something else');
    await bench.run();
    answer(bench, '2000000000000');
    expect(spent(bench)).toEqual([]);
  });

  it('[F-CH14] render again when they are spent', async () => {
    const bench = await startWithAnswers();
    const before = [messageOf(bench, '1'), messageOf(bench, '2')];
    press(bench, '1', choice('Yes'));
    expect(messageOf(bench, '1')).not.toBe(before[0]);
    expect(messageOf(bench, '2')).toBe(before[1]);
  });

  it('[F-CH14] can be pressed again after a press that failed', async () => {
    const bench = await startWithAnswers();
    bench.behaviour.press = () => Promise.reject(createError('CALL_FAILED', 'down'));
    press(bench, '2', choice('Yes'));
    expect(spent(bench)).toEqual(['1', '2']);
    await bench.run();
    expect(spent(bench)).toEqual([]);
    press(bench, '2', choice('Yes'));
    expect(bench.pressed).toHaveLength(2);
  });

  it('[F-CH14] go with their conversation; links stay usable', async () => {
    const bench = await startWithAnswers();
    bench.channel('bot').change({ state: 'ended' });
    expect(spent(bench)).toEqual(['1', '2']);
    press(bench, '1', choice('Yes'));
    bench.store.press({ type: 'chat', text: 'An agent' }, messageOf(bench, '1'));
    press(bench, '1', link);
    expect(bench.pressed).toEqual(['bot Docs']);
  });

  it('[F-CH14] of the bot are spent after a transfer, and never go to the agent', async () => {
    const bench = await startWithAnswers();
    bench.channel('bot').behaviour.resume = async () => true;
    await bench.channel('bot').ports.requestTransfer({});
    expect(bench.shown()?.adapterId).toBe('liveperson');
    expect(spent(bench)).toEqual(['1', '2']);
    press(bench, '2', choice('Yes'));
    press(bench, '2', link);
    expect(bench.pressed).toEqual(['bot Docs']);
    bench.channel('liveperson').change({ state: 'ended' });
    await bench.run();
    expect(bench.shown()?.adapterId).toBe('bot');
    expect(spent(bench)).toEqual(['1', '2']);
    answer(bench, '3');
    press(bench, '3', choice('Yes'));
    expect(bench.pressed).toEqual(['bot Docs', 'bot Yes']);
  });

  it('[CH-095][CH-097] links and ratings of the bot’s answers go to the bot, also when its chat is closed', async () => {
    const bench = await startWithAnswers();
    const rated: string[] = [];
    for (const id of ['bot', 'liveperson'] as const) {
      const rate = async (): Promise<void> => void rated.push(id);
      await bench.run();
      if (id === 'bot') Object.assign(bench.channel(id).channel, { rate });
    }
    await bench.channel('bot').ports.requestTransfer({ noSwitchBack: true });
    Object.assign(bench.channel('liveperson').channel, { rate: async () => void rated.push('liveperson') });
    bench.store.rate(messageOf(bench, '1'), true);
    bench.channel('liveperson').change({ state: 'ended' });
    await bench.run();
    press(bench, '2', link);
    expect(rated).toEqual(['bot']);
    expect(bench.pressed).toEqual(['bot Docs']);
  });

  it('[F-CH14] stay usable if the transfer fails', async () => {
    const bench = await startWithAnswers();
    bench.channel('liveperson').behaviour.start = () => Promise.reject(createError('CHANNEL_UNAVAILABLE', 'no agent'));
    await bench
      .channel('bot')
      .ports.requestTransfer({})
      .catch(() => {});
    expect(bench.shown()?.adapterId).toBe('bot');
    expect(spent(bench)).toEqual([]);
  });

  it('[CH-052][F-CH14] from before a reload are spent if the visitor has written after them', async () => {
    const bench = await startChat();
    const at = (id: string, type: 'bot' | 'visitor', timestamp: number) =>
      agentMessage(id, id, { type, timestamp, isHistory: true, ...(type === 'bot' ? { lines: [choice('Yes')] } : {}) });
    const history = [at('1', 'bot', 1_000), at('2', 'visitor', 2_000), at('3', 'bot', 3_000)];
    // The pages of a history may arrive in any order.
    for (const message of history.toReversed()) bench.channel('bot').emit({ type: 'messages', messages: [message] });
    expect(spent(bench)).toEqual(['1']);
  });
});

describe('a line', () => {
  it('[F-CH14] is a choice if it sends an answer, and needs its conversation if only that can take it', () => {
    expect([choice('Yes'), { ...choice('Docs'), href: '/docs' }, link].map(isChoice)).toEqual([true, true, false]);
    const needs = (...lines: Line[]) => needsConversation({ lines });
    expect(needs(link, { type: 'group', text: '', items: [choice('Yes')] })).toBe(true);
    expect(needs({ type: 'chat', text: 'An agent' })).toBe(true);
    expect(needs(link)).toBe(false);
  });
});

describe('the choices of an agent', () => {
  it('[F-CH14] are spent by the agent’s next answer, but not by a notice', async () => {
    const bench = await startChat(agentOnly);
    const { emit } = bench.channel('liveperson');
    emit({ type: 'messages', messages: [agentMessage('1', 'Well?', { lines: [choice('Yes')] })] });
    bench.store.send('Something else');
    await bench.run();
    emit({ type: 'messages', messages: [agentMessage('2', 'Please wait', { type: 'system', timestamp: 2e12 })] });
    expect(spent(bench)).toEqual([]);
    emit({ type: 'messages', messages: [agentMessage('3', 'I see', { timestamp: 3e12 })] });
    expect(spent(bench)).toEqual(['1']);
  });
});

describe('quick replies', () => {
  const replies = [
    { id: 'y', text: 'Yes' },
    { id: 'n', text: 'No' },
  ];

  async function startWithReplies() {
    const sent: string[] = [];
    const behaviour = { reply: async (): Promise<void> => {} };
    const bench = await startChat({
      ...agentOnly,
      prepare: (fake) => {
        const reply = async ({ id }: { id: string }): Promise<void> => {
          sent.push(id);
          await behaviour.reply();
        };
        Object.assign(fake.channel, { reply });
      },
    });
    const offer = (list = replies) => bench.channel('liveperson').emit({ type: 'quickReplies', replies: list });
    offer();
    const offered = () => (bench.store.state.replies[bench.shown()?.id ?? ''] ?? []).map((one) => one.id);
    return { ...bench, sent, behaviour, offer, offered };
  }

  it('[CH-139][F-CH14] are spent by one press, also if the service repeats them', async () => {
    const { store, sent, offer, offered } = await startWithReplies();
    expect(offered()).toEqual(['y', 'n']);
    store.reply({ id: 'y', text: 'Yes' });
    store.reply({ id: 'n', text: 'No' });
    expect(offered()).toEqual([]);
    offer();
    expect(offered()).toEqual([]);
    offer([{ id: 'y2', text: 'Yes' }]);
    expect(offered()).toEqual(['y2']);
    expect(sent).toEqual(['y']);
  });

  it('[F-CH14] come back after a press that failed', async () => {
    const { store, behaviour, offered, run } = await startWithReplies();
    behaviour.reply = () => Promise.reject(createError('CALL_FAILED', 'down'));
    store.reply({ id: 'y', text: 'Yes' });
    await run();
    expect(offered()).toEqual(['y', 'n']);
  });

  it('[F-CH14] do not replace newer ones after a press that failed', async () => {
    const { store, behaviour, offer, offered, run } = await startWithReplies();
    behaviour.reply = () => Promise.reject(createError('CALL_FAILED', 'down'));
    store.reply({ id: 'y', text: 'Yes' });
    offer([{ id: 'later', text: 'Later' }]);
    await run();
    expect(offered()).toEqual(['later']);
  });

  it('[F-CH14] go with their conversation', async () => {
    const { store, channel, sent, offer, offered } = await startWithReplies();
    channel('liveperson').change({ state: 'ended' });
    expect(offered()).toEqual([]);
    offer([{ id: 'late', text: 'Late' }]);
    store.reply({ id: 'late', text: 'Late' });
    expect(offered()).toEqual([]);
    expect(sent).toEqual([]);
  });
});
