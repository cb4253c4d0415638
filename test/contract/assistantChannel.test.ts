import type { ChannelPorts } from '../../frame/chat/channel.ts';
import { createAssistantChannel } from '../../frame/chat/channels/assistant/index.ts';
import { createBotServiceBench } from '../support/botBench.ts';
import { createFakeAssistant } from '../support/fakeAssistant.ts';
import { describeChannel } from './channelSuite.ts';

const create = (ports: ChannelPorts) => createAssistantChannel(ports, async () => createFakeAssistant(ports).instance);

describeChannel('hosted assistant', (ports) => createBotServiceBench(create, ports));
