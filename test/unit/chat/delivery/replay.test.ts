import { describe, expect, it } from 'vitest';
import { createDeliveryBench } from '../../../support/deliveryBench.ts';

const echo = (text: string, position: number) => ({ id: undefined, text, position });
const stored = (tab: { storage: { read(key: 'cm-outbox', suffix: string): unknown } }, id: string) =>
  tab.storage.read('cm-outbox', `bench.${id}`);

/** The waits between attempts, in seconds: `attempt` makes one, `count` tells how many there were. */
async function waitsOf(
  clock: { advance(ms: number): Promise<void> },
  count: () => number,
  attempt: () => Promise<void>,
) {
  const waits: number[] = [];
  while (waits.length < 7) {
    await attempt();
    const before = count();
    let seconds = 0;
    while (count() === before && seconds < 60) {
      await clock.advance(1_000);
      seconds += 1;
    }
    waits.push(seconds);
  }
  return waits;
}
const doubling = [1, 2, 4, 8, 16, 30, 30];

describe('a replay for texts whose answer was lost', () => {
  it('is asked for again after twice the time, up to half a minute, and soon again after an answer', async () => {
    const { clock, openTab } = createDeliveryBench();
    const tab = openTab();
    await tab.begin();
    await tab.write('hello');
    await tab.answer({ type: 'unknown' });
    expect(await waitsOf(clock, tab.replays, tab.failReplay)).toEqual(doubling);
    await tab.endReplay();
    await tab.answer({ type: 'unknown' });
    await tab.failReplay();
    const before = tab.replays();
    await clock.advance(1_000);
    expect(tab.replays()).toBe(before + 1);
  });

  it('shows nothing about a text that became uncertain meanwhile', async () => {
    const { clock, openTab } = createDeliveryBench();
    const tab = openTab();
    await tab.begin();
    await tab.write('acknowledged');
    await tab.write('lost');
    await tab.answer({ type: 'acked' });
    await tab.answer({ type: 'unknown' });
    await clock.advance(5_000);
    await tab.endReplay();
    expect(tab.events).toEqual([]);
    await tab.endReplay();
    expect(tab.events).toEqual(['delivered acknowledged -']);
  });

  it('shows nothing if the connection was lost meanwhile', async () => {
    const tab = createDeliveryBench().openTab();
    await tab.begin();
    await tab.write('hello');
    await tab.answer({ type: 'unknown' });
    tab.delivery.setReady(false);
    tab.delivery.setReady(true);
    await tab.endReplay();
    expect(tab.published()).toEqual(['hello']);
    await tab.endReplay();
    expect(tab.published()).toEqual(['hello', 'hello']);
  });

  it('counts although the same conversation is opened again meanwhile', async () => {
    const tab = createDeliveryBench().openTab();
    await tab.begin();
    await tab.write('hello');
    await tab.answer({ type: 'unknown' });
    tab.delivery.conversationOpened('talk');
    await tab.endReplay();
    expect(tab.published()).toEqual(['hello', 'hello']);
  });

  it('says nothing about the texts of another tab that stand here, too', async () => {
    const { openTab } = createDeliveryBench();
    const first = openTab({ hasConversationPerTab: true });
    await first.begin();
    await first.write('of the first');
    const duplicate = openTab({ hasConversationPerTab: true, session: new Map(first.session) });
    await duplicate.begin();
    await duplicate.write('mine');
    await duplicate.answer({ type: 'unknown' });
    await duplicate.endReplay();
    expect(duplicate.events).toEqual(['restored of the first']);
    expect(duplicate.published()).toEqual(['mine', 'mine']);
  });

  it('is repeated after a second while another tab awaits the answer to the same words', async () => {
    const { beginTwoTabs, clock } = createDeliveryBench();
    const [first, second] = await beginTwoTabs();
    await second.write('yes', 'of the second');
    await first.write('yes', 'of the first');
    await first.answer({ type: 'unknown' });
    first.delivery.echo(echo('yes', 0));
    await first.endReplay();
    await clock.advance(999);
    expect(first.replays()).toBe(1);
    await clock.advance(1);
    expect(first.replays()).toBe(2);
  });

  it('is not repeated for a text that the visitor has sent again since', async () => {
    const { clock, openTab } = createDeliveryBench();
    const tab = openTab({ resends: false, capabilities: { sequence: false } });
    await tab.begin();
    await tab.write('hello');
    await tab.answer({ type: 'unknown' });
    await tab.endReplay();
    await tab.write('hello');
    await tab.endReplay();
    await tab.answer({ type: 'acked' });
    tab.delivery.echo(echo('hello', 0));
    const before = tab.replays();
    await clock.advance(60_000);
    expect(tab.replays()).toBe(before);
  });
});

describe('a text from an earlier page that the replay does not show', () => {
  const afterReload = async (capabilities: object, restart = false) => {
    const { openTab } = createDeliveryBench();
    const first = openTab({ capabilities });
    await first.begin();
    first.delivery.seen(50);
    await first.write('hello');
    await first.answer({ type: 'unknown' });
    if (restart) first.delivery.restarted();
    await first.close();
    const second = openTab({ capabilities });
    await second.begin();
    await second.endReplay();
    return second.published();
  };

  it('is sent again where the service returns ids, wherever the numbering is now', async () => {
    expect(await afterReload({ ids: true })).toEqual(['hello']);
  });

  it('is sent again where events have no numbers, unless they have begun anew', async () => {
    expect(await afterReload({ sequence: false })).toEqual(['hello']);
    expect(await afterReload({ sequence: false }, true)).toEqual([]);
  });

  it.each([
    [86_400_000 - 3_000, ['hello']],
    [86_400_000, []],
  ])('is sent again for a day, and after %i ms more: %j', async (waitMs, published) => {
    const { clock, openTab } = createDeliveryBench();
    const first = openTab();
    await first.begin();
    await first.write('hello');
    await first.close();
    await clock.advance(waitMs - 3_000);
    const second = openTab();
    await second.begin();
    await second.endReplay();
    expect(second.published()).toEqual(published);
  });
});

describe('a page that has ended', () => {
  const closeWith = async (step: 'answer' | 'replay') => {
    const tab = createDeliveryBench().openTab();
    await tab.begin();
    await tab.write('hello');
    if (step === 'replay') await tab.answer({ type: 'unknown' });
    await tab.close();
    return tab;
  };

  it('leaves its texts as they are, whatever is answered', async () => {
    const tab = await closeWith('answer');
    await tab.answer({ type: 'refused' });
    expect(stored(tab, 'hello')).toMatchObject({ status: 'sent' });
    const other = await closeWith('replay');
    await other.endReplay();
    expect(stored(other, 'hello')).toMatchObject({ status: 'lost' });
    expect([...tab.events, ...other.events]).toEqual([]);
  });

  it('sends nothing', async () => {
    const tab = createDeliveryBench().openTab();
    tab.delivery.setOwner('ann');
    tab.delivery.conversationOpened('talk');
    await tab.write('hello');
    tab.lifetime.end();
    tab.delivery.setReady(true);
    expect(tab.published()).toEqual([]);
  });
});

describe('a busy service', () => {
  it('[REL-21] is asked again after twice the time, up to half a minute, and soon again after an answer', async () => {
    const { clock, openTab } = createDeliveryBench();
    const tab = openTab();
    await tab.begin();
    await tab.write('hello');
    const refuse = () => tab.answer({ type: 'busy', retryAfterMs: undefined });
    expect(await waitsOf(clock, () => tab.published().length, refuse)).toEqual(doubling);
    await tab.answerWithEcho(0);
    await tab.write('next');
    await refuse();
    expect(stored(tab, 'next')).toMatchObject({ status: 'queued' });
    const before = tab.published().length;
    await clock.advance(1_000);
    expect(tab.published()).toHaveLength(before + 1);
  });
});
