import { createEngagementPolling, type EngagementPolling } from '../../../identity/engagementPolling.ts';
import { createGatewayEngagement } from '../../../identity/gatewayEngagement.ts';
import { describeError } from '../../../platform/errors.ts';
import type { AgentStatus, ChannelPorts } from '../../channel.ts';
import { parseChatState } from '../../chatState.ts';
import type { AsyncDeployment } from './deployment.ts';
import { visitBody } from './visit.ts';

export interface GatewayEngagementFacts {
  readonly consumerId: () => string;
  readonly isKnown: () => boolean;
  readonly isBusy: () => boolean;
  readonly answered: (answer: { readonly agentStatus: AgentStatus; readonly skillName: string | undefined }) => void;
}

/** Asks the gateway from time to time whether somebody could answer; a failure changes nothing (CH-180 to CH-184). */
export function pollGatewayEngagement(
  ports: ChannelPorts,
  deployment: AsyncDeployment,
  facts: GatewayEngagementFacts,
): EngagementPolling {
  const { call, clock, lifetime, log } = ports;
  const ask = createGatewayEngagement({
    call,
    clock,
    lifetime,
    hosts: deployment.gatewayHosts,
    path: deployment.paths.engagement,
    // Nothing of the visit is stored here: the conversation asks the monitor anew.
    dropVisit: () => {},
  });
  return createEngagementPolling({
    clock,
    lifetime,
    isKnown: facts.isKnown,
    isBusy: facts.isBusy,
    async check() {
      try {
        const { status, skillStatus } = await ask(visitBody(ports, facts.consumerId()));
        if (lifetime.ended || status === undefined) return;
        const told = parseChatState(status);
        // CH-008
        if (told === undefined) {
          log.warn('The engagement of messaging told a state that is not known.', status);
          return;
        }
        const agentStatus = told === 'available' ? 'available' : 'unavailable';
        facts.answered({ agentStatus, skillName: skillStatus?.skillName });
      } catch (error) {
        if (!lifetime.ended) log.warn('The engagement of messaging could not be asked.', describeError(error));
      }
    },
  });
}
