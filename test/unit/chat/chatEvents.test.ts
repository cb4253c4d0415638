import { describe, expect, it } from 'vitest';
import { agentMessage, openChat, resumes, startChat } from '../../support/chatStories.ts';
import { createFakeStorage } from '../../support/fakeStorage.ts';

describe('chat events', () => {
  it('[CH-208] tracks start, connection, first message, transfer and end in order, once per conversation', async () => {
    const bench = await startChat();
    bench.channel('bot').behaviour.resume = async () => true;
    bench.store.send('one');
    bench.store.send('two');
    await bench.channel('bot').ports.requestTransfer({});
    bench.channel('liveperson').change({ state: 'ended' });
    await bench.run();
    const names = bench.fakes.tracked.map((event) => event.name);
    expect(names).toEqual([
      'CM_CHAT_START',
      'CM_CHAT_CONNECT',
      'CM_CHAT_FIRST_MESSAGE',
      'CM_CHAT_CONNECT',
      'CM_CHAT_TRANSFER',
      'CM_CHAT_END',
    ]);
    expect(bench.fakes.tracked[0]?.detail).toMatchObject({
      pageUrl: 'https://www.northwind.example/cloud/databases',
      adapterId: 'bot',
      skill: 'cloud',
    });
  });

  it('[CH-208][F-CH22] tracks connection and first message once, whatever is reloaded; a choice is a message', async () => {
    const storage = createFakeStorage();
    const names: string[][] = [];
    let bench = await startChat({ storage });
    const line = { type: 'choice', text: 'Prices' } as const;
    bench
      .channel('bot')
      .emit({ type: 'messages', messages: [agentMessage('1', 'What?', { type: 'bot', lines: [line] })] });
    const [message] = bench.messages();
    if (message) bench.store.press(line, message);
    for (const text of ['one', 'two']) {
      bench.store.send(text);
      names.push(bench.fakes.tracked.map((event) => event.name));
      bench.fakes.lifetime.end();
      bench = await openChat({ storage, prepare: resumes });
    }
    expect(names).toEqual([['CM_CHAT_START', 'CM_CHAT_CONNECT', 'CM_CHAT_FIRST_MESSAGE'], []]);
  });
});
