import { expect, it } from 'vitest';
import * as ns from '../../../frame/chat/channels/xmpp/namespaces.ts';
import { readMessage } from '../../../frame/chat/channels/xmpp/wire.ts';
import { parseXml, type XmlElement } from '../../../frame/chat/channels/xmpp/xml.ts';
import type { FrameContract } from '../../services/contracts/serviceContract.ts';
import { xmppSocket } from '../../services/contracts/xmpp.ts';
import { createXmppBench, type XmppBench } from '../../support/xmppBench.ts';

const { sent, received } = xmppSocket(undefined);

/** What a frame is: its element, and what a request asks. */
function kindOf(frame: string): string {
  const element = parseXml(frame) as XmlElement;
  const { name, namespace, attributes, children } = element;
  const type = attributes.get('type');
  if (name !== 'iq') return `${name} ${namespace}`;
  return type === 'get' || type === 'set' ? `iq ${children[0]?.namespace}` : `iq ${type}`;
}

const kindsOf = (frames: readonly FrameContract[]): ReadonlySet<string> =>
  new Set(frames.map(({ example }) => kindOf(String(example))));

/** A conversation with everything that may happen: a conflict, a text, an answer, lost connections, a page load, the end. */
async function converse(record: (bench: XmppBench) => void): Promise<void> {
  const bench = createXmppBench();
  const { channel, fakes, server } = bench;
  const { clock } = fakes;
  record(bench);
  const started = channel.start({ startType: 'menu' });
  await clock.advance(100);
  await started;
  void channel.send({ id: 'text-1', text: 'Do you ship to Norway?' });
  await clock.advance(100);
  server.toVisitor(server.visitor, { body: 'Yes', extra: `<request xmlns="${ns.receipts}"/>` });
  await clock.advance(100);
  server.cut();
  await clock.advance(10_000);
  server.faults.resumption = 'fails';
  server.cut();
  await clock.advance(10_000);
  void channel.send({ id: 'text-2', text: 'Thank you' });
  await clock.advance(60_000);
  await channel.end();
  await clock.advance(1_000);
}

it('[F-AD4] the examples of the socket’s document are frames that the channel reads', () => {
  for (const { name, example } of [...sent, ...received]) expect(parseXml(String(example)), name).toBeDefined();
  const message = received.find(({ name }) => name === 'message')?.example;
  const read = readMessage(parseXml(String(message)) as XmlElement, 'guest-5b1d@guests.example.com');
  expect(read).toMatchObject({ body: 'Yes, in three days.', wantsReceipt: true, id: 'd-1' });
});

it('[F-AD4] whatever travels through the socket is in its document', async () => {
  const up = new Set<string>();
  const down = new Set<string>();
  await converse(({ server: { faults } }) => {
    faults.faultUp = (text) => {
      up.add(kindOf(text));
      return 'pass';
    };
    faults.faultDown = (text) => {
      down.add(kindOf(text));
      return 'pass';
    };
  });
  expect([...up].filter((kind) => !kindsOf(sent).has(kind))).toEqual([]);
  expect([...down].filter((kind) => !kindsOf(received).has(kind))).toEqual([]);
  // The conversation has had the login, a lost connection, a resumption and a new session.
  const ends = [`auth ${ns.sasl}`, `resume ${ns.streamManagement}`, `message ${ns.client}`, `iq ${ns.archive}`];
  expect([...up]).toEqual(expect.arrayContaining(ends));
  expect([...down]).toEqual(
    expect.arrayContaining([`resumed ${ns.streamManagement}`, `failed ${ns.streamManagement}`]),
  );
});
