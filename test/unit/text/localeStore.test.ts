import { expect, it, vi } from 'vitest';
import type { Locale } from '../../../frame/text/locale.ts';
import { createLocaleStore } from '../../../frame/text/localeStore.ts';
import { settle } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

const enUs = { languageCode: 'en', regionCode: 'US' };
const deDe = { languageCode: 'de', regionCode: 'DE' };
const jaJp = { languageCode: 'ja', regionCode: 'JP' };
const list = [
  { ...enUs, regionNameDefault: 'United States', languageNameDefault: 'English' },
  { ...deDe, regionNameDefault: 'Germany', languageNameDefault: 'German' },
  { ...jaJp, regionNameDefault: 'Japan', languageNameDefault: 'Japanese' },
];

/** `fetchBundle` resolves to the locale of the bundle that was found, or to undefined for the wanted one. */
function setUp(fetchBundle = vi.fn(async (_: Locale): Promise<Locale | undefined> => undefined)) {
  const log = createFakeLog();
  const fetchKeys = vi.fn((): Promise<readonly Locale[]> => Promise.resolve([enUs, deDe]));
  const changeBundle = vi.fn(async (locale: Locale, isWanted: () => boolean) => {
    const found = await fetchBundle(locale);
    if (isWanted()) store.bundleShown(list, found ?? locale);
  });
  const store = createLocaleStore({ log, changeBundle, fetchKeys }, enUs);
  store.bundleShown(list, enUs);
  return { log, fetchKeys, changeBundle, store };
}

it('[SH-068] does not fetch again when the selected locale is chosen', async () => {
  const { store, changeBundle } = setUp();
  await store.choose({ languageCode: 'en', regionCode: 'us' });
  expect(changeBundle).not.toHaveBeenCalled();
});

it('[SH-068] fetches once when another locale is chosen', async () => {
  const { store, changeBundle } = setUp();
  await store.choose(deDe);
  expect(changeBundle).toHaveBeenCalledExactlyOnceWith(deDe, expect.any(Function), undefined);
  expect(store.state.current).toEqual(deDe);
  expect(store.state.currentOption?.regionName).toBe('Germany');
});

it('[SH-069] limits the list to the focus area when it is first opened, with one request', async () => {
  const { store, fetchKeys } = setUp();
  expect(store.state.options).toHaveLength(3);
  await store.listOpened();
  await store.listOpened();
  expect(store.state.options.map((option) => option.id)).toEqual(['en-US', 'de-DE']);
  expect(fetchKeys).toHaveBeenCalledOnce();
});

it('[SH-069] keeps the whole list when the focus-area lookup fails, and retries next time', async () => {
  const { store, fetchKeys, log } = setUp();
  fetchKeys.mockRejectedValueOnce(new Error('down'));
  await store.listOpened();
  expect(store.state.options).toHaveLength(3);
  expect(log.warnings).toHaveLength(1);
  await store.listOpened();
  expect(store.state.options).toHaveLength(2);
});

it('[SH-085][SH-167] shows the locale of the bundle that was found, not the chosen one', async () => {
  const { store } = setUp(vi.fn(async () => jaJp));
  await store.choose(deDe);
  expect(store.state).toMatchObject({ current: jaJp, phase: 'idle' });
  expect(store.state.currentOption?.regionName).toBe('Japan');
});

it('[SH-085] keeps the newest choice when answers arrive out of order', async () => {
  const answers = new Map<string, () => void>();
  const { store } = setUp(
    vi.fn(
      (locale: Locale) =>
        new Promise<undefined>((resolve) => answers.set(locale.languageCode, () => resolve(undefined))),
    ),
  );
  void store.choose(deDe);
  void store.choose(jaJp);
  answers.get('ja')?.();
  await settle();
  answers.get('de')?.();
  await settle();
  expect(store.state.current).toEqual(jaJp);
  expect(store.state.phase).toBe('idle');
});

it('[SH-085] cancels a running change when the current locale is chosen', async () => {
  let answer = (): void => {};
  const { store } = setUp(
    vi.fn(
      () =>
        new Promise<undefined>((resolve) => {
          answer = () => resolve(undefined);
        }),
    ),
  );
  void store.choose(deDe);
  await store.choose(enUs);
  answer();
  await settle();
  expect(store.state.current).toEqual(enUs);
});

it('[SH-174] keeps the old locale when the change fails, and reports the failure until the next choice', async () => {
  const { store, log } = setUp(vi.fn(() => Promise.reject(new Error('down'))));
  await store.choose(deDe);
  expect(store.state).toMatchObject({ current: enUs, phase: 'failed' });
  expect(log.warnings).toHaveLength(1);
  await store.choose(enUs);
  expect(store.state.phase).toBe('idle');
});

it('[SH-167] logs an error and has no current option when the current locale is not in the list', () => {
  const { store, log } = setUp();
  store.bundleShown(list, { languageCode: 'fr', regionCode: 'FR' });
  expect(store.state.currentOption).toBeUndefined();
  expect(log.errors).toHaveLength(1);
});
