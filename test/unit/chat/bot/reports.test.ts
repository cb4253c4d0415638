import { describe, expect, it } from 'vitest';
import { createBotChannel, ownBot } from '../../../../frame/chat/channels/bot/index.ts';
import { toMessage } from '../../../../frame/chat/messages/messageLog.ts';
import { messagesOf } from '../../../contract/channelSuite.ts';
import { anyMessage, botLines, setUpBot, startBot } from '../../../support/botBench.ts';
import { refuse } from '../../../support/fakeBackend.ts';
import { botDeployment, fakeBotService } from '../../../support/fakeBotService.ts';
import { createFakeChannelPorts, fakePage, fakePlace, fakeVisitor } from '../../../support/fakeChannelPorts.ts';

describe('reporting to the bot service', () => {
  it('[CH-097] rates an answer, and sends the unhappy choice after a thumbs down', async () => {
    const { fakes, service, channel } = await startBot();
    await channel.rate(anyMessage, true);
    expect(service.calls('/v2/validate')[0]?.body).toMatchObject({ _id: 'answer-1', valid: true });
    expect(service.texts).toEqual([]);
    const posts = service.calls('/v2/message').length;
    void channel.rate(anyMessage, false);
    await fakes.clock.advance(100);
    expect(service.calls('/v2/validate')[1]?.body).toMatchObject({ valid: false });
    expect(service.calls('/v2/message')).toHaveLength(posts + 1);
    expect(service.calls('/v2/message').at(-1)?.body).toMatchObject({
      input: { text: 'Unhappy customer', type: 'choice' },
    });
  });

  it('[CH-097][CH-098][F-CH13] rates the answer that was pressed, and reports its links, not those of the newest', async () => {
    const { service, fakes, channel } = await startBot();
    void channel.send({ id: 't', text: 'next' });
    await fakes.clock.advance(1_000);
    expect(service.texts).toEqual(['next']);
    const [greeting, newest] = messagesOf(fakes.events).filter(({ type }) => type === 'bot');
    if (!greeting || !newest) throw new Error('There are two answers.');
    await channel.rate(toMessage(greeting, undefined, 1), true);
    await channel.rate(toMessage(newest, undefined, 1), true);
    expect(service.calls('/v2/validate').map(({ body }) => body)).toMatchObject([
      { _id: 'answer-1', output: { values: botLines({ type: 'text', text: 'Welcome' }) }, valid: true },
      { _id: 'answer-2', output: { values: botLines({ type: 'text', text: 'You said next' }) }, valid: true },
    ]);
    await channel.press(
      { type: 'link', text: 'Docs', href: 'https://docs.example/a' },
      toMessage(greeting, undefined, 1),
    );
    expect(service.calls('/v2/update').at(-1)?.body).toMatchObject({
      originalData: { _id: 'answer-1' },
      _id: 'answer-1',
    });
  });

  it('[CH-097] sends the unhappy choice untranslated and hides it in the history', async () => {
    const { fakes, service, channel } = await startBot({ texts: { find: () => 'übersetzt' } });
    void channel.rate(anyMessage, false);
    await fakes.clock.advance(100);
    expect(service.texts.at(-1)).toBe('Unhappy customer');
    const data = { input: { text: 'Unhappy customer' }, output: { values: botLines('Sorry') } };
    service.state.history = [{ timestamp: 5_000, _id: 'h', data }];
    fakes.events.length = 0;
    await channel.resume({ conversationId: 'conversation-1' });
    expect(messagesOf(fakes.events).map((one) => one.type)).toEqual(['bot']);
  });

  it('[CH-098] reports a pressed link without delaying it', async () => {
    const { fakes, service, channel } = await startBot();
    fakes.call.on('/v2/update', () => new Promise(() => {}));
    await channel.press({ type: 'link', text: 'Docs', href: 'https://docs.example/a' }, anyMessage);
    expect(fakes.opened).toEqual([{ url: 'https://docs.example/a', target: 'tab' }]);
    expect(service.calls('/v2/update')[0]?.body).toMatchObject({
      linkUrl: 'https://docs.example/a',
      originalData: { _id: 'answer-1' },
      _id: 'answer-1',
    });
  });

  it('[CH-098] reports the social id and the live session', async () => {
    let profile: Record<string, string> = {};
    const { fakes, service, channel } = await startBot({ visitor: () => ({ ...fakeVisitor, profile }) });
    profile = { socialId: '' };
    await fakes.clock.advance(4_000);
    expect(service.calls('/v2/update')).toEqual([]);
    profile = { socialId: 's-1' };
    await fakes.clock.advance(10_000);
    expect(service.calls('/v2/update')[0]?.body).toMatchObject({ context: { socialId: 's-1' }, _id: 'answer-1' });
    channel.linkSession?.('rt-9');
    expect(service.calls('/v2/update')[1]?.body).toMatchObject({ context: { realtimeID: 'rt-9' }, _id: 'answer-1' });
  });

  it('[CH-082][CH-100] finds the social id in the page’s config object, even if it arrives late', async () => {
    let config: unknown;
    const { fakes, service } = await startBot({ page: () => ({ ...fakePage, config }) });
    await fakes.clock.advance(600);
    expect(service.calls('/v2/update')).toHaveLength(0);
    config = { focusArea: 'cloud', socialId: 's-2' };
    await fakes.clock.advance(1_000);
    expect(service.calls('/v2/update')[0]?.body).toMatchObject({ context: { socialId: 's-2' } });
  });

  it.each([
    ['an employee', true],
    ['not an employee', false],
  ])('[CH-104][CH-205] reports before any conversation that the visitor is %s', async (_, isEmployee) => {
    const reported: boolean[] = [];
    const fakes = createFakeChannelPorts({
      deployment: { bot: { ...botDeployment.bot, employeeCheckUrl: 'https://staff.example/check' } },
      onEmployeeCheck: (found) => void reported.push(found),
    });
    fakeBotService(fakes);
    const load = isEmployee ? () => Promise.resolve({}) : () => Promise.reject(new Error('404'));
    await createBotChannel(fakes.ports, { ...ownBot, loadJsonp: load }).init();
    await fakes.clock.advance(0);
    expect(reported).toEqual([isEmployee]);
  });

  it('[CH-081][CH-100][CH-104] sends the employee flag and the social id after a reload too', async () => {
    const fakes = createFakeChannelPorts({
      deployment: { bot: { ...botDeployment.bot, employeeCheckUrl: 'https://staff.example/check' } },
    });
    const service = fakeBotService(fakes);
    const ports = { ...fakes.ports, page: () => ({ ...fakePage, config: { socialId: 's-3' } }) };
    const channel = createBotChannel(ports, { ...ownBot, loadJsonp: () => Promise.resolve({}) });
    await channel.resume({ conversationId: 'conversation-1' });
    await fakes.clock.advance(1_000);
    void channel.send({ id: 'x', text: 'Hello' });
    await fakes.clock.advance(100);
    expect(service.calls('/v2/message')[0]?.body).toMatchObject({ context: { isIBMer: true, socialId: 's-3' } });
  });

  it('[CH-097][CH-098] logs a report that fails, and goes on', async () => {
    const { fakes, channel } = await startBot();
    for (const path of ['/v2/validate', '/v2/update']) fakes.call.on(path, () => refuse(500));
    await channel.rate(anyMessage, false);
    await channel.press({ type: 'link', text: 'Docs', href: 'https://docs.example/a' }, anyMessage);
    channel.linkSession?.('rt-9');
    await fakes.clock.advance(0);
    expect(fakes.log.warnings).toEqual([
      expect.stringMatching(/^A rating was not reported\..*\/v2\/validate failed with status 500/),
      expect.stringMatching(/^A clicked link was not reported\..*\/v2\/update failed with status 500/),
      expect.stringMatching(/^The agent’s session was not reported\..*\/v2\/update failed with status 500/),
    ]);
    expect(channel.snapshot.state).toBe('chatting');
  });

  it('[CH-097] refuses a thumbs up that was not delivered, so that it can be given again', async () => {
    const { fakes, channel } = await startBot();
    fakes.call.on('/v2/validate', () => refuse(500));
    await expect(channel.rate(anyMessage, true)).rejects.toMatchObject({ status: 500 });
    expect(fakes.log.warnings).toEqual([]);
    expect(channel.snapshot.state).toBe('chatting');
  });

  it('[CH-016] reports nothing, and logs no failure, once the widget is removed', async () => {
    const { fakes, service, channel } = await startBot();
    let fail: (error: Error) => void = () => {};
    fakes.call.on('/v2/validate', () => new Promise((_, reject) => (fail = reject)));
    const rated = channel.rate(anyMessage, true);
    fakes.lifetime.end();
    fail(new Error('aborted'));
    await rated;
    channel.linkSession?.('rt-9');
    await fakes.clock.advance(0);
    expect(fakes.log.warnings).toEqual([]);
    expect(service.calls('/v2/update')).toEqual([]);
  });

  it('[CH-098] reports the live session with the newest answer of the history', async () => {
    const { service, channel } = setUpBot();
    service.state.history = ['a', 'b'].map((id) => ({
      _id: id,
      data: { input: { text: id }, output: { values: botLines('Hello') } },
    }));
    await channel.resume({ conversationId: 'conversation-1' });
    channel.linkSession?.('rt-9');
    expect(service.calls('/v2/update')[0]?.body).toMatchObject({ _id: 'b' });
  });

  it('[CH-100] logs a social id that could not be reported', async () => {
    const { fakes, channel } = setUpBot({ visitor: () => ({ ...fakeVisitor, profile: { socialId: 's-1' } }) });
    fakes.call.on('/v2/update', () => refuse(500));
    await channel.start({ startType: 'menu' });
    await fakes.clock.advance(1_000);
    expect(fakes.log.warnings.join()).toContain('The social id was not reported.');
  });

  it('[CH-104] takes nobody for an employee before the check has answered', async () => {
    const fakes = createFakeChannelPorts({
      deployment: { bot: { ...botDeployment.bot, employeeCheckUrl: 'https://staff.example/check' } },
    });
    const service = fakeBotService(fakes);
    void createBotChannel(fakes.ports, { ...ownBot, loadJsonp: () => new Promise(() => {}) }).start({
      startType: 'menu',
    });
    await fakes.clock.advance(1_000);
    expect(service.contexts()[0]).toMatchObject({ isIBMer: false });
  });

  it('[CH-104] reports nothing about employees without an address to ask', async () => {
    const reported: boolean[] = [];
    const { channel } = setUpBot({ onEmployeeCheck: (found) => void reported.push(found) });
    await channel.init();
    expect(reported).toEqual([]);
  });

  it('[CH-104] reports nothing about employees once the widget is removed', async () => {
    const reported: boolean[] = [];
    const fakes = createFakeChannelPorts({
      deployment: { bot: { ...botDeployment.bot, employeeCheckUrl: 'https://staff.example/check' } },
      onEmployeeCheck: (found) => void reported.push(found),
    });
    fakeBotService(fakes);
    await createBotChannel(fakes.ports, { ...ownBot, loadJsonp: () => new Promise(() => {}) }).init();
    fakes.lifetime.end();
    await fakes.clock.advance(0);
    expect(reported).toEqual([]);
  });

  it('[CH-099] neither rates nor updates in debug mode', async () => {
    const { service, channel, fakes } = await startBot({ place: () => ({ ...fakePlace, isDebug: true }) });
    await channel.rate(anyMessage, true);
    await channel.press({ type: 'link', text: 'Docs', href: 'https://docs.example/a' }, anyMessage);
    expect(service.calls('/v2/validate')).toHaveLength(0);
    expect(service.calls('/v2/update')).toHaveLength(0);
    expect(fakes.opened).toHaveLength(1);
  });
});
