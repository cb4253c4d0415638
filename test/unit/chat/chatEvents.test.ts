import { describe, expect, it } from 'vitest';
import { startChat } from '../../support/chatStories.ts';

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
});
