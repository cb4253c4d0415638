import { describe, expect, it } from 'vitest';
import { createCardState } from '../../../frame/outreach/cardStore.ts';
import { createNotification, type Notification } from '../../../frame/outreach/notification.ts';
import { createNotificationStore } from '../../../frame/outreach/notificationStore.ts';
import { createStageStore } from '../../../frame/outreach/stageStore.ts';
import { settle } from '../../support/fakeClock.ts';
import { createFakeOutreach, type OutreachSetUp } from '../../support/fakeOutreach.ts';

async function start(setUp: OutreachSetUp = {}) {
  const fake = createFakeOutreach(setUp);
  const { clock, lifetime, log, ports, facts, tab } = fake;
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
  const store = createNotificationStore({
    clock,
    lifetime,
    log,
    stage,
    host: ports.host,
    page: ports.page,
    startChat: ports.chat.start,
    firstName: ports.firstName,
  });
  const events: string[] = [];
  return {
    ...fake,
    state,
    stage,
    store,
    events,
    shown: () => (state.card?.kind === 'notification' ? state.card.content.id : undefined),
    async queue(fields: Partial<Notification> & { id: string }): Promise<boolean> {
      const isNew = store.queue(
        createNotification({
          bodyText: 'A word from us',
          callbackMap: {
            onShown: () => void events.push(`${fields.id} shown`),
            onClick: () => void events.push(`${fields.id} click`),
            onButton: (index) => void events.push(`${fields.id} button ${index}`),
            onDone: (outcome, answer) => void events.push(`${fields.id} ${outcome} ${answer ?? ''}`.trim()),
          },
          ...fields,
        }),
      );
      await settle();
      return isNew;
    },
    paneOpens(): void {
      facts.isPaneShown = true;
      store.closeAllWaiting();
      stage.displaceAll();
    },
    async paneCloses(): Promise<void> {
      facts.isPaneShown = false;
      stage.sceneChanged();
      await settle();
    },
  };
}

const button = { buttonText: 'Go', buttonHref: 'https://a.example', clickAction: 'url', closeOnAccept: true } as const;

describe('notifications', () => {
  it('[SH-129] are shown one at a time, in order', async () => {
    const page = await start();
    await page.queue({ id: 'one' });
    await page.queue({ id: 'two' });
    expect(page.shown()).toBe('one');
    page.stage.close();
    await settle();
    expect(page.shown()).toBe('two');
    expect(page.store.list.renderedIds).toEqual(['one', 'two']);
  });

  it('[SH-129] are shown only while the pane is hidden', async () => {
    const page = await start({ facts: { isPaneShown: true } });
    await page.queue({ id: 'one' });
    expect(page.shown()).toBeUndefined();
    await page.paneCloses();
    expect(page.shown()).toBe('one');
  });

  it('[SH-130] are all closed without an answer when the pane opens', async () => {
    const page = await start();
    await page.queue({ id: 'one' });
    await page.queue({ id: 'two' });
    page.paneOpens();
    expect(page.store.list.all).toEqual([]);
    expect(page.events).toEqual(['one shown', 'two closed', 'one closed']);
    await page.paneCloses();
    expect(page.shown()).toBeUndefined();
  });

  it('[SH-132] close with the close button', async () => {
    const page = await start();
    await page.queue({ id: 'one' });
    page.stage.close();
    expect(page.events).toEqual(['one shown', 'one closed reject']);
    expect(page.store.list.outcomes).toEqual({ one: -2 });
  });

  it('[SH-132][SH-133] close on a click if their action is close', async () => {
    const page = await start();
    await page.queue({ id: 'one', clickAction: 'close' });
    page.stage.act();
    expect(page.shown()).toBeUndefined();
    expect(page.events).toEqual(['one shown', 'one click', 'one closed reject']);
    expect(page.actions).toEqual([]);
  });

  it('[SH-132] fade out after their time', async () => {
    const page = await start();
    await page.queue({ id: 'one', isAutoFadeOut: true, fadeOutTime: 8_000 });
    await page.clock.advance(7_999);
    expect(page.shown()).toBe('one');
    await page.clock.advance(1);
    expect(page.shown()).toBeUndefined();
    expect(page.events).toEqual(['one shown', 'one timeout']);
    expect(page.store.list.outcomes).toEqual({ one: -3 });
  });

  it('[A11Y-24] do not fade while the pointer or the focus is on them; the remaining time runs afterwards', async () => {
    const page = await start();
    await page.queue({ id: 'one', isAutoFadeOut: true, fadeOutTime: 8_000 });
    await page.clock.advance(5_000);
    page.stage.hold(true);
    await page.clock.advance(600_000);
    expect(page.shown()).toBe('one');
    page.stage.hold(false);
    await page.clock.advance(2_999);
    expect(page.shown()).toBe('one');
    await page.clock.advance(1);
    expect(page.shown()).toBeUndefined();
  });

  it('[SH-132] stay without auto fade-out', async () => {
    const page = await start();
    await page.queue({ id: 'one', fadeOutTime: 8_000 });
    await page.clock.advance(600_000);
    expect(page.shown()).toBe('one');
  });

  it('[SH-132] close 200 ms after a button was clicked, and ignore a second click', async () => {
    const page = await start();
    await page.queue({ id: 'one', buttons: [button] });
    page.stage.act(0);
    page.stage.act(0);
    await page.clock.advance(199);
    expect(page.shown()).toBe('one');
    await page.clock.advance(1);
    expect(page.shown()).toBeUndefined();
    expect(page.actions).toEqual(['open self https://a.example/']);
    expect(page.events).toEqual(['one shown', 'one button 0', 'one opened accept']);
  });

  it('[SH-132] stay after a click on a button that does not close', async () => {
    const page = await start();
    await page.queue({ id: 'one', buttons: [{ ...button, closeOnAccept: false }] });
    page.stage.act(0);
    await page.clock.advance(10_000);
    expect(page.shown()).toBe('one');
  });

  it.each([
    ['/pricing?a=1', 'open self https://www.northwind.example/pricing?a=1'],
    ['mailto:hello@northwind.example', 'open self mailto:hello@northwind.example'],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['https://', undefined],
  ])('[SH-133] with the address %s do: %s', async (url, action) => {
    const page = await start();
    await page.queue({ id: 'one', clickAction: 'url', url });
    page.stage.act();
    expect(page.actions).toEqual(action ? [action] : []);
    expect(page.log.warnings).toHaveLength(action ? 0 : 1);
    expect(page.shown()).toBeUndefined();
  });

  it('[SH-132][SH-144] count as accepted after a click on a button, even if they fade later', async () => {
    const page = await start();
    const button = { buttonText: 'Save', buttonHref: '', clickAction: 'url', closeOnAccept: false } as const;
    await page.queue({ id: 'one', buttons: [button], isAutoFadeOut: true, fadeOutTime: 3_000 });
    page.stage.act(0);
    await page.clock.advance(3_000);
    expect(page.events.at(-1)).toBe('one timeout accept');
  });

  it.each([
    ['chat', false, 'chat'],
    ['url', false, 'open self https://b.example/'],
    ['url', true, 'open tab https://b.example/'],
  ] as const)(
    '[SH-133] on a click with the action %s (new tab: %s) do: %s',
    async (clickAction, openURLinNewTab, action) => {
      const page = await start();
      await page.queue({ id: 'one', clickAction, openURLinNewTab, url: 'https://b.example' });
      page.stage.act();
      expect(page.actions).toEqual([action]);
      expect(page.shown()).toBeUndefined();
      expect(page.events).toEqual(['one shown', 'one click', 'one opened accept']);
    },
  );

  it('[SH-133] count as accepted when their chat opens the pane', async () => {
    const page = await start();
    const store = createNotificationStore({ ...page.ports, stage: page.stage, startChat: page.paneOpens });
    const events: string[] = [];
    store.queue(
      createNotification({
        id: 'one',
        bodyText: 'x',
        buttons: [{ ...button, clickAction: 'chat' }],
        callbackMap: { onDone: (outcome, answer) => void events.push(`${outcome} ${answer}`) },
      }),
    );
    await settle();
    page.stage.act(0);
    await page.clock.advance(1_000);
    expect(events).toEqual(['opened accept']);
  });

  it('[SH-134] show the first name, or drop the heading', async () => {
    const named = await start({ facts: { firstName: 'Ada' } });
    await named.queue({ id: 'one', headingText: 'Hi [name]' });
    expect(named.state.card).toMatchObject({ content: { headingText: 'Hi Ada' } });
    const unnamed = await start();
    await unnamed.queue({ id: 'one', headingText: 'Hi [name]' });
    expect(unnamed.state.card).toMatchObject({ content: { headingText: '', bodyText: 'A word from us' } });
  });

  it('are refused if no text is left to show', async () => {
    const page = await start();
    expect(await page.queue({ id: 'one', headingText: 'Hi [name]', bodyText: '' })).toBe(false);
    expect(page.shown()).toBeUndefined();
  });

  it('[SH-136] are refused if one with their id is waiting, shown or ended', async () => {
    const page = await start();
    expect(await page.queue({ id: 'one' })).toBe(true);
    expect(await page.queue({ id: 'one' })).toBe(false);
    page.stage.close();
    await settle();
    expect(await page.queue({ id: 'one' })).toBe(false);
    expect(page.shown()).toBeUndefined();
  });

  it('[SH-136] are recorded when blocked', async () => {
    const page = await start();
    const blocked = createNotification({
      id: 'one',
      callbackMap: { onDone: (outcome) => void page.events.push(outcome) },
    });
    page.store.block(blocked);
    page.store.block(blocked);
    expect(page.store.list.blockedIds).toEqual(['one']);
    expect(page.events).toEqual(['blocked']);
  });

  it('[SH-168] log a warning when a callback throws, and complete anyway', async () => {
    const page = await start();
    const fail = (): never => {
      throw new Error('callback error');
    };
    await page.queue({
      id: 'one',
      clickAction: 'url',
      url: 'https://b.example',
      callbackMap: { onShown: fail, onClick: fail, onButton: fail, onDone: fail },
    });
    page.stage.act();
    expect(page.log.warnings).toHaveLength(3);
    expect(page.log.warnings[0]).toContain('A notification callback failed.');
    expect(page.actions).toEqual(['open self https://b.example/']);
    expect(page.store.list.outcomes).toEqual({ one: -1 });
    expect(page.shown()).toBeUndefined();
  });

  it('leave no timer when the widget ends', async () => {
    const page = await start();
    await page.queue({ id: 'one', isAutoFadeOut: true, fadeOutTime: 8_000, buttons: [button] });
    page.stage.act(0);
    page.lifetime.end();
    expect(page.clock.pending).toBe(0);
    expect(page.shown()).toBeUndefined();
  });
});

describe('the stage', () => {
  const card = {
    kind: 'popUp',
    type: 'proactiveInvite',
    invitation: 'chat',
    headingText: '',
    bodyText: '',
    actionText: '',
  } as const;
  const owner = (events: string[], claim?: () => Promise<boolean>) => ({
    ...(claim ? { claim } : {}),
    onShown: () => void events.push('shown'),
    onClosed: () => void events.push('closed'),
    onAction: () => void events.push('action'),
    onDisplaced: () => void events.push('displaced'),
  });

  it('shows one card at a time, pop-up or notification, in the order of requests', async () => {
    const page = await start();
    await page.queue({ id: 'one' });
    const events: string[] = [];
    page.stage.request(() => card, owner(events));
    await settle();
    expect(page.shown()).toBe('one');
    page.stage.close();
    await settle();
    expect(page.state.card?.kind).toBe('popUp');
    expect(events).toEqual(['shown']);
  });

  it('skips a card whose claim fails, and shows the next', async () => {
    const page = await start();
    const events: string[] = [];
    page.stage.request(
      () => card,
      owner(events, async () => false),
    );
    await page.queue({ id: 'one' });
    expect(events).toEqual([]);
    expect(page.shown()).toBe('one');
  });

  it('shows nothing if the pane opens during a claim', async () => {
    const page = await start();
    const events: string[] = [];
    let resolveClaim = (_: boolean): void => {};
    const claim = new Promise<boolean>((resolve) => {
      resolveClaim = resolve;
    });
    page.stage.request(
      () => card,
      owner(events, () => claim),
    );
    await settle();
    page.facts.isPaneShown = true;
    resolveClaim(true);
    await settle();
    expect(page.state.card).toBeUndefined();
    expect(events).toEqual(['displaced']);
  });

  it('passes the turn to other tabs when its card closes', async () => {
    let held = 0;
    const page = await start({
      takeTurn: async () => {
        held += 1;
        return () => {
          held -= 1;
        };
      },
    });
    await page.queue({ id: 'one' });
    expect(held).toBe(1);
    page.stage.close();
    await settle();
    expect(held).toBe(0);
    expect(page.stage.isTaken()).toBe(false);
  });

  it('removes a card when an overlay appears', async () => {
    const page = await start();
    await page.queue({ id: 'one' });
    page.facts.hasOverlay = true;
    page.stage.sceneChanged();
    expect(page.shown()).toBeUndefined();
  });
});
