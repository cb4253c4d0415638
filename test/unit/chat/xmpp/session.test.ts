import { describe, expect, it } from 'vitest';
import { ackTimeoutMs } from '../../../../frame/chat/channels/xmpp/limits.ts';
import { createSession } from '../../../../frame/chat/channels/xmpp/session.ts';
import type { Frame, Stream } from '../../../../frame/chat/channels/xmpp/stream.ts';
import { parseXml, xml } from '../../../../frame/chat/channels/xmpp/xml.ts';
import { createLifetime } from '../../../../frame/platform/lifetime.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';
import { createFakeLog } from '../../../support/fakeLog.ts';

const address = 'visitor-1@guests.example/tab';
const enabled = '<enabled xmlns="urn:xmpp:sm:3" id="s-1" resume="true"/>';
const acknowledged = (h: number) => `<a xmlns="urn:xmpp:sm:3" h="${h}"/>`;
const stanza = (id: string) => xml('message', { id });

/** A stream that the test speaks for. */
function createStream() {
  const sent: string[] = [];
  let listener = (_: Frame): void => {};
  const stream: Pick<Stream, 'send' | 'deliver'> = {
    send: (one) => void sent.push(one.xml),
    deliver(next) {
      listener = next;
    },
  };
  const hear = (text: string): void =>
    listener({ element: parseXml(text), isStanza: /^<(?:message|presence|iq)/.test(text) });
  return { stream: stream as Stream, sent, hear };
}

function setUp() {
  const clock = createFakeClock();
  const lifetime = createLifetime();
  const log = createFakeLog();
  const received: string[] = [];
  const dead = { count: 0 };
  const session = createSession(
    { clock, lifetime, log },
    ({ attributes }) => void received.push(attributes.get('id') ?? ''),
    () => {
      dead.count += 1;
    },
  );
  const settled: string[] = [];
  const send = (id: string): void => session.send(stanza(id), (isHandled) => void settled.push(`${id} ${isHandled}`));
  /** Begins a session on a new stream. */
  const begin = (manages = true) => {
    const stream = createStream();
    session.begin(stream.stream, { type: 'begun', address, manages, isNewAccount: false });
    return stream;
  };
  return { session, clock, log, received, dead, settled, send, begin };
}

describe('a session', () => {
  it('[F-AD2] has an address while it lasts', () => {
    const { session, begin } = setUp();
    expect(session.address).toBeUndefined();
    begin();
    expect(session.address).toBe('visitor-1@guests.example');
    session.detach(true);
    expect(session.address).toBeUndefined();
  });

  it('[F-AD2] is over with its stream unless it can be resumed', () => {
    const plain = setUp();
    plain.begin();
    plain.send('m1');
    plain.session.detach(false);
    expect([plain.session.address, plain.settled]).toEqual([undefined, ['m1 false']]);
    const kept = setUp();
    kept.begin().hear(enabled);
    kept.send('m1');
    kept.session.detach(false);
    expect([kept.session.address, kept.settled]).toEqual(['visitor-1@guests.example', []]);
    expect(kept.session.resumption).toEqual({ id: 's-1', received: 0 });
    kept.session.detach(true);
    expect([kept.session.address, kept.session.resumption, kept.settled]).toEqual([undefined, undefined, ['m1 false']]);
  });

  it('[F-AD2] that begins ends the one before, which is not resumed', () => {
    const { session, begin, send, settled } = setUp();
    begin().hear(enabled);
    send('m1');
    begin();
    expect([settled, session.resumption]).toEqual([['m1 false'], undefined]);
  });

  it('[F-AD2] takes no stanza and no request before it begins', async () => {
    const { session, send, settled } = setUp();
    send('m1');
    expect(settled).toEqual(['m1 false']);
    session.send(stanza('m2'));
    await expect(session.request('get', xml('ping', {}))).rejects.toMatchObject({
      code: 'CALL_ABORTED',
      message: expect.stringContaining('There is no session.'),
    });
  });

  it('[F-AD2] counts the stanzas of the server from its answer on, and says how many it has', () => {
    const { session, begin, log } = setUp();
    const { hear, sent } = begin();
    hear('<message id="m0"/>');
    hear(enabled);
    hear('<message id="m1"/>');
    hear('<presence/>');
    hear('<message');
    hear('<r xmlns="urn:xmpp:sm:3"/>');
    expect(sent).toEqual(['<a xmlns="urn:xmpp:sm:3" h="3"/>']);
    expect(session.resumption?.received).toBe(3);
    expect(log.warnings).toEqual(['Skipped a stanza that is not well-formed or too large.']);
  });

  it('[F-AD2][F-CH31] hands over messages and presence, and nothing else', () => {
    const { begin, received } = setUp();
    const { hear } = begin();
    hear('<message id="m1"/>');
    hear('<presence id="p1"/>');
    hear('<iq type="result" id="q9"/>');
    expect(received).toEqual(['m1', 'p1']);
  });
});

describe('a resumed session', () => {
  it('[F-AD2] sends again what the server has not had, and asks for the count', async () => {
    const { session, begin, send, settled, clock, dead } = setUp();
    begin().hear(enabled);
    for (const id of ['m1', 'm2']) send(id);
    session.detach(false);
    send('m3');
    const { stream, sent, hear } = createStream();
    session.resume(stream, 1);
    expect(settled).toEqual(['m1 true']);
    expect(sent).toEqual(['<message id="m2"/>', '<message id="m3"/>', '<r xmlns="urn:xmpp:sm:3"/>']);
    hear(acknowledged(3));
    expect(settled).toEqual(['m1 true', 'm2 true', 'm3 true']);
    await clock.advance(ackTimeoutMs);
    expect(dead.count).toBe(0);
  });

  it('[F-AD2] asks for nothing if the server has had everything', () => {
    const { session, begin, send } = setUp();
    begin().hear(enabled);
    send('m1');
    session.detach(false);
    const { stream, sent } = createStream();
    session.resume(stream, 1);
    expect([sent, session.isAckAwaited]).toEqual([[], false]);
  });
});

describe('an acknowledgement', () => {
  it('[F-AD2] that does not come in time shows that the stream is dead', async () => {
    const { session, begin, clock, dead } = setUp();
    const { sent } = begin();
    session.askForAck(1_000);
    await clock.advance(500);
    session.askForAck(1_000);
    expect(sent).toEqual(['<r xmlns="urn:xmpp:sm:3"/>', '<r xmlns="urn:xmpp:sm:3"/>']);
    expect(session.isAckAwaited).toBe(true);
    await clock.advance(499);
    expect(dead.count).toBe(0);
    await clock.advance(1);
    expect([dead.count, session.isAckAwaited]).toEqual([1, false]);
  });

  it('[F-AD2] in time is followed by a deadline of its own', async () => {
    const { session, begin, clock, dead } = setUp();
    const { hear } = begin();
    session.askForAck(1_000);
    hear(acknowledged(0));
    expect([clock.pending, session.isAckAwaited]).toEqual([0, false]);
    session.askForAck(1_000);
    await clock.advance(1_000);
    expect(dead.count).toBe(1);
  });

  it('[F-AD2] is not asked for without a session or a stream', () => {
    const { session, begin, clock } = setUp();
    session.askForAck(1_000);
    begin().hear(enabled);
    session.detach(false);
    session.askForAck(1_000);
    expect(clock.pending).toBe(0);
  });

  it('[F-AD2] is no longer awaited when the stream is gone', () => {
    const { session, begin, clock } = setUp();
    begin().hear(enabled);
    session.askForAck(1_000);
    session.detach(false);
    expect(clock.pending).toBe(0);
  });

  it('[F-AD2] is awaited while somebody wants to know about a stanza', () => {
    const { session, begin, send } = setUp();
    const { hear } = begin();
    session.send(stanza('sign'));
    expect(session.isAckAwaited).toBe(false);
    send('m1');
    expect(session.isAckAwaited).toBe(true);
    hear(acknowledged(2));
    expect(session.isAckAwaited).toBe(false);
  });
});

describe('a server without acknowledgements', () => {
  const idIn = (sent: readonly string[]) => /<iq [^>]*id="(q\d+)"/.exec(sent.at(-1) ?? '')?.[1];

  it.each([
    ['answers', (id: string) => `<iq type="result" id="${id}"/>`],
    [
      'refuses',
      (id: string) =>
        `<iq type="error" id="${id}"><error><service-unavailable xmlns="urn:ietf:params:xml:ns:xmpp-stanzas"/></error></iq>`,
    ],
  ])('[F-AD2] has had what was sent before a ping that it %s, and not what came after it', async (_, answerTo) => {
    const { session, begin, send, settled, clock } = setUp();
    const { hear, sent } = begin(false);
    send('m1');
    session.askForAck(1_000);
    const id = idIn(sent) ?? '';
    expect(sent.at(-1)).toBe(`<iq xmlns="jabber:client" type="get" id="${id}"><ping xmlns="urn:xmpp:ping"/></iq>`);
    send('m2');
    hear(answerTo(id));
    await clock.advance(0);
    expect(settled).toEqual(['m1 true']);
    expect(session.isAckAwaited, 'the second').toBe(true);
  });

  it('[F-AD2] is dead if it does not answer', async () => {
    const { session, begin, send, settled, clock, dead } = setUp();
    begin(false);
    send('m1');
    session.askForAck(1_000);
    await clock.advance(1_000);
    expect([dead.count, settled]).toEqual([1, []]);
  });

  it('[F-AD2] acknowledges nothing for the session that follows', async () => {
    const { session, begin, send, settled, clock } = setUp();
    const first = begin(false);
    send('m0');
    session.askForAck(1_000);
    first.hear(`<iq type="result" id="${idIn(first.sent)}"/>`);
    begin(false);
    send('m1');
    await clock.advance(0);
    expect(settled).toEqual(['m0 false']);
  });

  it('[F-AD2] is asked with a ping if it has refused to acknowledge, at once if an answer is awaited', async () => {
    const { session, begin, clock, dead } = setUp();
    const { hear, sent } = begin();
    session.askForAck(1_000);
    hear('<failed xmlns="urn:xmpp:sm:3"/>');
    expect(sent.at(-1)).toContain('<ping');
    hear(`<iq type="result" id="${idIn(sent)}"/>`);
    await clock.advance(1_000);
    expect(dead.count).toBe(0);
    const idle = setUp();
    const other = idle.begin();
    other.hear('<failed xmlns="urn:xmpp:sm:3"/>');
    expect(other.sent).toEqual([]);
    idle.session.askForAck(1_000);
    expect(other.sent.at(-1)).toContain('<ping');
  });
});

describe('a question of the server', () => {
  const error = '<error type="cancel"><service-unavailable xmlns="urn:ietf:params:xml:ns:xmpp-stanzas"/></error>';
  it.each([
    ['type="get" id="x" from="guests.example"', ` id="x" to="guests.example"`],
    ['type="set" id="x" from="GUESTS.example/y"', ` id="x" to="GUESTS.example/y"`],
    ['type="get" id="x"', ' id="x"'],
    ['type="get" id="x" from="stranger@guests.example"', undefined],
    ['type="result" id="x" from="guests.example"', undefined],
    ['id="x"', undefined],
  ])('[F-AD2] is refused, and that of a stranger is not answered: %s', (attributes, expected) => {
    const { begin } = setUp();
    const { hear, sent } = begin();
    hear(`<iq ${attributes}><query xmlns="jabber:iq:version"/></iq>`);
    const answer = `<iq xmlns="jabber:client" type="error"${expected}>${error}</iq>`;
    expect(sent).toEqual(expected === undefined ? [] : [answer]);
  });
});

it('[F-AD2] a request goes to our server or to a service, and fails with the stream', async () => {
  const { session, begin } = setUp();
  const { sent } = begin();
  const lost = expect(session.request('set', xml('a', {}), 'upload.example')).rejects.toMatchObject({
    code: 'CALL_ABORTED',
  });
  expect(sent).toEqual(['<iq xmlns="jabber:client" type="set" id="q1" to="upload.example"><a/></iq>']);
  session.detach(false);
  await lost;
});
