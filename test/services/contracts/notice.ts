import * as v from 'valibot';
import type { SchedulerDeployment } from '../../../frame/scheduler/deployment.ts';
import { noticeSchema } from '../../../frame/scheduler/vendorNotice.ts';
import type { ServiceContract } from './serviceContract.ts';

/** The company's server for the notice of its consent vendor. */
export function noticeService(deployment: SchedulerDeployment | undefined): ServiceContract {
  return {
    ...{ name: 'notice', title: 'Privacy notice of the booking form' },
    description:
      'Returns the notice of your consent vendor, which visitors read before they book a call, as plain text.',
    file: 'test/services/contracts/notice.ts',
    schemas: { noticeSchema },
    calls: [
      {
        ...{ id: 'notice', method: 'GET', path: '/notice', isForeign: true, hosts: deployment?.noticeHosts ?? [] },
        summary: 'The notice in the visitor’s language',
        parameters: [
          {
            ...{ in: 'query', name: 'languageCode', schema: v.string(), example: 'en', isRequired: true },
            description: 'ISO 639.',
          },
          {
            ...{ in: 'query', name: 'regionCode', schema: v.string(), example: 'US', isRequired: true },
            description: 'ISO 3166.',
          },
        ],
        answers: {
          '200': {
            description: 'The notice.',
            content: {
              schema: noticeSchema,
              example: {
                ...{ title: 'Your privacy', text: 'We use your phone number for this call only.' },
                url: 'https://www.example.com/privacy',
              },
            },
          },
          default: { description: 'The built-in notice is shown.' },
        },
      },
    ],
  };
}
