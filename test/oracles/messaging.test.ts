import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMessagingSocket } from '../../frame/chat/channels/async/connection/messagingSocket.ts';
import { initConnection } from '../../frame/chat/channels/async/requests.ts';
import { createMonitor, type MonitorRequest, parseMonitorAnswer } from '../../frame/identity/monitor.ts';
import { createCallBackend } from '../../frame/platform/backend/call.ts';
import { createLifetime } from '../../frame/platform/lifetime.ts';
import type { SandboxAnswer, SandboxRequest } from '../sandbox/service.ts';
import { createIdentityBroker } from '../sandbox/services/identityBroker.ts';
import { createFakeClock } from '../support/fakeClock.ts';
import { createFakeLog } from '../support/fakeLog.ts';
import { createToken } from '../support/messagingBench.ts';
import { playEverything } from '../support/messagingPlay.ts';
import { readMessagingSchemas } from './messagingSchemas.ts';

const folder = resolve(process.env.ORACLES ?? '../shared/testdata');
const isHere = existsSync(join(folder, 'liveperson/schema'));
if (!isHere) console.log(`There are no recorded schemas in ${folder}. The messaging checks are skipped.`);

describe.runIf(isHere)('messaging frames against the vendor’s schemas', () => {
  const schemas = isHere ? readMessagingSchemas(folder) : () => expect.fail('no schemas');
  const check = (path: string, frames: readonly Record<string, unknown>[]): string[] => {
    const validate = schemas(path);
    return frames.flatMap((frame) =>
      validate(frame) ? [] : [`${JSON.stringify(frame)}: ${JSON.stringify(validate.errors?.slice(0, 3))}`],
    );
  };

  it('accepts every frame that the client sends, for every operation', async () => {
    const { wire } = await playEverything();
    expect(check('ws/consumerRequests.json', wire.sent)).toEqual([]);
    expect([...new Set(wire.sent.map((one) => one.type))].sort()).toEqual([
      'GetClock',
      'InitConnection',
      'cm.ConsumerRequestConversation',
      'cm.UpdateConversationField',
      'cqm.SubscribeExConversations',
      'ms.PublishEvent',
      'ms.SubscribeMessagingEvents',
    ]);
    const events = wire.sent.flatMap((one) => {
      const body = one.body as { event?: { type: string; status?: string; chatState?: string } } | undefined;
      return body?.event ? [body.event.status ?? body.event.chatState ?? body.event.type] : [];
    });
    expect([...new Set(events)].sort()).toEqual(['ACCEPT', 'ACTION', 'ACTIVE', 'COMPOSING', 'ContentEvent', 'READ']);
  });

  it('accepts every frame that the sandbox sends', async () => {
    const { wire } = await playEverything();
    const responses = wire.toClient.filter((one) => one.kind === 'resp');
    const notifications = wire.toClient.filter((one) => one.kind === 'notification');
    expect(responses.length + notifications.length).toBe(wire.toClient.length);
    expect(check('ws/consumerResponses.json', responses)).toEqual([]);
    expect(check('ws/consumerNotifications.json', notifications)).toEqual([]);
  });

  it('refuses an invalid frame', () => {
    expect(check('ws/consumerRequests.json', [{ kind: 'req', type: 'GetClock' }])).toHaveLength(1);
    expect(check('ws/consumerNotifications.json', [{ kind: 'notification', type: 'x', body: {} }])).toHaveLength(1);
  });
});

interface RecordedFrame {
  readonly dir: 'c2s' | 's2c';
  readonly frame: {
    readonly type: string;
    readonly headers?: readonly Record<string, unknown>[];
    readonly id?: string;
  };
}

describe.runIf(existsSync(join(folder, 'liveperson/ums_init.json')))('a recorded greeting', () => {
  const read = (): readonly RecordedFrame[] =>
    (JSON.parse(readFileSync(join(folder, 'liveperson/ums_init.json'), 'utf8')) as { frames: RecordedFrame[] }).frames;

  it('connects with the recorded frames in place of the sandbox’s', async () => {
    const clock = createFakeClock();
    const lifetime = createLifetime();
    const heard: Record<string, (event: never) => void> = {};
    const sent: Record<string, unknown>[] = [];
    const answers = read().filter((one) => one.dir === 's2c');
    const socket = createMessagingSocket({
      clock,
      lifetime,
      log: createFakeLog(),
      random: () => 0.5,
      transport: {
        timeZone: () => 'Europe/Berlin',
        page: new EventTarget(),
        dial: () => ({
          addEventListener(name: string, listener: (event: never) => void) {
            heard[name] = listener;
          },
          close: () => {},
          send(text) {
            const frame = JSON.parse(text) as { readonly id: string };
            sent.push(frame);
            const answer = answers[sent.length - 1]?.frame;
            // Replace only the ids, which are specific to the recording.
            if (answer) heard.message?.({ data: JSON.stringify({ ...answer, reqId: frame.id }) } as never);
          },
        }),
      },
      address: async () => 'wss://messaging.example',
      token: async () => createToken('consumer-1'),
      refreshToken: () => Promise.reject(new Error('not asked for')),
      greeting: (token) => initConnection(token, { userAgent: 'Windows', timeZone: 'Europe/Berlin' }),
      resync: async () => {},
      notify: () => {},
      isWanted: () => true,
      isAwaited: () => false,
      onUp: () => {},
      onDown: () => {},
      onRefused: () => {},
      onOutdated: () => {},
    });
    const connected = socket.connect();
    await clock.advance(0);
    heard.open?.(undefined as never);
    await clock.advance(0);
    await connected;
    expect(socket.isUp).toBe(true);
    socket.wake();
    const recorded = read().flatMap(({ dir, frame }) => (dir === 'c2s' ? [frame] : []));
    expect(sent.map((one) => one.type)).toEqual(recorded.map((one) => one.type));
    for (const [at, { headers = [] }] of recorded.entries()) {
      const ours = (sent[at]?.headers ?? []) as readonly Record<string, unknown>[];
      for (const [place, header] of headers.entries()) {
        expect(Object.keys(ours[place] ?? {})).toEqual(expect.arrayContaining(Object.keys(header)));
        expect(ours[place]?.type).toBe(header.type);
      }
    }
    lifetime.end();
  });
});

describe.runIf(existsSync(join(folder, 'liveperson/monitoring_api.json')))('monitor answers as recorded', () => {
  interface Recorded {
    readonly monitoring: readonly { readonly case: string; readonly http: number; readonly body: unknown }[];
  }
  const read = (): Recorded =>
    JSON.parse(readFileSync(join(folder, 'liveperson/monitoring_api.json'), 'utf8')) as Recorded;
  const recordedAs = (name: string) => {
    const found = read().monitoring.find((one) => one.case === name);
    if (!found) throw new Error(`no case ${name}`);
    return new Response(JSON.stringify(found.body), { status: found.http });
  };

  async function create(names: readonly string[]): Promise<{ outcome: unknown; calls: number }> {
    const clock = createFakeClock();
    let calls = 0;
    const call = createCallBackend({
      clock,
      authorize: () => undefined,
      fetch: async () => {
        calls += 1;
        return recordedAs(names[calls - 1] ?? names.at(-1) ?? '');
      },
    });
    const monitor = createMonitor({
      call,
      clock,
      lifetime: createLifetime(),
      hosts: ['https://monitor.example'],
      otherHosts: [],
      path: '/monitor',
      countryCode: () => undefined,
    });
    const created = monitor.create({} as MonitorRequest).catch((error: Error) => error.message);
    await clock.advance(20_000);
    return { outcome: await created, calls };
  }

  it('repeats the request while the account is loading, but not a refused request', async () => {
    expect(await create(['loading-account', 'created'])).toMatchObject({
      outcome: { sessionId: 'abc', visitorId: 'xyz', pageId: '595933432', engagementDetails: [{ contextId: '1' }] },
      calls: 2,
    });
    expect(await create(['loading-account'])).toEqual({
      outcome: 'Error creating monitor, ran out of attempts.',
      calls: 4,
    });
    expect(await create(['bad-request'])).toEqual({ outcome: 'Error creating monitor', calls: 1 });
    expect(await create(['unavailable'])).toEqual({
      outcome: 'Monitoring API did not return engagement details.',
      calls: 1,
    });
  });

  it('has the same fields as the sandbox’s answers', () => {
    const broker = createIdentityBroker({ now: () => 1_501_074_704_502 });
    const route = broker.routes.find((one) => one.path === '/async/monitor');
    const ask = (): SandboxAnswer => route?.answer({} as SandboxRequest) as SandboxAnswer;
    const fieldsOf = (value: unknown): string[] => Object.keys(value as object).sort();
    const of = (name: string): Record<string, unknown> =>
      read().monitoring.find((one) => one.case === name)?.body as Record<string, unknown>;
    const { skillStatus, ...answered } = ask().body as Record<string, unknown>;
    expect(fieldsOf(answered)).toEqual(fieldsOf(of('created')));
    const [details] = answered.engagementDetails as readonly object[];
    expect(fieldsOf(details)).toEqual(fieldsOf((of('created').engagementDetails as readonly object[])[0]));
    broker.control?.('identity', { loading: 1 });
    expect(fieldsOf(ask().body)).toEqual(fieldsOf(of('loading-account')));
  });

  it('are parsed if they have engagement details, and are refused with a reason if they do not', () => {
    for (const one of read().monitoring.filter(({ http }) => http < 300)) {
      const hasDetails = 'engagementDetails' in (one.body as object);
      if (hasDetails) expect(parseMonitorAnswer(one.body).engagementDetails, one.case).toHaveLength(1);
      else expect(() => parseMonitorAnswer(one.body), one.case).toThrow('did not return engagement details');
    }
  });
});
