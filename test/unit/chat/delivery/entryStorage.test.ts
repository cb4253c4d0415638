import { describe, expect, it } from 'vitest';
import { createEntryStorage } from '../../../../frame/chat/delivery/texts.ts';
import { entryOf } from '../../../support/deliveryEntries.ts';
import { createFakeStorage } from '../../../support/fakeStorage.ts';

function createBench() {
  const area = createFakeStorage();
  return { area, storage: createEntryStorage(area, 'bench'), other: createEntryStorage(area, 'bench2') };
}

describe('the stored texts', () => {
  it('come in the order in which they were written, and those of the same time by id', () => {
    const { storage } = createBench();
    const written: [string, number][] = [
      ['d', 7],
      ['b', 5],
      ['c', 5],
      ['a', 5],
      ['e', 3],
    ];
    for (const [id, writtenAt] of written) storage.write(entryOf({ id, writtenAt }));
    expect(storage.read().map(({ id }) => id)).toEqual(['e', 'a', 'b', 'c', 'd']);
  });

  it('come with all that was stored', () => {
    const { storage } = createBench();
    const whole = entryOf({ streamId: 's', positionKey: 'p', sentAt: 7, settledAt: 4, settledAs: 'k', data: { a: 1 } });
    storage.write(whole);
    expect(storage.read()).toEqual([whole]);
  });

  it('are there until they are removed', () => {
    const { storage } = createBench();
    const found = () => [storage.has('a'), storage.isMissing('a')];
    expect(found()).toEqual([false, true]);
    storage.write(entryOf());
    expect(found()).toEqual([true, false]);
    storage.remove('a');
    expect(found()).toEqual([false, true]);
  });

  it('of another adapter are neither read nor removed, even if its name begins like this one', () => {
    const { area, storage, other } = createBench();
    other.write(entryOf({ adapterId: 'bench2' }));
    expect(storage.read()).toEqual([]);
    expect(other.read()).toHaveLength(1);
    area.write('cm-outbox', { no: 'entry' }, 'bench2.b');
    storage.read();
    expect(area.suffixes('cm-outbox')).toHaveLength(2);
  });
});
