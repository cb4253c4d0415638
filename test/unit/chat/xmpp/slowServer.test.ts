import { expect, it } from 'vitest';
import { notDeliveredIds, textsOf } from '../../../support/channelEvents.ts';
import { createXmppBench, type XmppBench } from '../../../support/xmppBench.ts';

async function begin(): Promise<XmppBench> {
  const bench = createXmppBench();
  const started = bench.channel.start({ startType: 'menu' });
  await bench.fakes.clock.advance(100);
  await started;
  return bench;
}

const agentTexts = (bench: XmppBench) => textsOf(bench.fakes.events, 'agent');
const send = (bench: XmppBench, text: string): void => void bench.channel.send({ id: text, text });

it('[F-AD2] resumes the session when the next socket did not open in time', async () => {
  const bench = await begin();
  bench.server.faults.hasArchive = false;
  bench.server.faults.isHanging = true;
  bench.server.cut();
  bench.server.toVisitor(bench.server.visitor, { body: 'meanwhile' });
  await bench.fakes.clock.advance(8_000);
  bench.server.faults.isHanging = false;
  await bench.fakes.clock.advance(20_000);
  expect(agentTexts(bench)).toEqual(['meanwhile']);
});

it('[F-AD2] waits longer after each login whose reading of the archive has no answer', async () => {
  const bench = await begin();
  const { server, fakes } = bench;
  server.faults.resumption = 'fails';
  server.faults.faultDown = (text) => (text.includes('<fin ') ? 'drop' : 'pass');
  const before = server.opened;
  server.cut();
  await fakes.clock.advance(120_000);
  expect(server.opened - before).toBeLessThan(8);
});

it('[F-AD2] refuses a text that is too large for the server, and sends the next one', async () => {
  const bench = await begin();
  send(bench, 'ä'.repeat(35_000));
  send(bench, 'short');
  await bench.fakes.clock.advance(1_000);
  expect(bench.server.received()).toEqual(['short']);
  expect(notDeliveredIds(bench.fakes.events)).toEqual(['ä'.repeat(35_000)]);
});

it('[F-AD2] does not deliver a text later that was not sent when the visitor ended the chat', async () => {
  const bench = await begin();
  const { server, fakes, channel } = bench;
  server.faults.faultUp = (text) => (text.includes('<body>') ? 'cutBefore' : 'pass');
  server.faults.isHanging = true;
  send(bench, 'too late');
  await fakes.clock.advance(100);
  const ended = channel.end();
  await fakes.clock.advance(3_000);
  await ended;
  Object.assign(server.faults, { isHanging: false, faultUp: () => 'pass' });
  await fakes.clock.advance(60_000);
  expect(server.received()).not.toContain('too late');
  expect(server.farewells()).toBe(1);
});
