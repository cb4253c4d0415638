import { describe, expect, it, vi } from 'vitest';
import type { PageLink } from '../../../bridge/records.ts';
import { createLinkClicks } from '../../../frame/contact/links/linkClicks.ts';
import { createLinksUpdate } from '../../../frame/contact/links/linksUpdate.ts';
import { translatedWords } from '../../../frame/contact/links/translatedWords.ts';
import type { LookupStatus } from '../../../frame/contact/store.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createFakeClock, settle } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

const link = (id: number, kind: string, more: Partial<PageLink> = {}): PageLink => ({
  id,
  kind,
  href: `https://www.example.com/${id}`,
  focusArea: '',
  purpose: '',
  resource: '',
  isKept: false,
  ...more,
});

function setUp() {
  const clock = createFakeClock();
  const lifetime = createLifetime();
  const log = createFakeLog();
  const page = {
    links: [] as readonly PageLink[],
    lookup: 'fetched' as LookupStatus,
    locale: { languageCode: 'en', regionCode: 'US' },
    isSales: false,
    texts: new Map<number, string>(),
  };
  const host = {
    setLinkText: vi.fn(async (ids: number | readonly number[], text: string) => {
      for (const id of [ids].flat() as number[]) page.texts.set(id, text);
    }),
    linkMode: vi.fn(async (_: readonly number[]) => {}),
  };
  const does = {
    showPane: vi.fn(),
    startChat: vi.fn(),
    showScheduler: vi.fn(),
    openUrl: vi.fn(),
  };
  const clicks = createLinkClicks({
    clock,
    lifetime,
    links: () => page.links,
    facts: () => ({
      lookup: page.lookup,
      canChat: true,
      emailUrl: undefined,
      phoneNumber: undefined,
      hasScheduler: true,
      pageUrl: 'https://www.example.com/',
    }),
    defaultUrl: (kind) => `https://www.example.com/default-${kind}`,
    ...does,
  });
  const ports = {
    ...{ host, lifetime, log },
    links: () => page.links,
    lookup: () => page.lookup,
    locale: () => page.locale,
    isSalesWording: () => page.isSales,
    pageUrl: () => 'https://www.example.com/',
    findText: () => undefined,
  };
  const loadWords = vi.fn(async () => translatedWords);
  const update = createLinksUpdate(ports, loadWords);
  const store = {
    linksFound(found: readonly PageLink[]) {
      page.links = found;
      update();
    },
    linkClicked: (id: number) => clicks.clicked(page.links.find((one) => one.id === id) as PageLink),
    wordingChanged: update,
  };
  const lookup = (status: LookupStatus) => {
    page.lookup = status;
    update();
    clicks.lookupChanged();
  };
  return { clock, lifetime, log, page, host, does, store, clicks, lookup, loadWords };
}

describe('wording', () => {
  it('[SH-087] is set for every kind and its text-only form, and for no other link', async () => {
    const { store, page } = setUp();
    page.locale = { languageCode: 'de', regionCode: 'DE' };
    store.linksFound([link(1, 'chat'), link(2, 'contact-text'), link(3, 'demo')]);
    await settle();
    expect([...page.texts]).toEqual([
      [1, 'Chat starten'],
      [2, 'Sprechen Sie mit uns'],
    ]);
  });

  it('[F-AD12][SH-087] is not set for a link that keeps its own words', async () => {
    const { store, page } = setUp();
    store.linksFound([link(1, 'chat', { isKept: true }), link(2, 'chat')]);
    await settle();
    expect([...page.texts.keys()]).toEqual([2]);
  });

  it('[SH-087][F-PG4] downloads no other language for an English page', async () => {
    const { store, page, loadWords } = setUp();
    store.linksFound([link(1, 'contact')]);
    await settle();
    expect(page.texts.get(1)).toBe("Let's talk");
    expect(loadWords).not.toHaveBeenCalled();
  });

  it('[SH-086][F-PG4] downloads no language for a page without contact links', async () => {
    const { store, page, host, loadWords } = setUp();
    page.locale = { languageCode: 'de', regionCode: 'DE' };
    store.linksFound([]);
    await settle();
    expect(loadWords).not.toHaveBeenCalled();
    expect(host.linkMode).not.toHaveBeenCalled();
  });

  it('[SH-012] is not set when its language arrives after the end', async () => {
    const { store, page, host, lifetime } = setUp();
    page.locale = { languageCode: 'de', regionCode: 'DE' };
    store.linksFound([link(1, 'chat')]);
    lifetime.end();
    await settle();
    expect(host.setLinkText).not.toHaveBeenCalled();
  });

  it('[SH-087] stays the page’s own while the words cannot be downloaded; the next change tries again', async () => {
    const { store, page, loadWords, log } = setUp();
    page.locale = { languageCode: 'de', regionCode: 'DE' };
    loadWords.mockRejectedValueOnce(new Error('offline'));
    store.linksFound([link(1, 'contact')]);
    await settle();
    expect(page.texts.size).toBe(0);
    expect(log.warnings).toHaveLength(1);
    store.linksFound([link(1, 'contact')]);
    await settle();
    expect(page.texts.get(1)).toBe('Sprechen Sie mit uns');
  });

  it('[SH-087] changes with the locale and is set for added links', async () => {
    const { store, page } = setUp();
    store.linksFound([link(1, 'chat')]);
    await settle();
    page.locale = { languageCode: 'ja', regionCode: 'JP' };
    store.wordingChanged();
    store.linksFound([link(1, 'chat'), link(2, 'email')]);
    await settle();
    expect([...page.texts]).toEqual([
      [1, 'チャットで相談'],
      [2, 'メールを送る'],
    ]);
  });

  it('[SH-088] is the sales wording when the experiment requires it', async () => {
    const { store, page } = setUp();
    page.isSales = true;
    store.linksFound([link(1, 'phone'), link(2, 'email-link'), link(3, 'chat-text')]);
    await settle();
    expect([...page.texts.values()]).toEqual(['Call sales', 'Email sales', 'Chat with sales']);
  });

  it('[SH-086][SH-087] follows a link that the page has given another kind, and is set anew for one that gets its kind back', async () => {
    const { store, page, host } = setUp();
    store.linksFound([link(1, 'chat'), link(2, 'chat')]);
    await settle();
    store.linksFound([link(1, 'email'), link(2, '')]);
    await settle();
    expect(host.setLinkText.mock.calls.at(-1)).toEqual([[1], 'Email us']);
    page.texts.clear();
    store.linksFound([link(1, 'email', { isKept: true }), link(2, 'chat')]);
    await settle();
    expect([...page.texts]).toEqual([[2, 'Chat with us']]);
  });

  it('[SH-087] takes one call for a thousand links, and none when nothing changed', async () => {
    const { store, host } = setUp();
    const links = Array.from({ length: 1_000 }, (_, id) => link(id, 'contact'));
    store.linksFound(links);
    await settle();
    store.linksFound(links);
    await settle();
    expect(host.setLinkText).toHaveBeenCalledOnce();
  });
});

describe('clicks', () => {
  it('[SH-086][SH-090] are taken and followed as the page has changed the link', () => {
    const { store, host, does, lookup } = setUp();
    lookup('failed');
    store.linksFound([link(1, 'contact'), link(2, 'contact', { href: '' })]);
    expect(host.linkMode.mock.calls.at(-1)).toEqual([[2]]);
    store.linksFound([link(1, 'contact', { href: '' }), link(2, 'contact', { href: 'https://www.example.com/new' })]);
    expect(host.linkMode.mock.calls.at(-1)).toEqual([[1]]);
    store.linkClicked(2);
    expect(does.openUrl).toHaveBeenCalledExactlyOnceWith('https://www.example.com/new', 'self');
    lookup('fetched');
    store.linksFound([link(1, ''), link(2, 'scheduler', { focusArea: 'data', purpose: 'demo' })]);
    expect(host.linkMode.mock.calls.at(-1)).toEqual([[2]]);
    store.linkClicked(2);
    expect(does.showScheduler).toHaveBeenCalledExactlyOnceWith({ focusArea: 'data', purpose: 'demo', resource: '' }, 2);
  });

  it('[SH-094] on a chat link start chat immediately and show the pane after 400 ms', async () => {
    const { store, clicks, clock, does, lookup } = setUp();
    lookup('fetched');
    store.linksFound([link(1, 'chat')]);
    store.linkClicked(1);
    expect(does.startChat).toHaveBeenCalledOnce();
    await clock.advance(399);
    expect(does.showPane).not.toHaveBeenCalled();
    expect(clicks.isPaneDue()).toBe(true);
    await clock.advance(1);
    expect(does.showPane).toHaveBeenCalledExactlyOnceWith(1);
    expect(clicks.isPaneDue()).toBe(false);
  });

  it('[SH-094] on a chat link do not reopen a pane that was hidden meanwhile, and leave no timer at the end', async () => {
    const { store, clicks, clock, does, lifetime, lookup } = setUp();
    lookup('fetched');
    store.linksFound([link(1, 'chat')]);
    store.linkClicked(1);
    clicks.paneHidden();
    await clock.advance(400);
    expect(does.showPane).not.toHaveBeenCalled();
    store.linkClicked(1);
    lifetime.end();
    expect(clock.pending).toBe(0);
  });

  it('[SH-091] wait while fetching and are replayed after the lookup, once per link', () => {
    const { store, does, lookup } = setUp();
    lookup('fetching');
    store.linksFound([link(1, 'contact'), link(2, 'scheduler')]);
    for (const id of [1, 1, 2, 1]) store.linkClicked(id);
    expect(does.showPane).not.toHaveBeenCalled();
    lookup('fetched');
    expect(does.showPane).toHaveBeenCalledExactlyOnceWith(1);
    expect(does.showScheduler).toHaveBeenCalledExactlyOnceWith(undefined, 2);
    lookup('fetched');
    expect(does.showPane).toHaveBeenCalledOnce();
  });

  it("[SH-091] follow the link's own address when the lookup fails", () => {
    const { store, does, lookup } = setUp();
    lookup('fetching');
    store.linksFound([link(1, 'contact')]);
    store.linkClicked(1);
    lookup('failed');
    expect(does.openUrl).toHaveBeenCalledExactlyOnceWith('https://www.example.com/1', 'self');
    expect(does.showPane).not.toHaveBeenCalled();
  });

  it('[SH-091] are dropped when their link has left the page', () => {
    const { store, does, lookup } = setUp();
    lookup('fetching');
    store.linksFound([link(1, 'contact')]);
    store.linkClicked(1);
    store.linksFound([]);
    lookup('fetched');
    expect(does.showPane).not.toHaveBeenCalled();
  });

  it.each([
    ['notStarted', []],
    ['failed', []],
    ['invalid', []],
    ['fetching', [1, 2]],
    ['fetched', [1, 2]],
  ] as const)('[SH-086][SH-089][SH-090] with the lookup %s are handled for links %j', (status, taken) => {
    const { store, host, lookup } = setUp();
    store.linksFound([link(1, 'chat'), link(2, 'email-link'), link(3, 'chat-text'), link(4, 'demo')]);
    lookup(status);
    expect(host.linkMode.mock.lastCall?.[0] ?? []).toEqual(taken);
  });

  it.each(['notStarted', 'fetching', 'fetched', 'failed', 'invalid'] as const)(
    '[SH-083][SH-090][F-SH2] with the lookup %s are handled for links that lead nowhere by themselves',
    (status) => {
      const { store, host, lookup } = setUp();
      store.linksFound([
        link(1, 'chat', { href: '' }),
        link(2, 'contact', { href: 'https://www.example.com/#' }),
        link(3, 'phone', { href: 'javascript:call()' }),
        link(4, 'chat-text', { href: '' }),
      ]);
      lookup(status);
      expect(host.linkMode).toHaveBeenLastCalledWith([1, 2, 3]);
    },
  );

  it('[SH-090] are requested from the page again only when the links change', () => {
    const { store, host, lookup } = setUp();
    const found = [link(1, 'chat'), link(2, 'email-link')];
    store.linksFound(found);
    lookup('fetching');
    lookup('fetched');
    store.linksFound(found);
    expect(host.linkMode.mock.calls).toEqual([[[1, 2]]]);
  });

  it('[SH-083][SH-090] on a link without an address follow the default link of its kind', () => {
    const { store, does, lookup } = setUp();
    lookup('failed');
    store.linksFound([link(1, 'email', { href: '' })]);
    store.linkClicked(1);
    expect(does.openUrl).toHaveBeenCalledExactlyOnceWith('https://www.example.com/default-email', 'self');
  });

  it('[SH-093] on a scheduler link pass on its attributes', () => {
    const { store, does, lookup } = setUp();
    lookup('fetched');
    store.linksFound([link(1, 'scheduler', { focusArea: 'data', purpose: 'demo', resource: 'r-7' })]);
    store.linkClicked(1);
    expect(does.showScheduler).toHaveBeenCalledExactlyOnceWith(
      { focusArea: 'data', purpose: 'demo', resource: 'r-7' },
      1,
    );
  });
});
