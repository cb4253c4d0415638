import { describe, expect, it } from 'vitest';
import { createAssistantChannel } from '../../../../frame/chat/channels/assistant/index.ts';
import { createProgram } from '../../../../frame/chat/channels/assistant/program.ts';
import type { AssistantEvent } from '../../../../frame/chat/channels/assistant/transport.ts';
import { createFakeAssistant } from '../../../support/fakeAssistant.ts';
import { botDeployment, fakeBotService } from '../../../support/fakeBotService.ts';
import { createFakeChannelPorts, fakePlace } from '../../../support/fakeChannelPorts.ts';

const scriptUrl = 'https://cdn.example/entry.js';
const stagingScriptUrl = 'https://staging.example/entry.js';

/** The address of the script that the channel loads. */
async function loadedFrom(environment: 'production' | 'sandbox', assistant: object): Promise<string | undefined> {
  const fakes = createFakeChannelPorts({
    deployment: { ...botDeployment, assistant },
    place: () => ({ ...fakePlace, environment }),
  });
  fakeBotService(fakes);
  const urls: string[] = [];
  await createAssistantChannel(fakes.ports, async (url) => {
    urls.push(url);
    return createFakeAssistant(fakes.ports).instance;
  }).init();
  return urls[0];
}

describe('the script of the hosted assistant', () => {
  it('[CH-106] comes from the staging address outside of production, if there is one', async () => {
    expect(await loadedFrom('production', { scriptUrl, stagingScriptUrl })).toBe(scriptUrl);
    expect(await loadedFrom('sandbox', { scriptUrl, stagingScriptUrl })).toBe(stagingScriptUrl);
    expect(await loadedFrom('sandbox', { scriptUrl })).toBe(scriptUrl);
  });

  it.each([
    ['is ready once it is rendered', () => Promise.resolve(), 'available'],
    ['is unavailable if it cannot be rendered', () => Promise.reject(new Error('no canvas')), 'unavailable'],
  ])('[CH-106] %s', async (_, render, state) => {
    const fakes = createFakeChannelPorts({ deployment: botDeployment });
    fakeBotService(fakes);
    let renders = 0;
    const instance = {
      ...createFakeAssistant(fakes.ports).instance,
      render: () => {
        renders += 1;
        return render();
      },
    };
    const channel = createAssistantChannel(fakes.ports, async () => instance);
    await channel.init();
    expect([renders, channel.snapshot.state]).toEqual([1, state]);
  });
});

it('[CH-106] a program that cannot be rendered is destroyed, and the next check starts another one', async () => {
  const fakes = createFakeChannelPorts({ deployment: botDeployment });
  fakeBotService(fakes);
  const destroyed: number[] = [];
  const lifetimes: { readonly ended: boolean }[] = [];
  const channel = createAssistantChannel(fakes.ports, async (_url, _options, lifetime) => {
    const at = lifetimes.push(lifetime);
    return {
      ...createFakeAssistant(fakes.ports).instance,
      destroy: () => void destroyed.push(at),
      render: at === 1 ? () => Promise.reject(new Error('no canvas')) : async () => {},
    };
  });
  await channel.init();
  expect(channel.snapshot.state).toBe('unavailable');
  await channel.start({ startType: 'menu' });
  expect(channel.snapshot.state).toBe('chatting');
  expect([destroyed, lifetimes.map(({ ended }) => ended)]).toEqual([[1], [true, false]]);
  fakes.lifetime.end();
  await fakes.clock.advance(0);
  expect(destroyed).toEqual([1, 2]);
});

/** The vendor's program, which answers when the test says so. */
function setUpProgram() {
  const { clock, lifetime } = createFakeChannelPorts();
  const sent: unknown[] = [];
  const handlers = new Set<(event: AssistantEvent) => void>();
  const state = { failure: undefined as Error | undefined, settled: Promise.resolve() };
  const send = createProgram(
    {
      on: ({ handler }) => void handlers.add(handler),
      off: ({ handler }) => void handlers.delete(handler),
      async send(message) {
        sent.push(message);
        if (state.failure) throw state.failure;
        await state.settled;
      },
    },
    { clock, lifetime },
  );
  const answer = (data: unknown): void => {
    for (const handler of [...handlers]) handler({ type: 'receive', data });
  };
  return { clock, lifetime, sent, handlers, state, send, answer };
}

describe('a message through the program of the hosted assistant', () => {
  it('[CH-107] waits until the message before it is answered', async () => {
    const { clock, sent, send, answer } = setUpProgram();
    const both = [send('one'), send('two')];
    await clock.advance(1_000);
    expect(sent).toEqual(['one']);
    answer('first');
    await clock.advance(0);
    expect(sent).toEqual(['one', 'two']);
    answer('second');
    expect(await Promise.all(both)).toEqual(['first', 'second']);
    expect(clock.pending).toBe(0);
  });

  it('[CH-107] fails if the program cannot send it, and the next one is sent', async () => {
    const { clock, sent, state, send, answer } = setUpProgram();
    state.failure = new Error('offline');
    const first = send('one');
    await expect(first).rejects.toThrow('offline');
    state.failure = undefined;
    const second = send('two');
    await clock.advance(0);
    answer('second');
    expect([await second, sent]).toEqual(['second', ['one', 'two']]);
  });

  it('[CH-107] fails after 15 s without an answer, as a timeout', async () => {
    const { clock, send } = setUpProgram();
    const refused = expect(send('one')).rejects.toMatchObject({
      code: 'CALL_TIMEOUT',
      message: 'The hosted assistant did not answer.',
    });
    await clock.advance(15_000);
    await refused;
    expect(clock.pending).toBe(0);
  });

  it('[CH-107] that was answered after the timeout leaves the next one its own answer', async () => {
    const { clock, state, send, answer } = setUpProgram();
    let settle = (): void => {};
    state.settled = new Promise((resolve) => {
      settle = resolve;
    });
    const refused = expect(send('one')).rejects.toMatchObject({ code: 'CALL_TIMEOUT' });
    await clock.advance(15_000);
    await refused;
    const second = send('two');
    await clock.advance(0);
    answer('first, late');
    settle();
    answer('second');
    expect(await second).toBe('second');
  });

  it('[CH-107] that was never answered leaves the next one its own answer', async () => {
    const { clock, send, answer } = setUpProgram();
    const refused = expect(send('one')).rejects.toMatchObject({ code: 'CALL_TIMEOUT' });
    await clock.advance(15_000);
    await refused;
    const second = send('two');
    await clock.advance(0);
    answer('second');
    expect(await second).toBe('second');
  });

  it('[CH-016] fails when the widget is removed', async () => {
    const { clock, lifetime, handlers, send } = setUpProgram();
    const refused = expect(send('one')).rejects.toMatchObject({
      code: 'CALL_ABORTED',
      message: 'The hosted assistant has been closed.',
    });
    await clock.advance(0);
    lifetime.end();
    await refused;
    expect([handlers.size, clock.pending]).toEqual([0, 0]);
  });
});
