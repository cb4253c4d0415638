import { describe, expect, it } from 'vitest';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createFrameStorage } from '../../../frame/platform/storage.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
import { createFakeBrowser, createFakeStorage } from '../../support/fakeStorage.ts';

describe('frame storage', () => {
  it('stores values as JSON in the area given by the registry', () => {
    const storage = createFakeStorage();
    expect(storage.write('cm-conversations', { id: 'c1' })).toBe(true);
    expect(storage.write('cm-draft', 'Hello', 'c1')).toBe(true);
    expect([...storage.areas.local]).toEqual([['cm-conversations', '{"id":"c1"}']]);
    expect([...storage.areas.session]).toEqual([['cm-draft.c1', '"Hello"']]);
    expect(storage.read('cm-conversations')).toEqual({ id: 'c1' });
    expect(storage.read('cm-draft', 'c1')).toBe('Hello');
    storage.remove('cm-draft', 'c1');
    expect(storage.read('cm-draft', 'c1')).toBeUndefined();
  });

  it('clears a key with all of its suffixes, and no other key', () => {
    const storage = createFakeStorage();
    for (const suffix of [undefined, 'a', 'b.c']) storage.write('cm-profile', 1, suffix);
    storage.write('cm-draft', 2);
    storage.clear('cm-profile');
    expect([...storage.areas.session.keys()]).toEqual(['cm-draft']);
  });

  it('reads an absent or broken entry as undefined', () => {
    const storage = createFakeStorage();
    storage.areas.local.set('cm-outbox', '{"broken');
    expect(storage.read('cm-outbox')).toBeUndefined();
    expect(storage.read('cm-conversations')).toBeUndefined();
  });

  const blocked: [string, (kind: 'local' | 'session') => Storage][] = [
    [
      'access throws',
      () => {
        throw new DOMException('denied', 'SecurityError');
      },
    ],
    ['the area is undefined', () => undefined as unknown as Storage],
    ['the area is null', () => null as unknown as Storage],
    ['the area has no methods', () => ({}) as Storage],
    [
      'every method throws',
      () => {
        const refuse = (): never => {
          throw new DOMException('full', 'QuotaExceededError');
        };
        return { getItem: refuse, setItem: refuse, removeItem: refuse } as unknown as Storage;
      },
    ],
  ];

  it.each(blocked)('[CSP-14] uses memory, with one warning, when %s', (_, area) => {
    const log = createFakeLog();
    const storage = createFrameStorage(area, log);
    expect(storage.read('cm-draft')).toBeUndefined();
    expect(storage.write('cm-draft', 'Hello')).toBe(false);
    expect(storage.read('cm-draft')).toBe('Hello');
    storage.remove('cm-draft');
    expect(storage.read('cm-draft')).toBeUndefined();
    expect(storage.isReadable('cm-draft')).toBe(false);
    expect(storage.suffixes('cm-draft')).toEqual([]);
    expect(log.warnings).toEqual([
      expect.stringMatching(/^Storage is not available\. Values are kept until the page is left\./),
    ]);
  });

  it('lists the suffixes of a key, and not those of a longer one', () => {
    const storage = createFakeStorage();
    expect(storage.suffixes('cm-outbox')).toEqual([]);
    for (const suffix of ['a', 'b.c']) storage.write('cm-outbox', 1, suffix);
    storage.write('cm-outbox', 1);
    storage.write('cm-ends', 1, 'd');
    expect(storage.suffixes('cm-outbox')).toEqual(['a', 'b.c']);
    expect(storage.isReadable('cm-outbox')).toBe(true);
    expect(createFakeStorage().isReadable('cm-outbox')).toBe(true);
  });

  it('forgets what memory has kept, so that what is stored counts again', () => {
    const browser = createFakeBrowser();
    const storage = createFakeStorage(browser);
    storage.write('cm-outbox', 'stored');
    browser.isRefusing = true;
    expect(storage.write('cm-outbox', 'kept')).toBe(false);
    expect(storage.read('cm-outbox')).toBe('kept');
    browser.isRefusing = false;
    expect(storage.read('cm-outbox')).toBe('kept');
    storage.forget('cm-outbox');
    expect(storage.read('cm-outbox')).toBe('stored');
  });

  it('reports what another tab changes, by key and suffix', () => {
    let change = (_: string | null): void => {};
    const storage = createFrameStorage(
      () => ({}) as Storage,
      createFakeLog(),
      (_, listener) => {
        change = listener;
      },
    );
    const seen: unknown[] = [];
    storage.onChange(createLifetime(), (...changed) => seen.push(changed));
    for (const name of ['cm-outbox', 'cm-outbox.a.b', 'cm-outbox-2', 'other', 'x.cm-outbox.']) change(name);
    expect(seen).toEqual([
      ['cm-outbox', undefined],
      ['cm-outbox', 'a.b'],
    ]);
    seen.length = 0;
    change(null);
    expect(seen).toContainEqual(['cm-outbox', undefined]);
    expect(seen).toContainEqual(['cm-draft', undefined]);
  });

  it('[CSP-14] keeps a value that does not fit in memory instead of reading the older stored one', () => {
    const stored = new Map<string, string>();
    let full = false;
    const storage = createFrameStorage(
      () =>
        ({
          getItem: (name: string) => stored.get(name) ?? null,
          setItem(name: string, value: string) {
            if (full) throw new DOMException('full', 'QuotaExceededError');
            stored.set(name, value);
          },
          removeItem: (name: string) => void stored.delete(name),
        }) as unknown as Storage,
      createFakeLog(),
    );
    storage.write('cm-draft', 'old');
    full = true;
    storage.write('cm-draft', 'new');
    expect(storage.read('cm-draft')).toBe('new');
  });
});
