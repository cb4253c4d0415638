import type { Page } from 'playwright/test';
import { expect, test } from '../browser/fixtures.ts';
import { bodies, configureChat, type Fields, lines } from './chat.ts';
import { block, given, sees, when } from './steps.ts';

const events = '/experiments/events';
const datafile = '/experiments/datafile.json';
const yellow = 'rgb(255, 221, 51)';

/** The provider hears nothing from a developer's machine, so the page says that it is at another host. */
const asCompany = (page: Page) =>
  page.addInitScript(() => {
    if (window !== window.parent) return;
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...args: [never]) {
      const [data]: unknown[] = args;
      if (Array.isArray(data) && data[0] === 'look') data[1] = data[1].replaceAll(location.host, 'northwind.example');
      postMessage.apply(this, args);
    };
  });

/** An experiment, or the rule of a rollout, whose variations have what they change. */
const experiment = (id: string, key: string, status: string, names: readonly string[], more: Fields = {}) => ({
  ...{ id, key, layerId: `7${id}`, status, audienceIds: [], forcedVariations: {} },
  variations: names.map((name) => ({
    id: name,
    key: name,
    featureEnabled: true,
    variables: [{ id: '55', value: name }],
  })),
  trafficAllocation: [{ entityId: names[0], endOfRange: 10_000 }],
  ...more,
});
const rule = (id: string, featureEnabled: boolean, audienceIds: readonly string[]) =>
  experiment(id, `rule ${id}`, 'Not started', [], {
    ...{ audienceIds, variations: [{ id: `${id}0`, key: `${id}0`, featureEnabled, variables: [] }] },
    trafficAllocation: [{ entityId: `${id}0`, endOfRange: 10_000 }],
  });
const variable = (id: string, key: string, type: string, defaultValue: string) => ({ id, key, type, defaultValue });

const file = (changes: Fields = {}) => ({
  ...{ version: '4', revision: '12', accountId: '4200', projectId: '4201', anonymizeIP: true, groups: [] },
  attributes: ['visitor_url', 'device_type', 'language', 'query_utm_campaign'].map((key, at) => ({
    id: `9${at}`,
    key,
  })),
  events: ['CM_PANE_SHOWN', 'CM_PANE_HIDDEN'].map((key, at) => ({
    id: `8${at}`,
    key,
    experimentIds: ['11', '12', '13'],
  })),
  audiences: [
    {
      ...{ id: '61', name: 'professionals' },
      conditions: JSON.stringify([
        'or',
        { type: 'custom_dimension', name: 'query_utm_campaign', value: 'professional' },
      ]),
    },
  ],
  rollouts: [{ id: '71', experiments: [rule('81', true, ['61']), rule('82', false, [])] }],
  featureFlags: [
    {
      ...{ id: '51', key: 'advice', rolloutId: '71', experimentIds: [] },
      variables: [
        variable('52', 'title', 'string', 'An expert in {minutes} minutes'),
        variable('53', 'minutes', 'integer', '1500'),
      ],
    },
    { id: '54', key: 'pill', rolloutId: '', experimentIds: ['11'], variables: [variable('55', 'theme', 'string', '')] },
  ],
  experiments: [
    experiment('11', 'button_color', 'Running', ['yellow', 'grey']),
    experiment('12', 'button_sales_wording', 'Launched', ['sales']),
    experiment('13', 'scheduler_first_question', 'Paused', ['expert']),
  ],
  ...changes,
});

test('[CH-195][CH-196][CH-198][CH-199][CH-200][CH-201][CH-203][CH-205][F-CH12] chat 65, 66, 67, 125, 126, 188, 189, 212, 215: experiments and flags of the provider’s file change the widget, and the provider hears of those that run', {
  tag: '@core',
}, async ({ context, host, page, sandbox }) => {
  const stored = async (suffix = '') =>
    (await host.frameHandle()).evaluate((name) => localStorage.getItem(name), `cm-variations${suffix}`);
  await given('a file of the provider, and features that follow its flags', async () => {
    await asCompany(page);
    await configureChat(page, (_chat, _channels, config) => {
      Object.assign(config.experiments as Fields, {
        features: {
          headerSalesWording: { flag: 'advice', text: 'title' },
          buttonColour: { flag: 'pill', variation: 'theme' },
        },
        keepVariations: true,
      });
    });
    await sandbox.rules({ path: datafile, status: 200, body: file() });
  });
  const pane = await when('a professional opens the pane, and hides it twice', async () => {
    await host.open('/plain', { query: { utm_campaign: 'professional' } });
    await host.hoverPill();
    await expect.poll(stored).toContain('yellow');
    const shown = await host.openPane();
    await expect(shown.getByRole('heading', { level: 1 })).toHaveText('An expert in 1,500 minutes');
    for (const _ of [1, 2]) {
      await shown.getByRole('button', { name: 'Minimize' }).click();
      await host.pressPill();
    }
    return shown;
  });
  const keys = async () =>
    (await bodies(sandbox, events)).map(({ visitors }) => {
      const [{ snapshots }] = visitors as [{ snapshots: [{ decisions: Fields[]; events: Fields[] }] }];
      return snapshots.map((one) => `${one.events[0]?.key} ${one.decisions.map((each) => each.experiment_id)}`).join();
    });
  await sees('at the provider the visitor’s decision, and each event once for the experiment that runs', async () => {
    await expect.poll(async () => (await keys()).toSorted()).toEqual(['CM_PANE_HIDDEN 11', 'CM_PANE_SHOWN 11']);
    const [first] = await bodies(sandbox, events);
    const id = (await context.cookies()).find(({ name }) => name === 'optimizely-user-id')?.value;
    expect(first).toMatchObject({
      ...{
        account_id: '4200',
        project_id: '4201',
        revision: '12',
        client_name: 'javascript-sdk',
        client_version: '2.3.1',
      },
      anonymize_ip: true,
      visitors: [{ visitor_id: decodeURIComponent(id ?? '').replaceAll('"', '') }],
    });
    const [{ snapshots, attributes }] = (first?.visitors ?? []) as unknown as [
      { snapshots: [{ decisions: Fields[]; events: Fields[] }]; attributes: Fields[] },
    ];
    expect(snapshots[0].decisions).toEqual([{ campaign_id: '711', experiment_id: '11', variation_id: 'yellow' }]);
    expect(snapshots[0].events[0]).toMatchObject({
      entity_id: expect.any(String),
      timestamp: expect.any(Number),
      uuid: expect.any(String),
    });
    const values = Object.fromEntries(attributes.map(({ key, value }) => [key, value]));
    expect(values).toEqual({
      visitor_url: 'http://northwind.example/plain',
      device_type: 'desktop',
      language: 'en-US',
    });
  });
  await when('the file has other shares, and the visitor comes back without the campaign', async () => {
    await sandbox.forgetRules();
    const [, ...others] = file().experiments;
    await sandbox.rules({
      path: datafile,
      status: 200,
      body: file({ experiments: [experiment('11', 'button_color', 'Running', ['grey', 'yellow']), ...others] }),
    });
    await host.open('/plain');
    await expect(host.pill()).toHaveCSS('background-color', yellow);
    await (await host.frameHandle()).evaluate(() => localStorage.removeItem('cm-variations'));
    await host.openPane();
  });
  await sees(
    'the colour kept and reported as seen, the title of everyone, and nothing of the address at the provider',
    async () => {
      await expect.poll(keys).toContain('campaign_activated 11');
      await expect.poll(stored).toContain('yellow');
      expect(await stored('.kept')).toContain('"variation_id":"yellow"');
      await expect(pane.getByRole('heading', { level: 1 })).toHaveText('Contact us');
      expect(JSON.stringify(await bodies(sandbox, events))).not.toContain('professional');
    },
  );
  await when('the visitor refuses experiments', async () => {
    await host.open('/plain', { query: { 'cm-consent-experiments': 'false' } });
    await host.openPane();
  });
  await sees('nothing kept', async () => {
    await expect.poll(() => stored('.kept')).toBeNull();
    expect(await stored()).toBeNull();
  });
});

test('[CH-202][CH-204][CH-212] chat 144, 145, 146, 187, 203, 204: without a usable file a copy counts; what an address or a developer’s machine decides is not reported', async ({
  host,
  page,
  problems,
  sandbox,
}) => {
  const pane = host.frame();
  const debug = pane.getByRole('complementary', { name: 'Debug' });
  const noted = () => debug.getByRole('list', { name: /^Events/ });
  await given('a file that cannot be loaded, and a copy of it', async () => {
    await configureChat(page, (_chat, _channels, config) =>
      Object.assign(config.experiments as Fields, { copy: 'datafile.json' }),
    );
    await page.route('**/frame/datafile.json', (route) => route.fulfill({ json: file() }));
    await sandbox.rules({ path: datafile, status: 500, body: {} });
    const copied = page.waitForResponse('**/frame/datafile.json');
    await host.open('/plain', { query: { 'cm-experiments': 'nonsense,header_sales_wording:sales' } });
    await host.hoverPill();
    await copied;
    await page.waitForTimeout(1_000);
    await host.openPane();
  });
  await sees('the copy’s decisions, those of the address, and a warning', async () => {
    await expect(pane.getByRole('heading', { level: 1 })).toHaveText('Talk to sales');
    expect(lines(problems.warnings, 'datafile')).toBe(1);
  });
  await sees('nothing at the provider', async () => {
    await host.changeAddress();
    expect(await sandbox.requests(events)).toEqual([]);
  });
  await given('a visitor elsewhere, and an address that chooses the colour', async () => {
    await asCompany(page);
    await host.open('/plain', { query: { 'cm-debug': '', 'cm-experiments': 'button_color:grey' } });
  });
  await when('they open the pane', async () => {
    await host.pressPill();
    await pane.getByRole('button', { name: 'Open the debug window' }).click();
  });
  await sees('the event, which was not sent', async () => {
    await expect(noted()).toContainText('overridden');
    expect(await sandbox.requests(events)).toEqual([]);
  });
  await given('a file of a version that is not known, without a copy', async () => {
    await page.unroute('**/frame/datafile.json');
    await sandbox.forgetRules();
    await sandbox.rules({ path: datafile, status: 200, body: file({ version: '5' }) });
    await host.open('/short');
    await host.openPane();
  });
  await sees('an error on the console, and the widget as ever', async () => {
    await expect.poll(() => lines(problems.consoleErrors, 'Experiments:')).toBeGreaterThan(0);
    await expect(block(pane, 'phone')).toBeVisible();
  });
});

test('[CH-210] chat 128: a call that fails is an event of its own, once, without personal data', async ({
  host,
  page,
  sandbox,
}) => {
  const sent = async () =>
    (await bodies(sandbox, '/analytics/events')).flatMap(
      (body) =>
        (typeof body === 'string' ? (JSON.parse(body) as Fields) : body).events as { name: string; detail: Fields }[],
    );
  await given('a contact service that fails', async () => {
    await sandbox.rules({ path: '/contact/lookup', status: 404 });
    await host.open('/plain');
    await expect.poll(async () => (await sent()).map(({ name }) => name)).toContain('CM_API_ERROR');
  });
  await when('the visitor opens and hides the pane, and leaves', async () => {
    await host.openPane();
    await page.keyboard.press('Escape');
    await expect(host.iframe()).toBeHidden();
    await page.goto('about:blank');
    // Events that have not been sent yet are sent when the visitor leaves the page, and this one is the last.
    await expect.poll(async () => (await sent()).map(({ name }) => name)).toContain('CM_PANE_HIDDEN');
  });
  await sees('one event with the call and its status', async () => {
    const errors = (await sent()).filter(
      ({ name, detail }) => name === 'CM_API_ERROR' && String(detail.call).startsWith('/contact/lookup'),
    );
    expect(errors).toHaveLength(1);
    expect(errors[0]?.detail).toMatchObject({ status: 404 });
  });
});
