import { expect, it } from 'vitest';
import { productExperiments } from '../../../frame/insight/experiments/productExperiments.ts';
import { findRoute } from '../../sandbox/router.ts';
import type { SandboxAnswer, SandboxService } from '../../sandbox/service.ts';
import { createAnalyticsService } from '../../sandbox/services/analytics.ts';
import { createExperimentService } from '../../sandbox/services/experiments.ts';
import { createSupportChatService } from '../../sandbox/services/supportChat.ts';
import { createExperimentClient } from '../../support/experimentClient.ts';

async function call(service: SandboxService, method: 'GET' | 'POST', address: string, body?: unknown) {
  const url = new URL(address, 'http://services');
  const routed = findRoute(
    service.routes.filter((route) => route.method === method),
    url.pathname,
  );
  const answer: SandboxAnswer | undefined = await routed?.route.answer({
    method,
    path: url.pathname,
    query: url.searchParams,
    headers: {},
    body,
    params: routed.params,
  });
  return answer ?? { status: 404 };
}

async function variationOf(service: SandboxService, key: string): Promise<string | null> {
  const { body } = await call(service, 'GET', '/experiments/datafile.json');
  return createExperimentClient({
    datafile: body,
    write: (level, sentence) => {
      if (level === 'error') throw new Error(sentence);
    },
    dispatch: () => {},
    now: () => 0,
    createId: () => 'id',
  }).getVariation(key, 'visitor');
}

it.each(Object.values(productExperiments))('has the experiment %s, with every visitor in control', async (key) => {
  expect(await variationOf(createExperimentService(), key)).toBe('control');
});

it('gives every visitor the variation that the control interface names, until a reset', async () => {
  const service = createExperimentService();
  service.control?.('experiments', { button_color: 'yellow', bot_welcome: 'off' });
  expect(await variationOf(service, 'button_color')).toBe('yellow');
  service.control?.('experiments', { button_color: null });
  expect(await variationOf(service, 'button_color')).toBe('control');
  expect(await variationOf(service, 'bot_welcome')).toBe('off');
  service.reset();
  expect(await variationOf(service, 'bot_welcome')).toBe('control');
  expect(service.control?.('experiments', { button_color: 'pink' })).toMatchObject({ status: 400 });
});

it('accepts experiment events by POST and by GET', async () => {
  const service = createExperimentService();
  expect((await call(service, 'POST', '/experiments/events', {})).status).toBe(204);
  expect((await call(service, 'GET', '/experiments/events?wxhr=true')).status).toBe(204);
});

it('accepts analytics batches as JSON, and as text from a page that the visitor leaves', async () => {
  const service = createAnalyticsService();
  const batch = { events: [{ name: 'CM_CHAT_START' }] };
  expect((await call(service, 'POST', '/analytics/events', batch)).status).toBe(204);
  expect((await call(service, 'POST', '/analytics/events', JSON.stringify(batch))).status).toBe(204);
  expect((await call(service, 'POST', '/analytics/events', { nothing: 1 })).status).toBe(400);
  expect((await call(service, 'GET', '/analytics/events')).body).toEqual({
    events: [...batch.events, ...batch.events],
  });
});

it('answers with the support chat’s availability that was set', async () => {
  const service = createSupportChatService();
  const ask = async () => {
    const address = '/support-chat/rest/Visitor/Availability.jsonp?Availability.ids=[573A,573B]&callback=a.b';
    const [, answer = ''] = /^a\.b\((.*)\)$/.exec(String((await call(service, 'GET', address)).body)) ?? [];
    return JSON.parse(answer) as unknown;
  };
  const results = (isAvailable: boolean) => ({
    messages: [
      {
        type: 'Availability',
        message: {
          results: [
            { id: '573A', isAvailable },
            { id: '573B', isAvailable },
          ],
        },
      },
    ],
  });
  expect(await ask()).toEqual(results(true));
  service.control?.('supportChat', { available: false });
  expect(await ask()).toEqual(results(false));
});

it('serves a support chat script that runs the queue, and has events only for a button registered before `init`', async () => {
  const { body, type } = await call(createSupportChatService(), 'GET', '/support-chat/deployment.js');
  expect(type).toContain('javascript');
  const events: string[] = [];
  const pings: { src: string }[] = [];
  // biome-ignore lint/suspicious/noExplicitAny: the script's own API
  const page: any = { _laq: [() => add('573A')] };
  const add = (id: string, shows = true): void => {
    if (shows) page.liveagent.showWhenOnline(id, {});
    page.liveagent.addButtonEventHandler(id, (event: string) => events.push(`${id} ${event}`));
  };
  const head = { append: (script: { src: string }) => pings.push(script) };
  const document = {
    head,
    currentScript: { src: 'https://vendor.example/deployment.js' },
    createElement: () => ({ src: '' }),
  };
  const run = new Function('window', 'document', 'liveagent', 'setInterval', `${body}`);
  run(page, document, undefined, () => 1);
  add('573B', false);
  page.liveagent.init('', '', '');
  add('573C');
  expect(pings.map(({ src }) => new URL(src).searchParams.get('Availability.ids'))).toEqual(['[573A]']);
  const results = ['573A', '573B', '573C'].map((id) => ({ id, isAvailable: true }));
  page.liveagent._.handlePing({ messages: [{ type: 'Availability', message: { results } }] });
  expect(events).toEqual(['573A BUTTON_AVAILABLE']);
});
