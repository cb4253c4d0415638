import { expect, it, vi } from 'vitest';
import { createChatDoor } from '../../../frame/chat/door.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createChatBench } from '../../support/chatBench.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

it('[CH-037] a chat that follows another one on the page takes what was said before for history', async () => {
  const clock = createFakeClock();
  const { ports } = createChatBench();
  const door = createChatDoor({
    ...{ clock, log: createFakeLog(), lifetime: createLifetime(), isLoggedIn: () => false },
    onChange() {},
    createPorts: async (lifetime) => ({ ...ports, lifetime, entries: [] }),
  });
  const until = (isTrue: () => boolean) => vi.waitFor(() => expect(isTrue()).toBe(true), 30_000);
  const openedAt = () => door.store?.ports.page().timeOrigin;
  door.open([{ service: 'bot' }]);
  await until(() => door.isReady);
  expect(openedAt()).toBe(ports.page().timeOrigin);
  await clock.advance(60_000);
  const leftAt = clock.now();
  door.restart();
  await until(() => door.isReady);
  expect(openedAt()).toBe(leftAt);
});
