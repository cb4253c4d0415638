import * as v from 'valibot';
import type { ParameterContract } from './serviceContract.ts';

/** The query of an address in the deployment, for its contract. */
export const queryOf = ({ searchParams }: URL): readonly ParameterContract[] =>
  [...searchParams].map(([name, value]) => ({
    ...{ in: 'query', name, schema: v.literal(value), example: value, isRequired: true },
    description: 'As the deployment has it.',
  }));
