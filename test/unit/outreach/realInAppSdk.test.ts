// @vitest-environment happy-dom
import * as braze from '@braze/web-sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { createCardState } from '../../../frame/outreach/cardStore.ts';
import { createInApp } from '../../../frame/outreach/inApp.ts';
import type { InAppSdk } from '../../../frame/outreach/inAppSdk.ts';
import { isInAppSdk } from '../../../frame/outreach/inAppSdk.ts';
import { createNotificationStore } from '../../../frame/outreach/notificationStore.ts';
import { createStageStore } from '../../../frame/outreach/stageStore.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import type { SandboxRequest } from '../../sandbox/service.ts';
import { createOutreachService } from '../../sandbox/services/outreach.ts';
import { createFakeOutreach } from '../../support/fakeOutreach.ts';

/** The vendor's endpoint without a network: the sandbox's service answers the SDK's requests. */
function answerSdk(inApp: string) {
  const service = createOutreachService({
    servicesUrl: 'https://offers.northwind.example',
    vendorsUrl: 'https://iam.northwind.example',
  });
  service.control?.('outreach', { inApp });
  const events: { name: string; data: unknown }[] = [];
  class Request {
    readyState = 4;
    status = 0;
    responseText = '';
    url = '';
    onload = (): void => {};
    open(_: string, url: string): void {
      this.url = url;
    }
    setRequestHeader(): void {}
    getAllResponseHeaders(): string {
      return '';
    }
    send(text: string): void {
      const body = JSON.parse(text) as { events?: { name: string; data: unknown }[] };
      events.push(...(body.events ?? []));
      const path = new URL(this.url).pathname;
      const route = service.routes.find((one) => one.path === path);
      const request = { method: 'POST', path, body } as unknown as SandboxRequest;
      void Promise.resolve(route?.answer(request)).then((answer) => {
        this.status = answer?.status ?? 404;
        this.responseText = JSON.stringify(answer?.body ?? {});
        this.onload();
      });
    }
  }
  Object.defineProperty(window, 'XMLHttpRequest', { configurable: true, value: Request });
  return events;
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let turn = 0; turn < 400 && !isTrue(); turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function start(inApp: string) {
  const events = answerSdk(inApp);
  const fake = createFakeOutreach({
    deployment: {
      inApp: { enabled: true, scriptUrl: 'x', apiKey: 'key', hosts: { prod: ['https://iam.northwind.example'] } },
    },
  });
  const { ports, log, facts, tab } = fake;
  const lifetime = createLifetime();
  const state = createCardState();
  const stage = createStageStore(
    { log, lifetime, scene: () => facts, takeTurn: tab.takeTurn, prepare: async () => true },
    state,
  );
  const notifications = createNotificationStore({ ...ports, lifetime, stage, startChat: ports.chat.start });
  const sdk = braze as unknown as InAppSdk;
  const messages = createInApp({
    ...ports,
    lifetime,
    settings: ports.deployment.inApp,
    notifications,
    loadSdk: async () => sdk,
  });
  return { ...fake, lifetime, stage, state, events, messages };
}

describe('the vendor’s real SDK', () => {
  afterEach(() => {
    braze.wipeData();
    window.localStorage.clear();
  });

  it('has the methods that we use', () => {
    expect(isInAppSdk(braze)).toBe(true);
  });

  it('[SH-148] delivers a message, and logs its impression and button click once each', async () => {
    const page = start('message');
    await page.messages.start();
    await until(() => page.state.card !== undefined);
    expect(page.state.card).toMatchObject({
      kind: 'notification',
      content: { type: 'post', source: 'in-app', headingText: 'Backups now keep 35 days', clickAction: 'close' },
    });
    page.stage.act(0);
    await page.clock.advance(300);
    page.lifetime.end();
    await until(() => page.events.some(({ name }) => name === 'sbc'));
    const logged = page.events.filter(({ name }) => ['si', 'sc', 'sbc'].includes(name));
    expect(logged).toMatchObject([
      { name: 'si', data: { trigger_ids: ['trigger-message'] } },
      { name: 'sbc', data: { trigger_ids: ['trigger-message'], bid: 0 } },
    ]);
    expect(page.actions).toEqual(['open tab https://www.northwind.example/backups']);
    expect(page.log.warnings).toEqual([]);
  });

  it('[SH-151] delivers a control message: logs its impression, shows nothing', async () => {
    const page = start('control');
    await page.messages.start();
    await until(() => page.events.length > 0);
    // Wait as long as the test above, to be sure that nothing is shown.
    await until(() => page.state.card !== undefined);
    expect(page.state.card).toBeUndefined();
    page.lifetime.end();
    await until(() => page.events.some(({ name }) => name === 'iec'));
    expect(page.events.map(({ name }) => name)).toContain('iec');
  });
});
