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

  it('leaves a text from before the restart to the visitor in a later page, because any echo may be its', async () => {
    const { openTab } = createDeliveryBench();
    const tab = openTab();
    await tab.begin();
    tab.delivery.seen(0);
    await tab.write('yes');
    await tab.answer({ type: 'unknown' });
    tab.delivery.restarted();
    await tab.close();
    const next = openTab({ session: tab.session });
    await next.begin();
    next.delivery.echo({ id: undefined, text: 'yes', position: 0 });
    await next.endReplay();
    expect(next.events).toEqual(['restored yes', 'not delivered yes']);
    expect(next.published()).toEqual([]);
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
