import { expect, it, vi } from 'vitest';
import { createChatDoor } from '../../../frame/chat/door.ts';
import type { RoutingEntry } from '../../../frame/chat/routing/routingEntry.ts';
import { createLifetime, type Lifetime } from '../../../frame/platform/lifetime.ts';
import { createChatBench } from '../../support/chatBench.ts';
import { emptyConversation } from '../../support/emptyConversation.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

const cloud: readonly RoutingEntry[] = [{ service: 'bot', skill: 'cloud' }];
const data: readonly RoutingEntry[] = [{ service: 'bot', skill: 'data' }];

type Room = ReturnType<typeof createChatBench>['ports'];

/** A door whose rooms open at once, or, with `isHeld`, when the test calls `open`. */
function createDoor(isHeld = false) {
  const rooms: {
    own: Lifetime;
    entries: readonly RoutingEntry[];
    open: () => void;
    fail: () => void;
    bench: ReturnType<typeof createChatBench>;
  }[] = [];
  const summaries: unknown[] = [];
  const log = createFakeLog();
  const door = createChatDoor({
    clock: createFakeClock(),
    log,
    lifetime: createLifetime(),
    isLoggedIn: () => false,
    onChange: (summary) => summaries.push(summary),
    createPorts: (own, entries) => {
      const bench = createChatBench();
      return new Promise<Room>((resolve, reject) => {
        const open = () => resolve({ ...bench.ports, lifetime: own, entries: [] });
        rooms.push({ own, entries, open, fail: () => reject(new Error('stale')), bench });
        if (!isHeld) open();
      });
    },
  });
  const until = (isTrue: () => boolean) => vi.waitFor(() => expect(isTrue()).toBe(true), 30_000);
  return {
    door,
    rooms,
    summaries,
    log,
    until,
    asked: () => rooms.map(({ entries }) => entries),
    async startConversation(): Promise<void> {
      door.open(cloud);
      await until(() => door.isReady);
      if (door.store) door.store.state.conversations = [emptyConversation];
    },
    removeConversation(): void {
      if (door.store) door.store.state.conversations = [];
    },
  };
}

it('[SH-111] revoked consent closes the room even during a conversation, and new consent opens it again', async () => {
  const { door, rooms, summaries, asked, startConversation } = createDoor();
  await startConversation();
  door.restart([]);
  expect(rooms[0]?.own.ended).toBe(true);
  expect(door.store).toBeUndefined();
  expect(summaries.at(-1)).toBeUndefined();
  door.restart();
  expect(asked()).toEqual([cloud]);
  door.open(cloud);
  expect(asked()).toEqual([cloud, cloud]);
});

it('[CH-016] services that are named and withdrawn during a conversation do not replace the room', async () => {
  const { door, asked, startConversation, removeConversation, summaries } = createDoor();
  await startConversation();
  door.open(data);
  door.open(cloud);
  const before = summaries.length;
  removeConversation();
  await vi.waitFor(() => expect(summaries.length).toBeGreaterThan(before), 30_000);
  expect(asked()).toEqual([cloud]);
});

it('[CH-016] services that are named while an ended chat is in the window are opened when it has left', async () => {
  const { door, asked, until, startConversation, removeConversation } = createDoor();
  await startConversation();
  if (door.store) door.store.state.conversations = [{ ...emptyConversation, state: 'ended' }];
  door.open(data);
  expect(asked()).toEqual([cloud]);
  removeConversation();
  await until(() => asked().length > 1);
  expect(asked()).toEqual([cloud, data]);
});

it('[CH-016] a start while an ended chat is in the window goes to the services that were named since', async () => {
  const { door, rooms, asked, until, startConversation } = createDoor();
  await startConversation();
  if (door.store) door.store.state.conversations = [{ ...emptyConversation, state: 'ended' }];
  door.open(data);
  expect(door.start('link')).toBe(true);
  await until(() => rooms[1]?.bench.pane.shown === 1);
  expect(asked()).toEqual([cloud, data]);
  door.open([]);
  expect(door.start('link')).toBe(false);
});

it('[CH-014][CH-016] after a sign-out during a conversation, the room opens with the latest services', async () => {
  const { door, asked, startConversation } = createDoor();
  await startConversation();
  door.open(data);
  door.restart();
  expect(asked()).toEqual([cloud, data]);
});

it('[CH-009][CH-016] a click during the replacement of the room goes to the new room', async () => {
  const { door, rooms, log, summaries, until } = createDoor(true);
  door.open(cloud);
  expect(door.start('menu')).toBe(true);
  door.open(data);
  rooms[0]?.fail();
  await until(() => rooms.length === 2);
  rooms[1]?.open();
  await until(() => door.isReady);
  expect(rooms.map(({ bench }) => bench.pane.shown)).toEqual([0, 1]);
  expect(log.errors).toEqual([]);
  expect(summaries).not.toContain(undefined);
});

it('[CH-009] a click that opened the menu starts no chat later', async () => {
  const { door, rooms, until } = createDoor();
  expect(door.start('menu')).toBe(false);
  door.open(cloud);
  await until(() => door.isReady);
  expect(rooms[0]?.bench.pane.shown).toBe(0);
});
