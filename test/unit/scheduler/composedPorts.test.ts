import { describe, expect, it, vi } from 'vitest';
import { composeScheduler } from '../../../frame/compose/scheduler.ts';
import type { SchedulersPorts } from '../../../frame/scheduler/ports.ts';

vi.mock('../../../frame/scheduler/createSchedulers.ts', () => ({ createSchedulers: (ports: object) => ports }));

/** The scheduler's ports on a page that names Ann. */
function portsOf({ isHeld = false, url = 'https://www.shop.example/' } = {}): SchedulersPorts {
  const visitor = { state: { info: { firstName: 'Ann', email: 'ann@shop.example', iui: 'ann' } } };
  const widget = {
    ...{ visitor, visitorWatch: { isHeld }, scheduler: { schedulerQuery: {} }, settings: {}, query: {}, host: {} },
    page: { facts: { url, referrer: '', timeOrigin: 0 } },
    deployment: { scheduler: { noticeHosts: [] }, relayedPath: 'origin' },
    ...{ hostStore: { read: async () => null }, shell: { state: {} } },
  };
  return composeScheduler(widget as unknown as Parameters<typeof composeScheduler>[0]) as unknown as SchedulersPorts;
}

describe('what the scheduler knows about page and visitor', () => {
  it('[SC-018][CH-014] is nothing of the visitor who has left, while the tab is held', async () => {
    expect(portsOf().visitor?.()).toMatchObject({ firstName: 'Ann', email: 'ann@shop.example' });
    expect(await portsOf().page()).toMatchObject({ ibmId: 'ann' });
    const held = portsOf({ isHeld: true });
    expect(held.visitor?.()).toEqual({});
    expect(await held.page()).toMatchObject({ ibmId: '' });
  });

  it('[SC-150][BR-34] is the whole address for the link of a call, and the relayed one for the service', async () => {
    const url = 'https://www.shop.example/orders/4711042?id=7';
    const ports = portsOf({ url });
    expect(ports.pageUrl()).toBe(url);
    expect(await ports.page()).toMatchObject({ url: 'https://www.shop.example/' });
  });
});
