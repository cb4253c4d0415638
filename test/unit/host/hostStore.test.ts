import { describe, expect, it, vi } from 'vitest';
import * as hostKeys from '../../../bridge/hostKeys.ts';
import { cookieLifeS } from '../../../frame/host/cookieLife.ts';
import { parseCookieText } from '../../../frame/host/cookieText.ts';
import { createHostStore, parseCookieJson } from '../../../frame/host/hostStore.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

describe('cookie life', () => {
  it.each([
    ['0:', false, 31_449_600],
    ['2:', false, 31_449_600],
    ['', false, 31_449_600],
    ['0:', true, 31_449_600],
    [null, true, 31_449_600],
    [null, false, 82_800],
  ])(
    '[SH-112] with preferences %j, privacy-regulated %j, is %i seconds',
    (noticePreferences, isPrivacyRegulated, s) => {
      expect(cookieLifeS({ noticePreferences, isPrivacyRegulated })).toBe(s);
    },
  );

  it('[SH-112] is 364 days or 23/24 of a day', () => {
    expect([31_449_600, 82_800]).toEqual([364 * 86_400, (86_400 * 23) / 24]);
  });
});

function setUp(stored = new Map<string, string>()) {
  const log = createFakeLog();
  const host = {
    readStore: vi.fn(async (key: string): Promise<string | null> => stored.get(key) ?? null),
    writeStore: vi.fn(async (key: string, value: string | null, _maxAgeS?: number): Promise<boolean> => {
      if (value === null) stored.delete(key);
      else stored.set(key, value);
      return true;
    }),
  };
  return { log, host, stored, store: createHostStore({ host, log, cookieLifeS: () => 82_800 }) };
}

describe('the host store', () => {
  it('[SH-113] writes JSON cookies like existing pages', async () => {
    const { store, host } = setUp();
    await store.writeCookie(hostKeys.pillEvents, { hasSlideInAnimated: true });
    expect(host.writeStore).toHaveBeenCalledWith('cm-pill-events', '{"hasSlideInAnimated":true}', 82_800);
    expect(await store.readJson(hostKeys.pillEvents)).toEqual({ hasSlideInAnimated: true });
  });

  it('[SH-113] stores a string without quotes', async () => {
    const { store, stored } = setUp();
    await store.writeCookie(hostKeys.experimentVisitor, '1thcywh5oq5');
    expect(stored.get('optimizely-user-id')).toBe('1thcywh5oq5');
  });

  it('[SH-113] removes an entry', async () => {
    const { store, stored } = setUp();
    await store.writeCookie(hostKeys.proactiveState, { type: 'proactiveInvite', state: 1 });
    expect(stored.size).toBe(1);
    await store.remove(hostKeys.proactiveState);
    expect(stored.size).toBe(0);
  });

  it('[SH-176] falls back to memory, with one warning, when the page refuses to store', async () => {
    const { store, host, log } = setUp();
    host.writeStore.mockResolvedValue(false);
    await store.writeCookie(hostKeys.pillEvents, { hasSlideInAnimated: true });
    await store.writeCookie(hostKeys.proactiveState, { type: 'proactiveInvite', state: 1 });
    expect(await store.readJson(hostKeys.pillEvents)).toEqual({ hasSlideInAnimated: true });
    expect(await store.readJson(hostKeys.proactiveState)).toEqual({ type: 'proactiveInvite', state: 1 });
    await store.remove(hostKeys.proactiveState);
    expect(await store.read(hostKeys.proactiveState)).toBeNull();
    expect(log.warnings).toHaveLength(1);
  });

  it('[SH-176] falls back to memory when the bridge rejects or times out', async () => {
    const { store, host, log } = setUp();
    host.readStore.mockRejectedValue(new Error('BRIDGE_TIMEOUT'));
    host.writeStore.mockRejectedValue(new Error('BRIDGE_TIMEOUT'));
    expect(await store.read(hostKeys.unreadsSeen)).toBeNull();
    await store.writeCookie(hostKeys.unreadsSeen, 'true');
    expect(await store.read(hostKeys.unreadsSeen)).toBe('true');
    expect(log.warnings).toHaveLength(1);
  });

  it('[SH-176] reads from the page again after a successful write', async () => {
    const { store, host } = setUp();
    host.writeStore.mockResolvedValueOnce(false);
    await store.writeCookie(hostKeys.unreadsSeen, 'false');
    await store.writeCookie(hostKeys.unreadsSeen, 'true');
    await store.read(hostKeys.unreadsSeen);
    expect(host.readStore).toHaveBeenCalled();
  });
});

describe('cookie values of real pages', () => {
  it.each([
    ['{"type":"proactiveInvite","state":-1}', { type: 'proactiveInvite', state: -1 }],
    ['{%22type%22:%22proactiveInvite%22%2C%22state%22:-1}', { type: 'proactiveInvite', state: -1 }],
    ['%22IBMid-50YTYC81B4%22', 'IBMid-50YTYC81B4'],
  ])('[SH-113] %s is parsed as JSON', (text, value) => {
    expect(parseCookieJson(text)).toEqual(value);
  });

  it.each([null, '', '{', '%', '%E0%A4%A', 'undefined'])('[SH-113] %j is not JSON and counts as absent', (text) => {
    expect(parseCookieJson(text)).toBeUndefined();
  });

  it('[SH-113] drops a __proto__ field', () => {
    const parsed = parseCookieJson('{"__proto__":{"state":1},"type":"x"}');
    expect(parsed).toEqual({ type: 'x' });
    expect((parsed as { state?: unknown }).state).toBeUndefined();
  });

  it.each([
    ['%2250YTYC81B4%22', '50YTYC81B4'],
    ['"50YTYC81B4"', '50YTYC81B4'],
    ['1thcywh5oq5', '1thcywh5oq5'],
    ['null', undefined],
    ['', undefined],
    [null, undefined],
  ])('[SH-113] the id in %j is %j', (text, id) => {
    expect(parseCookieText(text)).toBe(id);
  });
});
