import { describe, expect, it } from 'vitest';
import { createCardState } from '../../../frame/outreach/cardStore.ts';
import { createInApp } from '../../../frame/outreach/inApp.ts';
import { findInAppSdk, type InAppSdk } from '../../../frame/outreach/inAppSdk.ts';
import { createNotificationStore } from '../../../frame/outreach/notificationStore.ts';
import { createStageStore } from '../../../frame/outreach/stageStore.ts';
import { settle } from '../../support/fakeClock.ts';
import { createFakeOutreach, type OutreachSetUp } from '../../support/fakeOutreach.ts';

const message = {
  message: 'Databases now resize themselves.',
  header: 'New',
  triggerId: 't1',
  clickAction: 'URI',
  uri: 'https://www.northwind.example/new',
  openTarget: 'BLANK',
  dismissType: 'SWIPE',
  extras: { campaignId: 'c1' },
  buttons: [
    { text: 'Not now', clickAction: 'NONE' },
    { text: 'Chat', clickAction: 'URI', uri: '#Chat' },
  ],
};

/** A fake SDK with the given subscription method. `push` delivers a message; `logged` lists the events that were logged. */
function createFakeSdk(kind: 'single' | 'array', overrides: Partial<InAppSdk> = {}) {
  const calls: string[] = [];
  const logged: unknown[][] = [];
  let receive: (message: unknown) => unknown = () => undefined;
  const sdk: InAppSdk = {
    initialize: (apiKey, options) => {
      calls.push(`initialize ${apiKey} ${String(options.baseUrl)}`);
      return true;
    },
    openSession: () => void calls.push('openSession'),
    logInAppMessageImpression: (...args) => logged.push(['impression', ...args]),
    logInAppMessageClick: (...args) => logged.push(['click', ...args]),
    logInAppMessageButtonClick: (...args) => logged.push(['button', ...args]),
    removeSubscription: (id) => void calls.push(`remove ${id}`),
    destroy: () => void calls.push('destroy'),
    wipeData: () => void calls.push('wipe'),
    ...(kind === 'single'
      ? {
          subscribeToInAppMessage: (given: (message: unknown) => void) => {
            calls.push('subscribe');
            receive = given;
            return 's1';
          },
        }
      : {
          subscribeToNewInAppMessages: (given: (messages: unknown) => unknown[]) => {
            calls.push('subscribe');
            receive = (message) => given([message]);
            return 's1';
          },
        }),
    ...overrides,
  };
  return { sdk, calls, logged, push: (message: unknown) => receive(message) };
}

async function start(
  kind: 'single' | 'array' = 'single',
  setUp: OutreachSetUp = {},
  overrides: Partial<InAppSdk> = {},
) {
  const fake = createFakeOutreach({
    deployment: {
      inApp: {
        enabled: true,
        scriptUrl: 'https://x.example/sdk.js',
        apiKey: 'key',
        hosts: { prod: ['https://iam.example'] },
      },
    },
    ...setUp,
  });
  const { ports, lifetime, log, facts, tab } = fake;
  const state = createCardState();
  const stage = createStageStore(
    {
      log,
      lifetime,
      scene: () => facts,
      takeTurn: tab.takeTurn,
      prepare: async () => true,
    },
    state,
  );
  const notifications = createNotificationStore({ ...ports, stage, startChat: ports.chat.start });
  const fakeSdk = createFakeSdk(kind, overrides);
  const inApp = createInApp({
    ...ports,
    settings: ports.deployment.inApp,
    notifications,
    loadSdk: async () => fakeSdk.sdk,
  });
  await inApp.start();
  return {
    ...fake,
    ...fakeSdk,
    stage,
    content: () => (state.card?.kind === 'notification' ? state.card.content : undefined),
    async push(message: unknown): Promise<unknown> {
      const returned = fakeSdk.push(message);
      await settle();
      return returned;
    },
  };
}

describe.each(['single', 'array'] as const)('in-app messages (subscription: %s)', (kind) => {
  it('[SH-148] initialise the SDK, subscribe, then open a session', async () => {
    const page = await start(kind);
    expect(page.calls).toEqual(['initialize key https://iam.example', 'subscribe', 'openSession']);
  });

  it('[SH-148] are shown as notifications, and log the impression and the button click with the button first', async () => {
    const page = await start(kind);
    await page.push(message);
    expect(page.content()).toMatchObject({
      type: 'chat note',
      source: 'in-app',
      nurtureType: 'in-app',
      headingText: 'New',
      bodyText: message.message,
      clickAction: 'url',
      openURLinNewTab: true,
      extraData: { campaignId: 'c1', triggerId: 't1' },
      buttons: [
        { buttonText: 'Not now', clickAction: 'close' },
        { buttonText: 'Chat', clickAction: 'chat', buttonHref: '' },
      ],
    });
    page.stage.act(1);
    await page.clock.advance(1_000);
    expect(page.logged).toEqual([
      ['impression', message],
      ['button', message.buttons[1], message],
    ]);
    expect(page.actions).toEqual(['chat']);
  });

  it('[SH-148] log a click on the body once', async () => {
    const page = await start(kind);
    await page.push(message);
    page.stage.act();
    page.stage.act();
    await page.clock.advance(1_000);
    expect(page.logged).toEqual([
      ['impression', message],
      ['click', message],
    ]);
    expect(page.actions).toEqual(['open tab https://www.northwind.example/new']);
  });

  it('[SH-133][SH-152] open an address in the page’s own window unless they request a new tab', async () => {
    const page = await start(kind);
    await page.push({ ...message, openTarget: 'NONE' });
    page.stage.act();
    expect(page.actions).toEqual(['open self https://www.northwind.example/new']);
  });

  it('[SH-149] are shown only once per page', async () => {
    const page = await start(kind);
    await page.push(message);
    await page.push({ ...message, triggerId: 't2' });
    page.stage.close();
    await page.push({ ...message, triggerId: 't3' });
    await page.clock.advance(60_000);
    expect(page.content()).toBeUndefined();
    expect(page.logged).toHaveLength(1);
  });

  it('[SH-152] close on an action without an address, for example the news feed of older versions', async () => {
    const page = await start(kind);
    const feed = { text: 'News', clickAction: 'NEWS_FEED' };
    await page.push({ ...message, clickAction: 'NEWS_FEED', uri: undefined, buttons: [feed] });
    expect(page.content()).toMatchObject({
      clickAction: 'close',
      buttons: [{ buttonText: 'News', buttonHref: '', clickAction: 'close' }],
    });
  });

  it('[SH-150] wait for chat to become available if they start a chat', async () => {
    const page = await start(kind, { facts: { isChatAvailable: false } });
    await page.push({ ...message, uri: '#CHAT' });
    await page.clock.advance(600_000);
    expect(page.content()).toBeUndefined();
    expect(page.logged).toEqual([]);
    page.change({ isChatAvailable: true });
    await settle();
    expect(page.content()).toMatchObject({ isChat: true, clickAction: 'chat' });
  });

  it('[SH-149][SH-150] do not block others while they wait for chat, and are dropped once another was shown', async () => {
    const page = await start(kind, { facts: { isChatAvailable: false } });
    await page.push({ ...message, uri: '#chat', triggerId: 'waits' });
    const plain = { ...message, triggerId: 'plain', buttons: [] };
    await page.push(plain);
    expect(page.logged).toEqual([['impression', plain]]);
    page.stage.close();
    page.change({ isChatAvailable: true });
    await page.clock.advance(1_000);
    expect(page.content()).toBeUndefined();
    expect(page.logged).toHaveLength(1);
  });

  it('[SH-149] do not count as shown if they are displaced before', async () => {
    const page = await start(kind, { facts: { hasOverlay: true } });
    await page.push(message);
    page.stage.displaceAll(); // The pane opened.
    page.facts.hasOverlay = false;
    await page.push({ ...message, triggerId: 't2' });
    expect(page.content()).toMatchObject({ extraData: { triggerId: 't2' } });
    expect(page.logged).toHaveLength(1);
  });

  it.each([[''], [undefined], ['  ']])('[SH-151] count as control messages with the body %j', async (body) => {
    const page = await start(kind);
    const control = { ...message, message: body };
    await page.push(control);
    expect(page.content()).toBeUndefined();
    expect(page.logged).toEqual([['impression', control]]);
    await page.push(message);
    expect(page.content()).toBeDefined();
  });

  it('[SH-151] count as control messages if the SDK sets isControl', async () => {
    const page = await start(kind);
    await page.push({ ...message, isControl: true });
    expect(page.content()).toBeUndefined();
    expect(page.logged).toHaveLength(1);
  });
});

describe('in-app messages', () => {
  it('are never left to the vendor’s own display', async () => {
    const page = await start('array');
    expect(await page.push(message)).toEqual([]);
  });

  it('use the subscription for single messages if the SDK has both', async () => {
    const never = (): string => {
      throw new Error('must not be called');
    };
    const page = await start('single', {}, { subscribeToNewInAppMessages: never });
    expect(page.calls).toContain('subscribe');
    expect(page.log.warnings).toEqual([]);
  });

  it('are dropped if they are HTML', async () => {
    class HtmlMessage {
      message = '<b onclick=alert(1)>Hi</b>';
    }
    // Up to version 3, the classes are under `ab`.
    for (const classes of [{ HtmlMessage }, { ab: { HtmlMessage } }]) {
      const page = await start('single', {}, classes);
      await page.push(new HtmlMessage());
      expect(page.content()).toBeUndefined();
      expect(page.log.warnings).toHaveLength(1);
    }
  });

  it.each([
    [undefined],
    [null],
    ['x'],
    [7],
    [[]],
    [{ message: 'Hi', buttons: 'x', extras: 3, uri: {}, duration: 'x' }],
  ])('do not fail on the message %j', async (odd) => {
    const page = await start();
    await page.push(odd);
    expect(page.log.errors).toEqual([]);
  });

  it('with automatic dismissal fade after five seconds by default', async () => {
    const page = await start();
    await page.push({ ...message, dismissType: 'AUTO_DISMISS', uri: undefined, buttons: [] });
    await page.clock.advance(4_999);
    expect(page.content()).toBeDefined();
    await page.clock.advance(1);
    expect(page.content()).toBeUndefined();
  });

  it('[SH-177] are disabled with one warning if the SDK throws at the start', async () => {
    const page = await start(
      'single',
      {},
      {
        initialize: () => {
          throw new Error('SDK error');
        },
      },
    );
    expect(page.log.warnings).toHaveLength(1);
    expect(page.calls).toEqual([]);
  });

  it('are shown even if logging throws', async () => {
    const page = await start(
      'single',
      {},
      {
        logInAppMessageImpression: () => {
          throw new Error('SDK error');
        },
      },
    );
    await page.push(message);
    expect(page.content()).toBeDefined();
    expect(page.log.warnings).toHaveLength(1);
  });

  it('end with the widget', async () => {
    const page = await start();
    page.lifetime.end();
    expect(page.calls.slice(-2)).toEqual(['remove s1', 'destroy']);
    await page.push(message);
    expect(page.content()).toBeUndefined();
    expect(page.logged).toEqual([]);
  });

  it('[SH-111] delete the SDK’s stored data when consent is withdrawn', async () => {
    const page = await start();
    page.refused.add('inapp');
    page.lifetime.end(); // Outreach does this when consent is withdrawn.
    expect(page.calls.slice(-3)).toEqual(['remove s1', 'wipe', 'destroy']);
  });

  it('find the SDK by either global name, and ignore anything else with that name', () => {
    const { sdk } = createFakeSdk('single');
    expect(findInAppSdk({ braze: sdk })).toBe(sdk);
    expect(findInAppSdk({ appboy: sdk })).toBe(sdk);
    expect(findInAppSdk({ braze: document })).toBeUndefined();
    expect(findInAppSdk({ braze: { initialize: () => {} } })).toBeUndefined();
    expect(findInAppSdk({})).toBeUndefined();
  });
});

const document = { nodeName: '#document' };
