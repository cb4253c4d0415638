import { expect, it } from 'vitest';
import { textsOf } from '../../../support/channelEvents.ts';
import { createXmppBench } from '../../../support/xmppBench.ts';

it('[F-AD2] a page reads the archive again, however soon the next session begins, if the server has not said that the last one can be resumed', async () => {
  const bench = createXmppBench();
  const { server, channel, fakes } = bench;
  server.faults.faultDown = (text) => (text.startsWith('<enabled') ? 'drop' : 'pass');
  const started = channel.start({ startType: 'menu' });
  await fakes.clock.advance(100);
  await started;
  const session = server.block();
  server.toVisitor(server.visitor, { body: 'in the blocked session' });
  server.faults.faultDown = () => 'pass';
  server.cut();
  bench.online();
  await fakes.clock.advance(15_000);
  expect(textsOf(fakes.events, 'agent')).toEqual([]);
  session.release();
  await fakes.clock.advance(20_000);
  expect(textsOf(fakes.events, 'agent')).toEqual(['in the blocked session']);
});
