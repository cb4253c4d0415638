import { describe, expect, it } from 'vitest';
import { parseAvailability } from '../../../frame/scheduler/api.ts';
import { parseAppointment } from '../../../frame/scheduler/appointmentApi.ts';
import type { SandboxAnswer } from '../../sandbox/service.ts';
import { createSchedulerService } from '../../sandbox/services/scheduler.ts';

const now = Date.UTC(2026, 10, 20, 12);

function createBench(nowMs = now) {
  const service = createSchedulerService({ now: () => nowMs });
  async function call(method: string, path: string, body?: unknown, headers = {}): Promise<SandboxAnswer> {
    const [pathname = '', query] = path.split('?');
    for (const route of service.routes) {
      const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
      const match = new RegExp(`^${route.path.replace(/:\w+/g, '([^/]+)')}$`).exec(pathname);
      if (route.method !== method || !match) continue;
      const params = Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? '']));
      return route.answer({ method, path: pathname, query: new URLSearchParams(query), headers, body, params });
    }
    throw new Error(`no route ${method} ${path}`);
  }
  const slots = async (body: object = { regionCode: 'US' }) =>
    parseAvailability((await call('POST', '/v2/availability/lookup/', body)).body).flatMap((day) => day.slots);
  return { service, call, slots };
}

const person = {
  clientFirstName: 'Ada',
  clientLastName: 'Lovelace',
  clientEmail: 'ada@engines.com',
  clientPhone: '+1 415 555 2671',
  clientTimezone: 'America/New_York',
  regionCode: 'US',
};

describe('the sandbox scheduler', () => {
  it('[SC-138][SC-061] offers slots from tomorrow on, on any day, from both calls in their own shape', async () => {
    for (const day of [now, Date.UTC(2027, 2, 13, 23, 59), Date.UTC(2028, 1, 28)]) {
      const { call, slots } = createBench(day);
      const starts = (await slots()).map(({ startDateTime }) => Date.parse(startDateTime));
      expect(starts.length).toBeGreaterThan(50);
      expect(Math.min(...starts)).toBeGreaterThan(day);
      expect(Math.max(...starts)).toBeLessThan(day + 31 * 86_400_000);
      const early = await call('GET', '/v2/scheduler/availability?regionCode=US');
      expect(Object.keys(early.body as object)).toEqual(['data']);
      expect(parseAvailability(early.body).flatMap((one) => one.slots)).toHaveLength(starts.length);
    }
  });

  it('[SC-138] books a slot once per expert, finds, moves and cancels the booking, and offers the slot again', async () => {
    const { call, slots } = createBench();
    const [slot, next] = await slots();
    const booking = { ...person, ...slot };
    const booked = await call('POST', '/v2/appointments/', booking);
    const { confirmationNumber: number } = booked.body as { confirmationNumber: string };
    expect(number).toMatch(/^NW-\d{6}$/);
    expect(await call('POST', '/v2/appointments/', booking)).toMatchObject({ status: 409, body: { code: 'SCH06' } });
    expect((await slots()).map(({ startDateTime, expertId }) => `${startDateTime} ${expertId}`)).not.toContain(
      `${slot?.startDateTime} ${slot?.expertId}`,
    );
    const found = parseAppointment((await call('GET', `/v2/appointments/lookup/${number}`)).body);
    expect(found).toMatchObject({ confirmationNumber: number, clientFirstName: 'Ada', expertId: slot?.expertId });

    // An edit may keep its own slot.
    const same = await call('PUT', `/v2/appointments/${number}`, { ...booking, clientFirstName: 'Augusta' });
    expect(same).toMatchObject({ status: 200, body: { confirmationNumber: number } });
    expect((await call('PUT', `/v2/appointments/${number}`, { ...person, ...next })).status).toBe(200);
    expect((await slots()).map(({ startDateTime }) => startDateTime)).toContain(slot?.startDateTime);

    expect((await call('DELETE', `/v2/appointments/${number}`)).body).toEqual({ result: 'SUCCESS' });
    for (const [method, path] of [
      ['DELETE', `/v2/appointments/${number}`],
      ['PUT', `/v2/appointments/${number}`],
      ['GET', `/v2/appointments/lookup/${number}`],
    ] as const) {
      expect(await call(method, path, booking)).toMatchObject({ status: 404 });
    }
    const survey = { confirmationNumber: number, reason: 'Other', comment: '' };
    expect((await call('POST', '/v2/appointments/cancel/survey/', survey)).body).toEqual({ result: 'SUCCESS' });
  });

  it('[SC-138][REL-29] makes one booking per idempotency key, and can make slots unavailable', async () => {
    const { service, call, slots } = createBench();
    const [slot, other] = await slots();
    const headers = { 'idempotency-key': 'one' };
    const first = await call('POST', '/v2/appointments/', { ...person, ...slot }, headers);
    const again = await call('POST', '/v2/appointments/', { ...person, ...slot }, headers);
    expect(again.body).toEqual(first.body);
    service.control?.('scheduler', { taken: [other?.startDateTime] });
    expect((await call('POST', '/v2/appointments/', { ...person, ...other })).status).toBe(409);
    service.control?.('scheduler', { free: false });
    expect(await slots()).toEqual([]);
    service.reset?.();
    expect((await slots()).length).toBeGreaterThan(50);
  });

  it.each(['startDateTime', 'endDateTime', 'clientFirstName', 'clientLastName', 'clientEmail', 'clientPhone'])(
    '[SC-138] refuses a booking without %s, and one with an invalid time',
    async (name) => {
      const { call, slots } = createBench();
      const [slot] = await slots();
      const answer = await call('POST', '/v2/appointments/', { ...person, ...slot, [name]: '' });
      expect(answer).toMatchObject({ status: 400, body: { code: 'SCH03' } });
      expect(await call('POST', '/v2/appointments/', { ...person, ...slot, startDateTime: 'soon' })).toMatchObject({
        status: 400,
      });
    },
  );

  it('[SC-046][SC-138] classifies a question by the topic’s name in any language', async () => {
    const { call } = createBench();
    const labelOf = async (text: string) =>
      (
        (await call('POST', '/classifier/v2/message', { context: { product: 'cloud' }, input: { text } })).body as {
          context: { label: string };
        }
      ).context.label;
    expect(await labelOf('We plan a migration of forty servers.')).toBe('Migration');
    expect(await labelOf('Guten Morgen')).toBe('Anything Else-');
    expect(await labelOf('')).toBe('Anything Else-');
    expect((await call('POST', '/classifier/v2/feedback', { isValid: true })).body).toEqual({ result: 'SUCCESS' });
  });
});
