import { describe, expect, it } from 'vitest';
import { createDeliveryBench } from '../../../support/deliveryBench.ts';

describe('bad storage', () => {
  it.each([
    ['the older list', 'cm-outbox.bench', '[{"id":"a","text":"old","timestamp":1}]'],
    ['an entry that is not JSON', 'cm-outbox.bench.a', '{'],
    ['an entry without an owner', 'cm-outbox.bench.a', '{"id":"a","text":"old"}'],
    ['an entry under another id', 'cm-outbox.bench.a', JSON.stringify({ ...storedEntry(), id: 'b' })],
  ])('ignores %s', async (_, name, value) => {
    const { openTab, browser } = createDeliveryBench();
    browser.local.set(name, value);
    const tab = openTab();
    await tab.begin();
    await tab.write('new');
    expect(tab.published()).toEqual(['new']);
    expect(tab.events).toEqual([]);
  });

  it('sends what it cannot store', async () => {
    const { openTab, browser } = createDeliveryBench();
    browser.local.set = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const tab = openTab();
    await tab.begin();
    await tab.write('one');
    await tab.answer({ type: 'unknown' });
    await tab.endReplay();
    expect(tab.published()).toEqual(['one', 'one']);
  });
});

function storedEntry() {
  return {
    id: 'a',
    adapterId: 'bench',
    owner: 'ann',
    tabId: 'tab-1',
    conversationId: 'talk',
    position: -1,
    text: 'old',
    writtenAt: 0,
    status: 'queued',
  };
}
