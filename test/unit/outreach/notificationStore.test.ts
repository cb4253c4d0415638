import { describe, expect, it } from 'vitest';
import { createCardState } from '../../../frame/outreach/cardStore.ts';
import { createNotification, type Notification } from '../../../frame/outreach/notification.ts';
import { createNotificationStore } from '../../../frame/outreach/notificationStore.ts';
import { createStageStore } from '../../../frame/outreach/stageStore.ts';
import { settle } from '../../support/fakeClock.ts';
import { createFakeOutreach, type OutreachSetUp } from '../../support/fakeOutreach.ts';

async function start(setUp: OutreachSetUp = {}) {
  const fake = createFakeOutreach(setUp);
  const { clock, lifetime, log, ports, sight, tab } = fake;
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
  const told: string[] = [];
  return {
    ...fake,
    stage,
    store,
    told,
    shown: () => (stage.state.card?.kind === 'notification' ? stage.state.card.content.id : undefined),
    async queue(fields: Partial<Notification> & { id: string }): Promise<boolean> {
      const isNew = store.queue(
        createNotification({
          bodyText: 'A word from us',
          callbackMap: {
            onShown: () => void told.push(`${fields.id} shown`),
            onClick: () => void told.push(`${fields.id} click`),
            onButton: (index) => void told.push(`${fields.id} button ${index}`),
            onDone: (outcome, answer) => void told.push(`${fields.id} ${outcome} ${answer ?? ''}`.trim()),
          },
          ...fields,
        }),
      );
      await settle();
      return isNew;
    },
    paneOpens(): void {
      sight.isPaneShown = true;
      store.closeAll();
      stage.displaceAll();
    },
    async paneCloses(): Promise<void> {
      sight.isPaneShown = false;
      stage.sceneChanged();
      await settle();
    },
  };
}

const button = { buttonText: 'Go', buttonHref: 'https://a.example', clickAction: 'url', closeOnAccept: true } as const;

describe('notifications', () => {
  it('[SH-129] show one at a time, the first in the list', async () => {
    const page = await start();
    await page.queue({ id: 'one' });
    await page.queue({ id: 'two' });
    expect(page.shown()).toBe('one');
    page.stage.close();
    await settle();
    expect(page.shown()).toBe('two');
    expect(page.store.state.list.renderedIds).toEqual(['one', 'two']);
  });

  it('[SH-129] show with the pane hidden only', async () => {
    const page = await start({ sight: { isPaneShown: true } });
    await page.queue({ id: 'one' });
    expect(page.shown()).toBeUndefined();
    await page.paneCloses();
    expect(page.shown()).toBe('one');
  });

  it('[SH-130] are all closed when the pane opens, and nobody counts as having refused', async () => {
    const page = await start();
    await page.queue({ id: 'one' });
    await page.queue({ id: 'two' });
    page.paneOpens();
    expect(page.store.state.list.all).toEqual([]);
    expect(page.told).toEqual(['one shown', 'two closed', 'one closed']);
    await page.paneCloses();
    expect(page.shown()).toBeUndefined();
  });

  it('[SH-132] go away by the close button', async () => {
    const page = await start();
    await page.queue({ id: 'one' });
    page.stage.close();
    expect(page.told).toEqual(['one shown', 'one closed reject']);
    expect(page.store.state.list.outcomes).toEqual({ one: -2 });
  });

  it('[SH-132][SH-133] go away by a click with the action close', async () => {
    const page = await start();
    await page.queue({ id: 'one', clickAction: 'close' });
    page.stage.act();
    expect(page.shown()).toBeUndefined();
    expect(page.told).toEqual(['one shown', 'one click', 'one closed reject']);
    expect(page.done).toEqual([]);
  });

  it('[SH-132] fade out after their time', async () => {
    const page = await start();
    await page.queue({ id: 'one', isAutoFadeOut: true, fadeOutTime: 8_000 });
    await page.clock.advance(7_999);
    expect(page.shown()).toBe('one');
    await page.clock.advance(1);
    expect(page.shown()).toBeUndefined();
    expect(page.told).toEqual(['one shown', 'one timeout']);
    expect(page.store.state.list.outcomes).toEqual({ one: -3 });
  });

  it('[A11Y-24] do not fade while pointer or focus is on them; the time goes on afterwards', async () => {
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

  it('[SH-132] leave 200 ms after a button was accepted, once, whoever clicks twice', async () => {
    const page = await start();
    await page.queue({ id: 'one', buttons: [button] });
    page.stage.act(0);
    page.stage.act(0);
    await page.clock.advance(199);
    expect(page.shown()).toBe('one');
    await page.clock.advance(1);
    expect(page.shown()).toBeUndefined();
    expect(page.done).toEqual(['open self https://a.example/']);
    expect(page.told).toEqual(['one shown', 'one button 0', 'one opened accept']);
  });

  it('[SH-132] stay after a button that does not close', async () => {
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
  ])('[SH-133] opens the address %s as %s', async (url, done) => {
    const page = await start();
    await page.queue({ id: 'one', clickAction: 'url', url });
    page.stage.act();
    expect(page.done).toEqual(done ? [done] : []);
    expect(page.log.warnings).toHaveLength(done ? 0 : 1);
    expect(page.shown()).toBeUndefined();
  });

  it('[SH-132][SH-144] a button that was accepted counts as accepted, also when the card fades after it', async () => {
    const page = await start();
    const button = { buttonText: 'Save', buttonHref: '', clickAction: 'url', closeOnAccept: false } as const;
    await page.queue({ id: 'one', buttons: [button], isAutoFadeOut: true, fadeOutTime: 3_000 });
    page.stage.act(0);
    await page.clock.advance(3_000);
    expect(page.told.at(-1)).toBe('one timeout accept');
  });

  it.each([
    ['chat', false, 'chat'],
    ['url', false, 'open self https://b.example/'],
    ['url', true, 'open tab https://b.example/'],
  ] as const)(
    '[SH-133] a click with the action %s (new tab: %s) does: %s',
    async (clickAction, openURLinNewTab, done) => {
      const page = await start();
      await page.queue({ id: 'one', clickAction, openURLinNewTab, url: 'https://b.example' });
      page.stage.act();
      expect(page.done).toEqual([done]);
      expect(page.shown()).toBeUndefined();
      expect(page.told).toEqual(['one shown', 'one click', 'one opened accept']);
    },
  );

  it('[SH-133] a chat that brings up the pane has been accepted, not refused', async () => {
    const page = await start();
    const store = createNotificationStore({ ...page.ports, stage: page.stage, startChat: page.paneOpens });
    const told: string[] = [];
    store.queue(
      createNotification({
        id: 'one',
        bodyText: 'x',
        buttons: [{ ...button, clickAction: 'chat' }],
        callbackMap: { onDone: (outcome, answer) => void told.push(`${outcome} ${answer}`) },
      }),
    );
    await settle();
    page.stage.act(0);
    await page.clock.advance(1_000);
    expect(told).toEqual(['opened accept']);
  });

  it('[SH-134] say the first name, or drop the headline', async () => {
    const named = await start({ sight: { firstName: 'Ada' } });
    await named.queue({ id: 'one', headingText: 'Hi [name]' });
    expect(named.stage.state.card).toMatchObject({ content: { headingText: 'Hi Ada' } });
    const unnamed = await start();
    await unnamed.queue({ id: 'one', headingText: 'Hi [name]' });
    expect(unnamed.stage.state.card).toMatchObject({ content: { headingText: '', bodyText: 'A word from us' } });
  });

  it('are refused when nothing is left to say', async () => {
    const page = await start();
    expect(await page.queue({ id: 'one', headingText: 'Hi [name]', bodyText: '' })).toBe(false);
    expect(page.shown()).toBeUndefined();
  });

  it('[SH-136] come once: the same id is refused, waiting, standing or gone', async () => {
    const page = await start();
    expect(await page.queue({ id: 'one' })).toBe(true);
    expect(await page.queue({ id: 'one' })).toBe(false);
    page.stage.close();
    await settle();
    expect(await page.queue({ id: 'one' })).toBe(false);
    expect(page.shown()).toBeUndefined();
  });

  it('[SH-136] keep what was blocked', async () => {
    const page = await start();
    const blocked = createNotification({
      id: 'one',
      callbackMap: { onDone: (outcome) => void page.told.push(outcome) },
    });
    page.store.block(blocked);
    page.store.block(blocked);
    expect(page.store.state.list.blockedIds).toEqual(['one']);
    expect(page.told).toEqual(['blocked']);
  });

  it('[SH-168] log a throwing callback as a warning, and complete all the same', async () => {
    const page = await start();
    const fail = (): never => {
      throw new Error('theirs');
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
    expect(page.done).toEqual(['open self https://b.example/']);
    expect(page.store.state.list.outcomes).toEqual({ one: -1 });
    expect(page.shown()).toBeUndefined();
  });

  it('leave no timer when the widget is destroyed', async () => {
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
  const owner = (told: string[], claim?: () => Promise<boolean>) => ({
    ...(claim ? { claim } : {}),
    shown: () => void told.push('shown'),
    closed: () => void told.push('closed'),
    acted: () => void told.push('acted'),
    displaced: () => void told.push('displaced'),
  });

  it('holds one card, pop-up or notification, in the order of asking', async () => {
    const page = await start();
    await page.queue({ id: 'one' });
    const told: string[] = [];
    page.stage.request(() => card, owner(told));
    await settle();
    expect(page.shown()).toBe('one');
    page.stage.close();
    await settle();
    expect(page.stage.state.card?.kind).toBe('popUp');
    expect(told).toEqual(['shown']);
  });

  it('leaves out a card whose claim is refused, and shows the next', async () => {
    const page = await start();
    const told: string[] = [];
    page.stage.request(
      () => card,
      owner(told, async () => false),
    );
    await page.queue({ id: 'one' });
    expect(told).toEqual([]);
    expect(page.shown()).toBe('one');
  });

  it('shows nothing when the pane opens while a claim is under way', async () => {
    const page = await start();
    const told: string[] = [];
    let answer = (_: boolean): void => {};
    const claim = new Promise<boolean>((resolve) => {
      answer = resolve;
    });
    page.stage.request(
      () => card,
      owner(told, () => claim),
    );
    await settle();
    page.sight.isPaneShown = true;
    answer(true);
    await settle();
    expect(page.stage.state.card).toBeUndefined();
    expect(told).toEqual(['displaced']);
  });

  it('gives the turn to other tabs when its card goes', async () => {
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

  it('takes a card down when an overlay comes', async () => {
    const page = await start();
    await page.queue({ id: 'one' });
    page.sight.hasOverlay = true;
    page.stage.sceneChanged();
    expect(page.shown()).toBeUndefined();
  });
});
