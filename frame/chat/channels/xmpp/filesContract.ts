import * as v from 'valibot';
import type { ServiceContract } from '../../../platform/backend/serviceContract.ts';
import type { XmppDeployment } from './deployment.ts';

/** Where visitors put files on the way to the desk. The XMPP server names the address and the headers (XEP-0363). */
export function xmppFilesService(deployment: XmppDeployment | undefined): ServiceContract {
  return {
    ...{ name: 'xmpp-files', title: 'Files of the XMPP server' },
    description:
      'Takes a file of the visitor at the address of a slot (XEP-0363). The socket’s `upload` asks for the slot.',
    serviceKey: { description: 'As the slot has it. If the slot has `Expires`, it is sent too.' },
    file: 'frame/chat/channels/xmpp/filesContract.ts',
    schemas: {},
    calls: [
      {
        ...{ id: 'put', method: 'PUT', path: '/{slot}', isKeyed: true, summary: 'Takes a file' },
        hosts: deployment?.files ? [new URL(deployment.files.origin).origin] : [],
        parameters: [
          {
            ...{ in: 'path', name: 'slot', schema: v.string(), example: 'upload/5b1d/plan.pdf', isRequired: true },
            ...{ description: 'Path and query, as the slot has them.', isMadeUp: true, hasSlashes: true },
          },
        ],
        body: { schema: v.any(), example: '%PDF-1.7', types: ['*/*'] },
        answers: {
          '2XX': { description: 'The file can be read at the other address of the slot.' },
          default: { description: 'The file is not sent, and the visitor is told.' },
        },
      },
    ],
  };
}
