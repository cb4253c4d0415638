import { describe, expect, it } from 'vitest';
import { textsOf } from '../../../support/channelEvents.ts';
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
