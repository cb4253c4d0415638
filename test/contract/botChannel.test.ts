import type { Channel, ChannelPorts } from '../../frame/chat/channel.ts';
import { createAssistantChannel } from '../../frame/chat/channels/assistant/index.ts';
import { createBotChannel } from '../../frame/chat/channels/bot/index.ts';
import { botDeployment, fakeBotService } from '../support/fakeBotService.ts';
import { createFakeChannelPorts } from '../support/fakeChannelPorts.ts';
import { type ChannelBench, describeChannel } from './channelSuite.ts';

function bench(create: (ports: ChannelPorts) => Channel): ChannelBench {
  const fakes = createFakeChannelPorts({ deployment: botDeployment });
  const service = fakeBotService(fakes);
  const channel = create(fakes.ports);
  return {
    channel,
    fakes,
    failService: () => service.fail(),
    accept: () => {},
    say: async (text) => {
      service.reply(service.answer([{ items: [{ type: 'text', text }] }]));
      void channel.reply({ id: 'r', text: 'go on' }).catch(() => {});
      await fakes.clock.advance(1_000);
    },
    endCalls: () => 0,
    received: () => service.texts,
  };
}

describeChannel('bot', () =>
  bench((ports) => createBotChannel(ports, () => Promise.reject(new Error('not an employee')))),
);
describeChannel('hosted assistant', () => bench((ports) => createAssistantChannel(ports, async () => ({}))));
