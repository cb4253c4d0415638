import type { ChannelPorts } from '../../frame/chat/channel.ts';
import { createLegacyChannel } from '../../frame/chat/channels/legacy/index.ts';
import { createFakeChannelPorts, fakePage } from '../support/fakeChannelPorts.ts';
import { type ChannelBench, describeChannel } from './channelSuite.ts';

function createBench(ports: Partial<ChannelPorts> = {}): ChannelBench {
  let chat = true;
  const fakes = createFakeChannelPorts({
    adapterId: 'partnerworld',
    entry: { service: 'partnerworld', skill: 'partners', purpose: '(default)' },
    page: () => ({ ...fakePage, chat }),
    ...ports,
  });
  return {
    channel: createLegacyChannel(fakes.ports),
    fakes,
    failService: () => {
      chat = false;
    },
    accept: () => {},
    say: () => {},
    endCalls: () => 0,
    conversations: () => fakes.emitted.filter(({ name }) => name === 'cm-host-chat').length,
    received: () => [],
  };
}

describeChannel('older chat product', createBench);
