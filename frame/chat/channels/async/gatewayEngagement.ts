import { createEngagementPolling, type EngagementPolling } from '../../../identity/engagementPolling.ts';
import { createGatewayEngagement } from '../../../identity/gatewayEngagement.ts';
import type { AgentStatus, ChannelPorts } from '../../channel.ts';
import { parseChatState } from '../../chatState.ts';
import type { AsyncDeployment } from './deployment.ts';
import { visitBody } from './visit.ts';

export interface GatewayEngagementParts {
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
export function pollGatewayEngagement(
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
