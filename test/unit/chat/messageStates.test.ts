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

it('[CH-097] the thanks for a rating are announced in a region that was there before', async () => {
  const { box, addMessage } = await renderChat();
  await addMessage('1', { type: 'bot', text: 'Hello', displayFeedback: true });
  const region = box.querySelector('fieldset [role=status]');
  expect(region?.textContent).toBe('');
  await act(async () => box.querySelector<HTMLElement>('fieldset button')?.click());
  expect([region?.textContent, region?.isConnected]).toEqual([chatTexts.ratingThanks, true]);
});

describe('receipts', () => {
  it('[CH-040] stand below the newest text that was delivered and the newest that was read, and are not announced', async () => {
    const { box, addMessage } = await renderChat();
    for (const id of ['a', 'b', 'c']) await addMessage(id, { type: 'visitor', text: id });
    expect(box.textContent).not.toMatch(/Delivered|Seen/);
    await addMessage('a', { type: 'visitor', receipt: 'read' });
    await addMessage('b', { type: 'visitor', receipt: 'delivered' });
    await addMessage('c', { type: 'visitor', receipt: 'delivered' });
    const receipts = () => items(box).map((one) => one.textContent?.match(/Delivered|Seen/)?.[0]);
    expect(receipts()).toEqual(['Seen', undefined, 'Delivered']);
    await addMessage('c', { type: 'visitor', receipt: 'read' });
    expect(receipts()).toEqual([undefined, undefined, 'Seen']);
    const live = box.querySelectorAll('[aria-live]:not([aria-live=off]), [role=status], [role=alert]');
    expect([...live].map((one) => one.textContent).join()).not.toMatch(/Delivered|Seen/);
  });
});

describe('a group of messages', () => {
  const faces = (box: Element) =>
    items(box, 'agent').map((one) => one.querySelector('[data-face]')?.textContent ?? undefined);
  const times = (box: Element) => [...box.querySelectorAll('time')].map((one) => one.textContent);

  it('[F-UX18] has the initials of its sender beside the first message, and its time below the last', async () => {
    const { box, addMessage } = await renderChat();
    const at = new Date(2026, 0, 5, 10, 15).getTime();
    const by = 'Natalie van der Berg';
    await addMessage('1', { type: 'agent', by, text: 'Hello', timestamp: at });
    await addMessage('2', { type: 'agent', by, text: 'I am Natalie', timestamp: at + 60_000 });
    await addMessage('3', { type: 'visitor', text: 'Good morning', timestamp: at + 120_000 });
    await addMessage('4', { type: 'agent', by, text: 'What can I do?', timestamp: at + 180_000 });
    await addMessage('5', { type: 'agent', by, text: 'I have to go', timestamp: at + 1_200_000 });
    expect(faces(box)).toEqual(['NB', undefined, 'NB', 'NB']);
    expect(times(box).map((time) => time?.match(/10:\d\d/)?.[0])).toEqual(['10:16', '10:17', '10:18', '10:35']);
  });

  it('[F-UX18] has the picture of its sender, also if it arrives later', async () => {
    const { box, addMessage, channel } = await renderChat();
    await addMessage('1', { type: 'agent', participantId: 'n', by: 'Natalie', text: 'Hello' });
    expect(box.querySelector('[data-kind=agent] img')).toBeNull();
    const agentPictureUrl = 'https://pictures.example/natalie.png';
    await act(async () =>
      channel('bot').emit({ type: 'participants', participants: [{ id: 'n', name: 'Natalie', agentPictureUrl }] }),
    );
    expect(box.querySelector('[data-kind=agent] img')?.getAttribute('src')).toBe(agentPictureUrl);
  });

  it('[F-UX18] says that it was seen only where the service reports it', async () => {
    const { box, addMessage } = await renderChat();
    await addMessage('1', { type: 'visitor', text: 'Hello' });
    expect(last(box)).not.toContain('Seen');
    await addMessage('1', { type: 'visitor', receipt: 'read' });
    expect(last(box)).toMatch(/\d.*Seen/);
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

  it('[CH-094][F-CH14] show a press at once: all go, and are buttons again if it fails', async () => {
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

  it('[CH-094][F-CH14][F-UX16] go once the answer is spent, except the chosen one, which is marked; links and tiles stay', async () => {
    const spent = new Set<string>();
    const { box, addMessage } = await renderChat({ isSpent: ({ id }) => spent.has(id) });
    await addMessage('1', { lines });
    expect(controls(box)).toHaveLength(5);
    spent.add('1');
    await addMessage('2', { type: 'visitor', text: 'The lite plan' });
    expect(controls(box)).toEqual(['Docs (opens in a new tab)']);
    expect(last(box, 'bot')).toContain('Lite  (chosen)');
    for (const text of ['Databases', chatTexts.lineChat, 'Other']) expect(last(box, 'bot')).not.toContain(text);
    expect(box.querySelectorAll('[data-chosen]')).toHaveLength(1);
    expect(box.querySelectorAll('li:empty, ul:empty')).toHaveLength(0);
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
