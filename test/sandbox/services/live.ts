import { createChatDesk } from '../live/chatDesk.ts';
import { createMessagingDesk, type MessagingDesk } from '../live/messagingDesk.ts';
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
    createMessagingControl(messaging),
  ];
}

/** The `messaging` command: `{"restart": "kept"}` or `"lost"` restarts the service, other fields set its faults. */
function createMessagingControl(messaging: MessagingDesk): SandboxService {
  return {
    name: 'messaging',
    routes: [],
    control(command, { restart, ...faults }) {
      if (command !== 'messaging') return undefined;
      for (const [name, value] of Object.entries(faults)) {
        if (!(name in messaging.faults)) return { status: 400, body: { message: `${name}: no such fault` } };
        Object.assign(messaging.faults, { [name]: value ?? undefined });
      }
      if (restart === 'kept' || restart === 'lost') messaging.restart({ keepsHistory: restart === 'kept' });
      return { body: { faults: messaging.faults } };
    },
    // The service resets its desk itself.
    reset: () => {},
  };
}
