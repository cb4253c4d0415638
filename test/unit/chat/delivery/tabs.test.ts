import { describe, expect, it } from 'vitest';
import { createDeliveryBench } from '../../../support/deliveryBench.ts';

describe('delivery in several tabs', () => {
  it('a text of a closed tab is sent by one other tab, after the replay', async () => {
    const { openTab } = createDeliveryBench();
    const first = openTab();
    first.delivery.setOwner('ann');
    first.delivery.conversationOpened('talk');
    await first.write('left behind');
    const [second, third] = [openTab(), openTab()];
    await second.begin();
    await third.begin();
    expect([...second.events, ...third.events]).toEqual([]);
    await first.close();
    expect(second.events).toEqual(['restored left behind']);
    expect(second.published()).toEqual([]);
    await second.endReplay();
    expect([...second.published(), ...third.published()]).toEqual(['left behind']);
  });

  it('the replay shows what the closed tab has sent', async () => {
    const { openTab } = createDeliveryBench();
    const first = openTab();
    await first.begin();
    await first.write('hello');
    await first.close();
    const second = openTab();
    await second.begin();
    second.delivery.echo({ id: undefined, text: 'hello', position: 0 });
    await second.endReplay();
    expect(second.published()).toEqual([]);
    expect(second.events).toEqual(['restored hello', 'delivered hello 0']);
  });

  it('a text that was not sent before a reload is looked for before it is sent again', async () => {
    const { openTab } = createDeliveryBench();
    const first = openTab({ resends: false, capabilities: { sequence: false } });
    await first.begin();
    await first.write('slow');
    await first.answer({ type: 'unknown' });
    await first.endReplay();
    await first.close();
    const second = openTab({ resends: false, capabilities: { sequence: false } });
    await second.begin();
    expect(second.events).toEqual(['restored slow']);
    await second.write('slow');
    expect(second.published()).toEqual([]);
    second.delivery.echo({ id: undefined, text: 'slow', position: 0 });
    await second.endReplay();
    expect(second.published()).toEqual([]);
    expect(second.events).toEqual(['restored slow', 'delivered slow 0']);
  });

  it('a text that another tab has taken and settled is not sent again by itself', async () => {
    const { openTab, clock } = createDeliveryBench();
    const first = openTab();
    await first.begin();
    await first.write('hello');
    await first.answer({ type: 'unknown' });
    first.tabs.hide();
    const second = openTab();
    await second.begin();
    await second.endReplay();
    await second.answer({ type: 'acked' });
    second.delivery.echo({ id: 'hello', text: 'hello', position: 0 });
    expect(second.events).toContain('delivered hello 0');
    first.tabs.show();
    first.delivery.setReady(true);
    await first.endReplay();
    await first.endReplay();
    await clock.advance(10_000);
    await first.endReplay();
    expect(first.published()).toEqual(['hello']);
  });

  it('a text that has gone from the storage while its page was in the back-forward cache is left to the visitor', async () => {
    const { openTab, browser, clock } = createDeliveryBench();
    const tab = openTab();
    await tab.begin();
    await tab.write('hello');
    await tab.answer({ type: 'unknown' });
    tab.delivery.setReady(false);
    await tab.failReplay();
    tab.tabs.hide();
    // A page in the cache does not hear that another tab has taken its text and settled it.
    browser.local.delete('cm-outbox.bench.hello');
    tab.tabs.show();
    tab.delivery.setReady(true);
    await clock.advance(0);
    await tab.endReplay();
    expect(tab.events).toEqual(['not delivered hello']);
    expect(tab.published()).toEqual(['hello']);
  });

  it('a text that another tab has removed does not go back to the storage', async () => {
    const { openTab, browser, clock } = createDeliveryBench();
    const tab = openTab();
    tab.delivery.setOwner('ann');
    await tab.write('hello');
    tab.tabs.hide();
    // A page in the cache does not hear that another tab has returned its text to the composer.
    browser.local.delete('cm-outbox.bench.hello');
    tab.tabs.show();
    await clock.advance(0);
    tab.delivery.conversationOpened('talk');
    expect([...browser.local.keys()].filter((key) => key.startsWith('cm-outbox'))).toEqual([]);
  });

  it('the texts of an earlier page are sent before new ones', async () => {
    const { openTab } = createDeliveryBench();
    const first = openTab();
    first.delivery.setOwner('ann');
    first.delivery.conversationOpened('talk');
    await first.write('one');
    await first.close();
    const again = openTab({ session: first.session });
    await again.write('two');
    await again.begin();
    await again.endReplay();
    await again.answer({ type: 'acked' });
    expect(again.published()).toEqual(['one', 'two']);
  });

  it('another visitor’s text is neither shown nor sent', async () => {
    const { openTab } = createDeliveryBench();
    const ann = openTab({ owner: 'ann' });
    ann.delivery.setOwner('ann');
    ann.delivery.conversationOpened('talk');
    await ann.write('of Ann');
    await ann.close();
    const bob = openTab({ owner: 'bob' });
    await bob.begin();
    await bob.endReplay();
    expect(bob.published()).toEqual([]);
    expect(bob.events).toEqual([]);
  });

  it('a text that another tab has removed with its visitor is not sent', async () => {
    const { openTab, browser } = createDeliveryBench();
    const tab = openTab();
    tab.delivery.setOwner('ann');
    tab.delivery.conversationOpened('talk');
    await tab.write('gone');
    browser.local.clear();
    tab.delivery.setReady(true);
    expect(tab.published()).toEqual([]);
    expect(tab.events).toEqual(['not delivered gone']);
  });

  it('texts of a conversation that is over return to the composer', async () => {
    const { openTab, clock } = createDeliveryBench();
    const first = openTab();
    first.delivery.setOwner('ann');
    first.delivery.conversationOpened('talk');
    await first.write('one');
    await first.write('two');
    await first.close();
    const second = openTab();
    second.delivery.setOwner('ann');
    await clock.advance(3_000);
    expect(second.events).toEqual([]);
    second.delivery.conversationClosed();
    expect(second.events).toEqual(['returned one,two']);
    expect(second.storage.suffixes('cm-outbox')).toEqual([]);
  });

  it('a page from the back-forward cache leaves its texts to the tab that has taken them', async () => {
    const { openTab, clock } = createDeliveryBench();
    const first = openTab();
    await first.begin();
    first.delivery.setReady(false);
    await first.write('hello');
    const second = openTab();
    await second.begin();
    first.tabs.hide();
    await clock.advance(3_000);
    await second.endReplay();
    await second.endReplay();
    expect(second.published()).toEqual(['hello']);
    first.tabs.show();
    first.delivery.setReady(true);
    await first.endReplay();
    expect(first.published()).toEqual([]);
    first.delivery.echo({ id: undefined, text: 'hello', position: 0 });
    expect(first.events).toEqual(['delivered hello 0']);
    await first.write('back');
    expect(first.published()).toEqual(['back']);
  });

  it('Try again in the tab that is open sends a text which another tab holds, once', async () => {
    const { openTab, clock } = createDeliveryBench();
    const first = openTab();
    await first.begin();
    await first.write('again');
    await first.answer({ type: 'refused' });
    const second = openTab();
    await second.begin();
    first.tabs.hide();
    await clock.advance(3_000);
    await second.write('other');
    expect(second.events).toEqual(['restored again']);
    first.tabs.show();
    first.delivery.setReady(true);
    await first.write('again');
    await first.endReplay();
    expect(first.published()).toEqual(['again', 'again']);
    await second.answer({ type: 'acked' });
    await second.write('again');
    await second.endReplay();
    expect(second.published()).toEqual(['other']);
    await first.answer({ type: 'acked' });
    first.delivery.echo({ id: undefined, text: 'again', position: 5 });
    second.delivery.echo({ id: undefined, text: 'again', position: 5 });
    expect(second.events).toContain('delivered again 5');
  });

  it('a page from the back-forward cache goes on with its texts at once if no other tab is there', async () => {
    const { openTab, clock } = createDeliveryBench();
    const tab = openTab();
    await tab.begin();
    await tab.write('hello');
    await tab.answer({ type: 'acked' });
    tab.tabs.hide();
    tab.tabs.show();
    await clock.advance(0);
    await tab.endReplay();
    expect(tab.events).toEqual(['delivered hello -']);
  });

  it('a page from the back-forward cache takes the texts of its own conversation back', async () => {
    const { openTab, clock } = createDeliveryBench();
    const [first, second] = [openTab({ hasConversationPerTab: true }), openTab({ hasConversationPerTab: true })];
    await first.begin('talk');
    await second.begin('talk of the second');
    await first.write('hello');
    await first.answer({ type: 'unknown' });
    first.tabs.hide();
    await clock.advance(50_000);
    first.tabs.show();
    await first.endReplay();
    await first.endReplay();
    expect(first.published()).toEqual(['hello', 'hello']);
    await first.answerWithEcho(0);
    await clock.advance(120_000);
    expect(first.events).toEqual(['delivered hello 0']);
    expect(second.events).toEqual([]);
  });

  it('a text that was taken over belongs to the new tab for good', async () => {
    const { openTab } = createDeliveryBench();
    const first = openTab();
    await first.begin();
    await first.write('hello');
    await first.close();
    const tab = openTab({ session: first.session });
    await tab.begin();
    await tab.endReplay();
    expect(tab.published()).toEqual(['hello']);
    expect(tab.storage.read('cm-outbox', 'bench.hello')).toMatchObject({ tabId: tab.tabs.id });
  });

  it('a duplicate of a tab leaves the texts of their conversation to the original', async () => {
    const { openTab } = createDeliveryBench();
    const first = openTab({ hasConversationPerTab: true });
    await first.begin();
    await first.write('hello');
    const duplicate = openTab({ hasConversationPerTab: true, session: new Map(first.session) });
    await duplicate.begin();
    expect(duplicate.events).toEqual(['restored hello']);
    await duplicate.endReplay();
    expect(duplicate.published()).toEqual([]);
  });
});
