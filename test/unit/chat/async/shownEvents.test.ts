import { describe, expect, it } from 'vitest';
import { messagesOf } from '../../../contract/channelSuite.ts';
import { createMessagingBench, type MessagingBench, pressLine } from '../../../support/messagingBench.ts';

async function talk() {
  const bench = createMessagingBench({ faults: { returnsReceipts: false } });
  const id = await bench.startConversation();
  bench.fakes.setAttention({ isFocused: false });
  bench.fakes.events.splice(0);
  return { bench, id };
}

/** Delivers events as the service sends them, in one frame. */
function deliver(bench: MessagingBench, dialogId: string, ...changes: Readonly<Record<string, unknown>>[]) {
  const serverTimestamp = bench.clock.now();
  const body = {
    changes: changes.map((change) => ({ dialogId, serverTimestamp, originatorId: '25025413', ...change })),
  };
  bench.wire.inject(JSON.stringify({ kind: 'notification', type: 'ms.MessagingEventNotification', body }));
  return bench.clock.advance(0);
}

const text = (message: string, more: Readonly<Record<string, unknown>> = {}) => ({
  event: { type: 'ContentEvent', contentType: 'text/plain', message, ...more },
});
const receipt = (status: string, sequenceList: readonly number[]) => ({
  event: { type: 'AcceptStatusEvent', status, sequenceList },
});

describe('the events of a messaging conversation', () => {
  it('[CH-140] are shown in their order, with what is between the messages', async () => {
    const { bench, id } = await talk();
    await deliver(
      bench,
      id,
      { sequence: 0, ...text('one') },
      { sequence: 1, originatorId: 'visitor-1', ...text('from another device') },
      { sequence: 2, ...receipt('READ', [1]) },
      { sequence: 3, ...text('two') },
      { sequence: 4, ...text('three') },
    );
    await deliver(bench, id, { event: { type: 'ChatStateEvent', chatState: 'COMPOSING' } });
    const seen = bench.fakes.events.flatMap((event) => {
      if (event.type === 'messages') return [event.messages.map((one) => one.text)];
      return ['receipt', 'agentTyping', 'delivered'].includes(event.type) ? [event.type] : [];
    });
    expect(seen).toEqual([['one'], ['from another device'], 'receipt', ['two', 'three'], 'agentTyping']);
  });

  it('[CH-143] show no typing of the visitor’s own, and an agent’s pause as its end', async () => {
    const { bench, id } = await talk();
    const typing = (originatorId: string, chatState: string) =>
      deliver(bench, id, { originatorId, event: { type: 'ChatStateEvent', chatState } });
    await typing('visitor-1', 'COMPOSING');
    await typing('25025413', 'COMPOSING');
    await typing('25025413', 'PAUSE');
    const shown = bench.fakes.events.flatMap((event) => (event.type === 'agentTyping' ? [event.isTyping] : []));
    expect(shown).toEqual([true, false]);
  });

  it('[CH-141] tell an agent’s receipts only, not those of a reader or our own', async () => {
    const { bench, id } = await talk();
    await deliver(
      bench,
      id,
      { sequence: 0, originatorId: 'visitor-1', ...text('Hello') },
      { sequence: 1, originatorId: 'reader', originatorMetadata: { role: 'READER' }, ...receipt('READ', [0]) },
      { sequence: 2, originatorId: 'visitor-1', ...receipt('READ', [0]) },
    );
    const receipts = () => bench.fakes.events.filter(({ type }) => type === 'receipt');
    expect(receipts()).toEqual([]);
    await deliver(bench, id, { sequence: 3, ...receipt('ACCEPT', [0]) });
    expect(receipts()).toEqual([{ type: 'receipt', ids: [`${id}__${id}__0`], status: 'delivered' }]);
  });

  it('[CH-139] keep their choices when they are edited, and the new ones count', async () => {
    const { bench, id } = await talk();
    const replies = (...titles: string[]) => ({ quickReplies: { replies: titles.map((title) => ({ title })) } });
    const asked = { sequence: 0, serverTimestamp: 5 };
    await deliver(bench, id, { ...asked, ...text('Well?', replies('Yes', 'No')) });
    await deliver(bench, id, { ...asked, ...text('Well now?', replies('Later')) });
    const [first, second] = messagesOf(bench.fakes.events);
    expect(first?.lines?.map((line) => line.text)).toEqual(['Yes', 'No']);
    expect(second).toMatchObject({ text: 'Well now?', isEdited: true, order: first?.order });
    expect(second?.lines?.map((line) => line.text)).toEqual(['Later']);
    await bench.channel.press({ type: 'choice', text: 'unknown' }, second as never);
    await pressLine(bench, second, 0);
    await bench.clock.advance(0);
    expect(bench.desk.received()).toEqual(['Later']);
  });

  it('[CH-145] publish the reply of a button, although a link has the same title', async () => {
    const { bench, id } = await talk();
    const button = (action: Readonly<Record<string, unknown>>) => ({
      ...{ type: 'button', title: 'More', click: { actions: [action] } },
    });
    const elements = [
      button({ type: 'publishText', text: 'Tell me more' }),
      button({ type: 'link', uri: 'https://docs.example/' }),
    ];
    const content = { type: 'vertical', elements };
    await deliver(bench, id, { sequence: 0, event: { type: 'RichContentEvent', content } });
    const [asked] = messagesOf(bench.fakes.events);
    await pressLine(bench, asked, 0);
    await bench.clock.advance(0);
    expect(bench.desk.received()).toEqual(['Tell me more']);
  });

  it('[CH-139] forget their choices with the conversation', async () => {
    const { bench, id } = await talk();
    const replies = { quickReplies: { replies: [{ title: 'Yes' }] } };
    await deliver(bench, id, { sequence: 0, ...text('Well?', replies) });
    const [asked] = messagesOf(bench.fakes.events);
    bench.desk.act(id, { action: 'end' });
    await bench.clock.advance(5_000);
    await bench.channel.start({ startType: 'restart' });
    await pressLine(bench, asked, 0);
    await bench.clock.advance(5_000);
    expect(messagesOf(bench.fakes.events).filter(({ type }) => type === 'visitor')).toEqual([]);
  });

  it('[CH-137] show nothing of what cannot be shown, and no error', async () => {
    const { bench, id } = await talk();
    await deliver(bench, id, { sequence: 0, event: { type: 'OfTheFuture' } }, { sequence: 1, ...text('Hello') });
    expect(messagesOf(bench.fakes.events).map((one) => one.text)).toEqual(['Hello']);
    await bench.clock.advance(10_000);
    expect(bench.wire.opened).toBe(1);
  });

  it('[REL-32] are not read from a notification of another type', async () => {
    const { bench, id } = await talk();
    const change = { sequence: 0, serverTimestamp: 5, originatorId: '25025413', dialogId: id, ...text('Hello') };
    bench.wire.inject(JSON.stringify({ kind: 'notification', type: 'of.the.future', body: { changes: [change] } }));
    await bench.clock.advance(0);
    expect(messagesOf(bench.fakes.events)).toEqual([]);
  });

  it('[CH-141] tell a receipt with a message that comes after it, and none that falls back', async () => {
    const { bench, id } = await talk();
    const receipts = () =>
      bench.fakes.events
        .splice(0)
        .flatMap((event) => (event.type === 'receipt' ? [[event.ids.map((one) => one.at(-1)), event.status]] : []));
    await deliver(bench, id, { sequence: 1, ...receipt('ACCEPT', [0]) });
    await bench.clock.advance(1_000);
    expect(receipts()).toEqual([]);
    await deliver(bench, id, { sequence: 0, originatorId: 'visitor-1', ...text('Hello') });
    expect(receipts()).toEqual([[['0'], 'delivered']]);
    await deliver(
      bench,
      id,
      { sequence: 2, ...receipt('ACCEPT', [0]) },
      { sequence: 3, ...receipt('NEXT', [0]) },
      { sequence: 4, ...receipt('READ', [0]) },
      { sequence: 5, ...receipt('ACCEPT', [0]) },
    );
    expect(receipts()).toEqual([[['0'], 'read']]);
  });
});
