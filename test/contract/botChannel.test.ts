import type { ChannelPorts } from '../../frame/chat/channel.ts';
import { createBotChannel } from '../../frame/chat/channels/bot/index.ts';
import { createBotServiceBench } from '../support/botBench.ts';
import { describeChannel } from './channelSuite.ts';

const create = (ports: ChannelPorts) => createBotChannel(ports, () => Promise.reject(new Error('not an employee')));

describeChannel('bot', (ports) => createBotServiceBench(create, ports));
