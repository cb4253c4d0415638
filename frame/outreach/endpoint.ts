import type { Environment } from '../host/environment.ts';
import type { Endpoints } from './deployment.ts';

/** The addresses of an environment, or those of prod if it has none. */
export function hostsOf(endpoints: Endpoints, environment: Environment): readonly string[] {
  const listed = endpoints[environment];
  return listed.length > 0 ? listed : endpoints.prod;
}
