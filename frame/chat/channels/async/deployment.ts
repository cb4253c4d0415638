import * as v from 'valibot';

/** The `async` section of the channels in `frame/config.json`. */
export const asyncDeployment = v.object({
  /** Origins of the vendor's domain lookup, best first. Empty: the account's baseURI is the messaging host itself. */
  domainHosts: v.optional(v.array(v.string()), []),
  /** Origins of the gateway that serves the calls below, best first. Empty: they are left out. */
  gatewayHosts: v.optional(v.array(v.string()), []),
  /** Paths of the gateway (CH-152); `{conversationId}` is filled in. */
  paths: v.optional(
    v.object({
      agent: v.optional(v.string(), '/async/agent'),
      skill: v.optional(v.string(), '/async/skill'),
      engagementStatus: v.optional(v.string(), '/async/engagement/status'),
      agentAvailability: v.optional(v.string(), '/async/conversations/{conversationId}/availability'),
      attributes: v.optional(v.string(), '/async/attributes'),
      monitor: v.optional(v.string(), '/async/monitor'),
      engagement: v.optional(v.string(), '/async/engagement'),
    }),
    {
      agent: '/async/agent',
      skill: '/async/skill',
      engagementStatus: '/async/engagement/status',
      agentAvailability: '/async/conversations/{conversationId}/availability',
      attributes: '/async/attributes',
      monitor: '/async/monitor',
      engagement: '/async/engagement',
    },
  ),
  /** Another route of the monitor for visitors in China (CH-179); empty: none. */
  otherMonitorHosts: v.optional(v.array(v.string()), []),
  /** Origins of the vendor's public configuration, for agents' names and pictures. Empty: looked up by domain. */
  profileHosts: v.optional(v.array(v.string()), []),
});

export type AsyncDeployment = v.InferOutput<typeof asyncDeployment>;
