import { describe, expect, it } from 'vitest';
import { createLegacyChannel } from '../../../../frame/chat/channels/legacy/index.ts';
import type { AdapterId } from '../../../../frame/chat/routing/adapters.ts';
import { findChannelLoader } from '../../../../frame/chat/routing/registry.ts';
import type { Route } from '../../../../frame/chat/routing/routing.ts';
import { statesOf } from '../../../contract/channelSuite.ts';
import { createFakeChannelPorts, fakePage } from '../../../support/fakeChannelPorts.ts';

function setUp() {
  let chat = false;
  const fakes = createFakeChannelPorts({
    adapterId: 'partnerworld',
    entry: { service: 'partnerworld', skill: 'partners' },
    page: () => ({ ...fakePage, chat }),
  });
  return {
    ...fakes,
    channel: createLegacyChannel(fakes.ports),
    setChat: (hasChatFunction: boolean) => {
      chat = hasChatFunction;
    },
  };
}

function loaderOf(adapterId: AdapterId) {
  const entry = { service: adapterId, skill: undefined };
  return findChannelLoader({ adapterId, entry } as unknown as Route, { assistantRoutingCodes: [] });
}

describe('older chat product', () => {
  it('[CH-157] becomes available at the next check after the page gains the function', async () => {
    const { channel, clock, events, setChat } = setUp();
    await channel.init();
    expect(channel.snapshot).toMatchObject({ state: 'unavailable', isReady: true });
    await clock.advance(2_900);
    setChat(true);
    expect(statesOf(events)).toEqual([]);
    await clock.advance(100);
    expect(statesOf(events)).toEqual(['available']);
  });

  it('[CH-157] becomes unavailable when the page removes the function', async () => {
    const { channel, clock, setChat } = setUp();
    setChat(true);
    await channel.init();
    setChat(false);
    await clock.advance(1_000);
    expect(channel.snapshot.state).toBe('unavailable');
  });

  it('[CH-157] starts by emitting the event that makes the loader call the function', async () => {
    const { channel, emitted, events, setChat } = setUp();
    setChat(true);
    await channel.init();
    await channel.start({ startType: 'menu' });
    expect(emitted).toEqual([{ name: 'cm-host-chat', detail: undefined }]);
    expect(channel.snapshot.state).toBe('chatting');
    expect(channel.isExternal).toBe(true);
    await channel.end();
    expect(statesOf(events).slice(-2)).toEqual(['ended', 'available']);
  });

  it('[CH-157] refuses to start without the function', async () => {
    const { channel, emitted, setChat } = setUp();
    setChat(true);
    const refusal = { code: 'CHANNEL_UNAVAILABLE', message: 'The page has no chat function.' };
    await expect(channel.start({ startType: 'menu' })).rejects.toMatchObject(refusal);
    setChat(false);
    await channel.init();
    await expect(channel.start({ startType: 'menu' })).rejects.toMatchObject(refusal);
    expect(emitted).toEqual([]);
  });

  it('[CH-002][CH-157] says whether its product can be reached', async () => {
    const { channel, clock, setChat } = setUp();
    expect(channel.snapshot).toMatchObject({ queueType: 'other', skill: 'partners', routedSkill: undefined });
    setChat(true);
    await channel.init();
    expect(channel.snapshot).toMatchObject({ state: 'available', agentStatus: 'available' });
    setChat(false);
    await clock.advance(1_000);
    expect(channel.snapshot).toMatchObject({ state: 'unavailable', agentStatus: 'unavailable' });
  });

  it('[CH-157] opens one window for two starts at the same time', async () => {
    const { channel, emitted, setChat } = setUp();
    setChat(true);
    await channel.init();
    await Promise.all([channel.start({ startType: 'menu' }), channel.start({ startType: 'link' })]);
    expect(emitted).toHaveLength(1);
  });

  it('[CH-157] keeps a running chat when the page removes the function, and is unavailable after its end', async () => {
    const { channel, clock, events, setChat } = setUp();
    setChat(true);
    await channel.init();
    await channel.end();
    expect(statesOf(events)).toEqual(['available']);
    await channel.start({ startType: 'menu' });
    await clock.advance(5_000);
    expect(channel.snapshot.state).toBe('chatting');
    setChat(false);
    await clock.advance(5_000);
    expect(channel.snapshot.state).toBe('chatting');
    await channel.end();
    expect(statesOf(events)).toEqual(['available', 'chatting', 'ended', 'unavailable']);
    expect(channel.snapshot.agentStatus).toBe('unavailable');
  });

  it('[CH-157] accepts no messages and resumes nothing', async () => {
    const { channel } = setUp();
    await expect(channel.send({ id: '1', text: 'hello' })).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
      message: 'Messages can only be typed in the older chat product’s own window.',
    });
    expect(channel.resume).toBeUndefined();
  });

  it('[CH-157] checks the page once per second, even if it is asked twice to begin', async () => {
    const { channel, clock, events } = setUp();
    await channel.init();
    await channel.init();
    expect(clock.pending).toBe(1);
    expect(events.filter((event) => event.type === 'changed')).toHaveLength(1);
  });

  it('[CH-157] calls the function again when the visitor reopens the window, as long as the page still has it', async () => {
    const { channel, emitted, setChat } = setUp();
    setChat(true);
    await channel.init();
    await channel.start({ startType: 'menu' });
    await channel.start({ startType: 'restart' });
    expect(emitted).toHaveLength(2);
    setChat(false);
    await expect(channel.start({ startType: 'restart' })).rejects.toMatchObject({ code: 'CHANNEL_UNAVAILABLE' });
    expect(emitted).toHaveLength(2);
  });

  it('[CH-158] binds the page’s chat links once and 45 more times, every 2 s, and then stops', async () => {
    const { channel, clock, bindings, setChat } = setUp();
    setChat(true);
    await channel.init();
    expect(bindings()).toBe(1);
    await clock.advance(2_000 * 45);
    expect(bindings()).toBe(46);
    await clock.advance(600_000);
    // The check of the page goes on.
    expect([bindings(), clock.pending]).toEqual([46, 1]);
  });

  it('[CH-158] starts binding when the product appears, and stops when the widget is destroyed', async () => {
    const { channel, clock, lifetime, bindings, setChat } = setUp();
    await channel.init();
    await clock.advance(5_000);
    expect(bindings()).toBe(0);
    setChat(true);
    await clock.advance(1_000);
    await clock.advance(4_000);
    expect(bindings()).toBe(3);
    lifetime.end();
    expect(clock.pending).toBe(0);
  });

  it('[CH-158] binds the links from the first appearance on, and logs a page that cannot be asked', async () => {
    const fakes = createFakeChannelPorts({ adapterId: 'partnerworld' });
    let chat = true;
    let asked = 0;
    const channel = createLegacyChannel({
      ...fakes.ports,
      page: () => ({ ...fakePage, chat }),
      host: {
        ...fakes.ports.host,
        page: () => {
          asked += 1;
          return Promise.reject(new Error('gone'));
        },
      },
    });
    await channel.init();
    await fakes.clock.advance(0);
    expect(fakes.log.warnings).toEqual(['The page’s chat links could not be bound. (gone)']);
    chat = false;
    await fakes.clock.advance(1_000);
    chat = true;
    await fakes.clock.advance(1_000);
    expect(asked).toBe(2);
  });

  it('[CH-157] uses one chunk for both adapters', async () => {
    expect(await loaderOf('partnerworld')?.()).toBe(createLegacyChannel);
    expect(await loaderOf('partnerworldopenfire')?.()).toBe(createLegacyChannel);
  });
});
