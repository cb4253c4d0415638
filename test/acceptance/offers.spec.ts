import { log } from '../browser/chatSteps.ts';
import { expect, type SandboxControl, test } from '../browser/fixtures.ts';
import { calls, card, configure, given, sees, when } from './steps.ts';

/** A page that shows no pop-up, so that nothing stands before its other cards. */
const quiet = { attrs: { 'data-no-proactive': '' } };

const offersAsked = (sandbox: SandboxControl) => calls(sandbox, '/offers/getOffersForMultipleIP');

test('[SH-138][SH-139][SH-144][F-SH12] shell 115, 178, 181, 203, 204, 211: an offer is asked for five seconds after the start, shown, and its answer reported', async ({
  host,
  page,
  sandbox,
}) => {
  await given('a page with offers', async () => {
    await sandbox.command('outreach', { offer: 'trial' });
    const contactWidgetConfig = { dmpAudience: 'cloud-buyers', lotameId: '7f3a' };
    await host.open('/plain', { ...quiet, globals: { contactWidgetConfig } });
    await expect.poll(() => offersAsked(sandbox)).toBe(1);
  });
  await sees('one request with what the service needs, not before five seconds', async () => {
    const [asked] = await sandbox.requests('/offers/getOffersForMultipleIP');
    expect((asked?.time ?? 0) - (await page.evaluate(() => performance.timeOrigin))).toBeGreaterThanOrEqual(4_990);
    expect(asked?.method).toBe('POST');
    expect(asked?.body).toMatchObject({
      parameters: {
        ...{ PAGE_TYPE_CODE: 'ANZ', PREF_LOCALE: 'en-US', DMP_AUDIENCE: 'cloud-buyers', LOTAME_ID: '7f3a' },
      },
      getOfferReq: { numberRequested: 1 },
    });
    expect(Object.keys(asked?.body as object)).toEqual([
      ...['audienceLevel', 'sessionID', 'channelName', 'audienceID', 'parameters', 'getOfferReq'],
    ]);
  });
  await sees('its headline, text and label', async () => {
    await expect(card(host)).toContainText('Try Northwind Cloud for 30 days');
    await expect(card(host)).toContainText('no credit card');
  });
  await when('the visitor accepts it', async () => {
    const opened = page.context().waitForEvent('page');
    await card(host).getByRole('button', { name: 'Start the trial' }).click();
    await (await opened).close();
  });
  const reported = async () => (await sandbox.requests('/offers/postEvent')).map(({ body }) => body);
  await sees('that it was accepted', () =>
    expect.poll(reported).toMatchObject([
      {
        eventName: 'LogAcceptEvent',
        sessionID: 'northwind-session-1',
        eventParameters: { UACIRESPONSETYPECODE: 'Accept_Clicked' },
      },
    ]),
  );
  await given('the same on another page', () => host.open('/short', quiet));
  await when('the visitor closes it', () => card(host).getByRole('button', { name: 'Close' }).click());
  await sees('a request without the audience, which that page does not name', async () => {
    const asked = (await sandbox.requests('/offers/getOffersForMultipleIP')).at(-1);
    expect(asked?.body).toMatchObject({ parameters: { DMP_AUDIENCE: '', LOTAME_ID: '' } });
  });
  await sees('that it was rejected', () =>
    expect
      .poll(async () => (await reported()).at(-1))
      .toMatchObject({
        eventName: 'LogRejectEvent',
        eventParameters: { UACIRESPONSETYPECODE: 'Reject_Clicked' },
      }),
  );
});

test('shell 173, 174: an offer of a chat waits for the chat, and none is shown over the pane', async ({
  host,
  page,
  sandbox,
}) => {
  await given('an offer of a chat that comes after three more seconds', async () => {
    await sandbox.command('contact', { chat: 'bot' });
    await sandbox.command('outreach', { offer: 'chat' });
    await sandbox.rules({ path: '/bot/v2/status', delayMs: 4_000 });
    await host.open('/plain', { ...quiet, globals: { contactWidgetUser: { firstName: 'Ada' } } });
  });
  await sees('the offer, once the chat is there', () => expect(card(host)).toContainText('Ada, plan your move'));
  await given('a page without a chat', async () => {
    await sandbox.forgetRules();
    await sandbox.command('contact', { without: ['chat'] });
    await page.context().clearCookies();
    await host.open('/short', quiet);
  });
  const before = await offersAsked(sandbox);
  await when('its offer has come', async () => {
    await expect.poll(() => offersAsked(sandbox)).toBeGreaterThanOrEqual(before);
    await page.waitForTimeout(12_000);
  });
  await sees('no card', () => expect(card(host)).toBeHidden());
});

test('shell 179, 180, 212, 230: offers are asked for every five minutes, and not again after an error', async ({
  host,
  page,
  sandbox,
}) => {
  await given('a page with offers, none for now', async () => {
    await page.clock.install();
    await sandbox.command('outreach', { offer: 'trial' });
    await sandbox.rules({ path: '/offers', body: { offersList: [] } });
    await host.open('/plain', quiet);
    await expect.poll(() => offersAsked(sandbox)).toBe(1);
  });
  const later = async (ms: number) => {
    await page.mouse.move(Math.random() * 300, Math.random() * 300);
    await page.clock.fastForward(ms);
    await page.waitForTimeout(500);
  };
  await when('almost five minutes have passed', async () => {
    await later(240_000);
    await later(40_000);
  });
  await sees('no other request', async () => expect(await offersAsked(sandbox)).toBe(1));
  await when('five minutes have passed, and the service fails', async () => {
    await sandbox.rules({ path: '/offers', status: 500, cors: true });
    await later(25_000);
  });
  await sees('one more request', () => expect.poll(() => offersAsked(sandbox)).toBe(2));
  await when('ten more minutes have passed', async () => {
    await later(240_000);
    await later(240_000);
    await later(240_000);
  });
  await sees('none', async () => expect(await offersAsked(sandbox)).toBe(2));
});

for (const [query, times] of [
  [{ 'cm-debug': 'true' }, 0],
  [{ 'cm-debug': 'true', 'cm-force-events': 'true' }, 1],
] as const) {
  test(`shell 205, 213: in debug mode ${times ? 'an answer is reported when it is forced, and a failure is only logged' : 'nothing is reported'}`, async ({
    host,
    page,
    problems,
    sandbox,
  }) => {
    await given('an offer in debug mode, and a service that takes no answers', async () => {
      await sandbox.command('outreach', { offer: 'trial' });
      await sandbox.rules({ path: '/offers/postEvent', status: 500, cors: true });
      await host.open('/plain', { ...quiet, query });
      await expect(card(host).filter({ hasText: 'Try Northwind' })).toBeVisible();
    });
    await when('the visitor closes it', () =>
      card(host).filter({ hasText: 'Try Northwind' }).getByRole('button', { name: 'Close' }).click(),
    );
    await page.waitForTimeout(1_000);
    await sees('what was reported', async () => {
      expect(await calls(sandbox, '/offers/postEvent')).toBeGreaterThanOrEqual(times);
      if (times === 0) expect(await calls(sandbox, '/offers/postEvent')).toBe(0);
      expect(problems.uncaught).toEqual([]);
      await host.openPane();
    });
  });
}

test('shell 194, 210: a control message of the in-app service shows nothing, and offers come from the endpoint of the environment that the address names', async ({
  host,
  page,
  sandbox,
}) => {
  await given('a control message', async () => {
    await sandbox.command('outreach', { inApp: 'control' });
    await host.open('/plain', quiet);
    await expect.poll(() => calls(sandbox, '/api/v3')).toBeGreaterThan(0);
    await page.waitForTimeout(3_000);
  });
  await sees('no card', () => expect(card(host)).toBeHidden());
  await sandbox.reset();
  await given('a deployment with two endpoints, and an address that names the second', async () => {
    const hosts = { prod: [`${sandbox.servicesUrl}/prod/offers`], dev: [`${sandbox.servicesUrl}/offers`] };
    await configure(page, { outreach: { proactive: false, offers: { hosts } } });
    await host.open('/plain', { query: { 'cm-env': 'dev' } });
  });
  await sees('a request there, and none at the first', async () => {
    await expect.poll(() => offersAsked(sandbox)).toBe(1);
    expect(await calls(sandbox, '/prod')).toBe(0);
  });
});

test('[SH-026][SH-148] shell 114, 195, 209: an in-app message comes through the vendor’s script, and a button for nothing closes it', async ({
  host,
  page,
  sandbox,
}) => {
  await given('a message with a button that leads elsewhere and one for nothing', async () => {
    await sandbox.command('outreach', { inApp: 'message' });
    await host.open('/plain', quiet);
  });
  await sees('it, and no script of the vendor in the page', async () => {
    await expect(card(host)).toContainText('Backups now keep 35 days');
    expect(await calls(sandbox, '/inapp/sdk.js')).toBe(1);
    await expect(page.locator('script[src*=inapp]')).toHaveCount(0);
    expect(await sandbox.requests('/offers')).toEqual([]);
  });
  await when('the visitor presses the one for nothing', () =>
    card(host).getByRole('button', { name: 'Not now' }).click(),
  );
  await sees('no card', () => expect(card(host)).toBeHidden());
});

/** A script in place of the vendor's, whose service sends these messages when a session opens. */
const vendorScript = (messages: readonly object[]) => `
  let receive;
  window.braze = {
    initialize: () => true,
    subscribeToInAppMessage: (listener) => { receive = listener; return '1'; },
    openSession: () => ${JSON.stringify(messages)}.forEach((message) => receive(message)),
    logInAppMessageImpression: () => true,
    logInAppMessageClick: () => true,
    logInAppMessageButtonClick: () => true,
  };`;

test('shell 175: of two in-app messages the first is shown, and no other on the page', async ({
  host,
  page,
  sandbox,
}) => {
  const first = { message: 'Backups now keep 35 days.', extras: { type: 'note' } };
  const second = { message: 'A new region has opened.', extras: { type: 'note' } };
  await given('a vendor that sends two messages at once', async () => {
    await sandbox.command('outreach', { inApp: 'message' });
    const body = vendorScript([first, second]);
    await page.route('**/inapp/sdk.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
    await host.open('/plain', quiet);
  });
  await sees('the first', () => expect(card(host)).toContainText(first.message));
  await when('the visitor closes it', () => card(host).getByRole('button', { name: 'Close' }).click());
  await sees('no card', async () => {
    await expect(card(host)).toBeHidden();
    await page.waitForTimeout(3_000);
    await expect(card(host)).toBeHidden();
  });
  await given('the second alone, on the next page', async () => {
    const body = vendorScript([second]);
    await page.unroute('**/inapp/sdk.js');
    await page.route('**/inapp/sdk.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
    await host.open('/short', quiet);
  });
  await sees('it', () => expect(card(host)).toContainText(second.message));
});

test('shell 176: an in-app message for a chat waits until there is one', async ({ host, page, sandbox }) => {
  const answeredMs = page.waitForResponse(/\/bot\/v2\/status/).then(() => Date.now());
  await given('such a message, and a bot that answers late', async () => {
    await sandbox.command('contact', { chat: 'bot' });
    await sandbox.command('outreach', { inApp: 'chat' });
    await sandbox.rules({ path: '/bot/v2/status', delayMs: 4_000 });
    await host.open('/plain', quiet);
  });
  await sees('it once the chat is there, and no earlier', async () => {
    await expect(card(host)).toContainText('Ada from the data team');
    expect(Date.now()).toBeGreaterThanOrEqual(await answeredMs);
  });
  await when('the visitor presses it', () => card(host).getByText('Ada from the data team').click());
  await sees('the chat', () => expect(log(host.frame())).toBeVisible());
});
