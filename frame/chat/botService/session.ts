import type { Lifetime } from '../../platform/lifetime.ts';
import type { PagePorts, RoutePorts, RuntimePorts, StorePorts, VisitorPorts } from '../channel.ts';
import type { ChannelState } from '../channelState.ts';
import type { ChatState } from '../chatState.ts';
import { writeContext } from './context.ts';
import type { BotServiceDeployment } from './deployment.ts';
import { type BotAnswer, stringOf } from './wire.ts';

/** Facts that become known at any time and that every later message carries. */
export interface SessionFacts {
  isEmployee: boolean;
  socialId: string | undefined;
  /** The live session of the agent to whom the visitor was transferred. */
  realtimeId: string | undefined;
}

/** The conversation with the bot, and what the next message carries from it. */
export interface BotSession {
  /** Ends when the conversation ends or another one starts, so that late answers to it are dropped. */
  readonly lifetime: Lifetime;
  readonly facts: SessionFacts;
  readonly lastAnswer: BotAnswer | undefined;
  /** The bot has forbidden a return from the agent (CH-059). */
  readonly isReturnForbidden: boolean;
  /** Rejects any state that a bot cannot have, and keeps the current one (CH-074). */
  enter(state: ChatState): void;
  /** A new conversation, which continues nothing. */
  begin(): void;
  /** Continues the conversation with this id. */
  resume(conversationId: string): void;
  end(): void;
  keep(answer: BotAnswer): void;
  /** The newest answer of a history, unless a live one is known. */
  keepFromHistory(answer: BotAnswer | undefined): void;
  /** The context of the next message. */
  context(): Record<string, unknown>;
}

type SessionPorts = RuntimePorts & RoutePorts & VisitorPorts & PagePorts & Pick<StorePorts, 'agentAvailability'>;

export function createSession(
  ports: SessionPorts,
  deployment: BotServiceDeployment,
  state: Pick<ChannelState, 'conversationId' | 'change' | 'enter'>,
  /** The service has named the conversation. */
  named: (conversationId: string) => void,
): BotSession {
  const facts: SessionFacts = { isEmployee: false, socialId: undefined, realtimeId: undefined };
  let current = ports.lifetime.child();
  let returned: Readonly<Record<string, unknown>> = {};
  let lastAnswer: BotAnswer | undefined;

  function renew(): void {
    current.end();
    current = ports.lifetime.child();
  }

  return {
    get lifetime() {
      return current;
    },
    facts,
    get lastAnswer() {
      return lastAnswer;
    },
    get isReturnForbidden() {
      return returned.noSwitchBackToChatBot === true;
    },
    enter(next) {
      if (next === 'available' || next === 'unavailable' || next === 'chatting' || next === 'waiting')
        state.enter(next);
      else ports.log.error('The bot channel ignored an invalid state.', next);
    },
    begin() {
      renew();
      returned = {};
      if (state.conversationId !== undefined) state.change({ conversationId: undefined });
    },
    resume(conversationId) {
      if (conversationId !== state.conversationId) state.change({ conversationId });
      returned = { ...returned, conversation_id: conversationId };
    },
    end: renew,
    keep(answer) {
      returned = answer.context;
      lastAnswer = answer;
      const id = stringOf(answer.context.conversation_id);
      if (id === undefined || id === state.conversationId) return;
      state.change({ conversationId: id });
      named(id);
    },
    keepFromHistory(answer) {
      lastAnswer ??= answer;
    },
    context: () => writeContext(ports, deployment, { returned, ...facts, conversationId: state.conversationId }),
  };
}
