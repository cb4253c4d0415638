import * as v from 'valibot';

const host = v.optional(v.string(), '');

/** The `bot` section of the channels in `frame/config.json`. The bot and the hosted assistant share it. */
export const botServiceDeployment = v.strictObject({
  /** Which of `hosts` is used (CH-075). */
  flag: v.optional(v.picklist(['local', 'dev1', 'dev2', 'dev3', 'staging', 'main']), 'main'),
  /** Origin, optionally with a base path, by flag. An empty entry falls back to `main`. */
  hosts: v.optional(v.strictObject({ local: host, dev1: host, dev2: host, dev3: host, staging: host, main: host }), {}),
  /** JSONP URL that responds only to employees. Empty skips the check (CH-104). */
  employeeCheckUrl: v.optional(v.string(), ''),
  /** Sent as `version` with every message. */
  version: v.optional(v.string(), '1.0'),
  /** Sent as `responseManager` with every message. */
  responseManager: v.optional(v.boolean(), true),
  /** Name of the field that holds the social id (CH-100), in the page's config object or in the profile (SH-104). */
  socialIdField: v.optional(v.string(), 'socialId'),
});

export type BotServiceDeployment = v.InferOutput<typeof botServiceDeployment>;

/** The host that the flag selects, or else the main host (CH-075). */
export function botHost(deployment: BotServiceDeployment): string {
  return deployment.hosts[deployment.flag] || deployment.hosts.main;
}
