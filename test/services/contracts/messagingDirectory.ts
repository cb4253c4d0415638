import * as v from 'valibot';
import { domainAnswer } from '../../../frame/chat/channels/async/api.ts';
import { asyncDeployment } from '../../../frame/chat/channels/async/deployment.ts';
import { profile } from '../../../frame/chat/channels/ground/agentProfile.ts';
import type { ChatDeployment } from '../../../frame/chat/routing/deployment.ts';
import { agentProfileCall } from './agentProfile.ts';
import type { ServiceContract } from './serviceContract.ts';
import { accountParameter, vendorAccounts } from './vendorAccounts.ts';

/** What the messaging vendor serves besides its socket. `profileOrigins`: where its domain lookup has found the profiles. */
export function directoryService(chat: ChatDeployment, profileOrigins: readonly string[]): ServiceContract {
  const { async: section } = chat.channels as { readonly async?: unknown };
  const { domainHosts, profileHosts } = v.parse(asyncDeployment, section ?? {});
  const account = accountParameter(vendorAccounts('async', chat));
  return {
    ...{ name: 'messaging-directory', title: 'Directory of messaging', vendor: 'LivePerson' },
    description: 'Says where the services of an account are, and who its agents are.',
    whereabouts: 'The deployment names the address of the lookup, and the lookup names that of the profiles.',
    file: 'test/services/contracts/messagingDirectory.ts',
    schemas: { domainAnswer, profile },
    calls: [
      {
        ...{ id: 'domain', method: 'GET', path: '/api/account/{account}/service/{service}/baseURI.json' },
        ...{ hosts: domainHosts, summary: 'Where a service of an account is' },
        parameters: [
          account,
          {
            ...{ in: 'path', name: 'service', example: 'asyncMessagingEnt', isRequired: true },
            schema: v.picklist(['asyncMessagingEnt', 'acCdnDomain']),
            description: '`asyncMessagingEnt` is the socket, `acCdnDomain` has the profiles.',
          },
          {
            ...{ in: 'query', name: 'version', schema: v.literal('1.0'), example: '1.0', isRequired: true },
            description: 'The version of the API.',
          },
        ],
        answers: {
          '200': {
            description: 'The host of the service.',
            content: { schema: domainAnswer, example: { baseURI: 'server.example' } },
          },
          default: { description: 'The next host is asked.' },
        },
      },
      agentProfileCall(account, {
        ...{ hosts: profileHosts.length > 0 ? profileHosts : profileOrigins, schema: profile },
        otherwise: 'The agent has no name.',
      }),
    ],
  };
}
