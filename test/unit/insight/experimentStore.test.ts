import { describe, expect, it } from 'vitest';
import { toAttributes } from '../../../frame/insight/experiments/attributes.ts';
import { setUpLimitMs } from '../../../frame/insight/experiments/experiments.ts';
import { silentPageReason } from '../../../frame/insight/experiments/mayReport.ts';
import { parseOverrides } from '../../../frame/insight/experiments/overrides.ts';
import { productExperiments } from '../../../frame/insight/experiments/productExperiments.ts';
import { buildExperiment } from '../../support/experimentDatafile.ts';
import { deployment, facts, file, setUp } from '../../support/experimentStoreBench.ts';
import { refuse } from '../../support/fakeBackend.ts';

describe('set-up', () => {
  it('[CH-195] fetches the datafile by GET as JSON', async () => {
    const { store, state, backend, log } = setUp();
    await store.setUp();
    expect(backend.calls).toMatchObject([{ method: 'GET', hosts: ['https://experiments.example'] }]);
    expect(state).toMatchObject({ status: 'ready', source: 'service' });
    expect(store.variationOf('buttonColour')).toBe('yellow');
    expect(log.warnings).toEqual([]);
  });

  it.each([
    ['?plan=professional&other=1', 'yellow'],
    ['?plan=free', undefined],
    ['', undefined],
  ])(
    '[CH-198][CH-205][F-CH12] decides by the query %j of the page’s address and does not send it',
    async (query, variation) => {
      const condition = JSON.stringify([
        'and',
        { type: 'custom_dimension', name: 'query_plan', value: 'professional' },
      ]);
      const datafile = file({
        attributes: [{ id: '31', key: 'query_plan' }],
        audiences: [{ id: '61', name: 'customers', conditions: condition }],
        experiments: [buildExperiment({ audienceIds: ['61'] })],
      });
      const address = `https://www.northwind.example/cloud${query}`;
      const { store, requests, clock } = setUp({ facts: () => ({ ...facts, address }) }, () => datafile);
      await store.setUp();
      expect(store.variationOf('buttonColour')).toBe(variation);
      await clock.advance(10_000);
      expect(requests.length > 0).toBe(variation !== undefined);
      expect(JSON.stringify(requests)).not.toContain('professional');
    },
  );

  it('[CH-195] warns and uses the local copy when the service answers 500', async () => {
    const { store, state, log } = setUp({}, () => refuse(500));
    await store.setUp();
    expect(log.warnings).toHaveLength(1);
    expect(state).toMatchObject({ status: 'ready', source: 'copy' });
    expect(store.variationOf('buttonColour')).toBe('yellow');
  });

  it.each([
    [
      'neither the service nor a copy answers',
      { deployment: { ...deployment, copy: undefined as never } },
      () => refuse(500),
    ],
    ['the datafile has an unsupported version', {}, () => file({ version: '5' })],
    ['the chunk does not load', { loadEngine: () => Promise.reject(new Error('chunk')) }, () => file()],
    [
      'the host store does not answer',
      { hostStore: { read: () => Promise.reject(new Error('late')), writeCookie: async () => {} } },
      () => file(),
    ],
  ])('[SH-171][CH-196] logs an error and lets the start continue when %s', async (_, parts, answer) => {
    const { store, state, log } = setUp(parts, answer);
    await expect(store.setUp()).resolves.toBeUndefined();
    expect(state.status).toBe('failed');
    expect(log.errors).toHaveLength(1);
    expect(store.variationOf('buttonColour')).toBeUndefined();
    store.track('chat_started');
  });

  it('[SH-171] lets the start continue when the datafile hangs, and uses it when it arrives', async () => {
    let finish = (_: unknown): void => {};
    const late = new Promise((resolve) => {
      finish = resolve;
    });
    const { store, clock } = setUp({}, () => late);
    let isSetUpDone = false;
    void store.setUp().then(() => {
      isSetUpDone = true;
    });
    await clock.advance(setUpLimitMs - 1);
    expect(isSetUpDone).toBe(false);
    await clock.advance(1);
    expect(isSetUpDone).toBe(true);
    finish(file());
    await clock.advance(0);
    expect(store.variationOf('buttonColour')).toBe('yellow');
  });

  it.each([
    ['without a datafile', { isOn: false }],
    ['without consent', { isAllowed: () => false }],
  ])('[SH-171] downloads nothing and makes no call %s', async (_, parts) => {
    const { store, backend, hostStore, loads } = setUp(parts);
    await store.setUp();
    store.track('chat_started');
    expect([loads.length, backend.calls.length, hostStore.size]).toEqual([0, 0, 0]);
    expect([store.store, store.variationOf('buttonColour'), store.textOf('botWelcome')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('visitor and attributes', () => {
  it('[CH-205] stores the visitor id in the host store and reuses a stored one', async () => {
    const first = setUp();
    await first.store.setUp();
    expect(first.hostStore.get('optimizely-user-id')).toBe('id-1');

    const second = setUp();
    second.hostStore.set('optimizely-user-id', 'known');
    await second.store.setUp();
    second.store.variationOf('buttonColour');
    expect(second.requests[0]?.body).toMatchObject({ visitors: [{ visitor_id: 'known' }] });
  });

  it('[CH-205] has six attributes, with the page’s URL without query and fragment', () => {
    expect(toAttributes({ ...facts, isEmployee: false, isMobile: true })).toEqual({
      visitor_url: 'https://www.northwind.example/cloud',
      chat_availability: 'unknown',
      popup_displayed: false,
      non_ibm_visitor: true,
      language: 'en-US',
      device_type: 'mobile',
    });
    expect(toAttributes(facts)).not.toHaveProperty('non_ibm_visitor');
  });

  it('[CH-205] sends only the attributes that the datafile lists', async () => {
    const { store, requests } = setUp();
    await store.setUp();
    store.variationOf('buttonColour');
    expect(requests[0]?.body).toMatchObject({ visitors: [{ attributes: [{ key: 'language', value: 'en-US' }] }] });
  });
});

describe('what is sent', () => {
  it('[CH-207] lists the last 200 events, newest last', async () => {
    const { store, state, clock } = setUp();
    await store.setUp();
    for (let event = 1; event <= 201; event += 1) {
      await clock.advance(1);
      store.track('scrolled');
    }
    expect(state.events).toHaveLength(200);
    expect(state.events.at(-1)).toMatchObject({ at: clock.now(), key: 'scrolled' });
  });

  it('[CH-201] queues an early event until the variation is known, then sends it', async () => {
    const { store, requests } = setUp();
    const ready = store.setUp();
    store.track('chat_started');
    expect(requests).toEqual([]);
    await ready;
    expect(requests).toHaveLength(1);
    expect(requests[0]?.body).toMatchObject({
      visitors: [{ snapshots: [{ decisions: [{ variation_id: '21' }], events: [{ key: 'chat_started' }] }] }],
    });
  });

  it('[CH-201] sends an event once per experiment, unless it may refire', async () => {
    const { store, requests } = setUp();
    await store.setUp();
    store.track('chat_started');
    store.track('chat_started');
    expect(requests).toHaveLength(1);
    store.track('scrolled');
    store.track('scrolled');
    expect(requests).toHaveLength(3);
  });

  it('[CH-201] reports an exposure once and keeps the variation on this page', async () => {
    const { store, requests } = setUp();
    await store.setUp();
    expect([store.variationOf('buttonColour'), store.variationOf('buttonColour')]).toEqual(['yellow', 'yellow']);
    expect(requests).toHaveLength(1);
  });

  it('[CH-201] ignores events that the datafile does not measure', async () => {
    const { store, requests, log } = setUp();
    await store.setUp();
    store.track('CM_PANE_SHOWN');
    expect([requests.length, log.errors.length]).toEqual([0, 0]);
  });

  it('[CH-202] parses overrides and skips malformed pairs', () => {
    expect([...parseOverrides('button_color:grey, header:sales ,broken,a:b:c,:x,y:')]).toEqual([
      ['button_color', 'grey'],
      ['header', 'sales'],
    ]);
  });

  it.each([
    ['overridden', { overrides: 'button_color:grey' }, file(), 'grey'],
    ['no variation', {}, file({ experiments: [buildExperiment({ trafficAllocation: [] })] }), undefined],
    ['localhost', { facts: () => ({ ...facts, pageUrl: 'http://localhost:4600/' }) }, file(), 'yellow'],
    ['environment', { isProduction: false }, file(), 'yellow'],
  ] as const)('[CH-202] sends nothing for the reason: %s', async (reason, parts, datafile, variation) => {
    const { store, state, requests } = setUp(parts, () => datafile);
    await store.setUp();
    expect(store.variationOf('buttonColour')).toBe(variation);
    store.track('chat_started');
    expect(requests).toEqual([]);
    expect(state.events.map(({ outcome }) => outcome)).toEqual([reason, reason]);
  });

  it('[CH-201][CH-202] reports what is seen after a single-page app has left a silent page', async () => {
    let pageUrl = 'http://localhost:4600/';
    const { store, requests } = setUp({ facts: () => ({ ...facts, pageUrl }) });
    await store.setUp();
    store.variationOf('buttonColour');
    store.track('chat_started');
    expect(requests).toEqual([]);
    pageUrl = facts.pageUrl;
    store.variationOf('buttonColour');
    store.track('chat_started');
    expect(requests).toHaveLength(2);
  });

  it.each(['http://localhost/', 'http://demo.localhost/', 'http://127.0.0.1:4600/', 'http://[::1]/'])(
    '[CH-202] treats %s as a developer’s machine',
    (url) => {
      expect(silentPageReason(url, true)).toBe('localhost');
      expect(silentPageReason('https://localhost.example/', true)).toBeUndefined();
    },
  );

  it('[CH-203] posts JSON to the provider’s URL with keepalive, so that it outlives the page', async () => {
    const { store, requests } = setUp();
    await store.setUp();
    store.variationOf('buttonColour');
    expect(requests).toMatchObject([
      {
        url: 'https://events.example/v1/events',
        method: 'POST',
        keepalive: true,
        body: { account_id: '20044', client_version: '2.3.1', visitors: [{ visitor_id: 'id-1' }] },
      },
    ]);
  });

  it('[CH-203] sends the same fields URL-encoded by GET with wxhr=true', async () => {
    const { store, requests } = setUp({ deployment: { ...deployment, method: 'GET' } });
    await store.setUp();
    store.track('chat_started', { revenue: 12 });
    const [request] = requests;
    const url = new URL(request?.url ?? '');
    expect([request?.method, request?.body, url.origin + url.pathname]).toEqual([
      'GET',
      undefined,
      'https://events.example/v1/events',
    ]);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      wxhr: 'true',
      account_id: '20044',
      project_id: '20045',
      revision: '7',
      client_name: 'javascript-sdk',
      client_version: '2.3.1',
      anonymize_ip: 'true',
    });
    expect(JSON.parse(url.searchParams.get('visitors') ?? '')).toMatchObject([
      { visitor_id: 'id-1', snapshots: [{ events: [{ key: 'chat_started', revenue: 12 }] }] },
    ]);
  });
});

describe('consent', () => {
  it('[SH-111][CH-205] that is given late starts the set-up once and counts from then on', async () => {
    let isAllowed = false;
    const { store, loads, requests, hostStore } = setUp({ isAllowed: () => isAllowed });
    await store.setUp();
    store.track('chat_started');
    expect([loads.length, hostStore.size]).toEqual([0, 0]);
    isAllowed = true;
    await Promise.all([store.setUp(), store.setUp()]);
    expect(loads).toHaveLength(1);
    expect(store.variationOf('buttonColour')).toBe('yellow');
    expect(requests).toHaveLength(1);
  });

  it('[F-AD16] a deletion of the visitor’s data keeps the variations on screen; nothing is reported or kept under the old id', async () => {
    const later = buildExperiment({ id: '12', key: 'header_sales_wording' });
    const { store, state, requests, storage } = setUp({ deployment: { ...deployment, keepVariations: true } }, () =>
      file({ experiments: [buildExperiment({ key: 'button_color' }), later] }),
    );
    await store.setUp();
    const variation = store.variationOf('buttonColour');
    expect(variation).toBeDefined();
    expect(requests).toHaveLength(1);
    expect(storage.suffixes('cm-variations')).toEqual(['kept']);
    // As compose/privacy.ts does it.
    store.store?.visitorLeft();
    storage.clear('cm-variations');
    expect(store.variationOf('buttonColour')).toBe(variation);
    store.track('chat_started');
    expect(store.variationOf('headerSalesWording')).toBeDefined();
    expect(requests).toHaveLength(1);
    expect(state.events.map(({ outcome }) => outcome)).toEqual(['sent', 'deleted', 'deleted']);
    expect(storage.suffixes('cm-variations')).toEqual([]);
  });

  it('[SH-111][CH-201] that is withdrawn keeps the visitor’s variations and stops all reports', async () => {
    let isAllowed = true;
    const { store, state, requests } = setUp({ isAllowed: () => isAllowed });
    await store.setUp();
    isAllowed = false;
    expect(store.variationOf('buttonColour')).toBe('yellow');
    store.track('chat_started');
    expect(requests).toEqual([]);
    expect(state.events.map(({ outcome }) => outcome)).toEqual(['no consent', 'no consent']);
  });

  it('[SH-111][CH-201] that is withdrawn and given again on one page loses no report', async () => {
    let isAllowed = false;
    const { store, state, requests } = setUp({ isAllowed: () => isAllowed });
    isAllowed = true;
    await store.setUp();
    isAllowed = false;
    for (let times = 0; times < 3; times += 1) {
      store.variationOf('buttonColour');
      store.track('chat_started');
    }
    expect(requests).toEqual([]);
    isAllowed = true;
    for (let times = 0; times < 3; times += 1) {
      expect(store.variationOf('buttonColour')).toBe('yellow');
      store.track('chat_started');
    }
    const keysOf = ({ body }: { body: unknown }) => JSON.stringify(body).match(/campaign_activated|chat_started/g);
    expect(requests.map(keysOf)).toEqual([['campaign_activated'], ['chat_started']]);
    expect(state.events.map(({ key, outcome }) => `${key}: ${outcome}`)).toEqual([
      'campaign_activated: no consent',
      'chat_started: no consent',
      'campaign_activated: sent',
      'chat_started: sent',
    ]);
  });

  it('[CH-201] given from the start queues events from before the set-up and sends them once the variation is known', async () => {
    const { store, requests } = setUp();
    store.track('chat_started');
    store.track('chat_started');
    await store.setUp();
    expect(requests).toMatchObject([{ body: { visitors: [{ snapshots: [{ events: [{ key: 'chat_started' }] }] }] } }]);
  });
});

describe('product experiments', () => {
  it.each(Object.entries(productExperiments))('[CH-206] reads %s from the experiment %s', async (name, key) => {
    const { store } = setUp({}, () => file({ experiments: [buildExperiment({ key })] }));
    await store.setUp();
    expect(store.variationOf(name as keyof typeof productExperiments)).toBe('yellow');
  });

  it('[CH-206] takes wording from a text fragment, else the built-in text, else leaves it to the feature', async () => {
    const texts = { find: (_: string, key: string) => (key === 'bot_welcome.ours' ? 'Servus!' : undefined) };
    const textOf = async (variation: string): Promise<string | undefined> => {
      const { store } = setUp({ texts, overrides: `bot_welcome:${variation}` });
      await store.setUp();
      return store.textOf('botWelcome');
    };
    expect(await textOf('ours')).toBe('Servus!');
    expect(await textOf('short')).toBe('Hi! How can I help?');
    expect(await textOf('constructor')).toBeUndefined();
  });

  it('[CH-206] does not use built-in English wording on a page in another language', async () => {
    const { store } = setUp({ overrides: 'bot_welcome:short', facts: () => ({ ...facts, language: 'de-DE' }) });
    await store.setUp();
    expect([store.variationOf('botWelcome'), store.textOf('botWelcome')]).toEqual(['short', undefined]);
  });

  it('lists experiments, attributes and events for the debug window', async () => {
    const { store, state } = setUp({ overrides: 'bot_welcome:short' });
    await store.setUp();
    store.variationOf('buttonColour');
    expect(state.experiments).toEqual([
      { key: 'button_color', status: 'Running', variation: 'yellow', isOverridden: false },
      { key: 'bot_welcome', status: 'not in the datafile', variation: undefined, isOverridden: true },
    ]);
    expect(state.attributes.device_type).toBe('desktop');
    expect(state.events).toMatchObject([{ key: 'campaign_activated', experiment: 'button_color', outcome: 'sent' }]);
  });
});
