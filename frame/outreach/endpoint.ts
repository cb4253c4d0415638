import type { QueryParameters } from '../host/queryParameters.ts';
import { textOf } from '../host/queryValue.ts';
import type { Endpoints } from './deployment.ts';

export type Environment = keyof Endpoints;

/** SH-146: the value of `cm-env`, or dev for `cm-dev`, or prod. An unknown value of `cm-env` is ignored. */
export function environmentOf(query: Pick<QueryParameters, 'environment' | 'dev'>): Environment {
  const named = textOf(query.environment)?.toLowerCase();
  if (named === 'prod' || named === 'dev' || named === 'test') return named;
  return query.dev !== undefined && query.dev !== false ? 'dev' : 'prod';
}

/** The addresses of an environment without trailing slashes, or those of prod if it has none. */
export function hostsOf(endpoints: Endpoints, environment: Environment): readonly string[] {
  const listed = endpoints[environment];
  return (listed.length > 0 ? listed : endpoints.prod).map((host) => host.replace(/(?<!\/)\/+$/, ''));
}
