import * as v from 'valibot';

/** The hosted assistant's section of the deployment. */
export const assistantDeployment = v.object({
  /** Address of the provider's script (CH-106). */
  scriptUrl: v.optional(v.string(), ''),
  /** Used in every environment but production. */
  stagingScriptUrl: v.optional(v.string(), ''),
  integrationId: v.optional(v.string(), ''),
  /** The provider's own id of the service instance; its program asks for it. */
  serviceInstanceId: v.optional(v.string(), ''),
  /** The provider's id of the subscription, where there is one. */
  subscriptionId: v.optional(v.string(), ''),
  /** The provider's region of the integration. */
  region: v.optional(v.string(), 'us-east'),
  zIndex: v.optional(v.number(), 1),
});

export type AssistantDeployment = v.InferOutput<typeof assistantDeployment>;
