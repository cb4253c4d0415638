import { describe, expect, it } from 'vitest';
import { createBotChannel, ownBot } from '../../../../frame/chat/channels/bot/index.ts';
import { parseQueryParameters } from '../../../../frame/host/queryParameters.ts';
import { messagesOf } from '../../../contract/channelSuite.ts';
import { botLines, setUpBot, startBot } from '../../../support/botBench.ts';
import { botDeployment, fakeBotService } from '../../../support/fakeBotService.ts';
import { createFakeChannelPorts, fakeVisitor } from '../../../support/fakeChannelPorts.ts';

describe('starting the bot chat', () => {
  it('[CH-088] shows the privacy and connected texts, then posts an empty message for the greeting', async () => {
    const { fakes, service } = await startBot();
    const messages = messagesOf(fakes.events);
    expect(messages.map((message) => message.type)).toEqual(['system', 'system', 'bot']);
    expect(messages[0]?.text).toMatch(/virtual assistant/);
    expect(messages[1]?.text).toMatch(/connected/);
    expect(messages[2]?.isGreeting).toBe(true);
    expect(service.calls('/v2/message')[0]?.body).toMatchObject({ input: { text: '' } });
  });

  it('[CH-088][F-CH30] greets in a new chat that the contact-module parameter opens, and not in one that continues', async () => {
    const query = parseQueryParameters('https://x.example/?contactmodule=bot');
    const { service, fakes } = await startBot({ query });
    expect(service.calls('/v2/message')).toHaveLength(1);
    expect(messagesOf(fakes.events).at(-1)).toMatchObject({ type: 'bot', isGreeting: true });
    const next = setUpBot({ query });
    await next.channel.resume({ conversationId: 'conversation-1' });
    expect(next.service.calls('/v2/message')).toHaveLength(0);
  });

  it('[CH-090] shows the first block of a greeting at once, then 1 s of typing, then the others', async () => {
    const { fakes, service, channel } = setUpBot();
    service.reply(service.answer([...botLines('one'), ...botLines('two'), ...botLines('three')]));
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
    const { fakes, service, channel } = await startBot();
    const before = messagesOf(fakes.events).length;
    service.reply(service.answer([...botLines('one'), ...botLines('two'), ...botLines('three')]));
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

  it('starts one conversation when it is started twice, and another one after the end', async () => {
    const { fakes, service, channel } = setUpBot();
    const both = [channel.start({ startType: 'menu' }), channel.start({ startType: 'link' })];
    await fakes.clock.advance(2_000);
    await Promise.all(both);
    expect(service.calls('/v2/message')).toHaveLength(1);
    void channel.start({ startType: 'restart' });
    await channel.end();
    service.reply(service.answer([...botLines('one'), ...botLines('two')]));
    void channel.start({ startType: 'restart' });
    await fakes.clock.advance(0);
    void channel.start({ startType: 'link' });
    await fakes.clock.advance(2_000);
    expect(service.calls('/v2/message')).toHaveLength(2);
    expect(channel.snapshot.state).toBe('chatting');
  });

  it('[CH-052] tells the id of its conversation once', async () => {
    const { fakes, channel } = await startBot();
    void channel.send({ id: 'x', text: 'hello' });
    await fakes.clock.advance(1_000);
    await channel.resume({ conversationId: 'conversation-1' });
    const told = () =>
      fakes.events.flatMap((event) =>
        event.type === 'changed' && 'conversationId' in event.changes ? [event.changes.conversationId] : [],
      );
    expect(told()).toEqual(['conversation-1']);
    await channel.end();
    void channel.start({ startType: 'restart' });
    await fakes.clock.advance(1_000);
    expect(told()).toEqual(['conversation-1', undefined, 'conversation-2']);
  });

  it('[CH-100] checks for the social id after 0.5, 1.5 and 3.5 s, and stops after eight attempts', async () => {
    const seen: number[] = [];
    const fakes = createFakeChannelPorts({ deployment: botDeployment });
    const startedAt = fakes.clock.now();
    const channel = createBotChannel(
      {
        ...fakes.ports,
        visitor: () => ({
          ...fakeVisitor,
          get profile() {
            seen.push(fakes.clock.now() - startedAt);
            return {};
          },
        }),
      },
      { ...ownBot, loadJsonp: () => Promise.reject(new Error('no')) },
    );
    fakeBotService(fakes);
    await channel.start({ startType: 'menu' });
    seen.length = 0;
    await fakes.clock.advance(10 * 60_000);
    expect(seen.slice(0, 3)).toEqual([500, 1_500, 3_500]);
    expect(seen).toHaveLength(8);
    await channel.end();
    await channel.start({ startType: 'restart' });
    seen.length = 0;
    await fakes.clock.advance(10 * 60_000);
    expect(seen).toEqual([]);
  });
});
