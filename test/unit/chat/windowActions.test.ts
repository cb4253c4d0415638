import { describe, expect, it } from 'vitest';
import * as hostKeys from '../../../bridge/hostKeys.ts';
import type { Line } from '../../../frame/chat/conversation.ts';
import { doublePressMs } from '../../../frame/chat/limits.ts';
import { createError } from '../../../frame/platform/errors.ts';
import { agentMessage, agentOnly, openChat, startChat } from '../../support/chatStories.ts';
import { createFakeChannelPorts, fakePlace } from '../../support/fakeChannelPorts.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
import { createFakeStorage } from '../../support/fakeStorage.ts';

const link: Line = { type: 'link', text: 'Docs', href: 'https://docs.example/a' };

/** A bot chat with one answer, and what the bot is asked to do. */
async function startWithAnswer() {
  const log = createFakeLog();
  const bench = await startChat({ ports: { log } });
  const { channel } = bench.channel('bot');
  const done: string[] = [];
  const behaviour = { fails: false };
  const act = async (what: string): Promise<void> => {
    done.push(what);
    if (behaviour.fails) throw createError('CALL_FAILED', 'down');
  };
  Object.assign(channel, {
    press: (line: Line) => act(`press ${line.text}`),
    rate: (_: unknown, isGood: boolean) => act(`rate ${isGood}`),
    reply: ({ text }: { text: string }) => act(`reply ${text}`),
  });
  const lines = [link];
  bench.channel('bot').emit({ type: 'messages', messages: [agentMessage('1', 'Hello', { type: 'bot', lines })] });
  const answer = () => {
    const found = bench.messages().find(({ id }) => id === '1');
    if (!found) throw new Error('no answer');
    return found;
  };
  return { ...bench, log, done, behaviour, answer };
}

describe('a press', () => {
  it('[CH-094] that follows another within 0.7 s is the same one', async () => {
    const { store, answer, done, run } = await startWithAnswer();
    const line = answer().lines[0] ?? link;
    store.press(line, answer());
    await run(doublePressMs - 1);
    store.press(line, answer());
    expect(done).toEqual(['press Docs']);
    await run(doublePressMs);
    store.press(line, answer());
    expect(done).toHaveLength(2);
    store.press({ ...link, text: 'Prices' }, answer());
    expect(done.at(-1), 'another line').toBe('press Prices');
  });
});

it('[CH-094] a choice with an address sends its answer, once', async () => {
  const { store, channel, messages, done, run } = await startWithAnswer();
  const choice: Line = { type: 'choice', text: 'See prices', href: 'https://docs.example/prices' };
  channel('bot').emit({ type: 'messages', messages: [agentMessage('2', '', { type: 'bot', lines: [choice] })] });
  const answer = messages().find(({ id }) => id === '2');
  if (!answer) throw new Error('no answer');
  store.press(choice, answer);
  expect(store.isSpent(answer)).toBe(true);
  await run(doublePressMs);
  store.press(choice, answer);
  expect(done).toEqual(['press See prices']);
});

describe('a press, a rating or a reply', () => {
  it('is logged if it fails', async () => {
    const { store, answer, behaviour, log, run } = await startWithAnswer();
    behaviour.fails = true;
    store.press(link, answer());
    store.rate(answer(), true);
    store.reply({ id: 'r1', text: 'Yes' });
    await run();
    expect(log.warnings).toEqual([
      'The action of a pressed line failed. (down)',
      'A rating was not delivered. (down)',
      'A quick reply was not delivered. (down)',
    ]);
  });
});

describe('a rating', () => {
  it.each([
    [true, 'up'],
    [false, 'down'],
  ] as const)('[CH-097] is shown, and given once: %s', async (isGood, rating) => {
    const { store, answer, done } = await startWithAnswer();
    store.rate(answer(), isGood);
    expect(answer().rating).toBe(rating);
    store.rate(answer(), !isGood);
    expect([done, answer().rating]).toEqual([[`rate ${isGood}`], rating]);
  });

  it('[CH-097] that was not delivered is not shown, and can be given again', async () => {
    const { store, answer, done, behaviour, run } = await startWithAnswer();
    behaviour.fails = true;
    store.rate(answer(), false);
    await run();
    expect(answer().rating).toBeUndefined();
    behaviour.fails = false;
    store.rate(answer(), true);
    await run();
    expect([done.at(-1), answer().rating]).toEqual(['rate true', 'up']);
  });
});

describe('a text', () => {
  it('[CH-215] that is sent again is pending again, and not marked as unsent', async () => {
    const log = createFakeLog();
    const { store, channel, messages, run } = await startChat({ ports: { log } });
    channel('bot').behaviour.send = () => Promise.reject(createError('CALL_FAILED', 'down'));
    store.send('hello');
    await run();
    expect(log.warnings).toEqual(['A message was not delivered. (down)']);
    channel('bot').behaviour.send = () => new Promise(() => {});
    store.retry(messages()[0]?.id ?? '');
    expect(messages()).toMatchObject([{ text: 'hello', isPending: true, isNotSent: false }]);
  });

  it('leaves nothing in the storage once the input is empty', async () => {
    const storage = createFakeStorage();
    const { store } = await startChat({ storage });
    store.setDraft('half a sen');
    expect(storage.read('cm-draft')).toBe('half a sen');
    store.setDraft('');
    expect(storage.read('cm-draft')).toBeUndefined();
  });
});

describe('the window', () => {
  it('[CH-033] shows the built-in offline notice where the deployment has none, and logs that once', async () => {
    const log = createFakeLog();
    const { store } = await openChat({ ports: { log } });
    expect(store.offlineText()).toMatch('Our agents are not available right now.');
    store.offlineText();
    expect(log.warnings).toEqual(['The text fragment chat.offlineNotice is missing; the built-in English is shown.']);
  });

  it('[CH-033] shows the offline notice of the deployment, and logs nothing', async () => {
    const log = createFakeLog();
    const find = (section: string, key: string): string | undefined =>
      section === 'chat' && key === 'offlineNotice' ? 'We are closed.' : undefined;
    const { store } = await openChat({ ports: { log, texts: { find } } });
    expect(store.offlineText()).toBe('We are closed.');
    expect(log.warnings).toEqual([]);
  });

  it('[CH-095] logs a link that cannot be opened', async () => {
    const log = createFakeLog();
    const openUrl = () => Promise.reject(new Error('refused'));
    const host = {
      ...createFakeChannelPorts().ports.host,
      openUrl,
      readStore: async () => null,
      writeStore: async () => true,
    };
    const { store, run } = await openChat({ ports: { host, log } });
    store.followLink('https://elsewhere.example/help');
    await run();
    store.openInPageWindow('https://login.example/');
    await run();
    expect(log.warnings).toEqual(['A link could not be opened.', 'A link could not be opened.']);
  });

  it('[CH-043] has the language of the page', async () => {
    const { store } = await openChat({ ports: { place: () => ({ ...fakePlace, languageCode: 'de-DE' }) } });
    expect(store.languageCode()).toBe('de-DE');
  });

  it('[CH-045][CH-046] reads a seen cookie although the page does not give the other', async () => {
    const readStore = async (key: string): Promise<string> => {
      if (key === hostKeys.unreadsSeen) throw new Error('refused');
      return 'true';
    };
    const host = { ...createFakeChannelPorts().ports.host, readStore, writeStore: async () => true };
    const { store, run } = await openChat({ ports: { host } });
    await run();
    expect(store.state.seenKeys).toEqual([hostKeys.asyncUnreadsSeen]);
  });
});

describe('announcements', () => {
  it('[CH-037] are the newest twenty', async () => {
    const { store, channel } = await startChat(agentOnly);
    const messages = Array.from({ length: 25 }, (_, at) => agentMessage(`m${at}`, `text ${at}`, { timestamp: at }));
    channel('liveperson').emit({ type: 'messages', messages });
    expect(store.state.announcements.map(({ text }) => text)).toEqual(messages.slice(5).map(({ text }) => text));
  });
});
