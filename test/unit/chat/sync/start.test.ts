import { parse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { syncDeployment } from '../../../../frame/chat/channels/sync/deployment.ts';
import { chatRequest } from '../../../../frame/chat/channels/sync/engagement.ts';
import { findOrigin } from '../../../../frame/chat/channels/sync/originSearch.ts';
import { parseEngagement } from '../../../../frame/chat/channels/sync/wire.ts';
import { type ChatTextKey, chatTexts } from '../../../../frame/chat/texts.ts';
import { type ChatRestBenchOptions, createChatRestBench } from '../../../support/chatRestBench.ts';
import { createFakeChannelPorts, fakePage, fakePlace } from '../../../support/fakeChannelPorts.ts';

describe('the origin of live chat', () => {
  const deployment = parse(syncDeployment, { domainHosts: ['https://domains.example'] });

  it('[CH-113] is that of the account without a domain lookup', async () => {
    const { ports } = createFakeChannelPorts();
    const load = () => Promise.reject(new Error('not asked'));
    expect(await findOrigin(ports, parse(syncDeployment, {}), load, '1')).toBe('https://gateway.example');
  });

  it('[CH-113] is looked up by an account with any characters', async () => {
    const { ports } = createFakeChannelPorts();
    const urls: string[] = [];
    const load = async (url: string) => {
      urls.push(url);
      return { ResultSet: { lpData: { lpServer: 'chat.example' } } };
    };
    expect(await findOrigin(ports, deployment, load, 'a/b')).toBe('https://chat.example');
    expect(urls).toEqual(['https://domains.example/csdr/account/a%2Fb/service/adminArea/baseURI.lpCsds?version=1.0']);
  });

  it('[CH-113] is asked for again after 5 s, and given up after the third time', async () => {
    const { ports, clock } = createFakeChannelPorts();
    let lookups = 0;
    const load = () => {
      lookups += 1;
      return new Promise(() => {});
    };
    const refused = expect(findOrigin(ports, deployment, load, '1')).rejects.toMatchObject({
      code: 'CALL_TIMEOUT',
      message: 'The domain lookup timed out.',
    });
    await clock.advance(4_999);
    expect(lookups).toBe(1);
    await clock.advance(1);
    expect(lookups).toBe(2);
    await clock.advance(10_000);
    await refused;
    expect([lookups, clock.pending]).toEqual([3, 0]);
  });

  it('[CH-016][CH-113] is not asked for again once the widget is removed', async () => {
    const { ports, clock, lifetime } = createFakeChannelPorts();
    let lookups = 0;
    const load = () => {
      lookups += 1;
      return new Promise(() => {});
    };
    const refused = expect(findOrigin(ports, deployment, load, '1')).rejects.toMatchObject({
      code: 'CALL_ABORTED',
      message: 'The domain lookup was cancelled.',
    });
    lifetime.end();
    await refused;
    expect([lookups, clock.pending]).toEqual([1, 0]);
  });
});

describe('a live chat that cannot start', () => {
  async function failToStart(options: ChatRestBenchOptions) {
    const bench = createChatRestBench(options);
    await bench.channel.init();
    bench.backend.state.fault = ({ path }) => (path.endsWith('/chat/request') ? { status: 502 } : undefined);
    const outcome = bench.channel.start({ startType: 'menu' }).catch((error: unknown) => error);
    await bench.clock.advance(1_000);
    expect(await outcome).toMatchObject({ status: 502 });
    return bench;
  }

  it('[CH-129][CH-213] says so without email if the page has no address for it', async () => {
    const place = () => ({ ...fakePlace, emailLink: undefined });
    const { fakes } = await failToStart({ ports: { place } });
    const [problem, ...others] = fakes.events.filter((event) => event.type === 'problem');
    expect([problem?.link, others]).toEqual([undefined, []]);
    expect(chatTexts[problem?.key as ChatTextKey]).toMatch(/^This chat is not available right now\./);
    expect(fakes.opened).toEqual([]);
    expect(fakes.log.warnings[0]).toMatch(/^The chat request failed and is retried once\./);
  });

  it('[CH-129] is not requested a second time once the widget is removed', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    bench.backend.state.fault = ({ path }) => (path.endsWith('/chat/request') ? { status: 502 } : undefined);
    const refused = bench.channel.start({ startType: 'menu' }).catch((error: unknown) => error);
    await bench.clock.advance(100);
    bench.fakes.lifetime.end();
    await bench.clock.advance(5_000);
    expect(await refused).toMatchObject({ status: 502 });
    expect(bench.backend.to('/chat/request')).toHaveLength(1);
  });

  it('[CH-129][CH-213] logs an email link that does not open', async () => {
    const { host } = createFakeChannelPorts().ports;
    const { fakes } = await failToStart({
      ports: { host: { ...host, openUrl: () => Promise.reject(new Error('no')) } },
    });
    expect(fakes.log.warnings).toContain('The email link could not be opened.');
  });

  it('[CH-119][CH-129] is not requested while no agent is available', async () => {
    const bench = createChatRestBench();
    bench.service.control?.('liveChat', { available: false });
    await bench.channel.init();
    await bench.channel.send({ id: 'a', text: 'Hello' });
    await expect(bench.channel.start({ startType: 'menu' })).rejects.toMatchObject({
      code: 'CHANNEL_UNAVAILABLE',
      message: 'No agent can be reached by live chat now.',
    });
    expect(bench.backend.to('/chat/request')).toEqual([]);
    expect(bench.fakes.events).toContainEqual({ type: 'notDelivered', id: 'a' });
  });

  it('[CH-112] is unavailable without an account', async () => {
    const bench = createChatRestBench({ ports: { account: () => undefined } });
    await bench.channel.init();
    expect(bench.channel.snapshot).toMatchObject({ state: 'unavailable', isReady: true });
    expect(bench.fakes.log.warnings).toEqual(['Live chat cannot be used. (There is no account for this service.)']);
    expect(bench.lookups).toEqual([]);
  });
});

describe('the request for a live chat', () => {
  it('[CH-126] has the facts of the engagement, and of the page', () => {
    const engagement = parseEngagement({ status: 'Available', svid: 'v', ssid: 's', scid: 'c', eid: 'e', cid: 'i' });
    const facts = {
      invitation: false,
      referrer: fakePage.url,
      chatReferrer: fakePage.url,
      userAgent: fakePlace.userAgent,
      language: 'en-US',
      skill: 'cloud',
    };
    expect(chatRequest(engagement, 'cloud', fakePage, fakePlace)).toEqual({
      ...facts,
      LETagVisitorId: 'v',
      LETagSessionId: 's',
      LETagContextId: 'c',
      engagementId: 'e',
      campaignId: 'i',
    });
    expect(chatRequest(undefined, 'cloud', fakePage, fakePlace)).toEqual(facts);
  });
});

describe('the visitor’s typing in a live chat', () => {
  const typingOf = (bench: ReturnType<typeof createChatRestBench>) =>
    bench.backend.to('/visitorTyping').map(({ body }) => (body as { visitorTyping: string }).visitorTyping);

  it('[CH-110] is reported when it changes, and only while an agent is there', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    await bench.channel.start({ startType: 'menu' });
    bench.channel.typing(true);
    await bench.clock.advance(0);
    expect(typingOf(bench)).toEqual([]);
    bench.desk.act(bench.chatId(), { action: 'join' });
    await bench.clock.advance(2_000);
    for (const isTyping of [false, true, true, false, false]) bench.channel.typing(isTyping);
    await bench.clock.advance(0);
    expect(typingOf(bench)).toEqual(['typing', 'not-typing']);
  });

  it('[CH-110] is reported again in the next chat', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
    bench.channel.typing(true);
    await bench.channel.end();
    await bench.channel.start({ startType: 'restart' });
    bench.desk.act(bench.desk.list()[1]?.id ?? '', { action: 'join' });
    await bench.clock.advance(2_000);
    bench.channel.typing(true);
    await bench.clock.advance(0);
    expect(typingOf(bench)).toEqual(['typing', 'typing']);
  });

  it('[CH-110] may fail without a trace', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
    bench.backend.state.fault = ({ path }) => (path.endsWith('/visitorTyping') ? { status: 500 } : undefined);
    bench.channel.typing(true);
    await bench.clock.advance(0);
    expect(bench.channel.snapshot.state).toBe('chatting');
    expect(bench.fakes.log.warnings).toEqual([]);
  });
});
