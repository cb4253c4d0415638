import { describe, expect, it } from 'vitest';
import { parseConversationChanges, viewConversation } from '../../../../frame/chat/channels/async/wire.ts';
import type { QuickReply } from '../../../../frame/chat/conversation.ts';
import { createCallBackend } from '../../../../frame/platform/backend/call.ts';
import { messagesOf, statesOf } from '../../../contract/channelSuite.ts';
import { createMessagingBench, type MessagingBench, pressLine } from '../../../support/messagingBench.ts';

const offeredReplies = ({ fakes }: MessagingBench): readonly QuickReply[] =>
  fakes.events.flatMap((event) => (event.type === 'quickReplies' ? [event.replies] : [])).at(-1) ?? [];
const completedSurveys = ({ fakes }: MessagingBench): number =>
  fakes.tracked.filter((one) => one.name === 'CM_CHAT_SURVEY_COMPLETE').length;
const subscriptions = ({ wire }: MessagingBench): readonly Record<string, unknown>[] =>
  wire.sent.filter((one) => one.type === 'ms.SubscribeMessagingEvents');
const updatedFields = ({ wire }: MessagingBench): readonly unknown[] =>
  wire.sent.flatMap(({ type, body }) =>
    type === 'cm.UpdateConversationField'
      ? [(body as { conversationField: { field: string } }).conversationField.field]
      : [],
  );

function notifyConversation(bench: MessagingBench, result: unknown, type = 'UPSERT'): Promise<void> {
  const body = { subscriptionId: 's', changes: [{ type, result }] };
  bench.wire.inject(JSON.stringify({ kind: 'notification', type: 'cqm.ExConversationChangeNotification', body }));
  return bench.clock.advance(0);
}

describe('messaging survey', () => {
  async function inSurvey(): Promise<MessagingBench> {
    const bench = createMessagingBench({ hasSurvey: true, hasOpenQuestion: true });
    const id = await bench.startConversation();
    bench.desk.act(id, { action: 'survey' });
    await bench.clock.advance(0);
    return bench;
  }

  it('[CH-139] accepts free text for a question without replies, in the survey’s dialog', async () => {
    const bench = await inSurvey();
    for (let question = 0; question < 2; question += 1) {
      const [reply] = offeredReplies(bench);
      if (reply) await bench.channel.reply(reply);
      await bench.clock.advance(0);
    }
    expect(messagesOf(bench.fakes.events).at(-1)?.text).toBe('What could we do better?');
    expect(offeredReplies(bench)).toEqual([]);
    bench.channel.typing(true);
    await bench.channel.send({ id: 'words', text: 'Nothing at all' });
    await bench.clock.advance(0);
    expect(bench.fakes.events).toContainEqual(expect.objectContaining({ type: 'delivered', id: 'words' }));
    const dialogs = bench.wire.sent.slice(-2).map((one) => (one.body as { dialogId?: string }).dialogId);
    expect(new Set(dialogs).size).toBe(1);
    expect(dialogs[0]).toContain('survey');
    expect(completedSurveys(bench)).toBe(1);
    expect(bench.channel.snapshot.state).toBe('available');
  });

  it('[CH-023][CH-139] ends when the visitor ends the chat, and does not count as complete', async () => {
    const bench = await inSurvey();
    const ended = bench.channel.end();
    await bench.clock.advance(0);
    await ended;
    expect(updatedFields(bench)).toEqual(['Stage']);
    expect(statesOf(bench.fakes.events).slice(-2)).toEqual(['ended', 'available']);
    expect(offeredReplies(bench)).toEqual([]);
    expect(completedSurveys(bench)).toBe(0);
  });

  it('[CH-049] goes when the service closes the conversation', async () => {
    const bench = await inSurvey();
    expect(offeredReplies(bench).length).toBeGreaterThan(0);
    bench.desk.act(bench.desk.list()[0]?.id ?? '', { action: 'end' });
    await bench.clock.advance(0);
    expect(offeredReplies(bench)).toEqual([]);
    expect(statesOf(bench.fakes.events).slice(-2)).toEqual(['ended', 'available']);
  });

  it('[CH-023][CH-139] ends for the visitor even when the service cannot be reached', async () => {
    const bench = await inSurvey();
    bench.wire.stall('up');
    const ended = bench.channel.end();
    await bench.clock.advance(2_000);
    await ended;
    expect(bench.channel.snapshot.conversationId).toBeUndefined();
  });

  it('[CH-139] keeps the replies of the next question when the answer to the last one arrives late', async () => {
    const bench = await inSurvey();
    const [first] = offeredReplies(bench);
    if (!first) throw new Error('The survey offers no replies.');
    const isAnswer = (text: string): boolean => text.includes(`"message":"${first.text}"`);
    bench.wire.faultDown = (text) => (isAnswer(text) ? 'drop' : 'pass');
    await bench.channel.reply(first);
    await bench.clock.advance(200);
    const next = offeredReplies(bench);
    expect(next.map(({ text }) => text)).not.toContain(first.text);
    expect(next).not.toEqual([]);
    bench.wire.faultDown = () => 'pass';
    await bench.clock.advance(60_000);
    expect(bench.wire.toClient.map((one) => JSON.stringify(one)).some(isAnswer)).toBe(true);
    expect(offeredReplies(bench)).toEqual(next);
  });

  it('[CH-138][CH-139] is awaited when the main dialog closes before the survey opens', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    const main = { dialogId: id, dialogType: 'MAIN', state: 'CLOSE', participantsDetails: [] };
    const survey = { dialogId: 'p', dialogType: 'POST_SURVEY', state: 'OPEN', participantsDetails: [] };
    const details = { state: 'CLOSE', stage: 'OPEN', metaDataLastUpdateTs: bench.clock.now() + 10 };
    await notifyConversation(bench, { convId: id, conversationDetails: { ...details, dialogs: [main] } });
    expect(bench.channel.snapshot.conversationId).toBe(id);
    await notifyConversation(bench, { convId: id, conversationDetails: { ...details, dialogs: [main, survey] } });
    await bench.clock.advance(5_000);
    expect(bench.channel.snapshot.conversationId).toBe(id);
    expect(subscriptions(bench).at(-1)?.body).toMatchObject({ dialogId: 'p', fromSeq: 0 });
  });

  it('[CH-138] ends a conversation whose dialogs are closed when no survey follows', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    const main = { dialogId: id, dialogType: 'MAIN', state: 'CLOSE' };
    const details = { state: 'CLOSE', stage: 'OPEN', metaDataLastUpdateTs: bench.clock.now() + 10, dialogs: main };
    await notifyConversation(bench, { convId: id, conversationDetails: details });
    await bench.clock.advance(1_500);
    expect(statesOf(bench.fakes.events).slice(-2)).toEqual(['ended', 'available']);
  });
});

describe('messaging with the vendor’s service', () => {
  it('[CH-138] ends a conversation that is deleted with only its id', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    await notifyConversation(bench, { convId: id }, 'DELETE');
    expect(bench.channel.snapshot.conversationId).toBeUndefined();
  });

  it('[CH-134] subscribes again after a refused subscription, and loses no message', async () => {
    const bench = createMessagingBench();
    await bench.channel.init();
    bench.desk.refuseSubscription(503);
    const started = bench.channel.start({ startType: 'menu' });
    await bench.clock.advance(1_000);
    await started;
    const id = bench.channel.snapshot.conversationId ?? '';
    bench.desk.act(id, { action: 'say', text: 'Good morning' });
    await bench.clock.advance(1_000);
    expect(messagesOf(bench.fakes.events).map((one) => one.text)).toContain('Good morning');
    expect(bench.desk.list()).toHaveLength(1);
  });

  it('[CH-149] leaves an idle connection closed while the pane is hidden, and reconnects when it is shown or a chat starts', async () => {
    const bench = createMessagingBench();
    await bench.channel.init();
    bench.fakes.setAttention({ isPaneShown: false });
    for (let minute = 0; minute < 5; minute += 1) {
      bench.wire.cut(1001);
      await bench.clock.advance(60_000);
    }
    expect(bench.wire.opened).toBe(1);
    expect(bench.channel.snapshot.state).toBe('available');
    bench.fakes.setAttention({ isPaneShown: true });
    await bench.clock.advance(0);
    expect(bench.desk.connections).toBe(1);
    bench.fakes.setAttention({ isPaneShown: false });
    bench.wire.cut(1001);
    await bench.clock.advance(60_000);
    await bench.channel.start({ startType: 'link' });
    expect(bench.channel.snapshot.state).toBe('waiting');
    bench.wire.cut(1001);
    await bench.clock.advance(30_000);
    expect(bench.desk.connections).toBe(1);
  });

  it('[CH-132] retries when the pane is focused, after the identity broker failed at first', async () => {
    let asked = 0;
    const bench = createMessagingBench();
    const { identity } = bench.fakes.ports as { identity: { find: (service: string) => Promise<unknown> } };
    const { find } = identity;
    identity.find = (service) => {
      asked += 1;
      return asked < 3 ? Promise.reject(new Error('the broker is restarting')) : find(service);
    };
    await bench.channel.init();
    expect(bench.channel.snapshot).toMatchObject({ state: 'unavailable', isReady: true });
    bench.fakes.setAttention({ isFocused: false });
    bench.fakes.setAttention({ isFocused: true });
    await bench.clock.advance(0);
    expect(asked).toBe(1);
    for (const _ of [1, 2]) {
      await bench.clock.advance(30_000);
      bench.fakes.setAttention({ isFocused: true });
      await bench.clock.advance(0);
    }
    expect(bench.channel.snapshot.state).toBe('available');
    expect(asked).toBe(3);
  });

  it('[CH-141][CH-142] repeats no receipt after a reload', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.desk.act(id, { action: 'say', text: 'read' });
    await bench.clock.advance(0);
    bench.fakes.setAttention({ isFocused: false });
    bench.desk.act(id, { action: 'say', text: 'accepted' });
    await bench.clock.advance(0);
    const before = bench.desk.receipts();
    expect(before.map((one) => one.status)).toEqual(['ACCEPT', 'READ', 'ACCEPT']);
    bench.fakes.lifetime.end();
    const next = bench.load(bench.fakes);
    await next.channel.init();
    await bench.clock.advance(1_000);
    const unread = before.at(-1)?.sequences;
    expect(bench.desk.receipts().slice(3)).toEqual([{ status: 'READ', sequences: unread }]);
  });

  it('[CH-136] reads participants from the conversation when the dialog has none', () => {
    const main = { dialogId: 'c', dialogType: 'MAIN', state: 'OPEN', participantsDetails: [] };
    const participants = [{ id: 'a', role: 'ASSIGNED_AGENT' }];
    const [change] = parseConversationChanges({
      changes: [{ type: 'UPSERT', result: { convId: 'c', conversationDetails: { dialogs: [main], participants } } }],
    });
    expect(change && viewConversation(change.details)).toMatchObject({ phase: 'chatting', agents: ['a'] });
  });

  it('[CH-145] does not retry a subscription after the conversation has ended', async () => {
    const bench = createMessagingBench();
    await bench.channel.init();
    bench.desk.refuseSubscription(503);
    void bench.channel.start({ startType: 'menu' });
    await bench.clock.advance(500);
    expect(subscriptions(bench)).toHaveLength(1);
    bench.desk.act(bench.channel.snapshot.conversationId ?? '', { action: 'end' });
    await bench.clock.advance(60_000);
    expect(subscriptions(bench)).toHaveLength(1);
  });

  it('[CH-143] clears the typing state before it closes', async () => {
    const bench = createMessagingBench();
    await bench.startConversation();
    bench.channel.typing(true);
    const ended = bench.channel.end();
    await bench.clock.advance(0);
    await ended;
    expect(bench.wire.sent.slice(-2)).toMatchObject([
      { type: 'ms.PublishEvent', body: { event: { type: 'ChatStateEvent', chatState: 'ACTIVE' } } },
      { type: 'cm.UpdateConversationField' },
    ]);
  });

  it('[CH-145] converts the buttons of a structured message to choices and links', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    const metadata = [{ type: 'ExternalId', id: 'plan-b' }];
    bench.desk.sendRichContent(id, {
      type: 'vertical',
      elements: [
        { type: 'text', text: 'Two plans' },
        {
          type: 'horizontal',
          elements: [
            {
              type: 'button',
              title: 'Take B',
              click: { metadata, actions: [{ type: 'publishText', text: 'Plan B' }] },
            },
            {
              type: 'button',
              title: 'Compare',
              click: { actions: [{ type: 'link', uri: 'https://other.example/b' }] },
            },
            { type: 'button', title: 'Odd', click: { actions: [{ type: 'link', uri: 'javascript:alert(1)' }] } },
          ],
        },
      ],
    });
    await bench.clock.advance(0);
    const message = messagesOf(bench.fakes.events).at(-1);
    expect(message?.text).toBe('Two plans\nOdd');
    expect(message?.lines).toEqual([
      { type: 'choice', text: 'Take B' },
      { type: 'link', text: 'Compare', href: 'https://other.example/b' },
    ]);
    await pressLine(bench, message, 0);
    await bench.clock.advance(0);
    expect(bench.wire.sent.slice(-2)).toMatchObject([
      { body: { event: { status: 'ACTION', sequenceList: [0] } }, metadata },
      { body: { event: { message: 'Plan B' } }, metadata: expect.arrayContaining(metadata) },
    ]);
    await bench.channel.press({ type: 'link', text: 'Compare', href: 'https://other.example/b' }, message as never);
    expect(bench.fakes.opened).toEqual([{ url: 'https://other.example/b', target: 'tab' }]);
  });

  it('[CH-145] publishes the data of the pressed button if others have the same title', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    const choice = (text: string) => ({
      type: 'button',
      title: 'Select',
      click: { metadata: [{ type: 'ExternalId', id: text }], actions: [{ type: 'publishText', text }] },
    });
    bench.desk.sendRichContent(id, { type: 'carousel', elements: [choice('Plan A'), choice('Plan B')] }, [
      { ...choice('Neither'), type: 'quickReply' },
    ]);
    await bench.clock.advance(0);
    const message = messagesOf(bench.fakes.events).at(-1);
    expect(message?.lines?.map(({ text }) => text)).toEqual(['Select', 'Select', 'Select']);
    for (const [at, text] of ['Plan A', 'Plan B', 'Neither'].entries()) {
      await pressLine(bench, message, at);
      await bench.clock.advance(0);
      const metadata = [{ type: 'ExternalId', id: text }];
      expect(bench.wire.sent.slice(-2)).toMatchObject([
        { body: { event: { status: 'ACTION', sequenceList: [0] } }, metadata },
        { body: { event: { message: text } }, metadata: expect.arrayContaining(metadata) },
      ]);
    }
  });

  it('[CH-188] does not send the company’s own key to the vendor', async () => {
    const seen: string[] = [];
    const bench = createMessagingBench({
      ports: {
        deployment: { async: { domainHosts: ['https://domains.example'] } },
        call: createCallBackend({
          clock: { now: () => 0, after: () => () => {}, every: () => () => {} },
          authorize: () => 'Key of the company',
          fetch: async (address, init) => {
            seen.push(`${address} ${new Headers(init?.headers).get('authorization')}`);
            return new Response(JSON.stringify({ baseURI: 'messaging.example', nickname: 'Natalie' }));
          },
        }),
      },
    });
    await bench.channel.init();
    await bench.channel.start({ startType: 'menu' });
    bench.desk.act(bench.channel.snapshot.conversationId ?? '', { action: 'join' });
    await bench.clock.advance(0);
    expect(seen[0]).toBe(
      'https://domains.example/api/account/4711/service/asyncMessagingEnt/baseURI.json?version=1.0 null',
    );
    expect(seen.join()).toContain('acCdnDomain');
    expect(seen.filter((one) => !one.endsWith(' null'))).toEqual([]);
  });
});
