import * as v from 'valibot';

/** Where contact information comes from and how it is asked for (SH-075, SC-132 to SC-137). */
export const contactDeployment = v.strictObject({
  /** Origins, or origin and base path, of the contact service, best first. */
  hosts: v.pipe(v.array(v.string()), v.minLength(1, 'needs at least one host')),
  /** The older API host, asked when the first ones answer 5xx (SC-135). */
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
  /** Members the service leaves out of its answer, sent as `prune`. */
  prune: v.optional(v.array(v.string()), ['internal', 'audit']),
  /** The focus area that means "no contact module on this page" (SH-077). */
  noContactFocusArea: v.optional(v.string(), 'no-contact-module'),
});

export type ContactDeployment = v.InferOutput<typeof contactDeployment>;
