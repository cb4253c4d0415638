import type { ChannelPorts } from '../../frame/chat/channel.ts';
import { createAssistantChannel } from '../../frame/chat/channels/assistant/index.ts';
import { createBotServiceBench } from '../support/botBench.ts';
import { createFakeAssistant, createFakeVendorAssistant } from '../support/fakeAssistant.ts';
import { describeChannel } from './channelSuite.ts';

const create = (ports: ChannelPorts) => createAssistantChannel(ports, async () => createFakeAssistant(ports).instance);

describeChannel('hosted assistant', (ports) => createBotServiceBench(create, ports));

describeChannel('hosted assistant with the vendor’s messages', (more) => {
  let isDown = false;
  const createWithVendor = (ports: ChannelPorts) =>
    createAssistantChannel(
      { ...ports, deployment: { ...ports.deployment, assistant: { wire: 'vendor' } } },
      async () => {
        if (isDown) throw new Error('The script does not load.');
        return createFakeVendorAssistant(ports).instance;
      },
    );
  const bench = createBotServiceBench(createWithVendor, more);
  return {
    ...bench,
    failService() {
      isDown = true;
      bench.failService();
    },
  };
});
