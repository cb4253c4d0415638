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
  const registered = new Set<string>();
  const handlers = new Map<string, (event: string) => void>();
  let isStarted = false;
  // The SDK has no events for a button that is not registered before `init`.
  const register = (buttonId: string): void => {
    if (!isStarted) registered.add(buttonId);
  };
  const tell = (event: string): void => {
    for (const buttonId of registered) handlers.get(buttonId)?.(event);
  };
  const sdk: LiveAgent = {
    init() {
      isStarted = true;
      tell('BUTTON_AVAILABLE');
    },
    showWhenOnline: register,
    showWhenOffline: register,
    addButtonEventHandler(buttonId, handler) {
      if (!isStarted) handlers.set(buttonId, handler);
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
