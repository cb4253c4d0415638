import type { FrameLocator, Locator, Page } from 'playwright/test';
import { parseDeployment } from '../../frame/deployment/deployment.ts';
import { sandboxDeployment } from '../sandbox/deployment.ts';
import { type Brand, publish } from './brandSteps.ts';
import { log, send } from './chatSteps.ts';
import { expect, test } from './fixtures.ts';
import { openEntry } from './menuSteps.ts';
import { rememberedBy } from './rememberedPill.ts';
import { everyNth, sampleOf } from './sample.ts';

const styleOf = (element: Locator, name: string): Promise<string> =>
  element.evaluate((one, property) => getComputedStyle(one).getPropertyValue(property), name);

/** The button that starts a chat, with the pointer somewhere else. */
async function startButton(page: Page, pane: FrameLocator): Promise<Locator> {
  const entry = await openEntry(pane, 'chat');
  await page.mouse.move(0, 0);
  return entry.getByRole('button', { name: 'Start chat' });
}

const violet: Brand = { accent: '#7a1fa2', font: 'Georgia, serif', radius: 4, sign: '?' };
const orange: Brand = { accent: '#c2410c', onAccent: '#ffffff', radius: 12, side: 'start', sign: '···' };

test('[F-AD8] a brand is on the pill at once, in the pane from its first view, and on the next page before the frame has loaded', {
  tag: '@core',
}, async ({ page, host, sandbox, problems }) => {
  await test.step('[F-AD8] a brand is on the pill at once, and in the pane from its first view', async () => {
    await publish(page, sandbox, violet);
    await host.open('/plain');
    const pill = host.pill();
    await expect(pill).toBeVisible();
    expect(await styleOf(pill, 'background-color')).toBe('rgb(122, 31, 162)');
    expect(await styleOf(pill, 'font-family')).toBe('Georgia, serif, system-ui');
    expect(await styleOf(pill, 'border-radius')).toBe('12px');
    await expect(pill).toHaveAccessibleName("Let's talk");
    expect(await pill.evaluate((one) => getComputedStyle(one, '::before').content)).toBe('"?"');

    const frame = await host.openPane();
    expect(await styleOf(host.iframe(), 'border-radius')).toBe('8px');
    expect(await styleOf(frame.locator('body'), 'font-family')).toMatch(/^Georgia, serif, system-ui, /);
    const start = await startButton(page, frame);
    await expect(start).toHaveCSS('background-color', 'rgb(122, 31, 162)');
    await expect(start).toHaveCSS('border-radius', '4px');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(start).not.toHaveCSS('background-color', 'rgb(122, 31, 162)');
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' });
    await expect(start).not.toHaveCSS('background-color', 'rgb(122, 31, 162)');
    expect(await problems.violations()).toEqual([]);
  });
  await test.step('[F-AD8] the next page shows the brand’s pill before the frame has loaded', async () => {
    await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
    // The pill rests while the pane is closed, and is remembered then.
    await page.keyboard.press('Escape');
    await expect.poll(() => rememberedBy(page)).toContain('#7a1fa2');
    await page.route(`${sandbox.widgetUrl}/frame/**`, (route) => route.abort());
    await host.open('/plain');
    await expect(host.pill()).toBeVisible();
    expect(await styleOf(host.pill(), 'background-color')).toBe('rgb(122, 31, 162)');
  });
});

test('[F-AD18] the pane is light or dark as the page says, and without a word as the visitor prefers', async ({
  page,
  host,
  sandbox,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await host.open('/plain');
  const frame = await host.openPane();
  const start = await startButton(page, frame);
  const dark = await styleOf(start, 'background-color');
  await page.evaluate(() => {
    document.documentElement.style.colorScheme = 'light';
  });
  await expect(start).not.toHaveCSS('background-color', dark);
  const light = await styleOf(start, 'background-color');
  await page.evaluate(() => {
    document.documentElement.style.colorScheme = 'light dark';
  });
  await expect(start).toHaveCSS('background-color', dark);

  await publish(page, sandbox, { colorScheme: 'light' });
  await host.open('/plain');
  await expect(await startButton(page, await host.openPane())).toHaveCSS('background-color', light);
  await page.emulateMedia({ colorScheme: 'light' });
  await host.open('/plain', { attrs: { 'data-color-scheme': 'dark' } });
  await expect(await startButton(page, await host.openPane())).toHaveCSS('background-color', dark);
});

test('[F-AD8] a pill has the brand’s label in the language of the page, or ours', async ({ page, host, sandbox }) => {
  for (const [label, lang, text] of [
    [{ en: 'Ask us', de: 'Frag uns' }, 'en', 'Ask us'],
    [{ en: 'Ask us', de: 'Frag uns' }, 'de', 'Frag uns'],
    [{ en: 'Ask us' }, 'de', 'Kontakt'],
  ] as const) {
    await publish(page, sandbox, { label });
    await host.open('/plain', { page: { lang } });
    await expect(host.pill()).toHaveText(text);
    await expect(host.pill()).toHaveAccessibleName(text);
  }
});

const looks = [
  ['a violet brand', 'light', violet, {}],
  ['a violet brand', 'dark', violet, { colorScheme: 'dark' }],
  ['a violet brand', 'forced colours', violet, { forcedColors: 'active' }],
  ['an orange brand', 'light', orange, {}],
  ['an orange brand', 'dark', orange, { colorScheme: 'dark' }],
  ['an orange brand', 'forced colours', orange, { forcedColors: 'active' }],
] as const;

test('[F-AD8] pill, menu and chat of a brand break no axe rule', async ({
  page,
  host,
  sandbox,
  checkAxe,
  checkContrast,
}) => {
  for (const [name, media, brand, options] of sampleOf(looks, everyNth(4))) {
    await test.step(`[F-AD8] ${name} in ${media}`, async () => {
      await page.emulateMedia(options);
      await publish(page, sandbox, brand);
      await host.open('/plain');
      await expect(host.pill()).toBeVisible();
      expect(await checkContrast(page.mainFrame())).toEqual([]);
      const frame = await host.openPane();
      const start = await startButton(page, frame);
      await expect(start).toBeVisible();
      expect(await checkAxe()).toEqual([]);
      await start.hover();
      expect(await checkAxe()).toEqual([]);
      await start.click();
      await expect(log(frame).getByText('What can I help you with?')).toBeVisible();
      await send(frame, 'Hello');
      await expect(log(frame).getByText('Hello', { exact: true })).toBeVisible();
      // A text that is fading in has a lower contrast.
      await expect.poll(() => checkAxe()).toEqual([]);
      await page.emulateMedia({ colorScheme: null, forcedColors: null });
      await page.unrouteAll({ behavior: 'wait' });
      await host.forgetVisitor();
      await sandbox.reset();
    });
  }
});

test('[F-AD8][SH-154] the side "start" has pill and pane on the left in English, and on the right in Arabic', async ({
  page,
  host,
  sandbox,
}) => {
  await publish(page, sandbox, orange);
  const startOf = async (element: Locator) => (await element.boundingBox())?.x ?? 0;
  for (const [lang, isLeft] of [
    ['en-US', true],
    ['ar-SA', false],
  ] as const) {
    await host.open('/', { page: { lang } });
    await expect(host.pill()).toBeVisible();
    await expect.poll(async () => (await startOf(host.pill())) < 640).toBe(isLeft);
    await host.openPane();
    await expect.poll(async () => (await startOf(host.iframe())) < 640).toBe(isLeft);
  }
});

test('[F-AD8] a page’s own theme keeps its colours', async ({ page, host, sandbox }) => {
  await publish(page, sandbox, violet);
  await host.open('/plain', { attrs: { 'data-theme': 'yellow' } });
  await expect(host.pill()).toBeVisible();
  expect(await styleOf(host.pill(), 'background-color')).toBe('rgb(255, 221, 51)');
  const frame = await host.openPane();
  await expect(await startButton(page, frame)).toHaveCSS('background-color', 'rgb(255, 221, 51)');
});

test('[F-AD8] a colour that nobody could read never shows: the build refuses it, and a file changed since has the default ones', async ({
  page,
  host,
  sandbox,
  problems,
}) => {
  const pale: Brand = { accent: '#fff3bf', radius: 4 };
  expect(() => parseDeployment({ ...sandboxDeployment(sandbox), brand: pale })).toThrow(/nearest colour that passes/);
  await publish(page, sandbox, pale, false);
  await host.open('/plain');
  await expect(host.pill()).toBeVisible();
  expect(await styleOf(host.pill(), 'background-color')).toBe('rgb(17, 85, 221)');
  expect(await styleOf(host.pill(), 'border-radius')).toBe('12px');
  await expect.poll(() => problems.warnings.filter((line) => line.includes('brand.accent'))).toHaveLength(1);
  expect(problems.warnings.join()).toContain('The nearest colour that passes is #');
  const frame = await host.openPane();
  await expect(await startButton(page, frame)).toHaveCSS('background-color', 'rgb(17, 85, 221)');
});
