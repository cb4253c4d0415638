import type { ChannelPorts } from '../../frame/chat/channel.ts';
import { createChatRestBench } from '../support/chatRestBench.ts';
import { type ChannelBench, describeChannel } from './channelSuite.ts';

function createBench(ports: Partial<ChannelPorts> = {}): ChannelBench {
  let visitorKey = 'visitor-1';
  const bench = createChatRestBench({ ports: { ...ports, visitorKey: () => visitorKey } });
  return {
    channel: bench.channel,
    fakes: bench.fakes,
    failService: () => {
      bench.backend.state.fault = () => ({ status: 503, body: '<html>gateway</html>' });
      bench.state.failingLookups = 100;
    },
    loseAnswer: () => {
      bench.backend.state.fault = ({ method, path }) => {
        if (method !== 'POST' || !path.endsWith('/events')) return undefined;
        bench.backend.state.fault = undefined;
        return 'lost';
      };
    },
    recoverService: () => {
      bench.backend.state.fault = () => undefined;
      bench.state.failingLookups = 0;
    },
    reload(visitor) {
      if (visitor === 'another') visitorKey = 'visitor-2';
      return bench.load(bench.fakes);
    },
    accept: () => void bench.desk.act(bench.desk.list().at(-1)?.id ?? '', { action: 'join' }),
    say: (text) => void bench.desk.act(bench.chatId(), { action: 'say', text }),
    endByService: () => void bench.desk.act(bench.chatId(), { action: 'end' }),
    endCalls: () => bench.desk.endings,
    conversations: () => bench.desk.list().length,
    received: () => bench.desk.received(),
  };
}

describeChannel('live chat', createBench);
