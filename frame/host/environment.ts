import type { QueryParameters } from './queryParameters.ts';
import { textOf } from './queryValue.ts';

export type Environment = 'prod' | 'dev' | 'test';

/** SH-146: the value of `cm-env`, or dev for `cm-dev`, or prod. An unknown value of `cm-env` is ignored. */
export function environmentOf(query: Pick<QueryParameters, 'environment' | 'dev'>): Environment {
  const named = textOf(query.environment)?.toLowerCase();
  if (named === 'production') return 'prod';
  if (named === 'prod' || named === 'dev' || named === 'test') return named;
  return query.dev === true ? 'dev' : 'prod';
}
