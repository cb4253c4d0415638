import { describe, expect, it } from 'vitest';
import { deliveredIds, messagesOf, notDeliveredIds, textsOf } from '../../../support/channelEvents.ts';
import { createFakeBrowser, createFakeStorage } from '../../../support/fakeStorage.ts';
import { deskAddress } from '../../../support/fakeXmppServer.ts';
import { createXmppBench, type XmppBench } from '../../../support/xmppBench.ts';

async function begin(): Promise<XmppBench> {
  const bench = createXmppBench();
  const started = bench.channel.start({ startType: 'menu' });
  await bench.fakes.clock.advance(100);
  await started;
  return bench;
}

/** The desk, or somebody else, sends a message; afterwards the channel has handled it. */
async function hear(bench: XmppBench, message: Parameters<XmppBench['server']['toVisitor']>[1]): Promise<string> {
  const id = bench.server.toVisitor(bench.server.visitor, message);
  await bench.fakes.clock.advance(0);
  return id;
}

const eventsOf = (bench: XmppBench, type: string) => bench.fakes.events.filter((event) => event.type === type);
const signNames = (bench: XmppBench) => bench.server.signs.map(({ children: [sign] }) => sign?.name);
const markers = 'xmlns="urn:xmpp:chat-markers:0"';
const receipts = 'xmlns="urn:xmpp:receipts"';
const states = 'xmlns="http://jabber.org/protocol/chatstates"';

describe('messages of the desk', () => {
  it('[CH-041] name who answers, and end the waiting', async () => {
    const bench = await begin();
    expect(bench.channel.snapshot.state).toBe('waiting');
    await hear(bench, { body: 'Hello' });
    expect(bench.channel.snapshot.state).toBe('chatting');
    expect(eventsOf(bench, 'participants')).toEqual([
      { type: 'participants', participants: [{ id: deskAddress, name: 'Sales' }] },
    ]);
  });

  it('are confirmed as received, and as read once the visitor sees them', async () => {
    const bench = await begin();
    bench.fakes.setAttention({ isFocused: false });
    await hear(bench, { body: 'Hello', extra: `<request ${receipts}/><markable ${markers}/>` });
    expect(signNames(bench)).toEqual(['received']);
    bench.fakes.setAttention({ isFocused: true });
    bench.channel.seen();
    await bench.fakes.clock.advance(0);
    expect(signNames(bench)).toEqual(['received', 'displayed']);
  });

  it('are shown once, whether they come live, from the archive or again', async () => {
    const bench = await begin();
    await hear(bench, { body: 'once' });
    bench.server.restart();
    await bench.fakes.clock.advance(7_000);
    expect(textsOf(bench.fakes.events, 'agent')).toEqual(['once']);
  });

  it('may be equal, even with the same id of a careless client', async () => {
    const bench = await begin();
    await hear(bench, { id: 'same', body: 'yes' });
    await hear(bench, { id: 'same', body: 'yes' });
    expect(textsOf(bench.fakes.events, 'agent')).toEqual(['yes', 'yes']);
    expect(new Set(messagesOf(bench.fakes.events).map(({ id }) => id)).size).toBe(2);
  });

  it('can be corrected and retracted', async () => {
    const bench = await begin();
    const id = await hear(bench, { body: 'Mondey' });
    await hear(bench, { body: 'Monday', extra: `<replace xmlns="urn:xmpp:message-correct:0" id="${id}"/>` });
    await hear(bench, {
      extra: `<retract xmlns="urn:xmpp:message-retract:1" id="${id}"/>`,
      body: 'A message was retracted',
    });
    const [first, corrected, ...others] = messagesOf(bench.fakes.events);
    expect(corrected).toMatchObject({ id: first?.id, text: 'Monday', isEdited: true });
    expect(eventsOf(bench, 'removed')).toEqual([{ type: 'removed', id: first?.id }]);
    expect(others).toEqual([]);
  });

  it('can be retracted in the earlier form', async () => {
    const bench = await begin();
    const id = await hear(bench, { body: 'oops' });
    const retract = '<retract xmlns="urn:xmpp:message-retract:0"/>';
    await hear(bench, { extra: `<apply-to xmlns="urn:xmpp:fasten:0" id="${id}">${retract}</apply-to>` });
    expect(eventsOf(bench, 'removed')).toHaveLength(1);
  });

  it('show that somebody types until they say something', async () => {
    const bench = await begin();
    await hear(bench, { extra: `<composing ${states}/>` });
    await bench.fakes.clock.advance(4_500);
    expect(eventsOf(bench, 'agentTyping').length).toBeGreaterThan(2);
    await hear(bench, { body: 'Hello', extra: `<active ${states}/>` });
    expect(eventsOf(bench, 'agentTyping').at(-1)).toMatchObject({ isTyping: false });
    const count = eventsOf(bench, 'agentTyping').length;
    await bench.fakes.clock.advance(60_000);
    expect(eventsOf(bench, 'agentTyping')).toHaveLength(count);
  });
});

describe('texts of the visitor', () => {
  it('are marked as delivered and read', async () => {
    const bench = await begin();
    for (const text of ['one', 'two']) void bench.channel.send({ id: text, text });
    await bench.fakes.clock.advance(100);
    await hear(bench, { extra: `<received ${receipts} id="one"/>` });
    await hear(bench, { extra: `<displayed ${markers} id="two"/>` });
    expect(eventsOf(bench, 'receipt')).toEqual([
      { type: 'receipt', ids: ['one'], status: 'delivered' },
      { type: 'receipt', ids: ['one', 'two'], status: 'read' },
    ]);
  });

  it('[F-AD2] are marked as read up to the one that the desk has read', async () => {
    const bench = await begin();
    for (const text of ['one', 'two', 'three']) void bench.channel.send({ id: text, text });
    await bench.fakes.clock.advance(100);
    await hear(bench, { extra: `<displayed ${markers} id="two"/>` });
    expect(eventsOf(bench, 'receipt')).toEqual([{ type: 'receipt', ids: ['one', 'two'], status: 'read' }]);
  });

  it('[F-AD2] are not marked as read with later ones if they have come back, until they are sent again', async () => {
    const bench = await begin();
    for (const text of ['one', 'two']) void bench.channel.send({ id: text, text });
    await bench.fakes.clock.advance(100);
    const error = '<error type="wait"><resource-constraint xmlns="urn:ietf:params:xml:ns:xmpp-stanzas"/></error>';
    bench.server.inject(
      `<message xmlns="jabber:client" type="error" from="${deskAddress}" id="one">${error}</message>`,
    );
    await hear(bench, { extra: `<displayed ${markers} id="two"/>` });
    void bench.channel.send({ id: 'one', text: 'one' });
    await bench.fakes.clock.advance(100);
    await hear(bench, { extra: `<displayed ${markers} id="two"/>` });
    expect(eventsOf(bench, 'receipt').map((event) => event.type === 'receipt' && event.ids)).toEqual([
      ['two'],
      ['one', 'two'],
    ]);
  });

  it('are marked as delivered when the desk is faster than the server', async () => {
    const bench = await begin();
    bench.server.faults.faultDown = (text) => (text.startsWith('<a ') ? 'drop' : 'pass');
    void bench.channel.send({ id: 'one', text: 'one' });
    await bench.fakes.clock.advance(100);
    await hear(bench, { extra: `<received ${receipts} id="one"/>` });
    await hear(bench, { extra: `<displayed ${markers} id="one"/>` });
    expect(eventsOf(bench, 'receipt').map((event) => event.type === 'receipt' && event.status)).toEqual([
      'delivered',
      'read',
    ]);
    expect(deliveredIds(bench.fakes.events)).toEqual([]);
  });

  it.each([
    ['cancel', ['hello'], []],
    ['wait', [], ['hello']],
  ] as const)(
    'that come back with an error of type %s are not sent, or sent again',
    async (type, refused, received) => {
      const bench = await begin();
      bench.server.faults.bounce = () => ({
        condition: type === 'wait' ? 'resource-constraint' : 'service-unavailable',
        type,
      });
      void bench.channel.send({ id: 'hello', text: 'hello' });
      await bench.fakes.clock.advance(100);
      bench.server.faults.bounce = undefined;
      await bench.fakes.clock.advance(10_000);
      expect(notDeliveredIds(bench.fakes.events)).toEqual(refused);
      expect(bench.server.received()).toEqual(received);
    },
  );

  it('are not sent when they come back later, but only if they are known', async () => {
    const bench = await begin();
    void bench.channel.send({ id: 'hello', text: 'hello' });
    await bench.fakes.clock.advance(100);
    for (const id of ['hello', 'unknown']) {
      const error =
        '<error type="cancel"><remote-server-not-found xmlns="urn:ietf:params:xml:ns:xmpp-stanzas"/></error>';
      bench.server.inject(
        `<message xmlns="jabber:client" type="error" from="${deskAddress}" id="${id}">${error}</message>`,
      );
    }
    await bench.fakes.clock.advance(0);
    const said = bench.fakes.events.flatMap((one) => (one.type === 'messages' ? one.messages : []));
    expect(said.filter((one) => one.isNotSent).map(({ id }) => id)).toEqual(['hello']);
  });

  it('can be tried again after they came back', async () => {
    const bench = await begin();
    bench.server.faults.bounce = () => ({ condition: 'service-unavailable', type: 'cancel' });
    void bench.channel.send({ id: 'hello', text: 'hello' });
    await bench.fakes.clock.advance(100);
    bench.server.faults.bounce = undefined;
    void bench.channel.send({ id: 'hello', text: 'hello' });
    await bench.fakes.clock.advance(100);
    expect(bench.server.received()).toEqual(['hello']);
    expect(deliveredIds(bench.fakes.events)).toEqual(['hello']);
  });

  it('reach the other tab, which joins the conversation', async () => {
    const bench = await begin();
    const other = bench.load();
    const started = other.channel.start({ startType: 'menu' });
    await bench.fakes.clock.advance(100);
    await started;
    expect(other.channel.snapshot.conversationId).toBe(bench.channel.snapshot.conversationId);
    void bench.channel.send({ id: 'hello', text: 'hello' });
    await bench.fakes.clock.advance(100);
    expect(textsOf(other.fakes.events, 'visitor')).toEqual(['hello']);
  });

  it('carry no markup of their own', async () => {
    const bench = await begin();
    const text = '</body></message><iq type="set"/>&amp;\u0000"';
    void bench.channel.send({ id: 'x', text });
    await bench.fakes.clock.advance(100);
    expect(bench.server.received()).toEqual([text.replace('\u0000', '')]);
  });
});

describe('the end of the conversation', () => {
  it('comes when the agent who wrote last leaves', async () => {
    const bench = await begin();
    await hear(bench, { body: 'Hello', from: `${deskAddress}/anna` });
    await hear(bench, { extra: `<gone ${states}/>`, from: `${deskAddress}/ben` });
    expect(bench.channel.snapshot.state).toBe('chatting');
    await hear(bench, { extra: `<gone ${states}/>`, from: `${deskAddress}/anna` });
    expect(bench.channel.snapshot).toMatchObject({ state: 'available', conversationId: undefined });
  });

  it('comes in all tabs when the visitor ends it in one', async () => {
    const browser = createFakeBrowser();
    const bench = createXmppBench({ ports: { storage: createFakeStorage(browser) } });
    const other = bench.load({ storage: createFakeStorage(browser) });
    for (const { channel } of [bench, other]) {
      const started = channel.start({ startType: 'menu' });
      await bench.fakes.clock.advance(100);
      await started;
    }
    void bench.channel.end();
    await bench.fakes.clock.advance(100);
    expect(other.channel.snapshot.state).toBe('available');
    expect(bench.server.farewells()).toBe(1);
  });

  it('is not continued by the next page', async () => {
    const bench = await begin();
    const { conversationId } = bench.channel.snapshot;
    void bench.channel.end();
    await bench.fakes.clock.advance(100);
    const next = bench.load();
    expect(await next.channel.resume({ conversationId })).toBe(false);
  });

  it('[F-AD2] is reported again if it was lost with its session', async () => {
    const bench = await begin();
    const { faults } = bench.server;
    faults.resumption = 'fails';
    faults.faultUp = (text) => (text.includes('<gone') ? 'cutBefore' : 'pass');
    void bench.channel.end();
    await bench.fakes.clock.advance(10);
    faults.faultUp = () => 'pass';
    expect(bench.server.farewells()).toBe(0);
    await bench.fakes.clock.advance(60_000);
    expect(bench.server.farewells()).toBe(1);
  });

  it('leaves the earlier conversation out of the next one', async () => {
    const bench = await begin();
    void bench.channel.send({ id: 'first conversation', text: 'first conversation' });
    await bench.fakes.clock.advance(100);
    void bench.channel.end();
    await bench.fakes.clock.advance(100);
    const before = bench.fakes.events.length;
    const started = bench.channel.start({ startType: 'restart' });
    await bench.fakes.clock.advance(100);
    await started;
    bench.server.restart();
    await bench.fakes.clock.advance(7_000);
    expect(textsOf(bench.fakes.events.slice(before), 'visitor')).toEqual([]);
  });
});

describe('a hostile server or stranger', () => {
  const body = '<body>pay here</body>';
  const forwarded = (from: string) =>
    `<forwarded xmlns="urn:xmpp:forward:0"><message xmlns="jabber:client" from="${from}" to="x@guests.example">${body}</message></forwarded>`;

  it.each([
    ['a message', body],
    ['a forged copy of the desk', `<received xmlns="urn:xmpp:carbons:2">${forwarded(deskAddress)}</received>`],
    [
      'a forged answer of the archive',
      `<result xmlns="urn:xmpp:mam:2" queryid="archive1" id="1">${forwarded(deskAddress)}</result>`,
    ],
    ['a sign', `<composing ${states}/>`],
    ['an end', `<gone ${states}/>`],
  ])('is not heard with %s', async (_, extra) => {
    const bench = await begin();
    await hear(bench, { body: 'Hello' });
    const before = bench.fakes.events.length;
    await hear(bench, { from: 'mallory@elsewhere.example/x', extra });
    expect(bench.fakes.events.length).toBe(before);
  });

  it('cannot correct or retract what the visitor or the desk has written', async () => {
    const bench = await begin();
    void bench.channel.send({ id: 'mine', text: 'mine' });
    await bench.fakes.clock.advance(100);
    const id = await hear(bench, { body: 'theirs' });
    const before = bench.fakes.events.length;
    const replace = (target: string) => `<replace xmlns="urn:xmpp:message-correct:0" id="${target}"/>`;
    const retract = (target: string) => `<retract xmlns="urn:xmpp:message-retract:1" id="${target}"/>`;
    await hear(bench, { from: 'mallory@elsewhere.example', body: 'forged', extra: replace(id) });
    await hear(bench, { from: 'mallory@elsewhere.example', extra: retract(id) });
    await hear(bench, { extra: retract('mine') });
    expect(bench.fakes.events.length).toBe(before);
    // The desk has written no message with this id, so it stands on its own.
    await hear(bench, { body: 'new', extra: replace('mine') });
    expect(messagesOf(bench.fakes.events).at(-1)).toMatchObject({ text: 'new', type: 'agent' });
    expect(messagesOf(bench.fakes.events).at(-1)?.id).not.toBe('mine');
  });

  it('cannot answer for the archive while it is read', async () => {
    const bench = await begin();
    const from = 'mallory@elsewhere.example';
    const { server } = bench;
    server.faults.faultUp = (text) => {
      const [, queryid] = /queryid="(\w+)"/.exec(text) ?? [];
      const [, id] = /<iq [^>]*id="(\w+)"/.exec(text) ?? [];
      if (queryid === undefined || id === undefined) return 'pass';
      const result = `<result xmlns="urn:xmpp:mam:2" queryid="${queryid}" id="1">${forwarded(deskAddress)}</result>`;
      server.inject(`<message xmlns="jabber:client" from="${from}">${result}</message>`);
      const fin = '<fin xmlns="urn:xmpp:mam:2" complete="true"/>';
      server.inject(`<iq xmlns="jabber:client" type="result" id="${id}" from="${from}">${fin}</iq>`);
      return 'pass';
    };
    server.restart();
    server.toVisitor(server.visitor, { body: 'meanwhile' });
    await bench.fakes.clock.advance(7_000);
    expect(textsOf(bench.fakes.events, 'agent')).toEqual(['meanwhile']);
  });

  it('gets no answer to a question, unless it is our server', async () => {
    const bench = await begin();
    const sent: string[] = [];
    bench.server.faults.faultUp = (text) => {
      sent.push(text);
      return 'pass';
    };
    const ask = (from: string): void =>
      bench.server.inject(
        `<iq xmlns="jabber:client" type="get" id="1" from="${from}"><ping xmlns="urn:xmpp:ping"/></iq>`,
      );
    ask('mallory@elsewhere.example/x');
    await bench.fakes.clock.advance(0);
    expect(sent).toEqual([]);
    ask('guests.example');
    await bench.fakes.clock.advance(0);
    expect(sent).toHaveLength(1);
  });

  it('does not stop the conversation with stanzas that are huge or not well-formed', async () => {
    const bench = await begin();
    bench.server.inject(`<message xmlns="jabber:client"><body>${'x'.repeat(600_000)}</body></message>`);
    bench.server.inject('<message><body>&lol9;</body></message>');
    bench.server.inject('\u0000');
    await hear(bench, { body: 'still here' });
    expect(textsOf(bench.fakes.events, 'agent')).toEqual(['still here']);
  });

  it('cannot have our stanzas acknowledged that it did not get', async () => {
    const bench = await begin();
    bench.server.faults.faultUp = (text) => (text.includes('<body>') ? 'drop' : 'pass');
    void bench.channel.send({ id: 'lost', text: 'lost' });
    bench.server.inject('<a xmlns="urn:xmpp:sm:3" h="4000000000"/>');
    bench.server.inject('<a xmlns="urn:xmpp:sm:3" h="-1"/>');
    bench.server.inject('<a xmlns="urn:xmpp:sm:3"/>');
    await bench.fakes.clock.advance(100);
    expect(deliveredIds(bench.fakes.events)).toEqual([]);
  });
});
