import type { ChannelPorts } from '../../frame/chat/channel.ts';
import { createXmppBench } from '../support/xmppBench.ts';
import { type ChannelBench, describeChannel } from './channelSuite.ts';

const gone = '<gone xmlns="http://jabber.org/protocol/chatstates"/>';
const active = '<active xmlns="http://jabber.org/protocol/chatstates"/>';

function createBench(ports: Partial<ChannelPorts> = {}): ChannelBench {
  const { server, fakes, channel, load } = createXmppBench({ ports });
  return {
    channel,
    fakes,
    failService: () => {
      server.faults.isRefusing = true;
      server.cut();
    },
    recoverService: () => {
      server.faults.isRefusing = false;
    },
    reload: (visitor) => load(visitor === 'another' ? { visitorKey: () => 'guest-2' } : {}),
    accept: () => void server.toVisitor(server.visitor, { extra: active }),
    say: (text) => void server.toVisitor(server.visitor, { body: text }),
    endByService: () => {
      server.toVisitor(server.visitor, { body: 'Good bye' });
      server.toVisitor(server.visitor, { extra: gone });
    },
    endCalls: server.farewells,
    conversations: () => new Set(server.threads()).size,
    received: server.received,
  };
}

describeChannel('xmpp', createBench);
