import { proxy } from 'valtio/vanilla';
import { afterEach, expect, it, vi } from 'vitest';
import { composeInsight } from '../../../frame/compose/insight.ts';
import { parseQueryParameters } from '../../../frame/host/queryParameters.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import type { ShellStore } from '../../../frame/shell/store.ts';
import type { Core, Widget } from '../../../frame/widget.ts';
import { buildDatafile, buildExperiment } from '../../support/experimentDatafile.ts';
import { deployment } from '../../support/experimentStoreBench.ts';
import { createFakeBackend } from '../../support/fakeBackend.ts';
import { fakePage } from '../../support/fakeChannelPorts.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
import { createFakeStorage } from '../../support/fakeStorage.ts';

afterEach(() => vi.unstubAllGlobals());

async function openInsight(
  query: Widget['query'],
  url = 'https://www.northwind.example/',
  experimentParts: Parameters<typeof buildDatafile>[0] = {},
) {
  const reports: unknown[] = [];
  const bodies: string[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    bodies.push(String(body));
    reports.push(...JSON.parse(String(body)).visitors[0].attributes);
    return new Response(null, { status: 204 });
  });
  const clock = createFakeClock();
  const page = proxy<Pick<Core['page'], 'card' | 'facts' | 'textLocale'>>({
    card: undefined,
    facts: { ...fakePage, url },
    textLocale: { languageCode: 'en', regionCode: 'US' },
  });
  const datafile = buildDatafile({
    attributes: [{ id: '31', key: 'popup_displayed' }],
    events: [{ id: '42', key: 'scrolled', experimentIds: ['11'] }],
    ...experimentParts,
  });
  const core = {
    ...{ clock, page, log: createFakeLog(), lifetime: createLifetime(), query },
    call: createFakeBackend({ '/datafile.json': () => datafile }),
    hostStore: { read: async () => 'visitor-1' },
    texts: { find: () => undefined },
    deployment: { experiments: deployment },
    consent: { isAllowed: () => true },
    viewport: { state: { isMobile: false } },
    settings: { wantsEvents: false },
    self: { location: { href: 'https://widget.example/frame/' } },
  } as unknown as Core;
  const { experiments } = composeInsight(core, {
    shell: { state: { chat: { availability: 'available' } } } as ShellStore,
    storage: createFakeStorage(),
  });
  await experiments.setUp();
  return { clock, page, experiments, reports, bodies };
}

it('[CH-205] the experiment service learns whether the pop-up was displayed when something happened', async () => {
  const { clock, page, experiments, reports } = await openInsight({ consent: {} });
  for (const card of [undefined, { kind: 'popUp', contentHeightPx: 90 }, { kind: 'notification' }, undefined]) {
    page.card = card as typeof page.card;
    experiments.track('scrolled');
    await clock.advance(0);
  }
  expect(reports).toMatchObject([false, true, false, false].map((value) => ({ key: 'popup_displayed', value })));
});

it.each([
  ['?plan=professional&utm_source=mail', 'yellow'],
  ['?plan=free', undefined],
])(
  '[CH-205][BR-34] an audience decides by the parameters of %j, of which no service learns',
  async (query, variation) => {
    const conditions = JSON.stringify(['and', { type: 'custom_dimension', name: 'query_plan', value: 'professional' }]);
    const { clock, experiments, bodies } = await openInsight(
      { consent: {} },
      `https://www.northwind.example/cloud${query}`,
      {
        attributes: ['query_plan', 'visitor_url'].map((key, index) => ({ id: `3${index}`, key })),
        audiences: [{ id: '61', name: 'customers', conditions }],
        experiments: [buildExperiment({ audienceIds: ['61'] })],
      },
    );
    expect(experiments.variationOf('buttonColour')).toBe(variation);
    await clock.advance(0);
    expect(bodies).toHaveLength(variation === undefined ? 0 : 1);
    expect(bodies.join()).not.toMatch(/plan|professional/);
  },
);

it.each([
  ['?cm-env=PROD', 1],
  ['?cm-env=production&cm-dev', 1],
  ['?cm-env=elsewhere', 1],
  ['?cm-env=TEST', 0],
  ['?cm-dev', 0],
])(
  '[SH-146][CH-202] the experiment service learns from a page with %j about %i events of one',
  async (query, count) => {
    const { clock, experiments, reports } = await openInsight(
      parseQueryParameters(`https://www.northwind.example/${query}`),
    );
    experiments.track('scrolled');
    await clock.advance(0);
    expect(reports).toHaveLength(count);
  },
);
