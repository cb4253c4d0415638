import { describe, expect, it } from 'vitest';
import { retryWhenShownMs } from '../../../../frame/chat/channels/ground/connection/limits.ts';
import { messagesOf } from '../../../contract/channelSuite.ts';
import { setUpBot, shownTexts, startBot } from '../../../support/botBench.ts';
import { fakeVisitor } from '../../../support/fakeChannelPorts.ts';

describe('a bot that was unavailable', () => {
  it('[CH-076][CH-111] is checked again at the next start', async () => {
    const { service, channel } = setUpBot();
    service.fail();
    await channel.init();
    expect(channel.snapshot.state).toBe('unavailable');
    service.fail(false);
    await channel.start({ startType: 'menu' });
    expect(channel.snapshot.state).toBe('chatting');
  });

  it('[CH-076] is checked again when the pane is shown, at most every 30 s', async () => {
    const { fakes, service, channel } = setUpBot();
    service.fail();
    await channel.init();
    service.fail(false);
    fakes.setAttention({ isPaneShown: false });
    await fakes.clock.advance(retryWhenShownMs - 1);
    fakes.setAttention({ isPaneShown: true });
    await fakes.clock.advance(1);
    expect(service.calls('/v2/status')).toHaveLength(1);
    fakes.setAttention({ isPaneShown: false });
    fakes.setAttention({ isPaneShown: true });
    fakes.setAttention({ isFocused: true });
    await fakes.clock.advance(0);
    expect(service.calls('/v2/status')).toHaveLength(2);
    expect(channel.snapshot.state).toBe('available');
    await fakes.clock.advance(retryWhenShownMs);
    fakes.setAttention({ isFocused: false });
    await fakes.clock.advance(0);
    expect(service.calls('/v2/status')).toHaveLength(2);
  });

  it('[CH-076][REL-23] is checked again when the network is back, although the pane is hidden', async () => {
    const { fakes, service, channel } = await startBot();
    fakes.setAttention({ isPaneShown: false });
    service.fail();
    channel.send({ id: 'x', text: 'hello' }).catch(() => {});
    await fakes.clock.advance(1_000);
    fakes.goOnline();
    await fakes.clock.advance(1_000);
    expect(channel.snapshot.state).toBe('unavailable');
    service.fail(false);
    fakes.goOnline();
    await fakes.clock.advance(1_000);
    expect(channel.snapshot.state).toBe('chatting');
    const checks = service.calls('/v2/status').length;
    fakes.goOnline();
    await fakes.clock.advance(1_000);
    expect(service.calls('/v2/status')).toHaveLength(checks);
  });

  it('[CH-088][CH-076] greets when it can be used again, if it could not greet at the start', async () => {
    const { fakes, service, channel } = setUpBot();
    await channel.init();
    service.fault('loseMessage');
    await channel.start({ startType: 'menu' }).catch(() => {});
    expect(channel.snapshot.state).toBe('unavailable');
    service.fault('loseMessage');
    fakes.goOnline();
    await fakes.clock.advance(2_000);
    expect(channel.snapshot.state).toBe('unavailable');
    fakes.goOnline();
    fakes.goOnline();
    await fakes.clock.advance(2_000);
    expect(channel.snapshot).toMatchObject({ state: 'chatting', conversationId: 'conversation-3' });
    expect(shownTexts(fakes.events).filter((one) => one === 'Welcome')).toHaveLength(1);
    expect(messagesOf(fakes.events).filter(({ type }) => type === 'system')).toHaveLength(2);
    fakes.goOnline();
    void channel.send({ id: 'x', text: 'hello' });
    await fakes.clock.advance(2_000);
    expect(service.texts).toEqual(['hello']);
    expect(service.calls('/v2/message')).toHaveLength(4);
  });

  it('[CH-088][CH-076] does not greet a visitor who has ended that chat, or whose text was answered', async () => {
    for (const isEnded of [true, false]) {
      const { fakes, service, channel } = setUpBot();
      await channel.init();
      service.fault('loseMessage');
      await channel.start({ startType: 'menu' }).catch(() => {});
      if (isEnded) await channel.end();
      else void channel.send({ id: 'x', text: 'hello' });
      await fakes.clock.advance(2_000);
      fakes.goOnline();
      await fakes.clock.advance(2_000);
      expect(shownTexts(fakes.events)).not.toContain('Welcome');
    }
  });

  it('[CH-088][CH-076] does not greet while the answer to a text begins the chat', async () => {
    const { fakes, service, channel } = setUpBot();
    await channel.init();
    service.fault('loseMessage');
    await channel.start({ startType: 'menu' }).catch(() => {});
    let answerNow = (): void => {};
    const answered = new Promise<void>((resolve) => {
      answerNow = resolve;
    });
    fakes.call.on('/v2/message', async ({ body }) => {
      await answered;
      const answer = service.receive((body as { input: { text: string } }).input.text);
      return { ...answer, context: { conversation_id: 'conversation-2' } };
    });
    void channel.send({ id: 'x', text: 'hello' });
    fakes.goOnline();
    await fakes.clock.advance(1_000);
    answerNow();
    await fakes.clock.advance(4_000);
    expect(service.texts).toEqual(['hello']);
    expect(shownTexts(fakes.events)).not.toContain('Welcome');
  });

  it('[CH-076] is checked once by all who ask at the same time', async () => {
    const { fakes, service, channel } = setUpBot();
    service.fail();
    await channel.init();
    await fakes.clock.advance(retryWhenShownMs);
    service.fail(false);
    fakes.setAttention({ isPaneShown: true });
    await Promise.all([channel.start({ startType: 'menu' }), channel.resume({ conversationId: undefined })]);
    expect(service.calls('/v2/status')).toHaveLength(2);
  });

  it('[CH-077] is not checked again if it does not serve the visitor’s country', async () => {
    const { fakes, service, channel } = setUpBot({ entry: { service: 'bot', skill: 's', countries: ['zz'] } });
    await channel.init();
    expect(channel.snapshot.state).toBe('unavailable');
    await fakes.clock.advance(retryWhenShownMs);
    fakes.setAttention({ isPaneShown: true });
    await fakes.clock.advance(0);
    expect(service.calls('/v2/status')).toHaveLength(1);
  });

  it('[CH-077][SH-108] is checked again when the visitor’s country becomes known', async () => {
    let countryCode: string | undefined;
    const { fakes, service, channel } = setUpBot({
      entry: { service: 'bot', skill: 's', countries: ['us'] },
      visitor: () => ({ ...fakeVisitor, countryCode }),
    });
    await channel.init();
    fakes.changeVisitor();
    countryCode = 'DE';
    fakes.changeVisitor();
    await fakes.clock.advance(0);
    expect(channel.snapshot.state).toBe('unavailable');
    expect(service.calls('/v2/status')).toHaveLength(1);
    countryCode = 'US';
    fakes.changeVisitor();
    fakes.changeVisitor();
    await fakes.clock.advance(0);
    expect(channel.snapshot.state).toBe('available');
    expect(service.calls('/v2/status')).toHaveLength(2);
  });

  it('[CH-077] is not checked again by other news of the visitor', async () => {
    const { fakes, service, channel } = setUpBot();
    service.fail();
    await channel.init();
    fakes.changeVisitor();
    await fakes.clock.advance(0);
    expect(service.calls('/v2/status')).toHaveLength(1);
  });

  it('[CH-052][CH-076] goes on with a restored chat, whose history it then has', async () => {
    const first = await startBot();
    first.service.fail();
    const { fakes, service, channel } = first.reload();
    await channel.resume({ conversationId: 'conversation-1' });
    await fakes.clock.advance(retryWhenShownMs);
    expect(channel.snapshot.state).toBe('unavailable');
    expect(messagesOf(fakes.events)).toEqual([]);
    service.fail(false);
    fakes.setAttention({ isPaneShown: true });
    await fakes.clock.advance(0);
    expect(channel.snapshot).toMatchObject({ state: 'chatting', conversationId: 'conversation-1' });
    expect(shownTexts(fakes.events)).toEqual(['Welcome']);
    void channel.send({ id: 'x', text: 'hello' });
    await fakes.clock.advance(100);
    expect(service.texts).toEqual(['hello']);
  });

  it('[CH-047][CH-076] is checked again when the visitor returns to its chat', async () => {
    const { fakes, service, channel } = await startBot();
    service.fail();
    channel.send({ id: 'x', text: 'hello' }).catch(() => {});
    await fakes.clock.advance(120_000);
    expect(channel.snapshot.state).toBe('unavailable');
    service.fail(false);
    expect(await channel.resume({ conversationId: 'conversation-1' })).toBe(true);
    expect(channel.snapshot.state).toBe('chatting');
  });

  it('[CH-101][CH-215] goes on with a chat after a text that failed, without another greeting', async () => {
    const { fakes, service, channel } = await startBot();
    service.fail();
    channel.send({ id: 'x', text: 'hello' }).catch(() => {});
    await fakes.clock.advance(120_000);
    expect(channel.snapshot.state).toBe('unavailable');
    service.fail(false);
    fakes.setAttention({ isPaneShown: true });
    await fakes.clock.advance(1_000);
    expect(channel.snapshot.state).toBe('chatting');
    expect(shownTexts(fakes.events).filter((one) => one === 'Welcome')).toHaveLength(1);
  });

  it('[CH-076] does not continue a chat that has ended', async () => {
    const { fakes, service, channel } = await startBot();
    service.fail();
    channel.send({ id: 'x', text: 'hello' }).catch(() => {});
    await fakes.clock.advance(120_000);
    await channel.end();
    service.fail(false);
    fakes.setAttention({ isPaneShown: true });
    await fakes.clock.advance(1_000);
    expect(channel.snapshot).toMatchObject({ state: 'available', conversationId: undefined });
  });
});
