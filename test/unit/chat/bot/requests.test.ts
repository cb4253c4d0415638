import { describe, expect, it } from 'vitest';
import { anyMessage, botLines, setUpBot, startBot } from '../../../support/botBench.ts';
import { fakePage, fakePlace, fakeVisitor } from '../../../support/fakeChannelPorts.ts';

describe('requests to the bot service', () => {
  it('[CH-080] posts the context, the text and the fields of a pressed line, with a timeout of 15 s', async () => {
    const { fakes, service, channel } = await startBot();
    void channel.send({ id: 'x', text: 'Hello' });
    await fakes.clock.advance(100);
    void channel.press({ type: 'choice', text: 'Databases', choiceType: 'product', dialogNode: 'n1' }, anyMessage);
    await fakes.clock.advance(100);
    const [, typed, chosen] = service.calls('/v2/message');
    expect(typed?.body).toMatchObject({ input: { text: 'Hello' } });
    expect(typed?.body).toHaveProperty('input', { text: 'Hello' });
    expect(chosen?.body).toMatchObject({
      input: { text: 'Databases', type: 'choice', choiceType: 'product', dialogNode: 'n1' },
    });
    expect(typed?.attemptTimeoutMs).toBe(15_000);
  });

  it('[CH-081] sends the routing fields, with the wildcard for countries by default', async () => {
    const { service } = await startBot({
      entries: () => [{ service: 'bot', skill: 'a' }, { service: 'liveperson', skill: 'b' }, { service: 'salesforce' }],
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

  it('[CH-082] sends the visitor and page fields', async () => {
    const { service } = await startBot({
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

  it('[CH-082] uses en-US without a language', async () => {
    const { service } = await startBot({ place: () => ({ ...fakePlace, languageCode: '' }) });
    expect(service.contexts()[0]?.locale).toBe('en-US');
  });

  it('[CH-083] sends back the context of the last answer', async () => {
    const { fakes, service, channel } = setUpBot();
    service.reply(
      service.answer(botLines('Hi'), { label: 'greeting', engagementId: 'e', realtimeID: 'r', memory: { a: 1 } }),
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
      conversation_id: 'conversation-1',
      label: 'greeting',
      engagementId: 'e',
      realtimeID: 'r',
      memory: { a: 1 },
    });
  });

  it('[CH-059] sends back whether a return to the bot is forbidden', async () => {
    const { fakes, service, channel } = setUpBot();
    service.reply(service.answer(botLines('Hi'), { noSwitchBackToChatBot: true, action: 'chat' }));
    await channel.start({ startType: 'menu' });
    expect(fakes.transfers[0]?.noSwitchBack).toBe(true);
    void channel.send({ id: 'x', text: 'next' });
    await fakes.clock.advance(100);
    expect(service.contexts()[1]?.noSwitchBackToChatBot).toBe(true);
  });

  it('[CH-103] requests the welcome with pillwelcome and no text, and only logs a failure', async () => {
    const { service, channel, fakes } = setUpBot();
    await channel.init();
    service.reply(service.answer(botLines('Can I help?')));
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
