import { expect, it, vi } from 'vitest';
import { composeLinks } from '../../../frame/compose/links.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createFakeClock, settle } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

/** A page with the link 1 to an address and the button 2, after the lookup. */
function setUp() {
  const clock = createFakeClock();
  const host = { setLinkText: vi.fn(), linkMode: vi.fn(), openUrl: vi.fn(async () => true) };
  const pane = { show: vi.fn() };
  const linkClicked = vi.fn();
  const downloads: { resolve(rooms: object): void; reject(error: Error): void }[] = [];
  const get = vi.fn(() => new Promise<object>((resolve, reject) => void downloads.push({ resolve, reject })));
  const found = [
    { id: 1, kind: 'contact', href: 'https://www.example.com/contact', isKept: false },
    { id: 2, kind: 'contact', href: '', isKept: false },
  ];
  const core = {
    ...{ clock, host, pane, lifetime: createLifetime(), log: createFakeLog() },
    contact: { state: { status: 'fetched' }, watch: () => () => {} },
    page: {
      state: {
        links: found,
        textLocale: { languageCode: 'en', regionCode: 'US' },
        facts: { url: 'https://www.example.com/' },
      },
    },
    texts: { find: () => undefined },
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
  return { clock, host, pane, linkClicked, get, links, found, arrive, fail };
}

it('[SH-086] wording and click targets are sent in a later task than the one that may draw the pill', async () => {
  const { links, host, clock } = setUp();
  links.update();
  await settle();
  expect(host.linkMode).not.toHaveBeenCalled();
  await clock.advance(0);
  expect(host.linkMode).toHaveBeenCalledExactlyOnceWith([1, 2]);
  expect(host.setLinkText).toHaveBeenCalledOnce();
});

it('[SH-091] clicks while the rooms are downloaded are handled once per link, later ones each', async () => {
  const { links, linkClicked, found, arrive } = setUp();
  for (const id of [1, 1, 2, 1]) links.clicked(id);
  arrive();
  await settle();
  expect(linkClicked.mock.calls).toEqual([[found[0]], [found[1]]]);
  links.clicked(1);
  arrive();
  await settle();
  expect(linkClicked).toHaveBeenCalledTimes(3);
});

it('[SH-086] a click is handled with what the page has told last about the link', async () => {
  const { links, linkClicked, found, arrive } = setUp();
  links.clicked(1);
  arrive();
  const changed = { ...found[0], kind: 'chat' };
  Object.assign(found, [changed]);
  await settle();
  links.clicked(1);
  arrive();
  await settle();
  expect(linkClicked.mock.calls.at(-1)).toEqual([changed]);
});

it('[SH-173] without the rooms, a click opens the link’s address, or the pane if it has none', async () => {
  const { links, host, pane, fail } = setUp();
  links.clicked(1);
  fail();
  await settle();
  expect(host.openUrl).toHaveBeenCalledExactlyOnceWith('https://www.example.com/contact', 'self');
  links.clicked(2);
  fail();
  await settle();
  expect(pane.show).toHaveBeenCalledExactlyOnceWith({ takesFocus: true, linkId: 2 });
});

it.each(['#', 'https://www.example.com/before#', 'javascript:void(0)'])(
  '[SH-173][F-SH2] without the rooms, a click on a link to %s, which leads nowhere, opens the pane',
  async (href) => {
    const { links, host, pane, fail, found } = setUp();
    Object.assign(found[0] as object, { href });
    links.clicked(1);
    fail();
    await settle();
    expect(host.openUrl).not.toHaveBeenCalled();
    expect(pane.show).toHaveBeenCalledExactlyOnceWith({ takesFocus: true, linkId: 1 });
  },
);

it('[SH-092] a click on a link that is no longer known opens the pane', () => {
  const { links, pane, get } = setUp();
  links.clicked(7);
  expect(pane.show).toHaveBeenCalledExactlyOnceWith({ takesFocus: true, linkId: 7 });
  expect(get).not.toHaveBeenCalled();
});
