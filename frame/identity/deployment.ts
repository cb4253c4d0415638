import * as v from 'valibot';

/** Services that name the visitor. */
export const visitorDeployment = v.strictObject({
  /** Origins of the geo service, best first; `GET {host}/client` answers `{ip, country}` (SH-108). Empty: none is asked. */
  geoHosts: v.optional(v.array(v.string()), []),
});

export type VisitorDeployment = v.InferOutput<typeof visitorDeployment>;
