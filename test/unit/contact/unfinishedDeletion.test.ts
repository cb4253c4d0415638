import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { composePrivacy } from '../../../frame/compose/privacy.ts';
import { privacyDeployment } from '../../../frame/contact/privacy/deployment.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createFakeBackend, refuse } from '../../support/fakeBackend.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
import { createFakeStorage } from '../../support/fakeStorage.ts';

const path = '/privacy/delete';

const account = {
  epoch: 'epoch-1',
  value: { visitorKey: 'guest', host: 'h', account: { user: 'u', password: 'p' } },
};

/** A page with a conversation, whose id is the only proof. Ending it removes the id. */
function openPage(isHeld = false) {
  const storage = createFakeStorage();
  const clock = createFakeClock();
  const call = createFakeBackend();
  let visitorEpoch = '';
  const talkAs = (epoch: string, conversationId: string): void => {
    visitorEpoch = epoch;
    storage.write('cm-visitor', { epoch });
    storage.write('cm-conversations', { epoch, value: [{ adapterId: 'bot', conversationId }] });
  };
  const widget = {
    ...{ storage, clock, call, log: createFakeLog(), lifetime: createLifetime() },
    deployment: {
      privacy: v.parse(privacyDeployment, { hosts: ['https://privacy.example'] }),
      identity: {},
      chat: { channels: {} },
    },
    config: () => undefined,
    consent: { countryChanged() {}, isAllowed: () => true },
    chat: {
      store: {
        visitorData: async () => ({
          messages: () => [],
          end: async () => storage.remove('cm-conversations'),
        }),
      },
    },
    visitor: { state: { info: {} } },
    visitorWatch: {
      isHeld,
      check() {},
      get epoch() {
        return visitorEpoch;
      },
      leave() {
        visitorEpoch = 'next';
        storage.write('cm-visitor', { epoch: visitorEpoch });
      },
    },
    host: { storePill: async () => {} },
    hostStore: { read: async () => null, remove: async () => {} },
    inquiry: { peek: () => undefined },
  } as unknown as Parameters<typeof composePrivacy>[0];
  /** As the panel does it: each press composes the commands. */
  const deleteAll = () => composePrivacy(widget).deleteAll(false);
  const sent = () =>
    call.calls.map(({ body }) => (body as { conversations: { id: string }[] }).conversations.map(({ id }) => id));
  talkAs('epoch-1', 'c-1');
  const copy = () => composePrivacy(widget).copy();
  return { storage, call, talkAs, deleteAll, copy, sent };
}

/** As the service answers: it deletes only with a proof. */
const byProof = ({ body }: { body?: unknown }) =>
  (body as { conversations: unknown[] }).conversations.length > 0 ? { state: 'deleted' } : refuse(403);

describe('a deletion that has failed once', () => {
  it('[F-AD16] still has its proof, although it has ended the conversation', async () => {
    const { call, deleteAll, sent } = openPage();
    call.on(path, () => refuse(503));
    expect(await deleteAll()).toEqual({ state: 'failed' });
    call.on(path, byProof);
    expect(await deleteAll()).toEqual({ state: 'deleted' });
    expect(sent()).toEqual([['c-1'], ['c-1']]);
  });

  it('[F-AD16][F-SE13] is refused, like a copy, while the page names a visitor who has left', async () => {
    const { call, copy, deleteAll, storage } = openPage(true);
    await expect(copy()).rejects.toThrow('has left');
    await expect(deleteAll()).rejects.toThrow('has left');
    expect(call.calls).toEqual([]);
    expect(storage.read('cm-conversations')).toBeDefined();
  });

  it('[F-AD16] includes a conversation that was begun since', async () => {
    const { call, talkAs, deleteAll, sent } = openPage();
    call.on(path, () => refuse(503));
    await deleteAll();
    talkAs('epoch-1', 'c-2');
    await deleteAll();
    await deleteAll();
    expect(sent()).toEqual([['c-1'], ['c-1', 'c-2'], ['c-1', 'c-2']]);
  });

  it('[F-AD16] is not repeated for the next visitor', async () => {
    const { call, talkAs, deleteAll, sent } = openPage();
    call.on(path, () => refuse(503));
    await deleteAll();
    talkAs('epoch-2', 'c-2');
    await deleteAll();
    expect(sent()).toEqual([['c-1'], ['c-2']]);
  });

  it('[F-AD16] is forgotten once it has succeeded', async () => {
    const { call, talkAs, deleteAll, sent } = openPage();
    call.on(path, () => refuse(503));
    await deleteAll();
    call.on(path, byProof);
    await deleteAll();
    talkAs('next', 'c-3');
    await deleteAll();
    expect(sent()).toEqual([['c-1'], ['c-1'], ['c-3']]);
  });

  it.each([403, 404])(
    '[F-AD16] has succeeded at the service that answers %i the second time, if only the account remained',
    async (status) => {
      const { storage, call, deleteAll } = openPage();
      // Without an XMPP service, the account cannot be removed.
      storage.write('cm-xmpp', account);
      call.on(path, () => ({ state: 'accepted', reference: 'R-7' }));
      expect(await deleteAll()).toEqual({ state: 'failed' });
      storage.remove('cm-xmpp');
      call.on(path, () => refuse(status));
      expect(await deleteAll()).toEqual({ state: 'accepted', reference: 'R-7' });
    },
  );

  it('[F-AD16] fails again if the service that had deleted cannot be reached', async () => {
    const { storage, call, deleteAll } = openPage();
    storage.write('cm-xmpp', account);
    call.on(path, () => ({ state: 'deleted' }));
    await deleteAll();
    call.on(path, () => refuse(503));
    expect(await deleteAll()).toEqual({ state: 'failed' });
  });
});

describe('another visitor, who takes over while a service works for the previous one', () => {
  it('[F-AD16][CH-014] loses nothing', async () => {
    const { storage, call, talkAs, deleteAll } = openPage();
    call.on(path, () => {
      talkAs('epoch-2', 'c-2');
      storage.write('cm-form', { state: 'typed' }, 'bob');
      return { state: 'deleted' };
    });
    expect(await deleteAll()).toEqual({ state: 'failed' });
    expect(storage.read('cm-form', 'bob')).toBeDefined();
    expect(storage.read('cm-visitor')).toEqual({ epoch: 'epoch-2' });
    expect(storage.read('cm-conversations')).toMatchObject({ epoch: 'epoch-2' });
  });

  it('[F-AD16][CH-014] gets no copy of their data', async () => {
    const { call, talkAs, copy } = openPage();
    call.on('/privacy/export', () => {
      talkAs('epoch-2', 'c-2');
      return { crm: ['a note'] };
    });
    await expect(copy()).rejects.toThrow();
  });

  it('[F-AD16] does not include a guest whose chat has just opened', async () => {
    const { storage, call, talkAs, copy } = openPage();
    storage.clear('cm-visitor');
    call.on('/privacy/export', () => {
      talkAs('epoch-1', 'c-1');
      return { crm: ['a note'] };
    });
    expect((await copy()).isComplete).toBe(true);
  });
});
