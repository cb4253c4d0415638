import { describe, expect, it } from 'vitest';
import { messagesOf } from '../../../contract/channelSuite.ts';
import { createMessagingBench, pressLine, publishedEventsOf, type SentFrame } from '../../../support/messagingBench.ts';

const receiptsOf = (frames: readonly SentFrame[]): unknown[] =>
  publishedEventsOf(frames).flatMap((one) =>
    one.type === 'AcceptStatusEvent' ? [[one.status, one.sequenceList]] : [],
  );

describe('messages, receipts and typing in messaging', () => {
  it('[CH-140] builds a message id from conversation, dialog and sequence, and shows a repeated message once', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.wire.faultDown = () => 'duplicate';
    bench.desk.act(id, { action: 'say', text: 'Hello' });
    await bench.clock.advance(0);
    const shown = messagesOf(bench.fakes.events).filter((one) => one.type === 'agent');
    expect(shown).toHaveLength(1);
    expect(shown[0]).toMatchObject({
      id: `${id}__${id}__0`,
      text: 'Hello',
      participantId: '25025413',
      isHistory: false,
    });
  });

  it('[CH-141] sends ACCEPT once for each message above the last confirmed one', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.fakes.setAttention({ isFocused: false });
    bench.wire.faultDown = () => 'duplicate';
    bench.desk.act(id, { action: 'say', text: 'one' });
    await bench.clock.advance(0);
    bench.desk.act(id, { action: 'say', text: 'two' });
    await bench.clock.advance(0);
    expect(receiptsOf(bench.wire.sent)).toEqual([
      ['ACCEPT', [0]],
      ['ACCEPT', [2]],
    ]);
  });

  it('[CH-142] sends READ when the window is focused, and for unread messages when it regains focus', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.fakes.setAttention({ isFocused: false });
    bench.desk.act(id, { action: 'say', text: 'one' });
    bench.desk.act(id, { action: 'say', text: 'two' });
    await bench.clock.advance(0);
    expect(receiptsOf(bench.wire.sent).map((one) => (one as unknown[])[0])).not.toContain('READ');
    bench.fakes.setAttention({ isFocused: true });
    await bench.clock.advance(0);
    expect(receiptsOf(bench.wire.sent).at(-1)).toEqual(['READ', [0, 1]]);
  });

  it('[CH-141][CH-142] sends receipts again, once, after the connection was lost with them', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.wire.stall('up');
    bench.desk.act(id, { action: 'say', text: 'one' });
    await bench.clock.advance(0);
    expect(bench.desk.receipts()).toEqual([]);
    bench.wire.cut();
    bench.wire.healStalls();
    await bench.clock.advance(5_000);
    expect(bench.desk.receipts().map(({ status, sequences }) => [status, sequences])).toEqual([
      ['ACCEPT', [0]],
      ['READ', [0]],
    ]);
    bench.wire.cut();
    await bench.clock.advance(5_000);
    expect(bench.desk.receipts()).toHaveLength(2);
  });

  it('[CH-141] does not repeat a receipt that the service refuses permanently', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.fakes.setAttention({ isFocused: false });
    bench.desk.refuseNext(400);
    bench.desk.act(id, { action: 'say', text: 'one' });
    await bench.clock.advance(0);
    bench.desk.act(id, { action: 'say', text: 'two' });
    await bench.clock.advance(0);
    const accepted = receiptsOf(bench.wire.sent);
    expect(accepted).toHaveLength(2);
    expect(accepted[0]).not.toEqual(accepted[1]);
  });

  it('[CH-141] publishes ACTION before the text of a pressed reply', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.desk.act(id, { action: 'quickReplies', text: 'Shall we call you?', replies: ['Call me', 'No, thanks'] });
    await bench.clock.advance(0);
    const asked = messagesOf(bench.fakes.events).find((one) => one.type === 'agent');
    expect(asked?.lines?.map((line) => line.text)).toEqual(['Call me', 'No, thanks']);
    await pressLine(bench, asked, 0);
    await bench.clock.advance(0);
    const last = publishedEventsOf(bench.wire.sent).slice(-2);
    expect(last).toEqual([
      { type: 'AcceptStatusEvent', status: 'ACTION', sequenceList: [0] },
      { type: 'ContentEvent', contentType: 'text/plain', message: 'Call me' },
    ]);
  });

  it('[CH-143] reports typing in both directions', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.desk.act(id, { action: 'typing' });
    bench.desk.act(id, { action: 'typing', isTyping: false });
    await bench.clock.advance(0);
    const reported = bench.fakes.events.flatMap((event) => (event.type === 'agentTyping' ? [event.isTyping] : []));
    expect(reported).toEqual([true, false]);
    bench.channel.typing(true);
    bench.channel.typing(false);
    await bench.clock.advance(0);
    expect(publishedEventsOf(bench.wire.sent).map((one) => one.chatState)).toEqual(['COMPOSING', 'ACTIVE']);
  });

  it('shows an agent’s markup as plain text, unless the sender declares it as HTML', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.desk.act(id, { action: 'say', text: '<img src=x onerror=alert(1)>' });
    await bench.clock.advance(0);
    const message = messagesOf(bench.fakes.events).find((one) => one.type === 'agent');
    expect(message).toMatchObject({ text: '<img src=x onerror=alert(1)>' });
    expect(message?.format).toBeUndefined();
  });

  it('[CH-142] sends a receipt again that was refused for the moment, when the window shows the messages', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.desk.refuseNext(503);
    bench.desk.act(id, { action: 'say', text: 'Hello' });
    await bench.clock.advance(0);
    expect(bench.desk.receipts().map(({ status }) => status)).toEqual(['READ']);
    bench.channel.seen();
    await bench.clock.advance(0);
    expect(bench.desk.receipts().map(({ status }) => status)).toEqual(['READ', 'ACCEPT']);
  });
});
