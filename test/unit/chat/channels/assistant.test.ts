import { describe, expect, it } from 'vitest';
import { parseBotAnswer } from '../../../../frame/chat/botService/wire.ts';
import { createAssistantChannel } from '../../../../frame/chat/channels/assistant/index.ts';
import { toBlocks as toAssistantBlocks } from '../../../../frame/chat/channels/assistant/toBlocks.ts';
import { messagesOf } from '../../../contract/channelSuite.ts';
import { botLines } from '../../../support/botBench.ts';
import { createFakeAssistant } from '../../../support/fakeAssistant.ts';
import { botDeployment, fakeBotService } from '../../../support/fakeBotService.ts';
import { createFakeChannelPorts } from '../../../support/fakeChannelPorts.ts';

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
    const program = createFakeAssistant(fakes.ports);
    const loads: unknown[] = [];
    const channel = createAssistantChannel(fakes.ports, async (url, options) => {
      loads.push({ url, ...options });
      return program.instance;
    });
    return { fakes, service, channel, loads, program };
  }

  it('[CH-106] starts its script with integration id, region, locale and z-index, from staging outside of production', async () => {
    const { channel, loads } = setUpAssistant();
    await channel.init();
    // No ids that the deployment does not have.
    expect(loads).toStrictEqual([
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

  it('[CH-094][CH-109] shows the label of a pressed option and sends its value', async () => {
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
    const shown = messagesOf(fakes.events).find((one) => one.type === 'visitor');
    expect(shown?.text).toBe('Prices, please');
    expect(JSON.stringify(service.calls('/v2/message').at(-1)?.body)).not.toContain('says');
  });

  it('[CH-106] passes the service instance and the subscription to the script', async () => {
    const assistant = { scriptUrl: 'https://cdn.example/e.js', serviceInstanceId: 'instance', subscriptionId: 'sub' };
    const fakes = createFakeChannelPorts({ deployment: { ...botDeployment, assistant } });
    fakeBotService(fakes);
    const loads: unknown[] = [];
    await createAssistantChannel(fakes.ports, async (_, options) => {
      loads.push(options);
      return createFakeAssistant(fakes.ports).instance;
    }).init();
    expect(loads).toMatchObject([{ serviceInstanceID: 'instance', subscriptionID: 'sub' }]);
  });

  it('[CH-106] is unavailable if its script does not load', async () => {
    const fakes = createFakeChannelPorts({ deployment: botDeployment });
    fakeBotService(fakes);
    const channel = createAssistantChannel(fakes.ports, () => Promise.reject(new Error('blocked')));
    await channel.init();
    expect(channel.snapshot.state).toBe('unavailable');
  });

  it('[CH-105][CH-106][CH-107][F-CH2] sends every message through the program, and shows what the program receives', async () => {
    const { fakes, service, channel, program } = setUpAssistant();
    await channel.start({ startType: 'menu' });
    void channel.send({ id: 't', text: 'Prices' });
    await fakes.clock.advance(1_000);
    expect(program.sent).toMatchObject([{ input: { text: '' } }, { input: { text: 'Prices' } }]);
    expect(messagesOf(fakes.events).map((one) => one.lines?.[0]?.text)).toContain('You said Prices');
    expect(service.calls('/v2/message')).toHaveLength(2);
    expect(program.handlers.size).toBe(0);
    fakes.lifetime.end();
    expect(program.state.isDestroyed).toBe(true);
  });

  it('[CH-101][F-CH2] is unavailable when the program does not answer in 15 s', async () => {
    const { fakes, channel, program } = setUpAssistant();
    await channel.init();
    program.instance.send = () => new Promise(() => {});
    const started = channel.start({ startType: 'menu' }).catch((error: unknown) => error);
    await fakes.clock.advance(14_999);
    expect(channel.snapshot.state).toBe('chatting');
    await fakes.clock.advance(1);
    expect(channel.snapshot.state).toBe('unavailable');
    expect(String(await started)).toContain('did not answer');
    expect(program.handlers.size).toBe(0);
  });

  it('[CH-107] uses the status and message paths', async () => {
    const { channel, service } = setUpAssistant();
    await channel.start({ startType: 'menu' });
    expect(service.calls('/v2/status')).toHaveLength(1);
    expect(service.calls('/v2/message')).toHaveLength(1);
  });

  it('[CH-108] starts with the privacy notice and pauses 500 ms between blocks', async () => {
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

  it('[CH-109] reads options as a group of choices, and agent, scheduler and link responses as lines', () => {
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

  it('[CH-109] also groups choices in the form of the bot service', () => {
    const [block] = toAssistantBlocks(
      parseBotAnswer({ output: { values: botLines({ type: 'text', text: 'Pick' }, { type: 'choice', text: 'A' }) } }),
    );
    expect(block?.lines).toEqual([
      { type: 'text', text: 'Pick' },
      { type: 'group', text: '', items: [{ type: 'choice', text: 'A' }] },
    ]);
  });
});
