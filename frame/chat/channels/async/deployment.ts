import * as v from 'valibot';
import { serviceHosts, servicePath } from '../../../platform/backend/serviceHosts.ts';

/** The `async` section of the channels in `frame/config.json`. */
export const asyncDeployment = v.strictObject({
  /** Origins of the vendor's domain lookup, preferred first. When empty, the account's baseURI is the messaging host. */
  domainHosts: v.optional(serviceHosts, []),
  /** Origins of the gateway that serves the calls below, preferred first. When empty, these calls are skipped. */
  gatewayHosts: v.optional(serviceHosts, []),
  /** Paths on the gateway (CH-152). `{conversationId}` is replaced. */
  paths: v.optional(
    v.strictObject({
      agent: v.optional(servicePath, '/async/agent'),
      skill: v.optional(servicePath, '/async/skill'),
      engagementStatus: v.optional(servicePath, '/async/engagement/status'),
      agentAvailability: v.optional(servicePath, '/async/conversations/{conversationId}/availability'),
      attributes: v.optional(servicePath, '/async/attributes'),
      monitor: v.optional(servicePath, '/async/monitor'),
      engagement: v.optional(servicePath, '/async/engagement'),
    }),
    {},
  ),
  /** The vendor's ids of skills, by the name in the contact bundle. A skill without one is sent by its name. */
  skillIds: v.optional(v.record(v.string(), v.string()), {}),
  /** Alternative origins of the monitor for visitors in China (CH-179). */
  otherMonitorHosts: v.optional(serviceHosts, []),
  /** Origins of the vendor's public configuration, for agent names and pictures. When empty, found by domain lookup. */
  profileHosts: v.optional(serviceHosts, []),
});

/** The vendor's id of a skill. */
export function skillIdOf(skill: string | undefined, { skillIds }: AsyncDeployment): string | undefined {
  return skill !== undefined && Object.hasOwn(skillIds, skill) ? skillIds[skill] : skill;
}

export type AsyncDeployment = v.InferOutput<typeof asyncDeployment>;
