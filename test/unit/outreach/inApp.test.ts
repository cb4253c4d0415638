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

/** A program of the vendor with the given subscription; `push` delivers messages, `calls` is what it was told. */
function createStand(kind: 'one' | 'many', overrides: Partial<InAppSdk> = {}) {
  const calls: string[] = [];
  const told: unknown[][] = [];
  let receive: (message: unknown) => unknown = () => undefined;
  const sdk: InAppSdk = {
    initialize: (apiKey, options) => {
      calls.push(`initialize ${apiKey} ${String(options.baseUrl)}`);
      return true;
    },
    openSession: () => void calls.push('openSession'),
    logInAppMessageImpression: (...args) => told.push(['impression', ...args]),
    logInAppMessageClick: (...args) => told.push(['click', ...args]),
    logInAppMessageButtonClick: (...args) => told.push(['button', ...args]),
    removeSubscription: (id) => void calls.push(`remove ${id}`),
    destroy: () => void calls.push('destroy'),
    wipeData: () => void calls.push('wipe'),
    ...(kind === 'one'
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
            receive = (one) => given([one]);
            return 's1';
          },
        }),
    ...overrides,
  };
  return { sdk, calls, told, push: (one: unknown) => receive(one) };
}

async function start(kind: 'one' | 'many' = 'one', setUp: OutreachSetUp = {}, overrides: Partial<InAppSdk> = {}) {
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
  const { ports, lifetime, log, sight, tab } = fake;
  const stage = createStageStore(
    {
      log,
      lifetime,
      scene: () => sight,
      takeTurn: tab.takeTurn,
      prepare: async () => true,
    },
    createCardState(),
  );
  const notifications = createNotificationStore({ ...ports, stage, startChat: ports.chat.start });
  const stand = createStand(kind, overrides);
  const inApp = createInApp({
    ...ports,
    settings: ports.deployment.inApp,
    notifications,
    loadSdk: async () => stand.sdk,
  });
  await inApp.start();
  return {
    ...fake,
    ...stand,
    stage,
    content: () => (stage.state.card?.kind === 'notification' ? stage.state.card.content : undefined),
    async push(one: unknown): Promise<unknown> {
      const left = stand.push(one);
      await settle();
      return left;
    },
  };
}

describe.each(['one', 'many'] as const)('in-app messages through the subscription of %s', (kind) => {
  it('[SH-148] initialises, subscribes, then opens a session', async () => {
    const page = await start(kind);
    expect(page.calls).toEqual(['initialize key https://iam.example', 'subscribe', 'openSession']);
  });

  it('[SH-148] are shown in our words, and logged: impression, click, button click with the button first', async () => {
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
    expect(page.told).toEqual([
      ['impression', message],
      ['button', message.buttons[1], message],
    ]);
    expect(page.done).toEqual(['chat']);
  });

  it('[SH-148] log a click on the body once', async () => {
    const page = await start(kind);
    await page.push(message);
    page.stage.act();
    page.stage.act();
    await page.clock.advance(1_000);
    expect(page.told).toEqual([
      ['impression', message],
      ['click', message],
    ]);
    expect(page.done).toEqual(['open tab https://www.northwind.example/new']);
  });

  it('[SH-133][SH-152] open an address in the page’s own window unless they ask for a new tab', async () => {
    const page = await start(kind);
    await page.push({ ...message, openTarget: 'NONE' });
    page.stage.act();
    expect(page.done).toEqual(['open self https://www.northwind.example/new']);
  });

  it('[SH-149] render one only', async () => {
    const page = await start(kind);
    await page.push(message);
    await page.push({ ...message, triggerId: 't2' });
    page.stage.close();
    await page.push({ ...message, triggerId: 't3' });
    await page.clock.advance(60_000);
    expect(page.content()).toBeUndefined();
    expect(page.told).toHaveLength(1);
  });

  it('[SH-152] close by an action without an address, as the news feed of older versions is one', async () => {
    const page = await start(kind);
    const feed = { text: 'News', clickAction: 'NEWS_FEED' };
    await page.push({ ...message, clickAction: 'NEWS_FEED', uri: undefined, buttons: [feed] });
    expect(page.content()).toMatchObject({
      clickAction: 'close',
      buttons: [{ buttonText: 'News', buttonHref: '', clickAction: 'close' }],
    });
  });

  it('[SH-150] hold a chat message back until chat is available', async () => {
    const page = await start(kind, { sight: { isChatAvailable: false } });
    await page.push({ ...message, uri: '#CHAT' });
    await page.clock.advance(600_000);
    expect(page.content()).toBeUndefined();
    expect(page.told).toEqual([]);
    page.look({ isChatAvailable: true });
    await settle();
    expect(page.content()).toMatchObject({ isChat: true, clickAction: 'chat' });
  });

  it('[SH-149][SH-150] a chat message that waits for chat keeps no other back, and comes no more after it', async () => {
    const page = await start(kind, { sight: { isChatAvailable: false } });
    await page.push({ ...message, uri: '#chat', triggerId: 'waits' });
    const plain = { ...message, triggerId: 'plain', buttons: [] };
    await page.push(plain);
    expect(page.told).toEqual([['impression', plain]]);
    page.stage.close();
    page.look({ isChatAvailable: true });
    await page.clock.advance(1_000);
    expect(page.content()).toBeUndefined();
    expect(page.told).toHaveLength(1);
  });

  it('[SH-149] a message that was closed before it was seen does not count as rendered', async () => {
    const page = await start(kind, { sight: { isTyping: true } });
    await page.push(message);
    page.stage.displaceAll(); // The pane opened.
    page.sight.isTyping = false;
    await page.push({ ...message, triggerId: 't2' });
    expect(page.content()).toMatchObject({ extraData: { triggerId: 't2' } });
    expect(page.told).toHaveLength(1);
  });

  it.each([[''], [undefined], ['  ']])(
    '[SH-151] take a message with the body %j for a control message',
    async (body) => {
      const page = await start(kind);
      const control = { ...message, message: body };
      await page.push(control);
      expect(page.content()).toBeUndefined();
      expect(page.told).toEqual([['impression', control]]);
      await page.push(message);
      expect(page.content()).toBeDefined();
    },
  );

  it('[SH-151] believe a program that says control', async () => {
    const page = await start(kind);
    await page.push({ ...message, isControl: true });
    expect(page.content()).toBeUndefined();
    expect(page.told).toHaveLength(1);
  });
});

describe('in-app messages', () => {
  it('leave nothing for the vendor’s own display', async () => {
    const page = await start('many');
    expect(await page.push(message)).toEqual([]);
  });

  it('prefer the single subscription where both exist', async () => {
    const never = (): string => {
      throw new Error('not this one');
    };
    const page = await start('one', {}, { subscribeToNewInAppMessages: never });
    expect(page.calls).toContain('subscribe');
    expect(page.log.warnings).toEqual([]);
  });

  it('never show markup', async () => {
    class HtmlMessage {
      message = '<b onclick=alert(1)>Hi</b>';
    }
    // Up to version 3 the classes stand under `ab`.
    for (const classes of [{ HtmlMessage }, { ab: { HtmlMessage } }]) {
      const page = await start('one', {}, classes);
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
  ])('survive the message %j', async (odd) => {
    const page = await start();
    await page.push(odd);
    expect(page.log.errors).toEqual([]);
  });

  it('fade when they say so, after five seconds unless they name a time', async () => {
    const page = await start();
    await page.push({ ...message, dismissType: 'AUTO_DISMISS', uri: undefined, buttons: [] });
    await page.clock.advance(4_999);
    expect(page.content()).toBeDefined();
    await page.clock.advance(1);
    expect(page.content()).toBeUndefined();
  });

  it('[SH-177] that throw while starting only disable the feature, with one warning', async () => {
    const page = await start(
      'one',
      {},
      {
        initialize: () => {
          throw new Error('theirs');
        },
      },
    );
    expect(page.log.warnings).toHaveLength(1);
    expect(page.calls).toEqual([]);
  });

  it('whose logging throws are shown all the same', async () => {
    const page = await start(
      'one',
      {},
      {
        logInAppMessageImpression: () => {
          throw new Error('theirs');
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
    expect(page.told).toEqual([]);
  });

  it('[SH-111] leave nothing in the browser when the visitor refuses them later', async () => {
    const page = await start();
    page.refused.add('inapp');
    page.lifetime.end(); // As the room ends them.
    expect(page.calls.slice(-3)).toEqual(['remove s1', 'wipe', 'destroy']);
  });

  it('know the program by either name, and nothing else by it', () => {
    const { sdk } = createStand('one');
    expect(findInAppSdk({ braze: sdk })).toBe(sdk);
    expect(findInAppSdk({ appboy: sdk })).toBe(sdk);
    expect(findInAppSdk({ braze: document })).toBeUndefined();
    expect(findInAppSdk({ braze: { initialize: () => {} } })).toBeUndefined();
    expect(findInAppSdk({})).toBeUndefined();
  });
});

const document = { nodeName: '#document' };
