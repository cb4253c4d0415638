import { describe, expect, it } from 'vitest';
import { createDeliveryBench } from '../../../support/deliveryBench.ts';

describe('the position of a text from an earlier page', () => {
  it('a text whose position the service does not know is not sent again by itself', async () => {
    const { openTab } = createDeliveryBench();
    const first = openTab();
    await first.begin();
    first.delivery.seen(50);
    await first.write('hello');
    await first.close();
    const second = openTab();
    await second.begin();
    // The service has restarted its numbering meanwhile.
    second.delivery.seen(3);
    await second.endReplay();
    expect(second.published()).toEqual([]);
    expect(second.events).toEqual(['restored hello', 'not delivered hello']);
  });

  it('a text is not sent again by itself when another event is at its position', async () => {
    const { openTab } = createDeliveryBench();
    const first = openTab({ keyAt: () => 'from the first numbering' });
    await first.begin();
    first.delivery.seen(2);
    await first.write('hello');
    await first.close();
    // The service has restarted its numbering meanwhile, and has the text below its position.
    const second = openTab({ keyAt: (position) => (position === 2 ? 'from the second numbering' : undefined) });
    await second.begin();
    second.delivery.echo({ id: undefined, text: 'hello', position: 0 });
    second.delivery.seen(7);
    await second.endReplay();
    expect(second.published()).toEqual([]);
    expect(second.events).toEqual(['restored hello', 'not delivered hello']);
  });

  it('a text is sent again when the same event is still at its position', async () => {
    const { openTab } = createDeliveryBench();
    const keyAt = (position: number) => (position === 2 ? 'the same event' : undefined);
    const first = openTab({ keyAt });
    await first.begin();
    first.delivery.seen(2);
    await first.write('hello');
    await first.close();
    const second = openTab({ keyAt });
    await second.begin();
    second.delivery.seen(7);
    await second.endReplay();
    expect(second.published()).toEqual(['hello']);
  });
});
