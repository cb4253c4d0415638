import { describe, expect, it } from 'vitest';
import { createDeliveryBench } from '../../../support/deliveryBench.ts';

describe('a text that is not sent', () => {
  it.each([
    [true, false],
    [false, false],
    [false, true],
  ])('is reported once, and once more after a new try (history: %s, sends again: %s)', async (history, resends) => {
    const { openTab, clock } = createDeliveryBench();
    const tab = openTab({ resends, capabilities: { history, sequence: false } });
    await tab.begin();
    for (const tries of [1, 2]) {
      await tab.write('hello');
      await tab.answer({ type: 'unknown' });
      await tab.endReplay();
      await clock.advance(120_000);
      expect(tab.events).toEqual(Array(tries).fill('not delivered hello'));
    }
    tab.delivery.conversationClosed();
    expect(tab.events).toHaveLength(2);
  });
});
