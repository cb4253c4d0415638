import { describe, expect, it } from 'vitest';
import { toMessage, toQuickReplies } from '../../../frame/chat/channels/async/toEvents.ts';
import {
  parseConversationChanges,
  parseMessagingChanges,
  viewConversation,
} from '../../../frame/chat/channels/async/wire.ts';
import { parseChat, parseEngagement, parseExitSurvey } from '../../../frame/chat/channels/sync/wire.ts';
import { createChatRestBench } from '../../support/chatRestBench.ts';
import { createMessagingBench } from '../../support/messagingBench.ts';

const facts = { conversationId: 'c', consumerId: 'me', pageLoadMs: 0, now: 9, roleOf: () => undefined };

describe('other forms of the vendor’s answers', () => {
  it('[CH-136] reads details with null fields and the older list of participants', () => {
    const conversationDetails = {
      skillId: null,
      state: 'OPEN',
      stage: null,
      metaDataLastUpdateTs: null,
      dialogs: null,
      participantsPId: { CONSUMER: ['me'], ASSIGNED_AGENT: ['a'], MANAGER: 'm' },
    };
    const [change] = parseConversationChanges({
      changes: [{ type: 'UPSERT', result: { convId: 7, conversationDetails } }],
    });
    expect(change?.conversationId).toBe('7');
    expect(change && viewConversation(change.details)).toMatchObject({ phase: 'chatting', agents: ['a', 'm'] });
  });

  it('[REL-32][CH-139] keeps a message of messaging, its replies and a deletion if other fields are null', () => {
    const click = { metadata: null, actions: [{ type: 'publishText', text: null, uri: null }] };
    const replies = [click, null].map((one) => ({ type: null, title: 'Yes', tooltip: null, click: one }));
    for (const quickReplies of [{ replies }, null, 'none']) {
      const event = { type: 'ContentEvent', contentType: null, message: 'Hi', quickReplies };
      const [change] = parseMessagingChanges({ changes: [{ sequence: 3, dialogId: 'c', originatorId: 'a', event }] });
      expect(change && toMessage(change, facts)).toMatchObject({ text: 'Hi', type: 'agent' });
      const shown = (change ? toQuickReplies(change) : []).map(({ text, tooltip }) => ({ text, tooltip }));
      expect(shown).toEqual(
        quickReplies === null || quickReplies === 'none' ? [] : replies.map(() => ({ text: 'Yes' })),
      );
    }
    const result = { convId: 'c', conversationDetails: null };
    expect(parseConversationChanges({ changes: [{ type: 'DELETE', result }] })).toMatchObject([{ isDeleted: true }]);
  });

  it('[CH-134][CH-173] subscribes to a conversation without dialogs under the conversation’s id', async () => {
    const bench = createMessagingBench();
    await bench.channel.init();
    const result = {
      convId: 'old',
      conversationDetails: { state: 'OPEN', participantsPId: { ASSIGNED_AGENT: ['a'] } },
    };
    const body = { subscriptionId: 's', changes: [{ type: 'UPSERT', result }] };
    bench.wire.inject(JSON.stringify({ kind: 'notification', type: 'cqm.ExConversationChangeNotification', body }));
    await bench.clock.advance(0);
    expect(bench.channel.snapshot).toMatchObject({ conversationId: 'old', state: 'chatting' });
    expect(bench.wire.sent.findLast((one) => one.type === 'ms.SubscribeMessagingEvents')?.body).toEqual({
      dialogId: 'old',
      conversationId: 'old',
      fromSeq: 0,
    });
  });

  it.each(['content', 'message'])('[CH-140] shows the text of a structured message in the field %s', (field) => {
    const elements = [
      { type: 'text', text: 'Our plans' },
      { type: 'button', title: 'Compare' },
    ];
    const event = { type: 'RichContentEvent', [field]: { type: 'vertical', elements } };
    const changes = parseMessagingChanges({ changes: { sequence: 3, dialogId: 'c', originatorId: 'a', event } });
    expect(changes[0] && toMessage(changes[0], facts)).toMatchObject({ text: 'Our plans\nCompare', type: 'agent' });
  });

  it('[CH-140] shows the caption or name of a file, and nothing for an unknown form', () => {
    const text = (message: unknown) => {
      const event = { type: 'ContentEvent', contentType: 'hosted/file', message };
      const changes = parseMessagingChanges({
        changes: [{ sequence: 3, dialogId: 'c', serverTimestamp: null, event }],
      });
      return changes[0] && toMessage(changes[0], facts)?.text;
    };
    expect(text({ caption: 'Your invoice', relativePath: '/a/b.pdf', fileType: 'PDF' })).toBe('Your invoice');
    expect(text({ relativePath: '/a/b.pdf' })).toBe('b.pdf');
    expect(text({ invitationId: 'x' })).toBeUndefined();
  });

  it('[CH-127][CH-128] keeps a line and the state of a chat if other fields are null', () => {
    const update = parseChat({
      chat: {
        link: { rel: 'next', href: 'https://services.example/next' },
        events: {
          event: { '@type': 'line', '@id': 1, time: null, text: 'Hello', textType: null, by: null, source: 'agent' },
        },
        info: { state: 'chatting', agentName: null, agentId: null, agentTyping: null, rtSessionId: 5 },
      },
    });
    expect(update.events.map(({ line }) => line)).toEqual([
      { '@type': 'line', '@id': '1', time: '', text: 'Hello', textType: 'plain', source: 'agent', by: undefined },
    ]);
    expect(update.info).toMatchObject({ state: 'chatting', rtSessionId: '5' });
    expect(update.links.next).toBe('https://services.example/next');
  });

  it('[CH-066][CH-119] keeps a survey question and an engagement if other fields are null', () => {
    const question = {
      id: 1,
      type: 'Text Field',
      label: null,
      logicId: null,
      validationType: null,
      lastKnownValue: null,
    };
    expect(parseExitSurvey({ survey: { id: 1, header: null, questions: { question } } })?.questions).toHaveLength(1);
    expect(
      parseEngagement({ status: 'Available', sessionId: 's', visitorId: 'v', lang: null, engagementDetails: null }),
    ).toMatchObject({ isAvailable: true, sessionId: 's', visitorId: 'v' });
  });

  it('[CH-184] repeats the request with the visitor id that a loading account created', async () => {
    const bench = createChatRestBench();
    const visit = { visitorId: 'abc-12_3', sessionId: 's' };
    bench.backend.state.fault = ({ path }) => {
      if (path.endsWith('/visitors/abc-12_3'))
        return { body: { status: 'Available', ...visit, engagementDetails: { skillName: 'cloud-sales' } } };
      if (!path.includes('/app/engagement/visitors')) return undefined;
      return { status: 500, body: { time: 1, message: 'Loading account: 4711, vid: abc-12_3', internalCode: 20 } };
    };
    const ready = bench.channel.init();
    await bench.clock.advance(3_000);
    await ready;
    expect(bench.backend.to('/app/engagement/visitors').map((call) => call.path.split('/').at(-1))).toEqual([
      'visitors',
      'abc-12_3',
    ]);
    expect(bench.channel.snapshot.state).toBe('available');
  });
});
