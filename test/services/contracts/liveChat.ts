import * as v from 'valibot';
import { profile } from '../../../frame/chat/channels/ground/agentProfile.ts';
import { type SyncDeployment, syncDeployment } from '../../../frame/chat/channels/sync/deployment.ts';
import {
  domainServer,
  engagementDetails,
  entry,
  info,
  lineEvent,
  question,
  stateEvent,
} from '../../../frame/chat/channels/sync/wire.ts';
import type { ChatDeployment } from '../../../frame/chat/routing/deployment.ts';
import { agentProfileCall } from './agentProfile.ts';
import { engagementAnswer, engagementBody, engagementCalls, engagementFailure } from './liveChatEngagement.ts';
import type { CallContract, ParameterContract, ServiceContract } from './serviceContract.ts';
import { accountParameter, vendorAccounts } from './vendorAccounts.ts';

/** A link. The service may leave out the `@`. */
const link = v.union([
  v.object({
    /** What it is for: `chat-request`, `location`, `events`, `next`, `exit-survey`, `visitor-typing`. */
    '@rel': v.string(),
    /** An absolute address. */
    '@href': v.string(),
  }),
  v.object({ rel: v.string(), href: v.string() }),
]);

/** A list of one may be the bare item. */
const links = v.union([v.array(link), link]);

/** The server of an account. */
const domainAnswer = v.object({ ResultSet: v.object({ lpData: v.union([v.array(domainServer), domainServer]) }) });

/** What can be done with an account. `chat-request` must be there. */
const accountAnswer = v.object({ link: links });

/** Requests a chat. */
const requestBody = v.strictObject({
  request: v.strictObject({
    /** Of the engagement. */
    LETagVisitorId: v.optional(v.string()),
    LETagSessionId: v.optional(v.string()),
    LETagContextId: v.optional(v.string()),
    skill: v.optional(v.string()),
    invitation: v.boolean(),
    engagementId: v.optional(v.string()),
    campaignId: v.optional(v.string()),
    language: v.optional(v.string()),
    /** The address of the page. */
    referrer: v.string(),
    /** The address of the page. */
    chatReferrer: v.string(),
    userAgent: v.string(),
  }),
});

/** Where the new chat is, for services that do not expose `Location`. */
const requestAnswer = v.object({ chatLocation: v.optional(v.object({ link: links })) });

const event = v.variant('@type', [stateEvent, lineEvent]);

/** What has happened. */
const chatEvents = v.object({
  link: v.optional(links),
  /** In the order of their numbers. A list of one may be the bare item. Other types are not described: the frame reads only their numbers. */
  event: v.optional(v.union([v.array(event), event])),
});

/** The state of the chat, and its agent. */
const chatInfo = v.object({ ...info.entries, link: v.optional(links) });

/** The chat: its state, its agent, and its events from a number on. */
const chatAnswer = v.object({
  chat: v.object({ link: v.optional(links), events: v.optional(chatEvents), info: v.optional(chatInfo) }),
});

/** A line of the visitor, or the end of the chat. */
const eventBody = v.strictObject({
  event: v.variant('@type', [
    v.strictObject({ '@type': v.literal('line'), text: v.string() }),
    v.strictObject({ '@type': v.literal('state'), state: v.literal('ended') }),
  ]),
});

/** Whether the visitor is typing. */
const typingBody = v.strictObject({ visitorTyping: v.picklist(['typing', 'not-typing']) });

/** A question of a survey. */
const surveyQuestion = v.object({ ...question.entries, entry: v.optional(v.union([v.array(entry), entry])) });

/** The survey after a chat. Without `survey`, there is none. */
const surveyAnswer = v.object({
  survey: v.optional(
    v.object({
      id: v.union([v.number(), v.string()]),
      header: v.optional(v.string()),
      questions: v.optional(v.object({ question: v.optional(v.union([v.array(surveyQuestion), surveyQuestion])) })),
    }),
  ),
});

/** The visitor's answers. */
const surveyBody = v.strictObject({
  survey: v.strictObject({
    id: v.union([v.number(), v.string()]),
    conversationId: v.string(),
    question: v.array(v.strictObject({ id: v.number(), answer: v.union([v.string(), v.array(v.string())]) })),
  }),
});

/** A failure of the chat service. */
const chatFailure = v.object({
  error: v.optional(v.object({ message: v.optional(v.string()), internalCode: v.optional(v.number()) })),
});

const base = 'https://server.example/api/account/4711/chat/chat-1';

const chatExample = {
  chat: {
    link: [
      { '@rel': 'events', '@href': `${base}/events` },
      { '@rel': 'next', '@href': `${base}?from=2` },
      { '@rel': 'exit-survey', '@href': `${base}/exitSurvey` },
    ],
    events: {
      event: [
        { '@id': '0', '@type': 'state', time: '2026-11-22T20:00:00.000Z', state: 'chatting' },
        {
          ...{ '@id': '1', '@type': 'line', time: '2026-11-22T20:00:02.000Z', textType: 'plain', source: 'agent' },
          ...{ text: 'Good evening', by: 'Natalie' },
        },
      ],
    },
    info: {
      link: [{ '@rel': 'visitor-typing', '@href': `${base}/info/visitorTyping` }],
      ...{ state: 'chatting', agentName: 'Natalie', agentId: 25025413, agentTyping: 'not-typing' },
      ...{ startTime: '2026-11-22T20:00:00.000Z', rtSessionId: 4294967522 },
    },
  },
};

const surveyExample = {
  survey: {
    ...{ id: 361348, header: 'Thank you for the chat.' },
    questions: {
      question: [
        {
          ...{ id: 1, order: 0, mandatory: true, type: 'Radio Button', label: 'Was your question answered?' },
          entry: [
            { value: 'yes', displayValue: 'Yes', checked: false },
            { value: 'no', displayValue: 'No', checked: false, logic: { showLogicId: [2] } },
          ],
        },
        { id: 2, order: 1, mandatory: false, logicId: 2, type: 'Text Area', label: 'What was missing?' },
      ],
    },
  },
};

const query = (name: string, description: string, value: string): ParameterContract => ({
  ...{ in: 'query', name, description, schema: v.literal(value), example: value, isRequired: true },
});
const version = query('v', 'The version of the API.', '1');
const noCookies = query('NC', 'No cookies.', 'true');
const override: ParameterContract = {
  ...{ in: 'header', name: 'X-HTTP-Method-Override', schema: v.literal('PUT'), example: 'PUT', isRequired: true },
  description: 'The vendor’s PUT is sent as POST.',
};
const chatId: ParameterContract = {
  ...{ in: 'path', name: 'chat', schema: v.string(), example: 'chat-1', isRequired: true, isMadeUp: true },
  description: 'The chat. The addresses of these calls come from the links of earlier answers.',
};

/** What the vendor of live chat serves. `origins`: where its domain lookup has found the chat service. */
export function liveChatService(chat: ChatDeployment, origins: readonly string[]): ServiceContract {
  const { sync } = chat.channels as { readonly sync?: unknown };
  const deployment = v.parse(syncDeployment, sync ?? {});
  const accounts = vendorAccounts('sync', chat);
  const account = accountParameter(accounts);
  const isUsed = sync !== undefined;
  const named = isUsed && deployment.domainHosts.length === 0 ? accounts.origins : [];
  const hosts = isUsed && origins.length > 0 ? origins : named;
  const [engagementHost] = deployment.engagementHosts;
  return {
    ...{ name: 'live-chat', title: 'Live chat', vendor: 'LivePerson' },
    description:
      'Live chat over REST with an agent of the company: the Chat Server API, version 1, and the App Engagement API. The addresses of the calls in a chat come from links in the answers. The paths in this document are those of the vendor’s documentation.',
    whereabouts: 'The vendor’s domain lookup names the address, for each account.',
    serviceKey: {
      description: '`LivePerson appKey={key}`, with the `appKey` of the deployment. The key is public.',
      value: `LivePerson appKey=${deployment.appKey}`,
    },
    file: 'test/services/contracts/liveChat.ts',
    schemas: {
      ...{ domainAnswer, accountAnswer, requestBody, requestAnswer, chatAnswer, chatEvents, chatInfo },
      ...{ stateEvent, lineEvent, links, eventBody, typingBody, surveyAnswer, surveyQuestion, entry, surveyBody },
      ...{ engagementBody, engagementAnswer, engagementDetails, engagementFailure, chatFailure, profile },
    },
    calls: [
      ...directoryCalls(deployment, account),
      ...chatCalls(hosts, account),
      ...engagementCalls(engagementHost === undefined ? hosts : [engagementHost], account),
    ],
  };
}

/** Where the service of an account is, and who its agents are. */
function directoryCalls(
  { domainHosts, profileHosts }: SyncDeployment,
  account: ParameterContract,
): readonly CallContract[] {
  return [
    {
      ...{ id: 'domain', method: 'GET', path: '/csdr/account/{account}/service/adminArea/baseURI.lpCsds' },
      ...{ hosts: domainHosts.slice(0, 1), summary: 'Where the chat service of an account is', isScript: true },
      parameters: [
        account,
        query('version', 'The version of the API.', '1.0'),
        {
          ...{ in: 'query', name: 'cb', schema: v.string(), example: 'callback', isRequired: true },
          description: 'The function that the script calls (JSONP).',
        },
      ],
      answers: {
        '200': {
          description: 'The server. The first one is used.',
          content: {
            schema: domainAnswer,
            example: { ResultSet: { lpData: [{ lpServer: 'server.example' }] } },
            isJsonp: true,
          },
        },
        default: { description: 'The lookup is tried three times in all. Then there is no live chat.' },
      },
    },
    agentProfileCall(account, {
      ...{ hosts: profileHosts, schema: profile },
      otherwise: 'The widget shows the agent’s name in the chat.',
    }),
  ];
}

/** The calls of the Chat Server API. */
function chatCalls(hosts: readonly string[], account: ParameterContract): readonly CallContract[] {
  const failed: CallContract['answers'] = {
    default: {
      description: 'The call has failed.',
      content: { schema: chatFailure, example: { error: { internalCode: 5 } } },
    },
  };
  const keyed = (id: string, method: 'GET' | 'POST', path: string, summary: string) => ({
    ...{ id, hosts, method, path: `/api/account/{account}${path}`, summary, isKeyed: true },
    parameters: [account, version],
  });
  const inChat = (id: string, method: 'GET' | 'POST', path: string, summary: string) => ({
    ...keyed(id, method, `/chat/{chat}${path}`, summary),
    parameters: [account, chatId, version, noCookies],
  });
  const done: CallContract['answers'] = { '2XX': { description: 'The answer is not read.' }, ...failed };
  return [
    {
      ...keyed('account', 'GET', '.json', 'What can be done with an account'),
      answers: {
        '200': {
          description: 'Its links.',
          content: {
            schema: accountAnswer,
            example: {
              link: [{ '@rel': 'chat-request', '@href': 'https://server.example/api/account/4711/chat/request' }],
            },
          },
        },
        ...failed,
      },
    },
    {
      ...keyed('request', 'POST', '/chat/request', 'Requests a chat'),
      parameters: [account, version, noCookies],
      body: {
        schema: requestBody,
        example: {
          request: {
            ...{ LETagVisitorId: 'v-1', LETagSessionId: 's-1', skill: 'sales', invitation: false, language: 'en-US' },
            ...{ referrer: 'https://www.example.com/prices', chatReferrer: 'https://www.example.com/prices' },
            userAgent: 'Mozilla/5.0',
          },
        },
      },
      answers: {
        '2XX': {
          description: 'The chat exists.',
          headers: { Location: 'The address of the chat. Without it, the body names it.' },
          content: {
            schema: requestAnswer,
            example: {
              chatLocation: {
                link: { '@rel': 'location', '@href': 'https://server.example/api/account/4711/chat/chat-1' },
              },
            },
          },
        },
        ...failed,
      },
    },
    {
      ...inChat('chat', 'GET', '', 'What has happened in a chat; polled every 2 s, and every 15 s during the survey'),
      parameters: [
        ...[account, chatId, version, noCookies],
        {
          ...{ in: 'query', name: 'from', schema: v.string(), example: '4' },
          description: 'The number of the first event, as the `next` link has it.',
        },
      ],
      answers: {
        '200': { description: 'The chat.', content: { schema: chatAnswer, example: chatExample } },
        ...failed,
      },
    },
    {
      ...inChat('event', 'POST', '/events', 'Takes a line of the visitor, or ends the chat'),
      body: { schema: eventBody, example: { event: { '@type': 'line', text: 'Do you ship to Norway?' } } },
      answers: done,
    },
    {
      ...inChat('typing', 'POST', '/info/visitorTyping', 'Takes whether the visitor is typing'),
      parameters: [account, chatId, version, noCookies, override],
      body: { schema: typingBody, example: { visitorTyping: 'typing' } },
      answers: done,
    },
    {
      ...inChat('survey', 'GET', '/exitSurvey', 'The survey after a chat'),
      answers: {
        '200': { description: 'The survey.', content: { schema: surveyAnswer, example: surveyExample } },
        ...failed,
      },
    },
    {
      ...inChat('survey-answers', 'POST', '/exitSurvey', 'Takes the answers to the survey'),
      parameters: [account, chatId, version, noCookies, override],
      body: {
        schema: surveyBody,
        example: { survey: { id: 361348, conversationId: 'chat-1', question: [{ id: 1, answer: 'yes' }] } },
      },
      answers: done,
    },
  ];
}
