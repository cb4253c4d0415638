import { expect, it, vi } from 'vitest';
import { createChatDoor } from '../../../frame/chat/door.ts';
import type { RoutingEntry } from '../../../frame/chat/routingEntry.ts';
import { createLifetime, type Lifetime } from '../../../frame/platform/lifetime.ts';
import { createChatBench } from '../../support/chatBench.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
import { quietConversation } from '../../support/quietConversation.ts';

const cloud: readonly RoutingEntry[] = [{ service: 'bot', skill: 'cloud' }];
const data: readonly RoutingEntry[] = [{ service: 'bot', skill: 'data' }];

type Room = ReturnType<typeof createChatBench>['ports'];

/** A door whose rooms come when the test lets them. */
function doorway(isHeld = false) {
  const rooms: {
    own: Lifetime;
    entries: readonly RoutingEntry[];
    come: () => void;
    fail: () => void;
    bench: ReturnType<typeof createChatBench>;
  }[] = [];
  const told: unknown[] = [];
  const log = createFakeLog();
  const door = createChatDoor({
    clock: createFakeClock(),
    log,
    lifetime: createLifetime(),
    isLoggedIn: () => false,
    isPaneShown: () => true,
    told: (summary) => told.push(summary),
    room: (own, entries) => {
      const bench = createChatBench();
      return new Promise<Room>((resolve, reject) => {
        const come = () => resolve({ ...bench.ports, lifetime: own, entries: [] });
        rooms.push({ own, entries, come, fail: () => reject(new Error('stale')), bench });
        if (!isHeld) come();
      });
    },
  });
  const until = (isTrue: () => boolean) => vi.waitFor(() => expect(isTrue()).toBe(true), 10_000);
  return {
    door,
    rooms,
    told,
    log,
    until,
    asked: () => rooms.map(({ entries }) => entries),
    async talking(): Promise<void> {
      door.open(cloud);
      await until(() => door.isReady);
      if (door.store) door.store.state.conversations = [quietConversation];
    },
    hangUp(): void {
      if (door.store) door.store.state.conversations = [];
    },
  };
}

it('[SH-111] consent that is taken back ends the room during a talk too, and one that is given again opens it', async () => {
  const { door, rooms, told, asked, talking } = doorway();
  await talking();
  door.restart([]);
  expect(rooms[0]?.own.ended).toBe(true);
  expect(door.store).toBeUndefined();
  expect(told.at(-1)).toBeUndefined();
  door.restart();
  expect(asked()).toEqual([cloud]);
  door.open(cloud);
  expect(asked()).toEqual([cloud, cloud]);
});

it('[CH-016] services that were named during a talk and are named no longer do not replace its room', async () => {
  const { door, asked, talking, hangUp, told } = doorway();
  await talking();
  door.open(data);
  door.open(cloud);
  const before = told.length;
  hangUp();
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(before));
  expect(asked()).toEqual([cloud]);
});

it('[CH-014][CH-016] who signs out during a talk leaves a room with the services that are named by then', async () => {
  const { door, asked, talking } = doorway();
  await talking();
  door.open(data);
  door.restart();
  expect(asked()).toEqual([cloud, data]);
});

it('[CH-009][CH-016] a click is the next room’s while the one that it was meant for is replaced', async () => {
  const { door, rooms, log, told, until } = doorway(true);
  door.open(cloud);
  expect(door.start('menu')).toBe(true);
  door.open(data);
  rooms[0]?.fail();
  await until(() => rooms.length === 2);
  rooms[1]?.come();
  await until(() => door.isReady);
  expect(rooms.map(({ bench }) => bench.pane.shown)).toEqual([0, 1]);
  expect(log.errors).toEqual([]);
  expect(told).not.toContain(undefined);
});

it('[CH-009] a click that the menu has answered starts no chat later', async () => {
  const { door, rooms, until } = doorway();
  expect(door.start('menu')).toBe(false);
  door.open(cloud);
  await until(() => door.isReady);
  expect(rooms[0]?.bench.pane.shown).toBe(0);
});
