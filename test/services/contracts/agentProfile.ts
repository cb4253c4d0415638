import * as v from 'valibot';
import type { CallContract, ParameterContract } from './serviceContract.ts';

/** The call for an agent's name and picture, which live chat and messaging share. `otherwise`: what happens without an answer. */
export function agentProfileCall(
  account: ParameterContract,
  {
    hosts,
    schema,
    otherwise,
  }: Pick<CallContract, 'hosts'> & { readonly schema: v.GenericSchema; readonly otherwise: string },
): CallContract {
  return {
    ...{ id: 'profile', method: 'GET', path: '/api/account/{account}/configuration/le-users/users/{agent}' },
    ...{ hosts, summary: 'Name and picture of an agent' },
    parameters: [
      account,
      {
        ...{ in: 'path', name: 'agent', schema: v.string(), example: '25025413', isRequired: true, isMadeUp: true },
        description: 'The vendor’s id of the agent.',
      },
    ],
    answers: {
      '200': {
        description: 'The agent.',
        content: { schema, example: { nickname: 'Natalie', pictureUrl: 'https://pictures.example/n.png' } },
      },
      default: { description: otherwise },
    },
  };
}
