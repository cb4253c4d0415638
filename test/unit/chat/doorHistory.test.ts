import { expect, it, vi } from 'vitest';
import { createChatDoor } from '../../../frame/chat/door.ts';
import type { ChatPorts } from '../../../frame/chat/ports.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createChatBench } from '../../support/chatBench.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

const opened: Omit<ChatPorts, 'findLoader'>[] = [];

vi.mock(import('../../../frame/chat/openChat.ts'), async (importOriginal) => {
  const { openChat } = await importOriginal();
  return {
    openChat(ports) {
      opened.push(ports);
      return openChat(ports);
    },
  };
});

it('[CH-037] a chat that follows another one on the page takes what was said before for history', async () => {
  const clock = createFakeClock();
  const { ports } = createChatBench();
  const door = createChatDoor({
    ...{ clock, log: createFakeLog(), lifetime: createLifetime(), isLoggedIn: () => false },
    onChange() {},
    createPorts: async (lifetime) => ({ ...ports, lifetime, entries: [] }),
  });
  const until = (isTrue: () => boolean) => vi.waitFor(() => expect(isTrue()).toBe(true), 30_000);
  door.open([{ service: 'bot' }]);
  await until(() => door.isReady);
  await clock.advance(60_000);
  const leftAt = clock.now();
  door.restart();
  await until(() => door.isReady);
  expect(opened.map(({ page }) => page().timeOrigin)).toEqual([ports.page().timeOrigin, leftAt]);
});
