import { expect, it } from 'vitest';
import { deliveredIds } from '../support/channelEvents.ts';
import { createFakeBrowser, createFakeStorage } from '../support/fakeStorage.ts';
import { createFullStorage, createRefusedStorage } from '../support/faultyStorage.ts';
import { begin, build, type CreateBench, type RunningBench } from './channelBench.ts';

/** An entry that an older version, a newer one or somebody by hand has left. `*` is the channel's adapter. */
const leftovers: readonly (readonly [string, string, string])[] = [
  ['the list of an older version', 'cm-outbox.*', '[{"id":"a","text":"old","timestamp":1}]'],
  [
    'the list of an older version with its dialogs',
    'cm-outbox.*',
    '[{"id":"a","text":"old","writtenAt":1,"status":"queued","dialogId":"d"}]',
  ],
  ['the list of an older conversation', 'cm-outbox.conversation-7', '[{"id":"a","text":"old","timestamp":1}]'],
  ['a list under no name', 'cm-outbox', '[{"id":"a","text":"old","timestamp":1}]'],
  ['half an entry', 'cm-outbox.*.a', '{"id":"a","adapterId":"*","text":"old'],
  ['nothing', 'cm-outbox.*.a', ''],
  ['null', 'cm-outbox.*.a', 'null'],
  ['a list in place of an entry', 'cm-outbox.*.a', '[]'],
  ['an entry without an owner', 'cm-outbox.*.a', '{"id":"a","adapterId":"*","text":"old","status":"queued"}'],
  [
    'an entry of a newer version',
    'cm-outbox.*.a',
    JSON.stringify({
      ...{ id: 'a', adapterId: '*', owner: 'guest-1', tabId: 'tab-1', conversationId: 'x', position: { at: 1 } },
      ...{ text: 'old', writtenAt: '2026-11-21', status: 'scheduled' },
    }),
  ],
  ['a queue of an older version', 'cm-chat-queue', '{"texts":["old"]}'],
];

async function expectWorking(bench: RunningBench, carriesTexts: boolean): Promise<void> {
  expect(bench.channel.snapshot.state).toBe('chatting');
  if (!carriesTexts) return;
  const sent = ['one', 'two'].map((text) => bench.channel.send({ id: text, text }));
  await bench.run();
  await Promise.all(sent);
  await bench.run();
  expect(bench.received()).toEqual(['one', 'two']);
  expect(deliveredIds(bench.fakes.events)).toEqual(['one', 'two']);
}

/** A storage that fails, or holds what nobody can read, must not stop a chat. */
export function testStorage(createBench: CreateBench, carriesTexts: boolean): void {
  it.each([
    ['refuses access', createRefusedStorage],
    ['is full', createFullStorage],
  ])('works when the storage %s', async (_, createStorage) => {
    await expectWorking(await begin(createBench, { storage: createStorage() }), carriesTexts);
  });

  it.each(leftovers)('ignores %s in the storage', async (_, name, value) => {
    const { adapterId } = build(createBench).fakes.ports;
    const browser = createFakeBrowser();
    const key = name.replace('*', adapterId);
    const text = value.replaceAll('*', adapterId);
    const isSession = key === 'cm-chat-queue';
    if (!isSession) browser.local.set(key, text);
    const storage = createFakeStorage(browser, new Map(isSession ? [[key, text]] : []));
    const bench = await begin(createBench, { storage });
    await expectWorking(bench, carriesTexts);
    expect(JSON.stringify(bench.fakes.events)).not.toContain('"old"');
  });
}
