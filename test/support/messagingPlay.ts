import { messagesOf } from '../contract/channelSuite.ts';
import {
  createMessagingBench,
  createToken,
  type MessagingBench,
  messagingIdentity,
  pressLine,
} from './messagingBench.ts';

/** A conversation that uses every operation at least once, with a cut connection, a new token and a survey at the end. */
export async function playEverything(): Promise<MessagingBench> {
  const bench = createMessagingBench({
    hasSurvey: true,
    refresh: async () => ({ ...messagingIdentity, token: createToken('visitor-1', 2) }),
    consumerInfo: async () => ({
      sessionId: 's',
      visitorId: 'v',
      pageId: 'p',
      campaignId: 4187,
      engagementId: 4258,
      contextId: '1',
    }),
  });
  const id = await bench.startConversation();
  const { clock, desk, channel } = bench;
  await channel.send({ id: 'local-1', text: 'Hello 👋 مرحبا' });
  channel.typing(true);
  channel.typing(false);
  desk.act(id, { action: 'typing' });
  desk.act(id, { action: 'say', text: 'Good morning' });
  desk.act(id, { action: 'quickReplies', text: 'Which?', replies: ['A', 'B'] });
  desk.sendRichContent(id, { type: 'vertical', elements: [{ type: 'text', text: 'Two plans' }] });
  await clock.advance(1_000);
  const asked = messagesOf(bench.fakes.events).find((one) => one.lines && one.lines.length > 0);
  await pressLine(bench, asked, 0);
  desk.act(id, { action: 'transfer', skill: 'billing' });
  desk.act(id, { action: 'join', agentId: '25025414' });
  desk.refuseNext(413);
  await channel.send({ id: 'local-2', text: 'refused' });
  await clock.advance(31_000);
  bench.wire.cut(4401);
  await clock.advance(5_000);
  const ended = channel.end();
  await clock.advance(2_000);
  for (let step = 0; step < 2; step += 1) {
    const replies = bench.fakes.events
      .flatMap((event) => (event.type === 'quickReplies' ? [event.replies] : []))
      .at(-1);
    if (replies?.[0]) await channel.reply(replies[0]);
    await clock.advance(1_000);
  }
  await ended;
  await channel.start({ startType: 'restart' });
  const again = channel.end();
  await clock.advance(2_000);
  void channel.end();
  await clock.advance(2_000);
  await again;
  return bench;
}
