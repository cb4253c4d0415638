import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FrameLocator, Page } from 'playwright/test';
import { publish } from '../browser/brandSteps.ts';
import { log, send } from '../browser/chatSteps.ts';
import { expect, type HostPageHelper, type SandboxControl, test } from '../browser/fixtures.ts';
import { askAndSuggest, openFromMenu, slots, texts } from '../browser/schedulerSteps.ts';
import { brandPictures, exampleBrand } from '../pages/playground/exampleBrand.ts';

/** A picture shows the pane or the card with some of the page around it; the README shows three in a row. */
const size = { width: brandPictures.width, height: brandPictures.height };
const maxBytes = 60_000;

async function take(page: Page, name: string, side: 'left' | 'right' = 'right'): Promise<void> {
  await page.mouse.move(0, 0); // Nothing is hovered.
  const { width, height } = page.viewportSize() ?? size;
  const clip = { x: side === 'left' ? 0 : width - size.width, y: height - size.height, ...size };
  let picture: Buffer = Buffer.alloc(0);
  // Two equal pictures in a row: everything has been drawn.
  const isStable = async (): Promise<boolean> => {
    const previous = picture;
    picture = await page.screenshot({ clip, animations: 'disabled' });
    return picture.equals(previous);
  };
  await expect.poll(isStable, { intervals: [400] }).toBe(true);
  expect(picture.length).toBeLessThan(maxBytes);
  const path = fileURLToPath(new URL(`${name}.png`, import.meta.url));
  writeFileSync(path, picture);
  // Lossless: a seventh smaller than the browser makes it.
  execFileSync('optipng', ['-quiet', '-o5', path]);
}

/** A menu that fits into the pane, with the chat entry open: an offered text message would be open in its place. */
async function openMenu(host: HostPageHelper, sandbox: SandboxControl, query = {}): Promise<FrameLocator> {
  await sandbox.command('contact', { without: ['sms'] });
  await host.open('/', { query });
  const frame = await host.openPane();
  await expect(frame.locator('[data-block=chat]').getByRole('button').last()).toBeVisible();
  return frame;
}

async function startChat(host: HostPageHelper, sandbox: SandboxControl): Promise<FrameLocator> {
  const frame = await openMenu(host, sandbox);
  await frame.getByRole('button', { name: 'Start chat' }).click();
  await expect(log(frame).getByText('What can I help you with?')).toBeVisible();
  return frame;
}

test('menu', async ({ page, host, sandbox }) => {
  await openMenu(host, sandbox);
  await take(page, 'menu');
});

test('chat', async ({ page, host, sandbox }) => {
  const frame = await startChat(host, sandbox);
  const desk = async (): Promise<string> => (await fetch(`${sandbox.servicesUrl}/agent/conversations`)).text();
  const agentSays = async (text: string): Promise<void> => {
    await sandbox.command('agent', { action: 'say', text });
    await expect(log(frame).getByText(text)).toBeVisible();
  };
  const visitorSays = async (text: string): Promise<void> => {
    await send(frame, text);
    await expect.poll(desk).toContain(text);
  };
  await send(frame, 'agent now');
  await expect.poll(desk).toContain('waiting');
  await sandbox.command('agent', { action: 'join' });
  await expect(log(frame).getByText('Natalie has joined the chat.')).toBeVisible();
  await agentSays('Hello, this is Natalie. What are you planning?');
  await visitorSays('We want to move forty servers to Frankfurt.');
  await agentSays('Good choice. Most teams move their first service within a week.');
  await visitorSays('Can somebody plan it with us?');
  await agentSays('Of course. I will book you a call with an architect.');
  await take(page, 'chat');
});

test('scheduler', async ({ page, host }) => {
  // On a wide screen its pane is wider than a picture.
  await page.setViewportSize(size);
  await host.open('/');
  const frame = await openFromMenu(host);
  await askAndSuggest(frame, texts.en);
  await slots(frame).nth(1).check();
  // The days above, their times below.
  await frame.getByRole('grid').evaluate((grid) => grid.scrollIntoView());
  await take(page, 'scheduler');
});

test('Arabic', async ({ page, host, sandbox }) => {
  await openMenu(host, sandbox, { lang: 'ar' });
  await take(page, 'arabic', 'left');
});

test('dark', async ({ page, host, sandbox }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const frame = await startChat(host, sandbox);
  await frame.getByRole('button', { name: 'Pricing' }).click();
  await expect(log(frame).getByRole('button', { name: 'Support plans' })).toBeVisible();
  await take(page, 'dark');
});

test('invitation', async ({ page, host, sandbox }) => {
  await sandbox.command('outreach', { popUpTimeMs: 1_500 });
  await host.open('/');
  await expect(host.frame().getByRole('complementary')).toBeVisible();
  await take(page, 'invitation');
});

for (const { file, scheme } of brandPictures.files) {
  test(`brand, ${scheme}`, async ({ page, host, sandbox }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await publish(page, sandbox, exampleBrand);
    const frame = await startChat(host, sandbox);
    await send(frame, 'What does it cost?');
    await expect(log(frame).getByRole('button', { name: 'Support plans' })).toBeVisible();
    await take(page, file.replace('.png', ''));
  });
}
