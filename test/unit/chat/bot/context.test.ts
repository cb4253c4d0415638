import { describe, expect, it } from 'vitest';
import { botLines, setUpBot, startBot } from '../../../support/botBench.ts';
import { refuse } from '../../../support/fakeBackend.ts';
import { fakePage, fakePlace, fakeVisitor } from '../../../support/fakeChannelPorts.ts';

describe('the context of a message to the bot', () => {
  it('[CH-081][CH-082][CH-083] has a value for every field even if little is known', async () => {
    const { service } = await startBot({
      entry: { service: 'bot' },
      page: () => ({ ...fakePage, lang: '' }),
      place: () => ({ ...fakePlace, focusArea: undefined, languageCode: 'de' }),
      visitor: () => ({ ...fakeVisitor, countryCode: undefined, anonymousId: undefined }),
    });
    expect(service.contexts()[0]).toEqual({
      isIBMer: false,
      product: '',
      switch: '',
      chatSkills: [],
      eligibleCountries: '*',
      extraBundles: {},
      focusArea: '',
      isChatAvailable: true,
      schedulerParams: null,
      action: '',
      noSwitchBackToChatBot: false,
      responseManager: true,
      locale: 'de',
      pageLocale: 'de',
      pageUrl: fakePage.url,
      referrerUrl: fakePage.referrer,
      userAgentInfo: fakePlace.userAgent,
      marketingParameters: {},
      countryCode: '',
      iui: '',
      signedin: false,
      bluemixProfile: {},
      socialId: '',
      auId: '',
      version: '1.0',
      conversate: true,
      conversation_id: '',
      engagementId: '',
      realtimeID: '',
      confirm_product_prompt: false,
      label: '',
      displayFeedback: false,
    });
  });

  it('[CH-081] has the switch and the countries of the routing entry', async () => {
    const { service } = await startBot({ entry: { service: 'bot', switch: 'beta', countries: ['us', 'ca'] } });
    expect(service.contexts()[0]).toMatchObject({ switch: 'beta', eligibleCountries: ['us', 'ca'] });
    const everywhere = await startBot({ entry: { service: 'bot', countries: [] } });
    expect(everywhere.service.contexts()[0]).toMatchObject({ eligibleCountries: '*' });
  });

  it('[CH-081][CH-083] keeps what the bot knows about the dialogue, and corrects what it says about the page', async () => {
    const dialogue = {
      extraBundles: { data: { service: 'bot' } },
      schedulerParams: { topic: 'cloud' },
      conversate: false,
      confirm_product_prompt: true,
      displayFeedback: true,
    };
    const { fakes, service, channel } = setUpBot();
    service.reply(
      service.answer(botLines('Hi'), {
        ...dialogue,
        product: 'other',
        pageUrl: 'https://old.example/',
        action: 'none',
        countryCode: 'FR',
      }),
    );
    await channel.start({ startType: 'menu' });
    void channel.send({ id: 'x', text: 'next' });
    await fakes.clock.advance(100);
    expect(service.contexts()[1]).toMatchObject({
      ...dialogue,
      product: 'cloud-sales',
      pageUrl: fakePage.url,
      action: '',
      countryCode: 'US',
    });
  });

  it('[CH-083] forgets the dialogue when another chat starts', async () => {
    const { fakes, service, channel } = setUpBot();
    service.reply(service.answer(botLines('Hi'), { memory: { a: 1 }, noSwitchBackToChatBot: true }));
    await channel.start({ startType: 'menu' });
    await channel.end();
    void channel.start({ startType: 'restart' });
    await fakes.clock.advance(2_000);
    expect(service.contexts()[1]).not.toHaveProperty('memory');
    expect(service.contexts()[1]).toMatchObject({ noSwitchBackToChatBot: false });
  });

  it('[CH-052][CH-083] keeps the dialogue of a conversation that continues', async () => {
    const { fakes, service, channel } = setUpBot();
    service.reply(service.answer(botLines('Hi'), { memory: { a: 1 } }));
    await channel.start({ startType: 'menu' });
    await channel.resume({ conversationId: 'talk-9' });
    void channel.send({ id: 'x', text: 'next' });
    await fakes.clock.advance(100);
    expect(service.contexts()[1]).toMatchObject({ memory: { a: 1 }, conversation_id: 'talk-9' });
  });

  it('[CH-083][CH-101] keeps the dialogue after an error answer without a context', async () => {
    const { fakes, service, channel } = setUpBot();
    service.reply(service.answer(botLines('Hi'), { memory: { a: 1 }, label: 'billing' }));
    await channel.start({ startType: 'menu' });
    fakes.call.on('/v2/message', () => refuse(500, { _id: 'e', output: { values: botLines('Sorry, once more?') } }));
    for (const id of ['x', 'y']) {
      void channel.send({ id, text: 'my bill' });
      await fakes.clock.advance(100);
    }
    expect(service.contexts()[2]).toMatchObject({ memory: { a: 1 }, label: 'billing' });
  });

  it('[CH-083] sends back an id of the conversation that is a number', async () => {
    const { fakes, service, channel } = setUpBot();
    service.reply(service.answer(botLines('Hi'), { conversation_id: 7 }));
    await channel.start({ startType: 'menu' });
    void channel.send({ id: 'x', text: 'next' });
    await fakes.clock.advance(100);
    expect(service.contexts()[1]).toMatchObject({ conversation_id: 7 });
  });

  it('[CH-098] has the live session that another channel has reported', async () => {
    const { fakes, service, channel } = await startBot();
    channel.linkSession?.('rt-9');
    void channel.send({ id: 'x', text: 'next' });
    await fakes.clock.advance(100);
    expect(service.contexts().at(-1)).toMatchObject({ realtimeID: 'rt-9' });
  });

  it('[CH-098] does not have the live session of the chat before, nor report with its answer', async () => {
    const { fakes, service, channel } = await startBot();
    channel.linkSession?.('rt-9');
    await channel.end();
    fakes.call.on('/v2/message', () => refuse(500));
    channel.start({ startType: 'restart' }).catch(() => {});
    await fakes.clock.advance(2_000);
    expect(service.contexts().at(-1)).toMatchObject({ realtimeID: '' });
    channel.linkSession?.('rt-10');
    expect(service.calls('/v2/update').map(({ body }) => (body as { _id?: string })._id)).toEqual([
      'answer-1',
      undefined,
    ]);
  });

  it('[F-CH29] has the newest live session, whatever the bot returns', async () => {
    const { service, channel } = setUpBot();
    service.reply(service.answer(botLines('Hi'), { realtimeID: '' }));
    await channel.start({ startType: 'menu' });
    channel.linkSession?.('rt-9');
    expect(service.calls('/v2/update').at(-1)?.body).toMatchObject({ context: { realtimeID: 'rt-9' } });
  });
});
