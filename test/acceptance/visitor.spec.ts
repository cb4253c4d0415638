import type { Locator } from 'playwright/test';
import { createHost, expect, type HostPageHelper, type SandboxControl, test } from '../browser/fixtures.ts';
import { bodyOf, calls, card, given, sees, when } from './steps.ts';

const clientInfo = async (sandbox: SandboxControl) => {
  await expect.poll(() => calls(sandbox, '/contact/lookup')).toBeGreaterThan(0);
  return bodyOf((await sandbox.requests('/contact/lookup'))[0]).clientInfo;
};

/** Rules that show whether the widget knows a field of the visitor. */
const knows = (field: string, equals: string | boolean) => ({
  rules: [{ condition: [{ type: 'user', field, equals }], action: [{ type: 'note', bodyText: `${field} is known` }] }],
});

test('[SH-104][F-SH17] shell 2, 14, 110; chat 5: who visits comes from the page, from a profile or from a support widget', async ({
  host,
  page,
}) => {
  const profile = { authenticated: true, iamId: 'nw-ada', emailAddress: 'ada@northwind.example', accountPlan: 'buyer' };
  for (const [name, options, field, value] of [
    ['the page’s user', { globals: { contactWidgetUser: { signedin: true, userId: 'nw-ada' } } }, 'userId', 'nw-ada'],
    ['an id that is a number', { globals: { contactWidgetUser: { ticketId: 7_042 } } }, 'ticketId', '7042'],
    [
      'a profile object',
      { attrs: { 'data-profile-object': 'company.profile' }, globals: { 'company.profile': profile } },
      'email',
      'ada@northwind.example',
    ],
    [
      'a profile object',
      { attrs: { 'data-profile-object': 'company.profile' }, globals: { 'company.profile': profile } },
      'signedin',
      true,
    ],
    [
      'a support widget',
      { attrs: { 'data-support-object': 'support' }, globals: { support: { userId: 'nw-ada', signedin: true } } },
      'userId',
      'nw-ada',
    ],
  ] as const) {
    await given(`${name}, and a rule about ${field}`, async () => {
      await page.goto('about:blank');
      await host.open('/plain', {
        ...('attrs' in options ? { attrs: options.attrs } : {}),
        globals: { ...options.globals, contactWidgetConfig: knows(field, value) },
      });
    });
    await sees('that it is known', () => expect(card(host)).toContainText(`${field} is known`));
  }
  await given('an anonymous visitor', async () => {
    await page.goto('about:blank');
    await host.open('/plain', { globals: { contactWidgetConfig: knows('signedin', true) } });
    await expect(host.pill()).toBeVisible();
    await page.waitForTimeout(2_000);
  });
  await sees('no card', () => expect(card(host)).toHaveCount(0));
});

test('[F-SH28][SH-106] shell 103, 208, 236: the lookup has what the page knows about the visitor, waits half a second for a visitor whom the page promises, and the rest comes from the geo service', async ({
  host,
  page,
  sandbox,
}) => {
  const user = { country: 'de', ip: '203.0.113.7', iui: 'nw-ada', signedin: true };
  // The next page asks again.
  const keepNoGeo = () => sandbox.rules({ path: '/geo', headers: { 'cache-control': 'no-store' } });
  await keepNoGeo();
  await given('a page that says country and IP address', () =>
    host.open('/plain', { globals: { contactWidgetUser: user } }),
  );
  await sees('them in the lookup, with time zone and activity', async () =>
    expect(await clientInfo(sandbox)).toMatchObject({
      ...{
        ipAddress: '203.0.113.7',
        addUserIpAddress: false,
        isUserActive: true,
        timeZoneOffsetJS: expect.any(Number),
      },
    }),
  );
  await given('a page that says nothing', async () => {
    await sandbox.reset();
    await host.open('/plain');
  });
  await sees('a lookup without them, and a call to the geo service', async () => {
    expect(await clientInfo(sandbox)).toMatchObject({ addUserIpAddress: true });
    await expect.poll(() => calls(sandbox, '/geo/client')).toBe(1);
  });
  await sandbox.reset();
  const promised = (afterMs: number) => ({ globals: { contactWidgetUser: { $after: afterMs, value: user } } });
  /** From the beginning of the page. */
  const askedAfterMs = async () => {
    const [asked] = await sandbox.requests('/contact/lookup');
    return (asked?.time ?? 0) - (await page.evaluate(() => performance.timeOrigin));
  };
  await given('a page that says who visits after 200 ms, while the geo service does not answer', async () => {
    await sandbox.rules({ path: '/geo', delayMs: 30_000 });
    await host.open('/plain', promised(200));
  });
  await sees('the visitor in the lookup', async () => {
    expect(await clientInfo(sandbox)).toMatchObject({ ipAddress: user.ip });
    expect(await askedAfterMs()).toBeGreaterThanOrEqual(190);
  });
  await given('a page that never says it', async () => {
    await sandbox.reset();
    await sandbox.rules({ path: '/geo', delayMs: 30_000 });
    await host.open('/short', promised(600_000));
  });
  await sees('a lookup without the visitor, after half a second', async () => {
    expect(await clientInfo(sandbox)).toMatchObject({ isUserActive: true });
    expect(await clientInfo(sandbox)).not.toHaveProperty('ipAddress');
    expect(await askedAfterMs()).toBeGreaterThanOrEqual(490);
    await expect(host.pill()).toBeVisible();
  });
  await given('a page without the focus, which says the country only', async () => {
    await sandbox.reset();
    await page.addInitScript(() => {
      document.hasFocus = () => false;
    });
    await host.open('/plain', { globals: { contactWidgetUser: { country: 'de' } } });
  });
  await sees('the country in the lookup, and a visitor who is not active', async () =>
    expect(await clientInfo(sandbox)).toMatchObject({
      ...{ ipAddressRegistryCountryCode: 'de', addUserIpAddress: true, isUserActive: false },
    }),
  );
});

test('[SH-112][SH-113] shell 111, 119, 185: campaigns are kept for the visit, cookies have their names and live for 23/24 of a day, or for 364 days once the visitor has chosen or where the law protects them', async ({
  context,
  host,
  page,
  sandbox,
}) => {
  const cookies = async () => (await context.cookies()).filter(({ name }) => name !== 'notice_preferences');
  const names = async () => (await cookies()).map(({ name }) => name).sort();
  /** What the page itself has stored. */
  const keys = () => page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  const liveFor = async (seconds: number) => {
    await expect.poll(names).toEqual(['cm-pill-events', 'cm-proactive-state', 'optimizely-user-id']);
    for (const { name, expires } of await cookies())
      expect(Math.abs(expires - Date.now() / 1_000 - seconds), name).toBeLessThan(120);
  };
  await given('a page whose address names a campaign', () =>
    host.open('/plain', { query: { utm_source: 'mail', utm_campaign: 'spring', vcpi: '7', keywordId: 'k1' } }),
  );
  await when('the visitor opens the pane', () => host.openPane());
  await sees('the campaign kept, and short cookies', async () => {
    const kept = async () => (await host.frameHandle()).evaluate(() => sessionStorage.getItem('cm-marketing'));
    await expect.poll(kept).toContain('spring');
    for (const text of ['mail', '"vcpi"', 'k1']) expect(await kept()).toContain(text);
    await liveFor(82_800);
  });
  await given('a visitor who has chosen', async () => {
    await context.clearCookies();
    await context.addCookies([{ name: 'notice_preferences', value: '2%3A', url: sandbox.hostUrl }]);
    await page.goto('about:blank');
    await host.open('/short');
    await host.openPane();
  });
  await sees('long cookies', () => liveFor(31_449_600));
  await given('a visitor from a country whose law protects them', async () => {
    await context.clearCookies();
    await page.goto('about:blank');
    const query = { 'cm-country': 'de', 'cm-consent-proactive': 'true', 'cm-consent-experiments': 'true' };
    await host.open('/plain', { query });
    // The pill is remembered once it has been at rest for a second, and it rests only while the pane is closed.
    await expect.poll(keys).toEqual(['cm-pill']);
    await host.openPane();
  });
  await sees('long cookies, and nothing else of the widget on the page but its pill', async () => {
    await liveFor(31_449_600);
    expect(await keys()).toEqual(['cm-pill']);
  });
});

test('shell 150, 151, 229: after five idle minutes the visitor counts as away, and offers wait for them', async ({
  host,
  page,
  sandbox,
}) => {
  const asked = () => calls(sandbox, '/offers/getOffersForMultipleIP');
  await given('a page with offers', async () => {
    await page.clock.install();
    await sandbox.command('outreach', { offer: 'trial' });
    await sandbox.rules({ path: '/offers', body: { offersList: [] } });
    await host.open('/plain');
    await expect.poll(asked).toBe(1);
  });
  await when('eleven minutes pass without the visitor', async () => {
    for (let minute = 0; minute < 11; minute += 1) await page.clock.fastForward(60_000);
    await page.waitForTimeout(1_000);
  });
  const idle = await asked();
  await sees('at most the request that was due while they still counted as there', () =>
    expect(idle).toBeLessThanOrEqual(2),
  );
  await when('the visitor is back', async () => {
    await page.mouse.move(200, 200);
    await page.mouse.click(9, 9);
    await page.clock.fastForward(1_000);
  });
  await sees('a request', () => expect.poll(asked).toBe(idle + 1));
});

/** Agents of the messaging service are away, so the visitor may sign in. */
async function signIn(host: HostPageHelper): Promise<Locator> {
  await host.open('/plain', { attrs: { 'data-focus-area': 'data' }, query: { 'cm-start-chat': '' } });
  return host.frame().getByRole('link', { name: 'Sign in', exact: true });
}

test('shell 223, 224: on tablets and phones a sign-in uses the page’s window, elsewhere one of its own', async ({
  browser,
  host,
  page,
  sandbox,
}) => {
  const signInPage = `${sandbox.servicesUrl}/sign-in`;
  await given('a chat without agents', async () => {
    await sandbox.command('contact', { chat: 'messaging' });
    await sandbox.command('identity', { agentStatus: 'unavailable' });
  });
  for (const userAgent of [
    'Mozilla/5.0 (iPad; CPU OS 16_4 like Mac OS X)',
    'Mozilla/5.0 (Linux; Android 14; SM-X710)',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_4 like Mac OS X)',
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) Mobile',
  ]) {
    const context = await browser.newContext({ userAgent, locale: 'en-US' });
    const handheld = await context.newPage();
    await when(`the visitor of ${userAgent} signs in`, async () =>
      (await signIn(createHost(handheld, sandbox))).click(),
    );
    await sees('the sign-in in the window of the page', async () => {
      await expect(handheld).toHaveURL(signInPage);
      expect(context.pages()).toHaveLength(1);
    });
    await context.close();
  }
  const opened = page.waitForEvent('popup');
  await when('a visitor at a desk signs in', async () => (await signIn(host)).click());
  await sees('the sign-in in another window', async () => {
    await expect(await opened).toHaveURL(signInPage);
    await expect(page).toHaveURL(/\/plain/);
  });
});
