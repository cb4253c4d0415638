// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import type { Line, Message } from '../../../frame/chat/conversation.ts';
import { chatTexts } from '../../../frame/chat/texts.ts';
import { agentOnly } from '../../support/chatStories.ts';
import { buttonOf, focused, press, type RenderedChat, renderChat } from '../../support/renderChat.ts';

const items = (box: Element, kind = 'visitor') => [...box.querySelectorAll<HTMLElement>(`[data-kind=${kind}]`)];
const last = (box: Element, kind?: string) => items(box, kind).at(-1)?.textContent ?? '';

describe('a message that changes', () => {
  it.each(['agent', 'bot', 'visitor', 'system'] as const)(
    '[CH-040][F-DL11] of type %s shows that it was removed, and nothing of what it said',
    async (type) => {
      const { box, addMessage } = await renderChat();
      const lines: Line[] = [{ type: 'choice', text: 'secret choice' }];
      await addMessage('1', { type, text: 'secret', by: 'Mina', lines, displayFeedback: true, review: 'secret' });
      expect(last(box, type)).toContain('secret');
      await addMessage('1', { type, isRemoved: true, isEdited: true });
      expect(last(box, type)).toContain(chatTexts.messageRemoved);
      expect(last(box, type)).not.toMatch(/secret|Edited/);
      expect(items(box, type).at(-1)?.querySelector('button')).toBeNull();
      expect(last(box, type)).toMatch(/ at \d/);
    },
  );

  it('[CH-040] says that it was edited, as part of its text', async () => {
    const { box, addMessage } = await renderChat();
    await addMessage('1', { type: 'agent', text: 'At noon' });
    expect(last(box, 'agent')).not.toContain('Edited');
    await addMessage('1', { type: 'agent', text: 'At one', isEdited: true });
    expect(last(box, 'agent')).toContain('At one');
    expect(last(box, 'agent')).toContain('Edited');
  });
});

describe('receipts', () => {
  it('[CH-040] stand below the newest text that was delivered and the newest that was read, and are not announced', async () => {
    const { box, addMessage } = await renderChat();
    for (const id of ['a', 'b', 'c']) await addMessage(id, { type: 'visitor', text: id });
    expect(box.textContent).not.toMatch(/Delivered|Read/);
    await addMessage('a', { type: 'visitor', receipt: 'read' });
    await addMessage('b', { type: 'visitor', receipt: 'delivered' });
    await addMessage('c', { type: 'visitor', receipt: 'delivered' });
    const receipts = () => items(box).map((one) => one.textContent?.match(/Delivered|Read/)?.[0]);
    expect(receipts()).toEqual(['Read', undefined, 'Delivered']);
    await addMessage('c', { type: 'visitor', receipt: 'read' });
    expect(receipts()).toEqual([undefined, undefined, 'Read']);
    const live = box.querySelectorAll('[aria-live]:not([aria-live=off]), [role=status], [role=alert]');
    expect([...live].map((one) => one.textContent).join()).not.toMatch(/Delivered|Read/);
  });
});

describe('the choices of an answer', () => {
  const lines: Line[] = [
    { type: 'choice', text: 'Databases' },
    { type: 'chat', text: '' },
    { type: 'link', text: 'Docs', href: 'https://docs.example/' },
    { type: 'tile', text: 'Plans', items: [{ type: 'choice', text: 'Lite', says: 'The lite plan' }] },
    { type: 'group', text: 'More', items: [{ type: 'choice', text: 'Other' }] },
  ];
  const controls = (box: Element) =>
    [...(items(box, 'bot').at(-1)?.querySelectorAll('button, a') ?? [])].map((one) => one.textContent);

  it('[CH-094][F-CH14] show a press at once: all become text, and buttons again if it fails', async () => {
    let fail = (_: Error): void => {};
    const { box, addMessage } = await renderChat({
      prepare: (fake) => {
        Object.assign(fake.channel, { press: () => new Promise<void>((_, reject) => (fail = reject)) });
      },
    });
    await addMessage('1', { lines });
    await press(box, 'Databases');
    expect(controls(box)).toEqual(['Docs (opens in a new tab)']);
    await act(async () => fail(new Error('down')));
    expect(controls(box)).toHaveLength(5);
  });

  it('[CH-094][F-CH14] become text once the answer is spent, with the chosen one marked; links stay', async () => {
    const spent = new Set<string>();
    const { box, addMessage } = await renderChat({ isSpent: ({ id }) => spent.has(id) });
    await addMessage('1', { lines });
    expect(controls(box)).toHaveLength(5);
    spent.add('1');
    await addMessage('2', { type: 'visitor', text: 'The lite plan' });
    expect(controls(box)).toEqual(['Docs (opens in a new tab)']);
    for (const text of ['Databases', chatTexts.lineChat, 'Lite  (chosen)', 'Other'])
      expect(last(box, 'bot')).toContain(text);
    expect(box.querySelectorAll('[data-chosen]')).toHaveLength(1);
  });

  it('[A11Y-22][F-CH14] keep focus in the list when the pressed one becomes text', async () => {
    const spent: Message[] = [];
    const { box, addMessage, store } = await renderChat({
      isSpent: ({ id }) => spent.some((one) => one.id === id),
      prepare: (fake) => {
        Object.assign(fake.channel, { press: async (_: Line, message: Message) => void spent.push(message) });
      },
    });
    await addMessage('1', { lines });
    await press(box, 'Databases');
    await act(async () => store.send('Databases'));
    expect(buttonOf(box, 'Databases')).toBeUndefined();
    expect(focused()?.getAttribute('role')).toBe('log');
  });

  it('[CH-139][F-CH14] quick replies show a press at once, and can be pressed again if it fails', async () => {
    const replied: string[] = [];
    const { box, channel, run } = await renderChat({
      prepare: (fake) => {
        Object.assign(fake.channel, {
          reply: async ({ id }: { id: string }) => {
            replied.push(id);
            throw new Error('down');
          },
        });
      },
    });
    await act(async () => channel('bot').emit({ type: 'quickReplies', replies: [{ id: 'y', text: 'Yes' }] }));
    await press(box, 'Yes');
    expect(buttonOf(box, 'Yes')?.hasAttribute('data-pressed')).toBe(true);
    await act(() => run(1_000));
    await press(box, 'Yes');
    expect(replied).toEqual(['y', 'y']);
  });
});

describe('a text that waits', () => {
  const waiting = async () => {
    const bench = await renderChat(agentOnly);
    bench.channel('liveperson').behaviour.send = async () => {};
    await act(async () => bench.store.send('Hello'));
    return bench;
  };
  const status = (box: Element) => items(box).at(-1)?.querySelector('[role=status]');

  it('[CH-215] says "Sending…" once it is late, and nothing before', async () => {
    const { box } = await waiting();
    expect(status(box)?.textContent).toBe('');
    await act(async () => status(box)?.dispatchEvent(new Event('animationstart', { bubbles: true })));
    expect(status(box)?.textContent).toBe(chatTexts.sending);
  });

  it('[CH-215] says nothing more once it is delivered', async () => {
    const { box, channel } = await waiting();
    const id = channel('liveperson').calls.sent[0]?.id ?? '';
    await act(async () => channel('liveperson').emit({ type: 'delivered', id }));
    expect(status(box)).toBeNull();
  });
});

describe('texts that are not sent', () => {
  const write = async (bench: RenderedChat, ...texts: string[]) => {
    bench.channel('liveperson').behaviour.send = () => Promise.reject(new Error('down'));
    for (const text of texts) await act(async () => bench.store.send(text));
  };
  const alerts = (box: Element) =>
    [...box.querySelectorAll('[role=alert]')].map((one) => one.textContent).filter((text) => text !== '');

  it('[CH-215] are announced together, and one is announced as today', async () => {
    const bench = await renderChat(agentOnly);
    await write(bench, 'one');
    expect(alerts(bench.box)).toEqual(['Not sent.']);
    await write(bench, 'two', 'three');
    expect(alerts(bench.box)).toEqual(['3 messages were not sent.']);
    expect(items(bench.box).map((one) => one.textContent?.includes('Not sent.'))).toEqual([true, true, true]);
  });

  it('[CH-215][A11Y-22] can all be tried again with one press, in the order they were written', async () => {
    const bench = await renderChat(agentOnly);
    await write(bench, 'one');
    expect(buttonOf(bench.box, chatTexts.tryAllAgain)).toBeUndefined();
    await write(bench, 'two', 'three');
    const { calls, behaviour } = bench.channel('liveperson');
    calls.sent.length = 0;
    behaviour.send = async () => {};
    await press(bench.box, chatTexts.tryAllAgain);
    expect(calls.sent.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
    expect(alerts(bench.box)).toEqual([]);
    expect(focused()?.getAttribute('role')).toBe('log');
  });
});
