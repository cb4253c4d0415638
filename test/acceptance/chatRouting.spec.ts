import { botMessages, log, send } from '../browser/chatSteps.ts';
import { expect, test } from '../browser/fixtures.ts';
import { bodies, configureChat, type Fields, firstBody, lines } from './chat.ts';
import { answerContact, block, given, sees, when } from './steps.ts';

const status = '/bot/v2/status';
const visitors = '/api/account/4711/app/engagement/visitors';

test('[CH-001][CH-005][CH-115][CH-116][CH-117][CH-118] chat 3, 29, 31, 44, 57, 154, 185, 213: each chat service of the bundle is asked in its own way, with the visitor and the skill of the page', {
  tag: '@core',
}, async ({ host, page, sandbox }) => {
  await given('a bundle with every service, and a page with the older product', async () => {
    const row = (chatService: string, chatRoutingCode: string) => ({ chatService, chatRoutingCode });
    await answerContact(page, (bundle) => {
      bundle.chatInformation = [
        row('bot', 'northwind-guide'),
        ...[row('liveperson', 'data-sales'), row('softlayer', 'german support sl')],
        ...[row('liveperson2', 'desk-2'), row('softlayermessaging', 'desk-3'), row('lemessaging', 'desk-4')],
        ...[row('salesforce', 'shield-support'), row('salesforcetrusteer', 'trusteer')],
        ...[row('partnerworld', 'partners'), row('partnerworldopenfire', 'openfire')],
      ];
    });
    const user = { iui: 'nw-ada', signedin: true, firstName: 'Ada', lastName: 'Lovelace', accountType: 'buyer' };
    await host.open('/older-chat', {
      attrs: { 'data-focus-area': 'data' },
      globals: { contactWidgetUser: user },
    });
  });
  const pane = await when('the visitor opens the pane', () => host.openPane());
  await sees('an entry for chats, and one for text messages', async () => {
    await expect(block(pane, 'chat')).toBeVisible();
    await expect(block(pane, 'sms')).toBeVisible();
  });
  await sees('the bot asked whether it is ready', async () =>
    expect(await firstBody(sandbox, status)).toEqual({ context: { product: 'northwind-guide', language: 'en-US' } }),
  );
  await sees('both live chats asked for an agent, with the labels of their services', async () => {
    await expect.poll(async () => (await bodies(sandbox, visitors)).length).toBe(2);
    const asked = await bodies(sandbox, visitors);
    expect(asked.map(({ consumerSections }) => JSON.stringify(consumerSections)).toSorted()).toEqual([
      '["data-sales","v18"]',
      '["german support sl","portal-support-german-sl"]',
    ]);
    const url = `${sandbox.hostUrl}/older-chat`;
    expect(asked[0]).toMatchObject({
      appType: 'EXTERNAL',
      appDetails: { appVersion: '1.0', ipAddress: '203.0.113.24' },
      engagementAttributes: [
        { type: 'lead' },
        { type: 'ctmrinfo', info: { customerId: 'nw-ada', loginStatus: 1 } },
        { type: 'ctmrinfo', info: { imei: expect.stringContaining(url), role: 'buyer' } },
      ],
      engagementDetails: { language: 'en-US' },
    });
  });
  await sees('one session for all messaging services, which are connected to', async () => {
    await expect
      .poll(async () => (await sandbox.requests('/ws_api')).filter((one) => one.method === 'WS').length)
      .toBe(3);
    expect(await firstBody(sandbox, '/session')).toMatchObject({
      ...{ iui: 'nw-ada', firstName: 'Ada', lastName: 'Lovelace', bluemixSigned: '', cmaasSigned: '' },
      ...{ product: 'data', skill: expect.any(String), inApp: true, tokenIdentities: [], debug: false },
      services: expect.arrayContaining(['liveperson2', 'softlayermessaging', 'lemessaging']),
      clientProperties: { appVersion: expect.any(String), ipAddress: '203.0.113.24' },
      entryPoints: [`${sandbox.hostUrl}/older-chat`],
      customerInfo: { customerId: 'nw-ada', role: 'buyer' },
      personalInfo: { firstname: 'Ada', lastname: 'Lovelace' },
    });
    expect(await bodies(sandbox, '/session')).toHaveLength(1);
  });
  await sees('the script of the support chat, once, and no word of a service without an adapter', async () => {
    await expect.poll(async () => (await sandbox.requests('/support-chat/rest')).length).toBeGreaterThan(0);
    expect(await sandbox.requests('/support-chat/deployment.js')).toHaveLength(1);
  });
});

test('[CH-005][CH-153][CH-154] chat 30, 151: a service is a support chat if its name contains salesforce, and one without an adapter is left out', async ({
  host,
  page,
  problems,
  sandbox,
}) => {
  await given('a bundle with such a service, and one that nobody knows', async () => {
    await answerContact(page, (bundle) => {
      bundle.chatInformation = [
        { chatService: 'carrier-pigeon', chatRoutingCode: 'loft' },
        { chatService: 'eu-salesforce-3', chatRoutingCode: 'shield-support' },
      ];
    });
    await host.open('/plain', { attrs: { 'data-focus-area': 'data' }, query: { 'cm-debug': '' } });
  });
  await sees('the first as a support chat that is available, and a warning of the other', async () => {
    const adapters = host.frame().getByRole('list', { name: /^Chat adapters/ });
    await expect(adapters).toContainText(/salesforce\s*available/);
    expect(problems.warnings).toContainEqual(expect.stringMatching(/without an adapter.*carrier-pigeon/));
    expect(await sandbox.requests('/support-chat/deployment.js')).toHaveLength(1);
  });
});

test('[CH-006][CH-007][CH-096] chat 27, 32, 94: a page has the bot of its whole address, of the longest part of it, or of its focus area, and none that its address rules out', async ({
  host,
  page,
  sandbox,
}) => {
  const products = async () => (await bodies(sandbox, status)).map(({ context }) => (context as Fields).product);
  await given('a company with bots for parts of its site', async () => {
    await sandbox.command('contact', { chat: 'bot' });
    await configureChat(page, (chat) => {
      chat.pages = [
        { product: 'by-area', focusAreas: ['data'], countries: ['US'] },
        { product: 'by-part', urls: ['/sho'], blacklistUrls: [`${sandbox.hostUrl}/plain`] },
        {
          product: 'by-longer-part',
          urls: ['/plain', '/short'],
          switch: 'on',
          blacklistUrls: [`${sandbox.hostUrl}/plain`],
        },
        { product: 'by-address', matchEntireUrls: [`${sandbox.hostUrl}/short?whole=`] },
      ];
    });
  });
  for (const [path, query, area, product] of [
    ['/short', { whole: '' }, 'cloud', 'by-address'],
    ['/short', { part: '' }, 'cloud', 'by-longer-part'],
    ['/plain', {}, 'data', 'by-area'],
    ['/plain', {}, 'cloud', 'northwind-guide'],
  ] as const) {
    const before = (await products()).length;
    await when(`the visitor looks at ${path} about ${area}`, async () => {
      await host.open(path, { attrs: { 'data-focus-area': area, 'data-no-proactive': '' }, query });
      await host.hoverPill();
      await expect.poll(async () => (await products()).length).toBeGreaterThan(before);
    });
    await sees(`the bot ${product}`, async () => expect((await products()).at(-1)).toBe(product));
  }
  await page.route(/\/bot\/v2\/message$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll('/data"', '/short"') });
  });
  await when('they ask the bot, and follow its link to a page with a bot', async () => {
    await host.openPane();
    const pane = host.frame();
    await block(pane, 'chat').getByRole('button').first().click();
    await pane.getByRole('button', { name: 'Start chat' }).click();
    await send(pane, 'tell me about Northwind Data');
    await log(pane).getByRole('link', { name: 'Read more about Northwind Data' }).click();
    await page.waitForURL(/\/short\?contactmodule=bot/);
  });
  await sees('the chat go on there without another greeting', async () => {
    await expect(log(host.frame())).toContainText('Northwind Data: A warehouse');
    const texts = (await botMessages(sandbox)).map(({ input }) => (input as Fields).text);
    expect(texts).toEqual(['', 'tell me about Northwind Data']);
    expect((await products()).at(-1)).toBe('by-longer-part');
  });
});

test('[CH-011][CH-028][CH-076][CH-077][CH-214][F-CH9] chat 14, 33, 69, 84, 86, 138, 157, 166: a bot is offered while it is available or trains, in the countries of its skill, and the address may name its account', {
  tag: '@core',
}, async ({ host, page, problems, sandbox }) => {
  const pane = host.frame();
  let countries: readonly string[] | undefined;
  await sandbox.command('contact', { chat: 'bot' });
  await answerContact(page, (bundle) => {
    for (const row of bundle.chatInformation as Fields[]) row.countries = countries;
  });
  const open = async (query: Record<string, string> = {}) => {
    await host.open('/plain', { query });
    await host.openPane();
  };
  await given('a bot that is offline', () => sandbox.command('bot', { status: 'Offline' }));
  await when('the visitor opens the pane', () => open());
  await sees('no chat, and why on the console', async () => {
    await expect.poll(() => lines(problems.warnings, 'Bot is not ready, has status Offline')).toBe(1);
    await expect(block(pane, 'phone')).toBeVisible();
    await expect(block(pane, 'chat')).toHaveCount(0);
  });
  await given('a bot that trains, for visitors from Germany', async () => {
    countries = ['De'];
    await sandbox.command('bot', { status: 'Training' });
  });
  await when('a visitor from the United States opens the pane', () => open());
  await sees('no chat', async () => {
    await expect.poll(async () => (await bodies(sandbox, status)).length).toBe(2);
    await host.changeAddress();
    await expect(block(pane, 'chat')).toHaveCount(0);
  });
  await when('the address says that the region is Germany', () =>
    open({ 'cm-region': 'de', 'cm-consent-chat': 'true' }),
  );
  await sees('the chat', () => expect(block(pane, 'chat')).toBeVisible());
  await given('an account of the company with another address', async () => {
    countries = undefined;
    await sandbox.rules({ path: '/rehearsal/bot/v2/status', body: { status: 'Available' } });
  });
  const before = (await sandbox.requests('/bot/v2/')).length;
  await when('the address names it, and starts a chat', () =>
    host.open('/plain', {
      query: { 'cm-bot-account': 'rehearsal', 'cm-bot-skill': 'rehearsal-skill', 'cm-start-chat': '' },
    }),
  );
  await sees('the bot of that address, with the skill that the address names', async () => {
    expect((await firstBody(sandbox, '/rehearsal/bot/v2/message')).context).toMatchObject({
      product: 'rehearsal-skill',
    });
    expect(await sandbox.requests('/bot/v2/')).toHaveLength(before);
  });
  await configureChat(page, (chat) => Object.assign(chat, { isInputHidden: true }));
  await when('it names that of a stranger, where the company has hidden the field', () =>
    host.open('/plain', { query: { 'cm-bot-account': 'of a stranger', 'cm-start-chat': '' } }),
  );
  await sees('the company’s bot, and no field', async () => {
    await expect(log(pane)).toContainText('Northwind guide');
    await expect(pane.getByRole('textbox')).toHaveCount(0);
  });
});
