import { describe, expect, it } from 'vitest';
import { positionBeforeRestart } from '../../../../frame/chat/delivery/rules.ts';
import { createEchoes, createEntryStorage } from '../../../../frame/chat/delivery/texts.ts';
import type { Entry } from '../../../../frame/chat/delivery/types.ts';
import { echoOf, entryOf, trackedOf } from '../../../support/deliveryEntries.ts';
import { createFakeStorage } from '../../../support/fakeStorage.ts';

/** `stored` are the texts of other tabs. */
function createBench({ stored = [] as readonly Entry[], hasIds = false } = {}) {
  const storage = createEntryStorage(createFakeStorage(), 'bench');
  for (const entry of stored) storage.write(entry);
  const keyAt = (position: number) => (position === 3 ? 'key of 3' : undefined);
  const conversationId = () => 'talk';
  const capabilities = { ids: hasIds, sequence: true, history: true };
  return createEchoes({ capabilities, keyAt }, storage, { ofOtherTabs: storage.read }, conversationId);
}
const acked = trackedOf({ status: 'acked' }, { isUncertain: false });
const claim = (settledAt: number) =>
  entryOf({ id: 'other', status: 'settled', settledAt, settledAs: 'key of it', text: '' });

describe('the known place in a conversation', () => {
  it('is the highest position of the stream, with its key', () => {
    const echoes = createBench();
    expect(echoes.placeOf(undefined)).toEqual({ position: -1, positionKey: undefined });
    echoes.seen(3, undefined);
    echoes.seen(2, undefined);
    echoes.seen(9, 'survey');
    expect(echoes.placeOf(undefined)).toEqual({ position: 3, positionKey: 'key of 3' });
    expect(echoes.placeOf('survey').position).toBe(9);
  });

  it.each([
    [2, { position: 3, positionKey: 'key of 3' }],
    [3, { position: 3, positionKey: 'key of 3' }],
    [4, { position: 4, positionKey: 'key of it' }],
  ])('is confirmed up to the claim of another tab at %i, if that is higher than 3', (settledAt, place) => {
    const echoes = createBench({ stored: [claim(settledAt)] });
    echoes.seen(3, undefined);
    expect(echoes.confirmedPlaceOf(undefined)).toEqual(place);
  });

  it('is unknown again after a restart and in another conversation', () => {
    const echoes = createBench();
    for (const forget of [echoes.voidPositions, echoes.clear]) {
      echoes.seen(3, undefined);
      forget();
      expect(echoes.placeOf(undefined).position).toBe(-1);
    }
  });
});

describe('an echo', () => {
  it('counts once for each position and stream', () => {
    const echoes = createBench();
    expect(echoes.match(echoOf(), [acked])).toBe(acked);
    expect(echoes.match(echoOf(), [acked])).toBeUndefined();
    expect(echoes.match(echoOf({ position: 4 }), [acked])).toBe(acked);
    const inSurvey = trackedOf({ status: 'acked', streamId: 'survey' }, { isUncertain: false });
    expect(echoes.match(echoOf({ streamId: 'survey' }), [inSurvey])).toBe(inSurvey);
  });

  it('that nobody could be meant by is found later, by one text', () => {
    const echoes = createBench();
    echoes.match(echoOf(), []);
    expect(echoes.findEarlier(trackedOf({ text: 'no' }))).toBeUndefined();
    expect(echoes.findEarlier(acked)).toMatchObject({ position: 3 });
    expect(echoes.findEarlier(acked)).toBeUndefined();
  });

  it('of a text is not found by another', () => {
    const echoes = createBench();
    echoes.match(echoOf(), [acked]);
    expect(echoes.findEarlier(trackedOf({ id: 'b' }))).toBeUndefined();
  });

  it('with an id belongs to its text, whatever other tabs claim or await', () => {
    const contested = entryOf({ id: 'other', status: 'sent' });
    for (const stored of [[claim(3)], [contested]])
      expect(createBench({ stored, hasIds: true }).match(echoOf({ id: 'a' }), [trackedOf()])?.entry.id).toBe('a');
  });

  it('without an id may be undecided while another tab awaits the answer to the same words', () => {
    const echoes = createBench({ stored: [entryOf({ id: 'other', status: 'sent' })] });
    expect(echoes.isUndecided(trackedOf())).toBe(false);
    expect(echoes.match(echoOf(), [trackedOf()])).toBeUndefined();
    expect(echoes.isUndecided(trackedOf())).toBe(true);
    expect(echoes.isUndecided(trackedOf({ text: 'no' }))).toBe(false);
    expect(echoes.isUndecided(acked)).toBe(false);
  });

  it('of other words decides nothing about a text, even if another tab awaits the same words', () => {
    const echoes = createBench({ stored: [entryOf({ id: 'other', status: 'sent', text: 'no' })] });
    echoes.match(echoOf(), []);
    expect(echoes.isUndecided(trackedOf({ text: 'no' }))).toBe(false);
  });

  it('that has been taken is not undecided', () => {
    const echoes = createBench({ stored: [entryOf({ id: 'other', status: 'sent', position: 4 })] });
    echoes.match(echoOf(), [acked]);
    echoes.match(echoOf({ position: 5 }), [acked]);
    expect(echoes.isUndecided(trackedOf({ id: 'b' }))).toBe(false);
  });

  it('proves nothing by its words after a restart, but its id still does', () => {
    const echoes = createBench();
    echoes.match(echoOf(), []);
    echoes.match(echoOf({ id: 'b', position: 4 }), []);
    echoes.voidPositions();
    expect(echoes.findEarlier(trackedOf({ position: positionBeforeRestart }))).toBeUndefined();
    expect(echoes.findEarlier(trackedOf({ id: 'b' }))).toMatchObject({ position: -1 });
  });

  it('of another conversation is forgotten', () => {
    const echoes = createBench();
    echoes.match(echoOf({ id: 'a' }), []);
    echoes.clear();
    expect(echoes.findEarlier(trackedOf())).toBeUndefined();
  });
});
