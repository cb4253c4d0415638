import { describe, expect, it } from 'vitest';
import { textsOf } from '../../../support/channelEvents.ts';
import { createXmppBench } from '../../../support/xmppBench.ts';
import { createPerson, createPersonBench, say, start } from '../../../support/xmppPerson.ts';

const form = '<x xmlns="jabber:x:data" type="form"><field var="score" label="Points"/></x>';
const gone = '<gone xmlns="http://jabber.org/protocol/chatstates"/>';

describe('a conversation that another tab has begun', () => {
  it('[F-AD2] is read by a tab whose session was kept for a survey', async () => {
    const bench = createXmppBench();
    const { server, fakes } = bench;
    await start(bench);
    server.toVisitor(server.visitor, { body: 'Hello' });
    server.toVisitor(server.visitor, { body: 'A form', extra: form });
    server.toVisitor(server.visitor, { extra: gone });
    await fakes.clock.advance(100);
    const other = bench.load();
    await start(other);
    await say(other, 'from the other tab');
    const { conversationId } = other.channel.snapshot;
    void bench.channel.resume({ conversationId });
    await fakes.clock.advance(1_000);
    expect(bench.channel.snapshot.state).toBe('waiting');
    expect(textsOf(fakes.events, 'visitor')).toEqual(['from the other tab']);
  });

  it('[F-AD2] is read as soon as the connection is back, if it was lost during the first reading', async () => {
    const bench = createXmppBench();
    const { server, fakes } = bench;
    await start(bench);
    await say(bench, 'before');
    const other = bench.load();
    server.faults.faultDown = (text) => (text.includes('<fin') ? 'drop' : 'pass');
    void other.channel.start({ startType: 'menu' });
    await fakes.clock.advance(100);
    server.cut();
    server.faults.faultDown = () => 'pass';
    await fakes.clock.advance(8_000);
    expect(textsOf(other.fakes.events, 'visitor')).toEqual(['before']);
  });
});

it('[F-AD2] a text of a signed-in visitor is never in the name of those without an account', async () => {
  const person = createPerson();
  const bench = createPersonBench(person, { login: 'anonymous' });
  const { clock, storage } = bench.fakes;
  void bench.channel.init();
  await bench.channel.resume({ conversationId: undefined });
  void bench.channel.start({ startType: 'menu' });
  void bench.channel.send({ id: 'hello', text: 'hello' });
  const owners = new Set<string>();
  for (let ms = 0; ms < 100; ms += 1) {
    const entry = storage.read('cm-outbox', 'xmpp.hello') as { readonly owner: string } | undefined;
    if (entry) owners.add(entry.owner);
    await clock.advance(1);
  }
  expect([...owners]).not.toContain('anonymous');
  expect(bench.server.sentBy('mia')).toEqual(['hello']);
});

it('[F-AD2] a tab that has no token does not join the conversation of a person, whose name it does not have', async () => {
  const person = createPerson();
  const nameless = Object.assign(createPerson(), { stored: undefined, fresh: undefined });
  const bench = createPersonBench(person, { login: 'anonymous' });
  const other = bench.load(nameless.ports);
  void bench.channel.start({ startType: 'menu' });
  void other.channel.start({ startType: 'menu' });
  await bench.fakes.clock.advance(1_000);
  await say(bench, 'from mia');
  await say(other, 'from nobody');
  expect(other.channel.snapshot.conversationId).not.toBe(bench.channel.snapshot.conversationId);
  expect(bench.server.sentBy('mia')).toEqual(['from mia']);
});
