import { expect, it, vi } from 'vitest';
import { composeNeeds } from '../../../frame/compose/needs.ts';
import { parseDeployment } from '../../../frame/deployment/deployment.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

it.each(['storage', 'pageshow'])(
  '[CH-149] downloads the rooms for a chat of another tab or of a later page, at %s',
  async (type) => {
    const sessionStorage: Record<string, string> = {};
    const self = Object.assign(new EventTarget(), { localStorage: {}, sessionStorage });
    const core = {
      ...{ clock: createFakeClock(), lifetime: createLifetime(), log: createFakeLog(), self },
      hasOutreach: () => false,
      page: { state: { facts: { url: 'https://www.northwind.example/', user: {} } } },
      settings: { rules: [], demo: false, focusArea: 'cloud' },
      stored: {},
      deployment: parseDeployment({ allowedHosts: [], contact: { hosts: ['https://contact.example.com'] } }),
      audience: { peek: () => undefined, prefetch: () => {} },
      pane: { watch: () => () => {}, state: { isPaneHidden: true } },
      contact: { watch: () => () => {}, state: {} },
    } as unknown as Parameters<typeof composeNeeds>[0];
    const rooms = { peek: () => undefined, prefetch: vi.fn() };
    await composeNeeds(core, rooms as unknown as Parameters<typeof composeNeeds>[1]).begin();
    sessionStorage['cm-conversations-tab'] = '{}';
    self.dispatchEvent(new Event(type));
    await vi.waitFor(() => expect(rooms.prefetch).toHaveBeenCalled());
  },
);
