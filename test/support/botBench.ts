import type { ChannelPorts } from '../../frame/chat/channel.ts';
import { type BotChannel, createBotChannel, ownBot } from '../../frame/chat/channels/bot/index.ts';
import type { Message } from '../../frame/chat/conversation.ts';
import { toMessage } from '../../frame/chat/messages/messageLog.ts';
import type { ChannelBench } from '../contract/channelBench.ts';
import { messagesOf, textOf } from './channelEvents.ts';
import { botDeployment, fakeBotService } from './fakeBotService.ts';
import { createFakeChannelPorts } from './fakeChannelPorts.ts';
import { createFakeLocks, createFakeTabs } from './fakeTabs.ts';

const createChannel = (ports: ChannelPorts) =>
  createBotChannel(ports, { ...ownBot, loadJsonp: () => Promise.reject(new Error('not an employee')) });

/** The bot channel on a fake bot service, for a visitor who is not an employee. */
export function setUpBot(overrides: Partial<ChannelPorts> = {}) {
  const locks = createFakeLocks();
  const session = new Map<string, string>();
  const tabs = createFakeTabs({ locks, session });
  const fakes = createFakeChannelPorts({ deployment: botDeployment, tabs, ...overrides });
  const service = fakeBotService(fakes);

  function close(): void {
    tabs.hide();
    fakes.lifetime.end();
  }

  /** Another tab of the same browser; with the session of a tab, that tab after a reload. */
  function openTab(more: Partial<ChannelPorts> = {}, ofTab = new Map<string, string>()) {
    const { storage, clock, call } = fakes;
    const next = createFakeChannelPorts({
      deployment: botDeployment,
      storage,
      clock,
      call,
      tabs: createFakeTabs({ clock, locks, session: ofTab, createId: () => 'tab-2' }),
      ...more,
    });
    return { fakes: Object.assign(next, { storage, clock, call }), service, channel: createChannel(next.ports) };
  }

  return {
    fakes,
    service,
    channel: createChannel(fakes.ports),
    close,
    openTab,
    /** The page is loaded again, with the same service and storage. */
    reload(more: Partial<ChannelPorts> = {}) {
      close();
      return openTab(more, session);
    },
  };
}

/** The bench of the channel suite for a channel on the bot service. */
export function createBotServiceBench(
  create: (ports: ChannelPorts) => BotChannel,
  ports: Partial<ChannelPorts> = {},
  options: { readonly streams?: boolean } = {},
): ChannelBench {
  const fakes = createFakeChannelPorts({ deployment: botDeployment, ...ports });
  const service = fakeBotService(fakes, options);
  const channel = create(fakes.ports);
  return {
    channel,
    fakes,
    failService: () => service.fail(),
    accept: () => {},
    say: async (text) => {
      service.reply(service.answer([service.valueWith(text)]));
      void channel.reply({ id: 'r', text: 'go on' }).catch(() => {});
      await fakes.clock.advance(1_000);
    },
    endCalls: () => 0,
    conversations: () => service.contexts().filter((context) => context.conversation_id === '').length,
    received: () => service.texts,
  };
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
