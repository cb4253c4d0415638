import { describe, expect, it } from 'vitest';
import { createKnownMessages } from '../../../../frame/chat/channels/xmpp/knownMessages.ts';
import { stepTimeoutMs } from '../../../../frame/chat/channels/xmpp/limits.ts';
import { createRequests } from '../../../../frame/chat/channels/xmpp/requests.ts';
import { createUnacknowledged } from '../../../../frame/chat/channels/xmpp/unacknowledged.ts';
import { parseXml, xml } from '../../../../frame/chat/channels/xmpp/xml.ts';
import { createLifetime } from '../../../../frame/platform/lifetime.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';

describe('what the server has not acknowledged', () => {
  function setUp(count: number) {
    const list = createUnacknowledged();
    const settled: string[] = [];
    for (let at = 1; at <= count; at += 1)
      list.add(xml(`s${at}`, {}), (isHandled) => void settled.push(`s${at} ${isHandled}`));
    return { list, settled, names: () => list.takeWanted().map((one) => one.xml) };
  }

  it('[F-AD2] is what was sent after the last count, in order', () => {
    const { list, settled, names } = setUp(3);
    expect(list.countOfAll).toBe(3);
    list.handled(2);
    expect([settled, names(), list.countOfAll]).toEqual([['s1 true', 's2 true'], ['<s3/>'], 3]);
    list.handled(2);
    expect(names()).toEqual(['<s3/>']);
    list.handled(3);
    expect([settled.at(-1), names(), list.countOfAll]).toEqual(['s3 true', [], 3]);
  });

  it('[F-AD2] leaves out what is no longer wanted, and counts on without it', () => {
    const { list, settled, names } = setUp(1);
    let isWanted = true;
    list.add(
      xml('text', {}),
      (isHandled) => void settled.push(`text ${isHandled}`),
      () => isWanted,
    );
    list.add(xml('farewell', {}), (isHandled) => void settled.push(`farewell ${isHandled}`));
    expect(names()).toEqual(['<s1/>', '<text/>', '<farewell/>']);
    isWanted = false;
    list.handled(1);
    expect([names(), settled]).toEqual([['<farewell/>'], ['s1 true', 'text false']]);
    list.handled(2);
    expect(settled.at(-1)).toBe('farewell true');
  });

  it.each([3, 2 ** 32 - 1])('[F-AD2] ignores the count %i, which is higher than what was sent', (count) => {
    const { list, settled, names } = setUp(2);
    list.handled(count);
    expect([settled, names(), list.countOfAll]).toEqual([[], ['<s1/>', '<s2/>'], 2]);
  });

  it('[F-AD2] is awaited if somebody wants to know', () => {
    const { list } = setUp(0);
    expect(list.isAwaited).toBe(false);
    list.add(xml('sign', {}));
    expect(list.isAwaited).toBe(false);
    list.add(xml('text', {}), () => {});
    expect(list.isAwaited).toBe(true);
    list.handled(2);
    expect(list.isAwaited).toBe(false);
  });

  it('[F-AD2] is lost with its session, of which nothing is counted on', () => {
    const { list, settled, names } = setUp(2);
    list.countReceived();
    list.countReceived();
    expect(list.received).toBe(2);
    list.handled(1);
    list.clear();
    expect([settled, names(), list.received, list.countOfAll]).toEqual([['s1 true', 's2 false'], [], 0, 0]);
    list.countReceived();
    list.restartReceived();
    expect(list.received).toBe(0);
  });
});

describe('a request', () => {
  const own = 'visitor-1@guests.example';

  function setUp({ isNamed = true } = {}) {
    const clock = createFakeClock();
    const lifetime = createLifetime();
    const requests = createRequests({ clock, lifetime, ownAddress: () => (isNamed ? own : undefined) });
    const answer = (attributes: string, inside = '') => {
      const element = parseXml(`<iq xmlns="jabber:client" ${attributes}>${inside}</iq>`);
      if (!element) throw new Error('no markup');
      return requests.answer(element);
    };
    const outcomeOf = (promise: Promise<unknown>): { readonly settled: unknown[] } => {
      const settled: unknown[] = [];
      promise.then(
        () => settled.push('answered'),
        (error) => settled.push(error),
      );
      return { settled };
    };
    return { clock, lifetime, requests, answer, outcomeOf };
  }

  it('[F-AD2] has an id of its own', () => {
    const { requests } = setUp();
    expect([requests.createId(), requests.createId()]).toEqual(['q1', 'q2']);
  });

  it.each([
    ['', true],
    [`from="${own}/tab"`, true],
    ['from="VISITOR-1@guests.example"', true],
    ['from="guests.example"', true],
    ['from="stranger@guests.example"', false],
    ['from="evil.example"', false],
  ])('[F-AD2] to our server is answered by %s: %s', async (from, isAnswered) => {
    const { requests, answer, outcomeOf, clock } = setUp();
    const { settled } = outcomeOf(requests.wait('q1'));
    expect(answer(`type="result" id="q1" ${from}`)).toBe(true);
    await clock.advance(0);
    expect(settled).toEqual(isAnswered ? ['answered'] : []);
  });

  it('[F-AD2] to our server is answered by nobody with a name while we have none', async () => {
    const { requests, answer, outcomeOf, clock } = setUp({ isNamed: false });
    const { settled } = outcomeOf(requests.wait('q1'));
    answer(`type="result" id="q1" from="${own}"`);
    await clock.advance(0);
    expect(settled).toEqual([]);
  });

  it.each([
    ['from="upload.example"', true],
    ['from="UPLOAD.example/x"', true],
    ['', false],
    ['from="guests.example"', false],
  ])('[F-AD2] to a service is answered by %s: %s', async (from, isAnswered) => {
    const { requests, answer, outcomeOf, clock } = setUp();
    const { settled } = outcomeOf(requests.wait('q1', 'upload.example'));
    answer(`type="result" id="q1" ${from}`);
    await clock.advance(0);
    expect(settled).toEqual(isAnswered ? ['answered'] : []);
  });

  it('[F-AD2] is no answer', () => {
    const { answer } = setUp();
    expect([answer('type="get" id="q1"'), answer('type="set" id="q1"'), answer('id="q1"')]).toEqual([
      false,
      false,
      false,
    ]);
    expect([answer('type="result" id="unknown"'), answer('type="error"')]).toEqual([true, true]);
  });

  it('[F-AD2] fails with the condition of the error', async () => {
    const { requests, answer } = setUp();
    const refused = expect(requests.wait('q1')).rejects.toMatchObject({
      code: 'CALL_FAILED',
      message: expect.stringContaining('item-not-found'),
      body: { condition: 'item-not-found' },
    });
    answer('type="error" id="q1"', '<error><item-not-found xmlns="urn:ietf:params:xml:ns:xmpp-stanzas"/></error>');
    await refused;
  });

  it('[F-AD2] fails after 10 s, and with the connection', async () => {
    const { requests, clock, answer } = setUp();
    const late = expect(requests.wait('q1')).rejects.toMatchObject({
      code: 'CALL_TIMEOUT',
      message: expect.stringContaining(`${stepTimeoutMs} ms`),
    });
    await clock.advance(stepTimeoutMs - 1);
    expect(clock.pending).toBe(1);
    await clock.advance(1);
    await late;
    expect(answer('type="result" id="q1"')).toBe(true);
    const lost = expect(requests.wait('q2')).rejects.toMatchObject({
      code: 'CALL_ABORTED',
      message: expect.stringContaining('The connection was lost.'),
    });
    requests.fail();
    await lost;
    expect(clock.pending).toBe(0);
  });

  it('[F-AD2] that is answered leaves no timer', async () => {
    const { requests, clock, lifetime, answer } = setUp();
    const answered = requests.wait('q1');
    answer('type="result" id="q1"');
    await answered;
    expect(clock.pending).toBe(0);
    void requests.wait('q2');
    lifetime.end();
    expect(clock.pending).toBe(0);
  });
});

describe('the messages that the page has shown', () => {
  const placeAt = (sequence: number) => ({ timestamp: sequence, order: { atMs: sequence, sequence } });

  it('[F-AD2] are distinguished by the archive’s id, and by the sender’s where one copy has none', () => {
    const known = createKnownMessages();
    known.add('desk', { id: 'm1', archiveId: 'a1' }, 'one', placeAt(1));
    known.add('desk', { id: 'm2', archiveId: undefined }, 'two', placeAt(2));
    known.add('desk', { id: undefined, archiveId: 'a3' }, 'three', placeAt(3));
    const has = (id: string | undefined, archiveId: string | undefined) => known.has('desk', { id, archiveId });
    expect([has('other', 'a1'), has('m1', undefined), has(undefined, 'a3')]).toEqual([true, true, true]);
    expect([has('m1', 'a9'), has('m9', undefined), has(undefined, undefined)]).toEqual([false, false, false]);
    expect(known.has('visitor', { id: 'm1', archiveId: undefined }), 'another author').toBe(false);
    // The copy from the archive brings the id by which the message is known from here on.
    expect([has('m2', 'a2'), has('m2', 'a4'), has('other', 'a2')]).toEqual([true, false, true]);
  });

  it('[F-AD2] are found by their author and the latest use of an id', () => {
    const known = createKnownMessages();
    known.add('desk', { id: 'm1', archiveId: 'a1' }, 'one', placeAt(1));
    known.add('desk', { id: 'm1', archiveId: 'a2' }, 'two', placeAt(2));
    expect(known.find('desk', 'm1')?.messageId).toBe('two');
    expect(known.find('visitor', 'm1')).toBeUndefined();
    known.clear();
    expect(known.find('desk', 'm1')).toBeUndefined();
    expect(known.has('desk', { id: undefined, archiveId: 'a1' })).toBe(false);
  });

  it('[F-AD2] of the visitor are counted up to one of them, or with one that is on its way', () => {
    const known = createKnownMessages();
    for (const [id, sequence] of [
      ['b', 2],
      ['a', 1],
      ['d', 4],
    ] as const)
      known.add('visitor', { id, archiveId: undefined }, id, placeAt(sequence));
    expect(known.ownUpTo('b')).toEqual(['b', 'a']);
    expect(known.ownUpTo('late')).toEqual(['b', 'a', 'd', 'late']);
    known.clear();
    expect(known.ownUpTo('late')).toEqual(['late']);
  });
});
