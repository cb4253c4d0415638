import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Locator } from 'playwright/test';
import { isolatedDeployment, withContactFile } from '../sandbox/deployment.ts';
import { startSandbox } from '../sandbox/server.ts';
import { createControl, createHost, expect, fromRoot, test } from './fixtures.ts';
import { openForm } from './inquirySteps.ts';
import { openState } from './surfaceSteps.ts';

/** What assistive technology is told of each surface: test/golden/accessibility. UPDATE_GOLDEN=1 accepts a change. */

const folder = fromRoot('test/golden/accessibility');

/** The tree without the time of day. */
const readTree = async (surface: Locator): Promise<string> =>
  `${(await surface.ariaSnapshot()).replace(/\d{1,2}:\d{2}[\s\u202F][AP]M/g, '(time)')}\n`;

async function record(path: string, surface: Locator): Promise<void> {
  let last = '';
  await expect
    .poll(
      async () => {
        const tree = await readTree(surface);
        const rests = tree === last;
        last = tree;
        return rests;
      },
      { intervals: [2_000] },
    )
    .toBe(true);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, last);
}

async function expectRecorded(name: string, surface: Locator): Promise<void> {
  const path = `${folder}/${name}.yml`;
  if (process.env.UPDATE_GOLDEN) await record(path, surface);
  await expect.poll(() => readTree(surface)).toBe(readFileSync(path, 'utf8'));
}

for (const [file, name] of [
  ['menu', 'menu'],
  ['chat', 'chat'],
  ['scheduler', 'scheduler: question'],
  ['privacy', 'your data'],
] as const) {
  test(`the accessibility tree of the ${name} is the recorded one`, async ({ page, host, sandbox }) => {
    const pane = await openState({ page, host, sandbox }, name);
    const region = file === 'privacy' ? pane.getByRole('region', { name: 'Your data' }) : pane.getByRole('dialog');
    await expectRecorded(file, region.first());
  });
}

test('the accessibility tree of the offline form is the recorded one', async ({ page }) => {
  const server = await startSandbox({
    port: 0,
    distDir: fromRoot('dist'),
    config: (urls) => withContactFile(isolatedDeployment(urls)),
  });
  const control = createControl(server);
  await control.command('hours', { open: false });
  const frame = await openForm(createHost(page, control));
  await expectRecorded('form', frame.getByRole('dialog').first());
  await server.close();
});
