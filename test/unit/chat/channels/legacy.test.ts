import { describe, expect, it } from 'vitest';
import type { AdapterId } from '../../../../frame/chat/adapters.ts';
import { bindLinks } from '../../../../frame/chat/channels/legacy/bindLinks.ts';
import { createLegacyChannel } from '../../../../frame/chat/channels/legacy/index.ts';
import { findChannelLoader } from '../../../../frame/chat/registry.ts';
import type { Route } from '../../../../frame/chat/routing.ts';
import { createLifetime } from '../../../../frame/platform/lifetime.ts';
import { statesOf } from '../../../contract/channelSuite.ts';
import { createFakeChannelPorts, fakePage } from '../../../support/fakeChannelPorts.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';

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
    expect(channel.capabilities.isExternal).toBe(true);
    await channel.end();
    expect(statesOf(events).slice(-2)).toEqual(['ended', 'available']);
  });

  it('[CH-157] refuses to start without the function', async () => {
    const { channel, emitted } = setUp();
    await channel.init();
    await expect(channel.start({ startType: 'menu' })).rejects.toMatchObject({ code: 'CHANNEL_UNAVAILABLE' });
    expect(emitted).toEqual([]);
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
    const clock = createFakeClock();
    let passes = 0;
    bindLinks(clock, createLifetime(), () => {
      passes += 1;
    });
    expect(passes).toBe(1);
    await clock.advance(2_000 * 45);
    expect(passes).toBe(46);
    await clock.advance(600_000);
    expect([passes, clock.pending]).toEqual([46, 0]);
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

  it('[CH-157] uses one chunk for both adapters', async () => {
    expect(await loaderOf('partnerworld')?.()).toBe(createLegacyChannel);
    expect(await loaderOf('partnerworldopenfire')?.()).toBe(createLegacyChannel);
  });
});
