import { createEngagementPolling } from '../../../identity/engagementPolling.ts';
import { createGatewayEngagement } from '../../../identity/gatewayEngagement.ts';
import { createError } from '../../../platform/errors.ts';
import { pause } from '../../../platform/pause.ts';
import type { AgentStatus, ChannelPorts } from '../../channel.ts';
import { type ChatState, parseChatState } from '../../conversation.ts';
import type { AsyncApi } from './api.ts';
import { type AsyncDeployment, skillIdOf } from './deployment.ts';
import type { MessagingParts } from './parts.ts';
import { type ConsumerInfo, visitBody, visitWaitMs } from './visit.ts';

/** The calls to the company's service gateway. Without a configured gateway, none are made. */
export function createGateway(
  ports: ChannelPorts,
  { state, socket, visitor }: MessagingParts,
  api: AsyncApi,
  deployment: AsyncDeployment,
) {
  const { call, clock, lifetime, log, entry } = ports;
  let agentStatus: AgentStatus | undefined;
  const ownSkillId = skillIdOf(entry.skill, deployment);
  let lastSkillId: string | undefined;

  function setAgentStatus(next: AgentStatus): void {
    agentStatus = next;
    if (next !== state.snapshot.agentStatus) state.change({ agentStatus });
  }

  const ask = createGatewayEngagement({
    ...{ call, clock, lifetime, hosts: deployment.gatewayHosts, path: deployment.paths.engagement },
    // No visit ids are stored here; each conversation gets them from the monitor.
    deleteVisit: () => {},
  });
  const polling = createEngagementPolling({
    ...{ clock, lifetime, check },
    isKnown: () => agentStatus !== undefined && state.snapshot.state !== 'standBy',
    isBusy: () => state.hasConversation,
  });

  /** Asks the gateway for the availability of agents. A failure changes nothing (CH-180 to CH-184). */
  async function check(): Promise<void> {
    try {
      const { status, skillStatus } = await ask(visitBody(ports, visitor.consumerId));
      if (lifetime.ended || status === undefined) return;
      const answered = parseChatState(status);
      // CH-008
      if (answered === undefined) log.warn('The messaging engagement answered with an unknown state.', status);
      else if (!state.hasConversation) onAnswer(answered, skillStatus?.skillName);
    } catch (error) {
      if (!lifetime.ended) log.warn('The messaging engagement could not be checked.', error);
    }
  }

  function onAnswer(answered: ChatState, skillName: string | undefined): void {
    setAgentStatus(answered === 'available' ? 'available' : 'unavailable');
    if (skillName !== undefined) showSkill(skillName);
    // An answer while messaging is unavailable suggests that messaging works again.
    if (state.snapshot.state === 'unavailable') socket.wake();
    // On stand-by, the queue exists but accepts nobody at the moment.
    else state.enter(answered === 'standBy' ? 'standBy' : 'available');
  }

  function showSkill(routedSkill: string | undefined): void {
    if (routedSkill !== state.snapshot.routedSkill) state.change({ routedSkill });
  }

  async function nameSkill(skillId: string): Promise<void> {
    showSkill(skillId);
    const { account } = visitor;
    if (!api.hasGateway || !account) return;
    try {
      const routedSkill = await api.skillName(skillId, account.account);
      if (routedSkill !== undefined && !lifetime.ended && lastSkillId === skillId) showSkill(routedSkill);
    } catch (error) {
      if (!lifetime.ended) log.info('The name of a skill could not be fetched.', error);
    }
  }

  const reportVisitor = async (): Promise<void> => api.report(visitBody(ports, visitor.consumerId));

  /** Updates the agent status for this conversation (CH-152). */
  async function checkAgents(conversationId: string): Promise<void> {
    const status = await api.agentAvailability(conversationId);
    if (!lifetime.ended && status !== 'unknown') setAgentStatus(status);
  }

  return {
    /** The gateway's latest answer, which is newer than the status stored with the identity. */
    get agentStatus(): AgentStatus | undefined {
      return agentStatus;
    },
    /** Starts polling the availability of agents, until a conversation starts (CH-180 to CH-183). */
    start(): void {
      if (api.hasGateway) void polling.start();
    },
    /** Checks the visit's engagements right before a conversation. Rejects if no agent is available (CH-133, CH-152). */
    async checkEngagement({ engagementDetails }: ConsumerInfo): Promise<void> {
      if (engagementDetails === undefined || !api.hasGateway) return;
      try {
        const asked = api.engagementStatus(entry.service, engagementDetails);
        const status = await Promise.race([asked, pause(ports, visitWaitMs)]);
        if (lifetime.ended || !status || status === 'unknown') return;
        setAgentStatus(status);
      } catch (error) {
        log.warn('The status of the engagement could not be checked.', error);
      }
      if (state.snapshot.agentStatus === 'unavailable' && !state.snapshot.isLoggedIn) {
        throw createError('CHANNEL_UNAVAILABLE', 'No agent can be reached by messaging now.');
      }
    },
    /** Asks for its agents, and sends the visitor's details to the agent desk. A failure is only logged (CH-152). */
    onConversationStarted(conversationId: string): void {
      if (!api.hasGateway) return;
      checkAgents(conversationId).catch((error: unknown) => {
        if (!lifetime.ended) log.warn('The availability of agents could not be checked.', error);
      });
      reportVisitor().catch((error: unknown) => {
        if (!lifetime.ended) log.warn('The visitor was not reported to the agent desk.', error);
      });
    },
    /** Sets the routed skill, by name if the gateway has one (CH-152). */
    onRouted(skillId: string | undefined): void {
      if (skillId === undefined || skillId === lastSkillId) return;
      lastSkillId = skillId;
      // The gateway does not know the skill that a bot has named, and may have answered another.
      if (skillId === ownSkillId) showSkill(entry.skill);
      else void nameSkill(skillId);
    },
    reset(): void {
      lastSkillId = undefined;
    },
  };
}

export type Gateway = ReturnType<typeof createGateway>;
