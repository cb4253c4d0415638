import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { createPrivacyApi } from '../../../frame/contact/privacy/api.ts';
import { conversationsIn, exportedEntries, storedData } from '../../../frame/contact/privacy/collectData.ts';
import { privacyDeployment } from '../../../frame/contact/privacy/deployment.ts';
import { createPrivacy, type PrivacyPorts } from '../../../frame/contact/privacy/privacy.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { type FrameKey, frameKeys } from '../../../frame/platform/storage.ts';
import { type Answer, createFakeBackend, refuse } from '../../support/fakeBackend.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
import { createFakeBrowser, createFakeStorage } from '../../support/fakeStorage.ts';

const jsonWebToken = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl';
/** By an epoch, and by the keys of her form. */
const ada = { epoch: 'epoch-1', storedEpoch: 'epoch-1', formKeys: ['x', 'guest'] };
const ofVisitor = (value: unknown) => ({ epoch: 'epoch-1', value });

/** A frame with an entry under every key. */
function fill(storage = createFakeStorage()) {
  for (const key of Object.keys(frameKeys) as FrameKey[])
    storage.write(key, ofVisitor(`of the visitor in ${key}`), 'x');
  storage.write('cm-visitor', { epoch: 'epoch-1' });
  storage.write('cm-draft', ofVisitor('a private draft'), 'bot');
  storage.write('cm-conversations', ofVisitor([{ adapterId: 'bot', conversationId: 'c-1' }, { adapterId: 'sync' }]));
  storage.write('cm-profile', ofVisitor([{ consumerId: 'ada', token: true }]), 'identities');
  storage.write('cm-profile', ofVisitor('an opaque token'), 'identities.liveperson2');
  storage.write('cm-profile-guest', ofVisitor([{ consumerId: 'ada', token: jsonWebToken }]), 'identities');
  storage.write('cm-xmpp', ofVisitor({ host: 'h', account: { user: 'visitor-1', password: 'a password' } }));
  return storage;
}

function start(changes: Partial<PrivacyPorts> = {}, answers: Record<string, Answer> = {}) {
  const steps: string[] = [];
  const storage = fill();
  const clock = createFakeClock();
  const lifetime = createLifetime();
  const log = createFakeLog();
  const call = createFakeBackend({
    '/privacy/delete': () => ({ state: 'deleted' }),
    '/privacy/export': () => ({ crm: ['a note'] }),
    ...answers,
  });
  const deployment = v.parse(privacyDeployment, { hosts: ['https://privacy.example'] });
  const step =
    (name: string, then: () => void = () => {}) =>
    async () => {
      steps.push(name);
      then();
    };
  const proofs = () => ({
    tokens: [jsonWebToken],
    signedIdentity: undefined,
    conversations: conversationsIn(storedData(storage, ada)),
  });
  const privacy = createPrivacy({
    ...{ clock, log, lifetime, storage, proofs },
    createId: () => 'deletion-1',
    visitor: () => ada,
    api: createPrivacyApi(call, deployment, lifetime.signal),
    chatData: async () => ({
      messages: () => [{ service: 'bot', messages: [{ text: 'my question' }] }],
      end: step('end talks', () => storage.remove('cm-conversations')),
    }),
    removeAccounts: step('remove accounts'),
    leave: () => void steps.push(`leave; the draft is ${storage.read('cm-draft', 'bot') ? 'there' : 'gone'}`),
    cookies: {
      names: ['cm-pill-events', 'notice_preferences'],
      read: async (name) => (name === 'cm-pill-events' ? 'seen' : null),
    },
    forgetOnPage: step('forget on the page'),
    ...changes,
  });
  return { privacy, storage, steps, log, clock, call };
}

const namesIn = (storage: ReturnType<typeof fill>): readonly string[] =>
  [...storage.areas.local, ...storage.areas.session].map(([name]) => name);

describe('a copy of the visitor’s data', () => {
  it('[F-AD16] has every entry of the registry by its name', () => {
    const storage = fill();
    expect(Object.keys(exportedEntries(storedData(storage, ada))).sort()).toEqual([...namesIn(storage)].sort());
  });

  it('[F-AD16] has no token and no password, and says that one was left out', async () => {
    const { privacy } = start();
    const { text, name, isComplete } = await privacy.copy();
    for (const secret of [jsonWebToken, 'an opaque token', 'a password']) expect(text).not.toContain(secret);
    expect(text.match(/\(secret, left out\)/g)).toHaveLength(4);
    expect(isComplete).toBe(true);
    expect(name).toBe('my-data-2026-11-21.json');
    expect(JSON.parse(text)).toMatchObject({
      createdAt: '2026-11-21T09:00:00.000Z',
      browser: { 'cm-draft.bot': 'a private draft', 'cm-xmpp': { account: { user: 'visitor-1' } } },
      page: { 'cm-pill-events': 'seen' },
      conversations: [{ messages: [{ text: 'my question' }] }],
      service: { crm: ['a note'] },
    });
  });

  it('[F-AD16][F-SE13] has nothing of another visitor: no form under other keys, and no entry of another epoch', async () => {
    const { privacy, storage } = start();
    storage.write('cm-form', { state: 'typed', inquiry: { name: 'Bob', email: 'b@b.example', text: 'of Bob' } }, 'bob');
    storage.write('cm-outbox-form', { id: 'm-1', inquiry: { text: 'also of Bob' } }, 'bob');
    storage.write('cm-draft', { epoch: 'epoch-0', value: 'a draft of Bob' }, 'sync');
    const { text } = await privacy.copy();
    expect(text).not.toMatch(/of Bob/);
    expect(Object.keys(JSON.parse(text).browser)).toEqual(expect.arrayContaining(['cm-form.x', 'cm-outbox-form.x']));
  });

  it('[F-AD16] has a message that is one code, as the visitor has written it', async () => {
    const code = 'ORD-2026-AB12-CD34-EF56';
    const { privacy } = start({
      chatData: async () => ({ messages: () => [{ text: code, token: code }], end: async () => {} }),
    });
    expect(JSON.parse((await privacy.copy()).text).conversations).toEqual([
      { text: code, token: '(secret, left out)' },
    ]);
  });

  it('[F-AD16] asks the service once about a live chat, which the tab and the browser store', async () => {
    const { privacy, storage, call } = start();
    for (const key of ['cm-conversations', 'cm-conversations-tab'] as const)
      storage.write(key, ofVisitor([{ adapterId: 'liveperson', conversationId: 'live' }]));
    await privacy.copy();
    expect(call.calls[0]?.body).toMatchObject({ conversations: [{ service: 'liveperson', id: 'live' }] });
  });

  it.each<[string, Answer]>([
    ['cannot be reached', () => refuse(503)],
    ['answers something else', () => ['a list']],
  ])('[F-AD16] lacks the service’s part when the service %s, and says so', async (_, answer) => {
    const { privacy, log } = start({}, { '/privacy/export': answer });
    const { text, isComplete } = await privacy.copy();
    expect(isComplete).toBe(false);
    expect(JSON.parse(text).service).toBeNull();
    expect(text).toContain('a private draft');
    expect(log.warnings).toHaveLength(1);
  });
});

describe('a deletion', () => {
  it('[F-AD16] asks the services while there is proof, then removes everything in one go', async () => {
    const { privacy, storage, steps, call } = start();
    expect(await privacy.deleteAll(false)).toEqual({ state: 'deleted' });
    expect(steps).toEqual(['end talks', 'remove accounts', 'leave; the draft is there', 'forget on the page']);
    expect(call.calls.map(({ path, body }) => [path, body])).toEqual([
      [
        '/privacy/delete',
        { tokens: [jsonWebToken], signedIdentity: undefined, conversations: [{ service: 'bot', id: 'c-1' }] },
      ],
    ]);
    // What tells the other tabs, and the mark that `leave` has renewed.
    expect([...namesIn(storage)].sort()).toEqual(['cm-deleted', 'cm-tab-deleted', 'cm-visitor', 'cm-visitor.x']);
    expect(storage.read('cm-deleted')).toBe(storage.read('cm-tab-deleted'));
  });

  it('[F-AD16] tells the other tabs before it removes a waiting message, which they would take for delivered', async () => {
    const { privacy, storage } = start();
    const { remove } = storage;
    let isTold = false;
    storage.remove = (key, suffix) => {
      if (key === 'cm-outbox-form') isTold = storage.read('cm-deleted') === 'deletion-1';
      remove.call(storage, key, suffix);
    };
    await privacy.deleteAll(false);
    expect(isTold).toBe(true);
  });

  it('[F-AD16][F-AD3] leaves another visitor’s form and unsent message, and removes a guest’s that has moved to its id', async () => {
    const inquiry = { name: 'Ada', email: 'ada@a.example', text: 'Hello' };
    const sent = {
      ...{ id: 'm-1', state: 'waiting', inquiry, href: 'form:https://a.example', language: 'en', page: '/' },
      writtenAtMs: 0,
    };
    const storage = fill();
    for (const owner of ['guest', 'bob']) {
      storage.write('cm-form', { state: 'typed', inquiry }, owner);
      storage.write('cm-outbox-form', { ...sent, id: `of-${owner}` }, owner);
    }
    const { privacy } = start({
      storage,
      // As a guest leaves (form/ownership.ts).
      leave() {
        storage.write('cm-outbox-form', storage.read('cm-outbox-form', 'guest'), 'of-guest');
        storage.remove('cm-outbox-form', 'guest');
      },
    });
    await privacy.deleteAll(true);
    expect(storage.suffixes('cm-outbox-form')).toEqual(['bob']);
    expect(storage.suffixes('cm-form')).toEqual(['bob']);
  });

  it('[F-AD16] removes the form of the visitor who asked for it, even if the page has named another one since', async () => {
    const storage = fill();
    for (const owner of ['ada', 'bob']) storage.write('cm-form', { state: 'typed' }, owner);
    let formKeys = ['ada'];
    const { privacy } = start({
      storage,
      visitor: () => ({ epoch: 'epoch-1', storedEpoch: '', formKeys }),
      removeAccounts: async () => {
        formKeys = ['bob'];
      },
    });
    await privacy.deleteAll(false);
    expect(storage.suffixes('cm-form')).toContain('bob');
    expect(storage.suffixes('cm-form')).not.toContain('ada');
  });

  it('[F-AD16] does not ask a service that has to refuse, because the visitor has no proof', async () => {
    const { privacy, call, log } = start({
      proofs: () => ({ tokens: [], signedIdentity: undefined, conversations: [] }),
    });
    expect((await privacy.copy()).isComplete).toBe(true);
    expect(await privacy.deleteAll(false)).toEqual({ state: 'here' });
    expect([call.calls, log.warnings]).toEqual([[], []]);
  });

  it('[F-AD16] has deleted what is here even if the page does not remove its part', async () => {
    const { privacy, log } = start({ forgetOnPage: () => Promise.reject(new Error('timed out')) });
    expect(await privacy.deleteAll(false)).toEqual({ state: 'deleted' });
    expect(log.warnings).toHaveLength(1);
  });

  it.each<[string, Record<string, Answer>, Partial<PrivacyPorts>]>([
    ['the service cannot be reached', { '/privacy/delete': () => refuse(503) }, {}],
    ['the service refuses the proof', { '/privacy/delete': () => refuse(403) }, {}],
    ['the service does not say what became of the data', { '/privacy/delete': () => ({ ok: true }) }, {}],
    ['an account is still there', {}, { removeAccounts: async () => Promise.reject(new Error('refused')) }],
  ])('[F-AD16] removes nothing when %s', async (_, answers, changes) => {
    const { privacy, storage, steps, log } = start(changes, answers);
    const before = namesIn(storage).filter((name) => name !== 'cm-conversations');
    expect(await privacy.deleteAll(false)).toEqual({ state: 'failed' });
    expect(namesIn(storage)).toEqual(before);
    expect(steps).not.toContain('forget on the page');
    expect(log.warnings).toHaveLength(1);
    // The visitor may still delete what is here.
    expect(await privacy.deleteAll(true)).toEqual({ state: 'here' });
    expect(namesIn(storage)).not.toContain('cm-draft.bot');
  });

  it('[F-AD16] passes on that the service deletes later, with its reference', async () => {
    const { privacy, storage } = start({}, { '/privacy/delete': () => ({ state: 'accepted', reference: 'R-7' }) });
    expect(await privacy.deleteAll(false)).toEqual({ state: 'accepted', reference: 'R-7' });
    expect(namesIn(storage)).not.toContain('cm-draft.bot');
  });

  it('[F-AD16] does not wait for ever for talks whose service does not answer', async () => {
    const { privacy, clock, storage } = start({
      chatData: async () => ({ messages: () => [], end: () => new Promise(() => {}) }),
    });
    const done = privacy.deleteAll(false);
    await clock.advance(5_000);
    expect(await done).toEqual({ state: 'deleted' });
    expect(namesIn(storage)).not.toContain('cm-draft.bot');
  });

  it('[F-AD16] without a service, concerns the browser only', async () => {
    const { privacy, call } = start({ api: undefined });
    expect((await privacy.copy()).isComplete).toBe(true);
    expect(await privacy.deleteAll(false)).toEqual({ state: 'here' });
    expect(call.calls).toEqual([]);
  });

  it('[F-AD16] hears of conversations only what has the shape of one', () => {
    const storage = createFakeStorage(createFakeBrowser());
    storage.write('cm-conversations', ofVisitor([null, 'x', { adapterId: 7, conversationId: 'c' }, {}]));
    expect(conversationsIn(storedData(storage, ada))).toEqual([]);
    storage.write('cm-conversations', 'edited by hand');
    expect(conversationsIn(storedData(storage, ada))).toEqual([]);
  });
});
