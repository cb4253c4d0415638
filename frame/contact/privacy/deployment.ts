import * as v from 'valibot';
import { serviceHosts, servicePath } from '../../platform/backend/serviceHosts.ts';

/** The service that deletes and exports what the company's services hold about a visitor. README.md has its calls. */
export const privacyDeployment = v.strictObject({
  /** Its origins, in order of preference. */
  hosts: v.pipe(serviceHosts, v.minLength(1, 'needs at least one host')),
  /** Path of the call that deletes. */
  deletePath: v.optional(servicePath, '/privacy/delete'),
  /** Path of the call that exports. */
  exportPath: v.optional(servicePath, '/privacy/export'),
});

export type PrivacyDeployment = v.InferOutput<typeof privacyDeployment>;
