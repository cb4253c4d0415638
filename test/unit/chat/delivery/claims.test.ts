import { describe, expect, it } from 'vitest';
import { keepMs } from '../../../../frame/chat/delivery/limits.ts';
import { createDeliveryBench } from '../../../support/deliveryBench.ts';

describe('an echo in several tabs', () => {
  it('an echo that another tab has matched with its own text is no proof', async () => {
    const { openTab } = createDeliveryBench();
    const [first, second, third] = [openTab(), openTab(), openTab()];
    for (const tab of [first, second, third]) await tab.begin();
    await first.write('yes', 'of the first');
    await second.write('yes', 'of the second');
    await second.answer({ type: 'acked' });
    second.delivery.echo({ id: undefined, text: 'yes', position: 0 });
    await second.close();
    await first.close();
    third.delivery.echo({ id: undefined, text: 'yes', position: 0 });
    await third.endReplay();
    expect(third.published()).toEqual(['yes']);
  });

  it('two tabs whose texts with the same words have been acknowledged take one echo each', async () => {
    const { beginTwoTabs, clock } = createDeliveryBench();
    const [first, second] = await beginTwoTabs();
    await first.write('yes', 'of the first');
    await clock.advance(1);
    await second.write('yes', 'of the second');
    for (const tab of [first, second]) await tab.answer({ type: 'acked' });
    await clock.advance(5_000);
    for (const tab of [second, first])
      for (const position of [0, 1]) tab.delivery.echo({ id: undefined, text: 'yes', position });
    await first.endReplay();
    await second.endReplay();
    await clock.advance(1_000);
    await second.endReplay();
    expect([...first.events, ...second.events].sort()).toEqual(['delivered yes 0', 'delivered yes 1']);
  });

  it('an earlier echo does not confirm a text that was written before this page had seen the conversation', async () => {
    const { openTab, clock } = createDeliveryBench();
    const first = openTab();
    await first.begin();
    await first.write('yes', 'first');
    await first.answer({ type: 'acked' });
    first.delivery.echo({ id: undefined, text: 'yes', position: 3 });
    await first.close();
    await clock.advance(660_000);
    // Offline.
    const second = openTab();
    second.delivery.setOwner('ann');
    second.delivery.conversationOpened('talk');
    await second.write('yes', 'second');
    await second.close();
    const third = openTab();
    await third.begin();
    third.delivery.echo({ id: undefined, text: 'yes', position: 3 });
    await third.endReplay();
    expect(third.published()).toEqual(['yes']);
  });

  it('an echo whose position came with its answer confirms no later text, although its claim has expired', async () => {
    const { openTab, clock } = createDeliveryBench();
    const tab = openTab();
    await tab.begin();
    await tab.write('yes', 'first');
    await tab.answerWithEcho(0);
    await tab.write('yes', 'second');
    await tab.answer({ type: 'unknown' });
    tab.delivery.setReady(false);
    await clock.advance(keepMs + 1_000);
    tab.delivery.setReady(true);
    expect(tab.delivery.echo({ id: undefined, text: 'yes', position: 0 })).toBeUndefined();
    expect(tab.events.filter((event) => event.startsWith('delivered'))).toEqual(['delivered yes 0']);
  });

  it('an echo does not confirm a text that may be lost while another tab awaits the answer to the same words', async () => {
    const { beginTwoTabs, clock } = createDeliveryBench();
    const [first, second] = await beginTwoTabs();
    await first.write('yes', 'of the first');
    await second.write('yes', 'of the second');
    await first.answer({ type: 'unknown' });
    for (const tab of [first, second]) tab.delivery.echo({ id: undefined, text: 'yes', position: 0 });
    await first.endReplay();
    expect(first.events).toEqual([]);
    await second.answer({ type: 'acked' });
    expect(second.events).toEqual(['delivered yes 0']);
    await clock.advance(1_000);
    await first.endReplay();
    expect(first.published()).toEqual(['yes', 'yes']);
  });

  it('an echo that another tab has matched is known by the service’s key, whatever its position', async () => {
    const { beginTwoTabs } = createDeliveryBench();
    const options = { resends: false, capabilities: { sequence: false } };
    const [first, second] = await beginTwoTabs(options);
    await first.write('yes', 'of the first');
    await second.write('yes', 'of the second');
    // The second tab does not know the turn of the first one, and counts from 0, too.
    await second.answerWithEcho(0, 'turn-2');
    await first.answer({ type: 'unknown' });
    first.delivery.echo({ id: undefined, text: 'yes', position: 0, key: 'turn-1' });
    first.delivery.echo({ id: undefined, text: 'yes', position: 1, key: 'turn-2' });
    expect(first.events).toEqual(['not delivered yes', 'delivered yes 0']);
  });

  it('an echo that another tab has matched stays its own when this tab hears of a restart later', async () => {
    const { beginTwoTabs, clock } = createDeliveryBench();
    const [first, second] = await beginTwoTabs();
    await first.write('yes', 'of the first');
    await clock.advance(1);
    await second.write('yes', 'of the second');
    await second.answer({ type: 'unknown' });
    first.delivery.restarted();
    await first.answer({ type: 'acked' });
    const echo = { id: undefined, text: 'yes', position: 0, key: 'event-1' };
    first.delivery.echo(echo);
    second.delivery.restarted();
    second.delivery.echo(echo);
    await second.endReplay();
    await second.endReplay();
    expect(second.events).toEqual([]);
    expect(second.published()).toEqual(['yes', 'yes']);
  });

  it('an echo that another tab has matched stays its own when the conversation ends', async () => {
    const { beginTwoTabs, clock } = createDeliveryBench();
    const [first, second] = await beginTwoTabs();
    await second.write('yes', 'of the second');
    await clock.advance(1);
    await first.write('yes', 'of the first');
    await first.answer({ type: 'acked' });
    for (const tab of [first, second]) tab.delivery.echo({ id: undefined, text: 'yes', position: 0 });
    first.delivery.conversationClosed();
    second.delivery.conversationClosed();
    expect(first.events).toEqual(['delivered yes 0']);
    expect(second.events).toEqual(['not delivered yes']);
  });

  it('a page from the back-forward cache looks for a text that another tab has confirmed', async () => {
    const { openTab, clock } = createDeliveryBench();
    const options = { resends: false, capabilities: { sequence: false } };
    const first = openTab(options);
    await first.begin();
    await first.write('hello');
    const second = openTab(options);
    await second.begin();
    first.tabs.hide();
    await clock.advance(3_000);
    second.delivery.echo({ id: undefined, text: 'hello', position: 0 });
    await second.endReplay();
    first.tabs.show();
    await first.answer({ type: 'unknown' });
    expect(first.replays()).toBe(1);
    first.delivery.echo({ id: undefined, text: 'hello', position: 0 });
    await first.endReplay();
    expect(first.events.at(-1)).toBe('delivered hello 0');
    expect(first.published()).toEqual(['hello']);
  });

  it('a text that another tab has confirmed counts as delivered although a replay does not have it any more', async () => {
    const { openTab, clock } = createDeliveryBench();
    const first = openTab();
    await first.begin();
    await first.write('hello');
    const second = openTab();
    await second.begin();
    first.tabs.hide();
    await clock.advance(3_000);
    second.delivery.echo({ id: undefined, text: 'hello', position: 0 });
    first.tabs.show();
    await first.answer({ type: 'unknown' });
    await first.endReplay();
    expect(first.events).toEqual(['delivered hello -']);
    expect(first.published()).toEqual(['hello']);
  });
});
