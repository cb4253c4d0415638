import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseMonitorAnswer } from '../../frame/identity/monitor.ts';
import { messagesOf } from '../contract/channelSuite.ts';
import {
  createMessagingBench,
  createToken,
  type MessagingBench,
  messagingIdentity,
} from '../support/messagingBench.ts';
import { readMessagingSchemas } from './messagingSchemas.ts';

const folder = resolve(process.env.ORACLES ?? '../shared/testdata');
const isHere = existsSync(join(folder, 'liveperson/schema'));
if (!isHere) console.log(`The recorded schemas are not here: ${folder}. Nothing of messaging is checked.`);

/** A talk in which each operation happens at least once, with a cut, a new token, and a survey at its end. */
async function playEverything(): Promise<MessagingBench> {
  const bench = createMessagingBench({
    hasSurvey: true,
    refresh: async () => ({ ...messagingIdentity, token: createToken('visitor-1', 2) }),
    consumerInfo: async () => ({
      sessionId: 's',
      visitorId: 'v',
      pageId: 'p',
      campaignId: 4187,
      engagementId: 4258,
      contextId: '1',
    }),
  });
  const id = await bench.talk();
  const { clock, desk, channel } = bench;
  await channel.send({ id: 'local-1', text: 'Hello 👋 مرحبا' });
  channel.typing(true);
  channel.typing(false);
  desk.act(id, { action: 'typing' });
  desk.act(id, { action: 'say', text: 'Good morning' });
  desk.act(id, { action: 'quickReplies', text: 'Which?', replies: ['A', 'B'] });
  await clock.advance(1_000);
  const asked = messagesOf(bench.fakes.events).find((one) => one.lines && one.lines.length > 0);
  if (asked) await channel.press({ type: 'choice', text: 'A' }, asked as never);
  desk.act(id, { action: 'transfer', skill: 'billing' });
  desk.act(id, { action: 'join', agentId: '25025414' });
  desk.refuseNext(413);
  await channel.send({ id: 'local-2', text: 'refused' });
  await clock.advance(31_000);
  bench.wire.cut(4401);
  await clock.advance(5_000);
  const ended = channel.end();
  await clock.advance(2_000);
  for (let step = 0; step < 2; step += 1) {
    const replies = bench.fakes.events
      .flatMap((event) => (event.type === 'quickReplies' ? [event.replies] : []))
      .at(-1);
    if (replies?.[0]) await channel.reply(replies[0]);
    await clock.advance(1_000);
  }
  await ended;
  await channel.start({ startType: 'restart' });
  const again = channel.end();
  await clock.advance(2_000);
  void channel.end();
  await clock.advance(2_000);
  await again;
  return bench;
}

describe.runIf(isHere)('messaging frames against the vendor’s schemas', () => {
  const schemas = isHere ? readMessagingSchemas(folder) : () => expect.fail('no schemas');
  const check = (path: string, frames: readonly Record<string, unknown>[]): string[] => {
    const validate = schemas(path);
    return frames.flatMap((frame) =>
      validate(frame) ? [] : [`${JSON.stringify(frame)}: ${JSON.stringify(validate.errors?.slice(0, 3))}`],
    );
  };

  it('takes every frame that the client sends, of every operation', async () => {
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

  it('takes every frame that the sandbox answers', async () => {
    const { wire } = await playEverything();
    const responses = wire.toClient.filter((one) => one.kind === 'resp');
    const notifications = wire.toClient.filter((one) => one.kind === 'notification');
    expect(responses.length + notifications.length).toBe(wire.toClient.length);
    expect(check('ws/consumerResponses.json', responses)).toEqual([]);
    expect(check('ws/consumerNotifications.json', notifications)).toEqual([]);
  });

  it('refuses a broken frame, so that the checks above mean something', () => {
    expect(check('ws/consumerRequests.json', [{ kind: 'req', type: 'GetClock' }])).toHaveLength(1);
    expect(check('ws/consumerNotifications.json', [{ kind: 'notification', type: 'x', body: {} }])).toHaveLength(1);
  });
});

describe.runIf(existsSync(join(folder, 'liveperson/monitoring_api.json')))('monitor answers as recorded', () => {
  interface Recorded {
    readonly monitoring: readonly { readonly case: string; readonly http: number; readonly body: unknown }[];
  }
  const read = (): Recorded =>
    JSON.parse(readFileSync(join(folder, 'liveperson/monitoring_api.json'), 'utf8')) as Recorded;

  it('reads those with engagement details, and names what is missing in the others', () => {
    for (const one of read().monitoring.filter(({ http }) => http < 300)) {
      const hasDetails = 'engagementDetails' in (one.body as object);
      if (hasDetails) expect(parseMonitorAnswer(one.body).engagementDetails, one.case).toHaveLength(1);
      else expect(() => parseMonitorAnswer(one.body), one.case).toThrow('did not return engagement details');
    }
  });
});
