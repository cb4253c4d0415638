import { describe, expect, it } from 'vitest';
import {
  closeConversation,
  closeDialog,
  getClock,
  initConnection,
  publishChatState,
  publishReceipt,
  publishText,
  requestConversation,
  subscribeConversations,
  subscribeEvents,
} from '../../../../frame/chat/channels/async/requests.ts';

const dialog = { conversationId: 'c', dialogId: 'd' };
const publishing = (event: unknown) => ({ type: 'ms.PublishEvent', body: { ...dialog, event } });

describe('the requests of messaging', () => {
  it.each([
    ['(iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Mobile/15E148 Safari/604', 'MOBILE', 'IOS'],
    ['(iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605 Mobile/15E148 Safari/604', 'TABLET', 'IOS'],
    ['(Linux; Android 15; Pixel 9) AppleWebKit/537 Chrome/142 Mobile Safari/537', 'MOBILE', 'ANDROID'],
    ['(Linux; Android 15; SM-X910) AppleWebKit/537 Chrome/142 Safari/537', 'TABLET', 'ANDROID'],
    ['(Android 15; Tablet; rv:145.0) Gecko/145.0 Firefox/145.0', 'TABLET', 'ANDROID'],
    ['(Windows NT 10.0; Win64; x64) AppleWebKit/537 Chrome/142 Safari/537', 'DESKTOP', 'WINDOWS'],
    ['(Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/26 Safari/605', 'DESKTOP', 'OSX'],
    ['(X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'DESKTOP', 'LINUX'],
    ['(X11; CrOS x86_64) AppleWebKit/537 Chrome/142 Safari/537', 'DESKTOP', 'OTHER'],
  ])('[CH-145] greet from %s as %s with %s', (system, deviceFamily, os) => {
    const facts = { userAgent: `Mozilla/5.0 ${system}`, timeZone: 'Europe/Berlin' };
    expect(initConnection('a token', facts)).toEqual({
      type: 'InitConnection',
      headers: [
        {
          type: '.ams.headers.ClientProperties',
          deviceFamily,
          os,
          appId: 'contact-widget',
          appVersion: '1.0',
          integration: 'WEB_SDK',
          integrationVersion: '3.0.0',
          timeZone: 'Europe/Berlin',
          features: ['AUTO_MESSAGES', 'RICH_CONTENT', 'QUICK_REPLIES', 'MULTI_DIALOG'],
        },
        { type: '.ams.headers.ConsumerAuthentication', jwt: 'a token' },
      ],
    });
  });

  it('[CH-145] subscribe to the open conversations and to the events of a dialog', () => {
    expect(subscribeConversations()).toEqual({
      type: 'cqm.SubscribeExConversations',
      body: { stage: ['OPEN'], convState: ['OPEN', 'CLOSE'], minLastUpdatedTime: 0 },
    });
    expect(subscribeEvents('c', 'd', 7)).toEqual({
      type: 'ms.SubscribeMessagingEvents',
      body: { ...dialog, fromSeq: 7 },
    });
    expect(getClock()).toEqual({ type: 'GetClock' });
  });

  it('[CH-151] ask for a conversation without a skill or a visit', () => {
    expect(requestConversation(undefined, 'de-DE', {})).toEqual({
      type: 'cm.ConsumerRequestConversation',
      body: {
        skillId: '-1',
        channelType: 'MESSAGING',
        ttrDefName: null,
        conversationContext: { type: 'SharkContext', lang: 'de-DE' },
      },
    });
  });

  it.each([
    [
      { campaignId: 1, engagementId: 2 },
      { campaignId: 1, engagementId: 2 },
    ],
    [{ campaignId: 1 }, undefined],
    [{ engagementId: 2 }, undefined],
  ])('[CH-151] name the campaign of the visit %j only as a whole', (info, campaignInfo) => {
    const { body } = requestConversation('23', 'en-US', info);
    expect(body).toMatchObject({ skillId: '23' });
    expect((body as { campaignInfo?: unknown }).campaignInfo).toEqual(campaignInfo);
    expect(Object.hasOwn(body as object, 'campaignInfo')).toBe(campaignInfo !== undefined);
  });

  it('[CH-145] publish texts, receipts and typing', () => {
    const text = { type: 'ContentEvent', contentType: 'text/plain', message: 'Hi' };
    expect(publishText(dialog, 'Hi', 'id-1')).toEqual({
      ...publishing(text),
      metadata: [{ type: 'ExternalId', id: 'id-1' }],
    });
    expect(publishText(dialog, 'Hi', 'id-1', [{ id: 'reply' }]).metadata).toEqual([
      { type: 'ExternalId', id: 'id-1' },
      { id: 'reply' },
    ]);
    const receipt = publishing({ type: 'AcceptStatusEvent', status: 'ACTION', sequenceList: [3] });
    expect(publishReceipt(dialog, 'ACTION', [3])).toEqual(receipt);
    expect(Object.hasOwn(publishReceipt(dialog, 'ACTION', [3], []), 'metadata')).toBe(false);
    expect(publishReceipt(dialog, 'ACTION', [3], [{ id: 'reply' }])).toEqual({
      ...receipt,
      metadata: [{ id: 'reply' }],
    });
    expect(publishChatState(dialog, 'COMPOSING')).toEqual(
      publishing({ type: 'ChatStateEvent', chatState: 'COMPOSING' }),
    );
  });

  it('[CH-138] close a dialog, or the whole conversation', () => {
    const update = (conversationField: unknown) => ({
      type: 'cm.UpdateConversationField',
      body: { conversationId: 'c', conversationField },
    });
    const closed = { dialogId: 'd', state: 'CLOSE', closedCause: 'Closed by consumer' };
    expect(closeDialog(dialog)).toEqual(update({ field: 'DialogChange', type: 'UPDATE', dialog: closed }));
    expect(closeConversation('c')).toEqual(update({ field: 'Stage', conversationState: 'CLOSE' }));
  });
});
