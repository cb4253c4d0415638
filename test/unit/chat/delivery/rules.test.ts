import { describe, expect, it } from 'vitest';
import {
  findClaim,
  findEchoed,
  isContested,
  isInNameOf,
  isPositionVoid,
  lastClaim,
  nextStep,
  type Situation,
} from '../../../../frame/chat/delivery/rules.ts';
import type { Entry } from '../../../../frame/chat/delivery/types.ts';
import { echoOf, entryOf, trackedOf } from '../../../support/deliveryEntries.ts';

describe('the name of a text', () => {
  it.each([
    ['ann', true],
    ['bob', false],
    [undefined, false],
  ])('of Ann for %s: %s', (owner, isIn) => {
    expect(isInNameOf(entryOf(), owner)).toBe(isIn);
  });
});

describe('the text of an echo', () => {
  const idOf = (...args: Parameters<typeof findEchoed>) => findEchoed(...args)?.entry.id;

  it('is the one with its id, whatever the words', () => {
    const texts = [trackedOf(), trackedOf({ id: 'b', text: 'no' })];
    expect(idOf(texts, echoOf({ id: 'b' }), false)).toBe('b');
    expect(idOf(texts, echoOf({ id: 'c' }), false)).toBeUndefined();
  });

  it('is none where the service returns ids and the echo has none', () => {
    expect(idOf([trackedOf()], echoOf(), true)).toBeUndefined();
  });

  it.each<[string, Partial<Entry>, Parameters<typeof trackedOf>[1]]>([
    ['has other words', { text: 'no' }, {}],
    ['is of another stream', { streamId: 'survey' }, {}],
    ['was written when the echo was there', { position: 3 }, {}],
    ['is awaiting its answer', {}, { isInFlight: true }],
    ['has not been sent', { status: 'queued' }, { isUncertain: false }],
  ])('without an id is not one that %s', (_, fields, known) => {
    expect(idOf([trackedOf(fields, known)], echoOf(), false)).toBeUndefined();
  });

  it('without an id is one that is awaiting its answer, if each tab has its own conversation', () => {
    const sent = trackedOf({}, { isInFlight: true });
    expect(idOf([sent], echoOf(), false, true)).toBe('a');
    expect(idOf([sent], echoOf({ position: 0 }), false, true)).toBeUndefined();
  });

  it('without an id is the oldest that has been acknowledged, before those that only may have arrived', () => {
    const lost = trackedOf({ id: 'lost' });
    const acked = ['first', 'second'].map((id) => trackedOf({ id, status: 'acked' }, { isUncertain: false }));
    expect(idOf([lost, ...acked], echoOf(), false)).toBe('first');
    expect(idOf([lost, trackedOf({ id: 'unknown', status: 'acked' })], echoOf(), false)).toBe('lost');
  });

  it('without an id is one that is not shown as not sent, if there is one', () => {
    const [unsent, lost] = [trackedOf({ id: 'unsent', status: 'unsent' }), trackedOf({ id: 'lost' })];
    expect(idOf([unsent, lost], echoOf(), false)).toBe('lost');
    expect(idOf([unsent], echoOf(), false)).toBe('unsent');
  });
});

describe('the claim on an echo', () => {
  const claim = (fields: Partial<Entry> = {}) => entryOf({ status: 'settled', settledAt: 3, text: '', ...fields });
  const isClaimed = (fields: Partial<Entry>, echo = echoOf()) => findClaim(echo, [claim(fields)], 'talk') !== undefined;

  it.each<[string, boolean, Partial<Entry>]>([
    ['at its position', true, {}],
    ['at another position', false, { settledAt: 4 }],
    ['in another conversation', false, { conversationId: 'other' }],
    ['in another stream', false, { streamId: 'survey' }],
    ['that is not settled', false, { status: 'lost' }],
  ])('is one %s: %s', (_, isIt, fields) => {
    expect(isClaimed(fields)).toBe(isIt);
  });

  it('goes by the key of the service, and by the position where one has no key', () => {
    expect(isClaimed({ settledAs: 'k', settledAt: 9 }, echoOf({ key: 'k' }))).toBe(true);
    expect(isClaimed({ settledAs: 'other' }, echoOf({ key: 'k' }))).toBe(false);
    expect(isClaimed({ settledAs: 'k' })).toBe(true);
    expect(isClaimed({}, echoOf({ key: 'k' }))).toBe(true);
    expect(isClaimed({ settledAt: 9 }, echoOf({ key: 'k' }))).toBe(false);
  });

  it('that is the last has the highest position of its conversation and stream', () => {
    const claims = [
      claim({ id: 'void', settledAt: undefined }),
      claim({ id: 'early', settledAt: 2 }),
      claim({ id: 'late', settledAt: 7 }),
      claim({ id: 'void, too', settledAt: undefined }),
      claim({ id: 'other talk', settledAt: 8, conversationId: 'other' }),
      claim({ id: 'survey', settledAt: 9, streamId: 'survey' }),
      claim({ id: 'not settled', settledAt: 10, status: 'lost' }),
    ];
    expect(lastClaim(claims, 'talk', undefined)?.id).toBe('late');
    expect(lastClaim(claims, 'talk', 'survey')?.id).toBe('survey');
    expect(lastClaim(claims, undefined, undefined)).toBeUndefined();
    const atStart = [claim({ id: 'void', settledAt: undefined }), claim({ id: 'start', settledAt: 0 })];
    for (const one of [atStart, atStart.toReversed()]) expect(lastClaim(one, 'talk', undefined)?.id).toBe('start');
  });
});

describe('an echo is contested', () => {
  const contest = (other: Partial<Entry>, own: Partial<Entry> = {}) =>
    isContested(echoOf(), trackedOf(own), [entryOf({ id: 'other', status: 'sent', ...other })]);

  it.each<[string, boolean, Partial<Entry>]>([
    ['awaits its answer', true, {}],
    ['has been acknowledged', true, { status: 'acked' }],
    ['was lost before this one was written', true, { status: 'lost', writtenAt: 99 }],
    ['was lost, and is not older', false, { status: 'lost' }],
    ['is older, and has not been sent', false, { status: 'queued', writtenAt: 99 }],
    ['has other words', false, { text: 'no' }],
    ['is in another conversation', false, { conversationId: 'other' }],
    ['is in another stream', false, { streamId: 'survey' }],
    ['was written when the echo was there', false, { position: 3 }],
  ])('if the text of another tab %s: %s', (_, isIt, other) => {
    expect(contest(other)).toBe(isIt);
  });

  it('only for a text that has not been acknowledged itself', () => {
    expect(contest({}, { status: 'acked' })).toBe(false);
  });
});

describe('the position of a text is void', () => {
  it.each([
    [3, undefined, undefined, false],
    [4, undefined, undefined, true],
    [3, 'k', 'k', false],
    [3, 'k', 'other', true],
    [3, undefined, 'k', false],
  ])('at %i with the key %s, where the service has 3 with %s: %s', (position, positionKey, keyThere, isVoid) => {
    expect(isPositionVoid(entryOf({ position, positionKey }), 3, keyThere)).toBe(isVoid);
  });
});

describe('the next step', () => {
  const step = (texts: Situation['texts'], facts: Partial<Situation> = {}) =>
    nextStep({
      texts,
      owner: 'ann',
      conversationId: 'talk',
      isReady: true,
      hasGap: false,
      hasHistory: true,
      holds: (tabId) => tabId === 'tab-1',
      ...facts,
    }).type;
  const queued = trackedOf({ status: 'queued' }, { isUncertain: false });

  it('is to send a text that is surely not at the service', () => {
    expect(step([queued])).toBe('send');
  });

  it('is to ask the service for one that may be there, or to give it up where it cannot be asked', () => {
    expect(step([trackedOf()])).toBe('replay');
    expect(step([trackedOf({ status: 'acked' })])).toBe('replay');
    expect(step([trackedOf()], { hasGap: true })).toBe('wait');
    expect(step([trackedOf()], { hasHistory: false })).toBe('giveUp');
  });

  it.each<[string, Situation['texts'], Partial<Situation>]>([
    ['nothing is written', [], {}],
    ['the connection is down', [queued], { isReady: false }],
    ['an answer is awaited', [trackedOf({}, { isInFlight: true }), queued], {}],
    ['the texts are in another name', [queued], { owner: 'bob' }],
    ['the texts are in another conversation', [queued], { conversationId: 'other' }],
    ['another tab holds the texts', [trackedOf({ tabId: 'tab-2' })], {}],
    ['the text has been acknowledged', [trackedOf({ status: 'acked' }, { isUncertain: false })], {}],
    ['the text is not sent', [trackedOf({ status: 'unsent' })], {}],
    ['the text is settled', [trackedOf({ status: 'settled' })], {}],
  ])('is to wait if %s', (_, texts, facts) => {
    expect(step(texts, facts)).toBe('wait');
  });

  it('looks for a text of another tab whose echo has been seen there', () => {
    expect(step([trackedOf({ tabId: 'tab-2' }, { isClaimed: true })])).toBe('replay');
  });
});
