import { describe, expect, it } from 'vitest';
import * as ns from '../../../../frame/chat/channels/xmpp/namespaces.ts';
import { xml } from '../../../../frame/chat/channels/xmpp/xml.ts';
import { deliveredIds, messagesOf, notDeliveredIds } from '../../../support/channelEvents.ts';
import { deskAddress } from '../../../support/fakeXmppServer.ts';
import { createXmppBench, type XmppBench, type XmppBenchOptions } from '../../../support/xmppBench.ts';

async function begin(options: XmppBenchOptions = {}): Promise<XmppBench> {
  const bench = createXmppBench(options);
  const started = bench.channel.start({ startType: 'menu' });
  await bench.fakes.clock.advance(100);
  await started;
  return bench;
}

const pendingIds = ({ fakes }: Pick<XmppBench, 'fakes'>): readonly string[] =>
  messagesOf(fakes.events).flatMap(({ id, isPending }) => (isPending ? [id] : []));

async function send(bench: XmppBench, text: string): Promise<void> {
  void bench.channel.send({ id: text, text });
  await bench.fakes.clock.advance(100);
}

/** Sends texts to a node that acknowledges them and is gone. */
async function loseTexts(bench: XmppBench, texts: readonly string[], tell = (): void => {}): Promise<void> {
  const node = bench.server.failNode();
  for (const text of texts) await send(bench, text);
  tell();
  await bench.fakes.clock.advance(100);
  node.end();
  await bench.fakes.clock.advance(0);
  bench.online();
  await bench.fakes.clock.advance(100);
}

const sign = (bench: XmppBench, name: string, xmlns: string, id: string): void =>
  void bench.server.toVisitor(bench.server.visitor, { extra: xml(name, { xmlns, id }).xml });

/** The page has a new session afterwards. */
async function restart(bench: XmppBench): Promise<void> {
  bench.server.restart();
  await bench.fakes.clock.advance(0);
  bench.online();
  await bench.fakes.clock.advance(100);
}

/** The server is another one, and its archive has nothing of the visitor. */
async function loseArchive(bench: XmppBench): Promise<void> {
  bench.server.accounts.get(bench.server.visitor)?.archive.splice(0);
  await restart(bench);
  await bench.fakes.clock.advance(10_000);
}

describe('a text that the server has acknowledged and lost with its session', () => {
  it('[F-AD2] is sent again, before what was written later', async () => {
    const bench = await begin();
    await send(bench, 'before');
    await loseTexts(bench, ['one', 'two']);
    expect(deliveredIds(bench.fakes.events)).toEqual(['before', 'one', 'two']);
    await send(bench, 'later');
    expect(bench.server.received()).toEqual(['before']);
    await bench.fakes.clock.advance(6_000);
    expect(bench.server.received()).toEqual(['before', 'one', 'two', 'later']);
    expect(pendingIds(bench)).toEqual(['one', 'two']);
    expect(deliveredIds(bench.fakes.events)).toEqual(['before', 'one', 'two', 'one', 'two', 'later']);
    expect(notDeliveredIds(bench.fakes.events)).toEqual([]);
  });

  it('[F-AD2] comes after an answer that was given before it is sent again', async () => {
    const bench = await begin();
    await loseTexts(bench, ['hello']);
    bench.server.toVisitor(bench.server.visitor, { body: 'Are you there?' });
    await bench.fakes.clock.advance(30_000);
    const answer = messagesOf(bench.fakes.events).find(({ type }) => type === 'agent');
    const places = bench.fakes.events.flatMap((event) =>
      event.type === 'delivered' ? [event.as?.order?.sequence] : [],
    );
    expect([places, answer?.order?.sequence]).toEqual([[1, 3], 2]);
  });

  it('[F-AD2] is sent again by the next page', async () => {
    const bench = await begin();
    const node = bench.server.failNode();
    await send(bench, 'hello');
    const { conversationId } = bench.channel.snapshot;
    bench.fakes.lifetime.end();
    node.end();
    const next = bench.load();
    void next.channel.resume({ conversationId });
    await bench.fakes.clock.advance(4_000);
    expect(messagesOf(next.fakes.events)).toMatchObject([{ id: 'hello', isPending: false, isNotSent: false }]);
    await bench.fakes.clock.advance(6_000);
    expect(bench.server.received()).toEqual(['hello']);
    expect(pendingIds(next)).toEqual(['hello']);
    expect(deliveredIds(next.fakes.events)).toEqual(['hello']);
  });

  it('[F-AD2] is shown as not sent if it cannot be sent again for a minute', async () => {
    const bench = await begin();
    await loseTexts(bench, ['hello']);
    bench.server.faults.faultUp = (text) => (text.includes('<body>') ? 'cutBefore' : 'pass');
    await bench.fakes.clock.advance(70_000);
    expect(notDeliveredIds(bench.fakes.events)).toEqual(['hello']);
  });

  it('[F-AD2] is shown as not sent if the visitor ends the conversation while it is looked for', async () => {
    const bench = await begin();
    await loseTexts(bench, ['hello']);
    await bench.fakes.clock.advance(1_000);
    await bench.channel.end();
    await bench.fakes.clock.advance(10_000);
    expect(bench.server.received()).toEqual([]);
    expect(pendingIds(bench)).toEqual(['hello']);
    expect(notDeliveredIds(bench.fakes.events)).toEqual(['hello']);
  });

  it('[F-AD2] is not sent again if the desk has received or read it', async () => {
    const bench = await begin();
    await loseTexts(bench, ['received', 'between', 'read'], () => {
      sign(bench, 'received', ns.receipts, 'received');
      sign(bench, 'displayed', ns.markers, 'read');
    });
    await bench.fakes.clock.advance(6_000);
    // A marker stands for earlier texts too, but does not tell whether they have arrived.
    expect(bench.server.received()).toEqual(['between']);
  });

  it('[F-AD2] is not sent again if it came back: the visitor decides', async () => {
    const bench = await begin();
    await loseTexts(bench, ['hello'], () => {
      const error = xml('error', { type: 'cancel' }, xml('service-unavailable', { xmlns: ns.stanzaErrors }));
      bench.server.inject(
        xml('message', { xmlns: ns.client, type: 'error', from: deskAddress, id: 'hello' }, error).xml,
      );
    });
    await bench.fakes.clock.advance(10_000);
    expect(bench.server.received()).toEqual([]);
    await send(bench, 'hello');
    expect(bench.server.received()).toEqual(['hello']);
  });

  it('[F-AD2] counts as sent by a visitor without an account, whose conversation is over', async () => {
    const bench = await begin({ section: { login: 'anonymous' } });
    await loseTexts(bench, ['hello']);
    await bench.fakes.clock.advance(10_000);
    expect(bench.server.received()).toEqual([]);
    expect(deliveredIds(bench.fakes.events)).toEqual(['hello']);
    expect(notDeliveredIds(bench.fakes.events)).toEqual([]);
  });
});

describe('a text that the server has acknowledged and kept', () => {
  it('[F-AD2] stays as it is when its session is lost', async () => {
    const bench = await begin();
    await send(bench, 'hello');
    await restart(bench);
    await bench.fakes.clock.advance(10_000);
    expect(bench.server.received()).toEqual(['hello']);
    expect(deliveredIds(bench.fakes.events)).toEqual(['hello']);
    expect(messagesOf(bench.fakes.events).filter(({ id }) => id === 'hello')).toEqual([]);
    expect(bench.fakes.storage.suffixes('cm-outbox')).toEqual([]);
  });

  it('[F-AD2] is not sent again if the archive has it only seconds later', async () => {
    const bench = await begin();
    await send(bench, 'hello');
    const { archive } = bench.server.accounts.get(bench.server.visitor) ?? {};
    const late = archive?.splice(0) ?? [];
    await restart(bench);
    await bench.fakes.clock.advance(3_500);
    archive?.push(...late);
    await bench.fakes.clock.advance(10_000);
    expect(bench.server.received()).toEqual(['hello']);
    expect(pendingIds(bench)).toEqual([]);
  });

  it('[F-AD2] counts as sent where there is no archive to ask', async () => {
    const bench = await begin();
    await send(bench, 'hello');
    bench.server.faults.hasArchive = false;
    await restart(bench);
    await bench.fakes.clock.advance(10_000);
    expect(bench.server.received()).toEqual(['hello']);
    expect(deliveredIds(bench.fakes.events)).toEqual(['hello']);
    expect(notDeliveredIds(bench.fakes.events)).toEqual([]);
  });

  it('[F-AD2] has been passed on when its connection still works after two minutes', async () => {
    const bench = await begin();
    await send(bench, 'hello');
    await bench.fakes.clock.advance(121_000);
    await loseArchive(bench);
    expect(bench.server.received()).toEqual(['hello']);
  });

  it('[F-AD2] has not been passed on for sure when the connection was down after two minutes', async () => {
    const bench = await begin();
    await send(bench, 'hello');
    bench.hide();
    await bench.fakes.clock.advance(121_000);
    bench.show();
    await bench.fakes.clock.advance(100);
    await loseArchive(bench);
    expect(bench.server.received()).toEqual(['hello', 'hello']);
  });

  it('[F-AD2] that came back and was tried again is not sent a third time', async () => {
    const bench = await begin();
    await send(bench, 'hello');
    const error = xml('error', { type: 'cancel' }, xml('service-unavailable', { xmlns: ns.stanzaErrors }));
    bench.server.inject(xml('message', { xmlns: ns.client, type: 'error', from: deskAddress, id: 'hello' }, error).xml);
    await bench.fakes.clock.advance(0);
    await send(bench, 'hello');
    await restart(bench);
    await bench.fakes.clock.advance(10_000);
    expect(bench.server.received()).toEqual(['hello', 'hello']);
  });
});
