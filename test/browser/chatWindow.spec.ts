import { botMessages, log, mine, openChat, send } from './chatSteps.ts';
import { expect, test } from './fixtures.ts';

test('[CH-037][CH-031][SH-050][CH-054][SH-051][SH-052] a chat sends by Enter, keeps the caret in its input, which grows, shows markup as text, announces answers once, and keeps its place; it breaks no accessibility rule', {
  tag: '@core',
}, async ({ host, sandbox, problems, page, checkAxe }) => {
  const frame = await openChat(host);
  await test.step('[CH-037][CH-031] focuses the input; Enter sends, Shift+Enter breaks the line, and Enter in an input method does not send', async () => {
    const box = frame.getByRole('textbox');
    await expect(box).toBeFocused();
    await expect(log(frame)).toHaveAttribute('aria-live', 'off');
    await box.pressSequentially('one');
    await box.press('Shift+Enter');
    await box.pressSequentially('two');
    await expect(box).toHaveValue('one\ntwo');
    // The caret stays where the visitor types.
    await box.press('Home');
    await box.pressSequentially('and ');
    await expect(box).toHaveValue('one\nand two');
    await box.evaluate((field) =>
      field.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, isComposing: true }),
      ),
    );
    await expect(box).toHaveValue('one\nand two');
    await expect(mine(frame)).toHaveCount(0);
    await box.press('Enter');
    await expect(mine(frame)).toContainText('one');
    await expect(box).toHaveValue('');
    await expect.poll(async () => (await botMessages(sandbox)).length).toBe(2);
  });
  await test.step('[SH-050] grows the input to at most 61 px', async () => {
    const box = frame.getByRole('textbox');
    const height = async () => (await box.boundingBox())?.height ?? 0;
    const before = await height();
    await box.fill(Array.from({ length: 12 }, (_, at) => `line ${at}`).join('\n'));
    expect(await height()).toBeGreaterThan(before);
    expect(await height()).toBeLessThanOrEqual(61);
    await box.fill('');
  });
  await test.step('[CH-054] shows markup and scripts in an answer as text', async () => {
    await send(frame, 'markup');
    await expect(log(frame)).toContainText('<script>alert(1)</script>');
    expect(await log(frame).locator('script, img').count()).toBe(0);
    expect(await problems.violations()).toEqual([]);
  });
  await test.step('[CH-037] announces each answer once, outside the list, and an old answer never', async () => {
    await frame.locator('[data-live-region]').evaluate((region) => {
      const announced: string[] = [];
      Object.assign(window, { announced });
      new MutationObserver((changes) => {
        for (const change of changes) for (const node of change.addedNodes) announced.push(node.textContent ?? '');
      }).observe(region, { childList: true });
    });
    await send(frame, 'thanks');
    await expect(log(frame)).toContainText("You're welcome");
    const readAnnounced = async () =>
      (await host.frameHandle()).evaluate(() => (window as unknown as { announced: string[] }).announced);
    await expect
      .poll(async () => (await readAnnounced()).filter((line) => line.includes("You're welcome")))
      .toHaveLength(1);
    const announced = await readAnnounced();
    expect(announced.filter((line) => line.includes("You're welcome"))).toEqual([
      "Assistant: You're welcome. Anything else?",
    ]);
    expect(announced.some((line) => line.includes('Northwind guide'))).toBe(false);
  });
  await test.step('[SH-051] keeps the scroll position of a visitor who reads above, and shows a button for new messages', async () => {
    await send(frame, 'everything');
    await expect(log(frame).getByText('Please check this draft:')).toBeAttached();
    await log(frame).evaluate((area) => area.scrollTo({ top: 0 }));
    await frame.getByRole('textbox').focus();
    await log(frame).evaluate((area) => area.scrollTo({ top: 0 }));
    await frame
      .getByRole('button', { name: 'No, this did not help' })
      .last()
      .evaluate((button) => (button as HTMLElement).click());
    const marker = frame.getByRole('button', { name: 'New messages' });
    await expect(marker).toBeVisible();
    await marker.click();
    await expect(marker).toBeHidden();
    await expect(log(frame).getByText("I'm sorry this didn't help")).toBeInViewport();
  });
  await test.step('[SH-052] breaks no accessibility rule, light or dark', async () => {
    expect(await checkAxe()).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await checkAxe()).toEqual([]);
  });
});

test('[CH-036] lays out Arabic from right to left, and fills a window of 768 px but not 769 px', async ({
  page,
  host,
}) => {
  const frame = await openChat(host, { 'data-language-code': 'ar', 'data-region-code': 'SA' });
  await expect(frame.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(log(frame)).toContainText('نورثويند');
  // The hint and the caret of the empty input are at its right, where a line begins.
  const box = frame.getByRole('textbox');
  await expect(box).toHaveCSS('direction', 'rtl');
  await box.fill('thanks');
  await expect(box).toHaveCSS('direction', 'ltr');
  await send(frame, 'شكرا');
  const bubble = await mine(frame).first().locator('div').first().boundingBox();
  const area = await log(frame).boundingBox();
  expect((bubble?.x ?? 0) - (area?.x ?? 0)).toBeLessThan(40);
  await page.setViewportSize({ width: 768, height: 800 });
  await expect.poll(async () => (await host.iframe().boundingBox())?.width).toBe(768);
  await page.setViewportSize({ width: 769, height: 800 });
  await expect.poll(async () => (await host.iframe().boundingBox())?.width).toBe(320);
});

for (const language of ['en', 'ar']) {
  test(`[F-PG17][SH-050] keeps draft and input in view on a phone on its side and above its keyboard, in ${language}`, {
    tag: language === 'en' ? '@core' : [],
  }, async ({ host, page }) => {
    await page.setViewportSize({ width: 740, height: 375 });
    const frame = await openChat(
      host,
      language === 'ar' ? { 'data-language-code': 'ar', 'data-region-code': 'SA' } : {},
    );
    const box = frame.getByRole('textbox');
    await test.step('[SH-050] shows the whole draft after the phone is turned', async () => {
      await box.fill('A question that fits into one line of a phone on its side');
      const hidden = () => box.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
      expect(await hidden()).toBe(0);
      const before = (await box.boundingBox())?.height ?? 0;
      await page.setViewportSize({ width: 375, height: 740 });
      await expect.poll(async () => (await box.boundingBox())?.height).toBeGreaterThan(before);
      expect(await hidden()).toBe(0);
      // A draft of more lines than the input shows can be scrolled.
      await box.fill(Array.from({ length: 12 }, (_, at) => `line ${at}`).join('\n'));
      await expect(box).toHaveCSS('overflow-y', 'auto');
    });
    await test.step('[F-PG17] keeps the input in view above the keyboard', async () => {
      await send(frame, 'everything');
      await expect(log(frame).locator('blockquote')).toBeAttached();
      // A narrow phone is covered by the pane at any height, a wide one is not.
      for (const width of [667, 915]) {
        for (const height of [240, 180, 120]) {
          await page.setViewportSize({ width, height: 375 });
          await page.evaluate((px) => {
            const viewport = window.visualViewport as VisualViewport;
            Object.defineProperty(viewport, 'height', { value: px, configurable: true });
            viewport.dispatchEvent(new Event('resize'));
          }, height);
          const inView = async () => {
            const field = await box.boundingBox();
            const button = await frame.locator('form button[type=submit]').boundingBox();
            if (!field || !button) return 'not drawn';
            const ends = [field.y, height - field.y - field.height, button.y, height - button.y - button.height];
            return ends.every((px) => px >= 0) ? 'in view' : ends.join();
          };
          await expect.poll(inView, `${width} x ${height}`).toBe('in view');
          // It is not only scrolled to: nothing covers it.
          await box.fill('A question of one line, and of a second one if the phone is narrow, and of a third one');
          await box.click();
          await expect.poll(inView, `${width} x ${height}, with a long draft`).toBe('in view');
          await expect(frame.locator('header button').first()).toBeInViewport();
        }
      }
    });
  });
}
