import { describe, expect, it } from 'vitest';
import { messagesOf, textsOf } from '../../../support/channelEvents.ts';
import { createXmppBench } from '../../../support/xmppBench.ts';
import { start } from '../../../support/xmppPerson.ts';

/** The desk has written while the visitor looked elsewhere. */
async function beginUnread(texts: readonly string[]) {
  const bench = createXmppBench();
  const { server, fakes } = bench;
  await start(bench);
  fakes.setAttention({ isFocused: false });
  for (const text of texts) server.toVisitor(server.visitor, { id: text, body: text });
  await fakes.clock.advance(100);
  const markers = () => server.signs.map(({ children: [sign] }) => [sign?.name, sign?.attributes.get('id')]);
  expect(markers()).toEqual([]);
  return { ...bench, markers };
}

describe('the desk', () => {
  it.each(['resume', 'start'] as const)(
    '[F-AD2] hears once that the visitor has read the history, on a page that shows it after a %s',
    async (action) => {
      const { channel, fakes, load, markers } = await beginUnread(['one', 'two', 'three']);
      const { conversationId } = channel.snapshot;
      fakes.lifetime.end();
      const next = load();
      if (action === 'resume') void next.channel.resume({ conversationId });
      else await start(next);
      await fakes.clock.advance(1_000);
      expect(textsOf(next.fakes.events, 'agent')).toEqual(['one', 'two', 'three']);
      expect(markers()).toEqual([['displayed', 'three']]);
    },
  );

  it('[F-AD2] hears of the ids of its stanzas, and corrects by them, if its client has ids of its own', async () => {
    const { channel, server, fakes, markers } = await beginUnread([]);
    const say = (id: string, body: string, more: string) => {
      const extra = `<origin-id xmlns="urn:xmpp:sid:0" id="own-${id}"/>${more}`;
      server.toVisitor(server.visitor, { id, body, extra });
      return fakes.clock.advance(100);
    };
    await say('one', 'Price: 10', '<request xmlns="urn:xmpp:receipts"/>');
    await say('two', 'Price: 100', '<replace xmlns="urn:xmpp:message-correct:0" id="one"/>');
    fakes.setAttention({ isFocused: true });
    channel.seen();
    await fakes.clock.advance(100);
    expect(markers()).toEqual([
      ['received', 'one'],
      ['displayed', 'one'],
    ]);
    const shown = messagesOf(fakes.events).filter(({ type }) => type === 'agent');
    expect(shown.map(({ text }) => text)).toEqual(['Price: 10', 'Price: 100']);
    expect(new Set(shown.map(({ id }) => id)).size).toBe(1);
  });

  it('[F-AD2] hears that the visitor has read the history if it is there only after a repeated reading', async () => {
    const { channel, server, fakes, load, markers } = await beginUnread(['one']);
    const { conversationId } = channel.snapshot;
    fakes.lifetime.end();
    let failures = 1;
    server.faults.faultUp = (text) => {
      if (!text.includes('urn:xmpp:mam:2') || failures === 0) return 'pass';
      failures -= 1;
      return 'cutAfter';
    };
    const next = load();
    void next.channel.resume({ conversationId });
    await fakes.clock.advance(60_000);
    expect(textsOf(next.fakes.events, 'agent')).toEqual(['one']);
    expect(markers()).toEqual([['displayed', 'one']]);
  });

  it('[F-AD2] hears what the visitor has read without a connection once there is one', async () => {
    const { channel, server, fakes, markers } = await beginUnread(['one']);
    server.cut();
    await fakes.clock.advance(0);
    fakes.setAttention({ isFocused: true });
    channel.seen();
    await fakes.clock.advance(10_000);
    expect(markers()).toEqual([['displayed', 'one']]);
  });
});
