import { describe, expect, it } from 'vitest';
import type { ChannelPorts } from '../../../../frame/chat/channel.ts';
import { createSupportChannel, sdkTimeoutMs } from '../../../../frame/chat/channels/support/index.ts';
import type { SupportTransport } from '../../../../frame/chat/channels/support/loadSupportSdk.ts';
import { type LiveAgent, toState } from '../../../../frame/chat/channels/support/wire.ts';
import type { AdapterId } from '../../../../frame/chat/routing/adapters.ts';
import { findChannelLoader } from '../../../../frame/chat/routing/registry.ts';
import type { Route } from '../../../../frame/chat/routing/routing.ts';
import { isWidgetError } from '../../../../frame/platform/errors.ts';
import { statesOf } from '../../../contract/channelSuite.ts';
import { createFakeChannelPorts } from '../../../support/fakeChannelPorts.ts';

const deployment = {
  support: {
    script: 'https://c.vendor.example/deployment.js',
    chatUrl: 'https://d.vendor.example/chat',
    deploymentId: '572A',
    orgId: '00DA',
    buttons: { billing: '573B', help: '573A', default: '573A' },
  },
};

function setUp(adapterId: AdapterId = 'salesforce', overrides: Partial<ChannelPorts> = {}) {
  const calls: unknown[][] = [];
  const handlers = new Map<string, (event: string) => void>();
  const loads: { url: string; fail: () => void }[] = [];
  const shown = new Set<string>();
  let loaded: LiveAgent | undefined;
  const isStarted = (): boolean => calls.some(([name]) => name === 'init');
  const sdk: LiveAgent = {
    init: (...args) => void calls.push(['init', ...args]),
    showWhenOnline: (buttonId) => {
      if (!isStarted()) shown.add(buttonId);
      calls.push(['showWhenOnline', buttonId]);
    },
    showWhenOffline: (buttonId) => void calls.push(['showWhenOffline', buttonId]),
    addButtonEventHandler: (buttonId, handler) => {
      if (!isStarted()) handlers.set(buttonId, handler);
      calls.push(['addButtonEventHandler', buttonId]);
    },
    setChatWindowWidth: (px) => void calls.push(['width', px]),
    setChatWindowHeight: (px) => void calls.push(['height', px]),
    startChat: (buttonId) => void calls.push(['startChat', buttonId]),
  };
  const fakes = createFakeChannelPorts({
    adapterId,
    entry: { service: adapterId, skill: 'help', purpose: '(default)' },
    deployment,
    ...overrides,
  });
  const transport: SupportTransport = {
    load: (url, fail) => void loads.push({ url, fail }),
    find: () => loaded,
    createElement: () => ({}),
    buttons: new Map(),
  };
  const channel = createSupportChannel(fakes.ports, transport);
  return {
    ...fakes,
    channel,
    transport,
    calls,
    loads,
    arrive: () => {
      loaded = sdk;
    },
    /** The SDK has no events for a button that is not registered before `init`. */
    fireEvent: (event: string, buttonId = '573A') => shown.has(buttonId) && handlers.get(buttonId)?.(event),
    async ready() {
      const done = channel.init();
      loaded = sdk;
      await fakes.clock.advance(100);
      await done;
    },
  };
}

function loaderOf(adapterId: AdapterId) {
  const entry = { service: adapterId, skill: undefined };
  return findChannelLoader({ adapterId, entry } as unknown as Route, { assistantRoutingCodes: [] });
}

describe('support chat', () => {
  it('[CH-153] starts the SDK at 300 ms when it appears after 250 ms, and registers handlers first', async () => {
    const { channel, clock, calls, loads, arrive } = setUp();
    const done = channel.init();
    expect(loads.map(({ url }) => url)).toEqual(['https://c.vendor.example/deployment.js']);
    clock.after(250, arrive);
    await clock.advance(299);
    expect(calls).toEqual([]);
    await clock.advance(1);
    await done;
    expect(calls).toEqual([
      ['showWhenOnline', '573B'],
      ['showWhenOffline', '573B'],
      ['addButtonEventHandler', '573B'],
      ['showWhenOnline', '573A'],
      ['showWhenOffline', '573A'],
      ['addButtonEventHandler', '573A'],
      ['init', 'https://d.vendor.example/chat', '572A', '00DA'],
    ]);
    expect(channel.snapshot.isReady).toBe(true);
  });

  it('[CH-153] gives up after 10 s, stays unavailable and logs it once', async () => {
    const { channel, clock, log, calls } = setUp();
    const done = channel.init();
    await clock.advance(sdkTimeoutMs);
    await done;
    expect(channel.snapshot).toMatchObject({ state: 'unavailable', isReady: true });
    expect(calls).toEqual([]);
    expect(log.warnings).toEqual(['The support chat cannot be used. (the vendor’s SDK did not load)']);
    expect(clock.pending).toBe(0);
  });

  it('[CH-153] gives up immediately when the script fails to load', async () => {
    const { channel, clock, log, loads } = setUp();
    const done = channel.init();
    loads[0]?.fail();
    await done;
    expect(channel.snapshot).toMatchObject({ state: 'unavailable', isReady: true });
    expect([log.warnings.length, clock.pending]).toEqual([1, 0]);
  });

  it.each([
    ['no section', {}],
    ['a section without organisation', { support: { ...deployment.support, orgId: '' } }],
    ['no button for the skill', { support: { ...deployment.support, buttons: { other: '573C' } } }],
  ])('[CH-153] loads nothing when the deployment file has %s', async (_, section) => {
    const { channel, loads, log } = setUp('salesforce', { deployment: section });
    await channel.init();
    expect(channel.snapshot).toMatchObject({ state: 'unavailable', isReady: true });
    expect(loads).toEqual([]);
    expect(log.warnings).toEqual([
      'The support chat cannot be used. (the `support` section of the deployment file is missing or incomplete)',
    ]);
  });

  it('[CH-153] hears the events of the routing skill’s button only', async () => {
    const { channel, ready, fireEvent } = setUp('salesforce', { entry: { service: 'salesforce', skill: 'billing' } });
    await ready();
    fireEvent('BUTTON_AVAILABLE', '573A');
    expect(channel.snapshot.state).toBe('unavailable');
    fireEvent('BUTTON_AVAILABLE', '573B');
    expect(channel.snapshot.state).toBe('available');
  });

  it('[CH-153][CH-154] hears the events of another skill’s button, which comes after `init`', async () => {
    const { channel, ready, fireEvent, transport } = setUp();
    await ready();
    const entry = { service: 'salesforcetrusteer', skill: 'billing' };
    const next = createFakeChannelPorts({ adapterId: 'salesforcetrusteer', entry, deployment });
    const second = createSupportChannel(next.ports, transport);
    const done = second.init();
    await next.clock.advance(100);
    await done;
    fireEvent('BUTTON_AVAILABLE', '573B');
    expect([channel.snapshot.state, second.snapshot.state]).toEqual(['unavailable', 'available']);
  });

  it('[CH-154] becomes available and unavailable with the vendor’s button events', async () => {
    const { channel, events, ready, fireEvent } = setUp();
    await ready();
    fireEvent('BUTTON_AVAILABLE');
    fireEvent('BUTTON_UNAVAILABLE');
    fireEvent('BUTTON_ACCEPTED');
    fireEvent('BUTTON_AVAILABLE');
    expect(statesOf(events)).toEqual(['available', 'unavailable', 'available']);
    expect(channel.snapshot.agentStatus).toBe('available');
    expect([toState('BUTTON_REJECTED'), toState('something'), toState(undefined)]).toEqual([
      'unavailable',
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['salesforce', []],
    [
      'salesforcetrusteer',
      [
        ['width', 782],
        ['height', 524],
      ],
    ],
  ] as const)('[CH-155] sets the window size for %s: %j', async (adapterId, sizes) => {
    const { channel, calls, ready, fireEvent } = setUp(adapterId);
    await ready();
    fireEvent('BUTTON_AVAILABLE');
    calls.length = 0;
    await channel.start({ startType: 'menu' });
    expect(calls).toEqual([...sizes, ['startChat', '573A']]);
  });

  it('[CH-156] starts the vendor’s chat once, and reports that the conversation runs elsewhere', async () => {
    const { channel, calls, events, ready, fireEvent } = setUp();
    await ready();
    fireEvent('BUTTON_AVAILABLE');
    await channel.start({ startType: 'menu' });
    expect(calls.filter(([name]) => name === 'startChat')).toHaveLength(1);
    expect(channel.isExternal).toBe(true);
    expect(statesOf(events)).toEqual(['available', 'chatting']);
  });

  it('[CH-154] stays in a running chat when the button goes offline', async () => {
    const { channel, ready, fireEvent } = setUp();
    await ready();
    fireEvent('BUTTON_AVAILABLE');
    await channel.start({ startType: 'menu' });
    fireEvent('BUTTON_UNAVAILABLE');
    expect(channel.snapshot.state).toBe('chatting');
  });

  it('[CH-154] is unavailable after a chat in which the button went offline', async () => {
    const { channel, ready, fireEvent, events } = setUp();
    await ready();
    fireEvent('BUTTON_AVAILABLE');
    await channel.start({ startType: 'menu' });
    fireEvent('BUTTON_UNAVAILABLE');
    fireEvent('BUTTON_ACCEPTED');
    await channel.end();
    expect(statesOf(events).slice(-2)).toEqual(['ended', 'unavailable']);
    expect(channel.snapshot.agentStatus).toBe('unavailable');
  });

  it('[CH-156] opens one window for two starts at the same time, and again when it is started later', async () => {
    const { channel, calls, ready, fireEvent } = setUp();
    await ready();
    fireEvent('BUTTON_AVAILABLE');
    const windows = () => calls.filter(([name]) => name === 'startChat').length;
    await Promise.all([channel.start({ startType: 'menu' }), channel.start({ startType: 'link' })]);
    expect(windows()).toBe(1);
    await channel.start({ startType: 'restart' });
    expect(windows()).toBe(2);
  });

  it('[CH-002][CH-154] says whether an agent can be reached, and by which button', async () => {
    const { channel, events, ready, fireEvent } = setUp();
    expect(channel.snapshot).toMatchObject({ queueType: 'support', state: 'unavailable', routedSkill: undefined });
    await channel.end();
    await ready();
    fireEvent('BUTTON_AVAILABLE');
    expect(channel.snapshot).toMatchObject({ state: 'available', agentStatus: 'available' });
    fireEvent('BUTTON_REJECTED');
    expect(channel.snapshot).toMatchObject({ state: 'unavailable', agentStatus: 'unavailable' });
    expect(statesOf(events)).toEqual(['available', 'unavailable']);
  });

  it('[CH-153] registers nothing, and logs no failure, if the widget is removed before the SDK appears', async () => {
    const { channel, calls, lifetime, log, arrive } = setUp();
    const done = channel.init();
    arrive();
    lifetime.end();
    await done;
    expect([calls, log.warnings]).toEqual([[], []]);
  });

  it('[CH-156] refuses to start while no agent is available', async () => {
    const { channel, calls, ready } = setUp();
    await ready();
    const error = await channel.start({ startType: 'menu' }).catch((reason) => reason);
    expect(isWidgetError(error, 'CHANNEL_UNAVAILABLE')).toBe(true);
    expect(error.message).toBe('No support agent is available.');
    expect(calls.some(([name]) => name === 'startChat')).toBe(false);
  });

  it('[CH-156] accepts no messages, resumes nothing, and is available again after it ends', async () => {
    const { channel, events, ready, fireEvent } = setUp();
    await ready();
    fireEvent('BUTTON_AVAILABLE');
    await channel.start({ startType: 'menu' });
    await expect(channel.send({ id: '1', text: 'hello' })).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
      message: 'Messages can only be typed in the support chat’s own window.',
    });
    await channel.end();
    await channel.end();
    expect(statesOf(events).slice(-2)).toEqual(['ended', 'available']);
    expect(channel.resume).toBeUndefined();
  });

  it('[CH-153] emits no events and stops polling after its lifetime ends', async () => {
    const { channel, clock, events, lifetime, arrive } = setUp();
    const done = channel.init();
    lifetime.end();
    arrive();
    await clock.advance(sdkTimeoutMs);
    await done;
    expect([events, clock.pending]).toEqual([[], 0]);
  });

  it('[CH-153][CH-154] starts the SDK once, and keeps the button’s last state when the chat room is recreated', async () => {
    const { calls, events, lifetime, ready, fireEvent, transport } = setUp();
    await ready();
    fireEvent('BUTTON_AVAILABLE');
    fireEvent('BUTTON_ACCEPTED');
    lifetime.end();
    events.length = 0;
    const next = createFakeChannelPorts({ adapterId: 'salesforce', entry: { service: 'salesforce' }, deployment });
    const channel = createSupportChannel(next.ports, transport);
    const done = channel.init();
    await next.clock.advance(100);
    await done;
    expect(channel.snapshot).toMatchObject({ state: 'available', isReady: true });
    expect(calls.filter(([name]) => name === 'init')).toHaveLength(1);
    fireEvent('BUTTON_UNAVAILABLE');
    expect(channel.snapshot.state).toBe('unavailable');
    expect(events).toEqual([]);
    expect(transport.buttons.get('573A')?.listeners.size).toBe(1);
  });

  it('[CH-153] uses one chunk for both adapters', async () => {
    expect(await loaderOf('salesforce')?.()).toBe(createSupportChannel);
    expect(await loaderOf('salesforcetrusteer')?.()).toBe(createSupportChannel);
  });
});
