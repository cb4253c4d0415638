import type { ChannelPorts } from '../../frame/chat/channel.ts';
import { createBotChannel, ownBot } from '../../frame/chat/channels/bot/index.ts';
import { createBotServiceBench } from '../support/botBench.ts';
import { describeChannel } from './channelSuite.ts';

const create = (ports: ChannelPorts) =>
  createBotChannel(ports, { ...ownBot, loadJsonp: () => Promise.reject(new Error('not an employee')) });

describeChannel('bot', (ports) => createBotServiceBench(create, ports));

describeChannel('bot that streams', (ports) => {
  const bench = createBotServiceBench(create, ports, { streams: true });
  return {
    ...bench,
    async settle() {
      // A stream is read in tasks, and not only in promises.
      for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve));
      await bench.fakes.clock.advance(3_000);
      for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve));
    },
  };
});
