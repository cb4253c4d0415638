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
  /** Where the list is in each frame of the four seconds after the answer has come, by the browser's clock. */
  const journey = list.evaluate(
    (element) =>
      new Promise<{ readonly atMs: number; readonly top: number }[]>((resolve) => {
        const places: { atMs: number; top: number }[] = [];
        let shownAtMs: number | undefined;
        function look(nowMs: number): void {
          if (element.textContent?.includes('Sentence 60')) shownAtMs ??= nowMs;
          if (shownAtMs !== undefined) places.push({ atMs: nowMs - shownAtMs, top: element.scrollTop });
          if ((places.at(-1)?.atMs ?? 0) < 4_000) requestAnimationFrame(look);
          else resolve(places);
        }
        requestAnimationFrame(look);
      }),
  );
  await when('the visitor asks', () => send(frame, 'tell me all'));
  const places = await journey;
  /** Between two times after the answer, in px. */
  const wayBetween = (fromMs: number, toMs: number) => {
    const between = places.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs);
    const [first, last] = [between.at(0), between.at(-1)];
    if (!first || !last || first === last) throw new Error(`No frames between ${fromMs} and ${toMs} ms.`);
    return { px: last.top - first.top, pxPerSecond: ((last.top - first.top) / (last.atMs - first.atMs)) * 1_000 };
  };
  await sees('the beginning of the answer, which stays for a while', async () => {
    // After the short scroll to the answer, and before the second is over.
    expect(wayBetween(400, 900).px).toBe(0);
  });
  await sees('it move at a speed at which people read', async () => {
    const { pxPerSecond } = wayBetween(2_000, 4_000);
    expect(pxPerSecond).toBeGreaterThan(35);
    expect(pxPerSecond).toBeLessThan(45);
  });
  await when('the visitor scrolls', async () => {
    await list.hover();
    await page.mouse.wheel(0, -60);
    await page.waitForTimeout(500);
  });
  const top = () => list.evaluate((element) => element.scrollTop);
  const stoppedAt = await top();
  await sees('it stay', async () => {
    await page.waitForTimeout(1_000);
    expect(await top()).toBe(stoppedAt);
  });
});
