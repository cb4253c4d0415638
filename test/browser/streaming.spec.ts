import type { FrameLocator } from 'playwright/test';
import { botMessages, fromEnd, log, mine, openChat, reopen, send, startBelowTop } from './chatSteps.ts';
import { expect, type SandboxControl, test } from './fixtures.ts';

/** The bot streams its answers. */
test.beforeEach(({ sandbox }) => sandbox.command('bot', { streams: true }).then(() => {}));

/** The bot's next answer. */
const nextAnswer = (sandbox: SandboxControl, text: string, more: object = {}) =>
  sandbox.command('bot', { stream: { text, ...more } });
const goOn = (sandbox: SandboxControl) => sandbox.command('bot', { stream: { goesOn: true } });
const answers = (frame: FrameLocator) => log(frame).locator('li[data-kind=bot]');
const stopButton = (frame: FrameLocator) => frame.getByRole('button', { name: 'Stop the answer' });
const note = 'This answer is not complete.';

const paragraphs = Array.from({ length: 30 }, (_, at) => `Paragraph ${at} with some words.`).join('\n\n');

/** How many messages of the bot have this text. */
const countOf = (frame: FrameLocator, text: string) => answers(frame).filter({ hasText: text }).count();

/** All that the live region says from now on. */
async function listen(frame: FrameLocator): Promise<() => Promise<readonly string[]>> {
  const region = frame.locator('[data-live-region]');
  await region.evaluate((element) => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) said.push(node.textContent ?? '');
    }).observe(element, { childList: true });
  });
  return () => region.evaluate(() => (window as unknown as { said: readonly string[] }).said);
}

test('[F-AS1][F-AS6][F-AS5] shows an answer as it comes, announces its sentences, and shows what is no answer as text', {
  tag: '@core',
}, async ({ host, sandbox, checkAxe, page, problems }) => {
  const frame = await openChat(host);
  await test.step('[F-AS1] shows an answer as it comes, with lists, code and links, then its sources and choices', async () => {
    await nextAnswer(
      sandbox,
      'First **words** of it.\n\n1. One\n2. Two\n\n`code` and [a link](https://northwind.example/x).',
      {
        waitsAfter: 2,
        parts: [
          {
            type: 'group',
            title: 'Sources',
            items: [{ type: 'link', text: 'Prices', href: 'https://northwind.example/p' }],
          },
          { items: [{ type: 'choice', text: 'More' }] },
        ],
        displayFeedback: true,
      },
    );
    await send(frame, 'What does it cost?');
    await expect(answers(frame).last()).toContainText('First words');
    await expect(answers(frame).last()).not.toContainText('One');
    // The service has the text.
    await expect(mine(frame).last()).not.toContainText('Sending');
    await goOn(sandbox);
    await expect(frame.getByRole('button', { name: 'More' })).toBeVisible();
    const text = answers(frame).filter({ hasText: 'First words' });
    await expect(text).toHaveCount(1);
    await expect(text.getByRole('listitem')).toHaveText(['One', 'Two']);
    await expect(text.locator('strong')).toHaveText('words');
    await expect(text.locator('code')).toHaveText('code');
    await expect(text.getByRole('link', { name: 'a link' })).toHaveAttribute('href', 'https://northwind.example/x');
    const sources = answers(frame).filter({ hasText: 'Sources' });
    await expect(sources.getByRole('list').getByRole('link', { name: 'Prices' })).toBeVisible();
    await expect(frame.getByRole('button', { name: 'Yes, this helped' })).toBeVisible();
    await expect(stopButton(frame)).toHaveCount(0);
    expect(await checkAxe()).toEqual([]);
    expect(await botMessages(sandbox)).toHaveLength(2);
  });
  await test.step('[F-AS6] announces an answer sentence by sentence, and each once', async () => {
    await nextAnswer(
      sandbox,
      'The first **sentence** is here. The second one is [here](https://northwind.example/x), too! And the la',
      {
        waitsAfter: 2,
        everyMs: 60,
      },
    );
    const said = await listen(frame);
    await send(frame, 'Tell me all');
    await expect(answers(frame).last()).toContainText('The first');
    expect((await said()).filter((one) => one.includes('The'))).toEqual([]);
    await goOn(sandbox);
    await expect(stopButton(frame)).toHaveCount(0);
    await expect.poll(async () => (await said()).at(-1)).toBe('And the la');
    expect((await said()).slice(-3)).toEqual([
      'Assistant: The first sentence is here.',
      'The second one is here, too!',
      'And the la',
    ]);
  });
  await test.step('[F-AS5] shows markup, other addresses and a thousand nested lists as text', async () => {
    await send(frame, 'stream markup');
    await expect(answers(frame).last()).toContainText('<script>alert(1)</script> stays text');
    const last = answers(frame).last();
    await expect(last).toContainText('[Press me](javascript:alert(1))');
    await expect(last.locator('script, img')).toHaveCount(0);
    for (const link of await last.getByRole('link').all())
      expect(await link.getAttribute('href')).toMatch(/^https:\/\/(northwind|bank|other)\.example/);
    // Both addresses are shown as they are.
    await expect(last).toContainText('[https://bank.example](https://other.example)');
    await send(frame, 'stream nested');
    await expect(answers(frame).last()).toContainText('The end.');
    await send(frame, 'thanks');
    await expect(log(frame)).toContainText("You're welcome");
    expect(await problems.violations()).toEqual([]);
    expect(page.url()).toContain('/plain');
  });
});

test('[F-AS2][F-AS3] stops an answer, or gets the rest of one whose stream breaks or whose page is loaded again, and shows nothing twice', {
  tag: '@core',
}, async ({ host, page, sandbox }) => {
  const frame = await openChat(host);
  await test.step('[F-AS2] stops an answer: it stays as far as it came, also after a reload', async () => {
    await nextAnswer(sandbox, 'Words that came. Words that never come.', { waitsAfter: 3 });
    await send(frame, 'Tell me all');
    await expect(answers(frame).last()).toContainText('Words that came.');
    await stopButton(frame).press('Enter');
    await expect(answers(frame).last()).toContainText('Stopped');
    await expect(stopButton(frame)).toHaveCount(0);
    await expect(frame.getByRole('textbox')).toBeFocused();
    await goOn(sandbox);
    await send(frame, 'thanks');
    await expect(log(frame)).toContainText("You're welcome");
    const again = await reopen(page, host);
    await expect(log(again)).toContainText("You're welcome");
    await expect(answers(again).filter({ hasText: 'Words that came.' })).toHaveCount(1);
    await expect(log(again)).not.toContainText('never come');
  });
  await test.step('[F-AS3] finds the rest of an answer in the history if its stream breaks again', async () => {
    await send(frame, 'stream lost');
    await expect(answers(frame).filter({ hasText: 'sales@northwind.example' })).toHaveCount(1, { timeout: 15_000 });
    expect(await countOf(frame, 'You pay by the second')).toBe(1);
    await expect(log(frame)).not.toContainText(note);
  });
  await test.step('[F-AS3] asks again by its id for an answer whose stream breaks, and shows nothing twice', async () => {
    await send(frame, 'stream breaks');
    await expect(answers(frame).filter({ hasText: 'sales@northwind.example' })).toHaveCount(2);
    expect(await countOf(frame, 'You pay by the second')).toBe(2);
    await expect(log(frame)).not.toContainText(note);
    const asked = (await botMessages(sandbox)).map(
      ({ input }) => input as { readonly text: string; readonly id?: string },
    );
    const [first, second] = asked.filter(({ text }) => text === 'stream breaks');
    expect(first?.id).toMatch(/[\da-f-]{36}/);
    expect(second).toEqual(first);
    const again = await reopen(page, host);
    await expect(answers(again).filter({ hasText: 'You pay by the second' })).toHaveCount(2);
    await expect(mine(again)).toHaveText([/Tell me all/, /thanks/, /stream lost/, /stream breaks/]);
  });
  await test.step('[F-AS3] continues an answer after a reload in the middle', async () => {
    await nextAnswer(sandbox, 'Words before the reload. Words after it.', { waitsAfter: 4 });
    await send(frame, 'And the rest');
    await expect(answers(frame).last()).toContainText('before the reload.');
    const again = await reopen(page, host);
    await expect(answers(again).filter({ hasText: 'before the reload.' })).toHaveCount(1);
    await expect(mine(again)).toHaveCount(5);
    await goOn(sandbox);
    await expect(answers(again).filter({ hasText: 'Words after it.' })).toHaveCount(1, { timeout: 10_000 });
    await expect(mine(again)).toHaveCount(5);
    expect(await countOf(again, 'before the reload.')).toBe(1);
  });
});

test('[F-AS4] shows an answer once and in order, or says that it is not complete, whatever happens to its stream', async ({
  host,
}) => {
  const frame = await openChat(host);
  const text = answers(frame).filter({ hasText: 'sales@northwind.example' });
  for (const [at, fault] of ['doubled', 'reordered', 'cut', 'buffered', 'other'].entries()) {
    await test.step(`[F-AS4] shows an answer once and in order whose stream is ${fault}`, async () => {
      await send(frame, `stream ${fault}`);
      await expect(text).toHaveCount(at + 1, { timeout: 15_000 });
      await expect(text.last()).toContainText('from 5 € a month. Ask for small, medium or large.');
      await expect(answers(frame).filter({ hasText: 'Sources' })).toHaveCount(at + 1);
      expect(await countOf(frame, 'You pay by the second')).toBe(at + 1);
    });
  }
  await test.step('[F-AS4] says that an answer is not complete if the service fails in the middle', async () => {
    await send(frame, 'stream fails');
    await expect(answers(frame).last()).toContainText(note);
    await expect(answers(frame).last()).toContainText('You pay by the second');
    // The chat goes on.
    await send(frame, 'thanks');
    await expect(log(frame)).toContainText("You're welcome");
  });
  await test.step('[F-AS4] refuses 10 MB in one part, and goes on', async () => {
    await send(frame, 'stream huge');
    await send(frame, 'thanks');
    await expect(answers(frame).filter({ hasText: "You're welcome" })).toHaveCount(2, { timeout: 15_000 });
  });
});

/** The texts of all that moves on the screen from now on, besides scrolling. */
async function watchShifts(frame: FrameLocator): Promise<() => Promise<readonly string[]>> {
  await log(frame).evaluate(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { sources } = entry as unknown as { readonly sources: readonly { readonly node: Element | null }[] };
        shifts.push(...sources.map(({ node }) => node?.textContent ?? 'removed'));
      }
    }).observe({ type: 'layout-shift' });
  });
  return () => log(frame).evaluate(() => (window as unknown as { shifts: readonly string[] }).shifts);
}

/** The list has scrolled to its end. */
async function atRest(frame: FrameLocator): Promise<void> {
  await expect.poll(() => fromEnd(frame)).toBeLessThan(1);
  await log(frame).evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** A long answer, of which the visitor sees the start when it has come. */
async function seesLongAnswerFromStart(frame: FrameLocator, sandbox: SandboxControl): Promise<void> {
  await nextAnswer(sandbox, Array.from({ length: 40 }, (_, at) => `Sentence ${at} with some words.`).join('\n\n'), {
    everyMs: 2,
  });
  await send(frame, 'Tell me all');
  await expect(log(frame)).toContainText('Sentence 39');
  const below = await startBelowTop(frame, 'Sentence 39');
  expect(below).toBeGreaterThanOrEqual(0);
  expect(below).toBeLessThan(20);
}

test('[F-AS7] keeps the view of a visitor in its place while an answer grows, with reduced motion', async ({
  host,
  sandbox,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const frame = await openChat(host);
  await test.step('[F-AS7] shows a long answer from its start while it grows', () =>
    seesLongAnswerFromStart(frame, sandbox));
  await test.step('[F-AS7] moves nothing on the screen while an answer grows, besides the scrolling list', async () => {
    await nextAnswer(sandbox, paragraphs, { everyMs: 15, waitsAfter: 2 });
    await send(frame, 'Tell me all');
    await expect(answers(frame).last()).toContainText('Paragraph 0');
    await atRest(frame);
    const shifts = await watchShifts(frame);
    await goOn(sandbox);
    await expect(log(frame)).toContainText('Paragraph 29');
    await expect(stopButton(frame)).toHaveCount(0);
    expect(await shifts()).toEqual([]);
  });
  await test.step('[F-AS7] does not move the list of a visitor who reads above while an answer grows', async () => {
    await nextAnswer(sandbox, paragraphs.replaceAll('Paragraph', 'Line'), { everyMs: 5, waitsAfter: 10 });
    await send(frame, 'And more');
    await expect(log(frame)).toContainText('Line 1 ');
    await log(frame).evaluate((list) => list.scrollTo({ top: 0 }));
    const topOf = () =>
      answers(frame)
        .first()
        .evaluate((item) => item.getBoundingClientRect().top);
    await expect.poll(() => log(frame).evaluate((list) => list.scrollTop)).toBe(0);
    const before = await topOf();
    await goOn(sandbox);
    await expect(log(frame)).toContainText('Line 29');
    expect(await topOf()).toBe(before);
    expect(await log(frame).evaluate((list) => list.scrollTop)).toBe(0);
  });
});

test('[F-AS7][SH-051] keeps the view of a visitor in its place while an answer grows, with motion', async ({
  page,
  host,
  sandbox,
}) => {
  // With reduced motion, the list scrolls in the same frame, which the browser cannot tell from a shift.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const frame = await openChat(host);
  await test.step('[F-AS7] keeps a question in its place when the choices above it go with its answer', async () => {
    await send(frame, 'stream');
    await expect(frame.getByRole('button', { name: 'Yes, this helped' })).toBeVisible();
    const shifts = await watchShifts(frame);
    await nextAnswer(sandbox, 'All at once.', { waitsAfter: 0, fault: 'buffered' });
    await send(frame, 'Tell me all');
    await atRest(frame);
    await goOn(sandbox);
    await expect(log(frame)).toContainText('All at once.');
    await expect(stopButton(frame)).toHaveCount(0);
    expect(await shifts()).toEqual([]);
  });
  await test.step('[SH-051] moves to a question that is sent before the long answer above it is read', async () => {
    await nextAnswer(sandbox, paragraphs, { fault: 'buffered' });
    await send(frame, 'Tell me all');
    await expect(log(frame)).toContainText('Paragraph 29');
    await expect(stopButton(frame)).toHaveCount(0);
    expect(await fromEnd(frame)).toBeGreaterThan(100);
    // The typing indicator appears while the list moves.
    await nextAnswer(sandbox, 'More.', { waitsAfter: 0, fault: 'buffered' });
    await send(frame, 'And more');
    await atRest(frame);
    await goOn(sandbox);
    await expect(log(frame)).toContainText('More.');
  });
  await test.step('[F-AS7] shows a long answer from its start while it grows', () =>
    seesLongAnswerFromStart(frame, sandbox));
});

test('[F-AS1] shows an answer in Arabic from right to left, with its code from left to right', async ({
  host,
  sandbox,
}) => {
  await sandbox.command('bot', { streams: true });
  const frame = await openChat(host, { 'data-language-code': 'ar' });
  await send(frame, 'stream arabic');
  const answer = answers(frame).filter({ hasText: 'تدفع' });
  await expect(answer.locator('ol > li').first()).toBeVisible();
  expect(await answer.locator('ol').evaluate((list) => getComputedStyle(list).direction)).toBe('rtl');
  expect(
    await answer
      .locator('code')
      .first()
      .evaluate((code) => getComputedStyle(code).direction),
  ).toBe('ltr');
});

test('[F-AS1] asks a service that does not stream as before', async ({ host, sandbox }) => {
  await sandbox.command('bot', { streams: false });
  const frame = await openChat(host);
  await send(frame, 'stream');
  await expect(log(frame)).toContainText('Where would you like to go from here');
  const calls = (await sandbox.requests('/bot/v2/message')).filter(({ path }) => path === '/bot/v2/message');
  for (const { headers, body } of calls) {
    expect(headers.accept).toBe('application/json');
    expect(Object.keys((body as { input: object }).input)).toEqual(['text']);
  }
});
