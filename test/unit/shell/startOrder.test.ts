import { expect, it } from 'vitest';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { runStartOrder } from '../../../frame/shell/startOrder.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

function setUp() {
  const log = createFakeLog();
  const lifetime = createLifetime(() => {});
  const ran: string[] = [];
  const step = (name: string) => async (): Promise<void> => void ran.push(name);
  const steps = { first: step('first'), second: step('second'), last: step('last') };
  return { log, lifetime, ran, steps, run: () => runStartOrder(steps, { log, lifetime }) };
}

it('[SH-007] runs each step when the one before has ended', async () => {
  const { ran, steps, run } = setUp();
  const slow = steps.first;
  steps.first = async () => {
    await Promise.resolve();
    await slow();
  };
  await run();
  expect(ran).toEqual(['first', 'second', 'last']);
});

it('[SH-171] logs a step that fails and runs the steps after it', async () => {
  const { log, ran, steps, run } = setUp();
  steps.first = () => Promise.reject(new Error('no answer'));
  await run();
  expect(ran).toEqual(['second', 'last']);
  expect(log.errors).toHaveLength(1);
});

it('[SH-170] neither logs a step that fails after the widget was destroyed nor starts another', async () => {
  const { log, lifetime, ran, steps, run } = setUp();
  steps.second = () => {
    lifetime.end();
    return Promise.reject(new Error('aborted'));
  };
  await run();
  expect(ran).toEqual(['first']);
  expect(log.errors).toEqual([]);
});
