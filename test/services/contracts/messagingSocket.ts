import * as v from 'valibot';
import { toSocketUrl } from '../../../frame/chat/channels/async/api.ts';
import { asyncDeployment } from '../../../frame/chat/channels/async/deployment.ts';
import * as requests from '../../../frame/chat/channels/async/requests.ts';
import {
  acceptEvent,
  chatStateEvent,
  clockAnswer,
  contentEvent,
  conversationAnswer,
  details,
  dialog,
  messagingChange,
  notification,
  participant,
  publishAnswer,
  reply,
  response,
  richContentEvent,
} from '../../../frame/chat/channels/async/wire.ts';
import type { ChatDeployment } from '../../../frame/chat/routing/deployment.ts';
import type { FrameContract, SocketContract } from './serviceContract.ts';
import { vendorAccounts } from './vendorAccounts.ts';

/** The fields of every request. */
const asked = {
  kind: v.literal('req'),
  /** Unique in the connection. The answer repeats it. */
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
};

const clientProperties = v.strictObject({
  type: v.literal('.ams.headers.ClientProperties'),
  deviceFamily: v.picklist(['DESKTOP', 'TABLET', 'MOBILE']),
  os: v.picklist(['WINDOWS', 'LINUX', 'OSX', 'ANDROID', 'IOS', 'OTHER']),
  appId: v.literal('contact-widget'),
  appVersion: v.string(),
  integration: v.literal('WEB_SDK'),
  integrationVersion: v.string(),
  /** An IANA name. */
  timeZone: v.string(),
  features: v.array(v.picklist(['AUTO_MESSAGES', 'RICH_CONTENT', 'QUICK_REPLIES', 'MULTI_DIALOG'])),
});
const authentication = v.strictObject({
  type: v.literal('.ams.headers.ConsumerAuthentication'),
  /** The token that the company’s session broker has issued. Its `sub` is the visitor’s id. */
  jwt: v.string(),
});

/** The first frame. */
const initConnection = v.strictObject({
  ...asked,
  type: v.literal('InitConnection'),
  headers: v.array(v.variant('type', [clientProperties, authentication])),
});

/** Asks for the service’s time, at least every 30 s while the chat is shown. */
const getClock = v.strictObject({ ...asked, type: v.literal('GetClock') });

/** Asks for the open conversations and their changes. */
const subscribeConversations = v.strictObject({
  ...asked,
  type: v.literal('cqm.SubscribeExConversations'),
  body: v.strictObject({
    stage: v.array(v.literal('OPEN')),
    convState: v.array(v.picklist(['OPEN', 'CLOSE'])),
    minLastUpdatedTime: v.number(),
  }),
});

const idText = v.union([v.string(), v.number()]);

/** Opens a conversation. */
const requestConversation = v.strictObject({
  ...asked,
  type: v.literal('cm.ConsumerRequestConversation'),
  body: v.strictObject({
    /** `-1`: the account’s default. */
    skillId: v.string(),
    channelType: v.literal('MESSAGING'),
    ttrDefName: v.null(),
    /** Of the visit that the company’s gateway has reported. */
    campaignInfo: v.optional(v.strictObject({ campaignId: idText, engagementId: idText })),
    conversationContext: v.strictObject({
      type: v.literal('SharkContext'),
      visitorId: v.optional(v.string()),
      sessionId: v.optional(v.string()),
      pageId: v.optional(v.string()),
      interactionContextId: v.optional(v.string()),
      lang: v.string(),
    }),
  }),
});

/** Asks for the events of a dialog. */
const subscribeEvents = v.strictObject({
  ...asked,
  type: v.literal('ms.SubscribeMessagingEvents'),
  body: v.strictObject({
    dialogId: v.string(),
    conversationId: v.string(),
    /** The number of the first event. After a reconnect, the one after the last known. */
    fromSeq: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
});

/** Our own id of the text (`ExternalId`), and the records of a pressed button as they came. */
const metadata = v.array(v.looseObject({ type: v.optional(v.string()) }));

const published = <Event extends v.GenericSchema>(event: Event) =>
  v.strictObject({ dialogId: v.string(), conversationId: v.string(), event });

/** A text of the visitor. */
const publishText = v.strictObject({
  ...asked,
  type: v.literal('ms.PublishEvent'),
  body: published(
    v.strictObject({ type: v.literal('ContentEvent'), contentType: v.literal('text/plain'), message: v.string() }),
  ),
  metadata,
});

/** Messages have arrived, have been read, or a button of one has been pressed. */
const publishReceipt = v.strictObject({
  ...asked,
  type: v.literal('ms.PublishEvent'),
  body: published(
    v.strictObject({
      type: v.literal('AcceptStatusEvent'),
      status: v.picklist(['ACCEPT', 'READ', 'ACTION']),
      sequenceList: v.array(v.number()),
    }),
  ),
  metadata: v.optional(metadata),
});

/** Whether the visitor is typing. */
const publishChatState = v.strictObject({
  ...asked,
  type: v.literal('ms.PublishEvent'),
  body: published(
    v.strictObject({ type: v.literal('ChatStateEvent'), chatState: v.picklist(['COMPOSING', 'ACTIVE']) }),
  ),
});

/** Ends a dialog. A survey may follow. */
const closeDialog = v.strictObject({
  ...asked,
  type: v.literal('cm.UpdateConversationField'),
  body: v.strictObject({
    conversationId: v.string(),
    conversationField: v.strictObject({
      field: v.literal('DialogChange'),
      type: v.literal('UPDATE'),
      dialog: v.strictObject({ dialogId: v.string(), state: v.literal('CLOSE'), closedCause: v.string() }),
    }),
  }),
});

/** Ends a conversation, without a survey. */
const closeConversation = v.strictObject({
  ...asked,
  type: v.literal('cm.UpdateConversationField'),
  body: v.strictObject({
    conversationId: v.string(),
    conversationField: v.strictObject({ field: v.literal('Stage'), conversationState: v.literal('CLOSE') }),
  }),
});

/** Only `reqId` and `code` say what is answered, and how. */
const answered = {
  kind: response.entries.kind,
  /** The id of the request. */
  reqId: response.entries.reqId,
  /** Like a status of HTTP. */
  code: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(299)),
  type: v.optional(v.string()),
};
/** The request is done. */
const done = v.object({ ...answered, body: v.optional(v.unknown()) });
/** The time of the service. */
const clock = v.object({ ...answered, body: clockAnswer });
/** Notifications follow, with this id. */
const subscribed = v.object({ ...answered, body: v.object({ subscriptionId: v.string() }) });
/** The conversation is open. */
const conversation = v.object({ ...answered, body: conversationAnswer });
/** A receipt or a chat state need not have a sequence. */
const publication = v.object({ ...answered, body: v.optional(v.partial(publishAnswer)) });
/** The request is refused. */
const refusal = v.object({
  ...answered,
  code: v.pipe(v.number(), v.integer(), v.minValue(400)),
  /** The reason. */
  body: v.optional(v.union([v.string(), v.object({})])),
});

/** A list of one may be the bare item. */
const participants = v.union([v.array(participant), participant]);
/** The conversation itself (`MAIN`), or the survey after it (`POST_SURVEY`). */
const dialogDetails = v.object({ ...dialog.entries, participantsDetails: v.optional(participants) });
/** What is known of a conversation. */
const conversationDetails = v.object({
  ...details.entries,
  participants: v.optional(participants),
  dialogs: v.optional(v.union([v.array(dialogDetails), dialogDetails])),
  participantsPId: v.optional(v.record(v.string(), v.array(idText))),
});
const conversationChange = v.object({
  /** `UPSERT` or `DELETE`. */
  type: v.string(),
  result: v.object({ convId: idText, conversationDetails: v.optional(conversationDetails) }),
});

/** Conversations have changed. The first one after the subscription lists all that are open. */
const conversationsNotification = v.object({
  ...notification.entries,
  type: v.literal('cqm.ExConversationChangeNotification'),
  body: v.object({
    subscriptionId: v.optional(v.string()),
    changes: v.optional(v.union([v.array(conversationChange), conversationChange])),
  }),
});

const click = v.object({
  /** Sent back when the button is pressed. */
  metadata: v.optional(v.nullable(metadata)),
  actions: v.optional(
    v.array(v.object({ type: v.string(), text: v.optional(v.string()), uri: v.optional(v.string()) })),
  ),
});
const quickReply = v.object({ ...reply.entries, click: v.optional(click) });
const quickReplies = v.optional(v.nullable(v.object({ replies: v.optional(v.array(quickReply)) })));

/** A message. */
const message = v.object({ ...contentEvent.entries, quickReplies });
/** A structured message. Its texts and buttons are shown. */
const structuredMessage = v.object({ ...richContentEvent.entries, quickReplies });
/** Messages have arrived or have been read. */
const receipt = v.object({ ...acceptEvent.entries, sequenceList: v.optional(v.array(v.number())) });

/** Something that has happened in a dialog. */
const eventChange = v.object({
  ...messagingChange.entries,
  metadata: v.optional(v.nullable(v.array(v.looseObject({ type: v.optional(v.string()) })))),
  event: v.variant('type', [message, structuredMessage, receipt, chatStateEvent]),
});

/** Events of a dialog. Other types are not described: the frame reads only their numbers. */
const eventsNotification = v.object({
  ...notification.entries,
  type: v.literal('ms.MessagingEventNotification'),
  body: v.object({ changes: v.optional(v.union([v.array(eventChange), eventChange])) }),
});

const facts = { userAgent: 'Windows', timeZone: 'Europe/Berlin' };
const place = { conversationId: 'c-1', dialogId: 'c-1' };
const sent = (
  name: string,
  summary: string,
  schema: v.GenericSchema,
  request: requests.WireRequest,
  answer: string,
): FrameContract => {
  // As on the wire, without fields that are undefined.
  const example: unknown = JSON.parse(JSON.stringify({ kind: 'req', id: '1', ...request }));
  return { name, summary, schema, example, answers: [answer, 'refusal'] };
};
const received = (name: string, summary: string, schema: v.GenericSchema, example: object): FrameContract => ({
  ...{ name, summary, schema, example },
});
const answer = (type: string, body: unknown, code = 200) => ({ kind: 'resp', reqId: '1', code, type, body });

const sentFrames: readonly FrameContract[] = [
  sent('init', 'Says who calls', initConnection, requests.initConnection('eyJhbGciOi…', facts), 'done'),
  sent('get-clock', 'Asks for the time, and shows that the connection lives', getClock, requests.getClock(), 'clock'),
  sent(
    'subscribe-conversations',
    'Asks for the open conversations',
    subscribeConversations,
    requests.subscribeConversations(),
    'subscribed',
  ),
  sent(
    'request-conversation',
    'Opens a conversation',
    requestConversation,
    requests.requestConversation('4966', 'en-US', { visitorId: 'v-1', sessionId: 's-1' }),
    'conversation',
  ),
  sent('subscribe-events', 'Asks for events', subscribeEvents, requests.subscribeEvents('c-1', 'c-1', 0), 'done'),
  sent('text', 'What the visitor writes', publishText, requests.publishText(place, 'Hello', 'text-1'), 'publication'),
  sent('receipt', 'Receipts', publishReceipt, requests.publishReceipt(place, 'READ', [3]), 'publication'),
  sent('chat-state', 'Typing', publishChatState, requests.publishChatState(place, 'COMPOSING'), 'publication'),
  sent('close-dialog', 'Ends a dialog', closeDialog, requests.closeDialog(place), 'done'),
  sent('close-conversation', 'Ends a conversation', closeConversation, requests.closeConversation('c-1'), 'done'),
];

const receivedFrames: readonly FrameContract[] = [
  received('done', 'The request is done', done, answer('StringResponse', 'OK')),
  received('clock', 'The time of the service', clock, answer('GetClockResponse', { currentTime: 1_790_000_000_000 })),
  received(
    'subscribed',
    'Notifications follow',
    subscribed,
    answer('cqm.SubscribeExConversationsResponse', { subscriptionId: 'subscription-1' }),
  ),
  received(
    'conversation',
    'The conversation is open',
    conversation,
    answer('cm.RequestConversationResponse', { conversationId: 'c-1' }),
  ),
  received('publication', 'The event is published', publication, answer('ms.PublishEventResponse', { sequence: 4 })),
  received('refusal', 'The request is refused', refusal, answer('StringResponse', 'There is no such dialog', 404)),
  received('conversations', 'Conversations have changed', conversationsNotification, {
    kind: 'notification',
    type: 'cqm.ExConversationChangeNotification',
    body: {
      subscriptionId: 'subscription-1',
      changes: [
        {
          type: 'UPSERT',
          result: {
            convId: 'c-1',
            conversationDetails: {
              ...{ skillId: '4966', state: 'OPEN', stage: 'OPEN' },
              ...{ startTs: 1_790_000_000_000, metaDataLastUpdateTs: 1_790_000_000_000 },
              participants: [{ id: '25025413', role: 'ASSIGNED_AGENT' }],
              dialogs: [
                {
                  ...{ dialogId: 'c-1', dialogType: 'MAIN', channelType: 'MESSAGING', state: 'OPEN' },
                  participantsDetails: [{ id: '25025413', role: 'ASSIGNED_AGENT' }],
                },
              ],
            },
          },
        },
      ],
    },
  }),
  received('events', 'Messages, receipts, typing', eventsNotification, {
    kind: 'notification',
    type: 'ms.MessagingEventNotification',
    body: {
      changes: [
        {
          ...{ sequence: 2, serverTimestamp: 1_790_000_000_000, originatorId: '25025413', dialogId: 'c-1' },
          ...{ originatorMetadata: { role: 'ASSIGNED_AGENT' }, conversationId: 'c-1' },
          event: { type: 'ContentEvent', contentType: 'text/plain', message: 'Good evening' },
        },
      ],
    },
  }),
];

/** The messaging vendor's socket. `domains`: hosts that its domain lookup has found. */
export function messagingSocket(chat: ChatDeployment, domains: readonly string[]): SocketContract {
  const { async: section } = chat.channels as { readonly async?: unknown };
  const accounts = vendorAccounts('async', chat);
  const { domainHosts } = v.parse(asyncDeployment, section ?? {});
  const named = section !== undefined && domainHosts.length === 0 ? accounts.origins : [];
  const addressAt = (domain: string): string => decodeURIComponent(toSocketUrl(domain, '{account}'));
  return {
    ...{ name: 'messaging', title: 'Messaging', vendor: 'LivePerson', contentType: 'application/json' },
    description:
      'Messaging with agents of the company, over days: the Messaging Window API, version 3. The closing code 4401 or 4407 means that the token is not valid: the frame asks the company’s session broker for another. After any other code it connects again, with growing waits.',
    addresses: (section !== undefined && domains.length > 0 ? domains : named).map(addressAt),
    path: '/ws_api/account/{account}/messaging/consumer?v=3',
    parameters: [{ name: 'account', description: 'The company’s account at the vendor.', values: accounts.ids }],
    login: { type: 'token', description: 'The token of the company’s session broker, in the first frame.' },
    file: 'test/services/contracts/messagingSocket.ts',
    schemas: {
      ...{ initConnection, getClock, subscribeConversations, requestConversation, subscribeEvents },
      ...{ publishText, publishReceipt, publishChatState, closeDialog, closeConversation },
      ...{ done, clock, subscribed, conversation, publication, refusal, conversationsNotification, eventsNotification },
      ...{ conversationDetails, dialogDetails, participant, eventChange, message, structuredMessage, receipt },
    },
    sent: sentFrames,
    received: receivedFrames,
  };
}
