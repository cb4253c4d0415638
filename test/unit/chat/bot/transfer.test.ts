import { describe, expect, it } from 'vitest';
import type { Channel, ChannelPorts } from '../../../../frame/chat/channel.ts';
import { createBotChannel, ownBot } from '../../../../frame/chat/channels/bot/index.ts';
import type { ChatPorts } from '../../../../frame/chat/ports.ts';
import { createChatBench } from '../../../support/chatBench.ts';
import { resumes } from '../../../support/chatStories.ts';
import { botDeployment, fakeBotService } from '../../../support/fakeBotService.ts';
import { createFakeChannel } from '../../../support/fakeChannel.ts';
import { createFakeChannelPorts } from '../../../support/fakeChannelPorts.ts';
import { createFakeStorage } from '../../../support/fakeStorage.ts';
import { createFakeLocks, createFakeTabs } from '../../../support/fakeTabs.ts';

/** A visitor chats with the bot, on the real channel, and the bot may transfer them to an agent. */
async function chatWithBot() {
  const { clock, call, ...fakes } = createFakeChannelPorts();
  const service = fakeBotService({ clock, call, ...fakes });
  const storage = createFakeStorage();
  const locks = createFakeLocks();
  const session = new Map<string, string>();
  let tabs = createFakeTabs({ locks, session, clock });

  async function openPage() {
    const agents: ReturnType<typeof createFakeChannel>[] = [];
    let botPorts: ChannelPorts | undefined;
    const findLoader: ChatPorts['findLoader'] =
      ({ adapterId }) =>
      async () =>
      (ports): Channel => {
        if (adapterId === 'bot') {
          botPorts = ports;
          return createBotChannel(ports, { ...ownBot, loadJsonp: () => Promise.reject(new Error('not an employee')) });
        }
        const agent = createFakeChannel(ports);
        resumes(agent);
        agents.push(agent);
        return agent.channel;
      };
    const bench = createChatBench({
      storage,
      deployment: { channels: botDeployment },
      ports: { clock, call, tabs, findLoader },
    });
    bench.fakes.setAttention({ isChatShown: true });
    void bench.store.begin();
    await clock.advance(2_000);
    return {
      ...bench,
      notSent: () => bench.messages().filter((one) => one.isNotSent),
      transfer: () => botPorts?.requestTransfer({}),
      async leaveAgent() {
        agents.at(-1)?.change({ state: 'ended' });
        await clock.advance(2_000);
      },
    };
  }

  const page = await openPage();
  void page.store.startChat('menu', 'bot');
  await clock.advance(2_000);
  return {
    page,
    clock,
    call,
    service,
    storage,
    async reload() {
      tabs.hide();
      page.fakes.lifetime.end();
      tabs = createFakeTabs({ locks, session, clock, createId: () => 'tab-2' });
      return openPage();
    },
  };
}

it('[CH-052][CH-215] a text that the bot did not answer before a transfer and a reload moves to the input', async () => {
  const { page, clock, call, reload } = await chatWithBot();
  call.on('/v2/message', () => new Promise(() => {}));
  page.store.send('order 123');
  await page.transfer();
  const next = await reload();
  await clock.advance(60_000);
  expect(next.shown()?.adapterId).toBe('liveperson');
  expect(next.store.state.draft).toBe('order 123');
  await next.leaveAgent();
  expect(next.shown()?.adapterId).toBe('bot');
  expect(next.notSent()).toEqual([]);
});

describe('a text that has moved to the input at a transfer', () => {
  it('[CH-052][CH-215] is nowhere else after a reload and the return to the bot', async () => {
    const { page, clock, service, storage, reload } = await chatWithBot();
    service.fault('loseMessage');
    page.store.send('order 123');
    await clock.advance(2_000);
    expect(page.notSent()).toMatchObject([{ text: 'order 123' }]);
    await page.transfer();
    expect(page.shown()?.adapterId).toBe('liveperson');
    expect(page.store.state.draft).toBe('order 123');
    const next = await reload();
    expect(next.shown()?.adapterId).toBe('liveperson');
    expect(next.store.state.draft).toBe('order 123');
    await next.leaveAgent();
    expect(next.shown()?.adapterId).toBe('bot');
    expect(next.notSent()).toEqual([]);
    expect(next.store.state.draft).toBe('order 123');
    const stored = storage.suffixes('cm-outbox').map((suffix) => storage.read('cm-outbox', suffix));
    expect(stored).not.toContainEqual(expect.objectContaining({ text: 'order 123' }));
  });
});
