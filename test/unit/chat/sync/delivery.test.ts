import { describe, expect, it } from 'vitest';
import { deliveredIds, messagesOf, notDeliveredIds, textsOf } from '../../../contract/channelSuite.ts';
import { createChatRestBench } from '../../../support/chatRestBench.ts';
import { fakeVisitor } from '../../../support/fakeChannelPorts.ts';
import { readWindow } from '../../../support/readWindow.ts';
import type { ServiceCall } from '../../../support/serviceBackend.ts';

type Bench = ReturnType<typeof createChatRestBench>;

const isPost = ({ method, path }: ServiceCall): boolean => method === 'POST' && path.endsWith('/events');

/** Reloads the page and resumes the chat. */
async function reload(bench: Bench) {
  bench.leave();
  bench.backend.state.fault = undefined;
  const next = bench.load(bench.fakes);
  await next.channel.init();
  const isResumed = await next.channel.resume({ conversationId: undefined });
  await bench.clock.advance(6_000);
  return { ...next, isResumed };
}

const returnedTexts = ({ fakes }: Pick<Bench, 'fakes'>): string[] =>
  fakes.events.flatMap((event) => (event.type === 'returned' ? [...event.texts] : []));

describe('delivery of texts in live chat', () => {
  /** "yes" is delivered; the call of another "yes" fails; the page is reloaded. */
  async function sayYesTwice(fault: { readonly status: number } | 'lost'): Promise<void> {
    const bench = createChatRestBench();
    await bench.startChat();
    await bench.channel.send({ id: 'a', text: 'yes' });
    await bench.clock.advance(4_000);
    expect(deliveredIds(bench.fakes.events)).toEqual(['a']);
    bench.backend.state.fault = (call) => (isPost(call) ? fault : undefined);
    await bench.channel.send({ id: 'b', text: 'yes' });
    await bench.clock.advance(0);
    const next = await reload(bench);
    expect(bench.desk.received()).toEqual(['yes', 'yes']);
    expect(deliveredIds(next.fakes.events)).toEqual(['b']);
    const shown = readWindow(next.fakes.events).filter((one) => one.type === 'visitor');
    expect(shown.map((one) => [one.text, one.isPending || one.isNotSent])).toEqual([
      ['yes', false],
      ['yes', false],
    ]);
  }

  it('[F-DL5][REL-02] delivers a repeated "yes" after a reload if it did not arrive', () =>
    sayYesTwice({ status: 500 }));

  it('[REL-02] delivers a repeated "yes" once if it arrived before a reload, without its answer', () =>
    sayYesTwice('lost'));

  it('[CH-125] keeps a text pending while an agent takes minutes to come', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    await bench.channel.start({ startType: 'menu' });
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(300_000);
    expect(notDeliveredIds(bench.fakes.events)).toEqual([]);
    bench.desk.act(bench.chatId(), { action: 'join' });
    await bench.clock.advance(5_000);
    expect(deliveredIds(bench.fakes.events)).toEqual(['a']);
  });

  it('[CH-124] shows a text as not sent that was still waiting for an agent when the chat ended', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    await bench.channel.start({ startType: 'menu' });
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(90_000);
    bench.desk.act(bench.chatId(), { action: 'end' });
    await bench.clock.advance(2_000);
    expect(notDeliveredIds(bench.fakes.events)).toEqual(['a']);
    expect(bench.unconfirmed()).toEqual([]);
  });

  it.each([400, 413])(
    '[REL-21] gives up a line at once that the service refuses with %i, and sends the next',
    async (status) => {
      const bench = createChatRestBench();
      await bench.startChat();
      bench.backend.state.fault = (call) => (JSON.stringify(call.body)?.includes('too long') ? { status } : undefined);
      await bench.channel.send({ id: 'a', text: 'too long' });
      await bench.channel.send({ id: 'b', text: 'short' });
      await bench.clock.advance(4_000);
      expect(notDeliveredIds(bench.fakes.events)).toEqual(['a']);
      expect(deliveredIds(bench.fakes.events)).toEqual(['b']);
      expect(bench.backend.calls.filter(isPost)).toHaveLength(2);
    },
  );

  it.each([
    ['seconds', () => '20'],
    [
      'a date by the service’s clock',
      (bench: Bench) => new Date(bench.clock.now() + bench.desk.skewMs + 20_000).toUTCString(),
    ],
  ])('[REL-21] waits as long as a busy service asks for in %s, and then sends the line', async (_, header) => {
    const bench = createChatRestBench();
    bench.desk.skewMs = -86_400_000;
    await bench.startChat();
    let isBusy = true;
    const busy = { status: 429, headers: { 'Retry-After': header(bench) } };
    bench.backend.state.fault = (call) => (isBusy && isPost(call) ? busy : undefined);
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(0);
    isBusy = false;
    await bench.clock.advance(18_000);
    expect(bench.backend.calls.filter(isPost)).toHaveLength(1);
    await bench.clock.advance(4_000);
    expect(bench.desk.received()).toEqual(['one']);
    expect(deliveredIds(bench.fakes.events)).toEqual(['a']);
  });

  it.each([
    ['0', 2],
    ['Sat, 01 Jan 2000 00:00:00 GMT', 2],
    ['3600', 30],
  ])('[REL-21] sends a line that is refused with Retry-After %s again after %s s', async (header, seconds) => {
    const bench = createChatRestBench();
    await bench.startChat();
    const posts = () => bench.backend.calls.filter(isPost).length;
    const busy = { status: 429, headers: { 'Retry-After': header } };
    bench.backend.state.fault = (call) => (isPost(call) && posts() < 20 ? busy : undefined);
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(seconds * 1_000 - 1);
    expect(posts()).toBe(1);
    await bench.clock.advance(1);
    expect(posts()).toBe(2);
  });

  it('[CH-125] shows a line as not sent that the service refuses for a minute after the visitor has waited for the agent', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    await bench.channel.start({ startType: 'menu' });
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(200_000);
    expect(notDeliveredIds(bench.fakes.events)).toEqual([]);
    bench.backend.state.fault = (call) => (isPost(call) ? { status: 503, headers: { 'Retry-After': '5' } } : undefined);
    bench.desk.act(bench.chatId(), { action: 'join' });
    await bench.clock.advance(70_000);
    expect(notDeliveredIds(bench.fakes.events)).toEqual(['a']);
  });

  it('[CH-130] sends a text again under its own id when the visitor tries again', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
    bench.backend.state.fault = (call) => (isPost(call) ? { status: 500 } : undefined);
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(4_000);
    expect(notDeliveredIds(bench.fakes.events)).toEqual(['a']);
    bench.backend.state.fault = undefined;
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(4_000);
    expect(deliveredIds(bench.fakes.events)).toEqual(['a']);
    expect(bench.desk.received()).toEqual(['one']);
  });

  it('[REL-13] shows a line once whose echo arrives before the answer to its call', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
    bench.backend.state.slow = (call) =>
      isPost(call) ? new Promise((resolve) => bench.clock.after(9_000, () => resolve())) : undefined;
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(3_000);
    expect(deliveredIds(bench.fakes.events)).toEqual(['a']);
    await bench.clock.advance(9_000);
    expect(textsOf(bench.fakes.events, 'visitor')).toEqual([]);
    expect(bench.desk.received()).toEqual(['one']);
  });

  it('[REL-05] shows a text as not sent again after a reload, with its place for Try again', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
    bench.backend.state.fault = (call) => (isPost(call) ? { status: 500 } : undefined);
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(4_000);
    const next = await reload(bench);
    expect(messagesOf(next.fakes.events)).toContainEqual(
      expect.objectContaining({ id: 'a', text: 'one', isNotSent: true, isPending: false }),
    );
    expect(bench.desk.received()).toEqual([]);
  });

  it('[F-DL1] neither shows nor sends anything of a chat that another user finds in the tab', async () => {
    let user = 'ann';
    const bench = createChatRestBench({
      ports: { visitorKey: () => user, visitor: () => ({ ...fakeVisitor, userId: user }) },
    });
    await bench.startChat();
    bench.desk.act(bench.chatId(), { action: 'say', text: 'For Ann only' });
    bench.backend.state.fault = (call) => (isPost(call) ? { status: 500 } : undefined);
    await bench.channel.send({ id: 'a', text: 'I am Ann' });
    await bench.clock.advance(0);
    user = 'bob';
    const next = await reload(bench);
    expect(next.isResumed).toBe(false);
    expect(messagesOf(next.fakes.events)).toEqual([]);
    expect(returnedTexts(next)).toEqual([]);
    await next.channel.start({ startType: 'menu' });
    bench.desk.act(bench.desk.list()[1]?.id ?? '', { action: 'join' });
    await bench.clock.advance(5_000);
    expect(bench.desk.received()).toEqual([]);
  });

  it('[CH-131] goes on in the chat of a guest who has signed in, and sends the text that was waiting', async () => {
    let user: string | undefined;
    const bench = createChatRestBench({
      ports: { visitorKey: () => user ?? 'guest', visitor: () => ({ ...fakeVisitor, userId: user }) },
    });
    await bench.startChat();
    bench.backend.state.fault = (call) => (isPost(call) ? { status: 500 } : undefined);
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(0);
    user = 'ann';
    const next = await reload(bench);
    expect(next.isResumed).toBe(true);
    expect(bench.desk.received()).toEqual(['one']);
    expect(deliveredIds(next.fakes.events)).toEqual(['a']);
  });

  it('[REL-05] returns the texts of a closed tab’s chat to the composer, and does not send them in another chat', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
    bench.backend.state.fault = (call) => (isPost(call) ? { status: 500 } : undefined);
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(0);
    const other = bench.load();
    await other.channel.init();
    expect(returnedTexts(other)).toEqual([]);
    bench.backend.state.fault = undefined;
    bench.leave();
    await bench.clock.advance(10_000);
    // The tab may be reloading.
    expect(returnedTexts(other)).toEqual([]);
    await bench.clock.advance(110_000);
    expect(returnedTexts(other)).toEqual(['one']);
    await other.channel.start({ startType: 'menu' });
    bench.desk.act(bench.desk.list()[1]?.id ?? '', { action: 'join' });
    await bench.clock.advance(5_000);
    expect(bench.desk.received()).toEqual([]);
  });

  it.each(['no chat', 'a chat of its own'])(
    '[REL-25] sends a waiting text after a reload, with %s in another tab',
    async (has) => {
      const bench = createChatRestBench();
      const other = bench.load();
      await other.channel.init();
      await bench.channel.init();
      await bench.channel.start({ startType: 'menu' });
      if (has !== 'no chat') await other.channel.start({ startType: 'menu' });
      await bench.channel.send({ id: 'a', text: 'one' });
      await bench.clock.advance(5_000);
      bench.leave();
      await bench.clock.advance(1_000);
      const next = await reload(bench);
      bench.desk.act(bench.chatId(), { action: 'join' });
      await bench.clock.advance(70_000);
      expect(returnedTexts(other)).toEqual([]);
      expect(bench.desk.received()).toEqual(['one']);
      expect(deliveredIds(next.fakes.events)).toEqual(['a']);
    },
  );
});
