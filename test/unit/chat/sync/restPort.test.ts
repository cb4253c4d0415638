import { describe, expect, it } from 'vitest';
import { type ChatRest, createChatRest } from '../../../../frame/chat/channels/sync/chatRest.ts';
import { createChatRestBench } from '../../../support/chatRestBench.ts';

const verbs = [
  'requestChat',
  'addLine',
  'endChat',
  'disposeVisitor',
  'setVisitorTyping',
  'getExitSurvey',
  'submitExitSurvey',
  'cancelSurvey',
] as const satisfies readonly (keyof ChatRest)[];

/** Live chat on its real port, which records the calls of these verbs. */
function createBench() {
  const calls: { readonly verb: string; readonly given: readonly unknown[] }[] = [];
  const bench = createChatRestBench({
    dependencies: {
      createRest(ports, events) {
        const rest = createChatRest(ports, events);
        const recorded = verbs.map((verb) => [
          verb,
          (...given: unknown[]): unknown => {
            calls.push({ verb, given });
            return (rest[verb] as (...given: unknown[]) => unknown)(...given);
          },
        ]);
        const { session: _, ...others } = rest;
        return Object.defineProperty({ ...others, ...Object.fromEntries(recorded) }, 'session', {
          get: () => rest.session,
        }) as ChatRest;
      },
    },
  });

  /** What an action calls. The withdrawal of an earlier survey comes with any start. */
  async function callsOf(action: () => unknown): Promise<typeof calls> {
    calls.length = 0;
    const done = action();
    await bench.clock.advance(2_000);
    await done;
    return [...calls];
  }
  return { ...bench, callsOf };
}

type Bench = ReturnType<typeof createBench>;

const endByAgent = ({ desk, chatId }: Bench) => desk.act(chatId(), { action: 'survey' });

describe('the port of the chat service', () => {
  it('[CH-110] has one verb for each action of a running chat', async () => {
    const bench = createBench();
    const { channel, callsOf } = bench;
    await channel.init();
    const started = await callsOf(() => channel.start({ startType: 'menu' }));
    expect(started.filter(({ verb }) => verb !== 'cancelSurvey')).toEqual([
      { verb: 'requestChat', given: [expect.objectContaining({ skill: 'cloud-sales' })] },
    ]);
    bench.desk.act(bench.chatId(), { action: 'join' });
    await bench.clock.advance(2_000);
    expect(await callsOf(() => channel.send({ id: 'a', text: 'Hi' }))).toEqual([{ verb: 'addLine', given: ['Hi'] }]);
    expect(await callsOf(() => channel.typing(true))).toEqual([{ verb: 'setVisitorTyping', given: [true] }]);
    expect(await callsOf(() => channel.typing(false))).toEqual([{ verb: 'setVisitorTyping', given: [false] }]);
    expect(await callsOf(() => channel.end())).toEqual([
      { verb: 'endChat', given: [{ disposeVisitor: true }] },
      { verb: 'getExitSurvey', given: [] },
    ]);
  });

  it('[CH-110][CH-123] disposes the visitor and asks for the survey when the service ends the chat', async () => {
    const bench = createBench();
    await bench.startChat();
    const verbsOf = async (action: () => unknown) => (await bench.callsOf(action)).map(({ verb }) => verb);
    expect(await verbsOf(() => endByAgent(bench))).toEqual(['disposeVisitor', 'getExitSurvey']);
    expect(await verbsOf(() => bench.channel.cancelSurvey())).toEqual(['cancelSurvey']);
  });

  it('[CH-110] submits the answers of the survey', async () => {
    const bench = createBench();
    await bench.startChat();
    endByAgent(bench);
    await bench.clock.advance(2_000);
    const submitted = await bench.callsOf(() => bench.channel.submitSurvey({}));
    expect(submitted.filter(({ verb }) => verb !== 'cancelSurvey')).toEqual([
      { verb: 'submitExitSurvey', given: [expect.anything()] },
    ]);
    expect(bench.backend.to('/exitSurvey').at(-1)).toMatchObject({
      method: 'POST',
      headers: { 'X-HTTP-Method-Override': 'PUT' },
    });
  });
});
