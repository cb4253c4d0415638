import { readFileSync } from 'node:fs';
import { log, mine } from '../browser/chatSteps.ts';
import { crashFirstView } from '../browser/crashSteps.ts';
import { expect, hold, test } from '../browser/fixtures.ts';
import { agentSays, openChat, talkToAgent } from '../browser/liveSteps.ts';
import { openEntry } from '../browser/menuSteps.ts';
import { block, calls, card, given, minimize, noteEvents, sees, tell, when } from './steps.ts';

test('shell 122: the widget starts once the page’s document is there', async ({ host, page, sandbox }) => {
  const slow = await hold(page, /slow-picture/);
  await given('a page that is still being read', async () => {
    await page.addInitScript(() => {
      if (self !== top) return;
      new MutationObserver((_, observer) => {
        if (!document.body) return;
        observer.disconnect();
        document.body.append(Object.assign(new Image(), { src: '/slow-picture' }));
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(await host.prepare('/plain'), { waitUntil: 'commit' });
    await slow.asked;
  });
  await sees('the pill when the document is there', () => expect(host.pill()).toBeVisible());
  slow.release({ status: 404 });
  expect(await calls(sandbox, '/contact/lookup')).toBe(1);
});

test('shell 125, 126: a refresh starts the widget once more, and destroying it leaves the page as it was, with the words of its links', async ({
  host,
  page,
  sandbox,
}) => {
  const ready = await noteEvents(page, 'cm-app-ready');
  const words = () => page.locator('[data-contact-link=contact]').first().textContent();
  const before = await given('a page, with and without the widget', async () => {
    await host.open('/plain', { page: { loader: 'none' } });
    const own = await words();
    await host.open('/plain', { page: { loader: 'async' } });
    await expect.poll(words).toBe("Let's talk");
    await expect.poll(ready).toHaveLength(1);
    return own;
  });
  await when('the page says cm-refresh', () => tell(page, 'cm-refresh'));
  await sees('one widget, which has looked up again', async () => {
    await expect.poll(ready).toHaveLength(2);
    await expect(host.pill()).toBeVisible();
    await expect(host.element()).toHaveCount(1);
    expect(await calls(sandbox, '/contact/lookup')).toBe(2);
    await host.openPane();
  });
  await when('the page says cm-destroy', () => tell(page, 'cm-destroy'));
  await sees('nothing of the widget', async () => {
    await expect(host.element()).toHaveCount(0);
    await expect.poll(words).toBe(before);
    await expect.poll(() => page.frames().length).toBe(1);
  });
});

test('[F-SH5][SH-026] shell 207: scripts and styles of vendors load in the frame with the pane, and never in the page', async ({
  host,
  page,
  problems,
  sandbox,
}) => {
  const inPage = () => page.locator('script, link, style').evaluateAll((all) => all.map(({ outerHTML }) => outerHTML));
  await given('a deployment with a notice script, support styles and fonts', async () => {
    await sandbox.command('vendorFiles', { enabled: true });
    await host.open('/plain');
    await expect(host.pill()).toBeVisible();
    expect(await sandbox.requests('/vendor')).toEqual([]);
  });
  const before = await inPage();
  await when('the visitor opens the pane', () => host.openPane());
  await sees('them in the frame only', async () => {
    await expect
      .poll(async () => (await sandbox.requests('/vendor')).map(({ path }) => path).sort())
      .toEqual(['/vendor/fonts.css', '/vendor/notice.js', '/vendor/support.css']);
    const frame = await host.frameHandle();
    await expect
      .poll(() =>
        frame.evaluate(() => [
          (window as unknown as { northwindNotice?: string }).northwindNotice,
          getComputedStyle(document.documentElement).getPropertyValue('--northwind-support'),
          [...document.fonts].map(({ family }) => family.replaceAll('"', '')).join(),
          getComputedStyle(document.body).fontFamily,
        ]),
      )
      .toEqual(['loaded', 'loaded', 'Northwind Sans', expect.stringMatching(/^"Northwind Sans", system-ui, /)]);
    expect(await inPage()).toEqual(before);
    expect(before.join()).not.toContain('/vendor');
    expect(await problems.violations()).toEqual([]);
  });
});

test('[SH-171] shell 219: without its experiments the widget works as ever', async ({ host, sandbox }) => {
  for (const [name, answer] of [
    ['fails', { status: 500 }],
    ['does not answer', { hang: true }],
    ['has another version', { body: { version: '5' }, status: 200 }],
  ] as const) {
    await given(`an experiment service that ${name}`, async () => {
      await sandbox.forgetRules();
      await sandbox.rules({ path: '/experiments/datafile.json', ...answer });
      await host.open('/plain');
    });
    const pane = await when('the visitor opens the pane', () => host.openPane());
    await sees('the menu', () => expect(block(pane, 'phone')).toBeVisible());
  }
});

test('[SH-169] shell 217: a view that fails is logged, and the pane says so', async ({ host, page, problems }) => {
  problems.allow(/a view failed/);
  await given('a page where the first view of the pane fails', async () => {
    await crashFirstView(page);
    await host.open('/plain', { attrs: { 'data-default-contact': 'https://northwind.example/contact' } });
  });
  const pane = await when('the visitor opens the pane', () => host.openPane());
  await sees('that something went wrong, the page’s link, and one error in the console', async () => {
    await expect(pane.getByRole('alert')).toHaveText('Something went wrong.');
    await expect(pane.locator('a[href="https://northwind.example/contact"]')).toBeVisible();
    expect(problems.consoleErrors.filter((line) => line.includes('A view failed'))).toHaveLength(1);
  });
  await when('the visitor presses Reload', () => pane.getByRole('button', { name: 'Reload' }).click());
  await sees('the menu', () => expect(block(pane, 'phone')).toBeVisible());
  await when('they press Escape', () => page.keyboard.press('Escape'));
  await sees('the pill', () => expect(host.pill()).toBeVisible());
});

test('[CH-015] shell 124: the contact service is asked first, then the experiments and the chat, and offers last', async ({
  host,
  page,
  sandbox,
}) => {
  const fromPage: string[] = [];
  page.on('request', (request) => {
    const isOfPage = request.frame() === page.mainFrame();
    if (isOfPage && request.url().startsWith(sandbox.servicesUrl)) fromPage.push(request.url());
  });
  await given('a page with everything, and a chat', async () => {
    await sandbox.command('outreach', { offer: 'trial' });
    await host.open('/plain', { attrs: { 'data-no-proactive': '' } });
    const pane = await host.openPane();
    await expect.poll(() => calls(sandbox, '/offers')).toBeGreaterThan(0);
    await (await openEntry(pane, 'chat')).getByRole('button', { name: 'Start chat' }).click();
    await expect(log(pane)).toContainText('Northwind guide');
  });
  await sees('the order of the calls', async () => {
    const paths = (await sandbox.requests('/')).map(({ path }) => path);
    const first = (start: string) => paths.findIndex((path) => path.startsWith(start));
    expect(first('/contact/lookup')).toBeGreaterThanOrEqual(0);
    for (const later of ['/experiments', '/bot']) expect(first(later)).toBeGreaterThan(first('/contact/lookup'));
    expect(first('/offers')).toBeGreaterThan(first('/bot'));
  });
  await sees('no call of the page itself', () => expect(fromPage).toEqual([]));
});

test('[SH-162][SH-163] shell 197: a notification of the debug tools needs a known type, and they need the demo mode', async ({
  host,
  problems,
}) => {
  type Tools = { contactWidgetTools?: { notify(type: unknown): Promise<void>; openPane(): void } };
  await given('a page without demo mode, whose pane was open', async () => {
    await host.open('/plain');
    await minimize(await host.openPane());
  });
  await when('somebody asks the tools for the pane', async () => {
    const handle = await host.frameHandle();
    await expect.poll(() => handle.evaluate(() => typeof (window as Tools).contactWidgetTools)).toBe('object');
    await handle.evaluate(() => (window as Tools).contactWidgetTools?.openPane());
  });
  await sees('a warning and no pane', async () => {
    await expect.poll(() => problems.warnings.filter((line) => line.includes('debug or demo mode')).length).toBe(1);
    await expect(host.frame().getByRole('dialog')).toBeHidden();
  });
  const frame = await given('a page in demo mode', async () => {
    await host.open('/plain', { attrs: { 'data-demo': '' } });
    await expect(host.pill()).toBeVisible();
    const handle = await host.frameHandle();
    await expect.poll(() => handle.evaluate(() => typeof (window as Tools).contactWidgetTools)).toBe('object');
    return handle;
  });
  await when('somebody asks for a banner', () =>
    frame.evaluate(() => (window as Tools).contactWidgetTools?.notify('banner')),
  );
  await sees('a warning and no card', async () => {
    await expect.poll(() => problems.warnings.filter((line) => line.includes('notification')).length).toBe(1);
    await expect(card(host)).toBeHidden();
  });
  await when('they ask for a note', () => frame.evaluate(() => (window as Tools).contactWidgetTools?.notify('note')));
  await sees('the card', () => expect(card(host)).toBeVisible());
  await when('they ask for the pane', () => frame.evaluate(() => (window as Tools).contactWidgetTools?.openPane()));
  await sees('it, and no debug window', async () => {
    await expect(host.frame().getByRole('dialog')).toBeVisible();
    await expect(host.frame().getByRole('complementary', { name: 'Debug' })).toHaveCount(0);
  });
});

test('[CH-020][CH-025][CH-063][CH-064][CH-065][CH-067][CH-069][CH-070][CH-073] shell 11, 12; chat 4, 17, 62, 150: after a live chat there are a survey and the transcript as a file', async ({
  checkAxe,
  host,
  page,
  sandbox,
}) => {
  const pane = await given('a live chat', () => talkToAgent(host, sandbox));
  await when('the agent ends it with a survey', () => sandbox.command('agent', { action: 'survey' }));
  await sees('its question', () => expect(pane.getByText('Was your question answered?')).toBeVisible());
  const send = pane.getByRole('button', { name: 'Send answers' });
  await when('the visitor sends no answer', () => send.click());
  await sees('that it needs one', async () => {
    await expect(pane.getByText('Please answer this question.')).toBeVisible();
    expect(await checkAxe()).toEqual([]);
  });
  await when('they answer, and the service fails', async () => {
    await pane.getByText('Yes', { exact: true }).click();
    await sandbox.rules({ path: '/api/account/4711/chat/', method: 'POST', status: 500, body: {}, times: 1 });
    await send.click();
  });
  await sees('that it was not sent', () =>
    expect(pane.getByText('We could not send your answers. Please try again.')).toBeVisible(),
  );
  await when('they try again', () => pane.getByRole('button', { name: 'Retry' }).click());
  await sees('thanks, the answer at the service, and the chat as it was', async () => {
    await expect(pane.getByText('Was your question answered?')).toBeHidden();
    await expect(pane.getByText('Connecting you…')).toHaveCount(0);
    await expect(pane.getByText('Thank you for chatting with us.')).toBeVisible();
    const { surveys } = (await sandbox.command('surveys')) as { surveys: { survey: Record<string, unknown> }[] };
    expect(surveys).toMatchObject([{ survey: { id: 361348, question: [{ id: 1, answer: 'yes' }] } }]);
    expect(surveys[0]?.survey.conversationId).toBeTruthy();
    // The chat window is rendered once, with or without a survey.
    await expect(log(pane)).toHaveCount(1);
    await expect(mine(pane)).toHaveCount(1);
  });
  const file = await when('they download the transcript', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const download = page.waitForEvent('download');
    await pane.getByRole('button', { name: 'Download transcript' }).click();
    const downloaded = await download;
    // The browser writes it by itself: no service is asked. Events are posted later, and agents looked for again.
    const isOther = (url: string): boolean => /^blob:|\/app\/engagement\/|\/analytics\/events$/.test(url);
    expect(asked.filter((url) => !isOther(url))).toEqual([]);
    return downloaded;
  });
  await sees('who said what, and when', async () => {
    expect(file.suggestedFilename()).toMatch(/^chat-transcript-\d{4}-\d\d-\d\d\.txt$/);
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines[0]).toMatch(/^\[.+\] system:? .*\d{4}/);
    expect(lines.find((line) => line.includes('Anything else?'))).toMatch(/^\[.+\] Natalie:? Anything else\?$/);
    expect(lines.find((line) => line.includes('No, thank you.'))).toMatch(/^\[.+\] You:? No, thank you\.$/);
  });
  await when('they close the chat', () => pane.getByRole('button', { name: 'Close chat' }).click());
  await sees('the pill, and a pane without a chat', async () => {
    await expect(host.pill()).toBeVisible();
    await expect(log(await host.openPane())).toHaveCount(0);
  });
});

test('shell 235: that an agent types shows, and no more two seconds after the last sign of it', async ({
  host,
  sandbox,
}) => {
  const pane = await given('a live chat', async () => {
    const open = await openChat(host, 'data');
    await agentSays(open, sandbox, 'Hello.');
    return open;
  });
  await when('the agent types', () =>
    expect
      .poll(async () => {
        await sandbox.command('agent', { action: 'typing' });
        return pane.getByText('is typing').count();
      })
      .toBeGreaterThan(0),
  );
  await when('the service says no more', () => sandbox.rules({ path: '/api/account/4711/chat/', delayMs: 30_000 }));
  await sees('nothing of it', () => expect(pane.getByText('is typing')).toHaveCount(0, { timeout: 5_000 }));
});
