import * as v from 'valibot';
import { engagement, engagementDetails } from '../../../frame/chat/channels/sync/wire.ts';
import type { CallContract, ParameterContract } from './serviceContract.ts';
import { attributeSchemas } from './visitorAttributes.ts';

/** Asks whether an agent is free, and reports the page. */
export const engagementBody = v.strictObject({
  appType: v.literal('EXTERNAL'),
  appDetails: v.strictObject({ appVersion: v.string(), ipAddress: v.optional(v.string()) }),
  engagementAttributes: v.array(v.variant('type', attributeSchemas)),
  /** Of the last answer. */
  engagementDetails: v.strictObject({
    contextId: v.optional(v.string()),
    engagementId: v.optional(v.string()),
    campaignId: v.optional(v.string()),
    language: v.optional(v.string()),
  }),
  pageId: v.optional(v.string()),
  /** The skill, and a category or version. */
  consumerSections: v.array(v.string()),
});

/** Whether an agent is free. */
export const engagementAnswer = v.object({
  ...engagement.entries,
  /** `Available`, or another word. */
  status: v.string(),
  skillStatus: v.optional(v.object({})),
  engagementDetails: v.optional(v.union([v.array(engagementDetails), engagementDetails])),
});

/** A failure of the engagement service. */
export const engagementFailure = v.object({
  /** 20: the account is loading, and the call is repeated. Any other: the visit is forgotten. */
  internalCode: v.optional(v.number()),
  /** With code 20, it ends with `vid: ` and the visitor's id. */
  message: v.optional(v.string()),
});

const engagementBodyExample = {
  appType: 'EXTERNAL',
  appDetails: { appVersion: '1.0' },
  engagementAttributes: [
    { type: 'lead', lead: { topic: 'cloud' } },
    { type: 'ctmrinfo', info: { customerId: '', loginStatus: 0 } },
  ],
  engagementDetails: { language: 'en-US' },
  consumerSections: ['sales', 'v18'],
};

const engagementExample = {
  ...{ status: 'Available', sessionId: 's-1', visitorId: 'v-1', pageId: '4743822558' },
  engagementDetails: {
    ...{ campaignId: '3346848610', engagementId: '3562981110', contextId: '1' },
    ...{ language: 'en-US', skillName: 'sales' },
  },
};

/** The calls of the App Engagement API: without a visitor's id first, and then with the one that it has answered. */
export function engagementCalls(hosts: readonly string[], account: ParameterContract): readonly CallContract[] {
  const call = (id: string, path: string, parameters: readonly ParameterContract[]): CallContract => ({
    ...{ id, hosts, method: 'POST', summary: 'Whether an agent is free' },
    path: `/api/account/{account}/app/engagement/visitors${path}`,
    parameters: [
      account,
      ...parameters,
      {
        ...{ in: 'query', name: 'v', schema: v.literal('1.0'), example: '1.0', isRequired: true },
        description: 'The version of the API.',
      },
      {
        ...{ in: 'query', name: 'sid', schema: v.string(), example: 's-1' },
        description: 'The vendor’s id of the session, once it is known.',
      },
    ],
    body: { schema: engagementBody, example: engagementBodyExample },
    answers: {
      '2XX': {
        description: 'Whether an agent is free. An internal code without a status is a failure.',
        content: { schema: engagementAnswer, example: engagementExample },
      },
      default: {
        description: 'The call has failed. If the answer has an internal code, it is retried up to three times.',
        content: {
          schema: engagementFailure,
          example: { message: 'Loading account: 4711, vid: v-1', internalCode: 20 },
        },
      },
    },
  });
  return [
    call('engagement', '', []),
    call('engagement-of-visitor', '/{visitor}', [
      {
        ...{ in: 'path', name: 'visitor', schema: v.string(), example: 'v-1', isRequired: true, isMadeUp: true },
        description: 'The vendor’s id of the visitor.',
      },
    ]),
  ];
}
