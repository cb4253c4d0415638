import { log, mine, send } from '../browser/chatSteps.ts';
import { expect, test } from '../browser/fixtures.ts';
import { agentSays } from '../browser/liveSteps.ts';
import { agent, bodies, configureChat, type Fields, firstBody, kept, lines, openChat } from './chat.ts';
import { answerContact, given, sees, when } from './steps.ts';

const ada = { iui: 'nw-ada', signedin: true, firstName: 'Ada', lastName: 'Lovelace', accountType: 'buyer' };

test('[CH-116][CH-161][CH-162][CH-163][CH-165][CH-166][CH-170][F-CH4][F-CH5][F-CH9] chat 63, 64, 140, 141, 142, 172, 173, 175, 176: a session brings an identity for each service, which the tab keeps until it expires', {
  tag: '@core',
}, async ({ host, page, problems, sandbox }) => {
  await sandbox.command('contact', { chat: 'messaging' });
  const open = () =>
    host.open('/plain', {
      attrs: { 'data-focus-area': 'cloud' },
      globals: { contactWidgetUser: ada },
      query: { 'cm-start-chat': '' },
    });
  await given('a visitor whom the page names, in a chat', async () => {
    await open();
    await agentSays(host.frame(), sandbox, 'Good morning');
  });
  const sessions = async () => (await sandbox.requests('/session')).map(({ query }) => query);
  await sees('one session with the monitor and without a refresh, and its outcome in the log', async () => {
    expect(await sessions()).toEqual([{ monitor: 'true', refreshToken: 'false' }]);
    expect(await firstBody(sandbox, '/session')).toMatchObject({ iui: 'nw-ada', tokenIdentities: [] });
    const log = await firstBody(sandbox, '/log');
    expect(log).toEqual({
      ...{ message: 'session success', userAgent: expect.any(String), upid: 'nw-ada', time: expect.any(Number) },
      ...{ url: expect.stringContaining('/plain'), countryCode: 'US', ip: '203.0.113.24' },
      attributes: { topic: 'cloud', loginStatus: 1, role: 'buyer', canBroadwayRedirect: true },
    });
    expect(JSON.stringify(log)).not.toContain('eyJ');
  });
  await sees('what monitor, gateway and desk learn of the visitor', async () => {
    for (const path of ['/async/monitor', '/async/engagement', '/async/attributes'])
      expect(await firstBody(sandbox, path), path).toMatchObject({
        customerInfo: { customerId: 'nw-ada', role: 'buyer' },
        personalInfo: { firstname: 'Ada', lastname: 'Lovelace' },
      });
  });
  const edit = async (change: string) =>
    (await host.frameHandle()).evaluate((code) => {
      for (const [key, value] of Object.entries(sessionStorage)) {
        if (!key.includes('cm-profile')) continue;
        if (code === 'expired')
          sessionStorage.setItem(
            key,
            value.replace(/"expiresAt":\d+/g, '"expiresAt":1').replace(/"maxAge":\d+/g, '"maxAge":0'),
          );
        else if (code === 'broken' && value.includes('consumerId')) sessionStorage.setItem(key, '{');
        else if (code === 'tokenless' && !value.includes('consumerId')) sessionStorage.removeItem(key);
      }
    }, change);
  await when('the page is loaded again', async () => {
    expect(await kept(host)).toMatch(/token\\*":true/);
    await page.reload();
    await expect(host.frame().getByRole('log')).toContainText('Good morning');
  });
  await sees('no other session', async () => expect(await sessions()).toHaveLength(1));
  for (const [what, refreshes, warnings] of [
    ['expired', 'true', 0],
    ['tokenless', 'true', 1],
    ['broken', 'false', 1],
  ] as const) {
    const before = (await sessions()).length;
    await when(`it is loaded again with an identity that is ${what}`, async () => {
      await edit(what);
      await page.reload();
    });
    await sees('another session', async () => {
      await expect.poll(async () => (await sessions()).length).toBe(before + 1);
      expect((await sessions()).at(-1), what).toEqual({ monitor: 'true', refreshToken: refreshes });
      await expect(host.frame().getByRole('textbox')).toBeVisible();
      expect(lines(problems.warnings, 'No token found for identity') > 0, what).toBe(warnings > 0);
    });
  }
});

test('[CH-164][CH-171][CH-172][CH-183][CH-184] chat 174, 177, 178, 182: an empty session is refused, a gateway that refuses is asked four times, and identities without a token are asked for once more with a refresh', async ({
  host,
  page,
  problems,
  sandbox,
}) => {
  await sandbox.command('contact', { chat: 'messaging' });
  await given('a broker with an empty answer, and a visitor with a cloud profile', async () => {
    await configureChat(page, (_chat, _channels, config) =>
      Object.assign(config.identity as Fields, { profileHosts: [sandbox.servicesUrl] }),
    );
    await sandbox.rules({ path: '/profile/jwt', body: { token: 'of-the-profile' } });
    await sandbox.rules(
      { path: '/session', body: {}, times: 1 },
      { path: '/async/engagement', status: 500, cors: true, body: { internalCode: 5 }, times: 4 },
    );
    await host.open('/plain', { attrs: { 'data-focus-area': 'cloud' } });
    await host.openPane();
  });
  await sees('why messaging cannot be used, on the console and in the log', async () => {
    await expect.poll(() => lines(problems.warnings, 'No session info from broadway')).toBeGreaterThan(0);
    expect((await firstBody(sandbox, '/log')).message).toMatch(/^session failure: .*No session info/);
    expect((await sandbox.requests('/profile/jwt'))[0]?.method).toBe('GET');
    expect(await firstBody(sandbox, '/session')).toMatchObject({ bluemixSigned: 'of-the-profile', cmaasSigned: '' });
  });
  await sees('four calls about free agents', async () => {
    await expect.poll(async () => (await bodies(sandbox, '/async/engagement')).length).toBe(4);
    expect((await bodies(sandbox, '/async/engagement')).at(-1)).toMatchObject({
      ...{ customerInfo: { role: 'visitor' }, personalInfo: expect.any(Object), consumerId: expect.any(String) },
      ...{ clientProperties: { appVersion: '1.0' }, service: 'lemessaging', entryPoints: [`${sandbox.hostUrl}/plain`] },
    });
  });
  await given('a broker that is well again, and a chat', async () =>
    agentSays(await openChat(host, 'cloud'), sandbox, 'Good morning'),
  );
  await when('all tokens expire, and the broker has none at first', async () => {
    const identity = { consumerId: 'guest', service: 'lemessaging', token: true, loggedInStatus: false, maxAge: 60 };
    await sandbox.rules({ path: '/identity', body: { identities: [identity] }, times: 1 });
    await sandbox.command('identity', { expireTokens: true });
  });
  await sees('a second request that asks to refresh', async () => {
    await expect
      .poll(async () => (await bodies(sandbox, '/identity')).map(({ refreshToken }) => refreshToken))
      .toEqual([false, true]);
    expect((await bodies(sandbox, '/identity')).at(-1)).toMatchObject({
      tokenIdentities: [],
      cmaasSigned: '',
      bluemixSigned: 'of-the-profile',
    });
  });
});

test('[CH-012][CH-013][CH-169] chat 56, 156, 196, 214, 219: environments have accounts of their own, and a service without one is not used', async ({
  host,
  page,
  problems,
  sandbox,
}) => {
  await given('a company in another environment, with an account for it', async () => {
    await sandbox.command('contact', { chat: 'liveChat' });
    await configureChat(page, (chat, channels) => {
      const { sync } = channels;
      delete sync?.sandboxAccount;
      const accounts = (chat.accounts as Fields[]).filter(({ service }) => service !== 'lemessaging');
      Object.assign(chat, { environment: 'alpha', accounts });
      chat.accountIds = { liveperson: { sandbox: '4711', alpha: '0815', production: '2001' } };
    });
    await host.open('/plain', { attrs: { 'data-focus-area': 'data' } });
    await host.openPane();
  });
  await sees('the account of that environment asked', () =>
    expect.poll(async () => (await sandbox.requests('/api/account/0815')).length).toBeGreaterThan(0),
  );
  await given('a messaging service without an account', async () => {
    await sandbox.command('contact', { chat: 'messaging' });
    await host.open('/short', { attrs: { 'data-focus-area': 'data' } });
    await host.openPane();
  });
  await sees('a line on the console, and no socket', async () => {
    const all = () => [...problems.warnings, ...problems.consoleErrors];
    await expect.poll(() => lines(all(), 'No account mapping for')).toBeGreaterThan(0);
    expect((await sandbox.requests('/ws_api')).length).toBe(0);
  });
});

test('[CH-187][CH-188][CH-190][CH-193] chat 158, 159, 190: a call goes to the next host after 1.5 s, as JSON with a value of its own, and names all failures', async ({
  host,
  page,
  problems,
  sandbox,
}) => {
  const path = '/async/attributes';
  await given('a gateway with two hosts, of which the first hangs', async () => {
    await sandbox.command('contact', { chat: 'messaging' });
    await configureChat(page, (_chat, { async: section }, config) => {
      Object.assign(section ?? {}, { gatewayHosts: [sandbox.servicesUrl, sandbox.servicesUrl] });
      config.authorizationKey = 'northwind';
    });
    await sandbox.rules({ path, hang: true, times: 1 });
  });
  const pane = await openChat(host, 'data');
  await sees('the second asked after 1.5 s, with the same value', async () => {
    await agentSays(pane, sandbox, 'Good morning');
    await expect.poll(async () => (await sandbox.requests(path)).length).toBe(2);
    const [first, second] = await sandbox.requests(path);
    const waitedMs = (second?.time ?? 0) - (first?.time ?? 0);
    expect(waitedMs).toBeGreaterThan(500);
    // The first has 15 s.
    expect(waitedMs).toBeLessThan(10_000);
    expect(second?.method).toBe('POST');
    expect(second?.headers['content-type']).toContain('application/json');
    expect(second?.headers.authorization).toMatch(/^Key northwind;setting=0;id=.+;time=\d+$/);
    expect(second?.headers.authorization).toBe(first?.headers.authorization);
    const [other] = await sandbox.requests('/async/engagement/status');
    expect(other?.headers.authorization).not.toBe(second?.headers.authorization);
  });
  await when('neither can do it, for the next conversation', async () => {
    await sandbox.rules({ path, status: 500, body: {} });
    await agent(sandbox, 'end');
    await pane.getByRole('button', { name: 'Start new chat' }).click();
  });
  await sees('both failures in one line', () =>
    expect
      .poll(() => problems.warnings)
      .toContainEqual(expect.stringMatching(/Failed fetching data from all endpoints: .*answered 500; .*answered 500/)),
  );
});

test('[CH-076][CH-080][CH-189] chat 206: each call has a limit of its own: 5 s for bot and agents, 20 s for a session, 8 s for the gateway, 15 s for a text', async ({
  host,
  page,
  problems,
  sandbox,
}) => {
  const givenUp = () =>
    [
      'The bot cannot be used.',
      'The live chat engagement could not be checked.',
      'The messaging service cannot be used.',
      'The messaging engagement could not be checked.',
    ].map((line) => lines(problems.warnings, line));
  await page.clock.install();
  await given('services that do not answer, and a visitor who opens the pane', async () => {
    await answerContact(page, (bundle) => {
      const row = (chatService: string) => ({ chatService, chatRoutingCode: 'sales' });
      bundle.chatInformation = [row('bot'), row('liveperson'), row('lemessaging')];
    });
    const paths = ['/bot/v2/status', '/api/account/4711/app/engagement', '/session', '/async/engagement'];
    await sandbox.rules(...paths.map((path) => ({ path, hang: true })));
    await host.open('/plain');
    await host.openPane();
    for (const path of paths.slice(0, 3)) await expect.poll(async () => (await sandbox.requests(path)).length).toBe(1);
  });
  for (const [seconds, what, expected] of [
    [6, 'bot and agents', [1, 1, 0, 0]],
    [15, 'the session, too', [1, 1, 1, 0]],
  ] as const) {
    await when(`${seconds} s more have passed`, () => page.clock.fastForward(seconds * 1_000));
    await sees(`${what} given up`, async () => {
      await expect.poll(() => givenUp().map((count) => Math.min(count, 1))).toEqual(expected);
    });
  }
  await when('the gateway is asked, and 9 s have passed', async () => {
    await expect.poll(async () => (await sandbox.requests('/async/engagement')).length).toBe(1);
    await page.clock.fastForward(9_000);
  });
  await sees('that call given up', () => expect.poll(() => givenUp()[3]).toBe(1));
  const pane = await given('a bot that answers the greeting, and then nothing', async () => {
    await sandbox.forgetRules();
    await sandbox.command('contact', { chat: 'bot' });
    await page.unrouteAll();
    const opened = await openChat(host, 'cloud');
    await expect(log(opened)).toContainText('What can I help you with?');
    await sandbox.rules({ path: '/bot/v2/message', hang: true });
    await send(opened, 'pricing');
    await expect
      .poll(
        async () => (await sandbox.requests('/bot/v2/message')).filter(({ path }) => path === '/bot/v2/message').length,
      )
      .toBe(2);
    return opened;
  });
  await when('8 s have passed', () => page.clock.fastForward(8_000));
  await sees('that the text is on its way', () => expect(mine(pane)).not.toContainText('Not sent.'));
  await when('16 s have passed', () => page.clock.fastForward(8_000));
  await sees('that it was not sent', () => expect(mine(pane)).toContainText('Not sent.'));
});
