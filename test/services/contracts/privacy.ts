import * as v from 'valibot';
import { deletion } from '../../../frame/contact/privacy/api.ts';
import { type PrivacyDeployment, privacyDeployment } from '../../../frame/contact/privacy/deployment.ts';
import type { ServiceContract } from './serviceContract.ts';

/** Proofs of the visitor's identity. Do not act on anything else, or without any proof. */
const proofs = v.strictObject({
  /** Tokens of the session broker. Each belongs to one visitor at one messaging service. */
  tokens: v.array(v.string()),
  /** The identity that the page's server has signed: a JSON Web Token. */
  signedIdentity: v.optional(v.string()),
  /** Conversations that this browser continues. Their ids cannot be guessed. */
  conversations: v.array(
    v.strictObject({
      /** Such as `bot`. */
      service: v.string(),
      id: v.string(),
    }),
  ),
});

/** All data that the services hold about the visitor, by name. */
const exported = v.record(v.string(), v.unknown());

const example = {
  tokens: ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJndWVzdC0xIn0.c2lnbmF0dXJl'],
  conversations: [{ service: 'bot', id: 'conversation-7' }],
};
const refused = { '403': { description: 'There is no proof of identity.' } };

/** The service that deletes and exports what the company's services hold about a visitor. */
export function privacyService(
  { hosts, deletePath, exportPath }: PrivacyDeployment = {
    ...v.parse(privacyDeployment, { hosts: ['https://none.example'] }),
    hosts: [],
  },
): ServiceContract {
  return {
    name: 'privacy',
    title: 'Visitor data',
    description: 'Deletes or exports what the company’s services hold about a visitor, at the visitor’s command.',
    file: 'test/services/contracts/privacy.ts',
    schemas: { proofs, deletion, exported },
    calls: [
      {
        ...{ id: 'delete', hosts, method: 'POST', path: deletePath, summary: 'Deletes the visitor’s data' },
        body: { schema: proofs, example },
        answers: {
          '200': {
            description: 'The data has been deleted.',
            content: { schema: deletion, example: { state: 'deleted' } },
          },
          '202': {
            description: 'The data will be deleted. The visitor sees the reference, which is optional.',
            content: { schema: deletion, example: { state: 'accepted', reference: 'R-7' } },
          },
          ...refused,
        },
      },
      {
        ...{ id: 'export', hosts, method: 'POST', path: exportPath, summary: 'Exports the visitor’s data' },
        body: { schema: proofs, example },
        answers: {
          '200': {
            description: 'The visitor gets it unchanged.',
            content: { schema: exported, example: { bot: [{ asked: 'Do you ship to Norway?', answered: 'Yes.' }] } },
          },
          ...refused,
        },
      },
    ],
  };
}
