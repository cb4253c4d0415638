// @vitest-environment happy-dom
import '@vanilla-extract/css/disableRuntimeStyles';
import { setFileScope } from '@vanilla-extract/css/fileScope';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import type { Line, MessageInput } from '../../../frame/chat/conversation.ts';
import { chatTexts } from '../../../frame/chat/texts.ts';
import type { TextSource } from '../../../frame/text/texts.ts';
import { type ChatBenchOptions, createChatBench } from '../../support/chatBench.ts';
import { fakePlace } from '../../support/fakeChannelPorts.ts';

setFileScope('styles', 'contact-widget');
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const { ChatPane } = await import('../../../frame/chat/views/ChatPane.tsx');

const roots: { unmount(): void }[] = [];
afterEach(() =>
  act(async () => {
    for (const root of roots.splice(0)) root.unmount();
  }),
);

/** A bot chat in the window, drawn; `draw` draws it again as the shell does when the page's facts change. */
async function drawn(options: ChatBenchOptions = {}) {
  const bench = createChatBench(options);
  await bench.store.begin();
  bench.store.paneShown(true);
  await bench.store.startChat('menu', bench.store.state.adapters[0]?.id);
  document.hasFocus = () => true;
  const box = document.createElement('div');
  document.body.append(box);
  const root = createRoot(box);
  roots.push(root);
  const draw = () =>
    act(async () =>
      root.render(
        createElement(ChatPane, {
          store: bench.store,
          takesFocus: true,
          isConfirmingEnd: false,
          onEnd: () => {},
          onStay: () => {},
        }),
      ),
    );
  const say = (id: string, more: Partial<MessageInput>) =>
    act(async () =>
      bench.channel('bot').emit({
        type: 'messages',
        messages: [{ id, type: 'bot', timestamp: bench.fakes.clock.now(), ...more }],
      }),
    );
  await draw();
  return { ...bench, box, draw, say };
}

type Bench = Awaited<ReturnType<typeof drawn>>;

it('[CH-040][CH-220] says what is drawn in the language that the visitor changes to, earlier messages included', async () => {
  let languageCode = 'en-US';
  const german: Record<string, string> = { assistant: 'Assistent', saidAt: '{name} um {time}', today: 'Heute' };
  const texts: TextSource = { find: (_, key) => (languageCode === 'de-DE' ? german[key] : undefined) };
  const { box, draw, say } = await drawn({
    ports: { texts, place: () => ({ ...fakePlace, languageCode }) },
  });
  await say('1', { text: 'Hello' });
  expect(box.textContent).toContain('Today');
  expect(box.textContent).toContain('Assistant');
  languageCode = 'de-DE';
  await draw();
  expect(box.textContent).toContain('Heute');
  expect(box.textContent).toContain('Assistent um');
  expect(box.textContent).not.toContain('Today');
});

it('[CH-043] calls no day Today that has become yesterday while the window stood open', async () => {
  const { box, say, run } = await drawn();
  await say('1', { text: 'Late' });
  await act(() => run(24 * 3_600_000));
  await say('2', { text: 'Early' });
  const days = [...box.querySelectorAll('[data-kind=dateHeader]')].map((one) => one.textContent);
  expect(days).toEqual(['Date: Yesterday', 'Date: Today']);
});

it('[CH-054][CH-086] a line whose address no visitor may be sent to is no link', async () => {
  const { box, say } = await drawn();
  const href = 'javascript:alert(1)';
  const lines: Line[] = [
    { type: 'link', text: 'Bad', href },
    { type: 'link', text: 'Good', href: 'https://docs.example/a' },
  ];
  await say('1', { lines });
  expect([...box.querySelectorAll('a')].map((one) => one.textContent)).toEqual(['Good (opens in a new tab)']);
  expect(box.innerHTML).not.toContain('javascript:');
});

it('[CH-087] a card that leads nowhere is read, not pressed', async () => {
  const { box, say } = await drawn();
  const items: Line[] = [
    { type: 'text', text: 'Lite', description: 'Free' },
    { type: 'choice', text: 'Standard' },
  ];
  await say('1', { lines: [{ type: 'tile', text: 'Plans', items }] });
  expect([...box.querySelectorAll('section button')].map((one) => one.textContent)).toEqual(['Standard']);
  expect(box.querySelector('section')?.textContent).toContain('LiteFree');
});

it('[CH-094] a double click on a choice is one answer, a later click another one', async () => {
  const pressed: string[] = [];
  const { box, say, run } = await drawn({
    prepare: (fake) => {
      Object.assign(fake.channel, { press: async (line: Line) => void pressed.push(line.text) });
    },
  });
  await say('1', { lines: [{ type: 'choice', text: 'Databases' }] });
  const button = [...box.querySelectorAll('button')].find((one) => one.textContent === 'Databases');
  await act(async () => button?.click());
  await act(async () => button?.click());
  expect(pressed).toEqual(['Databases']);
  await act(() => run(1_000));
  await act(async () => button?.click());
  expect(pressed).toHaveLength(2);
});

it('[CH-094] two lines that say nothing of themselves are two presses', async () => {
  const pressed: unknown[] = [];
  const { box, say } = await drawn({
    prepare: (fake) => {
      Object.assign(fake.channel, { press: async (line: Line) => void pressed.push(line.value?.schedulerConfig) });
    },
  });
  const call = (schedulerConfig: string): Line => ({ type: 'scheduler', text: '', value: { schedulerConfig } });
  const grouped: Line = { type: 'group', text: 'Later', items: [call('next week')] };
  await say('1', { lines: [call('today'), call('tomorrow'), grouped] });
  const buttons = [...box.querySelectorAll('button')].filter((one) => one.textContent === chatTexts.lineScheduler);
  for (const one of [...buttons, ...buttons]) await act(async () => one.click());
  expect(pressed).toEqual(['today', 'tomorrow', 'next week']);
});

it.each([
  ['after a while', (bench: Bench) => bench.run(60_000)],
  ['with the visitor', async (bench: Bench) => bench.fakes.lifetime.end()],
])('[CH-014][CH-073] the file of a transcript is let go %s', async (_, pass) => {
  const urls = new Set<string>();
  URL.createObjectURL = () => {
    urls.add('blob:1');
    return 'blob:1';
  };
  URL.revokeObjectURL = (url) => void urls.delete(url);
  const bench = await drawn();
  await bench.say('1', { text: 'Hello' });
  await act(async () => bench.channel('bot').change({ state: 'ended' }));
  await act(async () => button(bench.box, chatTexts.downloadTranscript)?.click());
  expect([...urls]).toEqual(['blob:1']);
  await act(async () => pass(bench));
  expect([...urls]).toEqual([]);
});

const agentChat: ChatBenchOptions = { entries: [{ service: 'liveperson' }] };
const focused = () => document.activeElement;
const button = (box: Element, name: string) =>
  [...box.querySelectorAll('button')].find((one) => one.textContent?.includes(name));
/** By keyboard: focus stands on it. */
async function press(box: Element, name: string): Promise<void> {
  await act(async () => button(box, name)?.focus());
  await act(async () => button(box, name)?.click());
}

it('[CH-037][A11Y-09] focus goes to the survey when the input that had it makes room for one, and stays in the room after it', async () => {
  const { box, channel } = await drawn(agentChat);
  expect(focused()?.tagName).toBe('TEXTAREA');
  await act(async () => {
    channel('liveperson').emit({
      type: 'survey',
      survey: { id: 1, header: 'How was it?', questions: [] },
    });
    channel('liveperson').change({ state: 'ended' });
  });
  expect(focused()?.textContent).toBe('How was it?');
  await press(box, 'Skip');
  expect(focused()?.getAttribute('role')).toBe('log');
  await press(box, 'Start new chat');
  expect(focused()?.tagName).toBe('TEXTAREA');
});

it('[CH-215][A11Y-22] Try again leaves focus in the messages; focus that is elsewhere is not moved', async () => {
  const { box, channel, store } = await drawn(agentChat);
  channel('liveperson').behaviour.send = () => Promise.reject(new Error('down'));
  await act(async () => store.send('Hello'));
  channel('liveperson').behaviour.send = async () => {};
  await press(box, 'Try again');
  expect(focused()?.getAttribute('role')).toBe('log');
  const outside = document.createElement('button');
  document.body.append(outside);
  outside.focus();
  await act(async () => channel('liveperson').change({ state: 'ended' }));
  expect(focused()).toBe(outside);
});

it('[CH-218] an ended chat has its sentence and its button, and no dead input beside them', async () => {
  const { box, channel } = await drawn(agentChat);
  await act(async () => channel('liveperson').change({ state: 'fatal_error' }));
  expect(box.querySelector('textarea')).toBeNull();
  expect(box.textContent).toContain('Something went wrong and this chat has ended.');
});

it('[CH-033][CH-214] whom nobody serves reads what to do, and not beside it that there is nothing to do', async () => {
  const { box, store } = await drawn({
    entries: [{ service: 'liveperson2' }],
    deployment: { signInUrl: 'https://signin.example/' },
    prepare: (fake) => {
      fake.change({ agentStatus: 'unavailable' });
      fake.behaviour.start = () => Promise.reject(new Error('nobody'));
    },
  });
  expect(store.state.trouble).toMatchObject({ key: 'notAvailable' });
  expect(box.textContent).toContain('Our agents are not available right now.');
  expect([...box.querySelectorAll('a')].map((one) => one.textContent)).toEqual(['Sign in']);
  expect(box.textContent).not.toContain('Please choose another way to reach us.');
});
