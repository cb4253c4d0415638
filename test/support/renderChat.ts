import '@vanilla-extract/css/disableRuntimeStyles';
import { setFileScope } from '@vanilla-extract/css/fileScope';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, vi } from 'vitest';
import type { Message, MessageInput } from '../../frame/chat/conversation.ts';
import type { AdapterId } from '../../frame/chat/routing/adapters.ts';
import { type ChatBenchOptions, createChatBench } from './chatBench.ts';

setFileScope('styles', 'contact-widget');
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const { ChatPane } = await import('../../frame/chat/views/ChatPane.tsx');

const roots: { unmount(): void }[] = [];
afterEach(() =>
  act(async () => {
    for (const root of roots.splice(0)) root.unmount();
  }),
);

export interface RenderChatOptions extends ChatBenchOptions {
  readonly isSpent?: (message: Message) => boolean;
  readonly onReload?: () => Promise<boolean>;
}

export type RenderedChat = Awaited<ReturnType<typeof renderChat>>;

/** A rendered chat. `render` renders it again, as the shell does when the page's facts change. Needs happy-dom. */
export async function renderChat({ isSpent, onReload = async () => false, ...options }: RenderChatOptions = {}) {
  const bench = createChatBench(options);
  if (isSpent) Object.assign(bench.store, { isSpent });
  await bench.store.begin();
  bench.fakes.setAttention({ isChatShown: true });
  await bench.store.startChat('menu', bench.store.state.adapters[0]?.id);
  document.hasFocus = () => true;
  const box = document.createElement('div');
  document.body.append(box);
  const root = createRoot(box);
  roots.push(root);
  const render = () =>
    act(async () =>
      root.render(
        createElement(ChatPane, {
          store: bench.store,
          takesFocus: true,
          isConfirmingEnd: false,
          onEnd: () => {},
          onStay: () => {},
          onReload,
          crashed: () => null,
        }),
      ),
    );
  const addMessage = (id: string, more: Partial<MessageInput>, adapterId: AdapterId = 'bot') =>
    act(async () =>
      bench.channel(adapterId).emit({
        type: 'messages',
        messages: [{ id, type: 'bot', timestamp: bench.fakes.clock.now(), ...more }],
      }),
    );
  await render();
  /** The menu takes the pane from the chat, until the next `render`. */
  const hide = () => act(async () => root.render(null));
  return { ...bench, box, render, hide, addMessage };
}

/** Waits until the window shows something, also if it is downloaded first. */
export const shows = (check: () => void): Promise<void> =>
  vi.waitFor(
    async () => {
      await act(async () => {});
      check();
    },
    { timeout: 30_000 },
  );

export const focused = () => document.activeElement;

export const buttonOf = (box: Element, name: string) =>
  [...box.querySelectorAll('button')].find((one) => one.textContent?.includes(name));

/** Presses a button as the keyboard does, with focus on it. */
export async function press(box: Element, name: string): Promise<void> {
  await act(async () => buttonOf(box, name)?.focus());
  await act(async () => buttonOf(box, name)?.click());
}
