import { expect, it, vi } from 'vitest';
import { composePageNeeds } from '../../../frame/compose/pageNeeds.ts';
import { parseDeployment } from '../../../frame/deployment/deployment.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
// Imported up front, so that only the fake clock matters.
import '../../../frame/compose/outreachWatch.ts';

/** A page with a live chat, whose audience is known when `know` is called. */
async function setUp() {
  const clock = createFakeClock();
  const lifetime = createLifetime();
  const writeCookie = vi.fn(async () => {});
  const consent = { watch: () => () => {}, isAllowed: () => true, isChatRefused: () => false };
  const visitor = { whenReady: async () => {} };
  let know = (): void => {};
  const known = new Promise((resolve) => {
    know = () => resolve({ consent, visitor });
  });
  const core = {
    ...{ clock, lifetime, log: createFakeLog(), hasOutreach: () => true },
    self: { localStorage: {}, sessionStorage: {} },
    page: { state: { facts: { url: 'https://www.northwind.example/', user: {} } } },
    settings: { rules: [], demo: false, focusArea: 'cloud' },
    stored: {},
    deployment: parseDeployment({ allowedHosts: [], contact: { hosts: ['https://contact.example.com'] } }),
    audience: { get: () => known, peek: () => ({ consent, visitor }), prefetch: () => {} },
    pane: { watch: () => () => {}, state: { isPaneHidden: true } },
    hostStore: { readJson: async () => undefined, writeCookie },
    viewport: { state: { viewport: {} } },
    contact: { state: { information: { first: { chatInformation: [{ chatService: 'liveperson' }] } } } },
  } as unknown as Parameters<typeof composePageNeeds>[0];
  const rooms = { peek: () => undefined, prefetch: () => {} } as unknown as Parameters<
    typeof composePageNeeds
  >[1]['rooms'];
  const composing = composePageNeeds(core, { rooms, startedMs: clock.now(), actedMs: clock.now });
  return { clock, composing, know, writeCookie };
}

it('[SH-117] the core counts until the rooms do', async () => {
  const { clock, composing, know, writeCookie } = await setUp();
  know();
  const needs = await composing;
  needs.check();
  await vi.waitFor(() => expect(clock.pending).toBeGreaterThan(0));
  await clock.advance(2_000);
  expect(writeCookie).toHaveBeenCalledOnce();
  needs.end();
  expect(clock.pending).toBe(0);
});

it('[SH-117] the core does not begin to count when the rooms are there already', async () => {
  const { clock, composing, know, writeCookie } = await setUp();
  know();
  const needs = await composing;
  needs.check();
  // Its part is still being downloaded.
  needs.end();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await clock.advance(5_000);
  expect(writeCookie).not.toHaveBeenCalled();
  expect(clock.pending).toBe(0);
});
