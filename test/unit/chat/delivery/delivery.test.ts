import { describe, expect, it } from 'vitest';
import { createDeliveryBench } from '../../../support/deliveryBench.ts';

const outbox = (storage: { suffixes(key: 'cm-outbox'): readonly string[] }) => storage.suffixes('cm-outbox');

describe('delivery of texts in one tab', () => {
  it('sends one text at a time, in the order in which they were written', async () => {
    const tab = createDeliveryBench().openTab();
    await tab.begin();
    await tab.write('one');
    await tab.write('two');
    expect(tab.published()).toEqual(['one']);
    await tab.answer({ type: 'acked' });
    expect(tab.published()).toEqual(['one', 'two']);
    tab.delivery.echo({ id: undefined, text: 'one', position: 0 });
    expect(tab.events).toEqual(['delivered one 0']);
  });

  it('keeps a text until the conversation is open and the connection is up', async () => {
    const { openTab } = createDeliveryBench();
    const tab = openTab();
    await tab.write('early');
    expect(outbox(tab.storage)).toEqual([]);
    tab.delivery.setOwner('ann');
    expect(outbox(tab.storage)).toEqual(['bench.early']);
    tab.delivery.conversationOpened('talk');
    expect(tab.published()).toEqual([]);
    tab.delivery.setReady(true);
    expect(tab.entries[0]).toMatchObject({ text: 'early', owner: 'ann', conversationId: 'talk' });
  });

  it('[REL-02] looks at the replay before it sends a text whose answer was lost', async () => {
    const tab = createDeliveryBench().openTab();
    await tab.begin();
    await tab.write('hello');
    await tab.answer({ type: 'unknown' });
    expect(tab.replays()).toBe(1);
    expect(tab.published()).toEqual(['hello']);
    tab.delivery.echo({ id: undefined, text: 'hello', position: 4 });
    await tab.endReplay();
    expect(tab.published()).toEqual(['hello']);
    expect(tab.events).toEqual(['delivered hello 4']);
  });

  it('[REL-02] sends it again, under the same id, when the replay does not show it', async () => {
    const tab = createDeliveryBench().openTab();
    await tab.begin();
    await tab.write('hello');
    await tab.answer({ type: 'unknown' });
    await tab.endReplay();
    expect(tab.entries.map(({ id }) => id)).toEqual(['hello', 'hello']);
  });

  it('asks for the replay again until the service answers', async () => {
    const { openTab, clock } = createDeliveryBench();
    const tab = openTab();
    await tab.begin();
    await tab.write('hello');
    await tab.answer({ type: 'unknown' });
    await tab.failReplay();
    await clock.advance(1_000);
    expect(tab.replays()).toBe(2);
  });

  it('waits while events are missing, because the echo may be among them', async () => {
    const tab = createDeliveryBench().openTab();
    await tab.begin();
    await tab.write('hello');
    tab.delivery.setGap(true);
    await tab.answer({ type: 'unknown' });
    expect(tab.replays()).toBe(0);
    tab.delivery.setGap(false);
    tab.delivery.setGap(true);
    await tab.endReplay();
    expect(tab.published()).toEqual(['hello']);
    tab.delivery.setGap(false);
    await tab.endReplay();
    expect(tab.published()).toEqual(['hello', 'hello']);
  });

  it('matches an echo by words only after the position of the text', async () => {
    const tab = createDeliveryBench().openTab();
    await tab.begin();
    tab.delivery.echo({ id: undefined, text: 'yes', position: 3 });
    await tab.write('yes', 'second');
    await tab.answer({ type: 'unknown' });
    tab.delivery.echo({ id: undefined, text: 'yes', position: 3 });
    await tab.endReplay();
    expect(tab.published()).toEqual(['yes', 'yes']);
    expect(tab.events).toEqual([]);
  });

  it('waits for the answer before it matches an echo by words: another tab may have sent the same', async () => {
    const tab = createDeliveryBench().openTab();
    await tab.begin();
    await tab.write('yes');
    expect(tab.delivery.echo({ id: undefined, text: 'yes', position: 0 })).toBeUndefined();
    await tab.answer({ type: 'acked' });
    expect(tab.events).toEqual(['delivered yes 0']);
  });

  it('matches an echo by its id, whatever is known about the text', async () => {
    const tab = createDeliveryBench().openTab();
    await tab.begin();
    await tab.write('hello');
    expect(tab.delivery.echo({ id: 'other', text: 'hello', position: 0 })).toBeUndefined();
    expect(tab.delivery.echo({ id: 'hello', text: 'hello', position: 1 })?.id).toBe('hello');
    expect(tab.events).toEqual(['delivered hello 1']);
  });

  it('counts an acknowledged text as delivered when the replay has no echo of it', async () => {
    const { openTab, clock } = createDeliveryBench();
    const tab = openTab();
    await tab.begin();
    await tab.write('hello');
    await tab.answer({ type: 'acked' });
    await clock.advance(5_000);
    await tab.endReplay();
    expect(tab.events).toEqual(['delivered hello -']);
    tab.delivery.echo({ id: undefined, text: 'hello', position: 2 });
    expect(tab.events).toEqual(['delivered hello -', 'delivered hello 2']);
    expect(tab.published()).toEqual(['hello']);
  });

  it('[REL-21] waits as long as the service asks, and does not let a refused text block the others', async () => {
    const { openTab, clock } = createDeliveryBench();
    const tab = openTab();
    await tab.begin();
    await tab.write('one');
    await tab.write('two');
    await tab.answer({ type: 'busy', retryAfterMs: 7_000 });
    await clock.advance(6_999);
    expect(tab.published()).toEqual(['one']);
    await clock.advance(1);
    expect(tab.published()).toEqual(['one', 'one']);
    await tab.answer({ type: 'refused' });
    expect(tab.events).toEqual(['not delivered one']);
    expect(tab.published()).toEqual(['one', 'one', 'two']);
  });

  it('[REL-21] waits as long as the service asks although the conversation of the refused text is over', async () => {
    const { openTab, clock } = createDeliveryBench();
    const tab = openTab();
    await tab.begin();
    await tab.write('before');
    tab.delivery.conversationClosed();
    await tab.answer({ type: 'busy', retryAfterMs: 7_000 });
    tab.delivery.conversationOpened('next');
    await tab.write('after');
    expect(tab.published()).toEqual(['before']);
    await clock.advance(7_000);
    expect(tab.published()).toEqual(['before', 'after']);
  });

  it('sends a refused text again when the visitor tries again', async () => {
    const tab = createDeliveryBench().openTab();
    await tab.begin();
    await tab.write('one');
    await tab.answer({ type: 'refused' });
    await tab.write('one');
    expect(tab.published()).toEqual(['one', 'one']);
  });

  it('shows a text as not sent after a minute, and confirms it if it is sent later', async () => {
    const { openTab, clock } = createDeliveryBench();
    const tab = openTab();
    tab.delivery.setOwner('ann');
    tab.delivery.conversationOpened('talk');
    await tab.write('late');
    await clock.advance(60_000);
    expect(tab.events).toEqual(['not delivered late']);
    tab.delivery.setReady(true);
    await tab.answer({ type: 'acked' });
    tab.delivery.echo({ id: undefined, text: 'late', position: 0 });
    expect(tab.events).toEqual(['not delivered late', 'delivered late 0']);
  });

  it('leaves the decision to the visitor where texts are not sent again', async () => {
    const tab = createDeliveryBench().openTab({ resends: false, capabilities: { sequence: false } });
    await tab.begin();
    await tab.write('hello');
    await tab.answer({ type: 'unknown' });
    expect(tab.events).toEqual(['not delivered hello']);
    await tab.endReplay();
    expect(tab.published()).toEqual(['hello']);
    await tab.write('hello');
    await tab.endReplay();
    expect(tab.published()).toEqual(['hello', 'hello']);
  });

  it('looks again before it sends a text again that the visitor was told is not sent', async () => {
    const tab = createDeliveryBench().openTab({ resends: false, capabilities: { sequence: false } });
    await tab.begin();
    await tab.write('slow');
    await tab.answer({ type: 'unknown' });
    await tab.endReplay();
    await tab.write('slow');
    expect(tab.published()).toEqual(['slow']);
    tab.delivery.echo({ id: undefined, text: 'slow', position: 0 });
    await tab.endReplay();
    expect(tab.published()).toEqual(['slow']);
    expect(tab.events.at(-1)).toBe('delivered slow 0');
  });

  it('confirms a text that arrives after the visitor was told that it is not sent', async () => {
    const tab = createDeliveryBench().openTab({ resends: false, capabilities: { sequence: false } });
    await tab.begin();
    await tab.write('slow');
    await tab.answer({ type: 'unknown' });
    await tab.endReplay();
    tab.delivery.echo({ id: undefined, text: 'slow', position: 0 });
    expect(tab.events.at(-1)).toBe('delivered slow 0');
    expect(outbox(tab.storage)).toEqual(['bench.slow']);
  });

  it('takes the first echo that came before its answer was lost, and leaves the next one to another tab', async () => {
    const { openTab } = createDeliveryBench();
    const [tab, other] = [openTab(), openTab()];
    for (const one of [tab, other]) await one.begin();
    await tab.write('yes', 'of the first');
    const echoes = [0, 1].map((position) => ({ id: undefined, text: 'yes', position }));
    for (const one of [tab, other]) if (echoes[0]) one.delivery.echo(echoes[0]);
    await other.write('yes', 'of the second');
    await other.answer({ type: 'unknown' });
    await tab.answer({ type: 'unknown' });
    for (const one of [tab, other]) if (echoes[1]) one.delivery.echo(echoes[1]);
    await other.endReplay();
    expect(tab.events).toEqual(['delivered yes 0']);
    expect(other.events).toEqual(['delivered yes 1']);
  });

  it('does not take the echo of a text under way for one with the same words that was not sent', async () => {
    const tab = createDeliveryBench().openTab({ resends: false, capabilities: { sequence: false } });
    await tab.begin();
    await tab.write('yes', 'first');
    await tab.answer({ type: 'unknown' });
    await tab.endReplay();
    await tab.write('yes', 'second');
    expect(tab.delivery.echo({ id: undefined, text: 'yes', position: 0 })).toBeUndefined();
    await tab.answer({ type: 'acked' });
    expect(tab.events).toEqual(['not delivered yes', 'delivered yes 0']);
    expect(tab.delivery.echo({ id: undefined, text: 'yes', position: 1 })?.id).toBe('first');
  });

  it('sends a text again once for each time that the visitor tries', async () => {
    const tab = createDeliveryBench().openTab({ resends: false, capabilities: { sequence: false } });
    await tab.begin();
    await tab.write('hello');
    for (const attempts of [2, 3]) {
      await tab.answer({ type: 'unknown' });
      await tab.endReplay();
      expect(tab.published()).toHaveLength(attempts - 1);
      await tab.write('hello');
      await tab.endReplay();
      expect(tab.published()).toHaveLength(attempts);
    }
  });

  it('gives up a text with an unknown outcome where nothing can tell what became of it', async () => {
    const tab = createDeliveryBench().openTab({ capabilities: { history: false } });
    await tab.begin();
    await tab.write('hello');
    await tab.answer({ type: 'unknown' });
    expect(tab.events).toEqual(['not delivered hello']);
    await tab.write('next');
    await tab.answer({ type: 'acked' });
    expect(tab.events).toEqual(['not delivered hello', 'delivered next -']);
  });

  it('takes the echo that came before its answer where there is no history', async () => {
    const { openTab } = createDeliveryBench();
    const [tab, other] = [openTab({ capabilities: { history: false } }), openTab({ capabilities: { history: false } })];
    for (const one of [tab, other]) await one.begin();
    await tab.write('yes', 'of the first');
    const echo = { id: undefined, text: 'yes', position: 0 };
    tab.delivery.echo(echo);
    await tab.answer({ type: 'acked' });
    expect(tab.events).toEqual(['delivered yes 0']);
    await other.write('yes', 'of the second');
    await other.answer({ type: 'unknown' });
    other.delivery.echo(echo);
    expect(other.events).toEqual(['not delivered yes']);
  });

  it('leaves nothing unsettled when the conversation ends', async () => {
    const { openTab } = createDeliveryBench();
    const tab = openTab();
    await tab.begin();
    await tab.write('one');
    await tab.write('two');
    await tab.answer({ type: 'acked' });
    tab.delivery.conversationClosed();
    expect(tab.events).toEqual(['delivered one -', 'not delivered two']);
    expect(outbox(tab.storage)).toEqual([]);
    tab.delivery.conversationOpened('next');
    expect(tab.published()).toEqual(['one', 'two']);
  });

  it('keeps the texts of a conversation that the service names later', async () => {
    const tab = createDeliveryBench().openTab();
    await tab.begin('not named yet');
    await tab.write('one');
    await tab.write('two');
    tab.delivery.conversationNamed('talk');
    await tab.answerWithEcho(0);
    expect(tab.published()).toEqual(['one', 'two']);
    expect(tab.entries[1]).toMatchObject({ conversationId: 'talk' });
    expect(tab.events).toEqual(['delivered one 0']);
  });

  it('never sends a text in another conversation', async () => {
    const tab = createDeliveryBench().openTab();
    await tab.begin('first');
    tab.delivery.setReady(false);
    await tab.write('for the first');
    tab.delivery.conversationOpened('second');
    tab.delivery.setReady(true);
    expect(tab.published()).toEqual([]);
    expect(tab.events).toEqual(['not delivered for the first']);
  });

  it('sends nothing of a visitor who has left, and keeps nothing of theirs', async () => {
    const { openTab } = createDeliveryBench();
    const tab = openTab();
    await tab.begin();
    await tab.write('one');
    await tab.write('two');
    tab.delivery.setOwner('bob');
    expect(tab.events).toEqual(['not delivered one', 'not delivered two']);
    expect(tab.delivery.isPending).toBe(false);
    tab.delivery.conversationOpened('talk');
    expect(outbox(tab.storage)).toEqual([]);
    await tab.answer({ type: 'acked' });
    expect(tab.published()).toEqual(['one']);
    await tab.write('three');
    expect(tab.entries.at(-1)).toMatchObject({ text: 'three', owner: 'bob' });
  });

  it('keeps what another tab of the visitor who has left has stored from the next visitor', async () => {
    const { openTab } = createDeliveryBench();
    const [tab, other] = [openTab(), openTab()];
    await tab.begin();
    other.delivery.setOwner('ann');
    other.delivery.conversationOpened('talk');
    await other.write('secret');
    tab.delivery.setOwner('bob');
    expect(outbox(tab.storage)).toEqual([]);
  });

  it('does not send a text that was written while its conversation was being started in another one', async () => {
    const tab = createDeliveryBench().openTab();
    tab.delivery.setOwner('ann');
    tab.delivery.setReady(true);
    await tab.write('for the new one');
    tab.delivery.startFailed();
    tab.delivery.conversationOpened('another');
    expect(tab.published()).toEqual([]);
    expect(tab.events).toEqual(['not delivered for the new one']);
  });
});
