import { describe, expect, it } from 'vitest';
import type { ChannelEvent } from '../../../../frame/chat/channel.ts';
import { chatTexts } from '../../../../frame/chat/texts.ts';
import { notDeliveredIds, textsOf } from '../../../support/channelEvents.ts';
import { createFakeBrowser, createFakeStorage } from '../../../support/fakeStorage.ts';
import { guestHost } from '../../../support/fakeXmppServer.ts';
import { createXmppBench } from '../../../support/xmppBench.ts';
import { accountsOf, createPerson, createPersonBench, say, start } from '../../../support/xmppPerson.ts';

type Bench = ReturnType<typeof createPersonBench>;

const farewell = 'The chat has ended.';
const form = '<x xmlns="jabber:x:data" type="form"><field var="helpful" label="Did we help?" type="text-single"/></x>';

const guestOf = (bench: Bench): string => accountsOf(bench).find((name) => name.startsWith('visitor-')) ?? '';
const surveysOf = ({ fakes }: Pick<Bench, 'fakes'>) =>
  fakes.events.flatMap((one: ChannelEvent) => (one.type === 'survey' ? [one.survey] : []));

/** A guest has written, and the desk has sent its form. */
async function beginAsGuest() {
  const person = createPerson(false);
  const bench = createPersonBench(person);
  await start(bench);
  await say(bench, 'hello');
  bench.server.toVisitor(guestOf(bench), { body: 'our form', extra: form });
  await bench.fakes.clock.advance(100);
  return { ...bench, person };
}

/** The guest ends the conversation while the server cannot be reached, and signs in. */
async function endWithoutServer() {
  const bench = await beginAsGuest();
  bench.server.faults.isRefusing = true;
  bench.server.restart();
  await bench.fakes.clock.advance(100);
  await bench.channel.end();
  await bench.channel.cancelSurvey();
  bench.person.isSignedIn = true;
  return bench;
}

describe('what a guest leaves open before they sign in', () => {
  it('[F-AD2] is ended in their name, and not in that of the signed-in visitor', async () => {
    const bench = await endWithoutServer();
    bench.server.faults.isRefusing = false;
    await bench.fakes.clock.advance(60_000);
    expect(bench.server.sentBy(guestOf(bench))).toEqual(['hello', farewell]);
    expect(bench.server.sentBy('mia')).toEqual([]);
  });

  it('[F-AD2] is ended in their name by the next page', async () => {
    const bench = await endWithoutServer();
    bench.fakes.lifetime.end();
    bench.server.faults.isRefusing = false;
    const next = bench.load(bench.person.ports);
    void next.channel.init();
    await bench.fakes.clock.advance(1_000);
    expect(bench.server.sentBy(guestOf(bench))).toEqual(['hello', farewell]);
    expect(bench.server.sentBy('mia')).toEqual([]);
  });

  it('[F-AD2] is ended before the signed-in visitor begins a conversation', async () => {
    const bench = await endWithoutServer();
    bench.fakes.lifetime.end();
    bench.server.faults.isRefusing = false;
    const next = bench.load(bench.person.ports);
    const started = next.channel.start({ startType: 'menu' });
    await bench.fakes.clock.advance(3_000);
    await started;
    await say(next, 'as mia');
    expect(bench.server.sentBy(guestOf(bench))).toEqual(['hello', farewell]);
    expect(bench.server.sentBy('mia')).toEqual(['as mia']);
  });

  it('[F-AD2] is ended before the signed-in visitor logs in: for 2 s the server may acknowledge it', async () => {
    const bench = await endWithoutServer();
    bench.server.faults.isRefusing = false;
    bench.server.faults.faultDown = (text) => (text.startsWith('<a ') ? 'drop' : 'pass');
    const started = bench.channel.start({ startType: 'menu' });
    await bench.fakes.clock.advance(100);
    await bench.fakes.clock.advance(100);
    await bench.fakes.clock.advance(1_000);
    expect(bench.server.sentBy(guestOf(bench))).toEqual(['hello', farewell]);
    expect(bench.person.asked).toEqual([]);
    await bench.fakes.clock.advance(1_000);
    await started;
    expect(bench.person.asked).toEqual(['find xmpp']);
  });

  it('[F-AD2] keeps the signed-in visitor from a conversation for 2 s only, while the session of the guest is not resumed', async () => {
    const bench = await beginAsGuest();
    bench.server.faults.isRefusing = true;
    bench.server.cut();
    await bench.fakes.clock.advance(100);
    await bench.channel.end();
    bench.person.isSignedIn = true;
    Object.assign(bench.server.faults, { isRefusing: false, resumption: 'hangs' });
    const started = bench.channel.start({ startType: 'menu' });
    await bench.fakes.clock.advance(2_500);
    await started;
    await say(bench, 'as mia');
    expect(bench.server.sentBy('mia')).toEqual(['as mia']);
  });

  it('[F-AD2] does not keep the signed-in visitor from a conversation while the account of the guest cannot log in', async () => {
    const bench = await endWithoutServer();
    const guest = guestOf(bench);
    bench.server.faults.isRefusing = false;
    bench.server.accounts.delete(guest);
    await start(bench);
    await say(bench, 'as mia');
    await bench.fakes.clock.advance(60_000);
    expect(bench.server.sentBy('mia')).toEqual(['as mia']);
    expect(bench.server.sentBy(guest)).toEqual(['hello']);
  });

  it('[F-AD2] is answered in their name, if it is a survey', async () => {
    const bench = await beginAsGuest();
    await bench.channel.end();
    await bench.fakes.clock.advance(100);
    bench.person.isSignedIn = true;
    bench.server.restart();
    await bench.fakes.clock.advance(10_000);
    const sent = bench.channel.submitSurvey({ 0: 'yes' });
    await bench.fakes.clock.advance(200);
    await sent;
    expect(bench.server.sentBy(guestOf(bench))).toEqual(['hello', farewell, 'Did we help?: yes']);
    expect(bench.server.sentBy('mia')).toEqual([]);
  });

  it('[F-AD2] is answered by nobody once their account is gone, and the visitor sees it', async () => {
    const bench = await beginAsGuest();
    await bench.channel.end();
    await bench.fakes.clock.advance(100);
    bench.person.isSignedIn = true;
    bench.server.restart();
    const guest = guestOf(bench);
    bench.server.accounts.delete(guest);
    const refused = expect(bench.channel.submitSurvey({ 0: 'yes' })).rejects.toBeDefined();
    await bench.fakes.clock.advance(60_000);
    await refused;
    await expect(bench.channel.submitSurvey({ 0: 'yes' })).rejects.toMatchObject({ code: 'CALL_INVALID' });
    expect(surveysOf(bench).at(-1)).toBeUndefined();
    expect(bench.server.sentBy(guest)).toEqual(['hello', farewell]);
    expect(bench.server.sentBy('mia')).toEqual([]);
  });

  it('[F-AD2] does not keep the signed-in visitor from a conversation while the connection of the guest is made', async () => {
    const bench = await beginAsGuest();
    await bench.channel.end();
    await bench.fakes.clock.advance(100);
    bench.person.isSignedIn = true;
    bench.server.faults.isHanging = true;
    bench.server.cut();
    await bench.fakes.clock.advance(7_000);
    bench.server.faults.isHanging = false;
    await start(bench);
    await say(bench, 'as mia');
    expect(bench.server.sentBy('mia')).toEqual(['as mia']);
  });

  it('[F-AD2] is withdrawn when the signed-in visitor begins a conversation, which is in their own name', async () => {
    const bench = await beginAsGuest();
    await bench.channel.end();
    await bench.fakes.clock.advance(100);
    bench.person.isSignedIn = true;
    await start(bench);
    await say(bench, 'as mia');
    expect(surveysOf(bench).at(-1)).toBeUndefined();
    expect(bench.server.sentBy('mia')).toEqual(['as mia']);
  });
});

describe('a conversation', () => {
  it('[F-AD2] begins although an end of the same name is reported meanwhile', async () => {
    const bench = await endWithoutServer();
    bench.person.isSignedIn = false;
    bench.server.faults.isRefusing = false;
    await start(bench);
    await say(bench, 'again');
    expect(bench.server.sentBy(guestOf(bench))).toEqual(['hello', farewell, 'again']);
    expect(bench.channel.snapshot.state).toBe('waiting');
  });

  it('[F-AD2] of a signed-in visitor whom the next page has no token for is continued by nobody else', async () => {
    const person = createPerson();
    const bench = createPersonBench(person);
    await start(bench);
    const { conversationId } = bench.channel.snapshot;
    bench.fakes.lifetime.end();
    Object.assign(person, { stored: undefined, fresh: undefined });
    const next = bench.load(person.ports);
    void next.channel.resume({ conversationId });
    await bench.fakes.clock.advance(30_000);
    expect(accountsOf(bench)).toEqual(['mia']);
    Object.assign(person, { stored: 'token-1', fresh: 'token-1' });
    await bench.fakes.clock.advance(60_000);
    await say(next, 'still mia');
    expect(bench.server.sentBy('mia')).toEqual(['still mia']);
  });

  it('[F-AD2] without an account is not stored as that of a signed-in visitor who was here before', async () => {
    const person = createPerson();
    const bench = createPersonBench(person, { login: 'anonymous' });
    await start(bench);
    await bench.channel.end();
    await bench.fakes.clock.advance(200);
    Object.assign(person, { stored: undefined, fresh: undefined });
    await start(bench);
    await say(bench, 'nameless');
    const { conversationId } = bench.channel.snapshot;
    expect(bench.server.sentBy('mia')).toEqual([farewell]);
    bench.fakes.lifetime.end();
    Object.assign(person, { stored: 'token-1', fresh: 'token-1' });
    const next = bench.load(person.ports);
    expect(await next.channel.resume({ conversationId })).toBe(false);
  });

  it('[F-AD2] that two tabs begin at the same time is one, of one account', async () => {
    const bench = createXmppBench();
    const other = bench.load();
    const starts = [bench, other].map(({ channel }) => channel.start({ startType: 'menu' }));
    await bench.fakes.clock.advance(1_000);
    await Promise.all(starts);
    await say(bench, 'one');
    await say(other, 'two');
    expect(bench.channel.snapshot.conversationId).toBe(other.channel.snapshot.conversationId);
    const { account } = bench.fakes.storage.read('cm-xmpp') as { account: { user: string } };
    expect(bench.server.sentBy(account.user)).toEqual(['one', 'two']);
    expect(textsOf(bench.fakes.events, 'visitor')).toEqual(['two']);
  });

  it('[F-AD2] that two tabs begin at the same time has the texts that were written meanwhile', async () => {
    const bench = createXmppBench({ travelMs: 10 });
    const other = bench.load();
    for (const { channel } of [bench, other]) void channel.start({ startType: 'menu' });
    void bench.channel.send({ id: 'one', text: 'one' });
    void other.channel.send({ id: 'two', text: 'two' });
    const owners = new Set<string>();
    for (let ms = 0; ms < 1_000; ms += 1) {
      await bench.fakes.clock.advance(1);
      for (const id of ['one', 'two']) {
        const entry = bench.fakes.storage.read('cm-outbox', `xmpp.${id}`) as { readonly owner: string } | undefined;
        if (entry) owners.add(entry.owner);
      }
    }
    const { account } = bench.fakes.storage.read('cm-xmpp') as { account: { user: string } };
    expect([...owners]).toEqual([`${account.user}@${guestHost}`]);
    expect(bench.server.sentBy(account.user).sort()).toEqual(['one', 'two']);
    expect([bench, other].flatMap(({ fakes }) => notDeliveredIds(fakes.events))).toEqual([]);
  });

  it('[F-AD2] that two tabs of a signed-in visitor begin at the same time is one', async () => {
    const person = createPerson();
    const bench = createPersonBench(person);
    const other = bench.load(person.ports);
    const starts = [bench, other].map(({ channel }) => channel.start({ startType: 'menu' }));
    await bench.fakes.clock.advance(1_000);
    await Promise.all(starts);
    expect(bench.channel.snapshot.conversationId).toBe(other.channel.snapshot.conversationId);
  });

  it('[F-AD2] begins at once after the one of an account that the server has removed', async () => {
    const bench = createXmppBench();
    await start(bench);
    const { conversationId } = bench.channel.snapshot;
    bench.fakes.lifetime.end();
    bench.server.accounts.clear();
    const next = bench.load();
    void next.channel.init();
    void next.channel.resume({ conversationId });
    await bench.fakes.clock.advance(3_000);
    expect(next.channel.snapshot.conversationId).toBeUndefined();
    await start(next);
    await say(next, 'again');
    expect(bench.server.received()).toEqual(['again']);
    expect(bench.server.accounts.size).toBe(1);
  });

  it('[F-AD2] ends in a tab when the stored one is of another account', async () => {
    const browser = createFakeBrowser();
    const bench = createXmppBench({ ports: { storage: createFakeStorage(browser) } });
    await start(bench);
    const elsewhere = createFakeStorage(browser);
    const stored = elsewhere.read('cm-xmpp') as object;
    elsewhere.write('cm-xmpp', { ...stored, account: { user: 'somebody', password: 'secret' } });
    await bench.fakes.clock.advance(100);
    expect(bench.channel.snapshot.conversationId).toBeUndefined();
  });

  it('[F-AD2] without an account is over after a lost connection, and the window says so: the next login has another name', async () => {
    const bench = createXmppBench({ section: { login: 'anonymous' } });
    await start(bench);
    await say(bench, 'before');
    bench.server.cut();
    await say(bench, 'after');
    await bench.fakes.clock.advance(10_000);
    expect(bench.channel.snapshot.conversationId).toBeUndefined();
    expect(textsOf(bench.fakes.events, 'system')).toEqual([chatTexts.chatLost]);
    expect(notDeliveredIds(bench.fakes.events)).toEqual(['after']);
    expect(bench.server.received()).toEqual(['before']);
  });

  it('[F-AD2] without an account keeps its unsent texts for the next page', async () => {
    const bench = createXmppBench({ section: { login: 'anonymous' } });
    await start(bench);
    bench.server.faults.isRefusing = true;
    bench.server.cut();
    await say(bench, 'not sent');
    const { conversationId } = bench.channel.snapshot;
    bench.fakes.lifetime.end();
    const next = bench.load();
    expect(await next.channel.resume({ conversationId })).toBe(false);
    await bench.fakes.clock.advance(1_000);
    const returned = next.fakes.events.flatMap((one) => (one.type === 'returned' ? one.texts : []));
    expect(returned).toEqual(['not sent']);
  });
});
