import type { ChannelPorts } from '../../frame/chat/channel.ts';
import { createBotChannel } from '../../frame/chat/channels/bot/index.ts';
import type { Message } from '../../frame/chat/conversation.ts';
import { toMessage } from '../../frame/chat/message.ts';
import { messagesOf, textOf } from '../contract/channelSuite.ts';
import { botDeployment, fakeBotService } from './fakeBotService.ts';
import { createFakeChannelPorts } from './fakeChannelPorts.ts';

/** The bot channel on a fake bot service, for a visitor who is not an employee. */
export function setUpBot(overrides: Partial<ChannelPorts> = {}) {
  const fakes = createFakeChannelPorts({ deployment: botDeployment, ...overrides });
  const service = fakeBotService(fakes);
  const channel = createBotChannel(fakes.ports, () => Promise.reject(new Error('not an employee')));
  return { fakes, service, channel };
}

/** The same after the greeting. */
export async function startBot(overrides: Partial<ChannelPorts> = {}) {
  const bench = setUpBot(overrides);
  void bench.channel.start({ startType: 'menu' }).catch(() => {});
  await bench.fakes.clock.advance(2_000);
  return bench;
}

export const shownTexts = (events: Parameters<typeof messagesOf>[0]) =>
  messagesOf(events).map((message) => textOf(message).trim());

export const anyMessage: Message = toMessage({ id: 'answer-1__0', type: 'bot' }, undefined, 1);

/** The `values` of an answer with one block of these lines. */
export const botLines = (...items: unknown[]) => [{ items }];
