import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright/test';
import { experts } from '../sandbox/data/experts.ts';
import { isolatedDeployment, withContactFile } from '../sandbox/deployment.ts';
import { startSandbox } from '../sandbox/server.ts';
import {
  createControl,
  createHost,
  expect,
  fromRoot,
  type HostPageHelper,
  type SandboxControl,
  test,
} from './fixtures.ts';
import { openForm } from './inquirySteps.ts';
import { talkToAgent } from './liveSteps.ts';
import { everyNth, sampleOf } from './sample.ts';
import { openState } from './stateSteps.ts';

/** What assistive technology is told about each surface: test/golden/accessibility. UPDATE_GOLDEN=1 accepts a change. */

const folder = fromRoot('test/golden/accessibility');

const expert = new RegExp(experts.map(({ name, role }) => `${name} ${role}`).join('|'), 'g');

type Clean = (tree: string) => string;

/** Without what depends on the day and the time at which the test runs, and on its ports. */
const withoutDay: Clean = (tree) =>
  tree
    .replace(/\d{1,2}:\d{2}[\s\u202F][AP]M/g, '(time)')
    .replace(/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, [A-Z][a-z]+ \d{1,2}(?:, \d{4})?/g, '(date)')
    .replace(/GMT[+-]\d+/g, '(offset)')
    .replace(/http:\/\/localhost:\d+/g, '(services)')
    .replace(expert, '(expert)');

const readTree = async (surface: Locator, clean: Clean): Promise<string> => clean(`${await surface.ariaSnapshot()}\n`);

async function record(path: string, surface: Locator, clean: Clean): Promise<void> {
  let last = '';
  await expect
    .poll(
      async () => {
        const tree = await readTree(surface, clean);
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

async function expectRecorded(name: string, surface: Locator, clean: Clean = withoutDay): Promise<void> {
  const path = `${folder}/${name}.yml`;
  if (process.env.UPDATE_GOLDEN) await record(path, surface, clean);
  await expect.poll(() => readTree(surface, clean)).toBe(readFileSync(path, 'utf8'));
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

type Show = (host: HostPageHelper, sandbox: SandboxControl, page: Page) => Promise<Locator>;

/** A state of `stateSteps.ts`, by its name there. */
function showState(name: string): Show {
  return async (host, sandbox, page) => (await openState({ page, host, sandbox }, name)).getByRole('dialog').first();
}

async function showYourData(host: HostPageHelper, sandbox: SandboxControl, page: Page): Promise<Locator> {
  return (await openState({ page, host, sandbox }, 'your data')).getByRole('region', { name: 'Your data' });
}

/** On a fixed day, with free times on two others. */
async function showCalendar(host: HostPageHelper, sandbox: SandboxControl, page: Page): Promise<Locator> {
  const slot = (day: string, hour: number) => ({
    ...{ startDateTime: `${day}T${hour}:00:00-05:00`, endDateTime: `${day}T${hour}:30:00-05:00` },
    ...{ timezone: 'America/New_York', expertId: 'mara' },
  });
  const body = ['2027-02-17', '2027-02-25'].map((date) => ({ date, slots: [slot(date, 10), slot(date, 11)] }));
  await sandbox.rules({ method: 'POST', path: '/v2/availability/lookup', body });
  await page.clock.setFixedTime('2027-02-16T15:00:00Z');
  return showState('scheduler: calendar')(host, sandbox, page);
}

async function showPill(host: HostPageHelper): Promise<Locator> {
  await host.open('/plain');
  await expect(host.pill()).toBeVisible();
  return host.pill();
}

async function showPillWithMessages(host: HostPageHelper, sandbox: SandboxControl): Promise<Locator> {
  const frame = await talkToAgent(host, sandbox);
  await frame.getByRole('button', { name: 'Minimize' }).click();
  await expect(host.iframe()).toBeHidden();
  await sandbox.command('agent', { action: 'say', text: 'One more thing.' });
  await expect(host.pill()).toHaveAccessibleName(/unread/);
  return host.pill();
}

async function showPopUp(host: HostPageHelper, sandbox: SandboxControl): Promise<Locator> {
  await sandbox.command('outreach', { popUpTimeMs: 1_500 });
  await host.open('/plain');
  return host.frame().getByRole('complementary');
}

async function showOffer(host: HostPageHelper, sandbox: SandboxControl): Promise<Locator> {
  await sandbox.command('outreach', { offer: 'trial' });
  await host.open('/plain');
  return host.frame().getByRole('complementary', { name: 'News from us' });
}

async function showLandingPage(host: HostPageHelper): Promise<Locator> {
  await host.open('/landing', { attrs: { 'data-focus-area': 'cloud' }, query: { 'cm-scheduler-landing': 'true' } });
  await expect(host.frame().getByRole('textbox')).toBeVisible();
  return host.frame().getByRole('main');
}

const shown: readonly (readonly [file: string, name: string, show: Show, clean?: Clean])[] = [
  ['menu', 'menu', showState('menu')],
  ['chat', 'chat', showState('chat')],
  ['scheduler', 'scheduler’s question', showState('scheduler: question')],
  ['calendar', 'calendar', showCalendar, (tree) => tree],
  ['contactFields', 'scheduler’s contact fields', showState('scheduler: details')],
  ['privacy', 'visitor’s data', showYourData],
  ['consent', 'question for consent', showState('consent: asked for')],
  ['crash', 'pane whose view failed', showState('pane: a view failed')],
  ['pill', 'pill', showPill],
  ['pillUnread', 'pill with an unread message', showPillWithMessages],
  ['popUp', 'pop-up', showPopUp],
  ['notification', 'notification of an offer', showOffer],
  ['landing', 'landing page', showLandingPage],
];

for (const [file, name, show, clean] of sampleOf(shown, everyNth(3))) {
  test(`the accessibility tree of the ${name} is the recorded one`, {
    tag: ['menu', 'landing'].includes(file) ? '@core' : [],
  }, async ({ page, host, sandbox }) => {
    await expectRecorded(file, await show(host, sandbox, page), clean);
  });
}

test('the accessibility tree of the survey after a chat, without a needed answer and after its end is the recorded one', async ({
  host,
  sandbox,
}) => {
  const frame = await talkToAgent(host, sandbox);
  const dialog = frame.getByRole('dialog').first();
  await sandbox.command('agent', { action: 'survey' });
  await expect(frame.getByText('Was your question answered?')).toBeVisible();
  await expectRecorded('survey', dialog);
  await dialog.getByRole('button', { name: 'Send answers' }).click();
  await expect(dialog.getByText('Please answer this question.')).toBeVisible();
  await expectRecorded('surveyRefused', dialog);
  await dialog.getByRole('button', { name: 'Skip' }).click();
  await expect(dialog.getByRole('button', { name: 'Download transcript' })).toBeVisible();
  await expectRecorded('ended', dialog);
});
