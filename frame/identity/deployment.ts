import * as v from 'valibot';
import { serviceHosts } from '../platform/backend/serviceHosts.ts';

/** Services that provide data about the visitor. */
export const visitorDeployment = v.strictObject({
  /** Origins of the geo service, in order of preference. `GET {host}/client` answers `{ip, country}` (SH-108). Empty: no geo service. */
  geoHosts: v.optional(serviceHosts, []),
});
