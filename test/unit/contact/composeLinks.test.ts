import { expect, it, vi } from 'vitest';
import type { PageLink } from '../../../bridge/records.ts';
import { composeLinks } from '../../../frame/compose/links.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createFakeClock, settle } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

const names = { focusArea: '', purpose: '', resource: '' };
const link: PageLink = { kind: 'contact', href: 'https://www.example.com/contact', ...names };
const button: PageLink = { kind: 'contact', href: '', ...names };

/** A page with contact links, after the lookup. */
function setUp() {
  const clock = createFakeClock();
  const page = {
    linkKinds: ['contact', 'chat-text', 'demo'],
    textLocale: { languageCode: 'en', regionCode: 'US' },
    isLocaleChosen: false,
    facts: { url: 'https://www.example.com/' },
  };
  const texts: Record<string, string> = {};
  const contact = { changed: (): void => {} };
  const host = { setLinks: vi.fn(), openUrl: vi.fn(async () => true) };
  const pane = { show: vi.fn() };
  const linkClicked = vi.fn();
  const downloads: { resolve(rooms: object): void; reject(error: Error): void }[] = [];
  const get = vi.fn(() => new Promise<object>((resolve, reject) => void downloads.push({ resolve, reject })));
  const core = {
    ...{ clock, host, pane, lifetime: createLifetime(), log: createFakeLog() },
    contact: {
      state: { status: 'fetched' },
      watch(listener: () => void) {
        contact.changed = listener;
        return () => {};
      },
    },
    settings: { textLocale: { languageCode: 'en', regionCode: 'US' } },
    page: { state: page },
    texts: { find: (_: string, key: string) => texts[key] },
    variationOf: () => undefined,
  } as unknown as Parameters<typeof composeLinks>[0];
  const links = composeLinks(core, () => ({ get }) as never);
  /** Ends all downloads of the rooms. */
  const arrive = (): void => {
    for (const { resolve } of downloads) resolve({ linkClicked });
  };
  const fail = (): void => {
    for (const { reject } of downloads) reject(new Error('offline'));
  };
  return { clock, host, pane, linkClicked, get, links, arrive, fail, page, texts, contact };
}

it('[SH-086] wording and taken kinds are sent in a later task than the one that may draw the pill', async () => {
  const { links, host, clock } = setUp();
  links.update();
  await settle();
  expect(host.setLinks).not.toHaveBeenCalled();
  await clock.advance(0);
  const wordings = expect.objectContaining({ contact: "Let's talk", 'chat-text': 'Chat with us' });
  // The wording is downloaded first.
  await vi.waitFor(() => expect(host.setLinks).toHaveBeenCalled());
  expect(host.setLinks).toHaveBeenCalledExactlyOnceWith(wordings, expect.arrayContaining(['contact']));
});

it('[SH-091] clicks while the rooms are downloaded are handled once per link, later ones each', async () => {
  const { links, linkClicked, arrive } = setUp();
  for (const clicked of [link, { ...link }, button, link]) links.clicked(clicked);
  arrive();
  await settle();
  expect(linkClicked.mock.calls).toEqual([[link], [button]]);
  links.clicked(link);
  arrive();
  await settle();
  expect(linkClicked).toHaveBeenCalledTimes(3);
});

it('[SH-173] without the rooms, a click opens the link’s address, or the pane if it has none', async () => {
  const { links, host, pane, fail } = setUp();
  links.clicked(link);
  fail();
  await settle();
  expect(host.openUrl).toHaveBeenCalledExactlyOnceWith('https://www.example.com/contact', 'self');
  links.clicked(button);
  fail();
  await settle();
  expect(pane.show).toHaveBeenCalledExactlyOnceWith({ takesFocus: true, byLink: true });
});

it.each(['#', 'https://www.example.com/before#', 'javascript:void(0)'])(
  '[SH-173][F-SH2] without the rooms, a click on a link to %s, which leads nowhere, opens the pane',
  async (href) => {
    const { links, host, pane, fail } = setUp();
    links.clicked({ ...link, href });
    fail();
    await settle();
    expect(host.openUrl).not.toHaveBeenCalled();
    expect(pane.show).toHaveBeenCalledExactlyOnceWith({ takesFocus: true, byLink: true });
  },
);

it('[F-SH36][SH-087] the service’s words for links stay when the visitor chooses another language, and on the next page in the page’s', async () => {
  const { host, clock, page, texts, contact } = setUp();
  const choose = async (languageCode: string, chat: string) => {
    texts.chat = chat;
    contact.changed();
    Object.assign(page, { textLocale: { languageCode, regionCode: 'XX' }, isLocaleChosen: languageCode !== '' });
    await clock.advance(0);
  };
  texts.chat = 'Ask an expert';
  contact.changed();
  await clock.advance(0);
  const ours = () => host.setLinks.mock.lastCall?.[0].chat;
  expect(ours()).toBe('Ask an expert');
  await choose('de', 'Fragen Sie uns');
  expect(ours()).toBe('Ask an expert');
  await choose('en', 'Ask a specialist');
  expect(ours()).toBe('Ask a specialist');
});
