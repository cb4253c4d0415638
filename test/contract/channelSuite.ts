import { describe, expect, it } from 'vitest';
import type { Channel, ChannelEvent } from '../../frame/chat/channel.ts';
import { isOver } from '../../frame/chat/chatState.ts';
import type { MessageInput } from '../../frame/chat/conversation.ts';
import type { FakeChannelPorts } from '../support/fakeChannelPorts.ts';
import { settle } from '../support/fakeClock.ts';

/** A channel on its fakes, and the levers of the service behind it. Each test gets a new bench. */
export interface ChannelBench {
  readonly channel: Channel;
  readonly fakes: FakeChannelPorts;
  /** Lets the service answer what is under way: by default the clock moves on by 3 s. */
  readonly settle?: () => Promise<void>;
  /** The service refuses or does not answer from now on. */
  readonly failService: () => void;
  /** The other side takes the conversation (agent joins); nothing for a bot. */
  readonly accept: () => Promise<void> | void;
  /** The other side writes this text. */
  readonly say: (text: string) => Promise<void> | void;
  /** The other side ends the conversation; absent when it cannot. */
  readonly endByService?: () => Promise<void> | void;
  /** How often the service was told to end. */
  readonly endCalls: () => number;
  /** Texts that the service has received, in order. */
  readonly received: () => readonly string[];
}

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

/** What the chat store relies on, whatever the vendor: run it on every channel with a conversation of its own. */
export function describeChannel(name: string, createBench: () => ChannelBench | Promise<ChannelBench>): void {
  async function build(): Promise<ChannelBench & { run: () => Promise<void> }> {
    const bench = await createBench();
    return { ...bench, run: bench.settle ?? (() => bench.fakes.clock.advance(3_000)) };
  }

  async function begin(): Promise<Awaited<ReturnType<typeof build>>> {
    const bench = await build();
    const ready = bench.channel.init();
    await bench.run();
    await ready;
    const started = bench.channel.start({ startType: 'menu' });
    await bench.run();
    await started;
    await bench.accept();
    await bench.run();
    return bench;
  }

  describe(`channel ${name}`, () => {
    it('[CH-002] shows exactly the keys of an adapter, before and after init', async () => {
      const bench = await build();
      expect(Object.keys(bench.channel.snapshot).sort()).toEqual(snapshotKeys);
      expect(Object.keys(bench.channel.snapshot.config).sort()).toEqual(['account', 'queueType', 'service', 'skill']);
      expect(bench.channel.snapshot.isReady).toBe(false);
      const ready = bench.channel.init();
      await bench.run();
      await ready;
      expect(bench.channel.snapshot.isReady).toBe(true);
      expect(Object.keys(bench.channel.snapshot).sort()).toEqual(snapshotKeys);
    });

    it('tells every change of its snapshot', async () => {
      const bench = await build();
      const before = { ...bench.channel.snapshot };
      const ready = bench.channel.init();
      await bench.run();
      await ready;
      expect(replay(before, bench.fakes.events)).toEqual(bench.channel.snapshot);
    });

    it('becomes ready and unavailable, without rejecting, when the service fails', async () => {
      const bench = await build();
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

    it('is chatting once the other side has taken the conversation', async () => {
      const bench = await begin();
      expect(bench.channel.snapshot.state).toBe('chatting');
    });

    it('delivers texts once, in order, and says so', async () => {
      const bench = await begin();
      const sent = ['one', 'two', 'three'].map((text) => bench.channel.send({ id: `local-${text}`, text }));
      await bench.run();
      await Promise.all(sent);
      await bench.run();
      expect(bench.received()).toEqual(['one', 'two', 'three']);
      const delivered = bench.fakes.events.flatMap((event) => (event.type === 'delivered' ? [event.id] : []));
      expect(delivered).toEqual(['local-one', 'local-two', 'local-three']);
    });

    it('hands over what the other side writes, as text, with an id and a time', async () => {
      const bench = await begin();
      await bench.say('Hello <b>there</b>');
      await bench.run();
      const message = messagesOf(bench.fakes.events).findLast((one) => textOf(one).includes('there'));
      expect(message?.id).toBeTruthy();
      expect(message?.timestamp).toBeGreaterThan(0);
      expect(['agent', 'bot']).toContain(message?.type);
    });

    it('gives every message an id of its own', async () => {
      const bench = await begin();
      await bench.say('first');
      await bench.run();
      await bench.say('second');
      await bench.run();
      const ids = messagesOf(bench.fakes.events)
        .filter((message) => ['first', 'second'].some((word) => textOf(message).includes(word)))
        .map((message) => message.id);
      expect(new Set(ids).size).toBe(2);
    });

    it('says so when a text was not delivered', async () => {
      const bench = await begin();
      bench.failService();
      const outcome = bench.channel.send({ id: 'local-lost', text: 'lost' }).then(
        () => 'resolved',
        () => 'rejected',
      );
      for (let turn = 0; turn < 4; turn += 1) await bench.fakes.clock.advance(30_000);
      const told = bench.fakes.events.some((event) => event.type === 'notDelivered' && event.id === 'local-lost');
      expect(told || (await outcome) === 'rejected').toBe(true);
      expect(bench.fakes.events.some((event) => event.type === 'delivered' && event.id === 'local-lost')).toBe(false);
    });

    it('ends by the visitor with a state that is over or available again', async () => {
      const bench = await begin();
      const ended = bench.channel.end();
      await bench.run();
      await ended;
      const states = statesOf(bench.fakes.events);
      expect(states.some((state) => isOver(state)) || states.at(-1) === 'available').toBe(true);
      expect(bench.channel.snapshot.state).not.toBe('chatting');
    });

    it('ends twice as once', async () => {
      const bench = await begin();
      const both = [bench.channel.end(), bench.channel.end()];
      await bench.run();
      await Promise.all(both);
      expect(bench.endCalls()).toBeLessThanOrEqual(1);
    });

    it('ends when the other side does', async () => {
      const bench = await begin();
      if (!bench.endByService) return;
      await bench.endByService();
      await bench.run();
      expect(statesOf(bench.fakes.events).some((state) => isOver(state))).toBe(true);
    });

    it('[CH-016] stops timers, listeners and events when its lifetime ends, and does not end the conversation', async () => {
      const bench = await begin();
      bench.fakes.lifetime.end();
      const told = bench.fakes.events.length;
      expect(bench.fakes.clock.pending).toBe(0);
      expect(bench.fakes.watchers.size).toBe(0);
      await bench.say('too late');
      await bench.fakes.clock.advance(600_000);
      await settle();
      expect(bench.fakes.events.length).toBe(told);
      expect(bench.endCalls()).toBe(0);
    });
  });
}

/** Applies the told changes to a snapshot, as the store does. */
function replay(before: Channel['snapshot'], events: readonly ChannelEvent[]): Channel['snapshot'] {
  const changes = events.flatMap((event) => (event.type === 'changed' ? [event.changes] : []));
  return Object.assign({ ...before }, ...changes);
}

export function messagesOf(events: readonly ChannelEvent[]): MessageInput[] {
  return events.flatMap((event) => (event.type === 'messages' ? [...event.messages] : []));
}

export function statesOf(events: readonly ChannelEvent[]) {
  return events.flatMap((event) => (event.type === 'changed' && event.changes.state ? [event.changes.state] : []));
}

export function textOf(message: MessageInput): string {
  return [message.text ?? '', ...(message.lines ?? []).map((line) => line.text)].join('\n');
}
