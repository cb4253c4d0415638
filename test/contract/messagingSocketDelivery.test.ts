import { describe, expect, it } from 'vitest';
import { eventually, setUpLiveNetworks } from '../support/liveNetwork.ts';

const start = setUpLiveNetworks();

const isSubscription = (text: string): boolean => text.includes('ms.SubscribeMessagingEvents');
const isEvent = (text: string): boolean => text.includes('ms.MessagingEventNotification');

describe('message delivery on a real websocket through a faulty proxy', () => {
  it.each(['cutBefore', 'cutAfter'] as const)(
    '[REL-02] delivers a message once when the connection breaks around its acknowledgement (%s)',
    async (fault) => {
      const { proxy, messaging, startConversation } = await start();
      const { channel, delivered } = await startConversation();
      let isFirst = true;
      proxy.fault = (direction, text) => {
        if (!isFirst || direction !== 'up' || !text.includes('fragile')) return 'pass';
        isFirst = false;
        return fault;
      };
      await channel.send({ id: 'local-1', text: 'a fragile text' });
      await channel.send({ id: 'local-2', text: 'and the next' });
      await eventually(() => expect(delivered()).toEqual(['local-1', 'local-2']));
      expect(messaging.received()).toEqual(['a fragile text', 'and the next']);
    },
  );

  it('[REL-04] keeps five messages in order while offline and across a reload, and sends them once', async () => {
    const { proxy, messaging, startConversation, loadMessaging } = await start();
    const { channel, fakes, id } = await startConversation();
    const texts = ['1', '2', '3', '4', '5'];
    proxy.mode = 'refuse';
    proxy.reset();
    await eventually(() => expect(messaging.connections).toBe(0));
    for (const text of texts) await channel.send({ id: `local-${text}`, text });
    fakes.lifetime.end();
    const next = loadMessaging(fakes);
    await next.channel.init();
    expect(await next.channel.resume({ conversationId: id })).toBe(true);
    expect(next.visitorTexts()).toEqual(texts);
    proxy.mode = 'pass';
    await eventually(() => expect(next.delivered()).toHaveLength(5));
    expect(messaging.received()).toEqual(texts);
  });

  it('[REL-05] keeps a message whose page unloaded before the acknowledgement, and delivers it once', async () => {
    const { proxy, messaging, startConversation, loadMessaging } = await start();
    const { channel, fakes, id } = await startConversation();
    proxy.mode = 'stallDown';
    await channel.send({ id: 'local', text: 'last words' });
    await eventually(() => expect(messaging.received()).toEqual(['last words']));
    fakes.lifetime.end();
    proxy.mode = 'pass';
    const next = loadMessaging(fakes);
    await next.channel.init();
    await next.channel.resume({ conversationId: id });
    await eventually(() => expect(next.delivered()).toEqual(['local']));
    expect(messaging.received()).toEqual(['last words']);
  });

  it('[REL-13] shows a message once when its frame is repeated or replayed', async () => {
    const { proxy, messaging, startConversation } = await start();
    const { channel, agentTexts, delivered, id } = await startConversation();
    proxy.fault = (direction) => (direction === 'down' ? 'repeat' : 'pass');
    messaging.act(id, { action: 'say', text: 'once' });
    await channel.send({ id: 'local', text: 'mine' });
    await eventually(() => expect(delivered()).toEqual(['local']));
    proxy.reset();
    messaging.act(id, { action: 'say', text: 'twice' });
    await eventually(() => expect(agentTexts()).toEqual(['once', 'twice']));
    expect(messaging.received()).toEqual(['mine']);
  });

  it('[REL-14] shows events in order when they arrive as 5, 3, 4', async () => {
    const { proxy, messaging, startConversation } = await start();
    const { agentTexts, id } = await startConversation();
    let held = 0;
    proxy.fault = (direction, text) => {
      if (direction !== 'down' || !/"message":"(third|fourth)"/.test(text)) return 'pass';
      held += 1;
      return 'hold';
    };
    for (const text of ['third', 'fourth']) messaging.act(id, { action: 'say', text });
    await eventually(() => expect(held).toBe(2));
    messaging.act(id, { action: 'say', text: 'fifth' });
    proxy.releaseHeld();
    await eventually(() => expect(agentTexts()).toEqual(['third', 'fourth', 'fifth']));
  });

  it('[REL-15] requests a replay after a gap, and shows held events when the gap stays', async () => {
    const { proxy, messaging, startConversation } = await start();
    const { agentTexts, id } = await startConversation();
    let asked = 0;
    let isLost = false;
    proxy.fault = (direction, text) => {
      if (direction === 'up' && isSubscription(text)) asked += 1;
      if (direction !== 'down' || isLost || !text.includes('lost on the way')) return 'pass';
      isLost = true;
      return 'drop';
    };
    messaging.act(id, { action: 'say', text: 'lost on the way' });
    messaging.act(id, { action: 'say', text: 'came' });
    await eventually(() => expect(agentTexts()).toEqual(['lost on the way', 'came']));
    expect(asked).toBe(1);
    messaging.addPrivateEvent(id);
    messaging.act(id, { action: 'say', text: 'after a private note' });
    await eventually(() => expect(agentTexts()).toEqual(['lost on the way', 'came', 'after a private note']));
    expect(asked).toBe(2);
  });

  it('[REL-17] loads everything again when the service no longer has the last sequence', async () => {
    const { proxy, messaging, startConversation } = await start();
    const { agentTexts, id } = await startConversation();
    for (const text of ['one', 'two']) messaging.act(id, { action: 'say', text });
    await eventually(() => expect(agentTexts()).toEqual(['one', 'two']));
    messaging.trimBelow(1_000);
    proxy.reset();
    messaging.act(id, { action: 'say', text: 'three' });
    await eventually(() => expect(agentTexts()).toEqual(['one', 'two', 'three']));
  });

  it('[REL-18] shows events that happen during the replay exactly once', async () => {
    const { proxy, messaging, startConversation } = await start();
    const { agentTexts, id } = await startConversation();
    let isHistory = false;
    proxy.fault = (direction, text) => {
      if (direction !== 'down' || !isEvent(text) || isHistory) return 'pass';
      isHistory = true;
      messaging.act(id, { action: 'say', text: 'meanwhile' });
      return 'hold';
    };
    proxy.mode = 'refuse';
    proxy.reset();
    await eventually(() => expect(messaging.connections).toBe(0));
    messaging.act(id, { action: 'say', text: 'missed' });
    proxy.mode = 'pass';
    await eventually(() => expect(isHistory).toBe(true));
    proxy.releaseHeld();
    await eventually(() => expect(agentTexts()).toEqual(['missed', 'meanwhile']));
  });

  it('[REL-18] loads the history of a reloaded page after the connection has broken, although a new event came before its replay', async () => {
    const { proxy, messaging, startConversation, loadMessaging } = await start();
    const { fakes, agentTexts, id } = await startConversation();
    messaging.act(id, { action: 'say', text: 'before the reload' });
    await eventually(() => expect(agentTexts()).toEqual(['before the reload']));
    fakes.lifetime.end();
    await eventually(() => expect(messaging.connections).toBe(0));
    let held = 0;
    proxy.fault = (direction, text) => {
      if (direction !== 'down' || !text.includes('before the reload')) return 'pass';
      held += 1;
      return 'hold';
    };
    const next = loadMessaging(fakes);
    await next.channel.init();
    await next.channel.resume({ conversationId: id });
    await eventually(() => expect(held).toBeGreaterThan(0));
    messaging.act(id, { action: 'say', text: 'meanwhile' });
    await eventually(() => expect(next.agentTexts()).toEqual(['meanwhile']));
    proxy.fault = () => 'pass';
    proxy.reset();
    await eventually(() => expect(next.agentTexts().toSorted()).toEqual(['before the reload', 'meanwhile']));
  });

  it.each([429, 503])('[REL-21] sends a message again later after %s', async (code) => {
    const { messaging, startConversation } = await start();
    const { channel, delivered, notDelivered } = await startConversation();
    messaging.refuseNext(code);
    for (const text of ['one', 'two']) await channel.send({ id: text, text });
    await eventually(() => expect(delivered()).toEqual(['one', 'two']));
    expect(messaging.received()).toEqual(['one', 'two']);
    expect(notDelivered()).toEqual([]);
  });

  it.each([400, 413])('[REL-21] marks a message as not sent after %s, and sends the next', async (code) => {
    const { messaging, startConversation } = await start();
    const { channel, delivered, notDelivered } = await startConversation();
    messaging.refuseNext(code);
    for (const text of ['one', 'two']) await channel.send({ id: text, text });
    await eventually(() => expect(delivered()).toEqual(['two']));
    expect(notDelivered()).toEqual(['one']);
    expect(messaging.received()).toEqual(['two']);
  });

  it('[REL-32] skips invalid frames of all kinds, logs them once, and keeps working', async () => {
    const network = await start();
    const { proxy, messaging } = network;
    const { agentTexts, fakes, id } = await network.startConversation();
    proxy.fault = (direction, text) => (direction === 'down' && text.includes('cut short') ? 'corrupt' : 'pass');
    const broken = [
      '<html><body>502 Bad Gateway</body></html>',
      'null',
      '[]',
      '{"kind":"notification","type":"of.the.future","body":null}',
      '{"kind":"notification","type":"ms.MessagingEventNotification","body":{"changes":[null,{"sequence":"x"}]}}',
      '{"kind":"resp","reqId":"999","code":200}',
      JSON.stringify({ kind: 'notification', type: 'x', body: 'x'.repeat(1_000_000) }),
    ];
    for (const text of broken) proxy.inject(text);
    messaging.act(id, { action: 'say', text: 'cut short' });
    messaging.act(id, { action: 'say', text: 'alive' });
    proxy.fault = () => 'pass';
    await eventually(() => expect(agentTexts().at(-1)).toBe('alive'));
    expect(fakes.log.warnings.filter((line) => line.includes('invalid frame'))).toHaveLength(1);
    expect(network.dialed).toBe(1);
  });

  it('[REL-33] passes 20,000 characters and all kinds of Unicode unchanged in both directions', async () => {
    const { messaging, startConversation } = await start();
    const { channel, agentTexts, delivered, id } = await startConversation();
    const texts = ['x'.repeat(20_000), 'مرحبا', '👩‍👩‍👧‍👦 e\u0301', 'a\u0000b', 'lone \ud83d surrogate'];
    for (const [at, text] of texts.entries()) await channel.send({ id: `local-${at}`, text });
    await eventually(() => expect(delivered()).toHaveLength(texts.length));
    expect(messaging.received()).toEqual(texts);
    for (const text of texts) messaging.act(id, { action: 'say', text });
    await eventually(() => expect(agentTexts()).toEqual(texts));
  });
});
