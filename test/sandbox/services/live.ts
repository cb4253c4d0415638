import { createChatDesk } from '../live/chatDesk.ts';
import { createMessagingDesk } from '../live/messagingDesk.ts';
import type { SandboxService } from '../service.ts';
import { createAgentDesk } from './agentDesk.ts';
import { createIdentityBroker } from './identityBroker.ts';
import { createLiveChatService } from './liveChat.ts';

/** The services of agent conversations: identities, live chat and messaging, and the agent desk. */
export function createLiveServices(options: {
  readonly servicesUrl: string;
  readonly now: () => number;
}): readonly SandboxService[] {
  const broker = createIdentityBroker({ now: options.now });
  const chat = createChatDesk({ now: options.now });
  const messaging = createMessagingDesk({
    now: options.now,
    isTokenValid: broker.isTokenValid,
    hasSurvey: () => true,
  });
  return [
    broker,
    createLiveChatService({ servicesUrl: options.servicesUrl, chat, messaging }),
    createAgentDesk([messaging, chat]),
  ];
}
