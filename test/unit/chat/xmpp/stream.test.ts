import { describe, expect, it } from 'vitest';
import { connectTimeoutMs } from '../../../../frame/chat/channels/ground/connection/limits.ts';
import type { SocketLike } from '../../../../frame/chat/channels/ground/connection/socket.ts';
import { stepTimeoutMs } from '../../../../frame/chat/channels/xmpp/limits.ts';
import { type Frame, openStream } from '../../../../frame/chat/channels/xmpp/stream.ts';
import { xml } from '../../../../frame/chat/channels/xmpp/xml.ts';
import { createLifetime } from '../../../../frame/platform/lifetime.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';

const framing = 'urn:ietf:params:xml:ns:xmpp-framing';
const features = '<features xmlns="http://etherx.jabber.org/streams"/>';
const closing = `<close xmlns="${framing}"/>`;
const lost = { code: 'CALL_ABORTED', message: expect.stringContaining('he connection was closed') };

/** A stream on a socket that the test speaks for. */
function setUp({ throws = false } = {}) {
  const clock = createFakeClock();
  const lifetime = createLifetime();
  const listeners = new Map<string, (event: never) => void>();
  const sent: string[] = [];
  const codes: (number | undefined)[] = [];
  const socket = {
    send(text: string) {
      if (throws) throw new Error('closing');
      sent.push(text);
    },
    close(code?: number) {
      codes.push(code);
      if (throws) throw new Error('closed');
    },
    addEventListener: (type: string, listener: (event: never) => void) => void listeners.set(type, listener),
  } as SocketLike;
  const closed = { count: 0 };
  const onClosed = (): void => {
    closed.count += 1;
  };
  const stream = openStream({ clock, lifetime }, socket, onClosed);
  const dispatch = (type: string, event: unknown = {}): void => listeners.get(type)?.(event as never);
  const hear = (data: unknown): void => dispatch('message', { data });
  return { stream, clock, lifetime, sent, codes, closed, dispatch, hear };
}

const named =
  (name: string) =>
  (element: { readonly name: string }): boolean =>
    element.name === name;

describe('opening a stream', () => {
  it('[F-AD2] waits for the socket, and then for the features', async () => {
    const { stream, sent, clock, dispatch, hear } = setUp();
    const opened = stream.open('guests.example');
    await clock.advance(0);
    expect(sent).toEqual([]);
    dispatch('open');
    await clock.advance(0);
    expect(sent).toEqual([`<open xmlns="${framing}" to="guests.example" version="1.0"/>`]);
    hear(`<open xmlns="${framing}"/>`);
    hear('<features xmlns="urn:other"/>');
    hear(features);
    expect((await opened).namespace).toBe('http://etherx.jabber.org/streams');
    expect(clock.pending).toBe(0);
  });

  it('[F-AD2] fails where the socket does not open in time', async () => {
    const { stream, clock } = setUp();
    const refused = expect(stream.open('guests.example')).rejects.toMatchObject({
      code: 'CALL_TIMEOUT',
      message: expect.stringContaining(`${connectTimeoutMs} ms`),
    });
    await clock.advance(connectTimeoutMs);
    await refused;
  });

  it('[F-AD2] that nobody waits for fails in silence', async () => {
    const { clock, dispatch, closed } = setUp();
    dispatch('error');
    dispatch('close');
    await clock.advance(connectTimeoutMs);
    expect([closed.count, clock.pending]).toEqual([1, 0]);
  });
});

describe('the steps of a login', () => {
  it('[F-AD2] find what has come already, and drop what came before it', async () => {
    const { stream, hear } = setUp();
    for (const name of ['a', 'b', 'c']) hear(`<${name}/>`);
    hear('<broken');
    expect((await stream.next(named('b'))).name).toBe('b');
    const frames: (string | undefined)[] = [];
    stream.deliver(({ element }) => frames.push(element?.name));
    expect(frames).toEqual(['c', undefined]);
  });

  it('[F-AD2] wait for what comes, and drop what came before it', async () => {
    const { stream, hear } = setUp();
    const step = stream.next(named('b'));
    hear('<a/>');
    hear('<b/>');
    hear('<b/>');
    await step;
    const frames: (string | undefined)[] = [];
    stream.deliver(({ element }) => frames.push(element?.name));
    expect(frames).toEqual(['b']);
  });

  it('[F-AD2] fail after 10 s, or after the time of their own', async () => {
    const { stream, clock } = setUp();
    const failed: string[] = [];
    void stream.next(named('a'), 20_000).catch(({ message }) => failed.push(message));
    void stream.next(named('b')).catch(({ message }) => failed.push(message));
    await clock.advance(stepTimeoutMs - 1);
    expect(failed).toEqual([]);
    await clock.advance(1);
    expect(failed).toEqual([expect.stringContaining('10000 ms')]);
    await clock.advance(10_000);
    expect(failed).toHaveLength(2);
  });

  it('[F-AD2] fail with the stream, and after it', async () => {
    const { stream, dispatch, clock } = setUp();
    const step = expect(stream.next(named('a'))).rejects.toMatchObject(lost);
    dispatch('close');
    await step;
    await expect(stream.next(named('a'))).rejects.toMatchObject({
      code: 'CALL_ABORTED',
      message: expect.stringContaining('There is no connection.'),
    });
    expect(clock.pending).toBe(0);
  });
});

describe('what comes after the login', () => {
  it.each([
    ['<message/>', true],
    [' <iq type="get"/>', true],
    ['<presence></presence>', true],
    ['<message x', true],
    ['<message', false],
    ['<messages/>', false],
    ['<r xmlns="urn:xmpp:sm:3"/>', false],
    ['<a><message/></a>', false],
    [new ArrayBuffer(4), false],
  ])('[F-AD2] is distinguished from a sign of the stream: %s', (data, isStanza) => {
    const { stream, hear } = setUp();
    const frames: Frame[] = [];
    stream.deliver((frame) => frames.push(frame));
    hear(data);
    expect(frames.map((one) => one.isStanza)).toEqual([isStanza]);
  });
});

describe('the end of a stream', () => {
  it.each([
    closing,
    '<stream:error xmlns:stream="http://etherx.jabber.org/streams"/>',
    '<error xmlns="http://etherx.jabber.org/streams"/>',
  ])('[F-AD2] comes with %s, and is answered', async (frame) => {
    const { stream, sent, codes, closed, hear, clock } = setUp();
    const step = expect(stream.next(named('a'))).rejects.toMatchObject(lost);
    hear(frame);
    await step;
    expect([sent, codes, closed.count, clock.pending]).toEqual([[closing], [1000], 1, 0]);
  });

  it.each(['<error xmlns="jabber:client"/>', '<close xmlns="urn:other"/>', '<message xmlns="jabber:client"/>'])(
    '[F-AD2] does not come with %s',
    (frame) => {
      const { closed, hear } = setUp();
      hear(frame);
      expect(closed.count).toBe(0);
    },
  );

  it('[F-AD2] comes once, and nothing is heard or sent after it', () => {
    const { stream, sent, codes, closed, dispatch, hear } = setUp();
    const frames: Frame[] = [];
    stream.deliver((frame) => frames.push(frame));
    dispatch('close');
    dispatch('close');
    hear('<message/>');
    stream.send(xml('a', {}));
    stream.close(true);
    expect([closed.count, frames, sent, codes]).toEqual([1, [], [], []]);
  });

  it.each([
    [true, [closing]],
    [false, []],
  ])(
    '[F-AD2] that we want is reported to the server if the session ends too (%s), and not to us',
    (isFinal, expected) => {
      const { stream, sent, codes, closed, dispatch } = setUp();
      stream.close(isFinal);
      stream.close(isFinal);
      dispatch('close');
      expect([sent, codes, closed.count]).toEqual([expected, [1000], 0]);
    },
  );

  it('[F-AD2] comes with the end of the widget, which leaves the session to be resumed', () => {
    const { lifetime, sent, codes, closed, clock } = setUp();
    lifetime.end();
    expect([sent, codes, closed.count, clock.pending]).toEqual([[], [1000], 0, 0]);
  });

  it('[F-AD2] comes without an error on a socket that is closing', () => {
    const { stream, codes } = setUp({ throws: true });
    stream.send(xml('a', {}));
    stream.close(true);
    expect(codes).toEqual([1000]);
  });
});
