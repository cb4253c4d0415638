import { expect, it } from 'vitest';
import { composeStartFeatures } from '../../../frame/compose/startFeatures.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { settle } from '../../support/fakeClock.ts';

function setUp({ geoHosts = [] as string[], focusArea = 'cloud' } = {}) {
  const lifetime = createLifetime();
  const steps: string[] = [];
  const gates = { visitor: (): void => {}, experiments: (): void => {} };
  const startFeatures = composeStartFeatures(
    {
      lifetime,
      settings: { focusArea },
      deployment: { contact: { noContactFocusArea: 'off' }, visitor: { geoHosts } },
      visitor: {
        whenReady: () =>
          new Promise<void>((resolve) => {
            gates.visitor = resolve;
          }),
      },
    } as unknown as Parameters<typeof composeStartFeatures>[0],
    () => void steps.push('address'),
    () =>
      new Promise((resolve) => {
        steps.push('experiments');
        gates.experiments = resolve;
      }),
    (startedMs) => void steps.push(`outreach ${startedMs}`),
  );
  return { startFeatures, lifetime, steps, gates };
}

it('[SH-007] opens what the address asks for once, and sets up experiments before it invites', async () => {
  const { startFeatures, steps, gates } = setUp();
  void startFeatures(5);
  await settle();
  expect(steps).toEqual(['address', 'experiments']);
  gates.experiments();
  await settle();
  expect(steps).toEqual(['address', 'experiments', 'outreach 5']);
  void startFeatures(5);
  await settle();
  expect(steps.slice(3)).toEqual(['experiments']);
});

it('[SH-111] waits for the visitor’s country if there is a geo service, also when intent comes first', async () => {
  const { startFeatures, steps, gates } = setUp({ geoHosts: ['https://geo.example.com'] });
  void startFeatures(5);
  await settle();
  expect(steps).toEqual(['address']);
  gates.visitor();
  await settle();
  expect(steps).toEqual(['address', 'experiments']);
});

it('[SH-077][SH-012] starts nothing on a page that has switched the widget off, and invites nobody after the end', async () => {
  const off = setUp({ focusArea: 'off' });
  await off.startFeatures(5);
  expect(off.steps).toEqual([]);

  const { startFeatures, lifetime, steps, gates } = setUp();
  void startFeatures(5);
  lifetime.end();
  gates.experiments();
  await settle();
  expect(steps).toEqual(['address', 'experiments']);
});
