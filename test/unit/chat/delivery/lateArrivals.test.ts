import { describe, expect, it } from 'vitest';
import { createDeliveryBench } from '../../../support/deliveryBench.ts';

const options = { resends: false, capabilities: { sequence: false } };
const echo = (text: string, position: number) => ({ id: undefined, text, position });

/** A tab is closed while the answer to its text is awaited. The request may still be on its way. */
async function closeInFlight(conversationId: string) {
  const bench = createDeliveryBench();
  const first = bench.openTab(options);
  await first.begin(conversationId);
  await first.write('late');
  return { ...bench, close: () => first.close() };
}

describe('a text whose request may still be on its way when its tab is closed', () => {
  it('is looked for once more in the conversation that is open', async () => {
    const { clock, openTab, close } = await closeInFlight('talk');
    await close();
    const second = openTab(options);
    await second.begin();
    await second.endReplay();
    expect(second.events).toEqual(['restored late', 'not delivered late']);
    await clock.advance(30_000);
    second.delivery.echo(echo('late', 0));
    expect([second.replays(), ...second.events.slice(2)]).toEqual([2, 'delivered late 0']);
  });

  it('is looked for once more in another conversation', async () => {
    const { clock, openTab, close } = await closeInFlight('other talk');
    const answers = [[], [echo('late', 0)]];
    const second = openTab({ ...options, lookUp: async () => answers.shift() ?? [] });
    await second.begin();
    await close();
    expect(answers).toHaveLength(1);
    await clock.advance(30_000);
    expect(answers).toHaveLength(0);
    await clock.advance(60_000);
    expect(second.events).toEqual([]);
  });

  it('is returned if it is still not in the other conversation then', async () => {
    const { clock, openTab, close } = await closeInFlight('other talk');
    const second = openTab({ ...options, lookUp: async () => [] });
    await second.begin();
    await close();
    expect(second.events).toEqual([]);
    await clock.advance(30_000);
    expect(second.events).toEqual(['returned late']);
  });
});
