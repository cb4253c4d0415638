import { describeError } from '../../../../platform/errors.ts';
import type { ChannelPorts } from '../../../channel.ts';
import { createChatTexts, person } from '../../../texts.ts';
import type { AsyncApi } from '../api.ts';
import type { MessagingParts } from '../parts.ts';
import { toSystemMessage } from '../toEvents.ts';
import type { ConversationDetails } from '../wire.ts';

export interface ChangeInfo {
  /** The service's timestamp of the change, if it sent one. */
  readonly updatedAt: number | undefined;
  readonly isSurvey: boolean;
}

/** The agents in the conversation, with the names that the visitor sees (CH-137). */
export function createAgents(ports: ChannelPorts, { state, visitor, endOfLog }: MessagingParts, api: AsyncApi) {
  const { lifetime, log, entry } = ports;
  const chatText = createChatTexts(ports.texts);
  const roles = new Map<string, string>();
  const names = new Map<string, string>();
  const requestedProfiles = new Set<string>();

  const agentOf = (id: string) => person(chatText, names.get(id), 'agent');

  /** The name may arrive late, even in the visitor's next conversation, which this agent has not joined. */
  async function announceJoin(id: string, isNew: boolean, { updatedAt }: ChangeInfo): Promise<void> {
    const { conversationId } = state;
    const order = endOfLog(updatedAt);
    await loadProfile(id, conversationId);
    if (!isNew || !isCurrent(conversationId)) return;
    const text = chatText('agentJoined', agentOf(id));
    const message = toSystemMessage(conversationId, `joined-${id}-${updatedAt ?? order.atMs}`, text, order);
    state.say([{ ...message, type: 'agentJoin', participantId: id }]);
  }

  const isCurrent = (conversationId: string | undefined): boolean =>
    !lifetime.ended && state.conversationId === conversationId;

  async function loadProfile(id: string, conversationId: string | undefined): Promise<void> {
    const { account } = visitor;
    if (!account || requestedProfiles.has(id)) return;
    requestedProfiles.add(id);
    try {
      const profile = await api.profile(account, id);
      if (profile.name !== undefined) names.set(id, profile.name);
      if (isCurrent(conversationId)) state.emit({ type: 'participants', participants: [{ id, ...profile }] });
    } catch (error) {
      if (!isCurrent(conversationId)) return;
      log.warn(describeError(error).replace(/^\w+: /, ''));
      await loadNickname(id, conversationId);
    }
  }

  /** Asks the gateway for the agent's name when the vendor's public profile is not available (CH-152). */
  async function loadNickname(id: string, conversationId: string | undefined): Promise<void> {
    if (!api.hasGateway) return;
    try {
      const { agentId, nickname } = await api.agent(entry.service, conversationId ?? '');
      if (!nickname || (agentId && agentId !== id)) return;
      names.set(id, nickname);
      if (isCurrent(conversationId)) state.emit({ type: 'participants', participants: [{ id, name: nickname }] });
    } catch (error) {
      if (!lifetime.ended) log.info('The name of an agent could not be fetched.', error);
    }
  }

  return {
    roleOf: (id: string): string | undefined => roles.get(id),
    recordRoles({ participants, dialogs }: ConversationDetails): void {
      for (const one of [...participants, ...dialogs.flatMap((dialog) => dialog.participantsDetails)]) {
        roles.set(one.id, one.role);
      }
    },
    /**
     * Announces who joined and who left. `before` is undefined for the first details of a conversation: agents who joined before
     * this page load are not announced. The vendor's role names are not shown (CH-137).
     */
    show(before: readonly string[] | undefined, after: readonly string[], info: ChangeInfo): void {
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
      const order = endOfLog(info.updatedAt);
      state.say(
        left.map((id) => {
          const key = `left-${id}-${info.updatedAt ?? order.atMs}`;
          const text = chatText('agentLeft', agentOf(id));
          return { ...toSystemMessage(state.conversationId, key, text, order), participantId: id };
        }),
      );
    },
    reset(): void {
      roles.clear();
      requestedProfiles.clear();
    },
  };
}

export type Agents = ReturnType<typeof createAgents>;
