import type { ChannelPorts } from '../../frame/chat/channel.ts';
import { createSupportChannel } from '../../frame/chat/channels/support/index.ts';
import type { LiveAgent } from '../../frame/chat/channels/support/wire.ts';
import { createFakeChannelPorts } from '../support/fakeChannelPorts.ts';
import { type ChannelBench, describeChannel } from './channelSuite.ts';

const deployment = {
  support: {
    script: 'https://c.vendor.example/deployment.js',
    chatUrl: 'https://d.vendor.example/chat',
    deploymentId: '572A',
    orgId: '00DA',
    buttons: { default: '573A' },
  },
};

function createBench(ports: Partial<ChannelPorts> = {}): ChannelBench {
  const fakes = createFakeChannelPorts({
    adapterId: 'salesforce',
    entry: { service: 'salesforce', skill: 'help', purpose: '(default)' },
    deployment,
    ...ports,
  });
  let isFailing = false;
  let windows = 0;
  let tell: (event: string) => void = () => {};
  const sdk: LiveAgent = {
    init: () => tell('BUTTON_AVAILABLE'),
    showWhenOnline: () => {},
    showWhenOffline: () => {},
    addButtonEventHandler: (_, handler) => {
      tell = handler;
    },
    setChatWindowWidth: () => {},
    setChatWindowHeight: () => {},
    startChat: () => {
      windows += 1;
    },
  };
  const channel = createSupportChannel(fakes.ports, {
    load: (_, onError) => {
      if (isFailing) onError();
    },
    find: () => (isFailing ? undefined : sdk),
    createElement: () => ({}),
    buttons: new Map(),
  });
  return {
    channel,
    fakes,
    failService: () => {
      isFailing = true;
    },
    accept: () => tell('BUTTON_ACCEPTED'),
    say: () => {},
    endCalls: () => 0,
    conversations: () => windows,
    received: () => [],
  };
}

describeChannel('support chat', createBench);
