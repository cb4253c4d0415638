import { expect, it, vi } from 'vitest';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { noticeWaitMs } from '../../../frame/scheduler/limits.ts';
import { showNotice } from '../../../frame/scheduler/privacyNotice.ts';
import type { VendorNotice } from '../../../frame/scheduler/vendorNotice.ts';
import { defaultLocale, type Locale } from '../../../frame/text/locale.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

const notice: VendorNotice = { title: 'Privacy', text: 'We keep little.', url: '' };

function show(whenNoticeReady?: (locale: Locale) => Promise<VendorNotice>) {
  const [clock, log] = [createFakeClock(), createFakeLog()];
  let locale = defaultLocale;
  const ports = { clock, log, lifetime: createLifetime(), textLocale: () => locale, whenNoticeReady };
  const state = { noticeAvailable: false, isNoticeBuiltIn: false, noticeLocale: '', vendorNotice: undefined };
  showNotice(ports, state);
  const showIn = (languageCode: string): void => {
    locale = { ...defaultLocale, languageCode };
    showNotice(ports, state);
  };
  return { ports, clock, log, state, showIn };
}

const shown = { noticeAvailable: true, isNoticeBuiltIn: false, noticeLocale: 'en-US', vendorNotice: notice };
const builtIn = { ...shown, isNoticeBuiltIn: true, vendorNotice: undefined };

it('[SC-091] without a vendor, the built-in notice is there at once', () => {
  expect(show().state).toEqual(builtIn);
});

it('[SC-091] the vendor’s notice is asked for once, and stays', async () => {
  const ask = vi.fn(async () => notice);
  const { ports, clock, state } = show(ask);
  await clock.advance(0);
  expect([state, clock.pending]).toEqual([shown, 0]);
  showNotice(ports, state);
  await clock.advance(noticeWaitMs);
  expect(ask).toHaveBeenCalledOnce();
  expect(state.vendorNotice).toBe(notice);
});

it('[SC-091] a notice that comes after five seconds does not replace the built-in one', async () => {
  let arrive = (_notice: VendorNotice): void => {};
  const { clock, state } = show(() => new Promise((resolve) => (arrive = resolve)));
  await clock.advance(noticeWaitMs - 1);
  expect(state.noticeAvailable).toBe(false);
  await clock.advance(1);
  expect(state).toEqual(builtIn);
  arrive(notice);
  await clock.advance(0);
  expect(state).toEqual(builtIn);
});

it('[SC-091] after a failure the built-in notice is there, and the log says why', async () => {
  const { clock, log, state } = show(() => Promise.reject(new Error('refused')));
  await clock.advance(0);
  expect(state).toEqual(builtIn);
  expect(JSON.stringify(log.warnings)).toContain('The privacy notice could not be loaded.');
});

it('[SC-091] in another language replaces the old one when it is there; a late answer for the old language does not', async () => {
  const answers = new Map<string, (notice: VendorNotice) => void>();
  const { clock, state, showIn } = show(
    ({ languageCode }) => new Promise((resolve) => answers.set(languageCode, resolve)),
  );
  showIn('de');
  answers.get('en')?.(notice);
  await clock.advance(0);
  expect(state.noticeAvailable).toBe(false);
  const german = { ...notice, text: 'Wir speichern wenig.' };
  answers.get('de')?.(german);
  await clock.advance(0);
  expect(state).toMatchObject({ noticeAvailable: true, vendorNotice: german });
  showIn('fr');
  expect(state).toMatchObject({ noticeAvailable: true, vendorNotice: german });
  await clock.advance(noticeWaitMs);
  expect(state).toEqual({ ...builtIn, noticeLocale: 'fr-US' });
});
