import { describe, expect, it } from 'vitest';
import { createAssistantChannel } from '../../../../frame/chat/channels/assistant/index.ts';
import { toMessage } from '../../../../frame/chat/messages/messageLog.ts';
import { messagesOf } from '../../../contract/channelSuite.ts';
import { createFakeVendorAssistant } from '../../../support/fakeAssistant.ts';
import { botDeployment, fakeBotService } from '../../../support/fakeBotService.ts';
import { createFakeChannelPorts, fakePage } from '../../../support/fakeChannelPorts.ts';

/** The channel on the vendor's program. The bot service of the bench is the assistant behind the program. */
function setUp(session: unknown[] = [], deployment: Record<string, unknown> = {}) {
  const fakes = createFakeChannelPorts({
    deployment: { ...botDeployment, assistant: { wire: 'vendor', ...deployment } },
  });
  const service = fakeBotService(fakes);
  const program = createFakeVendorAssistant(fakes.ports, session);
  const channel = createAssistantChannel(fakes.ports, async () => program.instance);
  const texts = () => messagesOf(fakes.events).map(({ type, text, lines }) => `${type}: ${text || lines?.[0]?.text}`);
  return { fakes, service, program, channel, texts };
}

describe('the hosted assistant with the vendor’s messages', () => {
  it('[F-CH21] sends text as the vendor documents it, with the facts as variables of a skill, and no id of ours', async () => {
    const { fakes, program, channel } = setUp();
    await channel.start({ startType: 'menu' });
    await channel.send({ id: 't', text: 'Prices' });
    await fakes.clock.advance(1_000);
    const [, { input, context } = {}] = program.sent;
    expect(input).toEqual({ message_type: 'text', text: 'Prices' });
    expect(context).toEqual({ skills: { 'main skill': { user_defined: expect.any(Object) } } });
    expect(context).toMatchObject({
      skills: { 'main skill': { user_defined: { pageUrl: fakePage.url, locale: 'en-US' } } },
    });
    const { conversationId } = channel.snapshot;
    expect(conversationId).toBeTruthy();
    expect(JSON.stringify(program.sent)).not.toContain(conversationId);
    expect(JSON.stringify(program.sent)).not.toContain('conversation_id');
  });

  it('[F-CH21] names the skill of the deployment', async () => {
    const { program, channel } = setUp([], { skill: 'actions skill' });
    await channel.start({ startType: 'menu' });
    expect(program.sent[0]?.context).toEqual({ skills: { 'actions skill': { user_defined: expect.any(Object) } } });
  });

  it('[F-CH21] acts on variables that come back, and sends them again', async () => {
    const { fakes, service, program, channel } = setUp();
    service.reply(service.answer([], { action: 'chat', focusArea: 'data', mood: 'curious' }));
    await channel.start({ startType: 'menu' });
    expect(fakes.transfers).toHaveLength(1);
    await channel.send({ id: 't', text: 'Prices' });
    await fakes.clock.advance(1_000);
    expect(program.sent[1]?.context).toMatchObject({
      skills: { 'main skill': { user_defined: { action: '', mood: 'curious' } } },
    });
  });

  it('[F-CH21] calls no service of the company: no status, no history, no ratings, no reports', async () => {
    const { fakes, service, channel } = setUp();
    await channel.start({ startType: 'menu' });
    const answer = messagesOf(fakes.events).find(({ type }) => type === 'bot');
    if (!answer) throw new Error('There is an answer.');
    await channel.rate(toMessage(answer, undefined, 1), true);
    channel.linkSession?.('rt-1');
    await fakes.clock.advance(1_000);
    for (const path of ['/v2/status', '/v2/message/history', '/v2/validate', '/v2/update'])
      expect(service.calls(path), path).toEqual([]);
    expect(fakes.log.warnings).toEqual([]);
  });

  it('[F-CH21] shows the history of the program’s session after a reload, once, and goes on with it', async () => {
    const first = setUp();
    await first.channel.start({ startType: 'menu' });
    await first.channel.send({ id: 't', text: 'Prices' });
    await first.fakes.clock.advance(1_000);
    const { conversationId } = first.channel.snapshot;

    const next = setUp(first.program.session);
    next.fakes.storage.write('cm-conversations', [{ adapterId: 'bot', localId: '1', conversationId }]);
    expect(await next.channel.resume({ conversationId })).toBe(true);
    expect(next.texts()).toEqual(['bot: Welcome', 'visitor: Prices', 'bot: You said Prices']);
    expect(messagesOf(next.fakes.events).every(({ isHistory }) => isHistory)).toBe(true);
    await next.channel.send({ id: 'u', text: 'Dates' });
    await next.fakes.clock.advance(1_000);
    expect(next.texts().slice(3)).toEqual(['bot: You said Dates']);
    expect(next.channel.snapshot).toMatchObject({ state: 'chatting', conversationId });
  });

  it('[F-CH21] goes on without a history if the program restores none', async () => {
    const { fakes, channel, texts } = setUp();
    fakes.storage.write('cm-conversations', [{ adapterId: 'bot', localId: '1', conversationId: 'c' }]);
    const resumed = channel.resume({ conversationId: 'c' });
    await fakes.clock.advance(3_000);
    expect(await resumed).toBe(true);
    expect(texts()).toEqual([]);
    await channel.send({ id: 't', text: 'Prices' });
    await fakes.clock.advance(1_000);
    expect(texts()).toEqual(['bot: You said Prices']);
  });

  it('[F-CH21] begins a new session with a new chat, of which the earlier one is no part', async () => {
    const { fakes, program, channel, texts } = setUp([
      { input: { text: 'old' } },
      { id: 'o', output: { generic: [] } },
    ]);
    await channel.start({ startType: 'menu' });
    const first = channel.snapshot.conversationId;
    await channel.end();
    await channel.start({ startType: 'restart' });
    await fakes.clock.advance(1_000);
    expect(program.session).toHaveLength(2);
    expect(texts().filter((text) => text.startsWith('visitor'))).toEqual([]);
    expect(channel.snapshot.conversationId).not.toBe(first);
  });

  it('[F-CH21] has no welcome for the card, which would begin a session', async () => {
    const { program, channel } = setUp();
    await channel.init();
    expect(await channel.welcome?.()).toBeUndefined();
    expect(program.sent).toEqual([]);
  });

  it('[CH-016] no longer listens to the program when the channel ends', async () => {
    const { fakes, program, channel } = setUp();
    await channel.init();
    expect(program.listeners.size).toBe(2);
    fakes.lifetime.end();
    expect(program.listeners.size).toBe(0);
  });
});
