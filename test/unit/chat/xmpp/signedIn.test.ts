import { describe, expect, it } from 'vitest';
import { forgetAccount } from '../../../../frame/chat/channels/xmpp/forgetAccount.ts';
import { deliveredIds, notDeliveredIds, textsOf } from '../../../support/channelEvents.ts';
import { guestHost, signedInHost } from '../../../support/fakeXmppServer.ts';
import { accountsOf, createPerson, createPersonBench, say, start } from '../../../support/xmppPerson.ts';

describe('a visitor who is signed in', () => {
  it('[F-AD2] logs in with the token of the broker, which only the identity room keeps', async () => {
    const bench = createPersonBench(createPerson());
    await start(bench);
    await say(bench, 'hello');
    expect(bench.server.received()).toEqual(['hello']);
    expect(accountsOf(bench)).toEqual(['mia']);
    expect(bench.frames.filter((text) => text.includes(guestHost))).toEqual([]);
    expect(bench.fakes.storage.read('cm-xmpp')).toMatchObject({ host: signedInHost, account: { user: 'mia' } });
    expect(JSON.stringify(bench.fakes.storage.read('cm-xmpp'))).not.toContain('token');
  });

  it('[F-AD2] asks for another token when the server refuses one', async () => {
    const person = createPerson();
    const bench = createPersonBench(person);
    bench.server.accept('mia', 'token-2');
    await start(bench);
    await say(bench, 'hello');
    expect(bench.server.received()).toEqual(['hello']);
    expect(person.asked).toEqual(['find xmpp', 'refresh xmpp']);
    bench.server.restart();
    await bench.fakes.clock.advance(10_000);
    expect(person.asked).toEqual(['find xmpp', 'refresh xmpp', 'find xmpp']);
  });

  it('[F-AD2][CH-052] continues the conversation on the next page', async () => {
    const person = createPerson();
    const bench = createPersonBench(person);
    await start(bench);
    await say(bench, 'hello');
    const { conversationId } = bench.channel.snapshot;
    bench.fakes.lifetime.end();
    const next = bench.load(person.ports);
    const resumed = next.channel.resume({ conversationId });
    await bench.fakes.clock.advance(200);
    expect(await resumed).toBe(true);
    expect(textsOf(next.fakes.events, 'visitor')).toEqual(['hello']);
  });

  it('[F-AD2] writes as a guest if the broker has no token', async () => {
    const person = createPerson();
    person.stored = undefined;
    const bench = createPersonBench(person);
    await start(bench);
    await say(bench, 'hello');
    expect(accountsOf(bench)).toEqual(['mia', expect.stringMatching(/^visitor-/)]);
    expect(bench.server.received()).toEqual(['hello']);
  });

  it('[F-AD2] writes in no other name while the broker has no token for an open conversation', async () => {
    const person = createPerson();
    const bench = createPersonBench(person);
    await start(bench);
    person.stored = undefined;
    person.fresh = undefined;
    bench.server.restart();
    await bench.fakes.clock.advance(100);
    await say(bench, 'hello');
    await bench.fakes.clock.advance(20_000);
    expect(accountsOf(bench)).toEqual(['mia']);
    expect(bench.server.received()).toEqual([]);
    person.fresh = 'token-1';
    await bench.fakes.clock.advance(60_000);
    expect(bench.server.received()).toEqual(['hello']);
  });

  it('[F-AD2] keeps the texts of one signed-in visitor from another whom the broker names', async () => {
    const person = createPerson();
    const bench = createPersonBench(person);
    await start(bench);
    bench.server.faults.isRefusing = true;
    bench.server.restart();
    await say(bench, 'for mia only');
    Object.assign(person, { consumerId: 'ben', stored: 'token-b' });
    bench.server.accept('ben', 'token-b');
    bench.server.faults.isRefusing = false;
    await bench.fakes.clock.advance(60_000);
    expect(bench.server.received()).toEqual([]);
    expect(notDeliveredIds(bench.fakes.events)).toEqual(['for mia only']);
    expect(bench.fakes.storage.read('cm-xmpp')).toMatchObject({ account: { user: 'ben' } });
    expect(bench.channel.snapshot.conversationId).toBeUndefined();
  });

  it('[F-AD2][CH-052] leaves nothing to the next visitor', async () => {
    const bench = createPersonBench(createPerson());
    await start(bench);
    await say(bench, 'hello');
    const { conversationId } = bench.channel.snapshot;
    bench.fakes.lifetime.end();
    const guest = createPerson(false);
    const next = bench.load({ ...guest.ports, visitorKey: () => 'guest-2' });
    expect(await next.channel.resume({ conversationId })).toBe(false);
    await start(next);
    await say(next, 'who was here?');
    expect(guest.asked).toEqual([]);
    expect(textsOf(next.fakes.events, 'visitor')).toEqual([]);
    expect(accountsOf(bench)).toEqual(['mia', expect.stringMatching(/^visitor-/)]);
  });

  it('[F-AD2] whom the page does not name is a guest: nobody would notice when another one signs in', async () => {
    const person = createPerson();
    person.userId = undefined;
    const bench = createPersonBench(person);
    await start(bench);
    await say(bench, 'hello');
    expect(person.asked).toEqual([]);
    expect(bench.server.received()).toEqual(['hello']);
    expect(accountsOf(bench)).toEqual(['mia', expect.stringMatching(/^visitor-/)]);
  });

  it('[F-AD2][CH-052] continues the conversation also if the broker writes the name with a capital', async () => {
    const person = createPerson();
    person.consumerId = 'Mia';
    const bench = createPersonBench(person);
    bench.server.accept('Mia', 'token-1');
    await start(bench);
    await say(bench, 'hello');
    const { conversationId } = bench.channel.snapshot;
    bench.fakes.lifetime.end();
    const next = bench.load(person.ports);
    const resumed = next.channel.resume({ conversationId });
    await bench.fakes.clock.advance(200);
    expect(await resumed).toBe(true);
    await say(next, 'still there');
    expect(bench.server.received()).toEqual(['hello', 'still there']);
    expect(notDeliveredIds(next.fakes.events)).toEqual([]);
  });

  it('[F-AD2] has no account that the widget could remove', async () => {
    const bench = createPersonBench(createPerson());
    await start(bench);
    const { clock, lifetime, storage, deployment } = bench.fakes.ports;
    const { opened } = bench.server;
    expect(await forgetAccount({ clock, lifetime, storage, deployment }, bench.server)).toBe(true);
    expect(bench.server.opened).toBe(opened);
  });
});

describe('a guest', () => {
  it('[F-AD2] is registered as before, and nobody asks the broker', async () => {
    const person = createPerson(false);
    const bench = createPersonBench(person);
    await start(bench);
    await say(bench, 'hello');
    expect(person.asked).toEqual([]);
    expect(bench.frames.filter((text) => text.includes(signedInHost))).toEqual([]);
    expect(deliveredIds(bench.fakes.events)).toEqual(['hello']);
  });

  it('[F-AD2] who signs in ends the conversation as a guest, and begins the next one in their own name', async () => {
    const person = createPerson(false);
    const bench = createPersonBench(person);
    await start(bench);
    person.isSignedIn = true;
    bench.server.restart();
    await bench.fakes.clock.advance(10_000);
    await say(bench, 'as a guest');
    expect(person.asked).toEqual([]);
    expect(deliveredIds(bench.fakes.events)).toEqual(['as a guest']);
    await bench.channel.end();
    await bench.fakes.clock.advance(200);
    await start(bench);
    expect(person.asked).toEqual(['find xmpp']);
    await say(bench, 'as mia');
    expect(deliveredIds(bench.fakes.events)).toEqual(['as a guest', 'as mia']);
    expect(bench.server.sentBy('mia')).toEqual(['as mia']);
  });

  it('[F-AD2][F-AD16] uses the same guest account again when the broker no longer has a token', async () => {
    const person = createPerson(false);
    const bench = createPersonBench(person);
    await start(bench);
    await bench.channel.end();
    await bench.fakes.clock.advance(200);
    person.isSignedIn = true;
    await start(bench);
    await bench.channel.end();
    await bench.fakes.clock.advance(200);
    Object.assign(person, { stored: undefined, fresh: undefined });
    await start(bench);
    await say(bench, 'as a guest');
    expect(bench.server.received().at(-1)).toBe('as a guest');
    expect(accountsOf(bench)).toEqual(['mia', expect.stringMatching(/^visitor-/)]);
    const { account } = bench.fakes.storage.read('cm-xmpp') as { account: { user: string } };
    expect(accountsOf(bench)[1]).toBe(account.user);
  });

  it('[F-AD16] who signs in still has the account of the guest deleted with the rest', async () => {
    const person = createPerson(false);
    const bench = createPersonBench(person);
    await start(bench);
    await bench.channel.end();
    await bench.fakes.clock.advance(200);
    person.isSignedIn = true;
    await start(bench);
    expect(accountsOf(bench)).toEqual(['mia', expect.stringMatching(/^visitor-/)]);
    const { clock, lifetime, storage, deployment } = bench.fakes.ports;
    const removed = forgetAccount({ clock, lifetime, storage, deployment }, bench.server);
    await bench.fakes.clock.advance(2_000);
    expect(await removed).toBe(true);
    expect(accountsOf(bench)).toEqual(['mia']);
  });
});
