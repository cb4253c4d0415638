import { log } from '../browser/chatSteps.ts';
import { expect, test } from '../browser/fixtures.ts';
import { agentSays, desk, ofAgent, openChat } from '../browser/liveSteps.ts';
import { block, bodyOf, given, noteEvents, sees, when } from './steps.ts';

test('[SH-003] shell 76, 85, 86, 87, 123, 184: cm-disable=true leaves the page alone, consent that the address refuses switches the product off, false disables nothing, and two loaders make one widget', async ({
  host,
  page,
  sandbox,
}) => {
  await given('an address that disables the widget', () => host.open('/plain', { query: { 'cm-disable': 'true' } }));
  await page.waitForTimeout(1_500);
  await sees('the page alone', async () => {
    await expect(host.element()).toHaveCount(0);
    expect(await sandbox.requests('/contact')).toEqual([]);
  });
  await given('an address that refuses chat and experiments', () =>
    host.open('/plain', { query: { 'cm-consent-chat': 'false', 'cm-consent-experiments': 'false' } }),
  );
  const pane = await when('the visitor opens the pane', () => host.openPane());
  await sees('the menu without a chat, and no call for either', async () => {
    await expect(block(pane, 'phone')).toBeVisible();
    await host.changeAddress();
    await expect(block(pane, 'chat')).toHaveCount(0);
    expect(await sandbox.requests('/bot')).toEqual([]);
    expect(await sandbox.requests('/experiments')).toEqual([]);
  });
  await given('one that says false, on a page with two loaders', () =>
    host.open('/plain', { query: { 'cm-disable': 'false' }, page: { loader: 'twice' } }),
  );
  await sees('one pill', async () => {
    await expect(host.pill()).toBeVisible();
    await page.waitForTimeout(500);
    await expect(host.element()).toHaveCount(1);
  });
});

test('[CH-207][SC-134][SH-161][SH-164] shell 67, 77; chat 26, 28: the debug flag opens a window with experiments, attributes and events; another shows the keys of texts', async ({
  checkAxe,
  host,
  sandbox,
}) => {
  const debug = host.frame().getByRole('complementary', { name: 'Debug' });
  await given('an address with the debug flag', () => host.open('/plain', { query: { 'cm-debug': 'true' } }));
  await sees('experiments and attributes', async () => {
    await expect(debug.getByRole('list', { name: /^Experiments/ })).toContainText('button_color');
    await expect(debug.getByRole('list', { name: /^Attributes/ })).toContainText(/device_type\s*desktop/);
    // Available once the bot's employee check and the chat have answered.
    for (const attribute of [/non_ibm_visitor\s*true/, /chat_availability\s*available/])
      await expect(debug.getByRole('list', { name: /^Attributes/ })).toContainText(attribute);
    expect(await checkAxe()).toEqual([]);
  });
  await when('the visitor opens the pane, and then the window again', async () => {
    await host.pressPill();
    await host.frame().getByRole('button', { name: 'Open the debug window' }).click();
  });
  await sees('the event that was fired, the chats, and what was asked past the caches', async () => {
    await expect(debug.getByRole('list', { name: /^Events/ })).toContainText('CM_PANE_SHOWN');
    await expect(debug.getByRole('list', { name: /^Chat adapters/ })).toContainText(/bot\s*available/);
    await expect(debug.getByRole('list', { name: /^Lookup/ })).toContainText(/focus area\s*cloud/);
    await expect(debug.getByRole('list', { name: /^Requests/ })).toContainText(/lookup\/request-ip\s*\d+ ms/);
    expect((await sandbox.requests('/contact/lookup'))[0]?.query.bypassCache).toBe('true');
  });
  await when('they close the window', () => debug.getByRole('button', { name: 'Close the debug window' }).click());
  await sees('no window', () => expect(debug).toBeHidden());
  await given('an address with the flag for texts', () => host.open('/plain', { query: { 'cm-debug-text': 'true' } }));
  await sees('section and key in place of the words', () => expect(host.pill()).toContainText('pill.'));
});

test('[SH-098] shell 78, 84, 186, 202: focus area, language, region and variations of the address replace those of the page, an IP address that is none is dropped, and a country counts in any case', async ({
  context,
  host,
  sandbox,
}) => {
  const query = { focusArea: 'data', languageCode: 'ja', regionCode: 'JP' };
  await given('an address with all three, a grey button and a wrong IP address, on a page about the cloud', () =>
    host.open('/plain', {
      attrs: { 'data-focus-area': 'cloud' },
      query: { ...query, 'cm-experiments': 'button_color:grey', 'cm-ip': '2001:db8::1' },
    }),
  );
  await sees('them in the lookup, and Japanese in the widget', async () => {
    await expect(host.pill()).toHaveText('お問い合わせ');
    expect(bodyOf((await sandbox.requests('/contact/lookup'))[0]).contactInformationBundleKey).toEqual(query);
  });
  await sees('a grey button, and a lookup without the IP address', async () => {
    await expect(host.pill()).toHaveCSS('background-color', 'rgb(68, 68, 68)');
    const { clientInfo } = bodyOf((await sandbox.requests('/contact/lookup'))[0]);
    expect(JSON.stringify(clientInfo)).not.toContain('2001');
  });
  for (const country of ['DE', 'de']) {
    await given(`a visitor from ${country}, whose cookies live for a year`, async () => {
      await context.clearCookies();
      await host.open('/plain', { query: { 'cm-country': country, 'cm-consent-proactive': 'true' } });
      const life = async () =>
        ((await context.cookies()).find(({ name }) => name === 'cm-proactive-state')?.expires ?? 0) -
        Date.now() / 1_000;
      await expect.poll(life).toBeGreaterThan(363 * 86_400);
    });
  }
});

test('[CH-010] shell 79, 81, 136; chat 28: an address opens the pane at once, or starts a chat, whose start says so', async ({
  host,
  page,
  sandbox,
}) => {
  const events = await noteEvents(page, 'cm-chat-start');
  await given('an address with the flag of the pane', () => host.open('/plain', { query: { contactmodule: '' } }));
  await sees('the pane without any press', () => expect(host.frame().getByRole('dialog')).toBeVisible());
  await given('an address that starts a chat', () =>
    host.open('/plain', { attrs: { 'data-analytics-events': '' }, query: { 'cm-start-chat': 'true' } }),
  );
  await sees('the chat without any press, and an event with where it started', async () => {
    await expect(log(host.frame())).toContainText('Northwind guide');
    await expect.poll(events).toMatchObject([{ type: 'cm-chat-start', startType: 'queryParameter' }]);
  });
  await sees('one call that starts it', async () => {
    const paths = (await sandbox.requests('/bot')).map(({ path }) => path);
    expect(paths.filter((path) => path === '/bot/v2/message')).toHaveLength(1);
  });
});

test('[CH-010][SH-099][F-CH6] shell 80; chat 28: an address continues the chat of the account that it names, and of no other', async ({
  host,
  page,
  sandbox,
}) => {
  const attrs = { 'data-focus-area': 'data' };
  await given('a chat with an agent', async () => agentSays(await openChat(host, 'data'), sandbox, 'Good morning'));
  await given('an address with another account', async () => {
    await host.open('/plain', { attrs, query: { 'cm-continue-chat': 'nonsense' } });
    const polls = async () => (await sandbox.requests('/api/account/4711/chat/')).length;
    const before = await polls();
    await expect.poll(polls).toBeGreaterThan(before + 1);
  });
  await sees('no chat', () => expect(log(host.frame())).toBeHidden());
  await given('an address with its account', () =>
    host.open('/plain', { attrs, query: { 'cm-continue-chat': '4711' } }),
  );
  await sees('the chat', async () => {
    await expect(ofAgent(host.frame())).toContainText('Good morning');
    expect(await desk(sandbox)).toHaveLength(1);
    await expect(page).toHaveURL(/cm-continue-chat=4711/);
  });
});

test('shell 82: the parameters of the scheduler open it in the pane or as a page of its own, and a booked call by its number', async ({
  host,
  sandbox,
}) => {
  const frame = host.frame();
  await given('an address with the form', () => host.open('/plain', { query: { 'cm-scheduler-form': 'true' } }));
  await sees('the scheduler in the pane', () =>
    expect(frame.getByRole('button', { name: 'Back to all contact options' })).toBeVisible(),
  );
  await given('an address with the landing page', () =>
    host.open('/landing', { query: { 'cm-scheduler-landing': 'true' } }),
  );
  await sees('the scheduler as the page’s content', () => expect(frame.getByRole('main')).toBeVisible());
  await given('an address with the number of no call', () =>
    host.open('/plain', { query: { 'cm-scheduler-confirmation': 'ABC123' } }),
  );
  await sees('what is known of that call', async () => {
    await expect(frame.getByRole('dialog').first()).toContainText('We could not find this call');
    expect((await sandbox.requests('/v2/appointments')).some(({ path }) => path.includes('ABC123'))).toBe(true);
  });
});

test('shell 83, 102, 109, 200; chat 28: an address overrides who visits, from where, and with which account', async ({
  host,
  sandbox,
}) => {
  await given('a page of Alice, and an address that names another visitor, country, IP address and account', () =>
    host.open('/plain', {
      attrs: { 'data-focus-area': 'data' },
      globals: { contactWidgetUser: { iui: 'alice', signedin: true, email: 'alice@northwind.example' } },
      query: {
        ...{ 'cm-user-id': 'ada', 'cm-email': 'ada@northwind.example', 'cm-signedin': 'true', 'cm-country': 'MX' },
        ...{ 'cm-ip': '203.0.113.7', 'cm-chat-account': 'OTHER99', 'cm-start-chat': '' },
      },
    }),
  );
  await sees('what the services learn', async () => {
    await expect(host.frame().getByRole('textbox')).toBeVisible();
    const all = await sandbox.requests('/');
    const said = all.map(({ body }) => JSON.stringify(body)).join('\n');
    expect(said).toContain('"ada"');
    expect(said).not.toMatch(/"alice/);
    expect(all.some(({ path }) => path.includes('/OTHER99/'))).toBe(true);
    const { clientInfo } = bodyOf((await sandbox.requests('/contact/lookup'))[0]);
    expect(clientInfo).toMatchObject({ ipAddress: '203.0.113.7' });
  });
});
