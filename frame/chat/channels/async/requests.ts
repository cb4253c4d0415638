import type { ConsumerInfo } from './visit.ts';

/** A request on the messaging websocket (CH-145, CH-146). The socket adds `kind` and `id`. */
export interface WireRequest {
  readonly type: string;
  readonly body?: unknown;
  readonly headers?: readonly unknown[];
  readonly metadata?: readonly unknown[];
}

export function initConnection(
  token: string,
  { userAgent, timeZone }: { readonly userAgent: string; readonly timeZone: string },
): WireRequest {
  return {
    type: 'InitConnection',
    headers: [
      {
        type: '.ams.headers.ClientProperties',
        deviceFamily: deviceFamilyOf(userAgent),
        os: osOf(userAgent),
        appId: 'contact-widget',
        appVersion: '1.0',
        integration: 'WEB_SDK',
        integrationVersion: '3.0.0',
        timeZone,
        features: ['AUTO_MESSAGES', 'RICH_CONTENT', 'QUICK_REPLIES', 'MULTI_DIALOG'],
      },
      { type: '.ams.headers.ConsumerAuthentication', jwt: token },
    ],
  };
}

function deviceFamilyOf(userAgent: string): string {
  if (/iPad|Tablet|Android(?!.*Mobile)/i.test(userAgent)) return 'TABLET';
  return /Mobi|iPhone/i.test(userAgent) ? 'MOBILE' : 'DESKTOP';
}

function osOf(userAgent: string): string {
  if (/iPhone|iPad/i.test(userAgent)) return 'IOS';
  if (/Android/i.test(userAgent)) return 'ANDROID';
  if (/Windows/i.test(userAgent)) return 'WINDOWS';
  if (/Mac OS/i.test(userAgent)) return 'OSX';
  return /Linux/i.test(userAgent) ? 'LINUX' : 'OTHER';
}

/** Also lists the open conversations: the first notification contains all of them. */
export function subscribeConversations(): WireRequest {
  return {
    type: 'cqm.SubscribeExConversations',
    body: { stage: ['OPEN'], convState: ['OPEN', 'CLOSE'], minLastUpdatedTime: 0 },
  };
}

export function requestConversation(skillId: string | undefined, language: string, info: ConsumerInfo): WireRequest {
  const hasCampaign = info.campaignId !== undefined && info.engagementId !== undefined;
  return {
    type: 'cm.ConsumerRequestConversation',
    body: {
      skillId: skillId ?? '-1',
      channelType: 'MESSAGING',
      ttrDefName: null,
      ...(hasCampaign ? { campaignInfo: { campaignId: info.campaignId, engagementId: info.engagementId } } : {}),
      conversationContext: {
        type: 'SharkContext',
        visitorId: info.visitorId,
        sessionId: info.sessionId,
        pageId: info.pageId,
        interactionContextId: info.contextId,
        lang: language,
      },
    },
  };
}

export function subscribeEvents(conversationId: string, dialogId: string, fromSeq: number): WireRequest {
  return { type: 'ms.SubscribeMessagingEvents', body: { dialogId, conversationId, fromSeq } };
}

export interface DialogRef {
  readonly conversationId: string;
  readonly dialogId: string;
}

function publish(dialog: DialogRef, event: unknown, metadata: readonly unknown[] = []): WireRequest {
  return { type: 'ms.PublishEvent', body: { ...dialog, event }, ...(metadata.length > 0 ? { metadata } : {}) };
}

/** `externalId` is our own. If the service returns it, the echo can be distinguished from another message with the same text. */
export function publishText(
  dialog: DialogRef,
  text: string,
  externalId: string,
  metadata: readonly unknown[] = [],
): WireRequest {
  const event = { type: 'ContentEvent', contentType: 'text/plain', message: text };
  return publish(dialog, event, [{ type: 'ExternalId', id: externalId }, ...metadata]);
}

export type WireReceipt = 'ACCEPT' | 'READ' | 'ACTION';

export function publishReceipt(
  dialog: DialogRef,
  status: WireReceipt,
  sequenceList: readonly number[],
  metadata?: readonly unknown[],
): WireRequest {
  return publish(dialog, { type: 'AcceptStatusEvent', status, sequenceList }, metadata);
}

export function publishChatState(dialog: DialogRef, chatState: 'COMPOSING' | 'ACTIVE'): WireRequest {
  return publish(dialog, { type: 'ChatStateEvent', chatState });
}

const updateConversation = (conversationId: string, conversationField: unknown): WireRequest => ({
  type: 'cm.UpdateConversationField',
  body: { conversationId, conversationField },
});

/** Closes the dialog. A survey may follow. */
export function closeDialog({ conversationId, dialogId }: DialogRef): WireRequest {
  const dialog = { dialogId, state: 'CLOSE', closedCause: 'Closed by consumer' };
  return updateConversation(conversationId, { field: 'DialogChange', type: 'UPDATE', dialog });
}

/** Closes the whole conversation and prevents or ends its survey. */
export const closeConversation = (conversationId: string): WireRequest =>
  updateConversation(conversationId, { field: 'Stage', conversationState: 'CLOSE' });

export const getClock = (): WireRequest => ({ type: 'GetClock' });
