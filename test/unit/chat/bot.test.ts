// Long, because the bot has some thirty requirements and each reads best beside its neighbours.
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { readAgentAvailability } from '../../../frame/chat/agentAvailability.ts';
import { comparedCountry, isCountryAllowed, phoneNumberFor } from '../../../frame/chat/botService/country.ts';
import { botHost, botServiceDeployment } from '../../../frame/chat/botService/deployment.ts';
import { checkEmployee } from '../../../frame/chat/botService/employeeCheck.ts';
import { toBlocks } from '../../../frame/chat/botService/toBlocks.ts';
import { parseBotAnswer, parseHistory, toLine } from '../../../frame/chat/botService/wire.ts';
import type { ChannelPorts } from '../../../frame/chat/channel.ts';
import { createAssistantChannel } from '../../../frame/chat/channels/assistant/index.ts';
import { toBlocks as toAssistantBlocks } from '../../../frame/chat/channels/assistant/toBlocks.ts';
import { createBotChannel } from '../../../frame/chat/channels/bot/index.ts';
import type { Message } from '../../../frame/chat/conversation.ts';
import { hrefOfLine, openLinkOf } from '../../../frame/chat/links.ts';
import { toMessage } from '../../../frame/chat/message.ts';
import { parseQueryParameters } from '../../../frame/host/queryParameters.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { messagesOf, statesOf, textOf } from '../../contract/channelSuite.ts';
import { refuse } from '../../support/fakeBackend.ts';
import { botDeployment, fakeBotService } from '../../support/fakeBotService.ts';
import { createFakeChannelPorts, fakePage, fakePlace, fakeVisitor } from '../../support/fakeChannelPorts.ts';
import { createFakeClock } from '../../support/fakeClock.ts';

function setUp(overrides: Partial<ChannelPorts> = {}) {
  const fakes = createFakeChannelPorts({ deployment: botDeployment, ...overrides });
  const service = fakeBotService(fakes);
  const channel = createBotChannel(fakes.ports, () => Promise.reject(new Error('no employee')));
  return { fakes, service, channel };
}

async function started(overrides: Partial<ChannelPorts> = {}) {
  const all = setUp(overrides);
  void all.channel.start({ startType: 'menu' }).catch(() => {});
  await all.fakes.clock.advance(2_000);
  return all;
}

const shownTexts = (events: Parameters<typeof messagesOf>[0]) =>
  messagesOf(events).map((message) => textOf(message).trim());
const someMessage: Message = toMessage({ id: 'answer-1__0', type: 'bot' }, undefined, 1);
const lines = (...items: unknown[]) => [{ items }];

describe('before the bot chat', () => {
  it.each(['local', 'dev1', 'dev2', 'dev3', 'staging', 'main'] as const)('[CH-075] picks the host of %s', (flag) => {
    const hosts = { local: 'l', dev1: '1', dev2: '2', dev3: '3', staging: 's', main: 'm' };
    expect(botHost(v.parse(botServiceDeployment, { flag, hosts }))).toBe(hosts[flag]);
    expect(botHost(v.parse(botServiceDeployment, { flag, hosts: { main: 'm' } }))).toBe('m');
  });

  it('[CH-076] asks for the status of the product in the language, with a limit of 5 s', async () => {
    const { fakes, service, channel } = setUp();
    await channel.init();
    const [call] = service.calls('/v2/status');
    expect(call).toMatchObject({
      hosts: ['https://bot.example'],
      body: { context: { product: 'cloud-sales', language: 'en-US' } },
      attemptTimeoutMs: 5_000,
      strategy: 'none',
    });
    expect(fakes.call.calls).toHaveLength(1);
  });

  it.each([
    ['Available', 'available'],
    ['Training', 'available'],
    ['Offline', 'unavailable'],
    ['available', 'unavailable'],
    [undefined, 'unavailable'],
  ])('[CH-076] status %s makes it %s', async (status, state) => {
    const { service, channel, fakes } = setUp();
    service.state.status = status;
    await channel.init();
    expect(channel.snapshot.state).toBe(state);
    if (state === 'unavailable') expect(fakes.log.warnings[0]).toContain('Bot is not ready, has status ');
  });

  it('[CH-076] a failed status check makes it unavailable', async () => {
    const { service, channel } = setUp();
    service.fail();
    await channel.init();
    expect(channel.snapshot.state).toBe('unavailable');
  });

  it('[CH-074] knows four states, logs any other as an error and keeps the one before', async () => {
    const { channel, fakes } = await started();
    expect(channel.snapshot.state).toBe('chatting');
    expect(new Set(statesOf(fakes.events))).toEqual(new Set(['available', 'chatting']));
    await channel.end();
    expect(channel.snapshot.state).toBe('available');
    expect(fakes.log.errors).toEqual([]);
  });

  it('[CH-077] compares the region override, else the country in lower case', () => {
    expect(comparedCountry('DE', 'US')).toBe('de');
    expect(comparedCountry(undefined, 'US')).toBe('us');
    expect(comparedCountry(undefined, undefined)).toBeUndefined();
  });

  it.each([
    [['us', 'CA'], 'US', undefined, 'available'],
    [['ca'], 'US', undefined, 'unavailable'],
    [['ca'], 'US', 'CA', 'available'],
    [['ca'], undefined, undefined, 'unavailable'],
    [undefined, undefined, undefined, 'available'],
  ])('[CH-077] skill countries %s, visitor %s, override %s: %s', async (countries, country, region, state) => {
    const { channel } = setUp({
      entry: { service: 'bot', skill: 's', countries },
      visitor: () => ({ ...fakeVisitor, countryCode: country }),
      query: parseQueryParameters(region ? `https://x.example/?cm-region=${region}` : ''),
    });
    await channel.init();
    expect(channel.snapshot.state).toBe(state);
  });

  it('[CH-077] checks the status first, so both must pass', async () => {
    const { channel, service } = setUp({ entry: { service: 'bot', skill: 's', countries: ['us'] } });
    service.state.status = 'Offline';
    await channel.init();
    expect(channel.snapshot.state).toBe('unavailable');
    expect(isCountryAllowed({ service: 'bot', countries: ['us'] }, 'us')).toBe(true);
  });

  it('[CH-078] chooses the phone number of the country, whatever the case', () => {
    const entry = {
      service: 'bot',
      phoneNumbers: [
        { phoneNumber: '1', countryCode: 'US' },
        { phoneNumber: '2', countryCode: 'de' },
      ],
    };
    expect(phoneNumberFor(entry, 'us')?.phoneNumber).toBe('1');
    expect(phoneNumberFor(entry, 'fr')).toBeUndefined();
    expect(phoneNumberFor({ service: 'bot', phoneNumbers: [{ phoneNumber: '1' }] }, undefined)).toBeUndefined();
  });

  it.each([
    [1, 'available'],
    [true, 'available'],
    [0, 'unavailable'],
    [false, 'unavailable'],
    ['yes', 'unknown'],
  ])('[CH-079] reads %s as %s', (value, status) => {
    expect(readAgentAvailability(value)).toBe(status);
  });

  it.each([
    ['available', true],
    ['unavailable', false],
    ['unknown', null],
  ] as const)('[CH-079] tells the bot %s agents as isChatAvailable %s', async (status, flag) => {
    const { service } = await started({ agentAvailability: () => status });
    expect(service.contexts()[0]?.isChatAvailable).toBe(flag);
  });

  it('[CH-104] takes an answer for an employee, failure and 3 s of silence for none', async () => {
    const clock = createFakeClock();
    const run = (load: () => Promise<unknown>) => checkEmployee('https://staff.example', load, clock, createLifetime());
    expect(await run(async () => ({}))).toBe(true);
    expect(await run(() => Promise.reject(new Error('blocked')))).toBe(false);
    const silent = run(() => new Promise(() => {}));
    await clock.advance(3_000);
    expect(await silent).toBe(false);
    expect(clock.pending).toBe(0);
    expect(await checkEmployee('', async () => ({}), clock, createLifetime())).toBe(false);
  });
});

describe('starting the bot chat', () => {
  it('[CH-088] shows privacy, then connected, then posts an empty message for the greeting', async () => {
    const { fakes, service } = await started();
    const messages = messagesOf(fakes.events);
    expect(messages.map((message) => message.type)).toEqual(['system', 'system', 'bot']);
    expect(messages[0]?.text).toMatch(/virtual assistant/);
    expect(messages[1]?.text).toMatch(/connected/);
    expect(messages[2]?.isGreeting).toBe(true);
    expect(service.calls('/v2/message')[0]?.body).toMatchObject({ input: { text: '' } });
  });

  it('[CH-088] posts nothing when the contact-module parameter is bot', async () => {
    const { service } = await started({ query: parseQueryParameters('https://x.example/?contactmodule=bot') });
    expect(service.calls('/v2/message')).toHaveLength(0);
  });

  it('[CH-089] reads the history after the greeting', async () => {
    const { service } = await started();
    expect(service.calls('/v2/message/history')[0]?.body).toEqual({ conversation_id: 'talk-1' });
  });

  it('[CH-089] makes visitor and bot messages of two turns, marked as history', () => {
    const turns = parseHistory([
      {
        timestamp: '2026-11-21T08:00:00Z',
        _id: 'a',
        data: { input: { text: 'Hi' }, output: { values: lines('Hello') } },
      },
      {
        timestamp: '2026-11-21T08:01:00Z',
        _id: 'b',
        data: { input: { text: 'Bye' }, output: { values: lines('See you') } },
      },
      null,
      'nonsense',
    ]);
    expect(turns.map((turn) => [turn.id, turn.visitorText, toBlocks(turn.answer).length])).toEqual([
      ['a', 'Hi', 1],
      ['b', 'Bye', 1],
    ]);
  });

  it('[CH-089][CH-052] continues a conversation with its history, and goes on when that fails', async () => {
    const { fakes, service, channel } = setUp();
    service.state.history = [
      { timestamp: 5_000, _id: 'a', data: { input: { text: 'Hi' }, output: { values: lines('Hello', 'there') } } },
      { timestamp: 9_000, _id: 'b', data: { input: { text: 'Bye' }, output: { values: lines('See you') } } },
    ];
    expect(await channel.resume({ conversationId: 'talk-9' })).toBe(true);
    const messages = messagesOf(fakes.events);
    expect(messages).toHaveLength(4);
    expect(messages.every((message) => message.isHistory)).toBe(true);
    expect(messages.map((message) => message.type)).toEqual(['visitor', 'bot', 'visitor', 'bot']);
    expect(channel.snapshot).toMatchObject({ state: 'chatting', conversationId: 'talk-9' });
    fakes.call.on('/v2/message/history', () => refuse(500));
    expect(await channel.resume({ conversationId: 'talk-9' })).toBe(true);
    expect(fakes.log.warnings.join()).toContain('history');
    void channel.send({ id: 'x', text: 'again' });
    await fakes.clock.advance(100);
    expect(service.contexts().at(-1)?.conversation_id).toBe('talk-9');
  });

  it('[CH-089][CH-037] shows a turn once, as news, that the history holds before its answer has come', async () => {
    const { fakes, service, channel } = await started();
    const late = service.answer(lines('Late answer'));
    let answer: () => void = () => {};
    fakes.call.on('/v2/message', () => new Promise((resolve) => (answer = () => resolve(late))));
    const sent = channel.send({ id: 'x', text: 'hello' });
    await fakes.clock.advance(0);
    service.state.history = [{ _id: late._id, data: { input: { text: 'hello' }, output: late.output } }];
    const resumed = channel.resume({ conversationId: 'talk-1' });
    await fakes.clock.advance(0);
    answer();
    await fakes.clock.advance(2_000);
    await sent;
    expect(await resumed).toBe(true);
    const shown = messagesOf(fakes.events).filter((one) => textOf(one).includes('Late answer'));
    expect(shown.map(({ id, isHistory }) => [id, isHistory ?? false])).toEqual([[`${String(late._id)}__0`, false]]);
    expect(fakes.events).toContainEqual(
      expect.objectContaining({
        type: 'delivered',
        id: 'x',
        as: expect.objectContaining({ id: `${String(late._id)}__visitor` }),
      }),
    );
  });

  it('[CH-089] keeps turns without a time above what is said meanwhile, and out of a talk that begins meanwhile', async () => {
    const { fakes, service, channel } = setUp();
    await channel.init();
    let tell: () => void = () => {};
    const turns = [{ _id: 'a', data: { input: { text: 'Hi' }, output: { values: lines('Old words') } } }];
    fakes.call.on('/v2/message/history', () => new Promise((resolve) => (tell = () => resolve(turns))));
    const resumed = channel.resume({ conversationId: 'talk-1' });
    await fakes.clock.advance(1_000);
    service.reply(service.answer(lines('New words')));
    void channel.send({ id: 'x', text: 'now' });
    await fakes.clock.advance(5_000);
    tell();
    await fakes.clock.advance(0);
    await resumed;
    const timeOf = (words: string): number =>
      messagesOf(fakes.events).find((one) => textOf(one).includes(words))?.timestamp ?? Number.NaN;
    expect(timeOf('Old words')).toBeLessThan(timeOf('New words'));

    void channel.resume({ conversationId: 'talk-2' });
    await fakes.clock.advance(0);
    turns[0] = { _id: 'b', data: { input: { text: 'Hi' }, output: { values: lines('Of the talk before') } } };
    await channel.end();
    const late = tell;
    void channel.start({ startType: 'menu' });
    await fakes.clock.advance(5_000);
    late();
    await fakes.clock.advance(5_000);
    expect(messagesOf(fakes.events).filter((one) => textOf(one).includes('Of the talk before'))).toEqual([]);
  });

  it('[CH-089] keeps a new answer whose id the history knows from other words', async () => {
    const { fakes, service, channel } = setUp();
    service.state.history = [{ _id: 'same', data: { input: { text: 'before' }, output: { values: lines('Old') } } }];
    await channel.init();
    await channel.resume({ conversationId: 'talk-1' });
    service.reply({ ...service.answer(lines('New')), _id: 'same' });
    void channel.send({ id: 'x', text: 'now' });
    await fakes.clock.advance(2_000);
    const ids = messagesOf(fakes.events).flatMap((one) => (/Old|New/.test(textOf(one)) ? [one.id] : []));
    expect(new Set(ids).size).toBe(2);
  });

  it('[CH-089] asks for no history without a conversation id', async () => {
    const { service, channel } = setUp();
    service.reply({ output: { values: lines('Hi') } });
    await channel.start({ startType: 'menu' });
    expect(service.calls('/v2/message/history')).toHaveLength(0);
    expect(await setUp().channel.resume({ conversationId: undefined })).toBe(false);
  });

  it('[CH-090] shows the first block of a greeting at once and the others after 1 s, typing in between', async () => {
    const { fakes, service, channel } = setUp();
    service.reply(service.answer([...lines('one'), ...lines('two'), ...lines('three')]));
    void channel.start({ startType: 'menu' });
    await fakes.clock.advance(0);
    const bots = () => messagesOf(fakes.events).filter((message) => message.type === 'bot').length;
    expect(bots()).toBe(1);
    expect(fakes.events.at(-1)).toEqual({ type: 'agentTyping', isTyping: true });
    await fakes.clock.advance(999);
    expect(bots()).toBe(1);
    await fakes.clock.advance(1);
    expect(bots()).toBe(3);
    expect(fakes.events.findLast((event) => event.type === 'agentTyping')).toEqual({
      type: 'agentTyping',
      isTyping: false,
    });
  });

  it('[CH-091] pauses 500 ms between the blocks of a later reply', async () => {
    const { fakes, service, channel } = await started();
    const before = messagesOf(fakes.events).length;
    service.reply(service.answer([...lines('one'), ...lines('two'), ...lines('three')]));
    void channel.send({ id: 'x', text: 'go' });
    const count = () => messagesOf(fakes.events).length - before;
    await fakes.clock.advance(0);
    expect(count()).toBe(1);
    await fakes.clock.advance(499);
    expect(count()).toBe(1);
    await fakes.clock.advance(1);
    expect(count()).toBe(2);
    await fakes.clock.advance(500);
    expect(count()).toBe(3);
  });

  it('[CH-100] looks for the social id at 0.5, 1.5 and 3.5 s, and stops after eight tries', async () => {
    const seen: number[] = [];
    const fakes = createFakeChannelPorts({ deployment: botDeployment });
    const begin = fakes.clock.now();
    const channel = createBotChannel(
      {
        ...fakes.ports,
        visitor: () => ({
          ...fakeVisitor,
          get profile() {
            seen.push(fakes.clock.now() - begin);
            return {};
          },
        }),
      },
      () => Promise.reject(new Error('no')),
    );
    fakeBotService(fakes);
    await channel.start({ startType: 'menu' });
    seen.length = 0;
    await fakes.clock.advance(10 * 60_000);
    expect(seen.slice(0, 3)).toEqual([500, 1_500, 3_500]);
    expect(seen).toHaveLength(8);
  });
});

describe('what is sent to the bot', () => {
  it('[CH-080] posts context and text, with the fields of a pressed line, within 15 s', async () => {
    const { fakes, service, channel } = await started();
    void channel.send({ id: 'x', text: 'Hello' });
    await fakes.clock.advance(100);
    void channel.press({ type: 'choice', text: 'Databases', choiceType: 'product', dialogNode: 'n1' }, someMessage);
    await fakes.clock.advance(100);
    const [, typed, chosen] = service.calls('/v2/message');
    expect(typed?.body).toMatchObject({ input: { text: 'Hello' } });
    expect(typed?.body).toHaveProperty('input', { text: 'Hello' });
    expect(chosen?.body).toMatchObject({
      input: { text: 'Databases', type: 'choice', choiceType: 'product', dialogNode: 'n1' },
    });
    expect(typed?.attemptTimeoutMs).toBe(15_000);
  });

  it('[CH-081] carries the routing facts, with the wildcard for countries by default', async () => {
    const { service } = await started({
      entries: () => [
        { service: 'bot', skill: 'a' },
        { service: 'liveperson', skill: 'b' },
      ],
    });
    const [context] = service.contexts();
    for (const key of [
      'isIBMer',
      'product',
      'switch',
      'chatSkills',
      'eligibleCountries',
      'extraBundles',
      'focusArea',
      'isChatAvailable',
      'schedulerParams',
      'action',
      'noSwitchBackToChatBot',
      'responseManager',
    ]) {
      expect(context).toHaveProperty(key);
    }
    expect(context).toMatchObject({
      product: 'cloud-sales',
      eligibleCountries: '*',
      chatSkills: ['a', 'b'],
      focusArea: 'cloud',
    });
  });

  it('[CH-082] carries the visitor and page facts', async () => {
    const { service } = await started({
      visitor: () => ({ ...fakeVisitor, userId: 'u1', isSignedIn: true, countryCode: 'DE', profile: { plan: 'free' } }),
      marketing: () => ({ utm_source: 'x' }),
    });
    expect(service.contexts()[0]).toMatchObject({
      locale: 'en-US',
      pageLocale: fakePage.lang,
      pageUrl: fakePage.url,
      referrerUrl: fakePage.referrer,
      userAgentInfo: fakePlace.userAgent,
      marketingParameters: { utm_source: 'x' },
      countryCode: 'DE',
      iui: 'u1',
      signedin: true,
      bluemixProfile: { plan: 'free' },
      socialId: '',
      auId: 'anonymous-1',
      version: '1.0',
    });
  });

  it('[CH-082] is in en-US when no language is known', async () => {
    const { service } = await started({ place: () => ({ ...fakePlace, languageCode: '' }) });
    expect(service.contexts()[0]?.locale).toBe('en-US');
  });

  it('[CH-083] sends back what the bot returned', async () => {
    const { fakes, service, channel } = setUp();
    service.reply(
      service.answer(lines('Hi'), { label: 'greeting', engagementId: 'e', realtimeID: 'r', memory: { a: 1 } }),
    );
    await channel.start({ startType: 'menu' });
    void channel.send({ id: 'x', text: 'next' });
    await fakes.clock.advance(100);
    expect(service.contexts()[0]).toMatchObject({
      conversation_id: '',
      label: '',
      conversate: true,
      confirm_product_prompt: false,
      displayFeedback: false,
    });
    expect(service.contexts()[1]).toMatchObject({
      conversation_id: 'talk-1',
      label: 'greeting',
      engagementId: 'e',
      realtimeID: 'r',
      memory: { a: 1 },
    });
  });

  it('[CH-059] sends back whether a return to the bot is forbidden', async () => {
    const { fakes, service, channel } = setUp();
    service.reply(service.answer(lines('Hi'), { noSwitchBackToChatBot: true, action: 'chat' }));
    await channel.start({ startType: 'menu' });
    expect(fakes.transfers[0]?.noSwitchBack).toBe(true);
    void channel.send({ id: 'x', text: 'next' });
    await fakes.clock.advance(100);
    expect(service.contexts()[1]?.noSwitchBackToChatBot).toBe(true);
  });

  it('[CH-103] asks for the welcome with pillwelcome and no text, and only logs a failure', async () => {
    const { service, channel, fakes } = setUp();
    await channel.init();
    service.reply(service.answer(lines('Can I help?')));
    expect((await channel.welcome?.())?.[0]?.lines[0]?.text).toBe('Can I help?');
    expect(service.calls('/v2/message')[0]?.body).toMatchObject({
      context: { pillwelcome: true },
      input: { text: '' },
    });
    service.fail();
    expect(await channel.welcome?.()).toBeUndefined();
    expect(fakes.log.warnings.join()).toContain('Error fetching pillwelcome message');
    expect(channel.snapshot.state).toBe('available');
  });
});

describe('what the bot answers', () => {
  it('[CH-084] reads an answer field for field and keeps the order of its values', () => {
    const answer = parseBotAnswer({
      _id: 12,
      text: 'plain',
      context: { label: 'x' },
      output: { values: [{ items: [{ type: 'text', text: 'a' }] }, { items: ['b'] }] },
      timestamp: '2026-11-21T08:00:00Z',
      source: 'bot',
    });
    expect(answer).toMatchObject({
      id: '12',
      text: 'plain',
      context: { label: 'x' },
      source: 'bot',
      timestamp: Date.UTC(2026, 10, 21, 8),
    });
    expect(toBlocks(answer).map((block) => block.lines[0]?.text)).toEqual(['a', 'b']);
  });

  it.each([
    ['no output', { _id: '1' }, 0],
    ['empty values', { output: { values: [] } }, 0],
    [
      'values of nothing',
      { output: { values: [null, {}, { items: [] }, { items: [null, '', { type: 'text', text: ' ' }] }] } },
      0,
    ],
    ['its own text instead', { text: 'only text', output: {} }, 1],
    ['one value without its list', { output: { values: { items: { type: 'text', text: 'a' } } } }, 1],
  ])('[CH-084] shows %s as %s', (_name, raw, count) => {
    expect(toBlocks(parseBotAnswer(raw))).toHaveLength(count);
  });

  it('[CH-085] reads a line field for field', () => {
    const line = {
      type: 'chat',
      text: 'Talk to us',
      value: {
        chatInformation: [{ service: 'liveperson', skill: 's' }],
        schedulerConfig: { a: 1 },
        schedulerText: 'When?',
      },
      focusArea: 'cloud',
      href: 'https://a.example',
      choiceType: 'product',
      dialogNode: 'node',
    };
    expect(toLine(line)).toEqual(line);
    expect(
      toLine({ type: 'chat', text: 'x', value: { chatInformation: { chatService: 'bot', chatRoutingCode: 'c' } } })
        ?.value,
    ).toEqual({
      chatInformation: [{ service: 'bot', skill: 'c' }],
    });
  });

  it('[CH-086] shows an unknown line type as its text', () => {
    const items = [{ type: 'choice', text: 'A' }];
    expect(toLine({ type: 'group', title: 'Pick', items })).toEqual({ type: 'group', text: 'Pick', items });
    expect(toLine({ type: 'hologram', text: 'words' })).toEqual({ type: 'text', text: 'words' });
    expect(toLine({ type: 'hologram' })).toBeUndefined();
    expect(toLine(3)).toBeUndefined();
  });

  it('[CH-087] makes lists, grids and reviews of their kinds', () => {
    const item = { type: 'choice', text: 'A', choiceType: 'entityChoice' };
    const [group, tile, review] = toBlocks(
      parseBotAnswer({
        output: {
          values: [
            { type: 'group', title: 'Pick', items: [item] },
            { type: 'tile', title: 'Cards', items: [item] },
            { type: 'review', review: 'Your text', items: [] },
          ],
        },
      }),
    );
    expect(group?.lines).toEqual([{ type: 'group', text: 'Pick', items: [item] }]);
    expect(tile?.lines[0]?.type).toBe('tile');
    expect(review).toMatchObject({ review: 'Your text', displayFeedback: true });
  });

  it.each(['product', 'disambiguation', 'entityChoice', 'entityGeneral'])(
    '[CH-087] sends the category %s of a pressed choice',
    async (choiceType) => {
      const { fakes, service, channel } = await started();
      void channel.press({ type: 'choice', text: 'A', choiceType }, someMessage);
      await fakes.clock.advance(100);
      expect(service.calls('/v2/message').at(-1)?.body).toMatchObject({ input: { choiceType } });
    },
  );

  it('[CH-092] carries out nothing that a talk asked for which has ended while its answer was shown', async () => {
    const { fakes, service, channel } = await started();
    service.reply(service.answer([...lines('One'), ...lines('Two')], { action: 'scheduler', schedulerParams: {} }));
    void channel.send({ id: 'x', text: 'meeting' });
    await fakes.clock.advance(100);
    void channel.end();
    await fakes.clock.advance(5_000);
    expect(fakes.schedulers).toEqual([]);
  });

  it('[CH-092] transfers on the action chat and opens the scheduler on the action scheduler', async () => {
    const { fakes, service, channel } = await started();
    service.reply(
      service.answer(lines('One moment'), {
        action: 'chat',
        focusArea: 'data',
        extraBundles: { data: { service: 'softlayer' } },
      }),
    );
    void channel.send({ id: 'x', text: 'agent' });
    await fakes.clock.advance(1_000);
    expect(fakes.transfers).toEqual([
      { extraBundles: { data: { service: 'softlayer' } }, focusArea: 'data', noSwitchBack: false },
    ]);
    service.reply(service.answer(lines('Sure'), { action: 'scheduler', schedulerParams: { topic: 'cloud' } }));
    void channel.send({ id: 'y', text: 'meeting' });
    await fakes.clock.advance(1_000);
    expect(fakes.schedulers).toEqual([{ config: { topic: 'cloud' }, text: undefined }]);
  });

  it('[CH-093] transfers from a chat line and opens the scheduler from a scheduler line', async () => {
    const { fakes, channel } = await started();
    const chatInformation = [{ service: 'liveperson', skill: 's' }];
    await channel.press({ type: 'chat', text: 'Agent', value: { chatInformation }, focusArea: 'cloud' }, someMessage);
    expect(fakes.transfers[0]).toMatchObject({ entries: chatInformation, focusArea: 'cloud' });
    await channel.press(
      { type: 'scheduler', text: 'Meet', value: { schedulerConfig: { a: 1 }, schedulerText: 'When?' } },
      someMessage,
    );
    expect(fakes.schedulers[0]).toEqual({ config: { a: 1 }, text: 'When?' });
  });

  it('[CH-094] says a pressed choice in the visitor’s name and sends it', async () => {
    const { fakes, service, channel } = await started();
    void channel.press({ type: 'choice', text: 'Databases' }, someMessage);
    await fakes.clock.advance(100);
    expect(
      messagesOf(fakes.events)
        .filter((one) => one.type === 'visitor')
        .map((one) => one.text),
    ).toEqual(['Databases']);
    expect(service.texts).toEqual(['Databases']);
  });

  it('[CH-097] rates an answer with the last response, and a thumb down sends the unhappy choice', async () => {
    const { fakes, service, channel } = await started();
    await channel.rate(someMessage, true);
    expect(service.calls('/v2/validate')[0]?.body).toMatchObject({ _id: 'answer-1', valid: true });
    const posts = service.calls('/v2/message').length;
    void channel.rate(someMessage, false);
    await fakes.clock.advance(100);
    expect(service.calls('/v2/validate')[1]?.body).toMatchObject({ valid: false });
    expect(service.calls('/v2/message')).toHaveLength(posts + 1);
    expect(service.calls('/v2/message').at(-1)?.body).toMatchObject({
      input: { text: 'Unhappy customer', type: 'choice' },
    });
  });

  it('[CH-097] says the unhappy choice in its own word whatever the language, and shows it in no history', async () => {
    const { fakes, service, channel } = await started({ texts: { find: () => 'übersetzt' } });
    void channel.rate(someMessage, false);
    await fakes.clock.advance(100);
    expect(service.texts.at(-1)).toBe('Unhappy customer');
    const data = { input: { text: 'Unhappy customer' }, output: { values: lines('Sorry') } };
    service.state.history = [{ timestamp: 5_000, _id: 'h', data }];
    fakes.events.length = 0;
    await channel.resume({ conversationId: 'talk-1' });
    expect(messagesOf(fakes.events).map((one) => one.type)).toEqual(['bot']);
  });

  it('[CH-083][CH-218] a new chat is a new talk of the service, not the one before it', async () => {
    const { fakes, service, channel } = await started();
    expect(channel.snapshot.conversationId).toBe('talk-1');
    await channel.end();
    const posts = service.calls('/v2/message').length;
    void channel.start({ startType: 'restart' });
    await fakes.clock.advance(2_000);
    expect(service.calls('/v2/message')[posts]?.body).toMatchObject({ context: { conversation_id: '' } });
  });

  it('[CH-098] reports a pressed link without making it wait', async () => {
    const { fakes, service, channel } = await started();
    fakes.call.on('/v2/update', () => new Promise(() => {}));
    await channel.press({ type: 'link', text: 'Docs', href: 'https://docs.example/a' }, someMessage);
    expect(fakes.opened).toEqual([{ url: 'https://docs.example/a', target: 'tab' }]);
    expect(service.calls('/v2/update')[0]?.body).toMatchObject({
      linkUrl: 'https://docs.example/a',
      originalData: { _id: 'answer-1' },
      _id: 'answer-1',
    });
  });

  it('[CH-098] reports the social id and the live session', async () => {
    let profile: Record<string, string> = {};
    const { fakes, service, channel } = await started({ visitor: () => ({ ...fakeVisitor, profile }) });
    profile = { socialId: 's-1' };
    await fakes.clock.advance(5_000);
    expect(service.calls('/v2/update')[0]?.body).toMatchObject({ context: { socialId: 's-1' }, _id: 'answer-1' });
    channel.linkSession?.('rt-9');
    expect(service.calls('/v2/update')[1]?.body).toMatchObject({ context: { realtimeID: 'rt-9' }, _id: 'answer-1' });
  });

  it('[CH-082][CH-100] finds the social id in the page’s config object, which may come late', async () => {
    let config: unknown;
    const { fakes, service } = await started({ page: () => ({ ...fakePage, config }) });
    await fakes.clock.advance(600);
    expect(service.calls('/v2/update')).toHaveLength(0);
    config = { focusArea: 'cloud', socialId: 's-2' };
    await fakes.clock.advance(1_000);
    expect(service.calls('/v2/update')[0]?.body).toMatchObject({ context: { socialId: 's-2' } });
  });

  it.each([
    ['an employee', true],
    ['nobody of the company', false],
  ])('[CH-104][CH-205] tells before any talk that the visitor is %s', async (_, isEmployee) => {
    const told: boolean[] = [];
    const fakes = createFakeChannelPorts({
      deployment: { bot: { ...botDeployment.bot, employeeCheckUrl: 'https://staff.example/check' } },
      employeeChecked: (found) => void told.push(found),
    });
    fakeBotService(fakes);
    const load = isEmployee ? () => Promise.resolve({}) : () => Promise.reject(new Error('404'));
    await createBotChannel(fakes.ports, load).init();
    await fakes.clock.advance(0);
    expect(told).toEqual([isEmployee]);
  });

  it('[CH-081][CH-100][CH-104] knows an employee and the social id after a reload too', async () => {
    const fakes = createFakeChannelPorts({
      deployment: { bot: { ...botDeployment.bot, employeeCheckUrl: 'https://staff.example/check' } },
    });
    const service = fakeBotService(fakes);
    const ports = { ...fakes.ports, page: () => ({ ...fakePage, config: { socialId: 's-3' } }) };
    const channel = createBotChannel(ports, () => Promise.resolve({}));
    await channel.resume({ conversationId: 'talk-1' });
    await fakes.clock.advance(1_000);
    void channel.send({ id: 'x', text: 'Hello' });
    await fakes.clock.advance(100);
    expect(service.calls('/v2/message')[0]?.body).toMatchObject({ context: { isIBMer: true, socialId: 's-3' } });
  });

  it('[CH-085][CH-087] what has a category of choices and no type is a choice', () => {
    expect(toLine({ text: 'Cloud', choiceType: 'product' })).toMatchObject({ type: 'choice', choiceType: 'product' });
    expect(toLine({ text: 'Cloud' })).toMatchObject({ type: 'text' });
  });

  it('[CH-099] neither rates nor updates in debug mode', async () => {
    const { service, channel, fakes } = await started({ place: () => ({ ...fakePlace, isDebug: true }) });
    await channel.rate(someMessage, true);
    await channel.press({ type: 'link', text: 'Docs', href: 'https://docs.example/a' }, someMessage);
    expect(service.calls('/v2/validate')).toHaveLength(0);
    expect(service.calls('/v2/update')).toHaveLength(0);
    expect(fakes.opened).toHaveLength(1);
  });
});

describe('links of the bot', () => {
  const never = (): boolean => false;

  it.each([
    ['mailto:a@b.example', 'self', 'mailto:a@b.example'],
    ['tel:+15550100', 'self', 'tel:+15550100'],
    ['https://www.northwind.example/data', 'self', 'https://www.northwind.example/data'],
    ['/data', 'self', 'https://www.northwind.example/data'],
    ['https://other.example/x', 'tab', 'https://other.example/x'],
    ['https://', 'self', 'https://'],
  ])('[CH-095] opens %s in %s', (href, target, url) => {
    expect(openLinkOf(href, fakePage.url, never)).toEqual({ url, target });
  });

  it('[CH-096] tells a page of the bot to go on with it, and no other', () => {
    const isBot = (url: string): boolean => url.includes('/cloud');
    expect(openLinkOf('/cloud?a=1', fakePage.url, isBot).url).toBe(
      'https://www.northwind.example/cloud?a=1&contactmodule=bot',
    );
    expect(openLinkOf('/data', fakePage.url, isBot).url).toBe('https://www.northwind.example/data');
    expect(openLinkOf('mailto:cloud@x.example', fakePage.url, () => true).url).toBe('mailto:cloud@x.example');
  });

  it('[CH-078] calls the number of the country when a phone line has none', () => {
    expect(hrefOfLine({ type: 'phone', text: 'Call us' }, '+1 555 0100')).toBe('tel:+15550100');
    expect(hrefOfLine({ type: 'phone', text: '555-0199' }, '+1')).toBe('tel:5550199');
    expect(hrefOfLine({ type: 'email', text: 'sales@northwind.example' }, undefined)).toBe(
      'mailto:sales@northwind.example',
    );
    expect(hrefOfLine({ type: 'link', text: 'nowhere' }, undefined)).toBeUndefined();
  });
});

describe('a bot in trouble', () => {
  it('[CH-101] takes an error with output for a reply', async () => {
    const { fakes, channel } = await started();
    fakes.call.on('/v2/message', () => refuse(500, { _id: 'e', output: { values: lines('Sorry, try later') } }));
    void channel.send({ id: 'x', text: 'hello' });
    await fakes.clock.advance(100);
    expect(shownTexts(fakes.events)).toContain('Sorry, try later');
    expect(channel.snapshot.state).toBe('chatting');
  });

  it('[CH-101][CH-102] becomes unavailable without output and throws the error on, naming path, status and text', async () => {
    const { fakes, channel } = await started();
    fakes.call.on('/v2/message', () => refuse(503, { message: 'overloaded' }));
    const outcome = channel.send({ id: 'x', text: 'hello' }).catch((error: Error) => error.message);
    await fakes.clock.advance(100);
    expect(await outcome).toBe('Bot request /v2/message failed with status 503: overloaded');
    expect(channel.snapshot.state).toBe('unavailable');
  });

  it('[CH-215] comes back when the text is sent again', async () => {
    const { fakes, service, channel } = await started();
    service.fail();
    channel.send({ id: 'x', text: 'hello' }).catch(() => {});
    await fakes.clock.advance(100);
    service.fail(false);
    await channel.send({ id: 'x', text: 'hello' });
    expect(channel.snapshot.state).toBe('chatting');
    expect(fakes.events.some((event) => event.type === 'delivered' && event.id === 'x')).toBe(true);
  });

  it('sends a failed choice again with its fields', async () => {
    const { fakes, service, channel } = await started();
    service.fail();
    channel.press({ type: 'choice', text: 'A', choiceType: 'product' }, someMessage).catch(() => {});
    await fakes.clock.advance(100);
    const failed = fakes.events.flatMap((event) => (event.type === 'notDelivered' ? [event.id] : []));
    service.fail(false);
    await channel.send({ id: failed[0] ?? '', text: 'A' });
    expect(service.calls('/v2/message').at(-1)?.body).toMatchObject({ input: { choiceType: 'product' } });
  });

  it('does not show an answer that comes after the end of the chat', async () => {
    const { fakes, channel } = await started();
    let answer: (value: unknown) => void = () => {};
    fakes.call.on('/v2/message', () => new Promise((resolve) => (answer = resolve)));
    channel.send({ id: 'x', text: 'hello' }).catch(() => {});
    await fakes.clock.advance(10);
    await channel.end();
    answer({ output: { values: lines('too late') } });
    await fakes.clock.advance(1_000);
    expect(shownTexts(fakes.events)).not.toContain('too late');
  });

  it('shows a megabyte of text, markup and script as it came', async () => {
    const { fakes, service, channel } = await started();
    const text = `<script>alert(1)</script>${'x'.repeat(1_000_000)}`;
    service.reply(service.answer(lines(text)));
    void channel.send({ id: 'x', text: 'long' });
    await fakes.clock.advance(100);
    expect(messagesOf(fakes.events).at(-1)?.lines?.[0]?.text).toBe(text);
  });
});

describe('the hosted assistant', () => {
  function setUpAssistant() {
    const deployment = {
      ...botDeployment,
      assistant: {
        scriptUrl: 'https://cdn.example/entry.js',
        stagingScriptUrl: 'https://staging.example/entry.js',
        integrationId: 'abc',
      },
    };
    const fakes = createFakeChannelPorts({ deployment });
    const service = fakeBotService(fakes);
    const loads: unknown[] = [];
    const channel = createAssistantChannel(fakes.ports, async (url, options) => {
      loads.push({ url, ...options });
      return {};
    });
    return { fakes, service, channel, loads };
  }

  it('[CH-106] starts its program with integration id, region, locale and z-index, from staging outside production', async () => {
    const { channel, loads } = setUpAssistant();
    await channel.init();
    expect(loads).toEqual([
      {
        url: 'https://staging.example/entry.js',
        integrationID: 'abc',
        region: 'us-east',
        locale: 'en-US',
        zIndex: 1,
        showLauncher: false,
        openChatByDefault: false,
      },
    ]);
  });

  it('[CH-094][CH-109] shows the label of a pressed option and sends the words that came with it', async () => {
    const { fakes, service, channel } = setUpAssistant();
    const options = [{ label: 'Prices, please', value: { input: { text: 'pricing_intent' } } }];
    service.reply({ output: { generic: [{ response_type: 'option', title: 'Pick', options }] }, context: {} });
    await channel.start({ startType: 'menu' });
    const asked = messagesOf(fakes.events).at(-1);
    const line = asked?.lines?.[0]?.items?.[0];
    if (line) await channel.press(line, asked as never);
    expect(service.calls('/v2/message').at(-1)?.body).toMatchObject({
      input: { type: 'choice', text: 'pricing_intent' },
    });
    const said = messagesOf(fakes.events).find((one) => one.type === 'visitor');
    expect(said?.text).toBe('Prices, please');
    expect(JSON.stringify(service.calls('/v2/message').at(-1)?.body)).not.toContain('says');
  });

  it('[CH-106] names the service instance to a program that asks for it', async () => {
    const assistant = { scriptUrl: 'https://cdn.example/e.js', serviceInstanceId: 'instance', subscriptionId: 'sub' };
    const fakes = createFakeChannelPorts({ deployment: { ...botDeployment, assistant } });
    fakeBotService(fakes);
    const loads: unknown[] = [];
    await createAssistantChannel(fakes.ports, async (_, options) => {
      loads.push(options);
      return {};
    }).init();
    expect(loads).toMatchObject([{ serviceInstanceID: 'instance', subscriptionID: 'sub' }]);
  });

  it('[CH-106] is unavailable when its program does not start', async () => {
    const fakes = createFakeChannelPorts({ deployment: botDeployment });
    fakeBotService(fakes);
    const channel = createAssistantChannel(fakes.ports, () => Promise.reject(new Error('blocked')));
    await channel.init();
    expect(channel.snapshot.state).toBe('unavailable');
  });

  it('[CH-107] asks the status path and posts to the message path', async () => {
    const { channel, service } = setUpAssistant();
    await channel.start({ startType: 'menu' });
    expect(service.calls('/v2/status')).toHaveLength(1);
    expect(service.calls('/v2/message')).toHaveLength(1);
  });

  it('[CH-108] begins with the privacy notice and pauses 500 ms between blocks', async () => {
    const { fakes, service, channel } = setUpAssistant();
    service.reply({
      output: { generic: ['one', 'two', 'three'].map((text) => ({ response_type: 'text', text })) },
      context: {},
    });
    void channel.start({ startType: 'menu' });
    await fakes.clock.advance(0);
    const count = () => messagesOf(fakes.events).length;
    expect(messagesOf(fakes.events)[0]).toMatchObject({ type: 'system' });
    expect(count()).toBe(2);
    await fakes.clock.advance(499);
    expect(count()).toBe(2);
    await fakes.clock.advance(1);
    expect(count()).toBe(3);
    await fakes.clock.advance(500);
    expect(count()).toBe(4);
  });

  it('[CH-109] makes an option list of choices, and lines of agent, scheduler and link responses', () => {
    const blocks = toAssistantBlocks(
      parseBotAnswer({
        output: {
          generic: [
            {
              response_type: 'option',
              title: 'Pick',
              options: [{ label: 'A', value: { input: { text: 'a' } } }, { label: 'B' }],
            },
            { response_type: 'connect_to_agent', agent_available: { message: 'Talk to us' } },
            { response_type: 'user_defined', user_defined: { type: 'scheduler', text: 'Meet' } },
            { response_type: 'user_defined', user_defined: { type: 'link', text: 'Docs', href: 'https://a.example' } },
            { response_type: 'pause', time: 500 },
            { response_type: 'hologram' },
            { response_type: 'video', title: 'A tour', source: 'https://a.example/tour' },
            {
              response_type: 'suggestion',
              title: 'Or',
              suggestions: [{ label: 'C', value: { input: { text: 'C' } } }],
            },
          ],
        },
      }),
    );
    expect(blocks.map((block) => block.lines[0])).toEqual([
      {
        type: 'group',
        text: 'Pick',
        items: [
          { type: 'choice', text: 'A', says: 'a' },
          { type: 'choice', text: 'B' },
        ],
      },
      { type: 'chat', text: 'Talk to us' },
      { type: 'scheduler', text: 'Meet' },
      { type: 'link', text: 'Docs', href: 'https://a.example' },
      { type: 'link', text: 'A tour', href: 'https://a.example/tour' },
      { type: 'group', text: 'Or', items: [{ type: 'choice', text: 'C' }] },
    ]);
  });

  it('[CH-109] makes an option list of the choices of the bot’s own form too', () => {
    const [block] = toAssistantBlocks(
      parseBotAnswer({ output: { values: lines({ type: 'text', text: 'Pick' }, { type: 'choice', text: 'A' }) } }),
    );
    expect(block?.lines).toEqual([
      { type: 'text', text: 'Pick' },
      { type: 'group', text: '', items: [{ type: 'choice', text: 'A' }] },
    ]);
  });
});
