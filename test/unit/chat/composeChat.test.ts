// @vitest-environment happy-dom
import * as v from 'valibot';
import { proxy } from 'valtio/vanilla';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { chatDeployment } from '../../../frame/chat/routing/deployment.ts';
import { composeChat } from '../../../frame/compose/chat.ts';
import { composePrivacy } from '../../../frame/compose/privacy.ts';
import { composeVisitorWatch, startWatching } from '../../../frame/compose/visitorWatch.ts';
import type { Privacy } from '../../../frame/contact/privacy/privacy.ts';
import { identityDeployment } from '../../../frame/identity/brokerDeployment.ts';
import type { UserInfo } from '../../../frame/identity/visitor.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { defaultPurpose } from '../../../frame/text/texts.ts';
import type { Widget } from '../../../frame/widget.ts';
import { createFakeBackend } from '../../support/fakeBackend.ts';
import { createFakeChannelPorts, fakePage } from '../../support/fakeChannelPorts.ts';
import { createFakeBrowser, createFakeStorage } from '../../support/fakeStorage.ts';

const entries = [{ service: 'liveperson2', purpose: defaultPurpose }];
let pages = 0;

const opened = new Set<Widget>();
afterEach(() => {
  vi.unstubAllGlobals();
  for (const { lifetime } of opened) lifetime.end();
});

/** The parts of a widget that the visitor and their identity at a messaging service need. One widget is one tab. */
function createWidget(
  storage = createFakeStorage(),
  { info = {}, isChatAllowed = () => true }: { info?: UserInfo; isChatAllowed?: () => boolean } = {},
) {
  const { clock, log, ports } = createFakeChannelPorts();
  const call = createFakeBackend({ '/session': () => new Promise(() => {}) });
  const visitor = { state: proxy({ info, signedIn: false, country: undefined, uniqueId: undefined }) };
  const told: unknown[] = [];
  const widget = {
    clock,
    log,
    storage,
    call,
    visitor,
    lifetime: createLifetime(),
    deployment: {
      chat: v.parse(chatDeployment, {}),
      identity: v.parse(identityDeployment, { brokerHosts: ['https://broker.example'], revokePath: '/revoke' }),
    },
    query: ports.query,
    self: window,
    settings: { switchedOff: [] },
    information: () => ({ bundle: { chatInformation: [{ chatService: 'liveperson2' }], supportChatInformation: [] } }),
    page: proxy({ facts: { ...fakePage, timeOrigin: ++pages } }),
    shell: { state: {}, dismissEnd: () => told.push('question'), dismissBlocked: () => told.push('link') },
    chat: { store: undefined, restart: (named?: unknown) => told.push(named ?? 'restart') },
    hostStore: { read: async () => undefined, remove: async () => {} },
    host: { storePill: async () => {} },
    marketing: { state: {} },
    insight: { experiments: {} },
    outreach: { peek: () => undefined },
    inquiry: { peek: () => undefined },
    consent: { isAllowed: isChatAllowed, countryChanged: () => {} },
    config: () => undefined,
  } as unknown as Widget;
  Object.assign(widget, { locale: { follow() {} }, visitorWatch: composeVisitorWatch(widget, () => widget.chat) });
  startWatching(widget);
  opened.add(widget);
  const own = widget.lifetime.child();
  return { widget, own, call, clock, visitor, told, open: () => composeChat(widget, own, entries) };
}

it.each([
  ['is aborted when consent is refused', false],
  ['survives the replacement of the chat room', true],
])('[SH-111][CH-161] the request for the visitor’s identity %s', async (_, isAllowed) => {
  let isChatAllowed = true;
  const { own, call, open } = createWidget(undefined, { isChatAllowed: () => isChatAllowed });
  const { identity } = await open();
  void identity.find('liveperson2').catch(() => {});
  await vi.waitFor(() => expect(call.calls).toHaveLength(1), 30_000);
  isChatAllowed = isAllowed;
  own.end();
  expect(call.calls[0]?.signal?.aborted).toBe(!isAllowed);
});

it('[REL-23] channels hear that the network is back, until they end', async () => {
  const { attention } = await createWidget().open();
  const channel = createLifetime();
  const listener = vi.fn();
  attention.onOnline(channel, listener);
  window.dispatchEvent(new Event('online'));
  channel.end();
  window.dispatchEvent(new Event('online'));
  expect(listener).toHaveBeenCalledTimes(1);
});

it('[CH-162] the visitor’s identity is requested for the services and the skill of the current language', async () => {
  const { widget, own, call, open } = createWidget();
  await open();
  const { identity } = await composeChat(widget, own, [{ service: 'lemessaging', skill: 'sales-de' }]);
  void identity.find('lemessaging').catch(() => {});
  await vi.waitFor(() => expect(call.calls).toHaveLength(1), 30_000);
  expect(call.calls[0]?.body).toMatchObject({ services: expect.arrayContaining(['lemessaging']), skill: 'sales-de' });
});

describe('the visitor of a chat', () => {
  const ann = { iui: 'ann', firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' };
  it.each([
    ['has the name that the page gives', {}, { firstName: 'Ann', email: ann.email, profile: ann }],
    [
      'has no name after a sign-out, although the page still has it',
      { signedin: false },
      { firstName: undefined, lastName: undefined, email: undefined, profile: {} },
    ],
  ])('[CH-014][CH-082] %s', async (_, change, facts) => {
    const { open } = createWidget(undefined, { info: { ...ann, ...change } });
    expect((await open()).visitor()).toMatchObject(facts);
  });

  it('[CH-014][F-DL1] a visitor who leaves takes requests, storage, questions and links along, in every tab', async () => {
    const browser = createFakeBrowser();
    const tab = createWidget(createFakeStorage(browser), { info: { iui: 'ann' } });
    const { identity, storage, visitorKey } = await tab.open();
    storage.write('cm-draft', 'draft of ann');
    void identity.find('liveperson2').catch(() => {});
    await vi.waitFor(() => expect(tab.call.calls).toHaveLength(1), 30_000);

    const other = createWidget(createFakeStorage(browser), { info: { iui: 'bob' } });
    const bobs = await other.open();
    expect(tab.call.calls[0]?.signal?.aborted).toBe(true);
    expect(tab.told).toEqual(['restart', 'question', 'link']);
    expect(storage.write('cm-draft', 'more of ann')).toBe(false);
    expect(storage.read('cm-draft')).toBeUndefined();
    expect(bobs.visitorKey()).not.toBe(visitorKey());
    expect(other.told).toEqual([]);
  });

  it.each<[string, (other: ReturnType<typeof createWidget>) => unknown]>([
    ['signs out', ({ visitor }) => Object.assign(visitor.state, { info: { signedin: false } })],
    ['deletes their data', ({ widget }) => composePrivacy(widget).deleteAll(true)],
  ])(
    '[SH-111][CH-014][F-AD16] a visitor who %s in another tab takes along a live chat without readable consent',
    async (_, leave) => {
      const browser = createFakeBrowser();
      let isChatAllowed = true;
      const tab = createWidget(createFakeStorage(browser), {
        info: { iui: 'ann' },
        isChatAllowed: () => isChatAllowed,
      });
      await tab.open();
      const other = createWidget(createFakeStorage(browser), { info: { iui: 'ann' } });
      await other.open();
      // The chat goes on if the consent can no longer be read.
      Object.assign(tab.widget.chat, { store: {} });
      isChatAllowed = false;
      await leave(other);
      await vi.waitFor(() => expect(tab.told.slice(0, 3)).toEqual(['restart', 'question', 'link']), 30_000);
    },
  );

  it('[CH-014][F-DL1] a chat that is held opens when the page agrees with the other tabs', async () => {
    const browser = createFakeBrowser();
    const tab = createWidget(createFakeStorage(browser), { info: { iui: 'ann' } });
    await tab.open();
    const other = createWidget(createFakeStorage(browser), { info: { iui: 'bob' } });
    const { visitorKey } = await other.open();
    tab.told.length = 0;
    await expect(tab.open()).rejects.toMatchObject({ code: 'CHANNEL_UNAVAILABLE' });
    expect(tab.told).toEqual([[]]);
    tab.visitor.state.info = { iui: 'bob' };
    await vi.waitFor(() => expect(tab.told).toEqual([[], entries]), 30_000);
    expect((await tab.open()).visitorKey()).toBe(visitorKey());
  });

  it('[CH-014][CH-162] a chat that is held does not open for a language that has no chat', async () => {
    const browser = createFakeBrowser();
    const tab = createWidget(createFakeStorage(browser), { info: { iui: 'ann' } });
    await tab.open();
    await createWidget(createFakeStorage(browser), { info: { iui: 'bob' } }).open();
    tab.told.length = 0;
    await expect(tab.open()).rejects.toMatchObject({ code: 'CHANNEL_UNAVAILABLE' });
    Object.assign(tab.widget, { information: () => ({ bundle: { chatInformation: [], supportChatInformation: [] } }) });
    tab.visitor.state.info = { iui: 'bob' };
    await vi.waitFor(() => expect(tab.told).toEqual([[], []]), 30_000);
  });

  it('[CH-014][F-AD16] after a withdrawal and a deletion, the chat opens when the visitor agrees again', async () => {
    let isChatAllowed = true;
    const storage = createFakeStorage();
    const tab = createWidget(storage, { info: { iui: 'ann' }, isChatAllowed: () => isChatAllowed });
    const before = await tab.open();
    isChatAllowed = false;
    tab.own.end();
    const privacy = composePrivacy(tab.widget);
    expect(await privacy.deleteAll(true)).toEqual({ state: 'here' });
    expect(JSON.stringify([...storage.areas.local])).not.toContain('"iui"');
    isChatAllowed = true;
    tab.told.length = 0;
    const { visitorKey } = await composeChat(tab.widget, createLifetime(), entries);
    expect(visitorKey()).not.toBe(before.visitorKey());
    expect(tab.told).toEqual([]);
  });

  it.each<[string, (privacy: Privacy) => Promise<unknown>]>([
    ['copy', (privacy) => privacy.copy()],
    ['deletion', (privacy) => privacy.deleteAll(true)],
  ])(
    '[F-AD16][CH-014] a %s of the visitor’s data ends with its visitor, even before a chat has opened',
    async (_, ask) => {
      const { widget, visitor } = createWidget(undefined, { info: { iui: 'ann' } });
      const asked = ask(composePrivacy(widget));
      visitor.state.info = { iui: 'bob' };
      widget.storage.write('cm-form', { state: 'typed' }, 'bob');
      await expect(asked).rejects.toThrow('Another visitor');
      expect(widget.storage.read('cm-form', 'bob')).toBeDefined();
      await expect(ask(composePrivacy(widget))).resolves.toBeDefined();
    },
  );

  it('[F-SE13][F-AD16] a deletion in another tab revokes the tokens that only this tab has', async () => {
    const fetched = vi.fn(async () => new Response(null, { status: 204 }));
    vi.stubGlobal('fetch', fetched);
    const storage = createFakeStorage();
    storage.write('cm-profile', { epoch: 'e', value: 'token of this tab' }, 'identities.liveperson2');
    storage.write('cm-deleted', 'deletion-1');
    createWidget(storage);
    expect(storage.suffixes('cm-profile')).toEqual([]);
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(1), 30_000);
    expect(fetched).toHaveBeenCalledWith(
      'https://broker.example/revoke',
      expect.objectContaining({ body: JSON.stringify({ tokens: ['token of this tab'] }) }),
    );
  });

  it('[CH-014][SH-111] a chat that is refused while it is downloaded opens nothing, and keeps nothing of the visitor', async () => {
    let isChatAllowed = false;
    const tab = createWidget(undefined, { info: { iui: 'ann' }, isChatAllowed: () => isChatAllowed });
    tab.own.end();
    await expect(tab.open()).rejects.toMatchObject({ name: 'AbortError' });
    isChatAllowed = true;
    tab.widget.visitorWatch.check();
    expect(tab.widget.storage.read('cm-visitor')).toBeUndefined();
  });

  it('[CH-014][SH-111] a chat that is refused while it waits for the visitor does not open', async () => {
    const storage = createFakeStorage();
    const before = createWidget(storage, { info: { iui: 'ann' } });
    await before.open();
    before.widget.lifetime.end();
    let isChatAllowed = true;
    const tab = createWidget(storage, { isChatAllowed: () => isChatAllowed });
    const opening = tab.open();
    isChatAllowed = false;
    tab.own.end();
    await expect(opening).rejects.toMatchObject({ name: 'AbortError' });
    expect(tab.told).toEqual([]);
  });

  it('[CH-014][F-SE2] a chat waits for a page that names its visitor late', async () => {
    const storage = createFakeStorage();
    const before = createWidget(storage, { info: { iui: 'ann' } });
    (await before.open()).storage.write('cm-draft', 'draft of ann');
    before.widget.lifetime.end();
    const tab = createWidget(storage);
    let isOpen = false;
    const opening = tab.open().then((ports) => {
      isOpen = true;
      return ports;
    });
    await tab.clock.advance(9_000);
    expect(isOpen).toBe(false);
    tab.visitor.state.info = { iui: 'ann' };
    expect((await opening).storage.read('cm-draft')).toBe('draft of ann');
    expect(tab.told).toEqual([]);
  });
});

describe('a page that is back from the back-forward cache', () => {
  const saved = (localId: string) => [{ adapterId: 'liveperson', localId }];

  it.each([
    ['starts over, as after a reload, if its tab has another live chat', true, saved('later'), ['restart']],
    ['goes on with its own live chat', true, saved('own'), []],
    ['goes on without a live chat', true, undefined, []],
    ['does not start over when it has just loaded', false, saved('later'), []],
  ])('[CH-052][REL-11] %s', async (_, persisted, stored, told) => {
    const tab = createWidget();
    const { storage } = await tab.open();
    Object.assign(tab.widget.chat, { store: { state: { conversations: [{ id: 'own' }] } } });
    // All tabs share these, and no other tab can continue a live chat.
    storage.write('cm-conversations', saved('of another tab'));
    if (stored) storage.write('cm-conversations-tab', stored);
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
    expect(tab.told).toEqual(told);
    tab.own.end();
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
    expect(tab.told).toEqual(told);
  });
});
