import { createHost, expect, test } from './fixtures.ts';

const yellow = 'rgb(255, 221, 51)';

test('[CH-196][CH-198][CH-199][F-CH12] binds features to flags: a rollout by the page’s address, a typed variable, a kept variation', async ({
  host,
  page,
  sandbox,
}) => {
  const variable = (id: string, key: string, type: string, defaultValue: string) => ({ id, key, type, defaultValue });
  const rollout = (id: string, featureEnabled: boolean, audienceIds: readonly string[]) => ({
    id,
    key: `rule ${id}`,
    layerId: '7',
    status: 'Not started',
    audienceIds,
    forcedVariations: {},
    variations: [{ id: `${id}0`, key: `${id}0`, featureEnabled, variables: [] }],
    trafficAllocation: [{ entityId: `${id}0`, endOfRange: 10_000 }],
  });
  const answer = (theme: string) => ({
    version: '4',
    revision: '1',
    accountId: '1',
    projectId: '2',
    anonymizeIP: true,
    attributes: [{ id: '92', key: 'query_utm_campaign' }],
    groups: [],
    events: [{ id: '91', key: 'CM_PANE_SHOWN', experimentIds: ['11'] }],
    audiences: [
      {
        id: '61',
        name: 'professionals',
        conditions: JSON.stringify([
          'or',
          { type: 'custom_dimension', name: 'query_utm_campaign', value: 'professional' },
        ]),
      },
    ],
    rollouts: [{ id: '71', experiments: [rollout('81', true, ['61']), rollout('82', false, [])] }],
    featureFlags: [
      {
        id: '51',
        key: 'advice',
        rolloutId: '71',
        experimentIds: [],
        variables: [
          variable('52', 'title', 'string', 'An expert in {minutes} minutes'),
          variable('53', 'minutes', 'integer', '1500'),
        ],
      },
      {
        id: '54',
        key: 'pill',
        rolloutId: '',
        experimentIds: ['11'],
        variables: [variable('55', 'theme', 'string', '')],
      },
    ],
    experiments: [
      {
        ...rollout('11', true, []),
        status: 'Running',
        variations: ['yellow', 'grey'].map((name) => ({
          id: name,
          key: name,
          featureEnabled: true,
          variables: [{ id: '55', value: name }],
        })),
        trafficAllocation: [{ entityId: theme, endOfRange: 10_000 }],
      },
    ],
  });
  await page.route(`${sandbox.widgetUrl}/frame/config.json`, async (route) => {
    const response = await route.fetch();
    const deployment = (await response.json()) as { experiments: object };
    const features = {
      headerSalesWording: { flag: 'advice', text: 'title' },
      buttonColour: { flag: 'pill', variation: 'theme' },
    };
    const experiments = { ...deployment.experiments, features, keepVariations: true };
    await route.fulfill({ response, json: { ...deployment, experiments } });
  });
  const serve = (theme: string) =>
    sandbox.rules({ path: '/experiments/datafile.json', status: 200, body: answer(theme) });
  const stored = async (suffix = '') =>
    (await host.frameHandle()).evaluate((name) => localStorage.getItem(name), `cm-variations${suffix}`);

  // The provider hears nothing from a developer's machine (CH-202), so the loader names another host.
  await page.addInitScript(() => {
    if (window !== window.parent) return;
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...args: [never]) {
      const [data]: unknown[] = args;
      if (Array.isArray(data) && data[0] === 'look') data[1] = data[1].replaceAll(location.host, 'northwind.example');
      postMessage.apply(this, args);
    };
  });

  await serve('yellow');
  await host.open('/plain', { query: { utm_campaign: 'professional' } });
  await host.pill().hover();
  await expect.poll(stored).toContain('yellow');
  const pane = await host.openPane();
  await expect(pane.getByRole('heading', { level: 1 })).toHaveText('An expert in 1,500 minutes');
  const reported = async () => JSON.stringify(await sandbox.requests('/experiments/events'));
  await expect.poll(reported).toContain('CM_PANE_SHOWN');

  await sandbox.forgetRules();
  await serve('grey');
  await host.open('/plain');
  await expect(host.pill()).toHaveCSS('background-color', yellow);
  await (await host.frameHandle()).evaluate(() => localStorage.removeItem('cm-variations'));
  await host.pill().hover();
  await expect.poll(stored).toContain('yellow');
  expect(await stored('.kept')).toContain('"variation_id":"yellow"');
  await host.openPane();
  await expect(pane.getByRole('heading', { level: 1 })).toHaveText('Contact us');
  expect(await reported()).not.toContain('professional');

  await host.open('/plain', { query: { 'cm-consent-experiments': 'false' } });
  await host.openPane();
  await expect.poll(() => stored('.kept')).toBeNull();
  expect(await stored()).toBeNull();
});

test('[CH-206][SH-111] a tab that refuses experiments and one that allows them do not rewrite the variations for each other', async ({
  context,
  host,
  sandbox,
}) => {
  const other = createHost(await context.newPage(), sandbox);
  await host.open('/plain');
  await host.openPane();
  const frame = await host.frameHandle();
  await expect.poll(() => frame.evaluate(() => localStorage.getItem('cm-variations'))).not.toBeNull();
  await other.open('/plain', { query: { 'cm-consent-experiments': 'false' } });
  await other.openPane();
  await expect.poll(() => frame.evaluate(() => localStorage.getItem('cm-variations'))).toBeNull();
  const writes = await frame.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let count = 0;
        window.addEventListener('storage', ({ key }) => {
          if (key === 'cm-variations') count += 1;
        });
        setTimeout(() => resolve(count), 1_000);
      }),
  );
  expect(writes).toBe(0);
});

test('[SH-111][SH-153] a withdrawal changes nothing on screen; what was stored is removed without intent', {
  tag: '@core',
}, async ({ host, page, sandbox }) => {
  await sandbox.command('experiments', { button_color: 'yellow' });
  const stored = async () => (await host.frameHandle()).evaluate(() => localStorage.getItem('cm-variations'));
  await host.open('/plain');
  await host.openPane();
  await expect.poll(stored).toContain('yellow');
  await host.open('/plain');
  await expect(host.pill()).toHaveCSS('background-color', yellow);
  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the page's banner writes it this way.
    document.cookie = 'notice_preferences=0:';
  });
  await expect(async () => {
    await page.mouse.click(5, 5);
    expect(await stored()).toBeNull();
  }).toPass();
  // The pill is drawn again.
  await page.setViewportSize({ width: 600, height: 700 });
  await page.waitForTimeout(500);
  await expect(host.pill()).toHaveCSS('background-color', yellow);
  await host.open('/plain');
  await expect(host.pill()).toBeVisible();
  await expect(host.pill()).not.toHaveCSS('background-color', yellow);
});
