import { describe, expect, it } from 'vitest';
import { createStoredAccount, storedGuest } from '../../../../frame/chat/channels/xmpp/account.ts';
import { bareOf } from '../../../../frame/chat/channels/xmpp/wire.ts';
import { chatTexts } from '../../../../frame/chat/texts.ts';
import { deliveredIds, notDeliveredIds, textsOf } from '../../../support/channelEvents.ts';
import { createFakeChannelPorts } from '../../../support/fakeChannelPorts.ts';
import { settle } from '../../../support/fakeClock.ts';
import { guestHost, signedInHost } from '../../../support/fakeXmppServer.ts';
import { createXmppBench } from '../../../support/xmppBench.ts';
import { accountsOf, createPerson, createPersonBench, type Person, say, start } from '../../../support/xmppPerson.ts';

const form = '<x xmlns="jabber:x:data" type="form"><field var="score" label="Points"/></x>';
const gone = '<gone xmlns="http://jabber.org/protocol/chatstates"/>';

describe('a conversation that another tab has begun', () => {
  it.each(['up', 'lost'])(
    '[F-AD2] is read by a tab whose session was kept for a survey and is %s',
    async (connection) => {
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
      if (connection === 'lost') server.cut();
      await settle();
      void bench.channel.resume({ conversationId });
      await fakes.clock.advance(1_000);
      await fakes.clock.advance(1_000);
      expect(bench.channel.snapshot.state).toBe('waiting');
      expect(textsOf(fakes.events, 'visitor')).toEqual(['from the other tab']);
    },
  );

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

  it('[F-AD2] is not part of the next one in the tab that has registered the account', async () => {
    const bench = createXmppBench();
    const { server, fakes } = bench;
    const { storage } = fakes.ports;
    server.faults.faultUp = (text) => {
      // The other tab begins it between the login of this tab and its start.
      if (text.startsWith('<presence'))
        storage.write('cm-xmpp', { ...(storage.read('cm-xmpp') as object), conversationId: 'of-the-other-tab' });
      return 'pass';
    };
    await start(bench);
    server.faults.faultUp = () => 'pass';
    expect(bench.channel.snapshot.conversationId).toBe('of-the-other-tab');
    await say(bench, 'in the first');
    server.toVisitor(server.visitor, { body: 'Hello' });
    server.toVisitor(server.visitor, { body: 'A form', extra: form });
    server.toVisitor(server.visitor, { extra: gone });
    await fakes.clock.advance(100);
    await start(bench);
    await say(bench, 'in the second');
    const { conversationId } = bench.channel.snapshot;
    fakes.lifetime.end();
    const next = bench.load();
    void next.channel.resume({ conversationId });
    await fakes.clock.advance(1_000);
    expect(textsOf(next.fakes.events, 'visitor')).toEqual(['in the second']);
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

describe('a tab that has no token', () => {
  const nameless = (): Person => Object.assign(createPerson(), { stored: undefined, fresh: undefined });
  const miasRecord = { visitorKey: 'guest-1', host: signedInHost, account: { user: 'mia' }, conversationId: 'x' };

  async function startBoth() {
    const bench = createPersonBench(createPerson(), { login: 'anonymous' });
    const other = bench.load(nameless().ports);
    void bench.channel.start({ startType: 'menu' });
    await start(other);
    await bench.fakes.clock.advance(1_000);
    await say(bench, 'from mia');
    return { bench, other };
  }

  it('[F-AD2] does not join the conversation of a signed-in visitor, whose name it does not have', async () => {
    const { bench, other } = await startBoth();
    await say(other, 'from nobody');
    expect(other.channel.snapshot.conversationId).not.toBe(bench.channel.snapshot.conversationId);
    expect(bench.server.sentBy('mia')).toEqual(['from mia']);
  });

  it('[F-AD2] has a conversation without a name until the connection is lost, and then no other', async () => {
    const { bench, other } = await startBoth();
    await say(other, 'before');
    expect(deliveredIds(other.fakes.events)).toEqual(['before']);
    bench.server.cut();
    await say(other, 'after');
    await bench.fakes.clock.advance(20_000);
    expect(other.channel.snapshot.conversationId).toBeUndefined();
    expect(textsOf(other.fakes.events, 'system')).toEqual([chatTexts.chatLost]);
    expect(notDeliveredIds(other.fakes.events)).toEqual(['after']);
    expect(bench.channel.snapshot.conversationId).toBeDefined();
  });

  it.each([
    ['still has none', undefined],
    ['has one then', 'token-1'],
  ])(
    '[F-AD2] goes on as a guest after a lost connection if it %s, although a signed-in visitor has another conversation',
    async (_, token) => {
      const person = nameless();
      const bench = createPersonBench(person);
      const { storage, clock } = bench.fakes;
      bench.server.faults.faultUp = (text) => {
        // The guest has logged in. Now the tab of the signed-in visitor begins a conversation.
        if (text.includes('<before/>')) storage.write('cm-xmpp', { ...miasRecord, guest: storedGuest(storage) });
        return 'pass';
      };
      await start(bench);
      await say(bench, 'before');
      person.stored = token;
      bench.server.cut();
      await clock.advance(20_000);
      await say(bench, 'after');
      expect(deliveredIds(bench.fakes.events)).toEqual(['before', 'after']);
      expect(storage.read('cm-xmpp')).toMatchObject(miasRecord);
    },
  );

  it.each([
    ['is registered', '<query xmlns="jabber:iq:register"'],
    ['is refused', '<auth '],
  ])('[F-AD2] leaves the conversation of a signed-in visitor in the storage when its guest %s', async (_, frame) => {
    const bench = createPersonBench(nameless());
    const { storage, clock } = bench.fakes;
    if (frame === '<auth ') {
      await start(bench);
      await bench.channel.end();
      await clock.advance(1_000);
      bench.server.accounts.clear();
    }
    bench.server.faults.faultUp = (text) => {
      if (!text.includes(frame)) return 'pass';
      bench.server.faults.faultUp = () => 'pass';
      // The other tab begins it before the server answers.
      storage.write('cm-xmpp', { ...miasRecord, guest: storedGuest(storage) });
      return 'pass';
    };
    const refused = expect(bench.channel.start({ startType: 'menu' })).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
    await clock.advance(1_000);
    await refused;
    expect(storage.read('cm-xmpp')).toMatchObject(miasRecord);
    expect(storedGuest(storage)?.user).toBe(accountsOf(bench).find((name) => name !== 'mia'));
  });
});

it('[F-AD2] a tab with a conversation of its own says nothing about the late messages of the stored one', () => {
  const { ports } = createFakeChannelPorts();
  const account = createStoredAccount(ports, { guestHost, signedInHost: undefined, login: 'guest' });
  account.keep({ user: 'visitor-1', password: 'secret' });
  account.begin('stored', bareOf(`visitor-1@${guestHost}`), 'sales@desk.example');
  account.replaceLostSessions('its own', [], ['session-1']);
  expect(account.lostSessions('stored')).toEqual([]);
  account.replaceLostSessions('stored', [], ['session-1']);
  account.replaceLostSessions('its own', ['session-1'], []);
  expect(account.lostSessions('stored')).toEqual(['session-1']);
  expect(account.lostSessions('its own')).toEqual([]);
});

describe('a tab whose account the server refuses', () => {
  it('[F-AD2] uses the account that another tab has registered meanwhile', async () => {
    const bench = createXmppBench();
    const { server, fakes } = bench;
    const { storage } = fakes.ports;
    await start(bench);
    await bench.channel.end();
    await fakes.clock.advance(1_000);
    server.accounts.clear();
    const account = { user: 'visitor-of-the-other-tab', password: 'secret' };
    server.faults.faultUp = (text) => {
      if (!text.startsWith('<auth ')) return 'pass';
      server.faults.faultUp = () => 'pass';
      server.accounts.set(account.user, {
        ...{ host: guestHost, password: account.password, owner: '', archive: [], sessions: new Set() },
      });
      storage.write('cm-xmpp', { ...(storage.read('cm-xmpp') as object), account });
      return 'pass';
    };
    await start(bench);
    await say(bench, 'hello');
    expect([...server.accounts.keys()]).toEqual([account.user]);
    expect(server.sentBy(account.user)).toEqual(['hello']);
    expect(storedGuest(storage)).toMatchObject(account);
  });

  it('[F-AD2] keeps an account that the server has disabled, and its conversation', async () => {
    const bench = createXmppBench();
    const { server, fakes } = bench;
    await start(bench);
    await say(bench, 'before');
    const stored = fakes.ports.storage.read('cm-xmpp');
    const { conversationId } = bench.channel.snapshot;
    server.faults.loginRefusal = 'account-disabled';
    server.restart();
    await fakes.clock.advance(20_000);
    expect(fakes.ports.storage.read('cm-xmpp')).toMatchObject(stored as object);
    expect(server.accounts.size).toBe(1);
    server.faults.loginRefusal = undefined;
    await fakes.clock.advance(120_000);
    await say(bench, 'after');
    expect(bench.channel.snapshot.conversationId).toBe(conversationId);
    expect(server.received()).toEqual(['before', 'after']);
  });

  it('[F-AD2] keeps the account of a guest that it has not used: the deletion of their data removes it', async () => {
    const person = createPerson(false);
    const { ports } = createFakeChannelPorts(person.ports);
    const guest = { host: 'guests.before.example', user: 'visitor-1', password: 'secret' };
    ports.storage.write('cm-xmpp', {
      ...{ visitorKey: ports.visitorKey(), host: signedInHost, account: { user: 'mia' }, guest },
    });
    const account = createStoredAccount(ports, { guestHost, signedInHost, login: 'anonymous' });
    expect(await account.credentials(undefined)).toMatchObject({ account: 'anonymous' });
    account.refused();
    expect(storedGuest(ports.storage)).toEqual(guest);
  });
});
