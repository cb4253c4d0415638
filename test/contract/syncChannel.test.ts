import { createChatRestBench } from '../support/chatRestBench.ts';
import { type ChannelBench, describeChannel } from './channelSuite.ts';

function createBench(): ChannelBench {
  const bench = createChatRestBench();
  return {
    channel: bench.channel,
    fakes: bench.fakes,
    failService: () => {
      bench.backend.state.fault = () => ({ status: 503, body: '<html>gateway</html>' });
      bench.state.failingLookups = 100;
    },
    accept: () => void bench.desk.act(bench.chatId(), { action: 'join' }),
    say: (text) => void bench.desk.act(bench.chatId(), { action: 'say', text }),
    endByService: () => void bench.desk.act(bench.chatId(), { action: 'end' }),
    endCalls: () => bench.desk.endings,
    received: () => bench.desk.received(),
  };
}

describeChannel('live chat', createBench);
