import { describe, expect, it } from 'vitest';
import type { ChannelEvent } from '../../../../frame/chat/channel.ts';
import { typingRepeatMs } from '../../../../frame/chat/channels/ground/agentTyping.ts';
import { createDeskPresence } from '../../../../frame/chat/channels/xmpp/deskPresence.ts';
import { composingRepeatMs, maxTypingMs } from '../../../../frame/chat/channels/xmpp/limits.ts';
import { readMessage } from '../../../../frame/chat/channels/xmpp/wire.ts';
import { parseXml, type Xml } from '../../../../frame/chat/channels/xmpp/xml.ts';
import { createLifetime } from '../../../../frame/platform/lifetime.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';

const own = 'visitor-1@guests.example';

/** What the desk sends from one of its clients. */
function message(inside: string, { resource = 'agent', id = 'm1' } = {}) {
  const from = `sales@desk.example${resource === '' ? '' : `/${resource}`}`;
  const named = id === '' ? '' : ` id="${id}"`;
  const element = parseXml(`<message xmlns="jabber:client" from="${from}"${named}>${inside}</message>`);
  const read = element && readMessage(element, own);
  if (!read) throw new Error('no message');
  return read;
}
const sign = (state: string) => `<${state} xmlns="http://jabber.org/protocol/chatstates"/>`;
const text = '<body>Hello</body>';
const wanted = `${text}<request xmlns="urn:xmpp:receipts"/>`;

function setUp({ isVisible = true, phase = 'waiting' } = {}) {
  const clock = createFakeClock();
  const lifetime = createLifetime();
  const looks = { isVisible };
  const events: ChannelEvent[] = [];
  const sent: string[] = [];
  const entered: string[] = [];
  let gone = 0;
  let ids = 0;
  const snapshot = { state: phase };
  const state = {
    snapshot,
    emit: (event: ChannelEvent) => void events.push(event),
    enter(next: string) {
      entered.push(next);
      snapshot.state = next;
    },
  };
  const attention = {
    isPaneShown: () => true,
    isVisible: () => looks.isVisible,
    onChange: () => {},
    onOnline: () => {},
  };
  const createId = (): string => {
    ids += 1;
    return `s${ids}`;
  };
  const desk = createDeskPresence(
    { attention, clock, lifetime, createId },
    {
      state: state as never,
      deskConfig: { address: 'sales@desk.example', name: 'Sales' },
      connection: { send: ({ xml }: Xml) => void sent.push(xml) } as never,
      files: undefined,
      inFlight: new Map(),
      text: (() => '') as never,
    },
    () => {
      gone += 1;
    },
  );
  const typing = () => events.flatMap((one) => (one.type === 'agentTyping' ? [one.isTyping] : []));
  const signs = () => sent.map((one) => /id="s\d+"><(\w+)/.exec(one)?.[1]);
  return { desk, clock, lifetime, looks, events, sent, entered, typing, signs, gone: () => gone };
}

describe('the desk', () => {
  it('[CH-041] is named when it gives its first sign, which ends the waiting', () => {
    const { desk, events, entered } = setUp();
    expect(desk.hasAnswered).toBe(false);
    desk.wrote(message(text), false);
    desk.wrote(message(text), false);
    expect(desk.hasAnswered).toBe(true);
    expect(events).toEqual([{ type: 'participants', participants: [{ id: 'sales@desk.example', name: 'Sales' }] }]);
    expect(entered).toEqual(['chatting']);
  });

  it('[CH-041] does not begin a conversation that goes on, or with a receipt', () => {
    const going = setUp({ phase: 'resume' });
    going.desk.wrote(message(text), true);
    expect(going.entered).toEqual([]);
    const silent = setUp();
    silent.desk.signalled(message('<received xmlns="urn:xmpp:receipts" id="m0"/>'));
    expect([silent.desk.hasAnswered, silent.events]).toEqual([false, []]);
  });

  it('[CH-041][F-AD2] has not answered when it sends a form, with words for clients without forms', () => {
    const { desk, events, entered, typing } = setUp();
    const form = '<x xmlns="jabber:x:data" type="form"/>';
    desk.signalled(message(`${text}${form}${sign('active')}`));
    expect([desk.hasAnswered, events, entered]).toEqual([false, [], []]);
    desk.signalled(message(sign('composing')));
    desk.signalled(message(`${text}${form}`));
    expect([desk.hasAnswered, typing()]).toEqual([true, [true, false]]);
  });

  it('[F-AD2] hears that a message has arrived if it asks, but not about an old one', () => {
    const { desk, sent, signs } = setUp({ isVisible: false });
    desk.wrote(message(text), false);
    desk.wrote(message(wanted), true);
    desk.wrote(message(wanted, { id: '' }), false);
    expect(sent).toEqual([]);
    desk.wrote(message(wanted, { id: 'm2' }), false);
    expect(signs()).toEqual(['received']);
    expect(sent[0]).toContain('<received xmlns="urn:xmpp:receipts" id="m2"/>');
  });

  it('[F-AD2] hears once that the visitor has read it, and not while they do not see it', () => {
    const bench = setUp({ isVisible: false });
    bench.desk.wrote(message(text, { id: 'm1' }), false);
    bench.desk.wrote(message(text, { id: 'm2' }), false);
    bench.desk.seen();
    expect(bench.sent).toEqual([]);
    bench.looks.isVisible = true;
    bench.desk.seen();
    bench.desk.seen();
    expect(bench.sent).toHaveLength(1);
    expect(bench.sent[0]).toContain('<displayed xmlns="urn:xmpp:chat-markers:0" id="m2"/>');
  });

  it('[F-AD2] hears at once that the visitor has read a live message, and on request that they have read the history', () => {
    const { desk, sent, signs } = setUp();
    desk.wrote(message(text, { id: 'old' }), true);
    expect(signs()).toEqual([]);
    desk.wrote(message(text, { id: 'new' }), false);
    expect(signs()).toEqual(['displayed']);
    expect(sent[0]).toContain('id="new"');
    desk.seen();
    desk.wrote(message(text, { id: 'old again' }), true);
    desk.seen();
    expect(signs()).toEqual(['displayed', 'displayed']);
  });

  it('[F-AD2] counts as gone when the client that wrote last leaves', () => {
    const { desk, gone, typing } = setUp();
    desk.signalled(message(sign('gone'), { resource: '' }));
    expect(gone(), 'nobody has written').toBe(0);
    desk.wrote(message(text, { resource: 'one' }), false);
    desk.wrote(message(text, { resource: 'two' }), false);
    desk.signalled(message(sign('gone'), { resource: 'one' }));
    expect(gone()).toBe(0);
    desk.signalled(message(sign('composing'), { resource: 'two' }));
    desk.signalled(message(sign('gone'), { resource: 'two' }));
    expect(gone()).toBe(1);
    expect(typing()).toEqual([true, false]);
  });
});

describe('the sign that the desk types', () => {
  it('[SH-050] is repeated until the desk stops', async () => {
    const { desk, clock, typing } = setUp();
    desk.signalled(message(sign('composing')));
    expect(typing()).toEqual([true]);
    await clock.advance(typingRepeatMs);
    expect(typing()).toEqual([true, true]);
    desk.signalled(message(sign('paused')));
    expect(typing()).toEqual([true, true, false]);
    await clock.advance(3 * typingRepeatMs);
    expect(typing()).toEqual([true, true, false]);
  });

  it('[SH-050] ends with a message, and no end is reported if the desk was not typing', () => {
    const { desk, typing } = setUp();
    desk.signalled(message(sign('paused')));
    desk.signalled(message(text));
    expect(typing()).toEqual([]);
    desk.signalled(message(sign('composing')));
    desk.signalled(message(text));
    expect(typing()).toEqual([true, false]);
  });

  it('[SH-050] goes by itself after 30 s without another', async () => {
    const { desk, clock, typing } = setUp();
    desk.signalled(message(sign('composing')));
    await clock.advance(maxTypingMs - 1);
    expect(typing()).not.toContain(false);
    await clock.advance(1);
    expect(typing().at(-1)).toBe(false);
    const count = typing().length;
    await clock.advance(maxTypingMs);
    expect(typing()).toHaveLength(count);
  });

  it('[SH-050] is repeated by one timer, however often it comes, and by none after the end', async () => {
    const { desk, clock, lifetime } = setUp();
    desk.signalled(message(sign('composing')));
    desk.signalled(message(sign('composing')));
    expect(clock.pending).toBe(1);
    lifetime.end();
    expect(clock.pending).toBe(0);
  });
});

describe('the sign that the visitor types', () => {
  it('[CH-032] is sent once in 5 s, and its end once', async () => {
    const { desk, clock, signs } = setUp();
    desk.typing(false);
    expect(signs()).toEqual([]);
    desk.typing(true);
    await clock.advance(composingRepeatMs - 1);
    desk.typing(true);
    expect(signs()).toEqual(['composing']);
    await clock.advance(1);
    desk.typing(true);
    desk.typing(false);
    desk.typing(false);
    expect(signs()).toEqual(['composing', 'composing', 'paused']);
  });
});

it('[F-AD2] the next conversation begins without what was known of the last one', async () => {
  const { desk, clock, events, sent, signs, gone } = setUp({ isVisible: false });
  desk.wrote(message(text), false);
  desk.signalled(message(sign('composing')));
  desk.typing(true);
  desk.reset();
  expect([desk.hasAnswered, clock.pending]).toEqual([false, 0]);
  desk.signalled(message(sign('gone')));
  expect(gone()).toBe(0);
  desk.seen();
  desk.typing(false);
  desk.typing(true);
  expect(signs()).toEqual(['composing', 'composing']);
  expect(sent).toHaveLength(2);
  desk.wrote(message(text), false);
  expect(events.filter(({ type }) => type === 'participants')).toHaveLength(2);
});
