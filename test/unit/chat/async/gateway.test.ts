import { describe, expect, it } from 'vitest';
import { createVisit } from '../../../../frame/chat/channels/async/visit.ts';
import { messagesOf } from '../../../contract/channelSuite.ts';
import { refuse } from '../../../support/fakeBackend.ts';
import { fakePage } from '../../../support/fakeChannelPorts.ts';
import { createMessagingBench, type MessagingBench } from '../../../support/messagingBench.ts';

describe('the messaging gateway', () => {
  async function withGateway(
    answers: Readonly<Record<string, unknown>>,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<MessagingBench> {
    const bench = createMessagingBench({
      ports: { deployment: { async: { gatewayHosts: ['https://gateway.example'], ...more } } },
    });
    for (const [path, answer] of Object.entries(answers)) bench.fakes.call.on(path, () => answer);
    await bench.channel.init();
    await bench.clock.advance(0);
    const isStarted = await bench.channel.start({ startType: 'menu' }).then(
      () => true,
      () => false,
    );
    if (isStarted) bench.desk.act(bench.channel.snapshot.conversationId ?? '', { action: 'transfer', skill: '23' });
    await bench.clock.advance(0);
    return bench;
  }
  const to = ({ fakes }: MessagingBench, path: string) => fakes.call.calls.filter((one) => one.path === path);

  it('[CH-079][CH-152] reads the availability of agents in the formats that services use', async () => {
    const answers = { '/async/engagement': { status: 'Available' } };
    const path = '/async/conversations/conversation-2/availability';
    const none = await withGateway({ ...answers, [path]: { available: 0 } });
    expect(none.channel.snapshot.agentStatus).toBe('unavailable');
    const odd = await withGateway({ ...answers, [path]: { available: 'perhaps' } });
    expect(odd.channel.snapshot.agentStatus).toBe('available');
  });

  it.each([
    ['AVAILABLE', 'available', 0],
    ['not available', 'unavailable', 0],
    ['perhaps', 'available', 1],
  ])('[CH-008] reads an engagement of %s as %s, with %i warnings', async (status, agentStatus, warnings) => {
    const { channel, fakes } = await withGateway({ '/async/engagement': { status } });
    const odd = fakes.log.warnings.filter((line) => line.includes('an unknown state'));
    expect(channel.snapshot.agentStatus).toBe(agentStatus);
    expect(odd).toHaveLength(warnings);
  });

  it('[CH-151][CH-152][F-CH18] requests a skill by the vendor’s id, if the deployment has one', async () => {
    const requested = async (skillIds: Record<string, string>) => {
      const bench = createMessagingBench({ ports: { deployment: { async: { skillIds } } } });
      await bench.startConversation();
      return bench.wire.sent.find((one) => one.type === 'cm.ConsumerRequestConversation')?.body;
    };
    expect(await requested({ 'cloud-sales': '4711123' })).toMatchObject({ skillId: '4711123' });
    expect(await requested({ 'data-sales': '4711123' })).toMatchObject({ skillId: 'cloud-sales' });
    // The gateway names the skill by its id when the service routes it elsewhere, and only then.
    const kept = await withGateway({}, { skillIds: { 'cloud-sales': '23' } });
    expect(to(kept, '/async/skill')).toEqual([]);
    expect(kept.channel.snapshot.routedSkill).toBe('cloud-sales');
  });

  it('[CH-152] shows the name of the routed skill, or its id when the gateway has no name', async () => {
    const named = await withGateway({ '/async/skill': { skillName: 'cloud-billing' } });
    expect(to(named, '/async/skill').at(-1)?.body).toEqual({ skillId: '23', account: '4711' });
    expect(named.channel.snapshot.routedSkill).toBe('cloud-billing');
    const unnamed = await withGateway({ '/async/skill': { skillName: null } });
    expect(unnamed.channel.snapshot.routedSkill).toBe('23');
  });

  const details = [{ campaignId: 1, engagementId: 2, contextId: '3' }];
  async function withMonitor(status: () => unknown, isLoggedIn = false) {
    const bench = createMessagingBench({
      createVisit,
      identity: { isLoggedIn },
      ports: { deployment: { async: { gatewayHosts: ['https://gateway.example'] } } },
    });
    bench.fakes.call.on('/async/monitor', () => ({ sessionId: 's', engagementDetails: details }));
    bench.fakes.call.on('/async/engagement/status', status);
    await bench.channel.init();
    const outcome = await bench.channel.start({ startType: 'menu' }).then(
      () => 'started',
      (error: Error) => error.message,
    );
    await bench.clock.advance(0);
    return { bench, outcome };
  }

  it('[CH-133][CH-152] checks the engagement status before a conversation, and does not start one without an agent', async () => {
    const open = await withMonitor(() => ({ status: 'Available' }));
    expect(to(open.bench, '/async/engagement/status').map((one) => one.body)).toEqual([
      { service: 'liveperson2', engagementDetails: details },
    ]);
    expect(open.outcome).toBe('started');
    const shut = await withMonitor(() => ({ status: 'NotAvailable' }));
    expect(shut.outcome).toContain('No agent can be reached');
    expect(shut.bench.wire.sent.map((one) => one.type)).not.toContain('cm.ConsumerRequestConversation');
    expect(shut.bench.channel.snapshot.agentStatus).toBe('unavailable');
    expect((await withMonitor(() => ({ status: 'NotAvailable' }), true)).outcome).toBe('started');
    expect((await withMonitor(() => ({ odd: 1 }))).outcome).toBe('started');
    expect((await withMonitor(() => refuse(500))).outcome).toBe('started');
  });

  it('[CH-133][CH-152] keeps the gateway’s status when the identity is read again', async () => {
    const { bench } = await withMonitor(() => ({ status: 'NotAvailable' }));
    expect(bench.channel.snapshot.agentStatus).toBe('unavailable');
    bench.identityChanged();
    await bench.clock.advance(0);
    expect(bench.channel.snapshot.agentStatus).toBe('unavailable');
  });

  it('[CH-175][CH-116][F-CH4] updates the visit at the next conversation, with the monitor’s data and the visitor’s details', async () => {
    const { bench } = await withMonitor(() => ({ status: 'Available' }));
    bench.fakes.call.on('/async/monitor/update', () => ({ sessionId: 's', engagementDetails: details }));
    bench.desk.act(bench.channel.snapshot.conversationId ?? '', { action: 'end' });
    await bench.clock.advance(5_000);
    await bench.channel.start({ startType: 'menu' });
    expect(to(bench, '/async/monitor')).toHaveLength(1);
    expect(to(bench, '/async/monitor/update').map((one) => one.body)).toMatchObject([
      {
        consumerId: 'visitor-1',
        service: 'liveperson2',
        monitorInfo: { sessionId: 's', campaignId: 1, engagementId: 2, contextId: '3' },
        engagementAttributes: [
          { type: 'lead', lead: { topic: 'cloud' } },
          { type: 'ctmrinfo', info: { customerId: '', loginStatus: 0 } },
          { type: 'ctmrinfo', info: { chatStartUrl: fakePage.url, role: 'visitor' } },
          { type: 'personal' },
        ],
      },
    ]);
    for (const path of ['/async/monitor', '/async/monitor/update', '/async/engagement', '/async/attributes']) {
      expect(to(bench, path)[0]?.body, path).toMatchObject({ customerInfo: { role: 'visitor' } });
    }
  });

  /** Ends the conversation and starts the next one. Resolves to the body of its request. */
  async function again(bench: MessagingBench): Promise<unknown> {
    bench.desk.act(bench.channel.snapshot.conversationId ?? '', { action: 'end' });
    await bench.clock.advance(5_000);
    const started = bench.channel.start({ startType: 'menu' });
    await bench.clock.advance(4_000);
    await started;
    return bench.wire.sent.findLast((one) => one.type === 'cm.ConsumerRequestConversation')?.body;
  }
  const knownVisit = {
    campaignInfo: { campaignId: 1, engagementId: 2 },
    conversationContext: { sessionId: 's', interactionContextId: '3' },
  };

  it.each([
    ['fails', () => refuse(500)],
    ['is late', () => new Promise(() => {})],
  ])(
    '[CH-151][CH-175] requests the next conversation with the previous visit data when the update %s',
    async (_, update) => {
      const { bench } = await withMonitor(() => ({ status: 'Available' }));
      bench.fakes.call.on('/async/monitor', update);
      expect(await again(bench)).toMatchObject(knownVisit);
      expect(to(bench, '/async/monitor/update')).toHaveLength(1);
    },
  );

  it('[CH-151][CH-176] keeps the ids of a visit whose answer has no engagement, and updates that visit', async () => {
    const { bench } = await withMonitor(() => ({ status: 'Available' }));
    const ids = { sessionId: 't', visitorId: 'v', pageId: 'p' };
    bench.fakes.call.on('/async/monitor', () => ids);
    expect(await again(bench)).toMatchObject({ conversationContext: { sessionId: 't', visitorId: 'v' } });
    await again(bench);
    expect(to(bench, '/async/monitor')).toHaveLength(1);
    expect(to(bench, '/async/monitor/update').at(-1)?.body).toMatchObject({ monitorInfo: ids });
  });

  it('[CH-151][CH-175] uses a late answer of the monitor for the next conversation', async () => {
    const bench = createMessagingBench({
      createVisit,
      ports: { deployment: { async: { gatewayHosts: ['https://gateway.example'] } } },
    });
    const answer = { sessionId: 's', engagementDetails: details };
    const late = new Promise((resolve) => bench.clock.after(4_000, () => resolve(answer)));
    bench.fakes.call.on('/async/monitor', ({ path }) => (path.endsWith('/update') ? refuse(500) : late));
    await bench.channel.init();
    const started = bench.channel.start({ startType: 'menu' });
    await bench.clock.advance(3_000);
    await started;
    expect(await again(bench)).toMatchObject(knownVisit);
    expect(to(bench, '/async/monitor')).toHaveLength(1);
  });

  it('[CH-152] reports the visitor once per conversation, and continues when that fails', async () => {
    const bench = await withGateway({});
    expect(to(bench, '/async/attributes').map((one) => Object.keys(one.body as object))).toEqual([
      ['personalInfo', 'customerInfo'],
    ]);
    expect(bench.fakes.log.warnings.join()).toContain('The visitor was not reported to the agent desk.');
    expect(bench.channel.snapshot.state).toBe('waiting');
  });

  it('[CH-128][CH-152] asks the gateway for an agent’s name when the public profile fails', async () => {
    const bench = createMessagingBench({
      ports: { deployment: { async: { gatewayHosts: ['https://gateway.example'] } } },
    });
    bench.fakes.call.on('/api/account/4711/configuration/le-users/users/', () => refuse(404));
    bench.fakes.call.on('/async/agent', () => ({ agentId: '25025413', nickname: 'Natalie' }));
    await bench.startConversation();
    expect(to(bench, '/async/agent').at(-1)?.query).toMatchObject({ service: 'liveperson2' });
    expect(bench.fakes.events).toContainEqual({
      type: 'participants',
      participants: [{ id: '25025413', name: 'Natalie' }],
    });
    expect(messagesOf(bench.fakes.events).at(-1)?.text).toBe('Natalie has joined the chat.');
  });

  it('[CH-180][CH-181][CH-182][CH-183] polls the gateway for agents every 120 s, and never during a conversation', async () => {
    const bench = createMessagingBench({
      ports: { deployment: { async: { gatewayHosts: ['https://gateway.example'] } } },
    });
    let status = 'NotAvailable';
    bench.fakes.call.on('/async/engagement', () => ({ status, skillStatus: { skillName: 'cloud-experts' } }));
    const asked = () => bench.fakes.call.calls.filter((one) => one.path === '/async/engagement');
    await bench.channel.init();
    await bench.clock.advance(0);
    expect(bench.channel.snapshot).toMatchObject({ agentStatus: 'unavailable', routedSkill: 'cloud-experts' });
    expect(asked()[0]).toMatchObject({ attemptTimeoutMs: 8_000 });
    expect(asked()[0]?.body).toMatchObject({ consumerId: 'visitor-1', service: 'liveperson2' });
    await expect(bench.channel.start({ startType: 'menu' })).rejects.toThrow('No agent can be reached');
    status = 'Available';
    await bench.clock.advance(120_000);
    expect(asked()).toHaveLength(2);
    expect(bench.channel.snapshot.agentStatus).toBe('available');
    await bench.channel.start({ startType: 'menu' });
    await bench.clock.advance(600_000);
    expect(asked()).toHaveLength(2);
  });

  it('[CH-180][F-CH7] polls the gateway every 5 s at first while it does not answer', async () => {
    const bench = createMessagingBench({
      ports: { deployment: { async: { gatewayHosts: ['https://gateway.example'] } } },
    });
    let isDown = true;
    bench.fakes.call.on('/async/engagement', () => (isDown ? refuse(503) : { status: 'Available' }));
    const polls = () => bench.fakes.call.calls.filter((one) => one.path === '/async/engagement').length;
    await bench.channel.init();
    await bench.clock.advance(0);
    expect(polls()).toBe(1);
    await bench.clock.advance(20_000);
    expect(polls()).toBe(5);
    isDown = false;
    await bench.clock.advance(10_000);
    expect(bench.channel.snapshot.agentStatus).toBe('available');
    await bench.clock.advance(119_000);
    expect(polls()).toBe(6);
  });

  it('[CH-008][CH-180][F-CH11] is on stand-by while the gateway says so, and asks again soon', async () => {
    const bench = createMessagingBench({
      ports: { deployment: { async: { gatewayHosts: ['https://gateway.example'] } } },
    });
    let status = 'STANDBY';
    bench.fakes.call.on('/async/engagement', () => ({ status }));
    await bench.channel.init();
    await bench.clock.advance(0);
    expect(bench.channel.snapshot).toMatchObject({ state: 'standBy', agentStatus: 'unavailable' });
    await expect(bench.channel.start({ startType: 'menu' })).rejects.toThrow('No agent can be reached');
    status = 'Available';
    await bench.clock.advance(5_000);
    expect(bench.channel.snapshot).toMatchObject({ state: 'available', agentStatus: 'available' });
  });

  it('[CH-184] keeps its state when the gateway cannot be reached, and does not ask it again at once', async () => {
    const bench = createMessagingBench({
      ports: { deployment: { async: { gatewayHosts: ['https://gateway.example'] } } },
    });
    await bench.channel.init();
    await bench.clock.advance(0);
    expect(bench.channel.snapshot).toMatchObject({ state: 'available', agentStatus: 'available' });
    expect(bench.fakes.call.calls.filter((one) => one.path === '/async/engagement')).toHaveLength(1);
    expect(bench.fakes.log.warnings.join()).toContain('The messaging engagement could not be checked.');
  });

  it('[CH-152] only logs that the availability of agents could not be checked', async () => {
    const bench = createMessagingBench({
      ports: { deployment: { async: { gatewayHosts: ['https://gateway.example'] } } },
    });
    await bench.startConversation();
    expect(bench.fakes.log.warnings.join()).toContain('The availability of agents could not be checked.');
    expect(bench.channel.snapshot).toMatchObject({ state: 'chatting', agentStatus: 'available' });
  });
});
