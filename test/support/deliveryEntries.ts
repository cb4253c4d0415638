import type { Tracked } from '../../frame/chat/delivery/rules.ts';
import type { Echo, Entry } from '../../frame/chat/delivery/types.ts';

/** A stored text of Ann whose answer was lost. */
export const entryOf = (fields: Partial<Entry> = {}): Entry => ({
  id: 'a',
  adapterId: 'bench',
  owner: 'ann',
  tabId: 'tab-1',
  conversationId: 'talk',
  streamId: undefined,
  position: 0,
  positionKey: undefined,
  text: 'yes',
  writtenAt: 100,
  status: 'lost',
  settledAt: undefined,
  settledAs: undefined,
  data: undefined,
  ...fields,
});

/** The same as the tab knows it. */
export const trackedOf = (fields: Partial<Entry> = {}, known: Partial<Omit<Tracked, 'entry'>> = {}): Tracked => ({
  entry: entryOf(fields),
  isUncertain: true,
  isInFlight: false,
  isStored: true,
  isInPageOnly: false,
  mayResend: true,
  isClaimed: false,
  ...known,
});

/** An echo of the words of such a text, without an id. */
export const echoOf = (fields: Partial<Echo> = {}): Echo => ({ id: undefined, text: 'yes', position: 3, ...fields });
