import type { DeliveryCapabilities, Echo, Entry } from './types.ts';

/** A text in this tab, with its state since the page load. */
export interface Tracked {
  readonly entry: Entry;
  /**
   * It may be at the service without a known echo: its answer was lost, or another document wrote it and may have sent it.
   * Only a replay can resolve this.
   */
  readonly isUncertain: boolean;
  readonly isInFlight: boolean;
  readonly isStored: boolean;
  /** Another tab has taken it and removed it from the storage. It is not stored again before the visitor tries again. */
  readonly isInPageOnly: boolean;
  /**
   * Whether it may be sent again without the visitor. False if the visitor decides, for a text that is too old, and for one that another
   * tab has taken and removed. Such a text is still looked up at the service.
   */
  readonly mayResend: boolean;
  /** How often it has been sent without an answer since the visitor wrote it or pressed Try again. */
  readonly unanswered?: number;
  /** Another tab has seen its echo: it is at the service, and a replay shows it in this tab too. */
  readonly isClaimed: boolean;
  /** When a replay first lacked it; set only while it is being looked for. */
  readonly missedAt?: number | undefined;
}

/** Owner: a text is sent only for the visitor who wrote it. */
export function isInNameOf(entry: Entry, owner: string | undefined): boolean {
  return owner !== undefined && entry.owner === owner;
}

/** Conversation: a text is sent in the conversation it was written in. */
export function isOfConversation(entry: Entry, conversationId: string | undefined): boolean {
  return conversationId !== undefined && entry.conversationId === conversationId;
}

/** Position: an echo comes after all events that were known when the text was sent. */
function isAfter(echo: Echo, entry: Entry): boolean {
  return echo.position > entry.position;
}

/** The service has neither accepted nor finally refused the text. */
export const isUnanswered = ({ status }: Entry): boolean =>
  status === 'queued' || status === 'sent' || status === 'lost';

/** The service may have lost it, although it has acknowledged it. */
export const isDoubtful = (
  { entry, isUncertain }: Tracked,
  { history, ackEndsWithSession }: DeliveryCapabilities,
): boolean => entry.status === 'acked' && isUncertain && history && ackEndsWithSession === true;

const isSameStream = (echo: Echo, entry: Entry): boolean => echo.streamId === entry.streamId;

/**
 * The text that an echo belongs to. An id decides alone: an unknown one belongs to another tab or device, and so does an
 * echo without an id where the service returns ids. Otherwise it is the oldest text with the same words that has been
 * acknowledged or may have arrived, and whose position is before the echo's.
 *
 * A text in flight is not matched by its words, because another tab may have sent the same ones, unless each tab has its own
 * conversation. Until its answer has arrived, an echo of these words does not confirm an uncertain text either.
 */
export function findEchoed(
  texts: readonly Tracked[],
  echo: Echo,
  hasIds: boolean,
  hasConversationPerTab = false,
): Tracked | undefined {
  if (echo.id !== undefined || hasIds) return texts.find(({ entry }) => entry.id === echo.id);
  const alike = texts.filter(({ entry }) => entry.text === echo.text && isSameStream(echo, entry));
  const possible = alike.filter(({ entry }) => isAfter(echo, entry));
  const expected = possible.find(({ entry, isUncertain, isInFlight }) =>
    isInFlight ? hasConversationPerTab : entry.status === 'acked' && !isUncertain,
  );
  if (expected || alike.some(({ isInFlight }) => isInFlight)) return expected;
  const uncertain = possible.filter(({ isUncertain }) => isUncertain);
  return uncertain.find(({ entry }) => entry.status !== 'unsent') ?? uncertain[0];
}

/** Claim: one echo confirms one text, in whichever tab it was written. Returns the entry that has claimed it. */
export function findClaim(echo: Echo, stored: readonly Entry[], conversationId: string | undefined): Entry | undefined {
  return stored.find(
    (one) =>
      one.status === 'settled' &&
      isOfConversation(one, conversationId) &&
      isSameStream(echo, one) &&
      isEchoOf(echo, one),
  );
}

const isEchoOf = ({ key, position }: Echo, { settledAs, settledAt }: Entry): boolean =>
  key === undefined || settledAs === undefined ? settledAt === position : settledAs === key;

/** The claim with the highest position. It outlasts the others: a text that is written later is not confirmed up to there. */
export function lastClaim(stored: readonly Entry[], conversationId: string | undefined, streamId: string | undefined) {
  return stored
    .filter((one) => one.status === 'settled' && isOfConversation(one, conversationId) && one.streamId === streamId)
    .sort((a, b) => (b.settledAt ?? -1) - (a.settledAt ?? -1))[0];
}

/**
 * Contest: another tab expects the echo of the same words, so this echo may belong to its text. An acknowledged text is at
 * the service and takes any echo, because there is one for each. A text whose answer was lost waits for those that are
 * acknowledged or in flight, and for older ones.
 */
export function isContested(echo: Echo, { entry }: Tracked, others: readonly Entry[]): boolean {
  if (entry.status === 'acked') return false;
  return others.some(
    (one) =>
      one.text === entry.text &&
      isOfConversation(one, entry.conversationId) &&
      isSameStream(echo, one) &&
      isAfter(echo, one) &&
      (one.status === 'sent' || one.status === 'acked' || (one.status === 'lost' && one.writtenAt < entry.writtenAt)),
  );
}

/**
 * The position of a text from before a restart of the numbering. Every echo that is reported from then on comes after it,
 * but only the page that has noticed the restart knows which ones came before.
 */
export const positionBeforeRestart = -2;

/** The same for a page that was loaded later: no echo comes after it. */
export const unknownPosition = Number.MAX_SAFE_INTEGER;

/**
 * Whether the position of a text is beyond all positions of the service, or now has another event, so that the numbering
 * must have restarted. Neither sending nor waiting would be safe, because the echo may be anywhere.
 */
export function isPositionVoid(entry: Entry, knownPosition: number, keyThere: string | undefined): boolean {
  return entry.position > knownPosition || (entry.positionKey !== undefined && entry.positionKey !== keyThere);
}

export type NextStep =
  | { readonly type: 'wait' }
  | { readonly type: 'replay' }
  | { readonly type: 'giveUp'; readonly text: Tracked }
  | { readonly type: 'send'; readonly text: Tracked };

export interface Situation {
  /** In the order in which they were written. */
  readonly texts: readonly Tracked[];
  readonly owner: string | undefined;
  readonly conversationId: string | undefined;
  /** The connection is up, and the service is not busy. */
  readonly isReady: boolean;
  readonly hasGap: boolean;
  readonly hasHistory: boolean;
  readonly holds: (tabId: string) => boolean;
}

/**
 * What to do next. Texts are sent one at a time and in order: one whose outcome is unknown holds back those after it.
 * - Lock: only the tab that holds a text's tab may send it.
 * - Replay first: a text that may have arrived is looked for before it is sent again.
 * - Gap: while events are missing, its echo may be among them.
 */
export function nextStep(now: Situation): NextStep {
  const { hasHistory, hasGap } = now;
  if (!now.isReady || now.texts.some(({ isInFlight }) => isInFlight)) return { type: 'wait' };
  const text = now.texts.find(
    ({ entry, isUncertain, isClaimed }) =>
      isInNameOf(entry, now.owner) &&
      isOfConversation(entry, now.conversationId) &&
      (now.holds(entry.tabId) || isClaimed) &&
      (isUnanswered(entry) || (entry.status === 'acked' && isUncertain)),
  );
  if (!text) return { type: 'wait' };
  if (!text.isUncertain) return { type: 'send', text };
  if (!hasHistory) return { type: 'giveUp', text };
  return hasGap ? { type: 'wait' } : { type: 'replay' };
}
