import * as v from 'valibot';
import { asyncDeployment } from '../../../frame/chat/channels/async/deployment.ts';
import type { AnswerContract, CallContract, ParameterContract, ServiceContract } from './serviceContract.ts';
import { attributeSchemas } from './visitorAttributes.ts';

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

const failed: CallContract['answers'] = {
  default: {
    description: 'The next host is tried. For a loading account, the call is retried.',
    content: { schema: internalAnswer, example: { internalCode: 20, message: 'Loading account' } },
  },
};

/** An answer as JSON. */
const answer = (description: string, schema: v.GenericSchema, example: unknown): AnswerContract => ({
  description,
  content: { schema, example },
});
const monitored: CallContract['answers'] = {
  '200': answer('A known visit.', monitorAnswer, exampleMonitor),
  '201': answer('A new visit.', monitorAnswer, exampleMonitor),
  ...failed,
};
const available = answer('Whether an agent can answer.', statusAnswer, { status: 'Available' });

const conversationId = (place: 'path' | 'query'): ParameterContract => ({
  ...{ in: place, name: 'conversationId', schema: v.string(), example: 'c-1', isRequired: true, isMadeUp: true },
  description: 'The vendor’s id of the conversation.',
});

/** The company's gateway in front of a messaging vendor. */
export function gatewayService(section: unknown): ServiceContract {
  const { gatewayHosts: hosts, paths } = v.parse(asyncDeployment, section ?? {});
  const post = (operation: string, path: string, summary: string, schema: v.GenericSchema, example: unknown) =>
    ({ id: operation, hosts, method: 'POST', path, summary, body: { schema, example } }) as const;
  const get = (operation: string, path: string, summary: string) =>
    ({ id: operation, hosts, method: 'GET', path, summary }) as const;
  return {
    name: 'gateway',
    title: 'Messaging gateway',
    description:
      'Calls the messaging vendor on behalf of the company. Only deployments with LivePerson messaging need it.',
    file: 'test/services/contracts/gateway.ts',
    schemas: {
      ...{ visitBody, visitUpdateBody, monitorAnswer, internalAnswer, statusBody, statusAnswer, agentAnswer },
      ...{ skillBody, skillAnswer, availabilityAnswer, attributesBody },
    },
    calls: [
      { ...post('monitor', paths.monitor, 'Reports a visit', visitBody, exampleVisit), answers: monitored },
      {
        ...post('monitor-update', `${paths.monitor}/update`, 'Reports what has changed in a visit', visitUpdateBody, {
          ...exampleVisit,
          engagementAttributes: [{ type: 'lead', lead: { topic: 'cloud' } }],
          monitorInfo: { sessionId: 's-1', visitorId: 'v-1' },
        }),
        answers: monitored,
      },
      {
        ...post('engagement', paths.engagement, 'Whether an agent could answer', visitBody, exampleVisit),
        answers: { '200': available, ...failed },
      },
      {
        ...post(
          'engagement-status',
          paths.engagementStatus,
          'Whether an agent can take these engagements',
          statusBody,
          {
            service: 'lemessaging',
            engagementDetails: [exampleEngagement],
          },
        ),
        answers: { '200': available, ...failed },
      },
      {
        ...get('agent', paths.agent, 'Who answers a conversation'),
        parameters: [
          {
            ...{ in: 'query', name: 'service', schema: v.string(), example: 'lemessaging', isRequired: true },
            description: 'The messaging service.',
          },
          conversationId('query'),
        ],
        answers: {
          '200': answer('The agent, if there is one.', agentAnswer, { agentId: '25025413', nickname: 'Natalie' }),
          ...failed,
        },
      },
      {
        ...post('skill', paths.skill, 'The name of a skill', skillBody, { skillId: '4966', account: '4711' }),
        answers: { '200': answer('The name.', skillAnswer, { skillName: 'cloud-sales' }), ...failed },
      },
      {
        ...get('availability', paths.agentAvailability, 'Whether an agent of a conversation is there'),
        parameters: [conversationId('path')],
        answers: { '200': answer('The answer.', availabilityAnswer, { available: true }), ...failed },
      },
      {
        ...post('attributes', paths.attributes, 'Takes what a page knows about its visitor', attributesBody, {
          personalInfo: exampleVisit.personalInfo,
          customerInfo: { role: '' },
        }),
        answers: { '2XX': { description: 'The answer is JSON or empty, and is not read.' } },
      },
    ],
  };
}
