import { describeError } from '../../../platform/errors.ts';
import type { ChannelPorts, GatewayAccount } from '../../channel.ts';
import type { ChannelState } from '../../channelState.ts';
import { createChatTexts } from '../../texts.ts';
import type { AsyncApi } from './api.ts';
import { toNote } from './toEvents.ts';
import type { ConversationDetails } from './wire.ts';

export interface AgentsParts {
  readonly state: ChannelState;
  readonly api: AsyncApi;
  readonly account: () => GatewayAccount | undefined;
}

/** Who takes part in the conversation, by the names that visitors know them by (CH-137). */
export interface Agents {
  /** The role that the conversation gave a participant. */
  roleOf(id: string): string | undefined;
  learnRoles(details: ConversationDetails): void;
  /** Tells who has joined and who has left; `before` is undefined at the first word of a conversation. */
  show(before: readonly string[] | undefined, after: readonly string[], told: Told): void;
  forget(): void;
}

export interface Told {
  /** The service's own time of the news, where it gave one. */
  readonly at: number | undefined;
  readonly isSurvey: boolean;
}

export function createAgents(ports: ChannelPorts, { state, api, account }: AgentsParts): Agents {
  const { clock, lifetime, log, entry } = ports;
  const text = createChatTexts(ports.texts);
  const roles = new Map<string, string>();
  const names = new Map<string, string>();
  const profiled = new Set<string>();

  const nameOf = (id: string): string => names.get(id) ?? text('agent');

  async function welcome(id: string, isNew: boolean, { at = clock.now() }: Told): Promise<void> {
    const told = toNote(state.conversationId, `joined-${id}-${at}`, '', clock.now());
    await showProfile(id);
    if (!isNew || lifetime.ended) return;
    state.say([{ ...told, type: 'agentJoin', participantId: id, text: text('agentJoined', { name: nameOf(id) }) }]);
  }

  async function showProfile(id: string): Promise<void> {
    const known = account();
    if (!known || profiled.has(id)) return;
    profiled.add(id);
    try {
      const profile = await api.profile(known, id);
      if (profile.nickname !== undefined) names.set(id, profile.nickname);
      state.emit({
        type: 'participants',
        participants: [{ id, name: profile.nickname, agentPictureUrl: profile.pictureUrl }],
      });
    } catch (error) {
      if (lifetime.ended) return;
      log.warn(describeError(error).replace(/^\w+: /, ''));
      await showNickname(id);
    }
  }

  /** CH-152: the gateway may know the agent's name where the vendor's public profile does not tell it. */
  async function showNickname(id: string): Promise<void> {
    if (!api.hasGateway) return;
    try {
      const { agentId, nickname } = await api.agent(entry.service, state.conversationId ?? '');
      if (!nickname || (agentId && agentId !== id)) return;
      names.set(id, nickname);
      state.emit({ type: 'participants', participants: [{ id, name: nickname }] });
    } catch (error) {
      if (!lifetime.ended) log.info('The name of an agent is not known.', describeError(error));
    }
  }

  return {
    roleOf: (id) => roles.get(id),
    learnRoles({ participants, dialogs }) {
      for (const one of [...participants, ...dialogs.flatMap((dialog) => dialog.participantsDetails)]) {
        roles.set(one.id, one.role);
      }
    },
    /** Who was there before this page load is not announced as joining. The service's roles are its own words (CH-137). */
    show(before, after, told) {
      const joined = after.filter((id) => !before?.includes(id));
      const left = before?.filter((id) => !after.includes(id)) ?? [];
      if (joined.length > 0) {
        state.emit({ type: 'participants', participants: joined.map((id) => ({ id, isActive: true })) });
      }
      for (const id of joined) void welcome(id, before !== undefined, told);
      if (left.length === 0) return;
      state.emit({ type: 'participants', participants: left.map((id) => ({ id, isActive: false })) });
      state.emit({ type: 'agentTyping', isTyping: false });
      // Whoever leaves because the talk is over is not announced between the questions of the survey.
      if (told.isSurvey) return;
      const { conversationId } = state;
      const now = clock.now();
      state.say(
        left.map((id) => ({
          ...toNote(conversationId, `left-${id}-${told.at ?? now}`, text('agentLeft', { name: nameOf(id) }), now),
          participantId: id,
        })),
      );
    },
    forget() {
      roles.clear();
      profiled.clear();
    },
  };
}
