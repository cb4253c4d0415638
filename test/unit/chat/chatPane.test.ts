// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import type { Line } from '../../../frame/chat/conversation.ts';
import { chatTexts } from '../../../frame/chat/texts.ts';
import type { TextSource } from '../../../frame/text/texts.ts';
import { agentOnly } from '../../support/chatStories.ts';
import { fakePlace } from '../../support/fakeChannelPorts.ts';
import { buttonOf as button, focused, press, type RenderedChat, renderChat, shows } from '../../support/renderChat.ts';

it('[CH-040][CH-220] renders everything again when the language changes, including earlier messages', async () => {
  let languageCode = 'en-US';
  const german: Record<string, string> = { assistant: 'Assistent', saidAt: '{name} um {time}', today: 'Heute' };
  const texts: TextSource = { find: (_, key) => (languageCode === 'de-DE' ? german[key] : undefined) };
  const { box, render, addMessage } = await renderChat({
    ports: { texts, place: () => ({ ...fakePlace, languageCode }) },
  });
  await addMessage('1', { text: 'Hello' });
  expect(box.textContent).toContain('Today');
  expect(box.textContent).toContain('Assistant');
  languageCode = 'de-DE';
  await render();
  expect(box.textContent).toContain('Heute');
  expect(box.textContent).toContain('Assistent um');
  expect(box.textContent).not.toContain('Today');
});

it('[CH-043] changes Today to Yesterday at midnight while the window is open', async () => {
  const { box, addMessage, run } = await renderChat();
  await addMessage('1', { text: 'Late' });
  await act(() => run(24 * 3_600_000));
  await addMessage('2', { text: 'Early' });
  const days = [...box.querySelectorAll('[data-kind=dateHeader] > span')].map(({ children }) =>
    [...children].map((one) => one.textContent),
  );
  expect(days).toEqual([
    ['Date: Yesterday', 'Yesterday'],
    ['Date: Today', 'Today'],
  ]);
});

it('[CH-054][CH-086][F-CH26] renders a line with a forbidden address neither as a link nor as a button', async () => {
  const { box, addMessage } = await renderChat();
  const href = 'javascript:alert(1)';
  const lines: Line[] = [
    { type: 'link', text: 'Bad', href },
    { type: 'choice', text: 'Choice', href },
    {
      type: 'tile',
      text: '',
      items: [
        { type: 'link', text: 'Bad tile', href },
        { type: 'choice', text: 'Tile', href },
      ],
    },
    { type: 'link', text: 'Good', href: 'https://docs.example/a' },
  ];
  await addMessage('1', { lines });
  // A choice only sends its words.
  expect([...box.querySelectorAll('[role=log] button')].map((one) => one.textContent)).toEqual(['Choice', 'Tile']);
  expect(box.textContent).toContain('Bad tile');
  expect([...box.querySelectorAll('a')].map((one) => one.textContent)).toEqual(['Good (opens in a new tab)']);
  expect(box.innerHTML).not.toContain('javascript:');
});

it('[CH-087] a tile without an action is not a button', async () => {
  const { box, addMessage } = await renderChat();
  const items: Line[] = [
    { type: 'text', text: 'Lite', description: 'Free' },
    { type: 'choice', text: 'Standard' },
  ];
  await addMessage('1', { lines: [{ type: 'tile', text: 'Plans', items }] });
  expect([...box.querySelectorAll('section button')].map((one) => one.textContent)).toEqual(['Standard']);
  expect(box.querySelector('section')?.textContent).toContain('LiteFree');
});

it('[CH-094][F-CH14] a double click on a choice sends one answer, and a later click none', async () => {
  const pressed: string[] = [];
  const { box, addMessage, run } = await renderChat({
    prepare: (fake) => {
      Object.assign(fake.channel, { press: async (line: Line) => void pressed.push(line.text) });
    },
  });
  await addMessage('1', { lines: [{ type: 'choice', text: 'Databases' }] });
  const button = [...box.querySelectorAll('button')].find((one) => one.textContent === 'Databases');
  await act(async () => button?.click());
  await act(async () => button?.click());
  expect(pressed).toEqual(['Databases']);
  await act(() => run(1_000));
  await act(async () => button?.click());
  expect(pressed).toEqual(['Databases']);
});

it('[CH-094] tells presses of two lines with the same empty text apart', async () => {
  const pressed: unknown[] = [];
  const { box, addMessage } = await renderChat({
    prepare: (fake) => {
      Object.assign(fake.channel, { press: async (line: Line) => void pressed.push(line.value?.schedulerConfig) });
    },
  });
  const call = (schedulerConfig: string): Line => ({ type: 'scheduler', text: '', value: { schedulerConfig } });
  const grouped: Line = { type: 'group', text: 'Later', items: [call('next week')] };
  await addMessage('1', { lines: [call('today'), call('tomorrow'), grouped] });
  const buttons = [...box.querySelectorAll('button')].filter((one) => one.textContent === chatTexts.lineScheduler);
  for (const one of [...buttons, ...buttons]) await act(async () => one.click());
  expect(pressed).toEqual(['today', 'tomorrow', 'next week']);
});

it.each([
  ['after a while', (bench: RenderedChat) => bench.run(60_000)],
  ['when the lifetime ends', async (bench: RenderedChat) => bench.fakes.lifetime.end()],
])('[CH-014][CH-073] releases the transcript file %s', async (_, pass) => {
  const urls = new Set<string>();
  URL.createObjectURL = () => {
    urls.add('blob:1');
    return 'blob:1';
  };
  URL.revokeObjectURL = (url) => void urls.delete(url);
  const bench = await renderChat();
  await bench.addMessage('1', { text: 'Hello' });
  await act(async () => bench.channel('bot').change({ state: 'ended' }));
  await act(async () => button(bench.box, chatTexts.downloadTranscript)?.click());
  expect([...urls]).toEqual(['blob:1']);
  await act(async () => pass(bench));
  expect([...urls]).toEqual([]);
});

it('[CH-037][A11Y-09] focus moves to the survey that replaces the focused input, and stays in the window afterwards', async () => {
  const { box, channel } = await renderChat(agentOnly);
  expect(focused()?.tagName).toBe('TEXTAREA');
  await act(async () => {
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({
      type: 'survey',
      survey: { id: 1, header: 'How was it?', questions: [] },
    });
  });
  // The survey is downloaded now.
  await shows(() => expect(box.textContent).toContain('How was it?'));
  await vi.waitFor(() => expect(focused()?.textContent).toBe('How was it?'), 30_000);
  await press(box, 'Skip');
  expect(focused()?.getAttribute('role')).toBe('log');
  await press(box, 'Start new chat');
  expect(focused()?.tagName).toBe('TEXTAREA');
});

it('[CH-065][CH-066] the answers to a survey are kept while the visitor looks at the menu, for that survey only', async () => {
  const { box, channel, render, hide, addMessage } = await renderChat(agentOnly);
  const entries = ['good', 'bad'].map((value) => ({ value, label: value, isChecked: false, showsLogicIds: [] }));
  const question = { id: 4, label: 'Well?', type: 'radio', isMandatory: true, entries, lastKnownValue: '' } as const;
  const ask = () =>
    act(async () => {
      channel('liveperson').change({ state: 'ended' });
      channel('liveperson').emit({
        type: 'survey',
        survey: {
          id: 1,
          header: 'How was it?',
          questions: [{ ...question, validation: undefined, logicId: undefined }],
        },
      });
    });
  const chosen = () => [...box.querySelectorAll('input')].map((one) => one.checked);
  await ask();
  await shows(() => expect(chosen()).toEqual([false, false]));
  await act(async () => box.querySelectorAll('input')[1]?.click());
  await hide();
  expect(box.textContent).toBe('');
  await addMessage('1', { type: 'agent', text: 'Bye' }, 'liveperson');
  await render();
  expect(chosen()).toEqual([false, true]);
  await press(box, 'Skip');
  await press(box, 'Start new chat');
  await ask();
  await shows(() => expect(chosen()).toEqual([false, false]));
});

it('[CH-215][A11Y-22] Try again keeps focus in the message list; focus outside of the window does not move', async () => {
  const { box, channel, store } = await renderChat(agentOnly);
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

it('[CH-218] an ended chat shows its text and no input', async () => {
  const { box, channel } = await renderChat(agentOnly);
  await act(async () => channel('liveperson').change({ state: 'fatal_error' }));
  expect(box.querySelector('textarea')).toBeNull();
  expect(box.textContent).toContain('Something went wrong and this chat has ended.');
});

it('[CH-033][CH-214] shows the offline notice alone, without the notice that the chat is unavailable', async () => {
  const { box, store } = await renderChat({
    entries: [{ service: 'liveperson2' }],
    deployment: { signInUrl: 'https://signin.example/' },
    prepare: (fake) => {
      fake.change({ agentStatus: 'unavailable' });
      fake.behaviour.start = () => Promise.reject(new Error('no agent'));
    },
  });
  expect(store.state.problem).toMatchObject({ key: 'notAvailable' });
  expect(box.textContent).toContain('Our agents are not available right now.');
  expect([...box.querySelectorAll('a')].map((one) => one.textContent)).toEqual(['Sign in']);
  expect(box.textContent).not.toContain('Please choose another way to reach us.');
});
