import * as v from 'valibot';

const host = v.optional(v.string(), '');

/** Where the bot service lives; the bot and the hosted assistant share it. */
export const botServiceDeployment = v.object({
  /** Which of `hosts` is used (CH-075). */
  flag: v.optional(v.picklist(['local', 'dev1', 'dev2', 'dev3', 'staging', 'main']), 'main'),
  /** Origins, or origin and base path, by flag. An empty one falls back to main. */
  hosts: v.optional(v.object({ local: host, dev1: host, dev2: host, dev3: host, staging: host, main: host }), {}),
  /** JSONP address that answers employees only; empty skips the check (CH-104). */
  employeeCheckUrl: v.optional(v.string(), ''),
  /** Sent as `version` with every message. */
  version: v.optional(v.string(), '1.0'),
  /** Sent as `responseManager` with every message. */
  responseManager: v.optional(v.boolean(), true),
  /** Field of the page's config object that holds the social id (CH-100), or of the visitor, one of those of SH-104. */
  socialIdField: v.optional(v.string(), 'socialId'),
});

export type BotServiceDeployment = v.InferOutput<typeof botServiceDeployment>;

/** CH-075: the flagged host, else the main one. */
export function botHost(deployment: BotServiceDeployment): string {
  return deployment.hosts[deployment.flag] || deployment.hosts.main;
}
