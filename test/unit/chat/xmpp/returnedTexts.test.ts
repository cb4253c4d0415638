import { describe, expect, it } from 'vitest';
import type { MessageInput } from '../../../../frame/chat/conversation.ts';
import { createMessageLog } from '../../../../frame/chat/messages/messageLog.ts';
import { deliveredIds, messagesOf } from '../../../support/channelEvents.ts';
import { deskAddress } from '../../../support/fakeXmppServer.ts';
import { createXmppBench, type XmppBench } from '../../../support/xmppBench.ts';
import { say, start } from '../../../support/xmppPerson.ts';

type Loaded = Pick<XmppBench, 'channel' | 'fakes'>;

const refusal = { condition: 'service-unavailable', type: 'cancel', isStored: true } as const;
const error = '<error type="cancel"><remote-server-not-found xmlns="urn:ietf:params:xml:ns:xmpp-stanzas"/></error>';

async function reload(bench: XmppBench): Promise<Loaded> {
  const { conversationId } = bench.channel.snapshot;
  bench.fakes.lifetime.end();
  const next = bench.load();
  void next.channel.resume({ conversationId });
  await bench.fakes.clock.advance(1_000);
  return next;
}

/** Whether the window shows a text as sent. It adds a text of its own before the channel says anything about it. */
function isShownAsSent({ fakes }: Loaded, id: string): boolean {
  const messages = createMessageLog();
  const show = (inputs: readonly MessageInput[]): void => void messages.merge(inputs, 0);
  for (const event of fakes.events) {
    if (event.type === 'messages') show(event.messages);
    if (event.type === 'delivered') show([{ id: event.id, type: 'visitor', isPending: false, isNotSent: false }]);
    if (event.type === 'notDelivered') show([{ id: event.id, type: 'visitor', isPending: false, isNotSent: true }]);
  }
  const message = messages.find(id);
  return message !== undefined && !message.isPending && !message.isNotSent;
}

/** A text comes back before its answer, or after it. The archive of the visitor's account holds it. */
async function sendInVain(bench: XmppBench, isLate: boolean): Promise<void> {
  if (!isLate) bench.server.faults.bounce = () => refusal;
  await say(bench, 'hello');
  bench.server.faults.bounce = undefined;
  if (!isLate) return;
  bench.server.inject(
    `<message xmlns="jabber:client" type="error" from="${deskAddress}" id="hello">${error}</message>`,
  );
  await bench.fakes.clock.advance(100);
}

describe.each([
  ['before its answer', false],
  ['after its answer', true],
])('a text that came back %s, and that the archive holds', (_, isLate) => {
  async function begin(): Promise<XmppBench> {
    const bench = createXmppBench();
    await start(bench);
    await sendInVain(bench, isLate);
    expect(isShownAsSent(bench, 'hello')).toBe(false);
    return bench;
  }

  it('[F-AD2] is not sent, also after a reload, until the visitor sends it again', async () => {
    const bench = await begin();
    const next = await reload(bench);
    expect(isShownAsSent(next, 'hello')).toBe(false);
    expect(messagesOf(next.fakes.events)).toContainEqual(
      expect.objectContaining({ id: 'hello', text: 'hello', isNotSent: true }),
    );
    const before = bench.server.received().length;
    await say(next, 'hello');
    expect(bench.server.received()).toHaveLength(before + 1);
    expect(isShownAsSent(next, 'hello')).toBe(true);
    const last = await reload({ ...bench, ...next });
    expect(isShownAsSent(last, 'hello')).toBe(true);
  });

  it('[F-AD2] is not sent after another session has read the archive', async () => {
    const bench = await begin();
    bench.server.restart();
    await bench.fakes.clock.advance(10_000);
    expect(isShownAsSent(bench, 'hello')).toBe(false);
  });
});

it('[F-AD2] a text that the server was too busy for is sent by the next page, although the archive holds it', async () => {
  const bench = createXmppBench();
  await start(bench);
  bench.server.faults.bounce = () => ({ ...refusal, type: 'wait' });
  void bench.channel.send({ id: 'hello', text: 'hello' });
  await bench.fakes.clock.advance(10);
  bench.server.faults.bounce = undefined;
  const next = await reload(bench);
  await bench.fakes.clock.advance(30_000);
  expect(bench.server.received()).toEqual(['hello']);
  expect(deliveredIds(next.fakes.events)).toEqual(['hello']);
});

it('[F-AD2] a text that has come back and was sent again is sent, also where the archive holds the error', async () => {
  const bench = createXmppBench();
  bench.server.faults.hasErrorArchive = true;
  await start(bench);
  await sendInVain(bench, false);
  await say(bench, 'hello');
  expect(isShownAsSent(await reload(bench), 'hello')).toBe(true);
});

it('[F-AD2] nothing is kept of the texts that have come back when the conversation is over', async () => {
  const bench = createXmppBench();
  await start(bench);
  await sendInVain(bench, false);
  expect(bench.fakes.ports.storage.suffixes('cm-xmpp')).toEqual(['hello']);
  await bench.channel.end();
  expect(bench.fakes.ports.storage.suffixes('cm-xmpp')).toEqual([]);
});
