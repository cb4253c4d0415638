import { describe, expect, it } from 'vitest';
import { createDeliveryBench, type TabOptions } from '../../../support/deliveryBench.ts';
import type { FakeClock } from '../../../support/fakeClock.ts';

const options: TabOptions = { capabilities: { ids: true, sequence: false, ackEndsWithSession: true } };
type Tab = Awaited<ReturnType<typeof begin>>['tab'];
const echo = (id: string, position = 1) => ({ id, text: id, position });

async function begin(changes: Partial<TabOptions> = {}) {
  const bench = createDeliveryBench();
  const tab = bench.openTab({ ...options, ...changes });
  await tab.begin();
  const acknowledge = async (text: string): Promise<void> => {
    await tab.write(text);
    await tab.answer({ type: 'acked' });
  };
  return { ...bench, tab, acknowledge };
}

describe('where an acknowledgement ends with its session', () => {
  it('a text is shown as sent once, and its echo changes nothing', async () => {
    const { tab, acknowledge } = await begin();
    await acknowledge('hello');
    expect(tab.events).toEqual(['delivered hello -']);
    expect(tab.delivery.isPending).toBe(false);
    tab.delivery.echo(echo('hello'));
    expect(tab.events).toEqual(['delivered hello -']);
    expect(tab.storage.suffixes('cm-outbox')).toEqual([]);
  });

  it('a text is not looked for while the session lasts', async () => {
    const { clock, tab, acknowledge } = await begin();
    await acknowledge('hello');
    expect(tab.storage.suffixes('cm-outbox')).toEqual(['bench.hello']);
    await clock.advance(119_000);
    expect(tab.storage.suffixes('cm-outbox')).toEqual(['bench.hello']);
    await clock.advance(1_000);
    tab.delivery.sessionLost();
    await clock.advance(10_000);
    expect(tab.replays()).toBe(0);
    expect(tab.storage.suffixes('cm-outbox')).toEqual([]);
  });

  it('a text is still looked for if the device has slept beyond the two minutes and the session is lost', async () => {
    const { clock, tab, acknowledge } = await begin();
    await acknowledge('hello');
    clock.jump(600_000);
    await clock.advance(0);
    expect(tab.storage.suffixes('cm-outbox')).toEqual(['bench.hello']);
    tab.delivery.sessionLost();
    tab.delivery.setReady(true);
    await tab.endReplay();
    await clock.advance(5_000);
    await tab.endReplay();
    expect(tab.published()).toEqual(['hello', 'hello']);
  });

  it.each([
    ['the device has slept', (_: Tab, clock: FakeClock) => clock.jump(600_000)],
    ['the connection was down', ({ delivery }: Tab) => delivery.setReady(false)],
  ] as const)('a text counts as sent two minutes after %s, if the session goes on', async (_, happens) => {
    const { clock, tab, acknowledge } = await begin();
    await acknowledge('hello');
    await clock.advance(119_000);
    happens(tab, clock);
    await clock.advance(1_000);
    tab.delivery.setReady(true);
    await clock.advance(118_000);
    expect(tab.storage.suffixes('cm-outbox')).toEqual(['bench.hello']);
    await clock.advance(2_000);
    expect(tab.storage.suffixes('cm-outbox')).toEqual([]);
    expect(tab.events).toEqual(['delivered hello -']);
  });

  it('a text that a replay lacks is looked for again for 5 s, and holds back later ones', async () => {
    const { clock, tab, acknowledge } = await begin();
    await acknowledge('hello');
    tab.delivery.setReady(false);
    tab.delivery.sessionLost();
    tab.delivery.setReady(true);
    await tab.write('later');
    expect(tab.delivery.isPending).toBe(true);
    for (let at = 0; at < 5; at += 1) {
      await tab.endReplay();
      expect(tab.published()).toEqual(['hello']);
      await clock.advance(1_000);
    }
    await tab.endReplay();
    expect(tab.published()).toEqual(['hello', 'hello']);
    expect(tab.events).toEqual(['delivered hello -', 'restored hello']);
    await tab.answer({ type: 'acked' });
    expect(tab.published()).toEqual(['hello', 'hello', 'later']);
    expect(tab.events).toEqual(['delivered hello -', 'restored hello', 'delivered hello -']);
  });

  it('a text that a later replay has is not shown as pending in between', async () => {
    const { clock, tab, acknowledge } = await begin();
    await acknowledge('hello');
    tab.delivery.sessionLost();
    tab.delivery.setReady(true);
    await tab.endReplay();
    await clock.advance(1_000);
    tab.delivery.echo(echo('hello'));
    await tab.endReplay();
    await clock.advance(10_000);
    expect(tab.published()).toEqual(['hello']);
    expect(tab.events).toEqual(['delivered hello -']);
  });

  it('a text that is lost for good is shown as not sent after a minute', async () => {
    const { clock, tab, acknowledge } = await begin();
    await acknowledge('hello');
    tab.delivery.sessionLost();
    tab.delivery.setReady(true);
    await tab.endReplay();
    await clock.advance(6_000);
    await tab.endReplay();
    await clock.advance(60_000);
    expect(tab.events).toEqual(['delivered hello -', 'restored hello', 'not delivered hello']);
  });

  it('a text that the visitor decides about is shown as not sent', async () => {
    const { clock, tab, acknowledge } = await begin({ resends: false });
    await acknowledge('hello');
    tab.delivery.sessionLost();
    tab.delivery.setReady(true);
    await tab.endReplay();
    await clock.advance(6_000);
    await tab.endReplay();
    expect(tab.published()).toEqual(['hello']);
    expect(tab.events).toEqual(['delivered hello -', 'restored hello', 'not delivered hello']);
  });

  it.each([
    ['while its session lasts', () => {}, []],
    [
      'when its session is lost',
      ({ delivery }: Tab) => delivery.sessionLost(),
      ['restored hello', 'not delivered hello'],
    ],
  ] as const)('a text at the end of its conversation %s', async (_, happens, more) => {
    const { tab, acknowledge } = await begin();
    await acknowledge('hello');
    happens(tab);
    tab.delivery.conversationClosed();
    expect(tab.events).toEqual(['delivered hello -', ...more]);
    expect(tab.storage.suffixes('cm-outbox')).toEqual([]);
  });

  it('a text that another tab has sent again is shown as not sent, and then as sent, in the tab that wrote it', async () => {
    const { clock, tab, openTab, acknowledge } = await begin();
    await acknowledge('hello');
    const second = openTab(options);
    await second.begin();
    tab.tabs.hide();
    await clock.advance(3_000);
    await second.endReplay();
    await clock.advance(5_000);
    await second.endReplay();
    await second.answer({ type: 'refused' });
    tab.tabs.show();
    await clock.advance(0);
    expect(tab.events).toEqual(['delivered hello -', 'not delivered hello']);
    await second.write('hello');
    await second.answer({ type: 'acked' });
    tab.delivery.echo(echo('hello'));
    expect(tab.events).toEqual(['delivered hello -', 'not delivered hello', 'delivered hello 1']);
    expect(tab.published()).toEqual(['hello']);
  });

  it('a text that was sent again and is lost once more is looked for for 5 s again', async () => {
    const { clock, tab, acknowledge } = await begin();
    const lose = async (): Promise<void> => {
      tab.delivery.sessionLost();
      tab.delivery.setReady(true);
      await tab.endReplay();
    };
    await acknowledge('hello');
    await lose();
    await clock.advance(5_000);
    await tab.endReplay();
    await tab.answer({ type: 'acked' });
    expect(tab.published()).toEqual(['hello', 'hello']);
    await lose();
    expect(tab.published()).toEqual(['hello', 'hello']);
    await clock.advance(5_000);
    await tab.endReplay();
    expect(tab.published()).toEqual(['hello', 'hello', 'hello']);
  });

  it('a text that was found and has come back is looked for again for 5 s', async () => {
    const { clock, tab, acknowledge } = await begin();
    const lose = async (): Promise<void> => {
      tab.delivery.sessionLost();
      tab.delivery.setReady(true);
      await tab.endReplay();
    };
    await acknowledge('hello');
    await lose();
    tab.delivery.echo(echo('hello'));
    await clock.advance(10_000);
    await acknowledge('hello');
    await lose();
    expect(tab.published()).toEqual(['hello', 'hello']);
  });

  it('a text that a replay lacks is not shown as sent when its conversation ends before the next one', async () => {
    const { tab, acknowledge } = await begin();
    await acknowledge('hello');
    tab.delivery.sessionLost();
    tab.delivery.setReady(true);
    await tab.endReplay();
    tab.delivery.conversationClosed();
    expect(tab.events).toEqual(['delivered hello -', 'restored hello', 'not delivered hello']);
  });

  it('a text that has come back is known by its id when it is sent again', async () => {
    const { tab, acknowledge } = await begin();
    await acknowledge('hello');
    tab.delivery.echo(echo('hello'));
    await acknowledge('hello');
    tab.delivery.echo(echo('hello'));
    expect(tab.storage.suffixes('cm-outbox')).toEqual([]);
  });

  it('a text counts as sent where there is no history', async () => {
    const { tab, acknowledge } = await begin({ capabilities: { ...options.capabilities, history: false } });
    await acknowledge('hello');
    expect(tab.storage.suffixes('cm-outbox')).toEqual([]);
    expect(tab.events).toEqual(['delivered hello -']);
  });
});
