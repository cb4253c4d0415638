import { describe, expect, it } from 'vitest';
import { toMessage } from '../../../../frame/chat/messages/messageLog.ts';
import { messagesOf } from '../../../contract/channelSuite.ts';
import { anyMessage, botLines, startBot } from '../../../support/botBench.ts';
import { fakePage } from '../../../support/fakeChannelPorts.ts';

describe('acting on an answer', () => {
  it.each(['product', 'disambiguation', 'entityChoice', 'entityGeneral'])(
    '[CH-087] sends the category %s of a pressed choice',
    async (choiceType) => {
      const { fakes, service, channel } = await startBot();
      void channel.press({ type: 'choice', text: 'A', choiceType }, anyMessage);
      await fakes.clock.advance(100);
      expect(service.calls('/v2/message').at(-1)?.body).toMatchObject({ input: { choiceType } });
    },
  );

  it('[CH-092] runs no action of an answer if the conversation ends while the answer is shown', async () => {
    const { fakes, service, channel } = await startBot();
    service.reply(
      service.answer([...botLines('One'), ...botLines('Two')], { action: 'scheduler', schedulerParams: {} }),
    );
    void channel.send({ id: 'x', text: 'meeting' });
    await fakes.clock.advance(100);
    void channel.end();
    await fakes.clock.advance(5_000);
    expect(fakes.schedulers).toEqual([]);
  });

  it('[CH-092] transfers for the action chat and opens the scheduler for the action scheduler', async () => {
    const { fakes, service, channel } = await startBot();
    service.reply(
      service.answer(botLines('One moment'), {
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
    service.reply(service.answer(botLines('Sure'), { action: 'scheduler', schedulerParams: { topic: 'cloud' } }));
    void channel.send({ id: 'y', text: 'meeting' });
    await fakes.clock.advance(1_000);
    expect(fakes.schedulers).toEqual([{ schedulerConfig: { topic: 'cloud' } }]);
  });

  it('[CH-093] transfers for a chat line and opens the scheduler for a scheduler line', async () => {
    const { fakes, channel } = await startBot();
    const chatInformation = [{ service: 'liveperson', skill: 's' }];
    await channel.press({ type: 'chat', text: 'Agent', value: { chatInformation }, focusArea: 'cloud' }, anyMessage);
    expect(fakes.transfers[0]).toMatchObject({ entries: chatInformation, focusArea: 'cloud' });
    await channel.press(
      { type: 'scheduler', text: 'Meet', value: { schedulerConfig: { a: 1 }, schedulerText: 'When?' } },
      anyMessage,
    );
    expect(fakes.schedulers[0]).toEqual({ schedulerConfig: { a: 1 }, schedulerText: 'When?' });
  });

  it('[CH-058][CH-059] transfers for a chat line with what its answer says about targets and the way back', async () => {
    const { fakes, service, channel } = await startBot();
    const extraBundles = { data: { service: 'softlayer' } };
    service.reply(service.answer(botLines('Talk to us'), { extraBundles, noSwitchBackToChatBot: true }));
    void channel.send({ id: 'x', text: 'agent' });
    await fakes.clock.advance(1_000);
    const answer = messagesOf(fakes.events).findLast((one) => one.type === 'bot');
    if (!answer) throw new Error('There is an answer.');
    await channel.press({ type: 'chat', text: 'Agent', focusArea: 'data' }, toMessage(answer, undefined, 1));
    expect(fakes.transfers).toEqual([{ extraBundles, focusArea: 'data', noSwitchBack: true }]);
  });

  it('[CH-061] goes on after a transfer that failed', async () => {
    const { channel, fakes, service } = await startBot({
      requestTransfer: () => Promise.reject(new Error('no agent')),
    });
    await channel.press({ type: 'chat', text: 'Agent' }, anyMessage);
    void channel.send({ id: 'x', text: 'hello' });
    await fakes.clock.advance(100);
    expect(service.texts).toEqual(['hello']);
  });

  it('[CH-078][CH-098] opens and reports a phone line with the number of the country, and no line without an address', async () => {
    const phoneNumbers = [{ phoneNumber: '+1 555 0100', countryCode: 'us' }];
    const { channel, fakes, service } = await startBot({ entry: { service: 'bot', phoneNumbers } });
    await channel.press({ type: 'link', text: 'nowhere' }, anyMessage);
    expect([fakes.opened, service.calls('/v2/update')]).toEqual([[], []]);
    await channel.press({ type: 'phone', text: 'Call us' }, anyMessage);
    expect(fakes.opened).toEqual([{ url: 'tel:+15550100', target: 'self' }]);
    expect(service.calls('/v2/update')[0]?.body).toMatchObject({ linkUrl: 'tel:+15550100' });
  });

  it('[CH-095][BR-34] opens a relative link from the page’s whole address, and reports it without', async () => {
    const { channel, fakes, service } = await startBot({
      page: () => ({ ...fakePage, url: 'https://www.shop.example/orders/-/' }),
      pageUrl: () => 'https://www.shop.example/orders/4711042/?id=7',
    });
    await channel.press({ type: 'link', text: 'Invoice', href: 'invoice' }, anyMessage);
    expect(fakes.opened).toEqual([{ url: 'https://www.shop.example/orders/4711042/invoice', target: 'self' }]);
    expect(service.calls('/v2/update')[0]?.body).toMatchObject({
      linkUrl: 'https://www.shop.example/orders/-/invoice',
    });
  });

  it('[CH-094] sends a quick reply as a choice', async () => {
    const { channel, fakes, service } = await startBot();
    void channel.reply({ id: 'r', text: 'Databases' });
    await fakes.clock.advance(100);
    expect(service.calls('/v2/message').at(-1)?.body).toHaveProperty('input', { type: 'choice', text: 'Databases' });
  });

  it('[CH-094] shows a pressed choice as a message of the visitor and sends it', async () => {
    const { fakes, service, channel } = await startBot();
    void channel.press({ type: 'choice', text: 'Databases' }, anyMessage);
    await fakes.clock.advance(100);
    expect(
      messagesOf(fakes.events)
        .filter((one) => one.type === 'visitor')
        .map((one) => one.text),
    ).toEqual(['Databases']);
    expect(service.texts).toEqual(['Databases']);
  });

  it('[CH-083][CH-218] a new chat starts a new conversation at the service', async () => {
    const { fakes, service, channel } = await startBot();
    expect(channel.snapshot.conversationId).toBe('conversation-1');
    await channel.end();
    const posts = service.calls('/v2/message').length;
    void channel.start({ startType: 'restart' });
    await fakes.clock.advance(2_000);
    expect(service.calls('/v2/message')[posts]?.body).toMatchObject({ context: { conversation_id: '' } });
  });
});
