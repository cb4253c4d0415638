import { describeError } from '../../../platform/errors.ts';
import type { ChannelPorts, GatewayAccount } from '../../channel.ts';
import type { ChannelState } from '../../channelState.ts';
import { createChatTexts } from '../../texts.ts';
import type { AsyncApi } from './api.ts';
import { toSystemMessage } from './toEvents.ts';
import type { ConversationDetails } from './wire.ts';

export interface AgentsParts {
  readonly state: ChannelState;
  readonly api: AsyncApi;
  readonly account: () => GatewayAccount | undefined;
}

/** The agents in the conversation, with the names that the visitor sees (CH-137). */
export interface Agents {
  /** The participant's role, as the service last reported it. */
  roleOf(id: string): string | undefined;
  recordRoles(details: ConversationDetails): void;
  /** Announces who joined and who left. `before` is undefined for the first details of a conversation. */
  show(before: readonly string[] | undefined, after: readonly string[], info: ChangeInfo): void;
  reset(): void;
}

export interface ChangeInfo {
  /** The service's timestamp of the change, if it sent one. */
  readonly updatedAt: number | undefined;
  readonly isSurvey: boolean;
}

export function createAgents(ports: ChannelPorts, { state, api, account }: AgentsParts): Agents {
  const { clock, lifetime, log, entry } = ports;
  const text = createChatTexts(ports.texts);
  const roles = new Map<string, string>();
  const names = new Map<string, string>();
  const requestedProfiles = new Set<string>();

  const nameOf = (id: string): string => names.get(id) ?? text('agent');

  async function announceJoin(id: string, isNew: boolean, { updatedAt = clock.now() }: ChangeInfo): Promise<void> {
    const message = toSystemMessage(state.conversationId, `joined-${id}-${updatedAt}`, '', clock.now());
    await loadProfile(id);
    if (!isNew || lifetime.ended) return;
    state.say([{ ...message, type: 'agentJoin', participantId: id, text: text('agentJoined', { name: nameOf(id) }) }]);
  }

  async function loadProfile(id: string): Promise<void> {
    const gatewayAccount = account();
    if (!gatewayAccount || requestedProfiles.has(id)) return;
    requestedProfiles.add(id);
    try {
      const profile = await api.profile(gatewayAccount, id);
      if (profile.nickname !== undefined) names.set(id, profile.nickname);
      state.emit({
        type: 'participants',
        participants: [{ id, name: profile.nickname, agentPictureUrl: profile.pictureUrl }],
      });
    } catch (error) {
      if (lifetime.ended) return;
      log.warn(describeError(error).replace(/^\w+: /, ''));
      await loadNickname(id);
    }
  }

  /** Asks the gateway for the agent's name when the vendor's public profile is not available (CH-152). */
  async function loadNickname(id: string): Promise<void> {
    if (!api.hasGateway) return;
    try {
      const { agentId, nickname } = await api.agent(entry.service, state.conversationId ?? '');
      if (!nickname || (agentId && agentId !== id)) return;
      names.set(id, nickname);
      state.emit({ type: 'participants', participants: [{ id, name: nickname }] });
    } catch (error) {
      if (!lifetime.ended) log.info('The name of an agent could not be fetched.', error);
    }
  }

  return {
    roleOf: (id) => roles.get(id),
    recordRoles({ participants, dialogs }) {
      for (const one of [...participants, ...dialogs.flatMap((dialog) => dialog.participantsDetails)]) {
        roles.set(one.id, one.role);
      }
    },
    /** Agents who joined before this page load are not announced. The vendor's role names are not shown (CH-137). */
    show(before, after, info) {
      const joined = after.filter((id) => !before?.includes(id));
      const left = before?.filter((id) => !after.includes(id)) ?? [];
      if (joined.length > 0) {
        state.emit({ type: 'participants', participants: joined.map((id) => ({ id, isActive: true })) });
      }
      for (const id of joined) void announceJoin(id, before !== undefined, info);
      if (left.length === 0) return;
      state.emit({ type: 'participants', participants: left.map((id) => ({ id, isActive: false })) });
      state.emit({ type: 'agentTyping', isTyping: false });
      // An agent leaves when the survey starts; announcing it would interrupt the survey's questions.
      if (info.isSurvey) return;
      const { conversationId } = state;
      const now = clock.now();
      state.say(
        left.map((id) => ({
          ...toSystemMessage(
            conversationId,
            `left-${id}-${info.updatedAt ?? now}`,
            text('agentLeft', { name: nameOf(id) }),
            now,
          ),
          participantId: id,
        })),
      );
    },
    reset() {
      roles.clear();
      requestedProfiles.clear();
    },
  };
}
