import { describe, expect, it, vi } from 'vitest';
import type { PageLink } from '../../../bridge/records.ts';
import { createLinkClicks } from '../../../frame/contact/links/linkClicks.ts';
import { createLinksUpdate } from '../../../frame/contact/links/linksUpdate.ts';
import { translatedWords } from '../../../frame/contact/links/translatedWords.ts';
import type { LookupStatus } from '../../../frame/contact/store.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createFakeClock, settle } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

const link = (kind: string, more: Partial<PageLink> = {}): PageLink => ({
  kind,
  href: `https://www.example.com/${kind}`,
  focusArea: '',
  purpose: '',
  resource: '',
  ...more,
});

function setUp() {
  const clock = createFakeClock();
  const lifetime = createLifetime();
  const log = createFakeLog();
  const page = {
    kinds: [] as readonly string[],
    lookup: 'fetched' as LookupStatus,
    locale: { languageCode: 'en', regionCode: 'US' },
    isSales: false,
    ownText: undefined as string | undefined,
  };
  const host = {
    setLinks: vi.fn(async (_wordings: Readonly<Record<string, string>>, _taken: readonly string[]) => {}),
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
    kinds: () => page.kinds,
    locale: () => page.locale,
    isSalesWording: () => page.isSales,
    findText: (): string | undefined => page.ownText,
  };
  const loadWords = vi.fn(async () => translatedWords);
  const update = createLinksUpdate(ports, loadWords);
  const found = (...kinds: readonly string[]) => {
    page.kinds = kinds;
    update();
  };
  /** The wordings that the page has. */
  const wordings = () => host.setLinks.mock.lastCall?.[0] ?? {};
  const taken = () => host.setLinks.mock.lastCall?.[1] ?? [];
  const lookup = (status: LookupStatus) => {
    page.lookup = status;
    update();
    clicks.lookupChanged();
  };
  return { clock, lifetime, log, page, host, does, found, wordings, taken, update, clicks, lookup, loadWords };
}

describe('wording', () => {
  it('[SH-087] is set for every kind and its text-only form, which the page may add at any time, and for no other', async () => {
    const { found, page, wordings } = setUp();
    page.locale = { languageCode: 'de', regionCode: 'DE' };
    found('chat', 'contact-text', 'demo', '');
    await settle();
    const chat = 'Chat starten';
    const contact = 'Sprechen Sie mit uns';
    expect(wordings()).toMatchObject({ chat, 'chat-link': chat, 'chat-text': chat, contact, 'contact-text': contact });
    expect(Object.keys(wordings())).toHaveLength(15);
  });

  it('[SH-087][F-PG4] downloads no other language for an English page', async () => {
    const { found, wordings, loadWords } = setUp();
    found('contact');
    await settle();
    expect(wordings().contact).toBe("Let's talk");
    expect(loadWords).not.toHaveBeenCalled();
  });

  it.each([[[]], [['demo', '']]])(
    '[SH-086][F-PG4] downloads no language and calls no page for a page without contact links: %j',
    async (kinds) => {
      const { found, page, host, loadWords } = setUp();
      page.locale = { languageCode: 'de', regionCode: 'DE' };
      found(...kinds);
      await settle();
      expect(loadWords).not.toHaveBeenCalled();
      expect(host.setLinks).not.toHaveBeenCalled();
    },
  );

  it('[SH-012] is not set when its language arrives after the end', async () => {
    const { found, page, host, lifetime } = setUp();
    page.locale = { languageCode: 'de', regionCode: 'DE' };
    found('chat');
    host.setLinks.mockClear();
    lifetime.end();
    await settle();
    expect(host.setLinks).not.toHaveBeenCalled();
  });

  it('[SH-087] stays the page’s own while the words cannot be downloaded; the next change tries again', async () => {
    const { found, page, loadWords, log, wordings, taken } = setUp();
    page.locale = { languageCode: 'de', regionCode: 'DE' };
    loadWords.mockRejectedValueOnce(new Error('offline'));
    found('contact');
    await settle();
    expect(wordings()).toEqual({});
    expect(taken()).toContain('contact');
    expect(log.warnings).toHaveLength(1);
    found('contact');
    await settle();
    expect(wordings().contact).toBe('Sprechen Sie mit uns');
  });

  it('[SH-087][F-SE24] of a contact service with a very long text is as short as the page shows it, so that the loader reads the call', async () => {
    const { found, page, host, wordings } = setUp();
    page.ownText = 'x'.repeat(5_000);
    found('chat');
    await settle();
    expect(wordings().chat).toBe('x'.repeat(200));
    expect(JSON.stringify(host.setLinks.mock.lastCall).length).toBeLessThan(10_000);
  });

  it('[SH-087] changes with the locale', async () => {
    const { found, page, update, wordings } = setUp();
    found('chat');
    await settle();
    page.locale = { languageCode: 'ja', regionCode: 'JP' };
    update();
    await settle();
    expect(wordings()).toMatchObject({ chat: 'チャットで相談', email: 'メールを送る' });
  });

  it('[SH-088] is the sales wording when the experiment requires it', async () => {
    const { found, page, wordings } = setUp();
    page.isSales = true;
    found('phone', 'email-link', 'chat-text');
    await settle();
    expect(wordings()).toMatchObject({
      phone: 'Call sales',
      'email-link': 'Email sales',
      'chat-text': 'Chat with sales',
    });
  });

  it('[SH-087] takes one call for all kinds, and none when nothing changed', async () => {
    const { found, host, lookup } = setUp();
    found('chat', 'email-link', 'demo');
    await settle();
    lookup('fetching');
    lookup('fetched');
    found('phone', 'email-link', 'another');
    await settle();
    expect(host.setLinks).toHaveBeenCalledOnce();
  });
});

describe('clicks', () => {
  it.each(['notStarted', 'fetching', 'fetched', 'failed', 'invalid'] as const)(
    '[SH-083][SH-086][SH-089][SH-090] with the lookup %s are taken on kinds that lead to the widget',
    (status) => {
      const { found, taken, lookup } = setUp();
      lookup(status);
      found('chat', 'demo', '');
      const kinds = ['chat', 'contact', 'email', 'phone', 'scheduler'];
      expect(taken()).toEqual(kinds.flatMap((kind) => [kind, `${kind}-link`]));
    },
  );

  it('[SH-094] on a chat link start chat immediately and show the pane after 400 ms', async () => {
    const { clicks, clock, does } = setUp();
    clicks.clicked(link('chat'));
    expect(does.startChat).toHaveBeenCalledOnce();
    await clock.advance(399);
    expect(does.showPane).not.toHaveBeenCalled();
    expect(clicks.isPaneDue()).toBe(true);
    await clock.advance(1);
    expect(does.showPane).toHaveBeenCalledOnce();
    expect(clicks.isPaneDue()).toBe(false);
  });

  it('[SH-094] on a chat link do not reopen a pane that was hidden meanwhile, and leave no timer at the end', async () => {
    const { clicks, clock, does, lifetime } = setUp();
    clicks.clicked(link('chat'));
    clicks.paneHidden();
    await clock.advance(400);
    expect(does.showPane).not.toHaveBeenCalled();
    clicks.clicked(link('chat'));
    lifetime.end();
    expect(clock.pending).toBe(0);
  });

  it('[SH-091] wait while fetching and are replayed after the lookup, once per link', () => {
    const { clicks, does, lookup } = setUp();
    lookup('fetching');
    for (const kind of ['contact', 'contact', 'scheduler', 'contact']) clicks.clicked(link(kind));
    clicks.clicked(link('contact', { href: 'https://www.example.com/other' }));
    expect(does.showPane).not.toHaveBeenCalled();
    lookup('fetched');
    expect(does.showPane).toHaveBeenCalledTimes(2);
    expect(does.showScheduler).toHaveBeenCalledExactlyOnceWith(undefined);
    lookup('fetched');
    expect(does.showPane).toHaveBeenCalledTimes(2);
  });

  it("[SH-091] follow the link's own address when the lookup fails", () => {
    const { clicks, does, lookup } = setUp();
    lookup('fetching');
    clicks.clicked(link('contact'));
    lookup('failed');
    expect(does.openUrl).toHaveBeenCalledExactlyOnceWith('https://www.example.com/contact', 'self');
    expect(does.showPane).not.toHaveBeenCalled();
  });

  it.each(['', 'https://www.example.com/#', 'javascript:call()'])(
    '[SH-083][SH-090][F-SH2] on a link to "%s", which leads nowhere by itself, follow the default link of its kind',
    (href) => {
      const { clicks, does, lookup } = setUp();
      lookup('failed');
      clicks.clicked(link('email', { href }));
      expect(does.openUrl).toHaveBeenCalledExactlyOnceWith('https://www.example.com/default-email', 'self');
    },
  );

  it('[SH-093] on a scheduler link pass on its attributes', () => {
    const { clicks, does } = setUp();
    clicks.clicked(link('scheduler', { focusArea: 'data', purpose: 'demo', resource: 'r-7' }));
    const named = { focusArea: 'data', purpose: 'demo', resource: 'r-7' };
    expect(does.showScheduler).toHaveBeenCalledExactlyOnceWith(named);
  });
});
