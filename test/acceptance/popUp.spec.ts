import { botMessages, log } from '../browser/chatSteps.ts';
import { expect, type SandboxControl, test } from '../browser/fixtures.ts';
import { card, given, minimize, noteEvents, place, proactiveCookie, sees, when } from './steps.ts';

const soon = (sandbox: SandboxControl, setting: Record<string, unknown> = {}) =>
  sandbox.command('outreach', { popUpTimeMs: 1_500, ...setting });

/** A visitor whose only ways are a live chat and a call. */
const withLiveChat = (sandbox: SandboxControl) => sandbox.command('contact', { chat: 'liveChat' });

test('[SH-118][SH-120][SH-123][SH-124] shell 9, 68, 116, 117, 152, 154, 156, 160, 163, 166, 167, 177, 231; chat 68, 119, 121, 123: the pop-up invites to a chat when its time has come, and is never shown again once it was closed', {
  tag: '@core',
}, async ({ host, page, sandbox }) => {
  const outcomes = await noteEvents(page, 'cm-proactive-outcome');
  await given('a page with live chat and a pop-up after 4 s', async () => {
    await withLiveChat(sandbox);
    await sandbox.command('outreach', { popUpTimeMs: 4_000 });
    await host.open('/plain');
  });
  await sees('a cookie with its type and the time of its start', async () => {
    await expect.poll(() => proactiveCookie(page)).toMatchObject({ type: 'proactiveInvite' });
    expect(Math.abs(((await proactiveCookie(page))?.state ?? 0) - Date.now())).toBeLessThan(30_000);
    await expect(card(host)).toBeHidden();
  });
  await sees('the invitation, 272 px wide and 62 px above the pill, and a cookie that says opened', async () => {
    await expect(card(host)).toContainText('Chat with someone who knows our products.');
    expect(await place(host)).toEqual({ width: 272, rise: 62 });
    const [pill, frame, box] = await Promise.all([
      host.pill().boundingBox(),
      host.iframe().boundingBox(),
      card(host).boundingBox(),
    ]);
    expect([frame?.width, frame?.height]).toEqual([296, Math.ceil(box?.height ?? 0) + 24]);
    expect((box?.x ?? 0) + 272).toBe((pill?.x ?? 0) + (pill?.width ?? 0));
    await expect.poll(() => proactiveCookie(page)).toMatchObject({ state: -1 });
    const cookie = await page.evaluate(() => document.cookie);
    expect(cookie).toContain('cm-proactive-state={%22type%22:%22proactiveInvite%22%2C%22state%22:-1}');
  });
  await when('the visitor closes it', () => card(host).getByRole('button', { name: 'Close' }).click());
  await sees('no card, a cookie that says closed, and one event for the page', async () => {
    await expect(card(host)).toBeHidden();
    await expect.poll(() => proactiveCookie(page)).toMatchObject({ state: -2 });
    expect(await outcomes()).toEqual([{ type: 'cm-proactive-outcome', outcome: 'closed', code: -2 }]);
  });
  await when('they go to the next page', async () => {
    await host.open('/short');
    await expect.poll(() => proactiveCookie(page)).toMatchObject({ state: -1 });
    await page.waitForTimeout(5_000);
  });
  await sees('no card', () => expect(card(host)).toBeHidden());
});

test('shell 161; chat 209, 210: a pop-up that nobody touches goes after 120 s, and says timed out', async ({
  host,
  page,
  sandbox,
}) => {
  const outcomes = await noteEvents(page, 'cm-proactive-outcome');
  await given('a page whose company names no time for the pop-up', async () => {
    await page.clock.install();
    await withLiveChat(sandbox);
    await sandbox.command('outreach', { popUpTimeMs: null });
    await host.open('/plain');
    await expect.poll(() => proactiveCookie(page)).toBeTruthy();
  });
  await when('25 s have passed', () => page.clock.fastForward(25_000));
  await sees('no card', () => expect(card(host)).toBeHidden());
  await when('55 s have passed', () => page.clock.fastForward(30_000));
  await sees('the card', () => expect(card(host)).toBeVisible());
  await when('almost two minutes have passed', () => page.clock.fastForward(110_000));
  await sees('the card', () => expect(card(host)).toBeVisible());
  await when('two minutes have passed', () => page.clock.fastForward(12_000));
  await sees('no card', async () => {
    await expect(card(host)).toBeHidden();
    await expect.poll(() => proactiveCookie(page)).toMatchObject({ state: -3 });
    expect(await outcomes()).toEqual([{ type: 'cm-proactive-outcome', outcome: 'timeout', code: -3 }]);
  });
});

test('shell 132: the visitor who has opened the pane needs no invitation, here or on the next page', async ({
  host,
  page,
  sandbox,
}) => {
  await given('a page with a pop-up after 4 s', async () => {
    await withLiveChat(sandbox);
    await sandbox.command('outreach', { popUpTimeMs: 4_000 });
    await host.open('/plain');
  });
  await when('the visitor opens and hides the pane, and goes to the next page', async () => {
    await minimize(await host.openPane());
    await expect.poll(() => proactiveCookie(page)).toMatchObject({ state: -1 });
    await host.open('/short');
    await page.waitForTimeout(6_000);
  });
  await sees('no card', () => expect(card(host)).toBeHidden());
});

test('shell 131, 153; chat 120: with ten seconds left the pop-up is prepared, and opening the pane cancels it', async ({
  host,
  page,
  sandbox,
}) => {
  const files: string[] = [];
  page.on('request', (request) => files.push(request.url()));
  const isPrepared = () => files.some((url) => /\/app-/.test(url));
  await given('a page with a pop-up after 16 s', async () => {
    await withLiveChat(sandbox);
    await sandbox.command('outreach', { popUpTimeMs: 16_000 });
    await host.open('/plain');
    await expect.poll(() => proactiveCookie(page)).toBeTruthy();
  });
  await sees('nothing prepared at first', async () => {
    await page.waitForTimeout(2_000);
    expect(isPrepared()).toBe(false);
  });
  await sees('the app once less than ten seconds are left', async () => {
    await expect.poll(isPrepared).toBe(true);
    const { state = 0 } = (await proactiveCookie(page)) ?? {};
    expect(Date.now() - state).toBeGreaterThan(6_000);
    await expect(card(host)).toBeHidden();
  });
  await when('the visitor opens and hides the pane', async () => minimize(await host.openPane()));
  await sees('no card when its time has come', async () => {
    await page.waitForTimeout(10_000);
    await expect(card(host)).toBeHidden();
  });
});

test('[SH-123][SH-126] shell 66, 155, 164; chat 122, 167: with a bot, the invitation becomes the bot’s welcome; a press on it hides it and starts the chat in the pane', async ({
  host,
  page,
  sandbox,
}) => {
  await given('a page with a bot, where the pop-up is due', async () => {
    await sandbox.command('outreach', { popUpTimeMs: 4_000 });
    await host.open('/plain');
    await expect.poll(() => proactiveCookie(page)).toMatchObject({ type: 'proactiveInvite' });
  });
  await sees('the bot’s welcome', async () => {
    await expect(card(host)).toContainText('Northwind guide');
    await expect.poll(() => proactiveCookie(page)).toMatchObject({ type: 'botWelcomeMessage' });
    const [{ context, input } = {}] = await botMessages(sandbox);
    expect([context, input]).toMatchObject([{ pillwelcome: true }, { text: '' }]);
  });
  await when('the visitor presses it', () => card(host).getByText('Northwind guide').click());
  await sees('the chat with the bot, which greets', async () => {
    await expect(card(host)).toBeHidden();
    await expect(log(host.frame())).toContainText('Northwind guide');
    await expect(host.frame().getByRole('textbox').first()).toBeVisible();
  });
});

test('[SH-123][SH-125] shell 165, 168: where only a call is possible, the pop-up invites to it and opens the scheduler', async ({
  host,
  sandbox,
}) => {
  await given('a page without a chat', async () => {
    await sandbox.command('contact', { without: ['chat'] });
    await soon(sandbox);
    await host.open('/plain');
  });
  await sees('the other invitation', () => expect(card(host)).toContainText('Book a free 30-minute call'));
  await when('the visitor presses its button', () => card(host).getByRole('button', { name: 'Find a time' }).click());
  await sees('the scheduler', async () => {
    await expect(host.frame().getByRole('button', { name: 'Back to all contact options' })).toBeVisible();
    await expect(card(host)).toBeHidden();
  });
});

test('[SH-119][CH-186] shell 157, 232; chat 124: on a tall page the bot’s welcome comes after 400 px of scrolling', async ({
  host,
  page,
}) => {
  await given('a tall page with a bot', async () => {
    await page.setViewportSize({ width: 1_280, height: 400 });
    await host.open('/plain');
    await expect.poll(() => proactiveCookie(page)).toBeTruthy();
  });
  await when('the visitor scrolls by 399 px', async () => {
    await page.evaluate(() => scrollTo(0, 399));
    await page.waitForTimeout(5_000);
  });
  await sees('no card', () => expect(card(host)).toBeHidden());
  await when('they scroll a pixel further', () => page.evaluate(() => scrollTo(0, 400)));
  await sees('the card', () => expect(card(host)).toBeVisible());
});

test('[SH-119][CH-186] chat 124: on a short page the welcome comes 3 s after the first thing that the visitor does, once', async ({
  host,
  page,
}) => {
  await given('a short page with a bot', async () => {
    await host.open('/short');
    await expect(host.pill()).toBeVisible();
  });
  await when('nobody does anything', () => page.waitForTimeout(5_000));
  await sees('no card', () => expect(card(host)).toBeHidden());
  await when('the visitor clicks in the page', () => page.mouse.click(9, 9));
  await sees('the card', () => expect(card(host)).toBeVisible());
  await when('they close it', () => card(host).getByRole('button', { name: 'Close' }).click());
  await sees('no other card', async () => {
    await expect(card(host)).toBeHidden();
    await page.waitForTimeout(4_000);
    await expect(card(host)).toBeHidden();
  });
});

test('[CH-103] chat 191: a welcome that cannot be fetched is a line on the console, and the visitor is invited as without a bot', async ({
  host,
  page,
  problems,
  sandbox,
}) => {
  await given('a page whose bot fails, where the welcome is due', async () => {
    await sandbox.rules({ path: '/bot/v2/message', status: 500, cors: true, body: {} });
    await soon(sandbox);
    await host.open('/plain');
    await page.mouse.click(9, 9);
  });
  await sees('the line, and the invitation', async () => {
    await expect
      .poll(() => problems.warnings.filter((line) => line.includes('Error fetching pillwelcome message')).length)
      .toBe(1);
    await expect(card(host)).toContainText('Chat with someone who knows our products.');
  });
});

test('shell 159: a pop-up that another page has left as closed counts as opened', async ({
  context,
  host,
  page,
  sandbox,
}) => {
  await given('a visitor with that cookie', async () => {
    const value = encodeURIComponent('{"type":"proactiveInvite","state":-2}');
    await context.addCookies([{ name: 'cm-proactive-state', value, url: sandbox.hostUrl }]);
    await soon(sandbox);
    await host.open('/plain');
  });
  await sees('the cookie say opened, and no card', async () => {
    await expect.poll(() => proactiveCookie(page)).toEqual({ type: 'proactiveInvite', state: -1 });
    await page.waitForTimeout(2_000);
    await expect(card(host)).toBeHidden();
  });
});

test('[SH-121][F-SH14] shell 162: the pop-up is blocked where the page forbids it, with neither chat nor scheduler, and on a phone, and the page learns it', async ({
  host,
  page,
  sandbox,
}) => {
  const outcomes = await noteEvents(page, 'cm-proactive-outcome');
  const files: string[] = [];
  page.on('request', (request) => files.push(request.url()));
  for (const [name, width, attrs, without] of [
    ['that forbids it', 1_280, { 'data-no-proactive': '' }, []],
    ['with neither chat nor scheduler', 1_280, {}, ['chat', 'scheduling', 'support']],
    ['on a phone', 375, {}, []],
  ] as const) {
    await given(`a page ${name}, where the pop-up is due`, async () => {
      await host.forgetVisitor();
      files.length = 0;
      await page.setViewportSize({ width, height: 800 });
      await sandbox.command('contact', { without });
      await soon(sandbox);
      await host.open('/plain', { attrs });
      await expect(host.pill()).toBeVisible();
    });
    await when('its time has passed', () => page.waitForTimeout(without.length > 0 ? 5_000 : 3_000));
    await sees('no card', async () => {
      await expect(card(host)).toBeHidden();
      // Without anything to invite to, nothing is downloaded that could tell.
      if (without.length === 0)
        await expect.poll(outcomes).toEqual([{ type: 'cm-proactive-outcome', outcome: 'blocked', code: -4 }]);
      if (width < 768) {
        expect(await (await host.frameHandle()).evaluate(() => sessionStorage.getItem('cm-proactive-block'))).toBe(
          '{"state":-4,"reasons":["mobile"]}',
        );
        expect(await page.evaluate(() => document.cookie)).not.toContain('cm-proactive-block');
        expect(files.filter((url) => /\/app-/.test(url))).toEqual([]);
      }
    });
  }
});
