import { describe, expect, it } from 'vitest';
import type { ChannelFiles } from '../../../../frame/chat/channel.ts';
import { createSoundStore, newestMessage } from '../../../../frame/chat/tools/soundStore.ts';
import { checkFile, createUploadStore, sizeText, typesText } from '../../../../frame/chat/tools/uploadStore.ts';
import { createError } from '../../../../frame/platform/errors.ts';
import { createLifetime } from '../../../../frame/platform/lifetime.ts';
import { settle } from '../../../support/fakeClock.ts';
import { createFakeLog } from '../../../support/fakeLog.ts';
import { createFakeBrowser, createFakeStorage } from '../../../support/fakeStorage.ts';

const limits = { maxBytes: 10, types: ['image/*', 'application/pdf'] };
const file = (name: string, size: number, type: string): File => new File([new Uint8Array(size)], name, { type });

describe('a file', () => {
  it.each([
    [file('a.png', 10, 'image/png'), undefined],
    [file('a.pdf', 1, 'application/pdf'), undefined],
    [file('a.png', 11, 'image/png'), 'fileTooLarge'],
    [file('a.png', 0, 'image/png'), 'fileEmpty'],
    [file('a.exe', 1, 'application/x-msdownload'), 'fileType'],
    [file('a', 1, ''), 'fileType'],
    [file('a', 1, 'imagery/png'), 'fileType'],
    [file('a.pdx', 1, 'application/pdx'), 'fileType'],
  ])('[F-AD13] is checked before anything is uploaded', (one, problem) => {
    expect(checkFile(one, limits)).toBe(problem);
  });

  it('[F-AD13] has limits in the words of people', () => {
    expect(sizeText(10_000_000, 'en-US')).toBe('10\u00a0MB');
    expect(sizeText(200_000, 'de-DE')).toBe('200\u00a0kB');
    expect([sizeText(999_999, 'en-US'), sizeText(1_000_000, 'en-US'), sizeText(1_550_000, 'de-DE')]).toEqual([
      '1,000\u00a0kB',
      '1\u00a0MB',
      '1,6\u00a0MB',
    ]);
    const types = ['image/*', 'application/pdf', 'text/plain'];
    expect(typesText(types, 'pictures', 'en')).toBe('pictures, PDF, or TXT');
    expect(typesText(['application/x-tar', 'image/x-icon', 'x-world/x-3dmf'], '', 'en')).toBe('TAR, ICON, or 3DMF');
    expect(typesText(['image/svg+xml', 'application/msword', 'application/vnd.ms-excel'], '', 'en')).toBe(
      'SVG, msword, or vnd.ms-excel',
    );
    expect(typesText(types, '画像', 'ja')).toBe('画像、PDF、またはTXT');
    expect(typesText(types, 'Bilder', 'not a language')).toBe('Bilder, PDF, or TXT');
  });
});

/** An upload whose end the test decides. */
function uploadBench() {
  const log = createFakeLog();
  const sent: string[] = [];
  const started: { name: string; signal: AbortSignal; end: (error?: unknown) => void }[] = [];
  const files: ChannelFiles = {
    ...limits,
    upload: ({ name }, signal) =>
      new Promise((resolve, reject) => {
        started.push({
          ...{ name, signal },
          end: (error) => (error === undefined ? resolve(`https://files.example/${name}`) : reject(error)),
        });
      }),
  };
  const chats = { shown: 'first', isOver: false };
  const lifetime = createLifetime();
  const store = createUploadStore({
    log,
    lifetime,
    target: () => {
      const { shown } = chats;
      const isOver = (): boolean => chats.isOver && shown === 'first';
      return { files: () => (isOver() ? undefined : files), send: (address) => void sent.push(`${shown}: ${address}`) };
    },
  });
  return { store, sent, started, log, chats, files, lifetime };
}

describe('files on their way', () => {
  it('[F-AD13] go one after another, each as a message', async () => {
    const { store, sent, started } = uploadBench();
    store.add([file('a.png', 1, 'image/png'), file('b.png', 1, 'image/png')]);
    expect(store.state).toMatchObject({ current: { name: 'a.png', problem: undefined } });
    expect(started).toHaveLength(1);
    started[0]?.end();
    await settle();
    expect(sent).toEqual(['first: https://files.example/a.png']);
    expect(store.state.current?.name).toBe('b.png');
    started[1]?.end();
    await settle();
    expect(store.state.current).toBeUndefined();
    expect(sent).toHaveLength(2);
  });

  it.each([
    ['no connection', createError('CALL_FAILED', 'no answer'), 'fileFailed'],
    ['a refusal of the service', createError('NOT_ALLOWED', 'x'), 'fileRefused'],
    ['no answer in time', createError('CALL_TIMEOUT', 'x'), 'fileFailed'],
    ['another error', new Error('down'), 'fileFailed'],
  ])('[F-AD13] are kept for another try after %s, and hold the next one', async (_, error, problem) => {
    const { store, sent, started, log } = uploadBench();
    store.add([file('a.png', 1, 'image/png'), file('b.png', 1, 'image/png')]);
    started[0]?.end(error);
    await settle();
    expect(store.state).toMatchObject({ current: { name: 'a.png', problem } });
    expect(log.warnings).toEqual([`A file could not be sent. (${error.message})`]);
    store.retry();
    started[1]?.end();
    await settle();
    started[2]?.end();
    await settle();
    expect(sent).toEqual(['first: https://files.example/a.png', 'first: https://files.example/b.png']);
  });

  it('[F-AD13] can be cancelled', async () => {
    const { store, sent, started } = uploadBench();
    store.add([file('a.png', 1, 'image/png')]);
    store.dismiss();
    expect(started[0]?.signal.aborted).toBe(true);
    started[0]?.end();
    await settle();
    expect(sent).toEqual([]);
    expect(store.state.current).toBeUndefined();
  });

  it('[F-AD13][CH-014] stop when the visitor has left the chat, and the next ones do not go', async () => {
    const { store, sent, started, log, lifetime } = uploadBench();
    store.add([file('a.png', 1, 'image/png'), file('b.png', 1, 'image/png')]);
    lifetime.end();
    expect(started[0]?.signal.aborted).toBe(true);
    started[0]?.end(new Error('aborted'));
    await settle();
    store.retry();
    store.add([file('c.png', 1, 'image/png')]);
    await settle();
    expect([started.length, sent, log.warnings]).toEqual([1, [], []]);
    expect(store.state).toEqual({ current: undefined });
  });

  it('[F-AD13] that are cancelled log no warning, and the next one is uploaded', async () => {
    const { store, started, log } = uploadBench();
    store.add([file('a.png', 1, 'image/png'), file('b.png', 1, 'image/png')]);
    store.dismiss();
    started[0]?.end(new Error('aborted'));
    await settle();
    expect(store.state).toMatchObject({ current: { name: 'b.png', problem: undefined } });
    expect(log.warnings).toEqual([]);
    expect(started.map(({ name, signal }) => [name, signal.aborted])).toEqual([
      ['a.png', true],
      ['b.png', false],
    ]);
  });

  it('[F-AD13] wait, and go where the visitor has dismissed one that failed', async () => {
    const { store, started, sent } = uploadBench();
    store.add([file('a.png', 1, 'image/png')]);
    store.add([file('b.png', 1, 'image/png'), file('c.png', 1, 'image/png')]);
    expect(started.length).toBe(1);
    started[0]?.end(new Error('down'));
    await settle();
    store.dismiss();
    for (const at of [1, 2]) {
      started[at]?.end();
      await settle();
    }
    expect(sent).toEqual(['first: https://files.example/b.png', 'first: https://files.example/c.png']);
    expect(store.state).toEqual({ current: undefined });
  });

  it('[F-AD13] cannot be sent to a service that takes none', () => {
    const store = createUploadStore({ log: createFakeLog(), lifetime: createLifetime(), target: () => undefined });
    store.add([file('a.png', 1, 'image/png')]);
    expect(store.state.current).toEqual({ name: 'a.png', problem: 'fileRefused', limits: undefined });
  });

  it('[F-AD13] cannot be sent to a conversation that takes none', () => {
    const store = createUploadStore({
      ...{ log: createFakeLog(), lifetime: createLifetime() },
      target: () => ({ files: () => undefined, send: () => {} }),
    });
    store.add([file('a.png', 1, 'image/png')]);
    expect(store.state.current?.problem).toBe('fileRefused');
  });

  it('[F-AD13] leave what belongs to the channel alone', () => {
    const { store, files } = uploadBench();
    store.add([file('a.png', 1, 'image/png')]);
    expect(store.state.current?.limits).toEqual(limits);
    expect(files.types).toBe(limits.types);
  });

  it('[F-AD13] go to the conversation that they were added in, whatever the window shows then', async () => {
    const { store, sent, started, chats } = uploadBench();
    store.add([file('a.png', 1, 'image/png'), file('b.png', 1, 'image/png')]);
    chats.shown = 'second';
    store.add([file('c.png', 1, 'image/png')]);
    for (const at of [0, 1, 2]) {
      started[at]?.end();
      await settle();
    }
    expect(sent).toEqual([
      'first: https://files.example/a.png',
      'first: https://files.example/b.png',
      'second: https://files.example/c.png',
    ]);
  });

  it('[F-AD13] are not sent when their conversation is over by then, and the visitor is told', async () => {
    const { store, sent, started, chats } = uploadBench();
    store.add([file('a.png', 1, 'image/png'), file('b.png', 1, 'image/png')]);
    Object.assign(chats, { isOver: true, shown: 'second' });
    started[0]?.end();
    await settle();
    expect(store.state.current).toMatchObject({ name: 'a.png', problem: 'fileTooLate', limits });
    store.dismiss();
    expect(store.state.current).toMatchObject({ name: 'b.png', problem: 'fileTooLate' });
    expect(started).toHaveLength(1);
    expect(sent).toEqual([]);
  });

  it('[F-AD13] are refused before the upload, with the reason', () => {
    const { store, started } = uploadBench();
    store.add([file('a.exe', 1, 'application/x-msdownload')]);
    expect(store.state.current?.problem).toBe('fileType');
    expect(started).toEqual([]);
    store.dismiss();
    expect(store.state.current).toBeUndefined();
  });
});

const conversation = (messages: readonly Record<string, unknown>[]) =>
  ({ conversations: [{ id: 'c', messages: { pages: [messages], pending: [] } }] }) as never;
const said = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  type: 'agent',
  timestamp: Number(id),
  ...more,
});

it('[F-AD13] the newest message is one of others, from this page', () => {
  expect(newestMessage(conversation([]))).toBeUndefined();
  const others = [
    said('1'),
    said('2', { type: 'visitor' }),
    said('3', { isHistory: true }),
    said('4', { isRemoved: true }),
  ];
  expect(newestMessage(conversation(others))?.key).toBe('c 1');
  expect(newestMessage(conversation([said('1'), said('2', { type: 'bot' })]))?.key).toBe('c 2');
});

it('[F-AD13] the newest message is the newest of all conversations', () => {
  const of = (id: string, ...messages: readonly Record<string, unknown>[]) => ({
    ...{ id, messages: { pages: [messages], pending: [] } },
  });
  const conversations = [of('a', said('3')), of('b', said('1'), said('5')), of('c', said('4')), of('d')];
  expect(newestMessage({ conversations } as never)?.key).toBe('b 5');
});

function soundBench({ browser = createFakeBrowser(), before = [] as readonly Record<string, unknown>[] } = {}) {
  const lifetime = createLifetime();
  const looks = { visibleId: '' };
  let rung = 0;
  let chat = conversation(before);
  const listeners: (() => void)[] = [];
  const store = createSoundStore({
    ...{ lifetime, storage: createFakeStorage(browser) },
    isVisible: (id) => id === looks.visibleId,
    inOneTab: (_, task) => task(),
    chime: {
      play() {
        rung += 1;
      },
    },
    chat: () => chat,
    onChat: (listener) => listeners.push(listener),
  });
  return {
    ...{ store, looks, browser },
    rung: () => rung,
    say(...messages: readonly Record<string, unknown>[]) {
      chat = conversation(messages);
      for (const listener of listeners) listener();
    },
  };
}

describe('the sound', () => {
  it('[F-AD13] is off until the visitor wants it, and plays once to say how it sounds', () => {
    const { store, say, rung } = soundBench();
    say(said('1'));
    expect(rung()).toBe(0);
    store.toggle();
    expect([store.state.isOn, rung()]).toEqual([true, 1]);
    say(said('1'), said('2'));
    expect(rung()).toBe(2);
    store.toggle();
    say(said('1'), said('2'), said('3'));
    expect(rung()).toBe(2);
  });

  it('[F-AD13] never plays while the visitor looks', () => {
    const { store, say, rung, looks } = soundBench();
    store.toggle();
    looks.visibleId = 'c';
    say(said('1'));
    expect(rung()).toBe(1);
    looks.visibleId = 'another conversation';
    say(said('1'), said('2'));
    expect(rung()).toBe(2);
  });

  it('[F-AD13] plays once for a message, whatever else changes', () => {
    const { store, say, rung } = soundBench();
    store.toggle();
    say(said('1'));
    say(said('1'), said('2', { type: 'visitor' }));
    say(said('1', { text: 'corrected' }));
    expect(rung()).toBe(2);
  });

  it('[F-AD13] does not play for a message that was there before, or for one that is gone', () => {
    const { store, say, rung } = soundBench({ before: [said('1')] });
    store.toggle();
    say(said('1'), said('2', { type: 'visitor' }));
    say();
    expect(rung()).toBe(1);
  });

  it('[F-AD13] does not play when the newest message is removed, and plays for the next one', () => {
    const { store, say, rung } = soundBench();
    store.toggle();
    say(said('1'), said('2'));
    expect(rung()).toBe(2);
    say(said('1'));
    say(said('1'), said('2', { isRemoved: true }));
    expect(rung()).toBe(2);
    say(said('1'), said('3', { timestamp: 2 }));
    expect(rung()).toBe(3);
  });

  it('[F-AD13] leaves nothing in the storage when it is off again', () => {
    const { store, browser } = soundBench();
    store.toggle();
    expect([...browser.local.keys()]).toEqual(['cm-sound']);
    store.toggle();
    expect([...browser.local.keys()]).toEqual([]);
  });

  it('[F-AD13] is a choice for all tabs and later pages', () => {
    const browser = createFakeBrowser();
    const first = soundBench({ browser });
    const other = soundBench({ browser });
    first.store.toggle();
    expect(other.store.state.isOn).toBe(true);
    expect(soundBench({ browser }).store.state.isOn).toBe(true);
    other.store.toggle();
    expect(first.store.state.isOn).toBe(false);
  });
});
