import { createError, describeError } from '../../../platform/errors.ts';
import { pause } from '../../../platform/pause.ts';
import type { AgentStatus, ChannelPorts, GatewayAccount } from '../../channel.ts';
import type { ChannelState } from '../../channelState.ts';
import type { AsyncApi } from './api.ts';
import type { AsyncDeployment } from './deployment.ts';
import { pollGatewayEngagement } from './gatewayEngagement.ts';
import type { ConsumerInfo } from './requests.ts';
import { visitBody, visitWaitMs } from './visit.ts';

export interface GatewayParts {
  readonly state: ChannelState;
  readonly api: AsyncApi;
  readonly deployment: AsyncDeployment;
  readonly account: () => GatewayAccount | undefined;
  readonly consumerId: () => string;
  /** The gateway has answered while messaging could not be used: it may be back. */
  readonly mayBeBack: () => void;
}

/** What the service gateway tells beside the messaging service; where there is none nothing is asked. */
export interface Gateway {
  /** What it has said, which is newer than what the identity was stored with. */
  readonly agentStatus: AgentStatus | undefined;
  /** CH-180 to CH-183: whether somebody could answer, before a conversation begins. */
  start(): void;
  /** CH-133, CH-152: its newest word on the engagements of this visit; rejects when nobody would answer. */
  askEngagement(info: ConsumerInfo): Promise<void>;
  /** CH-152: a conversation has begun. */
  begun(conversationId: string): void;
  /** CH-152: the skill that a conversation was routed to, by its name where the gateway knows it. */
  routedTo(skillId: string | undefined): void;
  forget(): void;
}

export function createGateway(ports: ChannelPorts, parts: GatewayParts): Gateway {
  const { lifetime, log, entry } = ports;
  const { state, api, consumerId } = parts;
  let agentStatus: AgentStatus | undefined;
  /** The skill that the conversation was last told to have. */
  let skillIdOf = entry.skill;

  function learn(told: AgentStatus): void {
    agentStatus = told;
    if (told !== state.snapshot.agentStatus) state.change({ agentStatus });
  }

  const polling = pollGatewayEngagement(ports, parts.deployment, {
    consumerId,
    isKnown: () => state.snapshot.state === 'available' || state.snapshot.state === 'unavailable',
    isBusy: () => state.hasConversation,
    answered(told) {
      if (state.hasConversation) return;
      learn(told.agentStatus);
      const { skillName } = told;
      if (skillName !== undefined && skillName !== state.snapshot.routedSkill) state.change({ routedSkill: skillName });
      if (state.snapshot.state === 'unavailable') parts.mayBeBack();
    },
  });

  async function nameSkill(skillId: string): Promise<void> {
    skillIdOf = skillId;
    state.change({ routedSkill: skillId });
    const account = parts.account();
    if (!api.hasGateway || !account) return;
    try {
      const routedSkill = await api.skillName(skillId, account.account);
      if (routedSkill !== undefined && !lifetime.ended && skillIdOf === skillId) state.change({ routedSkill });
    } catch (error) {
      if (!lifetime.ended) log.info('The name of a skill is not known.', describeError(error));
    }
  }

  /** CH-152: whether somebody is there for this conversation; not knowing changes nothing. */
  async function askAgents(conversationId: string): Promise<void> {
    try {
      const told = await api.agentAvailability(conversationId);
      if (!lifetime.ended && told !== 'unknown') learn(told);
    } catch (error) {
      if (!lifetime.ended) log.warn('The availability of agents is not known.', describeError(error));
    }
  }

  /** CH-152: who writes, for the agents' desk; a desk that does not know goes on without. */
  async function reportVisitor(): Promise<void> {
    try {
      const { personalInfo, customerInfo } = visitBody(ports, consumerId());
      await api.report({ personalInfo, customerInfo });
    } catch (error) {
      if (!lifetime.ended) log.warn('The visitor was not reported to the agents.', describeError(error));
    }
  }

  return {
    get agentStatus() {
      return agentStatus;
    },
    start() {
      if (api.hasGateway) void polling.start();
    },
    async askEngagement({ engagementDetails }) {
      if (engagementDetails === undefined || !api.hasGateway) return;
      try {
        const told = await Promise.race([
          api.engagementStatus(entry.service, engagementDetails),
          pause(ports, visitWaitMs).then((): AgentStatus => 'unknown'),
        ]);
        if (lifetime.ended || told === 'unknown') return;
        learn(told);
      } catch (error) {
        log.warn('The status of the engagement is not known.', describeError(error));
      }
      if (state.snapshot.agentStatus === 'unavailable' && !state.snapshot.isLoggedIn) {
        throw createError('CHANNEL_UNAVAILABLE', 'No agent can be reached by messaging now.');
      }
    },
    begun(conversationId) {
      if (!api.hasGateway) return;
      void askAgents(conversationId);
      void reportVisitor();
    },
    routedTo(skillId) {
      if (skillId !== undefined && skillId !== skillIdOf) void nameSkill(skillId);
    },
    forget() {
      skillIdOf = entry.skill;
    },
  };
}
