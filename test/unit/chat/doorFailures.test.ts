import { expect, it, vi } from 'vitest';
import { createChatDoor } from '../../../frame/chat/door.ts';
import type { RoutingEntry } from '../../../frame/chat/routing/routingEntry.ts';
import { createLifetime, type Lifetime } from '../../../frame/platform/lifetime.ts';
import { createChatBench } from '../../support/chatBench.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

const cloud: readonly RoutingEntry[] = [{ service: 'bot', skill: 'cloud' }];

/** A door whose download fails as often as asked. */
function createDoor(failures: number) {
  const attempts: Lifetime[] = [];
  const summaries: unknown[] = [];
  const log = createFakeLog();
  const bench = createChatBench();
  const door = createChatDoor({
    clock: createFakeClock(),
    log,
    lifetime: createLifetime(),
    isLoggedIn: () => false,
    onChange: (summary) => summaries.push(summary),
    async createPorts(lifetime) {
      attempts.push(lifetime);
      if (attempts.length <= failures) throw new Error('missing');
      return { ...bench.ports, lifetime, entries: [] };
    },
  });
  return { door, attempts, summaries, log, bench };
}

it('[SH-177] a failed download leaves no chat; the next lookup tries again', async () => {
  const { door, attempts, summaries, log } = createDoor(1);
  door.open(cloud);
  await vi.waitFor(() => expect(log.errors).toHaveLength(1), 30_000);
  expect(summaries).toEqual([undefined]);
  expect(door.store).toBeUndefined();
  door.open(cloud);
  await vi.waitFor(() => expect(door.isReady).toBe(true), 30_000);
  expect(attempts.map(({ ended }) => ended)).toEqual([true, false]);
});

it('[CH-009] a click after a failed download tries again and starts the chat', async () => {
  const { door, bench, log } = createDoor(1);
  door.open(cloud);
  await vi.waitFor(() => expect(log.errors).toHaveLength(1), 30_000);
  expect(door.start('menu')).toBe(true);
  await vi.waitFor(() => expect(bench.pane.shown).toBe(1), 30_000);
});

it('[CH-009] a click whose download fails starts no chat later', async () => {
  const { door, bench, log } = createDoor(1);
  door.open(cloud);
  door.start('menu');
  await vi.waitFor(() => expect(log.errors).toHaveLength(1), 30_000);
  door.open(cloud);
  await vi.waitFor(() => expect(door.isReady).toBe(true), 30_000);
  expect(bench.pane.shown).toBe(0);
});
