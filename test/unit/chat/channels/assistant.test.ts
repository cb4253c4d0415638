import { describe, expect, it } from 'vitest';
import { createAssistantChannel } from '../../../../frame/chat/channels/assistant/index.ts';
import { toBlocks as toAssistantBlocks } from '../../../../frame/chat/channels/assistant/toBlocks.ts';
import { parseBotAnswer } from '../../../../frame/chat/channels/bot/wire.ts';
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

  it('[CH-106] starts its script once, although an unavailable service is checked again', async () => {
    const { channel, loads, service } = setUpAssistant();
    service.fail();
    await channel.init();
    expect(channel.snapshot.state).toBe('unavailable');
    service.fail(false);
    await channel.start({ startType: 'menu' });
    expect(channel.snapshot.state).toBe('chatting');
    expect(loads).toHaveLength(1);
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

  it('[F-CH25] asks whether the visitor is an employee, as the company’s own bot does', async () => {
    const employeeCheckUrl = 'https://staff.example/check';
    const fakes = createFakeChannelPorts({ deployment: { bot: { ...botDeployment.bot, employeeCheckUrl } } });
    fakeBotService(fakes);
    const asked: string[] = [];
    const channel = createAssistantChannel(
      { ...fakes.ports, onEmployeeCheck: (isEmployee) => void reported.push(isEmployee) },
      async () => createFakeAssistant(fakes.ports).instance,
      async (url) => void asked.push(url),
    );
    const reported: boolean[] = [];
    await channel.init();
    expect(asked).toEqual([employeeCheckUrl]);
    expect(reported).toEqual([true]);
  });

  it('[CH-105][CH-106][CH-107][F-CH2] sends every message through the program, and shows what the program receives', async () => {
    const { fakes, service, channel, program } = setUpAssistant();
    await channel.start({ startType: 'menu' });
    void channel.send({ id: 't', text: 'Prices' });
    await fakes.clock.advance(1_000);
    expect(program.sent).toMatchObject([{ input: { text: '' } }, { input: { text: 'Prices' } }]);
    expect(messagesOf(fakes.events).map((one) => one.lines?.[0]?.text)).toContain('You said Prices');
    expect(service.calls('/v2/message')).toHaveLength(2);
    expect(program.handlers.size).toBe(1);
    fakes.lifetime.end();
    expect(program.handlers.size).toBe(0);
    await fakes.clock.advance(0);
    expect(program.state.isDestroyed).toBe(true);
  });

  it('[CH-014] leaves nothing of its session in the tab when the visitor’s data has been removed', async () => {
    const { fakes, channel, program } = setUpAssistant();
    await channel.start({ startType: 'menu' });
    fakes.storage.write('cm-conversations', [{ adapterId: 'bot', localId: '1' }]);
    void channel.send({ id: 't', text: 'Prices' });
    await fakes.clock.advance(1_000);
    expect(program.state.session).toHaveLength(2);
    fakes.storage.clear('cm-conversations');
    fakes.lifetime.end();
    await fakes.clock.advance(0);
    expect(program.state).toEqual({ isDestroyed: true, session: [] });
  });

  it('[CH-014] removes the session of somebody who has signed out on another page', async () => {
    const { fakes, channel, program } = setUpAssistant();
    program.state.session = ['a message of somebody else'];
    fakes.storage.write('cm-conversations', [{ adapterId: 'liveperson', localId: '1' }]);
    await channel.init();
    expect(program.state.session).toEqual([]);
  });

  it('[CH-016] keeps its session for a conversation that continues on the next page', async () => {
    const { fakes, channel, program } = setUpAssistant();
    program.state.session = ['a message from the last page'];
    fakes.storage.write('cm-conversations', [{ adapterId: 'bot', localId: '1' }]);
    await channel.resume({ conversationId: '1' });
    fakes.lifetime.end();
    await fakes.clock.advance(0);
    expect(program.state).toEqual({ isDestroyed: true, session: ['a message from the last page'] });
  });

  it('[CH-014][CH-218] starts a new chat in a new session', async () => {
    const { fakes, channel, program } = setUpAssistant();
    program.state.session = ['a message of somebody who has signed out'];
    for (const startType of ['menu', 'restart'] as const) {
      await channel.start({ startType });
      expect(program.state.session).toMatchObject([{ input: { text: '' } }]);
      await channel.send({ id: startType, text: 'Prices' });
      await fakes.clock.advance(1_000);
      await channel.end();
    }
  });

  it.each([
    ['does not have', undefined],
    ['fails to run', () => Promise.reject(new Error('no session'))],
    [
      'breaks in',
      () => {
        throw new Error('broken');
      },
    ],
  ])('[CH-106] starts with a program that %s the removal of its session', async (_, destroySession) => {
    const { fakes, channel, program } = setUpAssistant();
    Object.assign(program.instance, { destroySession });
    await channel.start({ startType: 'menu' });
    expect(channel.snapshot.state).toBe('chatting');
    fakes.lifetime.end();
    await fakes.clock.advance(0);
    expect(program.state.isDestroyed).toBe(true);
  });

  it('[CH-106] waits 2 s for the removal of the last session, but not for a visitor who has left the chat', async () => {
    const { fakes, channel, program } = setUpAssistant();
    program.instance.destroySession = () => new Promise(() => {});
    const started = channel.start({ startType: 'menu' });
    await fakes.clock.advance(1_999);
    expect(program.sent).toEqual([]);
    await fakes.clock.advance(1);
    await started;
    expect(program.sent).toHaveLength(1);
    await channel.end();
    const givenUp = channel.start({ startType: 'restart' }).catch((error: unknown) => error);
    await channel.end();
    await fakes.clock.advance(2_000);
    expect(await givenUp).toMatchObject({ code: 'CALL_ABORTED' });
    expect(program.sent).toHaveLength(1);
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

  const blocksOf = (generic: unknown, context = {}) =>
    toAssistantBlocks(parseBotAnswer({ context, output: { generic } }));

  it.each(['image', 'video', 'audio', 'iframe'])('[CH-109] shows a response of type %s as a link', (type) => {
    const source = 'https://a.example/tour';
    const linesOf = (item: object) => blocksOf([{ response_type: type, source, ...item }])[0]?.lines;
    expect(linesOf({ title: 'A tour' })).toEqual([{ type: 'link', text: 'A tour', href: source }]);
    expect(linesOf({ alt_text: 'A tour' })).toEqual([{ type: 'link', text: 'A tour', href: source }]);
    expect(linesOf({})).toEqual([{ type: 'link', text: '', href: source }]);
  });

  it('[CH-109] shows the text of a response, or else its title, and nothing of a pause', () => {
    const shown = blocksOf([
      { response_type: 'text', text: 'words', title: 'unused' },
      { response_type: 'hologram', title: 'A title' },
      { response_type: 'pause', time: 500, typing: true },
      'no object',
    ]);
    expect(shown.map(({ text, lines, displayFeedback }) => [text, lines, displayFeedback])).toEqual([
      ['words', [], false],
      ['A title', [], false],
    ]);
  });

  it('[CH-109] names the agent line by the message for the visitor, or else by the one for the agent', () => {
    const lineOf = (item: object) => blocksOf([{ response_type: 'connect_to_agent', ...item }])[0];
    expect(lineOf({ message_to_human_agent: 'Wants a price' })).toMatchObject({
      text: '',
      lines: [{ type: 'chat', text: 'Wants a price' }],
      review: undefined,
      displayFeedback: false,
    });
    expect(lineOf({})?.lines).toEqual([{ type: 'chat', text: '' }]);
  });

  it('[CH-109] shows a list of options with its description, without options that have no label, and no empty list', () => {
    const list = (options: unknown) =>
      blocksOf([{ response_type: 'option', title: 'Pick', description: 'One of these', options }])[0];
    expect(list([{ label: 'A' }, { value: 'unlabelled' }])?.lines).toEqual([
      { type: 'group', text: 'Pick', description: 'One of these', items: [{ type: 'choice', text: 'A' }] },
    ]);
    expect(list([])).toMatchObject({ text: 'Pick', lines: [] });
    expect(blocksOf([{ response_type: 'option', options: [] }])).toEqual([]);
    expect(blocksOf([{ response_type: 'option', options: [{ label: 'A' }] }])[0]?.lines[0]?.text).toBe('');
  });

  it('[CH-097][CH-109] asks for feedback under the last block only', () => {
    const texts = ['one', 'two'].map((text) => ({ response_type: 'text', text }));
    const asked = (displayFeedback: unknown) =>
      blocksOf(texts, { displayFeedback }).map((block) => block.displayFeedback);
    expect(asked(true)).toEqual([false, true]);
    expect(asked('yes')).toEqual([false, false]);
  });

  it('[CH-103] has no welcome before it has started', async () => {
    const { channel, fakes } = setUpAssistant();
    expect(await channel.welcome?.()).toBeUndefined();
    expect(fakes.log.warnings.join()).toContain('The hosted assistant has not started.');
  });

  it('[CH-109] leaves an answer in the form of the bot service without choices', () => {
    const [block] = toAssistantBlocks(parseBotAnswer({ output: { values: botLines({ type: 'text', text: 'Hi' }) } }));
    expect(block?.lines).toEqual([{ type: 'text', text: 'Hi' }]);
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
