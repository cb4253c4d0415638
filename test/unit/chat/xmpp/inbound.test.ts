import { describe, expect, it } from 'vitest';
import type { ChannelEvent } from '../../../../frame/chat/channel.ts';
import { createInbound } from '../../../../frame/chat/channels/xmpp/inbound.ts';
import type { XmppMessage } from '../../../../frame/chat/channels/xmpp/wire.ts';
import { parseXml } from '../../../../frame/chat/channels/xmpp/xml.ts';
import type { MessageInput } from '../../../../frame/chat/conversation.ts';
import type { Outcome } from '../../../../frame/chat/delivery/types.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';
import { createFakeStorage } from '../../../support/fakeStorage.ts';

const own = 'visitor-1@guests.example';
const deskAddress = 'sales@desk.example';
const live = { isHistory: false };

function setUp({ aheadMs = 0, isNamed = true } = {}) {
  const clock = createFakeClock(Date.parse('2026-11-23T10:00:00Z'));
  const said: MessageInput[] = [];
  const events: ChannelEvent[] = [];
  const wrote: [XmppMessage, boolean][] = [];
  const signalled: XmppMessage[] = [];
  const forms: string[] = [];
  const storage = createFakeStorage();
  /** The ids that the storage keeps. */
  const kept = (): readonly string[] => storage.suffixes('cm-xmpp');
  /** The texts that this page has written, and those whose answer is awaited. */
  const mine = new Set<string>();
  const inFlight = new Map<string, Outcome | undefined>();
  const confirmed: string[] = [];
  const inbound = createInbound(
    { clock, storage },
    {
      state: {
        say: (messages: readonly MessageInput[]) => void said.push(...messages),
        emit: (event: ChannelEvent) => void events.push(event),
      } as never,
      deskConfig: { address: deskAddress, name: 'Sales' },
      desk: {
        wrote: (message: XmppMessage, isHistory: boolean) => void wrote.push([message, isHistory]),
        signalled: (message: XmppMessage) => void signalled.push(message),
      } as never,
      files: { service: 'f.example', origin: 'https://f.example', maxBytes: 1, types: [] },
      connection: { address: isNamed ? own : undefined } as never,
      text: (() => '') as never,
      serverNow: () => clock.now() + aheadMs,
      echo(id) {
        confirmed.push(id);
        return mine.has(id);
      },
      inFlight,
      introduced: () => {},
      form: ({ name }) => void forms.push(name),
    },
  );
  function show(attributes: string, inside: string, arrival: Parameters<typeof inbound.show>[1] = live): void {
    const element = parseXml(`<message xmlns="jabber:client" ${attributes}>${inside}</message>`);
    if (!element) throw new Error('no markup');
    inbound.show(element, arrival);
  }
  const fromDesk = (inside: string, id = 'm1', arrival = live as Parameters<typeof inbound.show>[1]) =>
    show(`from="${deskAddress}/agent"${id === '' ? '' : ` id="${id}"`} to="${own}"`, inside, arrival);
  const fromUs = (inside: string, id = 'm1', arrival = live as Parameters<typeof inbound.show>[1]) =>
    show(`from="${own}/tab"${id === '' ? '' : ` id="${id}"`} to="${deskAddress}"`, inside, arrival);
  /** A text of this page is at the server. Returns its place. */
  function placeOwn(id: string): number | undefined {
    inbound.placeOwn(id, '');
    return inbound.placeOf(id)?.order.sequence;
  }
  return {
    inbound,
    placeOwn,
    clock,
    said,
    events,
    wrote,
    signalled,
    forms,
    kept,
    /** A text has come back. */
    cameBack: (id: string, inside = '<error type="cancel"/>', arrival = live as Parameters<typeof inbound.show>[1]) =>
      show(`type="error" from="${deskAddress}" id="${id}"`, inside, arrival),
    mine,
    inFlight,
    confirmed,
    show,
    fromDesk,
    fromUs,
  };
}

const body = (text: string) => `<body>${text}</body>`;
const correction = (id: string) => `<replace xmlns="urn:xmpp:message-correct:0" id="${id}"/>`;
const retraction = (id: string) => `<retract xmlns="urn:xmpp:message-retract:1" id="${id}"/>`;

describe('a message of the desk', () => {
  it('[F-AD2] is said by the desk, at the time of the server', () => {
    const { fromDesk, said, wrote, signalled, clock, inbound } = setUp({ aheadMs: 5_000 });
    fromDesk(body('Hello'));
    const timestamp = clock.now() + 5_000;
    expect(said).toEqual([
      {
        ...{ id: 'desk-m1', type: 'agent', text: 'Hello', timestamp, order: { atMs: timestamp, sequence: 1 } },
        ...{ by: 'Sales', participantId: deskAddress, isHistory: false },
      },
    ]);
    expect([wrote.length, signalled.length, inbound.count]).toEqual([1, 1, 1]);
  });

  it('[F-AD2] keeps its place in the order, and its own time where that is earlier', () => {
    const { fromDesk, said, clock } = setUp();
    const at = clock.now();
    fromDesk(body('1'), 'm1', { isHistory: true, archiveId: 'a1', storedAt: at - 1_000 });
    fromDesk(body('2'), 'm2', { isHistory: true, archiveId: 'a2', storedAt: at - 9_000 });
    fromDesk(body('3'), 'm3', { isHistory: true, archiveId: 'a3', storedAt: at + 9_000 });
    fromDesk(`${body('4')}<delay xmlns="urn:xmpp:delay" stamp="2026-11-23T09:59:00Z"/>`, 'm4');
    expect(said.map(({ timestamp, order }) => [timestamp, order?.atMs, order?.sequence])).toEqual([
      [at - 1_000, at - 1_000, 1],
      [at - 9_000, at - 1_000, 2],
      [at, at, 3],
      [at - 60_000, at, 4],
    ]);
  });

  it('[F-AD2] from the archive is named by its id there, and is no sign of life', () => {
    const { fromDesk, said, wrote, signalled } = setUp();
    fromDesk(body('Hello'), 'm1', { isHistory: true, archiveId: 'a1' });
    fromDesk(body('Hello'), 'm1');
    expect(said.map(({ id, isHistory }) => [id, isHistory])).toEqual([['desk-a1', true]]);
    expect(wrote.map(([, isHistory]) => isHistory)).toEqual([true]);
    expect(signalled).toHaveLength(1);
  });

  it('[F-AD2] without an id is distinguished by its place', () => {
    const { fromDesk, said, clock } = setUp();
    fromDesk(body('a'), '');
    fromDesk(body('a'), '');
    expect(said.map(({ id }) => id)).toEqual([`desk-1-at-${clock.now()}`, `desk-2-at-${clock.now()}`]);
  });

  it('[F-AD2] without a body is ignored', () => {
    const { fromDesk, said, signalled, inbound } = setUp();
    fromDesk('');
    fromDesk('<body/>');
    expect([said, signalled.length, inbound.count]).toEqual([[], 2, 0]);
  });

  it('[F-AD2] with a form asks something, and its words are not said', () => {
    const { fromDesk, said, forms } = setUp();
    fromDesk(`${body('A form')}<x xmlns="jabber:x:data" type="form"/>`);
    expect([said, forms]).toEqual([[], ['x']]);
  });

  it('[F-AD2] corrects an earlier one, or stands for itself', () => {
    const { fromDesk, said, inbound } = setUp();
    fromDesk(body('Helo'), 'm1');
    fromDesk(body('Hello') + correction('m1'), 'm2');
    expect(said[1]).toEqual({ id: 'desk-m1', type: 'agent', text: 'Hello', isEdited: true, isHistory: false });
    fromDesk(body('New') + correction('unknown'), 'm3');
    expect(said[2]).toMatchObject({ id: 'desk-m3', text: 'New' });
    fromDesk(correction('m1'), 'm4');
    expect([said.length, inbound.count]).toEqual([3, 2]);
  });

  it('[F-AD2] changes an earlier one once and without an announcement when both come from the archive', () => {
    const { fromDesk, said, events } = setUp();
    const read = (): void => {
      fromDesk(body('Helo'), 'm1', { isHistory: true, archiveId: 'a1' });
      fromDesk(body('Hello') + correction('m1'), 'm2', { isHistory: true, archiveId: 'a2' });
      fromDesk(retraction('m1') + body('I take it back'), 'm3', { isHistory: true, archiveId: 'a3' });
    };
    read();
    read();
    expect(said.slice(1)).toEqual([
      { id: 'desk-a1', type: 'agent', text: 'Hello', isEdited: true, isHistory: true },
      { id: 'desk-a1', type: 'agent', isRemoved: true, isHistory: true },
    ]);
    expect(events).toEqual([]);
  });

  it('[F-AD2] retracts an earlier one, and nothing that is not there', () => {
    const { fromDesk, events, said } = setUp();
    fromDesk(body('Hello'), 'm1');
    fromDesk(retraction('m1') + body('I take it back'), 'm2');
    fromDesk(retraction('unknown') + body('I take it back'), 'm3');
    expect(events).toEqual([{ type: 'removed', id: 'desk-m1' }]);
    expect(said).toHaveLength(1);
  });
});

describe('a text of the visitor', () => {
  it('[F-AD2] from another tab is said, and one of this page is confirmed', () => {
    const { fromUs, said, mine, clock, inbound } = setUp();
    mine.add('m1');
    fromUs(body('here'), 'm1');
    fromUs(body('there'), 'm2', { isHistory: true, archiveId: 'a2', storedAt: clock.now() - 1_000 });
    fromUs(body('there'), 'm2');
    expect(said).toEqual([
      {
        ...{ id: 'm2', type: 'visitor', text: 'there', timestamp: clock.now() - 1_000 },
        ...{ isHistory: true, isNotSent: false, order: { atMs: clock.now(), sequence: 2 } },
      },
    ]);
    expect(inbound.count).toBe(2);
    expect(inbound.placeOf('m2')?.order.sequence).toBe(2);
    expect(inbound.placeOf('unknown')).toBeUndefined();
  });

  it.each([
    ['a farewell', `${body('Bye')}<gone xmlns="http://jabber.org/protocol/chatstates"/>`, 'm1'],
    ['a sign', '<composing xmlns="http://jabber.org/protocol/chatstates"/>', 'm1'],
    ['a text without an id', body('Hello'), ''],
  ])('[F-AD2] is not %s', (_, inside, id) => {
    const { fromUs, said, inbound } = setUp();
    fromUs(inside, id);
    expect([said, inbound.count]).toEqual([[], 0]);
  });

  it('[F-AD2] to somebody else, or while we have no name, is none', () => {
    const { show, said } = setUp();
    show(`from="${own}" to="friend@guests.example" id="m1"`, body('Hello'));
    expect(said).toEqual([]);
    const nameless = setUp({ isNamed: false });
    nameless.fromDesk(body('Hello'));
    expect(nameless.said).toEqual([]);
  });

  it('[F-AD2] can be corrected and retracted in another tab', () => {
    const { fromUs, said, events } = setUp();
    fromUs(body('Helo'), 'm1');
    fromUs(body('Hello') + correction('m1'), 'm2');
    fromUs(retraction('m1'), 'm3');
    fromUs(body('New') + correction('unknown'), 'm4');
    expect(said.slice(1)).toMatchObject([
      { id: 'm1', type: 'visitor', text: 'Hello', isEdited: true },
      { id: 'm4', text: 'New' },
    ]);
    expect(events).toEqual([{ type: 'removed', id: 'm1' }]);
  });

  it('[F-AD2] that is a file is shown as one until it comes back', () => {
    const { inbound, fromUs, cameBack, said } = setUp();
    const address = 'https://f.example/a.png';
    fromUs(body(address), 'm1');
    const file = { id: 'm1', type: 'visitor', text: '', lines: [expect.objectContaining({ type: 'tile' })] };
    expect(said).toMatchObject([{ id: 'm1', text: address }, file]);
    cameBack('m1');
    expect(said.at(-1)).toEqual({ id: 'm1', type: 'visitor', text: address, lines: [], isNotSent: true });
    cameBack('unknown');
    inbound.placeOwn('m2', 'no file');
    expect(said).toHaveLength(3);
  });

  it('[F-AD2] of this page has a place when it is at the server, once', () => {
    const { inbound, fromUs, placeOwn } = setUp();
    expect([placeOwn('m1'), placeOwn('m2'), placeOwn('m1')]).toEqual([1, 2, 1]);
    fromUs(body('one'), 'm1');
    expect(inbound.count).toBe(2);
  });

  it('[F-AD2] that is sent again because the server has lost it comes after what was said meanwhile', () => {
    const { inbound, fromDesk, placeOwn } = setUp();
    placeOwn('m1');
    inbound.withdraw('m1');
    fromDesk(body('Hello'));
    expect([placeOwn('m1'), placeOwn('m1')]).toEqual([3, 3]);
  });

  it('[F-AD2] that the server seemed to have lost keeps its place if the desk has it', () => {
    const { inbound, fromDesk, mine, placeOwn } = setUp();
    mine.add('m1');
    placeOwn('m1');
    inbound.withdraw('m1');
    fromDesk('<received xmlns="urn:xmpp:receipts" id="m1"/>', 'r1');
    expect(placeOwn('m1')).toBe(1);
  });
});

describe('a receipt', () => {
  const received = (id: string) => `<received xmlns="urn:xmpp:receipts" id="${id}"/>`;
  const displayed = (id: string) => `<displayed xmlns="urn:xmpp:chat-markers:0" id="${id}"/>`;

  it('[CH-040] counts for texts of the visitor only, those on their way included', () => {
    const { fromDesk, events, inFlight, placeOwn } = setUp();
    placeOwn('m1');
    inFlight.set('m2', undefined);
    for (const id of ['m1', 'm2', 'stranger']) fromDesk(received(id), `r-${id}`);
    expect(events).toEqual([
      { type: 'receipt', ids: ['m1'], status: 'delivered' },
      { type: 'receipt', ids: ['m2'], status: 'delivered' },
    ]);
    fromDesk(displayed('stranger'), 'r4');
    expect(events).toHaveLength(2);
  });

  it('[CH-040][F-AD2] confirms a text, also one whose answer is late', () => {
    const { fromDesk, inFlight, confirmed, placeOwn } = setUp();
    placeOwn('m1');
    for (const id of ['m2', 'm3']) inFlight.set(id, undefined);
    fromDesk(received('m1'), 'r1');
    fromDesk(received('m2'), 'r2');
    fromDesk(displayed('m3'), 'r3');
    expect(confirmed).toEqual(['m1']);
    for (const id of ['m2', 'm3', 'm4']) placeOwn(id);
    expect(confirmed).toEqual(['m1', 'm2', 'm3']);
  });

  it('[CH-040] of reading counts for all texts before it, without those that came back', () => {
    const { fromDesk, cameBack, events, placeOwn } = setUp();
    for (const id of ['m1', 'm2', 'm3']) placeOwn(id);
    cameBack('m1');
    fromDesk(displayed('m2'), 'r1');
    expect(events.at(-1)).toEqual({ type: 'receipt', ids: ['m2'], status: 'read' });
    placeOwn('m1');
    fromDesk(displayed('m3'), 'r2');
    expect(events.at(-1)).toEqual({ type: 'receipt', ids: ['m1', 'm2', 'm3'], status: 'read' });
  });

  it('[CH-040] of reading counts for no text before it that the server has lost', () => {
    const { inbound, fromDesk, events, placeOwn } = setUp();
    for (const id of ['m1', 'm2']) placeOwn(id);
    inbound.withdraw('m1');
    fromDesk(`<displayed xmlns="urn:xmpp:chat-markers:0" id="m2"/>`, 'r1');
    expect(events.at(-1)).toEqual({ type: 'receipt', ids: ['m2'], status: 'read' });
  });
});

describe('what comes back', () => {
  it('[F-AD2] comes from the desk, with an id', () => {
    const { show, cameBack, inFlight, said } = setUp();
    for (const id of ['m1', 'm2', 'm3']) inFlight.set(id, undefined);
    const error = '<error type="wait"/>';
    cameBack('m1', error);
    cameBack('m2');
    show(`type="error" from="stranger@desk.example" id="m3"`, error);
    show(`type="error" from="${deskAddress}"`, error + body('Hello'));
    cameBack('unknown');
    expect([...inFlight.values()]).toEqual([{ type: 'busy', retryAfterMs: undefined }, { type: 'refused' }, undefined]);
    expect(said).toEqual([]);
  });

  it('[F-AD2] is kept until it is sent, and the archive does not confirm it meanwhile', () => {
    const { fromUs, cameBack, inFlight, mine, confirmed, kept, said, placeOwn } = setUp();
    mine.add('m1');
    inFlight.set('m1', undefined);
    cameBack('m1');
    inFlight.delete('m1');
    expect(kept()).toEqual(['m1']);
    for (const archiveId of ['a1', 'a2', 'a1']) fromUs(body('Hello'), 'm1', { isHistory: true, archiveId });
    expect(confirmed).toEqual([]);
    expect(said.map(({ isNotSent }) => isNotSent)).toEqual([true, true]);
    placeOwn('m1');
    expect(kept()).toEqual([]);
    fromUs(body('Hello'), 'm1', { isHistory: true, archiveId: 'a3' });
    expect(confirmed).toEqual(['m1']);
  });

  it('[F-AD2] is sent in another tab when a live copy shows that it was sent again', () => {
    const { fromUs, cameBack, inFlight, said } = setUp();
    inFlight.set('m1', undefined);
    cameBack('m1');
    fromUs(body('Hello'), 'm1', { isHistory: true, archiveId: 'a1' });
    fromUs(body('Hello'), 'm1');
    expect(said.map(({ isNotSent }) => isNotSent)).toEqual([true, false]);
  });

  it('[F-AD2] is read from the archive only once, where a later copy shows that the text was sent again', () => {
    const { fromUs, cameBack, inFlight, kept, said } = setUp();
    const isHistory = true;
    for (let reading = 0; reading < 2; reading += 1) {
      fromUs(body('Hello'), 'm1', { isHistory, archiveId: 'a1' });
      cameBack('m1', '<error type="cancel"/>', { isHistory, archiveId: 'a2' });
      fromUs(body('Hello'), 'm1', { isHistory, archiveId: 'a3' });
    }
    expect(said.map(({ isNotSent }) => isNotSent)).toEqual([false, true, false]);
    inFlight.set('m1', undefined);
    cameBack('m1', '<error type="cancel"/>', { isHistory, archiveId: 'a2' });
    expect([inFlight.get('m1'), kept()]).toEqual([undefined, []]);
  });
});

it('[F-AD2] the next conversation begins without what was shown in the last one', () => {
  const { inbound, fromDesk, fromUs, cameBack, said } = setUp();
  fromDesk(body('Hello'));
  fromUs(body('https://f.example/a.png'), 'm2');
  cameBack('m2');
  inbound.reset();
  expect([inbound.count, inbound.placeOf('m2')]).toEqual([0, undefined]);
  said.length = 0;
  cameBack('m2');
  expect(said).toEqual([]);
  fromDesk(body('Hello'), 'm1', { isHistory: true, storedAt: 1_000 });
  expect(said[0]?.order).toEqual({ atMs: 1_000, sequence: 1 });
});
