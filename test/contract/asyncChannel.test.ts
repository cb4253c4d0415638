import { afterEach, expect } from 'vitest';
import type { ChannelPorts } from '../../frame/chat/channel.ts';
import { createMessagingBench, createToken, messagingIdentity, type Wire } from '../support/messagingBench.ts';
import { createVendorWatch } from '../support/vendorContracts.ts';
import { type ChannelBench, describeChannel } from './channelSuite.ts';

const wires: Wire[] = [];

/** Whatever test ran: the document of the socket allows each frame, in both directions. */
afterEach(() => {
  for (const { frames } of wires.splice(0)) {
    const watch = createVendorWatch('https://messaging.example');
    for (const frame of frames) watch.onFrame(frame);
    expect(watch.problems).toEqual([]);
  }
});

function createBench(ports: Partial<ChannelPorts> = {}): ChannelBench {
  const bench = createMessagingBench({ ports });
  wires.push(bench.wire);
  const id = (): string => bench.channel.snapshot.conversationId ?? bench.desk.list()[0]?.id ?? '';
  return {
    channel: bench.channel,
    fakes: bench.fakes,
    failService: () => {
      bench.wire.isRefusing = true;
      bench.wire.cut();
    },
    recoverService: () => {
      bench.wire.isRefusing = false;
    },
    reload(visitor) {
      if (visitor === 'another') {
        bench.state.identity = { ...messagingIdentity, consumerId: 'another', token: createToken('another') };
      }
      return bench.load(bench.fakes);
    },
    accept: () => void bench.desk.act(id(), { action: 'join' }),
    say: (text) => void bench.desk.act(id(), { action: 'say', text }),
    endByService: () => void bench.desk.act(id(), { action: 'end' }),
    endCalls: () => bench.desk.endings,
    conversations: () => bench.desk.list().length,
    received: () => bench.desk.received(),
  };
}

describeChannel('messaging', createBench);
