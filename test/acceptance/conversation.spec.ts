import { log, openChat, send } from '../browser/chatSteps.ts';
import { expect, test } from '../browser/fixtures.ts';
import { given, sees, when } from './steps.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('shell 233: the window moves slowly through a long answer after a second, 40 px in a second, until the visitor scrolls', async ({
  host,
  page,
  sandbox,
}) => {
  const frame = await given('a chat with a bot that has much to say', async () => {
    const sentences = Array.from({ length: 60 }, (_, at) => `Sentence ${at + 1} of an answer that takes a while.`);
    const opened = await openChat(host);
    await sandbox.command('bot', { blocks: [sentences.join(' ')] });
    return opened;
  });
  const list = log(frame);
  /** Where the list is, by the browser's clock. */
  const place = () => list.evaluate((element) => ({ top: element.scrollTop, atMs: performance.now() }));
  await when('the visitor asks', () => send(frame, 'tell me all'));
  const start = await sees('the beginning of the answer, which stays for a while', async () => {
    await expect(list).toContainText('Sentence 60');
    // The short scroll to the answer.
    await page.waitForTimeout(300);
    return place();
  });
  await sees('it move at a speed at which people read', async () => {
    await expect.poll(async () => (await place()).top).toBeGreaterThan(start.top + 4);
    const [from] = [await place()];
    expect(from.atMs - start.atMs).toBeGreaterThan(500);
    await page.waitForTimeout(2_000);
    const to = await place();
    const pxPerSecond = ((to.top - from.top) / (to.atMs - from.atMs)) * 1_000;
    expect(pxPerSecond).toBeGreaterThan(35);
    expect(pxPerSecond).toBeLessThan(45);
  });
  await when('the visitor scrolls', async () => {
    await list.hover();
    await page.mouse.wheel(0, -60);
    await page.waitForTimeout(500);
  });
  const stopped = await place();
  await sees('it stay', async () => {
    await page.waitForTimeout(1_000);
    expect((await place()).top).toBe(stopped.top);
  });
});
