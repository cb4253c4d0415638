import { describe, expect, it } from 'vitest';
import { seedsOf } from '../model/seeds.ts';
import { createChatRestBench } from '../support/chatRestBench.ts';
import { createRandom } from '../support/random.ts';
import { readWindow } from '../support/readWindow.ts';

/**
 * Random faults around the calls of a running live chat, reloads, restarts of the service with new numbers, and clocks that
 * differ, then a healthy service: no line is lost or duplicated, and all keep the visitor's order.
 * `SEED=17 SEEDS=1 npx vitest run … test/property/liveChat.test.ts` replays one run.
 */
const seeds = seedsOf(50, 300);
const stepsPerRun = 20;
/** Faults stay shorter than the time after which the service drops a chat without polls. */
const longestFaultMs = 25_000;

async function play(seed: number) {
  const random = createRandom(seed);
  const bench = createChatRestBench();
  bench.desk.skewMs = [0, -86_400_000, 90_000][Math.floor(random() * 3)] ?? 0;
  await bench.startChat();
  const id = bench.chatId();
  const trace: string[] = [];
  const written: string[] = [];
  let page: { channel: typeof bench.channel; fakes: typeof bench.fakes } = bench;
  let faultyMs = 0;
  const faults = {
    lost: () => 'lost' as const,
    down: () => ({ status: 503 }),
    flaky: () => [undefined, 'lost' as const, { status: 500 }][Math.floor(random() * 3)],
  };
  const isOfChat = (path: string): boolean => path.includes(`/chat/${id}`);
  let isLoading = false;
  bench.backend.state.slow = ({ method, path }) =>
    method === 'GET' && isOfChat(path) && !isLoading && random() < 0.3
      ? new Promise((resolve) => bench.clock.after(Math.floor(random() * 3_000), () => resolve()))
      : undefined;

  for (let step = 0; step < stepsPerRun; step += 1) {
    const dice = random();
    if (dice < 0.4) {
      const text = random() < 0.2 ? 'same words' : `text ${written.length}`;
      const local = `local-${written.length}`;
      trace.push(`send ${local}`);
      written.push(text);
      page.fakes.events.push({
        type: 'messages',
        messages: [{ id: local, type: 'visitor', text, isPending: true, timestamp: bench.clock.now() }],
      });
      await page.channel.send({ id: local, text });
    } else if (dice < 0.55) {
      trace.push('say');
      bench.desk.act(id, { action: 'say', text: `answer ${step}` });
    } else if (dice < 0.6) {
      trace.push('restart');
      bench.desk.restart('kept', Math.floor(random() * 12));
    } else if (dice < 0.8) {
      const name = (Object.keys(faults) as (keyof typeof faults)[])[Math.floor(random() * 3)] ?? 'down';
      trace.push(name);
      bench.backend.state.fault = ({ path }) => (isOfChat(path) ? faults[name]() : undefined);
    } else if (dice < 0.95 || faultyMs > 0) {
      trace.push('heal');
      bench.backend.state.fault = undefined;
    } else {
      trace.push('reload');
      page.fakes.lifetime.end();
      page = bench.load(page.fakes);
      // Nothing may be slow here, because the clock does not advance while this is awaited.
      isLoading = true;
      await page.channel.init();
      await page.channel.resume({ conversationId: undefined });
      isLoading = false;
    }
    // After healing, allow at least one poll to succeed, so that the silence is counted from zero again.
    const isHealed = trace.at(-1) === 'heal';
    const waitMs = isHealed || random() < 0.3 ? 2_100 + Math.floor(random() * 10_000) : Math.floor(random() * 900);
    faultyMs = bench.backend.state.fault ? faultyMs + waitMs : 0;
    if (faultyMs > longestFaultMs) {
      trace.push('heal');
      bench.backend.state.fault = undefined;
      faultyMs = 0;
    }
    trace.push(`${waitMs}`);
    await bench.clock.advance(waitMs);
  }
  bench.backend.state.fault = undefined;
  bench.backend.state.slow = undefined;
  await bench.clock.advance(40_000);
  const refused = readWindow(page.fakes.events).flatMap((one) => (one.isNotSent ? [one.text] : []));
  return { bench, page, written, refused, about: `seed ${seed}: ${trace.join(' ')}` };
}

describe('live chat under faults', () => {
  it(`[CH-130][F-DL5][F-DL7][F-DL8][REL-02][REL-13] delivers every line once and in order, or marks it as not sent, in ${seeds.count} seeded runs`, async () => {
    for (let seed = seeds.first; seed < seeds.first + seeds.count; seed += 1) {
      const { bench, page, written, refused, about } = await play(seed);
      const arrived = bench.desk.received();
      expect([...arrived, ...refused].sort(), about).toEqual([...written].sort());
      const expected = written.filter((text) => !refused.includes(text) || text === 'same words');
      expect(
        arrived.filter((text) => text !== 'same words'),
        about,
      ).toEqual(expected.filter((text) => text !== 'same words'));
      const shown = readWindow(page.fakes.events).filter((one) => one.type === 'visitor' || one.type === 'agent');
      const onServer = bench.desk
        .list()[0]
        ?.messages.filter((one) => one.from !== 'system')
        .map((one) => one.text);
      expect(
        shown.filter((one) => !one.isNotSent).map((one) => one.text),
        about,
      ).toEqual(onServer);
      expect(new Set(shown.map((one) => one.id)).size, about).toBe(shown.length);
      expect(
        shown.filter((one) => one.isPending),
        about,
      ).toEqual([]);
      page.fakes.lifetime.end();
      expect(bench.clock.pending, about).toBe(0);
    }
  }, 120_000);
});
