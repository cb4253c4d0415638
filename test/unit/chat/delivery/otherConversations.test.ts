import { describe, expect, it, vi } from 'vitest';
import type { Echo, Entry } from '../../../../frame/chat/delivery/types.ts';
import { createDeliveryBench } from '../../../support/deliveryBench.ts';

describe('texts of another conversation', () => {
  const leaveBehind = async (...texts: readonly string[]) => {
    const bench = createDeliveryBench();
    const options = { resends: false, capabilities: { sequence: false } };
    const first = bench.openTab(options);
    await first.begin('other talk');
    for (const [at, text] of texts.entries()) await first.write(text, `${text} ${at}`);
    return { ...bench, first, options };
  };
  const echo = (text: string, position: number) => ({ id: undefined, text, position });

  it('are returned only if the service does not have them', async () => {
    const { openTab, first, options } = await leaveBehind('arrived', 'lost');
    const second = openTab({ ...options, lookUp: async () => [echo('arrived', 0)] });
    await second.begin();
    await first.close();
    expect(second.events).toEqual(['returned lost']);
    // The claim on the echo needs no words.
    expect(second.storage.read('cm-outbox', 'bench.arrived 0')).toMatchObject({ status: 'settled', text: '' });
  });

  it('with the same words need one echo each', async () => {
    const { openTab, first, options } = await leaveBehind('yes', 'yes', 'yes');
    const second = openTab({ ...options, lookUp: async () => [echo('yes', 0), echo('yes', 1)] });
    await second.begin();
    await first.close();
    expect(second.events).toEqual(['returned yes']);
  });

  it('are returned without a look if the service has refused them', async () => {
    const { openTab, first, options } = await leaveBehind('yes');
    await first.answer({ type: 'refused' });
    const second = openTab({ ...options, lookUp: async () => [echo('yes', 0)] });
    await second.begin();
    await first.close();
    expect(second.events).toEqual(['returned yes']);
  });

  it('are looked for one by one, each as it stood itself', async () => {
    const { openTab, first, options } = await leaveBehind('refused', 'arrived');
    await first.answer({ type: 'refused' });
    const second = openTab({ ...options, lookUp: async () => [echo('arrived', 0)] });
    await second.begin();
    await first.close();
    expect(second.events).toEqual(['returned refused']);
  });

  it('are returned if the service has other words only', async () => {
    const { clock, openTab, first, options } = await leaveBehind('lost');
    const second = openTab({ ...options, lookUp: async () => [echo('other', 0)] });
    await second.begin();
    await first.close();
    await clock.advance(30_000);
    expect(second.events).toEqual(['returned lost']);
  });

  it('are neither looked for nor returned if the service has acknowledged them', async () => {
    const { clock, openTab, first, options } = await leaveBehind('arrived');
    await first.answer({ type: 'acked' });
    const lookUp = vi.fn(async () => []);
    const second = openTab({ ...options, lookUp });
    await second.begin();
    await first.close();
    await clock.advance(30_000);
    expect(lookUp).not.toHaveBeenCalled();
    expect([second.events, second.storage.suffixes('cm-outbox')]).toEqual([[], []]);
  });

  it('are returned without a look if they had no conversation', async () => {
    const { openTab } = createDeliveryBench();
    const first = openTab();
    first.delivery.setOwner('ann');
    await first.write('early');
    const lookUp = vi.fn(async () => []);
    const second = openTab({ lookUp });
    await second.begin();
    await first.close();
    expect(lookUp).not.toHaveBeenCalled();
    expect(second.events).toEqual(['returned early']);
  });

  it.each([true, false])(
    'are looked for once, whatever happens meanwhile (the tab is still open: %s)',
    async (isOpen) => {
      const { openTab, first, options } = await leaveBehind('lost');
      await first.answer({ type: 'unknown' });
      let answer: () => void = () => {};
      const lookUp = vi.fn(() => new Promise<readonly Echo[]>((resolve) => (answer = () => resolve([]))));
      const second = openTab({ ...options, lookUp });
      await second.begin();
      await first.close();
      await second.begin();
      if (!isOpen) await second.close();
      answer();
      await first.close();
      expect(lookUp).toHaveBeenCalledOnce();
      expect(second.events).toEqual(isOpen ? ['returned lost'] : []);
    },
  );

  it('are looked up again if the service could not be asked, and returned after a minute', async () => {
    const { clock, openTab, first, options } = await leaveBehind('lost');
    let asked = 0;
    const lookUp = async () => {
      asked += 1;
      throw new Error('offline');
    };
    const second = openTab({ ...options, lookUp });
    await second.begin();
    await first.close();
    await clock.advance(20_000);
    expect(asked).toBeGreaterThan(3);
    expect(second.events).toEqual([]);
    await clock.advance(60_000);
    expect(second.events).toEqual(['returned lost']);
  });

  it('are confirmed in their own tab, which was in the back-forward cache', async () => {
    const { clock, openTab, first, options } = await leaveBehind('arrived');
    const second = openTab({ ...options, lookUp: async () => [echo('arrived', 0)] });
    await second.begin();
    first.tabs.hide();
    await clock.advance(3_000);
    first.tabs.show();
    await first.answer({ type: 'unknown' });
    first.delivery.echo(echo('arrived', 0));
    expect(first.events.at(-1)).toBe('delivered arrived 0');
    expect(second.events).toEqual([]);
  });

  it('are not returned if another tab has seen their echo meanwhile', async () => {
    const { openTab, first, options } = await leaveBehind('arrived');
    let answer: () => void = () => {};
    const second = openTab({ ...options, lookUp: () => new Promise((resolve) => (answer = () => resolve([]))) });
    await second.begin();
    first.tabs.hide();
    await second.begin();
    const [suffix = ''] = second.storage.suffixes('cm-outbox');
    const entry = second.storage.read('cm-outbox', suffix) as Entry;
    second.storage.write('cm-outbox', { ...entry, status: 'settled', settledAt: 0, text: '' }, suffix);
    answer();
    await second.begin();
    expect(second.events).toEqual([]);
  });

  it('are not returned to another visitor', async () => {
    const { openTab, first, options } = await leaveBehind('of Ann');
    let answer: () => void = () => {};
    const second = openTab({ ...options, lookUp: () => new Promise((resolve) => (answer = () => resolve([]))) });
    await second.begin();
    await first.close();
    second.delivery.setOwner('bob');
    answer();
    await second.begin();
    expect(second.events).toEqual([]);
  });
});
