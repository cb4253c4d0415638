import { describe, expect, it } from 'vitest';
import type { Channel, ChannelEvent } from '../../frame/chat/channel.ts';
import { isOver } from '../../frame/chat/chatState.ts';
import type { MessageInput } from '../../frame/chat/conversation.ts';
import type { FakeChannelPorts } from '../support/fakeChannelPorts.ts';
import { settle } from '../support/fakeClock.ts';

/** A channel on its fakes, and controls for the service behind it. Each test gets a new bench. */
export interface ChannelBench {
  readonly channel: Channel;
  readonly fakes: FakeChannelPorts;
  /** Lets the service answer pending requests. Default: advances the clock by 3 s. */
  readonly settle?: () => Promise<void>;
  /** Makes the service refuse or ignore all further requests. */
  readonly failService: () => void;
  /** Lets an agent join the conversation; does nothing for a bot. */
  readonly accept: () => Promise<void> | void;
  /** Sends a message from the agent or bot. */
  readonly say: (text: string) => Promise<void> | void;
  /** Ends the conversation from the service's side; absent when the service cannot. */
  readonly endByService?: () => Promise<void> | void;
  /** How many end requests the service has received. */
  readonly endCalls: () => number;
  /** Messages that the service has received, in order. */
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

/** The behaviour that the chat store relies on. Runs on every channel that carries a conversation itself. */
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
    it('[CH-002] has exactly the keys of an adapter, before and after init', async () => {
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

    it('emits every change of its snapshot', async () => {
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

    it('is chatting once an agent has joined', async () => {
      const bench = await begin();
      expect(bench.channel.snapshot.state).toBe('chatting');
    });

    it('delivers messages once and in order, and confirms them', async () => {
      const bench = await begin();
      const sent = ['one', 'two', 'three'].map((text) => bench.channel.send({ id: `local-${text}`, text }));
      await bench.run();
      await Promise.all(sent);
      await bench.run();
      expect(bench.received()).toEqual(['one', 'two', 'three']);
      expect(deliveredIds(bench.fakes.events)).toEqual(['local-one', 'local-two', 'local-three']);
    });

    it('emits the other side’s messages as text, with an id and a timestamp', async () => {
      const bench = await begin();
      await bench.say('Hello <b>there</b>');
      await bench.run();
      const message = messagesOf(bench.fakes.events).findLast((one) => textOf(one).includes('there'));
      expect(message?.id).toBeTruthy();
      expect(message?.timestamp).toBeGreaterThan(0);
      expect(['agent', 'bot']).toContain(message?.type);
    });

    it('gives every message a unique id', async () => {
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

    it('reports a message that was not delivered', async () => {
      const bench = await begin();
      bench.failService();
      const outcome = bench.channel.send({ id: 'local-lost', text: 'lost' }).then(
        () => 'resolved',
        () => 'rejected',
      );
      for (let turn = 0; turn < 4; turn += 1) await bench.fakes.clock.advance(30_000);
      const isReported = notDeliveredIds(bench.fakes.events).includes('local-lost');
      expect(isReported || (await outcome) === 'rejected').toBe(true);
      expect(deliveredIds(bench.fakes.events)).not.toContain('local-lost');
    });

    it('is over or available again after the visitor ends the chat', async () => {
      const bench = await begin();
      const ended = bench.channel.end();
      await bench.run();
      await ended;
      const states = statesOf(bench.fakes.events);
      expect(states.some((state) => isOver(state)) || states.at(-1) === 'available').toBe(true);
      expect(bench.channel.snapshot.state).not.toBe('chatting');
    });

    it('sends one end request when ended twice', async () => {
      const bench = await begin();
      const both = [bench.channel.end(), bench.channel.end()];
      await bench.run();
      await Promise.all(both);
      expect(bench.endCalls()).toBeLessThanOrEqual(1);
    });

    it('ends when the other side ends the chat', async () => {
      const bench = await begin();
      if (!bench.endByService) return;
      await bench.endByService();
      await bench.run();
      expect(statesOf(bench.fakes.events).some((state) => isOver(state))).toBe(true);
    });

    it('[CH-016] stops timers, listeners and events when its lifetime ends, and does not end the conversation', async () => {
      const bench = await begin();
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
  });
}

/** Applies the emitted changes to a snapshot, as the store does. */
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

/** The texts of all emitted messages of one type. */
export function textsOf(events: readonly ChannelEvent[], type: MessageInput['type']): (string | undefined)[] {
  return messagesOf(events).flatMap((one) => (one.type === type ? [one.text] : []));
}

export function deliveredIds(events: readonly ChannelEvent[]): string[] {
  return events.flatMap((event) => (event.type === 'delivered' ? [event.id] : []));
}

export function notDeliveredIds(events: readonly ChannelEvent[]): string[] {
  return events.flatMap((event) => (event.type === 'notDelivered' ? [event.id] : []));
}

export function textOf(message: MessageInput): string {
  return [message.text ?? '', ...(message.lines ?? []).map((line) => line.text)].join('\n');
}
