import { expect, it } from 'vitest';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { runStartOrder, type StartStep, startSteps } from '../../../frame/shell/startOrder.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

function setUp() {
  const log = createFakeLog();
  const lifetime = createLifetime(() => {});
  const ran: string[] = [];
  const steps = Object.fromEntries(
    startSteps.map((step) => [step, async () => void ran.push(step)] as const),
  ) as unknown as Record<StartStep, () => Promise<void>>;
  return { log, lifetime, ran, steps, run: () => runStartOrder(steps, { log, lifetime }) };
}

it('[SH-007] runs the lookup first, then activity, styles and rendering, and what the page needs without intent last', async () => {
  const { ran, steps, run } = setUp();
  const slow = steps.contactLookup;
  steps.contactLookup = async () => {
    await Promise.resolve();
    await slow();
  };
  await run();
  expect(ran).toEqual(['contactLookup', 'activity', 'styles', 'rendering', 'needs']);
});

it('[SH-171] logs a step that fails and runs the steps after it', async () => {
  const { log, ran, steps, run } = setUp();
  steps.contactLookup = () => Promise.reject(new Error('no answer'));
  await run();
  expect(ran).toHaveLength(startSteps.length - 1);
  expect(log.errors).toHaveLength(1);
});

it('[SH-170] neither logs a step that fails after the widget was destroyed nor starts another', async () => {
  const { log, lifetime, ran, steps, run } = setUp();
  steps.activity = () => {
    lifetime.end();
    return Promise.reject(new Error('aborted'));
  };
  await run();
  expect(ran).toEqual(['contactLookup']);
  expect(log.errors).toEqual([]);
});
