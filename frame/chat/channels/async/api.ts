import * as v from 'valibot';
import type { MonitorRequest } from '../../../identity/monitor.ts';
import type { CallBackend } from '../../../platform/backend/plan.ts';
import { idText } from '../../../platform/wireFields.ts';
import type { AgentStatus, GatewayAccount } from '../../channel.ts';
import { parseChatState } from '../../conversation.ts';
import { loadAgentProfile } from '../ground/agentProfile.ts';
import { toWebOrigin } from '../ground/connection/webOrigin.ts';
import type { AsyncDeployment } from './deployment.ts';
import { lookupTimeoutMs } from './limits.ts';

const agentAnswer = v.object({ agentId: v.optional(v.nullable(idText)), nickname: v.optional(v.nullable(v.string())) });

const skill = v.object({ skillName: v.optional(v.nullable(v.string())) });

/** The host of a service, without a scheme. */
export const domainAnswer = v.object({ baseURI: v.pipe(v.string(), v.minLength(1)) });

/** The REST calls that accompany the messaging websocket (CH-152). Paths and hosts come from the deployment. */
export function createAsyncApi(call: CallBackend, deployment: AsyncDeployment, signal: AbortSignal) {
  const { paths, gatewayHosts } = deployment;
  const common = { attemptTimeoutMs: lookupTimeoutMs, signal } as const;

  function gateway<T>(
    path: string,
    parse: (body: unknown) => T,
    request: { readonly query?: Record<string, string>; readonly body?: unknown } = {},
  ): Promise<T> {
    const method = request.body === undefined ? 'GET' : 'POST';
    return call({ ...common, ...request, hosts: gatewayHosts, path, method, parse });
  }

  return {
    /** Whether the deployment has a gateway. Without one, only `domain` and `profile` can be called. */
    hasGateway: gatewayHosts.length > 0,
    /** The host of one of the vendor's services for this account, from the vendor's domain lookup. */
    async domain({ account, baseURI }: GatewayAccount, service: 'asyncMessagingEnt' | 'acCdnDomain'): Promise<string> {
      if (deployment.domainHosts.length === 0) return baseURI;
      return call({
        ...common,
        hosts: deployment.domainHosts,
        isForeign: true,
        path: `/api/account/${encodeURIComponent(account)}/service/${service}/baseURI.json`,
        query: { version: '1.0' },
        method: 'GET',
        parse: (body) => v.parse(domainAnswer, body).baseURI,
      });
    },
    agent: (service: string, conversationId: string) =>
      gateway(paths.agent, (body) => v.parse(agentAnswer, body), { query: { service, conversationId } }),
    skillName: (skillId: string, account: string): Promise<string | undefined> =>
      gateway(paths.skill, (body) => v.parse(skill, body).skillName || undefined, {
        body: { skillId, account },
      }),
    /** Whether an agent can take the engagements that the monitor returned. */
    engagementStatus: (service: string, engagementDetails: unknown): Promise<AgentStatus> =>
      gateway(paths.engagementStatus, readStatus, { body: { service, engagementDetails } }),
    async profile(account: GatewayAccount, agentId: string) {
      const { profileHosts } = deployment;
      const hosts = profileHosts.length > 0 ? profileHosts : [toWebOrigin(await this.domain(account, 'acCdnDomain'))];
      return loadAgentProfile(call, hosts, { account: account.account, agentId }, common);
    },
    agentAvailability: (conversationId: string): Promise<AgentStatus> =>
      gateway(paths.agentAvailability.replaceAll('{conversationId}', encodeURIComponent(conversationId)), (body) =>
        readAgentAvailability(v.parse(v.object({ available: v.optional(v.unknown()) }), body).available),
      ),
    report: ({ personalInfo, customerInfo }: Pick<MonitorRequest, 'personalInfo' | 'customerInfo'>): Promise<void> =>
      gateway(paths.attributes, () => {}, { body: { personalInfo, customerInfo } }),
  };
}

export type AsyncApi = ReturnType<typeof createAsyncApi>;

function readStatus(body: unknown): AgentStatus {
  const status = parseChatState(v.parse(v.object({ status: v.optional(v.unknown()) }), body).status);
  return status === 'available' || status === 'unavailable' ? status : 'unknown';
}

export function toSocketUrl(domain: string, account: string): string {
  const origin = toWebOrigin(domain).replace(/^http/, 'ws');
  return `${origin}/ws_api/account/${encodeURIComponent(account)}/messaging/consumer?v=3`;
}

/** CH-079: the forms in which services send it. */
export function readAgentAvailability(value: unknown): AgentStatus {
  if (value === 1 || value === true) return 'available';
  return value === 0 || value === false ? 'unavailable' : 'unknown';
}
