import { expect, it } from 'vitest';
import { shownProblem } from '../../../frame/chat/window/shown.ts';
import { createChatBench } from '../../support/chatBench.ts';
import { displayModeOf, openChat } from '../../support/chatStories.ts';

async function begun() {
  const bench = createChatBench({ entries: [{ service: 'salesforce', skill: 'help' }] });
  await bench.store.begin();
  await bench.store.startChat('menu');
  const conversation = bench.shown();
  if (!conversation) throw new Error('no conversation began');
  return { ...bench, conversation };
}

it('[CH-156] opens the provider’s window again without a second conversation or a second start event', async () => {
  const { store, channel, conversation, fakes, run, shown } = await begun();
  const moments = fakes.tracked.length;
  store.reopenExternal(conversation);
  await run();
  expect(channel('salesforce').calls.started.map(({ startType }) => startType)).toEqual(['menu', 'restart']);
  expect(store.state.conversations).toHaveLength(1);
  expect(shown()?.state).toBe('chatting');
  expect(fakes.tracked).toHaveLength(moments);
});

it('[CH-156][CH-214] shows a notice if the window cannot be opened again', async () => {
  const { store, channel, conversation, fakes, run } = await begun();
  channel('salesforce').behaviour.start = async () => {
    throw new Error('the provider is gone');
  };
  store.reopenExternal(conversation);
  await run();
  expect(shownProblem(store.state)).toMatchObject({ key: 'notAvailable', action: 'menu' });
  expect(fakes.log.warnings.join()).toContain('could not be opened again');
});

it('[SH-054] starts the row of the pressed entry, and another one in place of it', async () => {
  const { store, channel, shown } = createChatBench({
    entries: ['help', 'billing'].map((skill) => ({ service: 'salesforce', skill })),
    prepare: ({ channel }) => Object.assign(channel, { isExternal: true }),
  });
  const opened = () => channel('salesforce').channel.snapshot;
  await store.begin();
  await store.startChat('menu', 'salesforce', 'billing');
  expect(opened()).toMatchObject({ skill: 'billing', state: 'chatting' });
  await store.startChat('menu', 'salesforce', 'billing');
  expect(channel('salesforce').calls.started, 'one that runs continues').toHaveLength(1);
  await store.startChat('menu', 'salesforce', 'help');
  expect(opened()).toMatchObject({ skill: 'help', state: 'chatting' });
  expect(shown()?.state).toBe('chatting');
});

it('[CH-009][CH-156] can be left for the menu and the other chats of the page', async () => {
  const { store, channel, shown } = await openChat({
    entries: [{ service: 'bot' }, { service: 'salesforce' }],
    prepare: ({ channel, ports }) => {
      if (ports.adapterId === 'salesforce') Object.assign(channel, { isExternal: true, resume: undefined });
    },
  });
  await store.startChat('link', 'salesforce');
  // Nothing continues it after a reload.
  expect(store.ports.storage.read('cm-conversations')).toBeUndefined();
  channel('salesforce').behaviour.end = async () => {
    channel('salesforce').change({ state: 'ended' });
    channel('salesforce').change({ state: 'available' });
  };
  await store.leaveToMenu();
  expect(displayModeOf(store)).toBe('menu');
  expect(store.state.conversations).toEqual([]);
  await store.startChat('menu');
  expect(shown()).toMatchObject({ adapterId: 'bot', state: 'chatting' });
});
