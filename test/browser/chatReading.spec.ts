import { fromEnd, log, mine, openChat, send, startBelowTop } from './chatSteps.ts';
import { expect, hold, type SandboxControl, test } from './fixtures.ts';
import { everyNth, sampleOf } from './sample.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const sentences = (count: number, name: string): string =>
  Array.from({ length: count }, (_, at) => `${name} sentence ${at + 1} of an answer that takes a while to read.`).join(
    ' ',
  );

/** The bot's next answer has these blocks. */
const answerWith = (sandbox: SandboxControl, ...blocks: string[]) => sandbox.command('bot', { blocks });

for (const reducedMotion of sampleOf(['reduce', 'no-preference'] as const, everyNth(2))) {
  test(`[SH-051][F-CH16] shows a long answer from its start, and then the end of a short one (${reducedMotion})`, async ({
    page,
    host,
    sandbox,
  }) => {
    await page.emulateMedia({ reducedMotion });
    const frame = await openChat(host);
    await answerWith(sandbox, sentences(40, 'Long'));
    await send(frame, 'tell me all');
    await expect(log(frame)).toContainText('Long sentence 40');
    await expect.poll(() => startBelowTop(frame, 'Long sentence 1 ')).toBeLessThan(20);
    // With motion, the slow scroll has begun perhaps, 40 px per second (SH-051). The end is more than 1,000 px away.
    expect(await startBelowTop(frame, 'Long sentence 1 ')).toBeGreaterThanOrEqual(
      reducedMotion === 'reduce' ? 0 : -400,
    );
    expect(await fromEnd(frame)).toBeGreaterThan(100);
    await send(frame, 'thanks');
    await expect(log(frame)).toContainText("You're welcome");
    await expect.poll(() => fromEnd(frame)).toBeLessThan(2);
  });
}

test('[SH-051][CH-091][F-CH16] keeps the start of an answer in view while its other blocks arrive', {
  tag: '@core',
}, async ({ page, host, sandbox }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const frame = await openChat(host);
  await answerWith(sandbox, sentences(5, 'First'), sentences(12, 'Second'), sentences(12, 'Third'));
  await send(frame, 'tell me all');
  await expect(log(frame)).toContainText('Third sentence 12');
  const start = await startBelowTop(frame, 'First sentence 1 ');
  expect(start).toBeGreaterThanOrEqual(0);
  expect(start).toBeLessThan(20);
  await expect(frame.getByRole('button', { name: 'New messages' })).toBeVisible();
});

test('[SH-051][CH-215] leaves the list where the visitor has scrolled it, and moves to a text of theirs that waits', async ({
  host,
  sandbox,
  page,
}) => {
  const frame = await openChat(host);
  await test.step('[SH-051] does not move the list of a visitor who has scrolled up, whatever arrives', async () => {
    await answerWith(sandbox, sentences(40, 'First'), sentences(2, 'Second'));
    // In the page, because the second block follows half a second after the first. In a timer, as a visitor's scroll comes before a
    // frame is drawn, and not in the first frame, which reports the widget's own scroll.
    await log(frame).evaluate((area) => {
      const scrollUp = (): void => {
        if (!area.textContent?.includes('First sentence 40')) return void requestAnimationFrame(scrollUp);
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => area.scrollTo({ top: 0 }))));
      };
      scrollUp();
    });
    await send(frame, 'tell me all');
    await expect(log(frame)).toContainText('Second sentence 2');
    await expect(frame.getByRole('button', { name: 'New messages' })).toBeVisible();
    // The slow scroll of an answer begins after a second.
    await log(frame).evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_500)));
    expect(await log(frame).evaluate((area) => area.scrollTop)).toBe(0);
  });
  await test.step('[CH-215] says "Sending…" below a text that waits for two seconds, and scrolls it into view', async () => {
    await answerWith(sandbox, sentences(40, 'Long'));
    await send(frame, 'tell me all');
    await expect(log(frame)).toContainText('Long sentence 40');
    const message = await hold(page, /\/bot\/v2\/message(\?|$)/);
    await send(frame, 'thanks');
    const status = mine(frame).last().getByRole('status');
    await expect(status).toHaveText('');
    await expect(status).toHaveText('Sending…');
    await expect(status).toBeInViewport({ ratio: 1 });
    message.release();
    await expect(log(frame)).toContainText("You're welcome");
    await expect(status).toHaveCount(0);
  });
});

test('[CH-214][SH-052] reaches the button of a notice with the wheel in a window of 320 by 256 px (400 % zoom)', async ({
  page,
  host,
  sandbox,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  const frame = await openChat(host);
  await sandbox.rules({ path: '/bot/v2/message', status: 503, body: {}, times: 1 });
  await send(frame, 'thank you');
  const button = frame.getByRole('button', { name: 'Back to menu' });
  await expect(button).toBeAttached();
  await frame.getByText('This chat is not available right now.').hover();
  await expect(async () => {
    await page.mouse.wheel(0, 200);
    await expect(button).toBeInViewport({ ratio: 1, timeout: 500 });
  }).toPass();
});
