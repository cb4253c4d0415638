import { describe, expect, it } from 'vitest';
import { createCallBackend } from '../../../frame/platform/backend/call.ts';
import { createSchedulerApi } from '../../../frame/scheduler/api.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { loadedAppointment, offeredDays } from '../../support/schedulerFixtures.ts';
import { booked, classifyingDeployment, ready, type SchedulerOverrides } from '../../support/schedulerStore.ts';

/** What a host answers: status and text. `undefined`: the connection breaks. */
type Answers = (method: string, host: string, path: string) => readonly [number, string?] | undefined;

/** A scheduler on the real backend with two hosts, whose strategies wrap the errors of the attempts. */
function onTwoHosts(deployment: SchedulerOverrides['deployment'] = {}) {
  const clock = createFakeClock();
  const sent: string[] = [];
  const network = { answers: undefined as Answers | undefined };
  const usual: Answers = (method, _, path) => {
    if (path.includes('availability')) return [200, JSON.stringify(offeredDays)];
    if (path.includes('lookup')) return [200, JSON.stringify(loadedAppointment)];
    return [200, JSON.stringify(method === 'DELETE' ? { result: 'SUCCESS' } : { confirmationNumber: 'NW-1' })];
  };
  const call = createCallBackend({
    clock,
    authorize: () => undefined,
    fetch: async (address, init) => {
      const { host, pathname } = new URL(String(address));
      const method = init?.method ?? 'POST';
      const answer = (network.answers ?? usual)(method, host, pathname);
      if (pathname.startsWith('/v2/appointments/')) sent.push(`${method} ${host}`);
      if (!answer) throw new TypeError('Failed to fetch');
      return new Response(answer[1], { status: answer[0] });
    },
  });
  const all = { ...classifyingDeployment, hosts: ['https://a.example', 'https://b.example'], ...deployment };
  const api = createSchedulerApi({ call, clock, deployment: all, report: () => {} });
  const overrides: SchedulerOverrides = { deployment: all, ports: { api } };
  return { overrides, network, sent, nextSecond: () => clock.advance(1_000) };
}

/** The answer is read from a stream, which takes several tasks. */
async function answered(): Promise<void> {
  for (let task = 0; task < 50; task += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function bookedOnTwoHosts(deployment?: SchedulerOverrides['deployment']) {
  const hosts = onTwoHosts(deployment);
  const all = await booked(hosts.overrides);
  await answered();
  await hosts.nextSecond();
  hosts.sent.length = 0;
  return { ...hosts, ...all };
}

/** The first host is down, and the second one does not answer. */
const halfSilent: Answers = (_, host) => (host === 'a.example' ? [503] : undefined);

describe('the outcome of a call to several hosts', () => {
  it('[SC-107][SC-130] is open when the first host is down and the second one does not answer', async () => {
    const { overrides, network, sent } = onTwoHosts();
    const { store, state } = await ready(overrides);
    network.answers = halfSilent;
    await store.submit();
    expect(sent).toEqual(['POST a.example', 'POST b.example']);
    expect(state.problem).toBe('timedOut');
  });

  it('[SC-104][REL-29] makes no new booking after an edit that the second host may have made', async () => {
    const { store, state, network, sent } = await bookedOnTwoHosts({ editFallback: 'always' });
    network.answers = halfSilent;
    store.edit();
    await store.submit();
    expect(sent).toEqual(['PUT a.example', 'PUT b.example']);
    expect(state).toMatchObject({ problem: 'changeTimedOut', confirmationNumber: 'NW-1' });
  });

  it('[SC-104][REL-29] makes no new booking after an edit with a successful answer that is not JSON', async () => {
    const { store, network, sent } = await bookedOnTwoHosts({ editFallback: 'always' });
    network.answers = () => [200, '<html>'];
    store.edit();
    await store.submit();
    expect(sent).toEqual(['PUT a.example']);
  });

  it('[SC-101][SC-145] is a general failure after a successful answer without a number', async () => {
    const { overrides, network } = onTwoHosts();
    const { store, state } = await ready(overrides);
    network.answers = () => [200, '{}'];
    await store.submit();
    expect(state).toMatchObject({ problem: 'failed', errorCode: 'SCH02', displayedScreen: 'FORM' });
  });

  it('[SC-106][REL-29] may be the visitor’s own call, if a time is taken after a booking without a number', async () => {
    const { overrides, network, nextSecond } = onTwoHosts();
    const { store, state } = await ready(overrides);
    network.answers = () => [200, '{}'];
    await store.submit();
    await nextSecond();
    network.answers = () => [409];
    await store.submit();
    expect(state.problem).toBe('timedOut');
  });

  it.each<[string, 'notFound' | 'unreachable', Answers]>([
    ['without an appointment', 'notFound', () => [200, '{}']],
    ['404', 'notFound', () => [404]],
    ['500', 'unreachable', () => [500]],
    ['of nobody', 'unreachable', () => undefined],
    ['of a proxy, and then 503', 'unreachable', (_, host) => (host === 'a.example' ? [200, '<html>'] : [503])],
  ])('[SC-115] of a search with the answer %s is "%s"', async (_, problem, answers) => {
    const { overrides, network } = onTwoHosts();
    const { store, state } = await ready(overrides);
    network.answers = answers;
    await store.find('NW-7');
    expect(state.problem).toBe(problem);
  });

  it.each<[string, string, Answers]>([
    ['that the second host may have made', 'cancelUnanswered', halfSilent],
    ['with an answer that is not SUCCESS', 'cancelFailed', () => [200, '']],
  ])('[SC-119][SC-125] is a cancelled call, if it is gone after a deletion %s', async (_, problem, answers) => {
    const { store, state, network, nextSecond } = await bookedOnTwoHosts({ cancelOrder: 'on-choose' });
    network.answers = answers;
    await store.chooseCancel();
    expect(state.problem).toBe(problem);
    await nextSecond();
    network.answers = () => [404];
    await store.chooseCancel();
    expect(state.displayedScreen).toBe('CANCELLATION_SURVEY');
  });
});
