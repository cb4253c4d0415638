import { describe, expect, it } from 'vitest';
import { createDeliveryBench } from '../../../support/deliveryBench.ts';

/** A tab writes offline and is closed. Afterwards its text is old enough for others. */
async function strandText({ openTab, clock }: ReturnType<typeof createDeliveryBench>): Promise<void> {
  const tab = openTab();
  tab.delivery.setOwner('ann');
  tab.delivery.conversationOpened('talk');
  await tab.write('stranded');
  await tab.close();
  await clock.advance(121_000);
}

describe('delivery in several tabs without locks', () => {
  it('a tab goes on with its own texts after a reload, and with nobody else’s', async () => {
    const { openTab } = createDeliveryBench({ hasLocks: false });
    const first = openTab();
    first.delivery.setOwner('ann');
    first.delivery.conversationOpened('talk');
    await first.write('mine');
    const other = openTab();
    await other.begin();
    await first.close();
    expect(other.events).toEqual([]);
    const again = openTab({ session: first.session });
    await again.begin();
    await again.endReplay();
    expect(again.published()).toEqual(['mine']);
  });

  it('a text of a tab that is gone is shown as not sent in a page that is open', async () => {
    const bench = createDeliveryBench({ hasLocks: false });
    const other = bench.openTab();
    await other.begin();
    await strandText(bench);
    expect(other.events).toEqual(['restored stranded']);
  });

  it('a text of a tab that is gone is shown as not sent, and the visitor decides', async () => {
    const bench = createDeliveryBench({ hasLocks: false });
    await strandText(bench);
    const other = bench.openTab();
    await other.begin();
    expect(other.events).toEqual(['restored stranded']);
    expect(other.published()).toEqual([]);
    await other.write('stranded');
    await other.endReplay();
    expect(other.published()).toEqual(['stranded']);
  });

  it('it is shown in a tab where nothing else happens, too', async () => {
    const { beginTwoTabs, clock } = createDeliveryBench({ hasLocks: false });
    const [first, other] = await beginTwoTabs();
    await first.write('stranded');
    await first.answer({ type: 'refused' });
    await first.close();
    await clock.advance(121_000);
    expect(other.events).toEqual(['restored stranded']);
  });

  it('a text of a tab that is gone is sent when the visitor tries again, where texts are not sent again', async () => {
    const bench = createDeliveryBench({ hasLocks: false });
    await strandText(bench);
    const other = bench.openTab({ resends: false, capabilities: { sequence: false } });
    await other.begin();
    await other.write('stranded');
    await other.endReplay();
    expect(other.published()).toEqual(['stranded']);
  });

  it.each([true, false])(
    'a text of a tab that is gone is looked for at the service (sent again: %s)',
    async (resends) => {
      const { openTab, clock } = createDeliveryBench({ hasLocks: false });
      const first = openTab();
      await first.begin();
      await first.write('arrived');
      await first.write('lost');
      await first.close();
      await clock.advance(121_000);
      const other = openTab({ resends });
      await other.begin();
      expect(other.events).toEqual(['restored arrived,lost']);
      other.delivery.echo({ id: undefined, text: 'arrived', position: 3 });
      await other.endReplay();
      expect(other.events).toEqual(['restored arrived,lost', 'delivered arrived 3', 'not delivered lost']);
      expect(other.published()).toEqual([]);
    },
  );

  it('a page that is open looks for a text of a tab that is gone', async () => {
    const { beginTwoTabs, clock } = createDeliveryBench({ hasLocks: false });
    const [first, other] = await beginTwoTabs();
    await first.write('lost');
    await first.close();
    await clock.advance(121_000);
    await other.endReplay();
    expect(other.events).toEqual(['restored lost', 'not delivered lost']);
  });

  it('a text of a tab with a conversation of its own is left for a minute more to one that has this conversation', async () => {
    const { openTab, clock } = createDeliveryBench({ hasLocks: false });
    const options = { hasConversationPerTab: true };
    const [first, other] = [openTab(options), openTab(options)];
    await first.begin('talk');
    await first.write('left behind');
    await other.begin('other talk');
    await first.close();
    await clock.advance(121_000);
    expect(other.events).toEqual([]);
    const same = openTab(options);
    await same.begin('talk');
    expect(same.events).toEqual(['restored left behind']);
  });

  it('a text of a tab with a conversation of its own returns to the composer of another one after three minutes', async () => {
    const { openTab, clock } = createDeliveryBench({ hasLocks: false });
    const options = { hasConversationPerTab: true };
    const [first, other] = [openTab(options), openTab(options)];
    await first.begin('talk');
    await first.write('left behind');
    await other.begin('other talk');
    await first.close();
    await clock.advance(181_000);
    expect(other.events).toEqual(['returned left behind']);
  });
});
