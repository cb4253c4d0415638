import { describe, expect, it } from 'vitest';
import { createDeliveryBench } from '../../../support/deliveryBench.ts';

const echo = (text: string, position: number, key?: string) => ({ id: undefined, text, position, key });
const outbox = (tab: { storage: { suffixes(key: 'cm-outbox'): readonly string[] } }) =>
  tab.storage.suffixes('cm-outbox');

describe('the end of a conversation', () => {
  it('confirms a text whose echo came before its answer', async () => {
    const tab = createDeliveryBench().openTab();
    await tab.begin();
    await tab.write('hello');
    tab.delivery.echo(echo('hello', 0));
    tab.delivery.conversationClosed();
    expect(tab.events).toEqual(['delivered hello 0']);
  });

  it('does not confirm a text that was not sent by an echo of the same words', async () => {
    const tab = createDeliveryBench().openTab();
    await tab.begin();
    await tab.write('first');
    await tab.write('yes');
    tab.delivery.echo(echo('yes', 0));
    tab.delivery.conversationClosed();
    expect(tab.events).toEqual(['not delivered first', 'not delivered yes']);
  });

  it('says nothing more about a text that counts as delivered', async () => {
    const { clock, openTab } = createDeliveryBench();
    const tab = openTab();
    await tab.begin();
    await tab.write('hello');
    await tab.answer({ type: 'acked' });
    await clock.advance(5_000);
    await tab.endReplay();
    tab.delivery.conversationClosed();
    expect(tab.events).toEqual(['delivered hello -']);
  });

  it('keeps a text that waits for the next conversation', async () => {
    const tab = createDeliveryBench().openTab();
    tab.delivery.setOwner('ann');
    tab.delivery.setReady(true);
    await tab.write('for the next');
    tab.delivery.conversationClosed();
    expect(tab.events).toEqual([]);
    tab.delivery.conversationOpened('next');
    expect(tab.published()).toEqual(['for the next']);
  });

  it('is not a start that fails: what was written in the conversation stays', async () => {
    const tab = createDeliveryBench().openTab();
    await tab.begin();
    await tab.write('hello');
    tab.delivery.startFailed();
    expect(tab.events).toEqual([]);
  });
});

describe('a visitor', () => {
  it('who is named again goes on', async () => {
    const tab = createDeliveryBench().openTab();
    await tab.begin();
    await tab.write('hello');
    tab.delivery.setOwner('ann');
    expect(tab.events).toEqual([]);
    expect(outbox(tab)).toEqual(['bench.hello']);
  });

  it('who leaves takes their own texts with them, and nobody else’s', async () => {
    const { openTab } = createDeliveryBench();
    const bob = openTab({ owner: 'bob' });
    await bob.begin();
    await bob.write('of Bob');
    await bob.close();
    const tab = openTab();
    await tab.begin();
    await tab.write('of Ann');
    tab.delivery.setOwner('eve');
    expect(outbox(tab)).toEqual(['bench.of Bob']);
  });
});

describe('a restart of the numbering', () => {
  it('voids the claims on positions, so that echoes there confirm other texts', async () => {
    const tab = createDeliveryBench().openTab();
    await tab.begin();
    await tab.write('before');
    await tab.answer({ type: 'acked' });
    tab.delivery.echo(echo('before', 0));
    expect(tab.storage.read('cm-outbox', 'bench.before')).toMatchObject({ status: 'settled', settledAt: 0, text: '' });
    tab.delivery.restarted();
    expect(outbox(tab)).toEqual([]);
    await tab.write('after');
    await tab.answer({ type: 'acked' });
    tab.delivery.echo(echo('after', 0));
    expect(tab.events).toEqual(['delivered before 0', 'delivered after 0']);
  });

  it('leaves the claims on keys, without their positions', async () => {
    const tab = createDeliveryBench().openTab();
    await tab.begin();
    await tab.write('before');
    await tab.answer({ type: 'acked' });
    tab.delivery.echo(echo('before', 0, 'key'));
    tab.delivery.restarted();
    for (const [position, text] of ['after', 'later'].entries()) {
      await tab.write(text);
      await tab.answer({ type: 'acked' });
      tab.delivery.echo(echo(text, position));
    }
    expect(tab.events).toEqual(['delivered before 0', 'delivered after 0', 'delivered later 1']);
  });
});

describe('a text', () => {
  it('is pending until its echo has come', async () => {
    const { delivery, ...tab } = createDeliveryBench().openTab();
    await tab.begin();
    expect(delivery.isPending).toBe(false);
    await tab.write('hello');
    expect(delivery.isPending).toBe(true);
    await tab.answer({ type: 'acked' });
    expect(delivery.isPending).toBe(true);
    delivery.echo(echo('hello', 0));
    expect(delivery.isPending).toBe(false);
  });

  it('is not pending here while another tab holds it, nor once it counts as delivered', async () => {
    const { clock, openTab } = createDeliveryBench();
    const first = openTab({ hasConversationPerTab: true });
    await first.begin();
    await first.write('hello');
    const duplicate = openTab({ hasConversationPerTab: true, session: new Map(first.session) });
    await duplicate.begin();
    expect([first.delivery.isPending, duplicate.delivery.isPending]).toEqual([true, false]);
    await first.answer({ type: 'acked' });
    await clock.advance(5_000);
    await first.endReplay();
    expect(first.events).toEqual(['delivered hello -']);
    expect(first.delivery.isPending).toBe(false);
  });

  it('takes one echo: the next one with the same words is of somebody else', async () => {
    const tab = createDeliveryBench().openTab();
    await tab.begin();
    await tab.write('yes');
    await tab.answer({ type: 'acked' });
    for (const position of [0, 1]) tab.delivery.echo(echo('yes', position));
    expect(tab.events).toEqual(['delivered yes 0']);
  });

  it('leaves no claim behind where its echo names it', async () => {
    const tab = createDeliveryBench().openTab();
    await tab.begin();
    await tab.write('hello');
    await tab.answer({ type: 'acked' });
    tab.delivery.echo({ ...echo('hello', 0), id: 'hello' });
    expect(outbox(tab)).toEqual([]);
  });

  it('that the service has does not count as not sent, however long its echo takes', async () => {
    const { clock, openTab } = createDeliveryBench();
    const tab = openTab();
    await tab.begin();
    await tab.write('hello');
    await tab.answer({ type: 'acked' });
    await clock.advance(120_000);
    expect(tab.events).toEqual([]);
  });

  it('is later than the one before it, even within a millisecond', async () => {
    const tab = createDeliveryBench().openTab();
    await tab.begin();
    await tab.write('b');
    await tab.write('a');
    const times = ['b', 'a'].map(
      (id) => (tab.storage.read('cm-outbox', `bench.${id}`) as { writtenAt: number }).writtenAt,
    );
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBe(1);
  });

  it('of another tab holds an echo back if it was sent again, however long ago it was written', async () => {
    const { beginTwoTabs, clock } = createDeliveryBench();
    const [first, second] = await beginTwoTabs();
    await second.write('yes', 'of the second');
    await second.answer({ type: 'unknown' });
    await clock.advance(130_000);
    await second.endReplay();
    expect(second.published()).toEqual(['yes', 'yes']);
    await first.write('yes', 'of the first');
    await first.answer({ type: 'unknown' });
    first.delivery.echo(echo('yes', 0));
    expect(first.events).toEqual([]);
  });

  it('of another tab holds no echo back two minutes after it was sent', async () => {
    const { beginTwoTabs, clock } = createDeliveryBench();
    const [first, second] = await beginTwoTabs();
    await second.write('yes', 'of the second');
    await clock.advance(120_000);
    await first.write('yes', 'of the first');
    await first.answer({ type: 'unknown' });
    first.delivery.echo(echo('yes', 0));
    expect(first.events).toEqual(['delivered yes 0']);
  });
});
