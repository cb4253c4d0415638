// Without it, the first story would wait for the download.
import '../../../frame/chat/channels/bot/streaming/createStreaming.ts';
import { createBotChannel, ownBot } from '../../../frame/chat/channels/bot/index.ts';
import { createBotService } from '../services/bot.ts';
import { createRestFamily } from './restFamily.ts';

/** The chat room with the company's bot. Other tabs of the same visitor are in the same conversation. */
export const bot = createRestFamily({
  name: 'bot',
  kind: {
    entries: [{ service: 'bot', skill: 'cloud' }],
    deployment: { channels: { bot: { hosts: { main: 'https://bot.example' } } } },
    createChannel: (ports) =>
      createBotChannel(ports, { ...ownBot, loadJsonp: () => Promise.reject(new Error('not an employee')) }),
  },
  // Half of the stories have a service that streams.
  createService: ({ now, variant }) => createBotService({ now, streams: variant % 2 === 0 }),
  hasStreams: true,
  conversationNumberOf: (id) => id,
});
