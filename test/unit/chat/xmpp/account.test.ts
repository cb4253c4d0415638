import { describe, expect, it } from 'vitest';
import { createStoredAccount, storedGuest } from '../../../../frame/chat/channels/xmpp/account.ts';
import { createFakeChannelPorts } from '../../../support/fakeChannelPorts.ts';
import { guestHost, signedInHost } from '../../../support/fakeXmppServer.ts';
import { createPerson } from '../../../support/xmppPerson.ts';

const guest = { user: 'visitor-1', password: 'secret' };
const guestAddress = `visitor-1@${guestHost}`;
const miasAddress = `mia@${signedInHost}`;

interface Options {
  readonly isSignedIn?: boolean;
  readonly login?: 'guest' | 'anonymous';
  readonly stored?: object;
  readonly hasPeople?: boolean;
}

/** An account in a storage that holds `stored` for this visitor. */
function setUp({ isSignedIn = false, login = 'guest', stored, hasPeople = true }: Options = {}) {
  const person = createPerson(isSignedIn);
  const { ports } = createFakeChannelPorts(person.ports);
  const visitorKey = ports.visitorKey();
  const write = (record: object) => ports.storage.write('cm-xmpp', { visitorKey, ...record });
  if (stored) write(stored);
  const account = createStoredAccount(ports, { guestHost, signedInHost: hasPeople ? signedInHost : undefined, login });
  return { account, person, storage: ports.storage, write, read: () => ports.storage.read('cm-xmpp') };
}

const ofGuest = { host: guestHost, account: guest };
const ofMia = { host: signedInHost, account: { user: 'mia' } };

describe('the stored account', () => {
  it('[F-AD2] has an address and an open conversation', () => {
    expect(setUp().account).toMatchObject({ address: undefined, conversationId: undefined });
    const { account } = setUp({
      stored: { host: guestHost, account: { ...guest, user: 'Visitor-1' }, conversationId: 'c' },
    });
    expect(account).toMatchObject({ address: guestAddress, conversationId: 'c' });
  });

  it.each<[string, object, Options?]>([
    ['of another visitor', { ...ofGuest, visitorKey: 'somebody' }],
    ['on a host of before', { ...ofGuest, host: 'guests.before.example' }],
    ['without a user', { host: guestHost, account: { user: '', password: 'secret' } }],
    ['of people where there are none', ofMia, { hasPeople: false }],
  ])('[F-AD2][CH-052] %s is none', (_, stored, options) => {
    expect(setUp({ ...options, stored }).account).toMatchObject({ address: undefined, conversationId: undefined });
  });

  it('[F-AD2] begins and ends one conversation, in its own name', () => {
    const { account } = setUp({ stored: ofGuest });
    account.begin('c', miasAddress, 'sales@desk.example');
    expect(account.conversationId).toBeUndefined();
    account.begin('c', guestAddress, 'sales@desk.example');
    account.replaceLostSessions('c', [], ['s1']);
    account.begin('c', guestAddress, 'sales@desk.example');
    expect([account.conversationId, account.lostSessions('c')]).toEqual(['c', ['s1']]);
    expect(account.deskAddress).toBe('sales@desk.example');
    account.end('other');
    expect(account.conversationId).toBe('c');
    account.begin('d', guestAddress, 'sales@desk.example');
    expect([account.conversationId, account.lostSessions('d')]).toEqual(['d', []]);
    account.replaceLostSessions('d', [], ['s2']);
    account.end('d');
    expect([account.conversationId, account.lostSessions('d')]).toEqual([undefined, []]);
    account.begin('d', guestAddress, 'sales@desk.example');
    expect(account.lostSessions('d'), 'they ended with it').toEqual([]);
    const nobody = setUp();
    nobody.account.begin('c', undefined, 'sales@desk.example');
    expect(nobody.read()).toBeUndefined();
  });

  it('[F-AD2] keeps the lost sessions of other tabs', () => {
    const { account } = setUp({ stored: { ...ofGuest, conversationId: 'c' } });
    account.replaceLostSessions('c', [], ['mine']);
    account.replaceLostSessions('c', [], ['theirs']);
    account.replaceLostSessions('c', ['mine'], ['mine-2']);
    expect(account.lostSessions('c')).toEqual(['theirs', 'mine-2']);
  });
});

describe('the login target', () => {
  it.each<[string, Options, object]>([
    ['a new guest', {}, { host: guestHost, isAnonymous: false, hasAccount: false }],
    ['a guest', { stored: ofGuest }, { host: guestHost, isAnonymous: false, hasAccount: true }],
    ['nobody', { login: 'anonymous' }, { host: guestHost, isAnonymous: true, hasAccount: false }],
    ['a signed-in visitor', { isSignedIn: true }, { host: signedInHost, isAnonymous: false, hasAccount: true }],
    [
      'a signed-in visitor, beside those without an account',
      { isSignedIn: true, login: 'anonymous' },
      { host: signedInHost, isAnonymous: false, hasAccount: true },
    ],
    [
      'a signed-in visitor with an open conversation as a guest',
      { isSignedIn: true, stored: { ...ofGuest, conversationId: 'c' } },
      { host: guestHost, isAnonymous: false, hasAccount: true },
    ],
    [
      'a signed-in visitor where there are none',
      { isSignedIn: true, hasPeople: false },
      { host: guestHost, hasAccount: false },
    ],
  ])('[F-AD2] of %s', (_, options, expected) => {
    expect(setUp(options).account.loginTarget).toMatchObject(expected);
  });

  it('[F-AD2] is that of guests for a signed-in visitor whom the page does not name', () => {
    const { account, person } = setUp({ isSignedIn: true });
    person.userId = undefined;
    expect(account.loginTarget.host).toBe(guestHost);
  });

  it('[F-AD2] decides where the next conversation begins', () => {
    const asGuest = setUp().account;
    expect([asGuest.nextConversationIsAt(guestAddress), asGuest.nextConversationIsAt(miasAddress)]).toEqual([
      true,
      false,
    ]);
    const asMia = setUp({ isSignedIn: true }).account;
    expect([asMia.nextConversationIsAt(guestAddress), asMia.nextConversationIsAt(miasAddress)]).toEqual([false, true]);
  });
});

describe('the name of a session', () => {
  it('[F-AD2] is that of the stored account, or of any where none is stored', () => {
    const none = setUp().account;
    expect(none.acceptsSession(guestAddress)).toBe(true);
    const known = setUp({ stored: ofGuest }).account;
    expect([known.acceptsSession(guestAddress), known.acceptsSession(miasAddress)]).toEqual([true, false]);
  });

  it('[F-AD2] owns its texts, and those without an account share an owner', () => {
    const asGuest = setUp({ stored: ofGuest }).account;
    expect([asGuest.textOwner(guestAddress), asGuest.textOwner(undefined)]).toEqual([guestAddress, undefined]);
    const nobody = setUp({ login: 'anonymous', stored: ofMia }).account;
    const addresses = [undefined, `anonymous-1@${guestHost}`, miasAddress];
    expect(addresses.map((one) => nobody.textOwner(one))).toEqual(['anonymous', 'anonymous', miasAddress]);
    expect(nobody.acceptsSession(`anonymous-1@${guestHost}`), 'although a signed-in visitor’s is stored').toBe(true);
    expect(setUp({ login: 'anonymous', isSignedIn: true }).account.textOwner(undefined)).toBeUndefined();
  });
});

describe('the credentials', () => {
  it('[F-AD2] of a guest are those of the stored account, or none yet', async () => {
    expect(await setUp().account.credentials(undefined)).toEqual({ host: guestHost, account: undefined });
    expect(await setUp({ stored: ofGuest }).account.credentials(undefined)).toEqual(ofGuest);
    const nobody = setUp({ login: 'anonymous', stored: ofGuest }).account;
    expect(await nobody.credentials(undefined)).toEqual({ host: guestHost, account: 'anonymous' });
  });

  it('[F-AD2] of a signed-in visitor are the broker’s token, which is refreshed once when the server refuses it', async () => {
    const { account, person, read } = setUp({ isSignedIn: true });
    const withToken = (password: string) => ({ host: signedInHost, account: { user: 'mia', password } });
    expect(await account.credentials(undefined)).toEqual(withToken('token-1'));
    account.refused();
    expect(await account.credentials(undefined)).toEqual(withToken('token-2'));
    await account.credentials(undefined);
    expect(person.asked).toEqual(['find xmpp', 'refresh xmpp', 'find xmpp']);
    expect(JSON.stringify(read()), 'only the identity room keeps the token').not.toContain('token');
  });

  it('[F-AD2] of a signed-in visitor without a token are those of a guest, unless something is open in their name', async () => {
    const unbound = setUp({ isSignedIn: true });
    unbound.person.stored = undefined;
    expect(await unbound.account.credentials(undefined)).toEqual({ host: guestHost, account: undefined });
    const stored = setUp({ isSignedIn: true, stored: { ...ofMia, conversationId: 'c' } });
    stored.person.stored = undefined;
    const refusal = { code: 'NOT_SIGNED_IN', message: expect.stringContaining('The broker has no token for XMPP.') };
    await expect(stored.account.credentials(undefined)).rejects.toMatchObject(refusal);
    await expect(unbound.account.credentials(miasAddress)).rejects.toMatchObject(refusal);
  });

  it('[F-AD2] are those of the name in which this page has something open', async () => {
    const { account } = setUp({ isSignedIn: true, stored: { ...ofMia, guest: { host: guestHost, ...guest } } });
    expect(await account.credentials(guestAddress)).toEqual(ofGuest);
    expect(await account.credentials(undefined)).toMatchObject({ host: signedInHost });
  });

  it('[F-AD2][F-AD16] store the account of the login, with that of the guest', async () => {
    const { account, person, read } = setUp({ isSignedIn: true, stored: ofGuest });
    await account.credentials(undefined);
    const both = { ...ofMia, guest: { host: guestHost, ...guest } };
    expect(read()).toMatchObject(both);
    expect(storedGuest({ read })).toEqual({ host: guestHost, ...guest });
    person.isSignedIn = false;
    expect(await account.credentials(undefined)).toEqual(ofGuest);
    expect(read()).toMatchObject(ofGuest);
    expect(read()).not.toHaveProperty('guest');
  });

  it('[F-AD2] store nothing over an open conversation in another name, or over the same account', async () => {
    const other = { ...ofMia, conversationId: 'c', guest: { host: guestHost, ...guest } };
    const bound = setUp({ stored: other });
    expect(await bound.account.credentials(guestAddress)).toEqual(ofGuest);
    expect(bound.read()).toMatchObject(other);
    const same = setUp({ stored: { ...ofGuest, conversationId: 'c' } });
    await same.account.credentials(undefined);
    expect(same.account.conversationId).toBe('c');
  });
});

describe('a registered account', () => {
  it('[F-AD2] has a name and a password that nobody guesses', () => {
    const { user, password } = setUp().account.create();
    expect(user).toMatch(/^visitor-.+/);
    expect(password.length).toBeGreaterThan(user.length - 'visitor-'.length);
    expect(user).not.toContain(password);
  });

  it('[F-AD2] is kept, unless there is one', () => {
    const { account, read } = setUp();
    account.keep(guest);
    account.keep({ user: 'visitor-2', password: 'other' });
    expect(read()).toMatchObject(ofGuest);
  });

  it('[F-AD2] is kept beside the account of a signed-in visitor only while a conversation is open in their name', () => {
    const open = setUp({ stored: { ...ofMia, conversationId: 'c' } });
    open.account.keep(guest);
    expect(open.read()).toMatchObject({ ...ofMia, conversationId: 'c', guest: { host: guestHost, ...guest } });
    const closed = setUp({ stored: ofMia });
    closed.account.keep(guest);
    expect(closed.read()).toMatchObject(ofGuest);
  });

  it('[F-AD2] goes when the server refuses it, and no other one does', async () => {
    const { account, write, read } = setUp({ stored: ofGuest });
    account.refused();
    expect(read(), 'it has not been used').toMatchObject(ofGuest);
    await account.credentials(undefined);
    write({ host: guestHost, account: { user: 'visitor-2', password: 'other' } });
    account.refused();
    expect(read()).toMatchObject({ account: { user: 'visitor-2' } });
    await account.credentials(undefined);
    account.refused();
    expect(read()).toBeUndefined();
    account.refused();
    expect(read()).toBeUndefined();
  });

  it('[F-AD2] goes alone if that of a signed-in visitor is beside it', async () => {
    const { account, read } = setUp({
      stored: { ...ofMia, conversationId: 'c', guest: { host: guestHost, ...guest } },
    });
    await account.credentials(guestAddress);
    account.refused();
    expect(read()).toMatchObject({ ...ofMia, conversationId: 'c' });
    expect(storedGuest({ read })).toBeUndefined();
  });
});
