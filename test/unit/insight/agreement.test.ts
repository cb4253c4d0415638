import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { composeAgreement } from '../../../frame/compose/agreement.ts';
import { consentDeployment } from '../../../frame/insight/consentDeployment.ts';
import { createConsentStore } from '../../../frame/insight/consentStore.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { type FrameKey, frameKeys } from '../../../frame/platform/storage.ts';
import type { Widget } from '../../../frame/widget.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
import { createFakeBrowser, createFakeStorage } from '../../support/fakeStorage.ts';

const revoked = vi.fn();
const deployment = v.parse(consentDeployment, { mayAsk: true });

beforeEach(() => {
  revoked.mockClear();
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    revoked(url, JSON.parse(body));
    return new Response(null, { status: 204 });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A page in Germany whose banner has given this answer. Pages with the same browser and session follow each other in a tab. */
function openPage({
  answer = null as string | null,
  config = undefined as unknown,
  forced = {},
  browser = createFakeBrowser(),
  session = new Map<string, string>(),
} = {}) {
  const clock = createFakeClock();
  const lifetime = createLifetime();
  const storage = createFakeStorage(browser, session);
  const page = { answer, config };
  const removed: string[] = [];
  const consent = createConsentStore({
    ...{ clock, lifetime, deployment, forced },
    store: { read: async () => page.answer },
    country: () => 'DE',
    config: () => page.config,
  });
  const agreement = composeAgreement({
    ...{ clock, lifetime, storage, consent, log: createFakeLog() },
    hostStore: { remove: async (name: string) => void removed.push(name) },
    deployment: {
      consent: { mayAsk: true },
      identity: { brokerHosts: ['https://broker.example'], revokePath: '/revoke' },
    },
  } as unknown as Widget);
  return {
    ...{ clock, storage, browser, session, consent, agreement, removed },
    /** The page's banner and its own tool answer, and the frame reads it. */
    async answers(text: string | null, tool?: boolean): Promise<void> {
      page.answer = text;
      page.config = tool === undefined ? undefined : { consent: { chat: tool } };
      await clock.advance(1_000);
      await consent.refresh();
      if (consent.isChatRefused()) agreement.chatRefused();
    },
  };
}

const mayChat = ({ consent }: ReturnType<typeof openPage>): boolean => consent.isAllowed('chat');

describe('an agreement in the pane', () => {
  it('[F-SH3][SH-111] ends with the next answer of the banner, also if the banner later has the same answer again', async () => {
    const page = openPage();
    await page.answers('0:');
    page.agreement.agreeToChat();
    expect(mayChat(page)).toBe(true);
    await page.answers('2:');
    expect(mayChat(page)).toBe(true);
    await page.answers('0:');
    expect(mayChat(page)).toBe(false);
    expect(page.storage.read('cm-consent')).toBeUndefined();
  });

  it('[F-SH3][SH-111] waits for a banner or a tool that answers late on the next page', async () => {
    const page = openPage();
    await page.answers('0:', false);
    page.agreement.agreeToChat();
    const next = openPage(page);
    await next.answers(null);
    await next.answers('0:');
    expect(mayChat(next)).toBe(false);
    await next.answers('0:', false);
    expect(mayChat(next)).toBe(true);
  });

  it.each(['null', '7', '"x"', '{}', '["0:"'])('[F-SH3] is none if the entry is %s', async (text) => {
    const page = openPage();
    page.storage.write('cm-consent', text);
    await page.answers('0:');
    expect(mayChat(page)).toBe(false);
  });
});

describe('a refusal of chat', () => {
  const chatKeys = (Object.keys(frameKeys) as FrameKey[]).filter(
    (key) =>
      !/^cm-(sound|closed|locale|form|outbox-form|marketing|variations|consent|deleted|tab-deleted|left|tab-left|proactive|offers)/.test(
        key,
      ),
  );

  /** A page with an entry under every key. */
  function fill(options: Parameters<typeof openPage>[0] = {}) {
    const page = openPage(options);
    for (const key of Object.keys(frameKeys) as FrameKey[]) {
      if (key !== 'cm-consent') page.storage.write(key, { epoch: 'e', value: `token in ${key}` }, 'x');
    }
    for (const key of ['cm-visitor', 'cm-tab-visitor', 'cm-tab'] as const) page.storage.write(key, 'x');
    return page;
  }
  const stored = ({ browser, session }: ReturnType<typeof openPage>): readonly string[] => [
    ...new Set([...browser.local.keys(), ...session.keys()].map((name) => name.split('.')[0] ?? '')),
  ];

  it('[SH-111][F-SE13] removes all data of the chat and nothing else, and revokes the tokens', async () => {
    const page = fill();
    await page.answers('0:');
    await page.clock.advance(9_000);
    expect(stored(page)).toEqual(expect.arrayContaining(chatKeys));
    await page.clock.advance(1_000);
    expect(stored(page).toSorted()).toEqual(
      Object.keys(frameKeys)
        .filter((key) => key !== 'cm-consent' && !chatKeys.includes(key as FrameKey))
        .toSorted(),
    );
    expect(page.removed).toEqual(['areUnreadsSeen', 'cm-async-areUnreadsSeen']);
    await vi.waitFor(
      () =>
        expect(revoked.mock.calls).toEqual([
          ['https://broker.example/revoke', { tokens: ['token in cm-profile', 'token in cm-profile-guest'] }],
        ]),
      10_000,
    );
  });

  it.each<[string, Parameters<typeof openPage>[0], string | null]>([
    ['the visitor has not answered', {}, null],
    ['the answer cannot be read', {}, 'yes please'],
    ['only the address refuses it', { forced: { chat: false } }, '2:'],
    ['the address allows it', { forced: { chat: true } }, '0:'],
  ])('[SH-111] removes nothing if %s', async (_, options, answer) => {
    const page = fill(options);
    const before = stored(page);
    await page.answers(answer);
    await page.clock.advance(60_000);
    expect(stored(page)).toEqual(before);
    expect(revoked).not.toHaveBeenCalled();
  });

  it.each<[string, (page: ReturnType<typeof openPage>) => unknown]>([
    ['the page’s own tool answers late', (page) => page.answers('0:', true)],
    ['the banner has another answer', (page) => page.answers('2:')],
    ['the visitor agrees in the pane', (page) => page.agreement.agreeToChat()],
  ])('[SH-111] removes nothing if %s within 10 s', async (_, allow) => {
    const page = fill();
    await page.answers('0:');
    await page.clock.advance(5_000);
    await allow(page);
    await page.clock.advance(60_000);
    expect(stored(page)).toEqual(expect.arrayContaining(chatKeys));
  });
});
