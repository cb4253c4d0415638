import { browserClock } from '../../../frame/platform/clock.ts';
import type { DataHolder } from '../dataHolder.ts';
import { createChatDesk } from '../live/chatDesk.ts';
import type { LiveConversation } from '../live/desk.ts';
import { createMessagingDesk, type MessagingDesk } from '../live/messagingDesk.ts';
import type { Visits } from '../live/visits.ts';
import type { SandboxService } from '../service.ts';
import { createAgentDesk } from './agentDesk.ts';
import { createIdentityBroker } from './identityBroker.ts';
import { createLiveChatService } from './liveChat.ts';
import { createPrivacyService } from './privacy.ts';

/** The services of agent conversations: identities, live chat and messaging, and the agent desk. */
export function createLiveServices(options: {
  readonly vendorsUrl: string;
  readonly now: () => number;
  readonly visits: Visits;
  /** What else keeps something about visitors. */
  readonly holders: readonly DataHolder[];
}): readonly SandboxService[] {
  const { visits } = options;
  const broker = createIdentityBroker({
    now: options.now,
    visits,
    openConversationOf(consumerId) {
      const open = messaging.list().findLast((one) => one.visitor === consumerId && one.state !== 'ended');
      return open && { unread: unreadIn(open) };
    },
  });
  const chat = createChatDesk({ now: options.now });
  const messaging = createMessagingDesk({
    clock: { ...browserClock, now: options.now },
    isTokenValid: broker.isTokenValid,
    hasSurvey: () => true,
  });
  broker.onInvalid(messaging.closeInvalid);
  return [
    broker,
    createLiveChatService({ vendorsUrl: options.vendorsUrl, chat, messaging, visits }),
    createAgentDesk([messaging, chat], visits),
    createMessagingControl(messaging),
    createPrivacyService(broker, [messaging, chat, visits, ...options.holders]),
  ];
}

/** How many messages of agents the visitor has not read. */
function unreadIn({ messages, readUpTo }: LiveConversation): number {
  const read = messages.findIndex(({ id }) => id === readUpTo);
  return messages.slice(read + 1).filter(({ from }) => from === 'agent').length;
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
