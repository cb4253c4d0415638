import { botMessages, log, mine, readHostStorage, reopen, send } from '../browser/chatSteps.ts';
import { expect, hold, test } from '../browser/fixtures.ts';
import { bodies, type Fields, firstBody, kept, lines, messages, openChat } from './chat.ts';
import { given, sees, when } from './steps.ts';

const status = '/bot/v2/status';

test('[CH-082][CH-083][CH-086][CH-087][CH-088][CH-094] chat 19, 23, 38, 39, 40, 41, 42, 43, 88, 89, 130, 160, 161, 209: the bot greets, answers with lines of every type, and gets what the visitor chooses', {
  tag: '@core',
}, async ({ context, host, page, sandbox }) => {
  await context.addCookies([{ name: 'ajs_anonymous_id', value: '%2250YTYC81B4%22', url: sandbox.hostUrl }]);
  await page.clock.install();
  const held = await hold(page, /\/bot\/v2\/message$/);
  await host.open('/plain', {
    attrs: { 'data-focus-area': 'cloud' },
    query: { 'cm-start-chat': '', utm_source: 'mail' },
  });
  const pane = host.frame();
  const list = log(pane);
  await sees('a notice of privacy, that the bot is connected, and the first block of its greeting', async () => {
    await expect(list).toContainText('You are connected');
    await page.clock.pauseAt(Date.now() + 5_000);
    held.release();
    await expect(list).toContainText("Hi, I'm the Northwind guide");
    expect((await messages(pane)).map((one) => one.slice(0, 22))).toEqual([
      'system: This chat is a',
      'system: You are connec',
      "bot: Hi, I'm the North",
    ]);
  });
  await sees('it type, and the rest after a second', async () => {
    await page.clock.runFor(900);
    await expect(pane.getByText('is typing')).toBeVisible();
    await expect(list).not.toContainText('What can I help you with?');
    await page.clock.runFor(150);
    await expect(list).toContainText('What can I help you with?');
  });
  await sees('a first message without a text, with all facts about page and visitor', async () => {
    const [first] = await botMessages(sandbox);
    expect(first?.input).toEqual({ text: '' });
    // Unknown until the desk has answered. On a slow machine, it answers before this message.
    const context = first?.context as Fields;
    expect([null, false]).toContain(context.isChatAvailable);
    expect(context).toEqual({
      ...{ isIBMer: false, product: 'northwind-guide', switch: '', chatSkills: ['northwind-guide', 'cloud-sales'] },
      ...{ eligibleCountries: '*', extraBundles: {}, focusArea: 'cloud', schedulerParams: null },
      isChatAvailable: context.isChatAvailable,
      ...{ action: '', noSwitchBackToChatBot: false, responseManager: true, locale: 'en-US', pageLocale: 'en-US' },
      ...{
        pageUrl: `${sandbox.hostUrl}/plain?utm_source=mail`,
        referrerUrl: '',
        userAgentInfo: expect.stringContaining('Mozilla'),
      },
      ...{ marketingParameters: { utmSource: 'mail' }, countryCode: 'US', iui: '', signedin: false },
      ...{ bluemixProfile: expect.any(Object), socialId: '', auId: '50YTYC81B4', version: '1.0', conversate: true },
      ...{ conversation_id: '', engagementId: '', realtimeID: '', confirm_product_prompt: false, label: '' },
      displayFeedback: false,
    });
    const { conversation_id: id } = await firstBody(sandbox, '/bot/v2/message/history');
    expect(id).toMatch(/^conversation-/);
  });
  await when('the visitor sends nothing but blanks, and then chooses', async () => {
    await pane.getByRole('textbox').fill('  \n ');
    await pane.getByRole('textbox').press('Enter');
    await list.getByRole('button', { name: 'Pricing' }).click();
  });
  await sees('the choice as their text, sent once with the fields of its line', async () => {
    await expect(log(pane).getByRole('region', { name: /You pay by the second/ })).toBeVisible();
    await expect(mine(pane)).toHaveCount(1);
    await expect(mine(pane)).toContainText('Pricing');
    expect((await botMessages(sandbox)).map(({ input }) => input)).toEqual([
      { text: '' },
      { text: 'Pricing', type: 'choice', choiceType: 'disambiguation', dialogNode: 'node_pricing' },
    ]);
  });
  await when('they ask for everything', () => send(pane, 'show everything'));
  await sees('half a second between the blocks of the answer', async () => {
    await expect(list).toContainText('Plain text with a URL');
    await page.clock.runFor(400);
    await expect(list).not.toContainText('A group of choices');
    await page.clock.runFor(150);
    await expect(list).toContainText('A group of choices');
    await page.clock.resume();
  });
  await sees('each type of line, choices as lists, and an unknown type as text', async () => {
    await expect(list.locator('blockquote')).toContainText('12 servers');
    await list.getByRole('button', { name: 'Show more' }).click();
    await expect(list.getByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true');
    const buttons = [
      'A choice',
      'Chat with an agent',
      'Book a 30-minute call with an expert',
      'First',
      'Small 2 cores, 4 GB',
    ];
    for (const name of buttons) await expect(list.getByRole('button', { name, exact: true }).last()).toBeAttached();
    for (const [name, href, target] of [
      ['Read the documentation', 'https://docs.northwind.example/start', '_blank'],
      ['Go to checkout', 'https://shop.northwind.example/basket', '_blank'],
      ['Write to sales', 'mailto:sales@northwind.example', '_top'],
      ['Call \\+1 800 555 0142', 'tel:+18005550142', '_top'],
      ['Open a support case', 'https://support.northwind.example/cases', '_blank'],
      ['Start a free trial', 'https://northwind.example/trial', '_blank'],
    ] as const) {
      const link = list.getByRole('link', { name: new RegExp(name) });
      await expect(link).toHaveAttribute('href', href);
      await expect(link).toHaveAttribute('target', target);
    }
    await expect(list.getByText('A line of a type that nobody knows yet.')).toBeAttached();
    await expect(list.getByRole('region', { name: 'A group of choices' })).toBeAttached();
  });
  expect(await bodies(sandbox, status)).toEqual([{ context: { product: 'northwind-guide', language: 'en-US' } }]);
});

test('[CH-092][CH-093][CH-095][CH-097][CH-098][SC-004] chat 20, 90, 91, 92, 93, 164, 165; scheduler 7, 60: the visitor rates answers, follows links, and books a call, which an answer or a line of the bot opens', async ({
  host,
  page,
  sandbox,
}) => {
  const pane = await given('a bot that has answered', async () => {
    const opened = await openChat(host, 'cloud');
    await send(opened, 'pricing');
    return opened;
  });
  const votes = async () =>
    (await bodies(sandbox, '/bot/v2/validate')).map(({ valid, output }) => [valid, Boolean(output)]);
  await when('the visitor presses the thumb up, twice', async () => {
    const up = log(pane).getByRole('button', { name: 'Yes, this helped' });
    await up.click();
    await expect(up).toHaveAttribute('aria-pressed', 'true');
    await up.click({ force: true });
  });
  await sees('the answer be reported as valid, once', () => expect.poll(votes).toEqual([[true, true]]));
  await when('they press the thumb down below the next answer', async () => {
    await send(pane, 'products');
    await expect(log(pane).getByRole('button', { name: 'No, this did not help' })).toHaveCount(2);
    await log(pane).getByRole('button', { name: 'No, this did not help' }).last().click();
  });
  await sees('it as not valid, and an answer to an unhappy customer', async () => {
    await expect.poll(votes).toEqual([
      [true, true],
      [false, true],
    ]);
    await expect(log(pane)).toContainText("I'm sorry this didn't help");
    expect((await botMessages(sandbox)).at(-1)?.input).toMatchObject({ text: 'Unhappy customer', type: 'choice' });
  });
  await when('they follow a link while the report of it hangs', async () => {
    await sandbox.rules({ path: '/bot/v2/update', hang: true });
    await page.context().route('https://northwind.example/**', (route) => route.fulfill({ body: 'the company' }));
    await send(pane, 'tell me about Northwind Data');
    const opened = page.waitForEvent('popup');
    await log(pane).getByRole('link', { name: 'Start a free trial' }).click();
    await (await opened).waitForURL('https://northwind.example/trial');
  });
  await sees('the report, with the answer', async () => {
    const report = {
      linkUrl: 'https://northwind.example/trial',
      originalData: expect.any(Object),
      _id: expect.any(String),
    };
    expect(await firstBody(sandbox, '/bot/v2/update')).toEqual(report);
  });
  await when('the bot opens the scheduler, and the visitor goes back to the chat', async () => {
    await send(pane, 'meeting now');
    await expect(pane.locator('h3 button').first()).toBeVisible();
    await expect(pane.locator('[data-field=question] textarea')).toBeVisible();
    await pane.getByRole('button', { name: 'Back to all contact options' }).click();
  });
  await when('they press the line of the scheduler', () =>
    log(pane).getByRole('button', { name: 'Book a 30-minute call with an expert' }).last().click(),
  );
  await sees('the form, which asks with the words of the line', async () => {
    await expect(pane.getByText('Tell our expert what you have in mind.')).toBeVisible();
    await expect(pane.locator('[data-field=question] textarea')).toBeVisible();
  });
});

test('[CH-052][CH-089][SH-025] chat 83, 163, 189: after a reload the conversation and the draft are there, in order, and the page stores neither', async ({
  host,
  page,
  sandbox,
}) => {
  let pane = await given('a conversation and a draft', async () => {
    const opened = await openChat(host, 'cloud');
    await send(opened, 'what does a server cost');
    await expect(log(opened)).toContainText('Where would you like to go from here?');
    await opened.getByRole('textbox').fill('half a sentence');
    return opened;
  });
  const before = (await messages(pane)).filter((one) => !one.startsWith('system'));
  const idOf = async () => ((await botMessages(sandbox)).at(-1)?.context as Fields | undefined)?.conversation_id;
  const id = await idOf();
  await when('the page is loaded again', async () => {
    pane = await reopen(page, host);
    await expect(log(pane)).toContainText('Northwind Cloud:');
  });
  await sees('the same messages, each once, and the draft', async () => {
    await expect.poll(async () => (await messages(pane)).filter((one) => !one.startsWith('system'))).toEqual(before);
    await expect(pane.getByRole('textbox')).toHaveValue('half a sentence');
  });
  await when('the visitor goes on, and the answer takes its time', async () => {
    const held = await hold(page, /\/bot\/v2\/message$/);
    await send(pane, 'thanks');
    await held.asked;
    await sees('their text last', async () => expect((await messages(pane)).at(-1)).toBe('visitor: thanks'));
    held.release();
    await expect(log(pane)).toContainText('welcome');
  });
  await sees('the same conversation, kept by the frame and not by the page', async () => {
    expect(await idOf()).toBe(id);
    expect(await kept(host)).toContain(String(id));
    const stored = await readHostStorage(page);
    for (const secret of [String(id), 'server cost', 'half a sentence']) expect(stored).not.toContain(secret);
  });
});

test('[CH-101][CH-102][CH-214][CH-215] chat 85, 162, 191: an error with an answer is an answer, and one without makes the bot unavailable until it has the text', {
  tag: '@core',
}, async ({ host, problems, sandbox }) => {
  const pane = await openChat(host, 'cloud');
  await when('the service fails with an answer', () => send(pane, 'sorry'));
  await sees('the answer', () => expect(log(pane)).toContainText('Something went wrong. Please ask me again.'));
  await when('it fails without one', async () => {
    await sandbox.rules({ path: '/bot/v2/message', status: 500, body: { message: 'out of order' }, times: 1 });
    await send(pane, 'thank you');
  });
  await sees('the text marked, the other ways, and the endpoint, the status and the error on the console', async () => {
    await expect(mine(pane).last()).toContainText('Not sent.');
    await expect(pane.getByText('This chat is not available right now.')).toBeVisible();
    await expect(pane.getByRole('button', { name: 'Back to menu' })).toBeVisible();
    const line = 'Bot request /v2/message failed with status 500: out of order';
    await expect.poll(() => lines([...problems.warnings, ...problems.consoleErrors], line)).toBeGreaterThan(0);
    await expect(pane.getByText('out of order')).toHaveCount(0);
  });
  await when('the visitor tries again', () => pane.getByRole('button', { name: 'Try again' }).click());
  await sees('it answered, once', async () => {
    await expect(log(pane)).toContainText('welcome');
    await expect(mine(pane)).toHaveCount(2);
    await expect(mine(pane).last()).not.toContainText('Not sent.');
    await expect(pane.getByRole('textbox')).toBeVisible();
  });
});

test('[CH-105][CH-106][CH-107][CH-108][CH-109][F-CH2][F-SE6] chat 21, 22, 24, 169: where the routing code is the assistant’s, its program answers in place of the bot', async ({
  host,
  page,
  sandbox,
}) => {
  await sandbox.command('contact', { chat: 'assistant' });
  const pane = await openChat(host, 'cloud');
  const list = log(pane);
  await sees('a notice of privacy first, then the greeting', async () => {
    await expect(list.getByRole('button', { name: 'Book a meeting' })).toBeVisible();
    expect((await messages(pane)).map((one) => one.slice(0, 22))).toEqual([
      'system: This chat is a',
      "bot: Hi, I'm the North",
      'bot: What can I help y',
      'bot: Products',
    ]);
  });
  await sees('that the program was started with its options, and sends the messages', async () => {
    const options = await (await host.frameHandle()).evaluate(
      () => (window as unknown as { hostedAssistantStarted: unknown }).hostedAssistantStarted,
    );
    expect(options).toMatchObject({ integrationID: 'northwind-guide', region: 'us-east', locale: 'en-US', zIndex: 1 });
    expect(await sandbox.requests('/assistant/entry.js')).toHaveLength(1);
    // It comes from an origin without CORP.
    const { headers } = await fetch(`${sandbox.vendorsUrl}/assistant/entry.js`);
    for (const name of ['cross-origin-resource-policy', 'access-control-allow-origin'])
      expect(headers.get(name)).toBeNull();
    expect(await page.evaluate(() => document.querySelectorAll('script[src*=entry]').length)).toBe(0);
    expect(await bodies(sandbox, status)).toEqual([{ context: { product: 'assistant-api', language: 'en-US' } }]);
    const sent = (await sandbox.requests('/bot/v2/message')).filter(({ path }) => path === '/bot/v2/message');
    expect(sent.map(({ headers }) => headers['x-sent-by'])).toEqual(['hosted-assistant']);
  });
  await when('the visitor chooses from the list of options', () =>
    list.getByRole('listitem').getByRole('button', { name: 'Book a meeting' }).click(),
  );
  await sees('a line for the scheduler', () =>
    expect(list.getByRole('button', { name: 'Book a 30-minute call with an expert' })).toBeVisible(),
  );
  await when('they ask for a product, and the clock stands', async () => {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    await send(pane, 'Northwind Cloud');
    await expect(list).toContainText('Northwind Cloud: Servers');
  });
  await sees('half a second of typing, and then links and a line for an agent', async () => {
    await page.clock.runFor(400);
    await expect(list.getByRole('link', { name: /Read more about Northwind Cloud/ })).toHaveCount(0);
    await page.clock.runFor(150);
    await page.clock.resume();
    await expect(list.getByRole('link', { name: /Read more about Northwind Cloud/ })).toBeVisible();
    await expect(list.getByRole('button', { name: 'Chat with an agent' })).toBeVisible();
  });
});

test('[CH-014][CH-099][CH-100][CH-104] chat 155, 168, 147, 170: employees and the social id are looked for, and a debug page reports nothing', async ({
  host,
  page,
  sandbox,
}) => {
  await given('an employee, and a page that learns a social id late', async () => {
    await sandbox.command('bot', { employee: true });
    await host.open('/plain', { attrs: { 'data-focus-area': 'cloud' }, query: { 'cm-start-chat': '' } });
    await expect(log(host.frame())).toContainText('What can I help you with?');
    expect(await bodies(sandbox, '/bot/v2/update')).toEqual([]);
    await page.evaluate(() => Object.assign(window, { contactWidgetConfig: { socialId: 'ada@social' } }));
    await host.changeAddress();
  });
  await sees('both in what the bot is told', async () => {
    await expect
      .poll(async () => (await bodies(sandbox, '/bot/v2/update')).map(({ context }) => (context as Fields).socialId))
      .toEqual(['ada@social']);
    expect(await sandbox.requests('/bot/employee')).toHaveLength(1);
    await send(host.frame(), 'pricing');
    await expect
      .poll(async () => (await botMessages(sandbox)).at(-1)?.context)
      .toMatchObject({ isIBMer: true, socialId: 'ada@social' });
  });
  await when('the visitor signs in to the page', async () => {
    await page.evaluate(() => Object.assign(window, { contactWidgetUser: { signedin: true, iui: 'nw-77' } }));
    await host.changeAddress('/plain');
  });
  await sees('that with the next message', async () => {
    const next = () => send(host.frame(), 'Thank you').then(async () => (await botMessages(sandbox)).at(-1)?.context);
    await expect.poll(next).toMatchObject({ signedin: true, iui: 'nw-77' });
  });
  await given('a debug page of somebody else', async () => {
    await sandbox.command('bot', { employee: false });
    const query = { 'cm-debug': '', 'cm-start-chat': '' };
    await host.open('/short', { attrs: { 'data-focus-area': 'cloud' }, query });
    await send(host.frame(), 'products');
  });
  await when('they rate an answer', async () => {
    await log(host.frame()).getByRole('button', { name: 'No, this did not help' }).last().click();
    await expect(log(host.frame())).toContainText("I'm sorry this didn't help");
  });
  await sees('no report', async () => {
    expect(await bodies(sandbox, '/bot/v2/validate')).toEqual([]);
    expect(await bodies(sandbox, '/bot/v2/update')).toHaveLength(1);
    expect((await botMessages(sandbox)).at(-1)?.context).toMatchObject({ isIBMer: false });
  });
});
