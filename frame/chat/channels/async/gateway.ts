import { createEngagementPolling, type EngagementPolling } from '../../../identity/engagementPolling.ts';
import { createGatewayEngagement } from '../../../identity/gatewayEngagement.ts';
import { createError } from '../../../platform/errors.ts';
import { pause } from '../../../platform/pause.ts';
import type { AgentStatus, ChannelPorts, GatewayAccount } from '../../channel.ts';
import { parseChatState } from '../../chatState.ts';
import type { ChannelState } from '../ground/channelState.ts';
import type { AsyncApi } from './api.ts';
import { type AsyncDeployment, skillIdOf } from './deployment.ts';
import type { ConsumerInfo } from './requests.ts';
import { visitBody, visitWaitMs } from './visit.ts';

export interface GatewayParts {
  readonly state: ChannelState;
  readonly api: AsyncApi;
  readonly deployment: AsyncDeployment;
  readonly account: () => GatewayAccount | undefined;
  readonly consumerId: () => string;
  /** Called when the gateway answers while messaging is unavailable, which suggests that messaging works again. */
  readonly onReachable: () => void;
}

/** The calls to the company's service gateway. Without a configured gateway, none are made. */
export interface Gateway {
  /** The gateway's latest answer, which is newer than the status stored with the identity. */
  readonly agentStatus: AgentStatus | undefined;
  /** Starts polling the availability of agents, until a conversation starts (CH-180 to CH-183). */
  start(): void;
  /** Checks the visit's engagements right before a conversation. Rejects if no agent is available (CH-133, CH-152). */
  checkEngagement(info: ConsumerInfo): Promise<void>;
  /** Checks the availability of agents and reports the visitor (CH-152). */
  onConversationStarted(conversationId: string): void;
  /** Sets the routed skill, by name if the gateway has one (CH-152). */
  onRouted(skillId: string | undefined): void;
  reset(): void;
}

export function createGateway(ports: ChannelPorts, parts: GatewayParts): Gateway {
  const { lifetime, log, entry } = ports;
  const { state, api, consumerId } = parts;
  let agentStatus: AgentStatus | undefined;
  const ownSkillId = skillIdOf(entry.skill, parts.deployment);
  /** The skill that the service last reported for the conversation. */
  let lastSkillId: string | undefined;

  function setAgentStatus(next: AgentStatus): void {
    agentStatus = next;
    if (next !== state.snapshot.agentStatus) state.change({ agentStatus });
  }

  const polling = pollGatewayEngagement(ports, parts.deployment, {
    consumerId,
    isKnown: () => agentStatus !== undefined && state.snapshot.state !== 'standBy',
    isBusy: () => state.hasConversation,
    onAnswer({ agentStatus: answered, isStandBy, skillName }) {
      if (state.hasConversation) return;
      setAgentStatus(answered);
      if (skillName !== undefined) showSkill(skillName);
      if (state.snapshot.state === 'unavailable') parts.onReachable();
      else state.enter(isStandBy ? 'standBy' : 'available');
    },
  });

  function showSkill(routedSkill: string | undefined): void {
    if (routedSkill !== state.snapshot.routedSkill) state.change({ routedSkill });
  }

  async function nameSkill(skillId: string): Promise<void> {
    showSkill(skillId);
    const account = parts.account();
    if (!api.hasGateway || !account) return;
    try {
      const routedSkill = await api.skillName(skillId, account.account);
      if (routedSkill !== undefined && !lifetime.ended && lastSkillId === skillId) showSkill(routedSkill);
    } catch (error) {
      if (!lifetime.ended) log.info('The name of a skill could not be fetched.', error);
    }
  }

  /** Updates the agent status for this conversation; a failure is only logged (CH-152). */
  async function checkAgents(conversationId: string): Promise<void> {
    try {
      const status = await api.agentAvailability(conversationId);
      if (!lifetime.ended && status !== 'unknown') setAgentStatus(status);
    } catch (error) {
      if (!lifetime.ended) log.warn('The availability of agents could not be checked.', error);
    }
  }

  /** Sends the visitor's details to the agent desk; a failure is only logged (CH-152). */
  async function reportVisitor(): Promise<void> {
    try {
      const { personalInfo, customerInfo } = visitBody(ports, consumerId());
      await api.report({ personalInfo, customerInfo });
    } catch (error) {
      if (!lifetime.ended) log.warn('The visitor was not reported to the agent desk.', error);
    }
  }

  return {
    get agentStatus() {
      return agentStatus;
    },
    start() {
      if (api.hasGateway) void polling.start();
    },
    async checkEngagement({ engagementDetails }) {
      if (engagementDetails === undefined || !api.hasGateway) return;
      try {
        const status = await Promise.race([
          api.engagementStatus(entry.service, engagementDetails),
          pause(ports, visitWaitMs).then((): AgentStatus => 'unknown'),
        ]);
        if (lifetime.ended || status === 'unknown') return;
        setAgentStatus(status);
      } catch (error) {
        log.warn('The status of the engagement could not be checked.', error);
      }
      if (state.snapshot.agentStatus === 'unavailable' && !state.snapshot.isLoggedIn) {
        throw createError('CHANNEL_UNAVAILABLE', 'No agent can be reached by messaging now.');
      }
    },
    onConversationStarted(conversationId) {
      if (!api.hasGateway) return;
      void checkAgents(conversationId);
      void reportVisitor();
    },
    onRouted(skillId) {
      if (skillId === undefined || skillId === lastSkillId) return;
      lastSkillId = skillId;
      // The gateway does not know the skill that a bot has named, and may have answered another.
      if (skillId === ownSkillId) showSkill(entry.skill);
      else void nameSkill(skillId);
    },
    reset() {
      lastSkillId = undefined;
    },
  };
}

interface GatewayEngagementParts {
  readonly consumerId: () => string;
  readonly isKnown: () => boolean;
  readonly isBusy: () => boolean;
  readonly onAnswer: (answer: {
    readonly agentStatus: AgentStatus;
    /** The queue exists but accepts nobody at the moment. */
    readonly isStandBy: boolean;
    readonly skillName: string | undefined;
  }) => void;
}

/** Polls the gateway for the availability of agents. A failure changes nothing (CH-180 to CH-184). */
function pollGatewayEngagement(
  ports: ChannelPorts,
  deployment: AsyncDeployment,
  parts: GatewayEngagementParts,
): EngagementPolling {
  const { call, clock, lifetime, log } = ports;
  const ask = createGatewayEngagement({
    call,
    clock,
    lifetime,
    hosts: deployment.gatewayHosts,
    path: deployment.paths.engagement,
    // No visit ids are stored here; each conversation gets them from the monitor.
    deleteVisit: () => {},
  });
  return createEngagementPolling({
    clock,
    lifetime,
    isKnown: parts.isKnown,
    isBusy: parts.isBusy,
    async check() {
      try {
        const { status, skillStatus } = await ask(visitBody(ports, parts.consumerId()));
        if (lifetime.ended || status === undefined) return;
        const state = parseChatState(status);
        // CH-008
        if (state === undefined) {
          log.warn('The messaging engagement answered with an unknown state.', status);
          return;
        }
        const agentStatus = state === 'available' ? 'available' : 'unavailable';
        parts.onAnswer({ agentStatus, isStandBy: state === 'standBy', skillName: skillStatus?.skillName });
      } catch (error) {
        if (!lifetime.ended) log.warn('The messaging engagement could not be checked.', error);
      }
    },
  });
}
