import * as v from 'valibot';
import { attributeSchemas } from '../../../identity/attributesContract.ts';
import type { CallContract, ServiceContract } from '../../../platform/backend/serviceContract.ts';
import { asyncDeployment } from './deployment.ts';

const customerInfo = v.strictObject({
  /** The id that the page names. A claim. */
  customerId: v.optional(v.string()),
  /** The type of the visitor's account. */
  role: v.string(),
});
const personalInfo = v.strictObject({
  firstname: v.optional(v.string()),
  lastname: v.optional(v.string()),
  contacts: v.array(v.strictObject({ email: v.optional(v.string()) })),
});
const visit = {
  customerInfo,
  personalInfo,
  /** The visitor's id at the messaging service. */
  consumerId: v.optional(v.string()),
  clientProperties: v.strictObject({ appVersion: v.string(), ipAddress: v.optional(v.string()) }),
  /** The messaging service. */
  service: v.string(),
  /** The address of the page. */
  entryPoints: v.array(v.string()),
};

/** A visit. */
const visitBody = v.strictObject(visit);

const id = v.optional(v.union([v.string(), v.number()]));

const personal = v.strictObject({
  type: v.literal('personal'),
  personal: v.strictObject({ firstname: v.optional(v.string()), lastname: v.optional(v.string()) }),
});

/** A visit that the monitor knows. */
const visitUpdateBody = v.strictObject({
  ...visit,
  /** The vendor's typed records of the visitor. */
  engagementAttributes: v.array(v.variant('type', [...attributeSchemas, personal])),
  /** The monitor's last answer. */
  monitorInfo: v.strictObject({
    ...{ sessionId: id, visitorId: id, pageId: id, campaignId: id, engagementId: id, contextId: id },
  }),
});

const engagement = v.object({
  campaignId: id,
  engagementId: id,
  contextId: id,
  conversationId: id,
  status: v.optional(v.string()),
});

const skillStatus = v.optional(v.object({ skillName: v.optional(v.string()) }));

/** The answer of the vendor's monitor. */
const monitorAnswer = v.object({
  /** May be missing only with the internal code 18. */
  engagementDetails: v.optional(v.union([v.array(engagement), engagement])),
  skillStatus,
  sessionId: id,
  visitorId: id,
  pageId: id,
});

/** A failure of the vendor. */
const internalAnswer = v.object({
  /** 20: the account is loading, retry after a wait. 18: there is no engagement. */
  internalCode: v.optional(v.number()),
  message: v.optional(v.string()),
});

/** Whether an agent can take a visitor. */
const statusAnswer = v.object({
  /** `Available`, `NotAvailable` or `stand-by`. */
  status: v.optional(v.string()),
  skillStatus,
});

/** Engagements of the monitor. */
const statusBody = v.strictObject({ service: v.string(), engagementDetails: v.array(v.looseObject({})) });

/** The agent of a conversation. */
const agentAnswer = v.object({
  agentId: v.optional(v.nullable(v.union([v.string(), v.number()]))),
  /** Shown to the visitor. */
  nickname: v.optional(v.nullable(v.string())),
});

/** A skill of an account. */
const skillBody = v.strictObject({ skillId: v.string(), account: v.string() });
/** The name of a skill. */
const skillAnswer = v.object({ skillName: v.optional(v.nullable(v.string())) });

/** Whether an agent is there. */
const availabilityAnswer = v.object({ available: v.optional(v.union([v.boolean(), v.picklist([0, 1])])) });

/** The visitor's data that a page knows. */
const attributesBody = v.strictObject({ personalInfo, customerInfo });

const exampleVisit = {
  customerInfo: { role: '' },
  personalInfo: { contacts: [{}] },
  consumerId: 'guest-1-5b1d',
  clientProperties: { appVersion: '1.0' },
  service: 'lemessaging',
  entryPoints: ['https://www.example.com/prices'],
};
const exampleEngagement = { campaignId: 8805, engagementId: 8806, contextId: '1', status: 'expose' };
const exampleMonitor = {
  sessionId: 's-1',
  visitorId: 'v-1',
  pageId: '595933432',
  engagementDetails: [exampleEngagement],
};

/** The company's gateway in front of a messaging vendor. */
export function gatewayService(section: unknown): ServiceContract {
  const { gatewayHosts: hosts, paths } = v.parse(asyncDeployment, section ?? {});
  const call = (name: string, method: CallContract['method'], path: string, summary: string) =>
    ({ id: name, hosts, method, path, summary }) as const;
  const failed = {
    default: {
      description: 'The next host is tried. For a loading account, the call is retried.',
      content: { schema: internalAnswer, example: { internalCode: 20, message: 'Loading account' } },
    },
  };
  const monitored: CallContract['answers'] = {
    '200': { description: 'A known visit.', content: { schema: monitorAnswer, example: exampleMonitor } },
    '201': { description: 'A new visit.', content: { schema: monitorAnswer, example: exampleMonitor } },
    ...failed,
  };
  const available = {
    description: 'Whether an agent can answer.',
    content: { schema: statusAnswer, example: { status: 'Available' } },
  };
  return {
    name: 'gateway',
    title: 'Messaging gateway',
    description:
      'Calls the messaging vendor on behalf of the company. Only deployments with LivePerson messaging need it.',
    file: 'frame/chat/channels/async/contract.ts',
    schemas: {
      ...{ visitBody, visitUpdateBody, monitorAnswer, internalAnswer, statusBody, statusAnswer, agentAnswer },
      ...{ skillBody, skillAnswer, availabilityAnswer, attributesBody },
    },
    calls: [
      {
        ...call('monitor', 'POST', paths.monitor, 'Reports a visit'),
        body: { schema: visitBody, example: exampleVisit },
        answers: monitored,
      },
      {
        ...call('monitor-update', 'POST', `${paths.monitor}/update`, 'Reports what has changed in a visit'),
        body: {
          schema: visitUpdateBody,
          example: {
            ...exampleVisit,
            engagementAttributes: [{ type: 'lead', lead: { topic: 'cloud' } }],
            monitorInfo: { sessionId: 's-1', visitorId: 'v-1' },
          },
        },
        answers: monitored,
      },
      {
        ...call('engagement', 'POST', paths.engagement, 'Whether an agent could answer'),
        body: { schema: visitBody, example: exampleVisit },
        answers: { '200': available, ...failed },
      },
      {
        ...call('engagement-status', 'POST', paths.engagementStatus, 'Whether an agent can take these engagements'),
        body: { schema: statusBody, example: { service: 'lemessaging', engagementDetails: [exampleEngagement] } },
        answers: { '200': available, ...failed },
      },
      {
        ...call('agent', 'GET', paths.agent, 'Who answers a conversation'),
        parameters: [
          {
            ...{ in: 'query', name: 'service', schema: v.string(), example: 'lemessaging', isRequired: true },
            description: 'The messaging service.',
          },
          {
            ...{ in: 'query', name: 'conversationId', schema: v.string(), example: 'c-1', isRequired: true },
            isMadeUp: true,
            description: 'The vendor’s id of the conversation.',
          },
        ],
        answers: {
          '200': {
            description: 'The agent, if there is one.',
            content: { schema: agentAnswer, example: { agentId: '25025413', nickname: 'Natalie' } },
          },
          ...failed,
        },
      },
      {
        ...call('skill', 'POST', paths.skill, 'The name of a skill'),
        body: { schema: skillBody, example: { skillId: '4966', account: '4711' } },
        answers: {
          '200': { description: 'The name.', content: { schema: skillAnswer, example: { skillName: 'cloud-sales' } } },
          ...failed,
        },
      },
      {
        ...call('availability', 'GET', paths.agentAvailability, 'Whether an agent of a conversation is there'),
        parameters: [
          {
            ...{ in: 'path', name: 'conversationId', schema: v.string(), example: 'c-1', isRequired: true },
            isMadeUp: true,
            description: 'The vendor’s id of the conversation.',
          },
        ],
        answers: {
          '200': { description: 'The answer.', content: { schema: availabilityAnswer, example: { available: true } } },
          ...failed,
        },
      },
      {
        ...call('attributes', 'POST', paths.attributes, 'Takes what a page knows about its visitor'),
        body: {
          schema: attributesBody,
          example: { personalInfo: exampleVisit.personalInfo, customerInfo: { role: '' } },
        },
        answers: { '2XX': { description: 'The answer is JSON or empty, and is not read.' } },
      },
    ],
  };
}
