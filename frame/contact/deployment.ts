import * as v from 'valibot';

/** The `contact` section of the deployment file: the contact service and its calls (SH-075, SC-132 to SC-137). */
export const contactDeployment = v.strictObject({
  /** Origins of the contact service, or origins with a base path, in order of preference. */
  hosts: v.pipe(v.array(v.string()), v.minLength(1, 'needs at least one host')),
  /** Hosts of the older API, used when `hosts` answer 5xx (SC-135). */
  olderHosts: v.optional(v.array(v.string()), []),
  /** Paths of the calls. */
  paths: v.optional(
    v.strictObject({
      lookup: v.optional(v.string(), '/contact/lookup'),
      focusArea: v.optional(v.string(), '/contact/lookup/focus-area'),
      keys: v.optional(v.string(), '/contact/keys'),
      clientInfo: v.optional(v.string(), '/contact/client-info'),
    }),
    {},
  ),
  /** Fields that the service omits from its answer, sent as `prune`. */
  prune: v.optional(v.array(v.string()), ['internal', 'audit']),
  /** The focus area that turns the widget off on a page (SH-077). */
  noContactFocusArea: v.optional(v.string(), 'no-contact-module'),
});

export type ContactDeployment = v.InferOutput<typeof contactDeployment>;
