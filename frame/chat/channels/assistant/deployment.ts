import * as v from 'valibot';

/** The `assistant` section of the channels in `frame/config.json`. */
export const assistantDeployment = v.strictObject({
  /** URL of the web chat script (CH-106). */
  scriptUrl: v.optional(v.string(), ''),
  /** Used instead of `scriptUrl` in every environment except production. */
  stagingScriptUrl: v.optional(v.string(), ''),
  /**
   * `company`: the program sends to the company's bot service, which also has status and history. `vendor`: it sends to the vendor, with
   * the vendor's public messages, and has the history of its session.
   */
  wire: v.optional(v.picklist(['company', 'vendor']), 'company'),
  /** The vendor's name of the skill whose variables get the facts about visitor and page. For `vendor`. */
  skill: v.optional(v.string(), 'main skill'),
  integrationId: v.optional(v.string(), ''),
  /** The vendor's id of the service instance. Not sent when empty. */
  serviceInstanceId: v.optional(v.string(), ''),
  /** The vendor's id of the subscription. Not sent when empty. */
  subscriptionId: v.optional(v.string(), ''),
  /** The vendor's region of the integration. */
  region: v.optional(v.string(), 'us-east'),
  zIndex: v.optional(v.number(), 1),
});
