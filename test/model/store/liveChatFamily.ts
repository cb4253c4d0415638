import { createSyncChannel } from '../../../frame/chat/channels/sync/index.ts';
import { createLiveChat, liveChatOrigin } from '../services/liveChat.ts';
import { createRestFamily } from './restFamily.ts';

/** The chat room with live chat over REST. Each tab has a chat of its own. */
export const liveChat = createRestFamily({
  name: 'liveChat',
  kind: {
    entries: [{ service: 'liveperson', skill: 'sales' }],
    deployment: {
      accounts: [{ service: 'liveperson', account: '1', baseURI: 'chat.example' }],
      channels: { sync: { domainHosts: ['https://domains.example'] } },
    },
    createChannel: (ports) =>
      createSyncChannel(ports, async () => ({ ResultSet: { lpData: [{ lpServer: liveChatOrigin }] } })),
  },
  createService: createLiveChat,
  conversationNumberOf: (id) => `conversation-${Number(id) - 1_000}`,
});
