import { describe, expect, it } from 'vitest';
import type { Channel, ChannelEvent } from '../../frame/chat/channel.ts';
import { isOver } from '../../frame/chat/conversation.ts';
import { statesOf } from '../support/channelEvents.ts';
import { settle } from '../support/fakeClock.ts';
import { begin, build, type CreateBench, initialise, type RunningBench, start } from './channelBench.ts';
import { testLostEnds } from './channelLostEnds.ts';
import { testStorage } from './channelStorage.ts';
import { testLostAnswers, testTexts, testTextsElsewhere } from './channelTexts.ts';

export {
  deliveredIds,
  messagesOf,
  notDeliveredIds,
  statesOf,
  textOf,
  textsOf,
} from '../support/channelEvents.ts';
export type { ChannelBench } from './channelBench.ts';

const snapshotKeys = [
  'agentStatus',
  'config',
  'conversationId',
  'id',
  'isLoggedIn',
  'isReady',
  'purpose',
  'queueType',
  'routedSkill',
  'skill',
  'state',
];

/** The behaviour that the chat store relies on. Runs on every channel. */
export function describeChannel(name: string, createBench: CreateBench): void {
  const { channel, endByService, loseAnswer, recoverService } = createBench();
  const { isExternal } = channel;
  describe(`channel ${name}`, () => {
    testSnapshot(createBench);
    testStart(createBench);
    testEnd(createBench);
    if (endByService) testEndByService(createBench);
    if (recoverService) testLostEnds(createBench);
    if (loseAnswer) testLostAnswers(createBench);
    // A conversation in the provider's own window carries no texts of ours.
    if (isExternal) testTextsElsewhere(createBench);
    else testTexts(createBench);
    testStorage(createBench, !isExternal);
  });
}

function testSnapshot(createBench: CreateBench): void {
  it('[CH-002] has exactly the keys of an adapter, before and after init', async () => {
    const bench = build(createBench);
    expect(Object.keys(bench.channel.snapshot).sort()).toEqual(snapshotKeys);
    expect(Object.keys(bench.channel.snapshot.config).sort()).toEqual(['account', 'queueType', 'service', 'skill']);
    expect(bench.channel.snapshot.isReady).toBe(false);
    await initialise(bench);
    expect(bench.channel.snapshot.isReady).toBe(true);
    // Only a service that knows the visitor says so.
    const keys = Object.keys(bench.channel.snapshot).filter((key) => key !== 'known');
    expect(keys.sort()).toEqual(snapshotKeys);
  });

  it('emits every change of its snapshot', async () => {
    const bench = build(createBench);
    const before = { ...bench.channel.snapshot };
    await initialise(bench);
    expect(replay(before, bench.fakes.events)).toEqual(bench.channel.snapshot);
  });

  it('becomes ready and unavailable, without rejecting, when the service fails', async () => {
    const bench = build(createBench);
    bench.failService();
    let settled = false;
    const ready = bench.channel.init().then(() => {
      settled = true;
    });
    for (let turn = 0; turn < 20 && !settled; turn += 1) await bench.fakes.clock.advance(30_000);
    await ready;
    expect(bench.channel.snapshot.isReady).toBe(true);
    expect(bench.channel.snapshot.state).toBe('unavailable');
  });

  it('initialises once, however often it is asked to', async () => {
    const once = build(createBench);
    await initialise(once);
    const twice = build(createBench);
    const both = [twice.channel.init(), twice.channel.init()];
    await twice.run();
    await Promise.all(both);
    await initialise(twice);
    expect(twice.fakes.events).toEqual(once.fakes.events);
    // Each of the two has run for another time, so timers may differ by what is due in it, but not in number.
    expect(twice.fakes.clock.pending).toBe(once.fakes.clock.pending);
  });
}

function testStart(createBench: CreateBench): void {
  it('is chatting once an agent has joined', async () => {
    const bench = await begin(createBench);
    expect(bench.channel.snapshot.state).toBe('chatting');
  });

  it('starts one conversation when it is started while a start is running', async () => {
    const bench = build(createBench);
    await initialise(bench);
    const both = [bench.channel.start({ startType: 'menu' }), bench.channel.start({ startType: 'link' })];
    await bench.run();
    await Promise.all(both);
    await bench.accept();
    await bench.run();
    expect(bench.channel.snapshot.state).toBe('chatting');
    await sayHello(bench);
    expect(bench.conversations?.() ?? 1).toBe(1);
  });

  it('can be started again after the visitor has ended the chat', async () => {
    const bench = await begin(createBench);
    const ended = bench.channel.end();
    await bench.run();
    await ended;
    await start(bench);
    expect(bench.channel.snapshot.state).toBe('chatting');
    await sayHello(bench);
    expect(bench.conversations?.() ?? 2).toBe(2);
  });
}

/** Some services hear of a conversation with its first text. */
async function sayHello({ channel, run }: RunningBench): Promise<void> {
  if (channel.isExternal) return;
  const sent = channel.send({ id: 'hello', text: 'Hello' });
  await run();
  await sent;
}

function testEnd(createBench: CreateBench): void {
  it('is over or available again after the visitor ends the chat', async () => {
    const bench = await begin(createBench);
    const ended = bench.channel.end();
    await bench.run();
    await ended;
    const states = statesOf(bench.fakes.events);
    expect(states.some((state) => isOver(state)) || states.at(-1) === 'available').toBe(true);
    expect(bench.channel.snapshot.state).not.toBe('chatting');
  });

  it('sends one end request when ended twice', async () => {
    const bench = await begin(createBench);
    const both = [bench.channel.end(), bench.channel.end()];
    await bench.run();
    await Promise.all(both);
    // Only the bench of a channel that can end a conversation at its service has this.
    expect(bench.endCalls()).toBe(bench.recoverService ? 1 : 0);
  });

  it('[CH-016] stops timers, listeners and events when its lifetime ends, and does not end the conversation', async () => {
    const bench = await begin(createBench);
    bench.fakes.lifetime.end();
    const emitted = bench.fakes.events.length;
    expect(bench.fakes.clock.pending).toBe(0);
    expect(bench.fakes.watchers.size).toBe(0);
    await bench.say('too late');
    await bench.fakes.clock.advance(600_000);
    await settle();
    expect(bench.fakes.events.length).toBe(emitted);
    expect(bench.endCalls()).toBe(0);
  });
}

function testEndByService(createBench: CreateBench): void {
  it('ends when the other side ends the chat', async () => {
    const bench = await begin(createBench);
    await bench.endByService?.();
    await bench.run();
    expect(statesOf(bench.fakes.events).some((state) => isOver(state))).toBe(true);
  });
}

/** Applies the emitted changes to a snapshot, as the store does. */
function replay(before: Channel['snapshot'], events: readonly ChannelEvent[]): Channel['snapshot'] {
  const changes = events.flatMap((event) => (event.type === 'changed' ? [event.changes] : []));
  return Object.assign({ ...before }, ...changes);
}
