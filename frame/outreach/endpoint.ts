import type { QueryParameters } from '../host/queryParameters.ts';
import { textOf } from '../host/queryValue.ts';
import type { Endpoints } from './deployment.ts';

export type Environment = keyof Endpoints;

/** SH-146: `cm-env` names it, `cm-dev` means dev, otherwise prod. An unknown name counts as none. */
export function environmentOf(query: Pick<QueryParameters, 'environment' | 'dev'>): Environment {
  const named = textOf(query.environment)?.toLowerCase();
  if (named === 'prod' || named === 'dev' || named === 'test') return named;
  return query.dev !== undefined && query.dev !== false ? 'dev' : 'prod';
}

/** The addresses of that environment without a closing slash; a deployment that has no dev or test uses prod. */
export function hostsOf(endpoints: Endpoints, environment: Environment): readonly string[] {
  const listed = endpoints[environment];
  return (listed.length > 0 ? listed : endpoints.prod).map((host) => host.replace(/\/+$/, ''));
}
