import type { Frame, FrameLocator } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { openEntry } from './menuSteps.ts';

/** A page's claims about its visitor prove nothing; a pinned loader is the one that runs; a page that is left is not held up. */

const somebody = { email: 'ada@northwind.example', userId: '4711', signedin: true, firstName: 'Ada' };

async function startConversation(frame: FrameLocator): Promise<void> {
  await openEntry(frame, 'chat');
  await frame.getByRole('button', { name: 'Start chat' }).click();
  await expect(frame.getByRole('textbox')).toBeVisible();
  await expect(frame.getByRole('log').locator('[data-kind=bot]').first()).toBeVisible();
}

test('[CSP-15] treats one visitor on two hosts as two guests, whatever the hosts claim', async ({ page, host }) => {
  const secret = 'My order number is 8812-B';
  const url = await host.prepare('/plain', { globals: { contactWidgetUser: somebody } });
  await page.goto(url);
  const frame = await host.openPane();
  await startConversation(frame);
  await frame.getByRole('textbox').fill(secret);
  await frame.getByRole('textbox').press('Enter');
  await expect(frame.getByRole('log').locator('[data-kind=visitor]')).toContainText(secret);

  await page.goto(url.replace('localhost', '127.0.0.1'));
  const other = await host.openPane();
  await startConversation(other);
  await expect(other.getByRole('log')).not.toContainText(secret);

  // Control: back on the first host, the visitor is the first guest again.
  await page.goto(url);
  await host.openPane();
  await expect(host.frame().getByRole('log')).toContainText(secret);
});

test('[SH-025][CSP-15][BR-36][BR-48] continues a conversation on another host only for a visitor the sign-in service confirms, not for one a page claims; a page that records every message sees no text of it and no token', {
  tag: '@core',
}, async ({ browser, page, host, sandbox }) => {
  const person = 'ada-4711';
  const url = await host.prepare('/plain', {
    globals: { contactWidgetUser: { ...somebody, userId: person, iui: person } },
  });
  await sandbox.command('identity', { signedIn: person });
  await page.addInitScript(() => {
    // Record as session replay does: everything sent to and received from the frame, on the port and the window.
    const recorded = { sent: [] as string[], received: [] as string[] };
    Object.assign(window, { recorded });
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (...args: unknown[]) {
      recorded.sent.push(JSON.stringify(args[0]));
      return Reflect.apply(post, this, args);
    };
    const handler = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage') as PropertyDescriptor;
    Object.defineProperty(MessagePort.prototype, 'onmessage', {
      ...handler,
      set(this: MessagePort, listener: (event: MessageEvent) => void) {
        handler.set?.call(this, (event: MessageEvent) => {
          recorded.received.push(JSON.stringify(event.data));
          listener.call(this, event);
        });
      },
    });
    window.addEventListener('message', ({ data }) => recorded.received.push(JSON.stringify(data)));
  });
  await page.goto(url);
  const first = await host.openPane();
  await startConversation(first);
  await first.getByRole('textbox').fill('agent now');
  await first.getByRole('textbox').press('Enter');
  const message = 'About your order 8812-C';
  await expect
    .poll(async () => JSON.stringify(await (await fetch(`${sandbox.servicesUrl}/agent/conversations`)).json()))
    .toContain(person);
  await sandbox.command('agent', { action: 'say', text: message });
  await expect(first.getByRole('log')).toContainText(message);
  const { sent, received } = await page.evaluate(
    () => (window as unknown as { recorded: { sent: string[]; received: string[] } }).recorded,
  );
  // Control: both directions were recorded, and the page's claim about its visitor went to the frame.
  expect([sent.some((line) => line.includes(person)), received.some((line) => line.includes('draw'))]).toEqual([
    true,
    true,
  ]);
  expect([...sent, ...received].filter((line) => /8812-C|agent now|eyJ/.test(line))).toEqual([]);
  expect(received.filter((line) => line.includes(person))).toEqual([]);

  // The other host's frame has its own storage, so only the visitor's identity connects the conversation.
  await page.goto(url.replace('localhost', '127.0.0.1'));
  await expect((await host.openPane()).getByRole('log')).toContainText(message);

  await sandbox.command('identity', { signedIn: null });
  const stranger = await browser.newContext();
  const other = await stranger.newPage();
  await other.goto(url);
  await other.locator('#contact-widget button').click();
  const unsigned = other.frameLocator('#contact-widget iframe');
  await startConversation(unsigned);
  await expect(unsigned.getByRole('log')).not.toContainText(message);
  // Control: the broker received the page's claims.
  await expect
    .poll(async () => (await sandbox.requests('/session')).at(-1)?.body)
    .toMatchObject({ iui: person, cmaasSigned: '' });
  const asked = (await sandbox.requests('/bot')).map(({ path, query }) => `${path}?${JSON.stringify(query)}`);
  expect(asked.join('\n')).not.toMatch(/[Tt]oken|8812-C/);
  await stranger.close();
});

test('[BR-34][BR-35][BR-36][CSP-19] services receive no secret from the page’s address and no token a page claims, and no listener holds up a page that is left', {
  tag: '@core',
}, async ({ page, host, problems, sandbox }) => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { sub: somebody.userId, email: somebody.email };
  const tokens = [
    `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`,
    `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claims, exp: 1 })}.expired`,
    `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claims, iss: 'https://other.example', tid: 'foreign' })}.foreign`,
  ];
  const [none = '', expired = '', foreign = ''] = tokens;
  const consoleLines: string[] = [];
  page.on('console', (message) => consoleLines.push(message.text()));
  const url = new URL(
    host.urlOf('/plain', {
      query: { utm_source: 'news', access_token: none, code: 'tell-nobody', state: 'tell-nobody' },
    }),
  );
  url.hash = `id_token=${expired}&tell-nobody`;
  await page.addInitScript(
    ([user, first, second, third]) => {
      Object.assign(window, { contactWidgetUser: { ...user, token: first, jwt: second, access_token: third } });
    },
    [somebody, none, expired, foreign] as const,
  );
  await page.addInitScript(() => {
    const listenedTo: string[] = [];
    Object.assign(window, { listenedTo });
    const add = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (...args) {
      listenedTo.push(args[0]);
      return add.apply(this, args);
    };
  });
  await page.goto(url.href);
  const frame = await host.openPane();
  await startConversation(frame);
  await frame.getByRole('textbox').fill('What does it cost?');
  await frame.getByRole('textbox').press('Enter');
  await expect(frame.getByRole('log').locator('[data-kind=bot]').nth(1)).toBeVisible();
  const requests = await sandbox.requests();
  const bodies = requests.map((request) => JSON.stringify(request));
  // Control: services receive the page's address with the parameter that is not a secret.
  expect(bodies.some((line) => line.includes('utm_source=news'))).toBe(true);
  for (const secret of ['tell-nobody', ...tokens, ...tokens.map(encodeURIComponent)]) {
    expect(bodies.filter((line) => line.includes(secret))).toEqual([]);
    expect(consoleLines.filter((line) => line.includes(secret))).toEqual([]);
  }
  expect(problems.consoleErrors).toEqual([]);
  await test.step('[CSP-19] adds no unload listener, and no beforeunload listener on the page', async () => {
    const listenedToIn = (one: Frame) => one.evaluate(() => (window as unknown as { listenedTo: string[] }).listenedTo);
    const onPage = await listenedToIn(page.mainFrame());
    expect(onPage).toContain('message');
    expect(onPage.filter((type) => /unload/.test(type))).toEqual([]);
    // React Aria removes its focus listeners on the frame's beforeunload. It shows no prompt and keeps nothing open.
    const inFrame = await listenedToIn(await host.frameHandle());
    expect(inFrame).toContain('message');
    expect(inFrame).not.toContain('unload');
  });
});

const storageProblems: readonly (readonly [what: string, make: () => void])[] = [
  [
    'storage, IndexedDB and cookies throw on access',
    () => {
      const denied = (): never => {
        throw new DOMException('denied', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
        Object.defineProperty(window, name, { get: denied });
      }
      Object.defineProperty(Document.prototype, 'cookie', { get: denied, set: denied });
    },
  ],
  [
    'storage is cleared continuously',
    () => {
      // Skip the initial empty documents, which have no storage.
      if (!location.protocol.startsWith('http') || self.origin === 'null') return;
      setInterval(() => {
        localStorage.clear();
        sessionStorage.clear();
      }, 20);
    },
  ],
];

test(`[CSP-14][XB-06] a conversation lives as long as its tab when, in page and frame, ${storageProblems.map(([what]) => what).join('; or when ')}`, async ({
  browser,
  host,
}) => {
  const url = host.urlOf('/plain');
  for (const [what, make] of storageProblems) {
    const context = await browser.newContext();
    await context.addInitScript(make);
    const tab = await context.newPage();
    const uncaught: string[] = [];
    tab.on('pageerror', (error) => uncaught.push(error.message));
    await tab.goto(url);
    await tab.locator('#contact-widget button').click();
    const frame = tab.frameLocator('#contact-widget iframe');
    await startConversation(frame);
    await frame.getByRole('textbox').fill('What does it cost?');
    await frame.getByRole('textbox').press('Enter');
    await expect(frame.getByRole('log').locator('[data-kind=bot]').nth(1), what).toBeVisible();
    await expect(frame.getByRole('log').locator('[data-kind=visitor]'), what).toHaveCount(1);
    // Closing and reopening the pane shows the same conversation.
    await tab.evaluate(() => window.postMessage('cm-close', location.origin));
    await expect(tab.locator('#contact-widget iframe')).toBeHidden();
    await tab.locator('#contact-widget button').click();
    await expect(frame.getByRole('log').locator('[data-kind=visitor]'), what).toContainText('What does it cost?');
    expect(uncaught, what).toEqual([]);
    await context.close();
  }
});

test('[CSP-21] keeps the focus on the page while the visitor types: at the widget’s start, an agent’s message, a bot’s choices, and the end of a conversation', async ({
  page,
  host,
  sandbox,
}) => {
  const typed = async (text: string, act: () => Promise<unknown>) => {
    await page.locator('#typed').fill('');
    await page.locator('#typed').click();
    await page.keyboard.type(text.slice(0, 3));
    await act();
    await page.keyboard.type(text.slice(3));
    await expect(page.locator('#typed')).toHaveValue(text);
  };
  await page.goto(await host.prepare('/plain', { page: { loader: 'none' } }));
  await page.evaluate(() => {
    document.querySelector('main')?.prepend(Object.assign(document.createElement('input'), { id: 'typed' }));
  });
  await typed('while it starts', async () => {
    await page.evaluate((src) => {
      const script = document.createElement('script');
      script.src = src;
      script.dataset.focusArea = 'cloud';
      document.head.append(script);
    }, `${sandbox.widgetUrl}/loader.js`);
    await expect(host.pill()).toBeVisible();
  });
  const frame = await host.openPane();
  await startConversation(frame);
  const log = frame.getByRole('log');
  await frame.getByRole('textbox').fill('agent now');
  await frame.getByRole('textbox').press('Enter');
  await expect
    .poll(async () => JSON.stringify(await (await fetch(`${sandbox.servicesUrl}/agent/conversations`)).json()))
    .toContain('visitor');
  await typed('while an agent writes', async () => {
    await sandbox.command('agent', { action: 'join' });
    await sandbox.command('agent', { action: 'say', text: 'I am here.' });
    await expect(log).toContainText('I am here.');
  });
  await typed('while choices come', async () => {
    await sandbox.command('agent', { action: 'quickReplies' });
    await expect(log.getByRole('button').last()).toBeVisible();
  });
  await typed('while the chat ends', async () => {
    await sandbox.command('agent', { action: 'end' });
    await expect(frame.getByText(/ended|closed|over/i).first()).toBeVisible();
  });
});

test('[CSP-13] does not run a loader that differs from its integrity value by one byte, and the page works', {
  tag: '@core',
}, async ({ page, host, sandbox }) => {
  const whole = await (await fetch(`${sandbox.widgetUrl}/loader.js`)).text();
  await page.route(`${sandbox.widgetUrl}/loader.js`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' },
      body: `${whole} `,
    }),
  );
  await host.open('/isolation/csp-hash');
  await page.waitForLoadState('load');
  await page.waitForTimeout(500);
  await expect(host.element()).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
