import { describe, expect, it } from 'vitest';
import { createDeliveryBench } from '../../../support/deliveryBench.ts';

describe('delivery over a restart of the numbering', () => {
  it('matches a text that is written after the restart by its new position', async () => {
    const tab = createDeliveryBench().openTab();
    await tab.begin();
    tab.delivery.seen(50);
    tab.delivery.restarted();
    await tab.write('hello');
    await tab.answer({ type: 'unknown' });
    tab.delivery.echo({ id: undefined, text: 'hello', position: 0 });
    await tab.endReplay();
    expect(tab.events).toEqual(['delivered hello 0']);
    expect(tab.published()).toEqual(['hello']);
  });

  it('does not match a text with an echo of the numbering before the restart', async () => {
    const tab = createDeliveryBench().openTab();
    await tab.begin();
    tab.delivery.echo({ id: undefined, text: 'yes', position: 7 });
    tab.delivery.restarted();
    await tab.write('yes');
    await tab.answer({ type: 'unknown' });
    await tab.endReplay();
    expect(tab.published()).toEqual(['yes', 'yes']);
  });

  it('matches echoes again after the service has begun to count anew', async () => {
    const tab = createDeliveryBench().openTab();
    await tab.begin();
    tab.delivery.seen(50);
    await tab.write('hello');
    await tab.answer({ type: 'unknown' });
    tab.delivery.restarted();
    tab.delivery.echo({ id: undefined, text: 'hello', position: 0 });
    await tab.endReplay();
    expect(tab.events).toEqual(['delivered hello 0']);
    expect(tab.published()).toEqual(['hello']);
  });
});
