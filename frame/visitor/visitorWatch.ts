import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { compareVisitors, hasId, isPerson, type Match, type NamedVisitor, namingFields } from './compareVisitors.ts';
import { signOutSettleMs } from './limits.ts';
import { createSharedMark } from './sharedMark.ts';
import {
  type ClearPorts,
  clearVisitor,
  markOf,
  readMark,
  readTabMark,
  type VisitorMark,
  visitorHash,
} from './visitorMark.ts';

export interface VisitorWatchPorts extends ClearPorts {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  readonly createId: () => string;
  /** What the page says now. */
  readonly visitor: () => NamedVisitor;
  /** When the page started to load. A reload of the frame on the same page is not a new statement. */
  readonly pageStartedAt: number;
  /** `somePages`: a page that names nobody says nothing about its visitor. */
  readonly namedOn: 'everyPage' | 'somePages';
  /**
   * Whether the visitor's mark may be read and stored: with consent for chat, or with an open chat. Without it, the visitor is compared in memory.
   */
  readonly isAllowed: () => boolean;
  /** The page is back from the back-forward cache, where it received no storage events. */
  readonly onShow: (lifetime: Lifetime, listener: () => void) => void;
}

/** `deleted`: the visitor has deleted their data. */
export type Departure = 'left' | 'deleted';

/** `signedIn`: a guest has become a person, in this tab or another. `known`: the page and what is stored belong together. */
export type Arrival = 'known' | 'signedIn';

/** Decides who the visitor is. Rooms that keep data about a person subscribe to it. */
export interface VisitorWatch {
  /** Whether the stored data belongs to the visitor whom the page names, or to a guest. */
  readonly isKnown: boolean;
  /** In another tab the visitor has left, and this page has said nothing new since. */
  readonly isHeld: boolean;
  /** Nobody has signed in, in any tab, since the last sign-out. */
  readonly isGuest: boolean;
  /** Identifies the visitor: changes whenever a visitor leaves. The same in all tabs of a browser. */
  readonly epoch: string;
  /** Calls the listener when the visitor of this page has left, in this tab or another. Their stored data has been removed. */
  onLeft(listener: (how: Departure) => void): () => void;
  /** Calls the listener when this page's visitor is known, and when they have signed in. */
  onKnown(listener: (how: Arrival) => void): () => void;
  /** From now on something of the visitor is stored, and so is their mark. A stored mark is used in any case. */
  keep(): void;
  /** Compares page and storage. Call it when the page's visitor has changed, and before the chat opens. */
  check(): void;
  /**
   * The visitor leaves in all tabs, regardless of the page's user data: after a sign-out at the sign-in service, or a
   * deletion of their data.
   */
  leave(how?: Departure): void;
  /** The visitor has deleted their data in another tab. */
  deletedElsewhere(): void;
  /** The visitor refuses chat: their mark is removed with all other data of the chat. */
  forget(): void;
  /** Resolves when the page has named its visitor, when 10 s have passed without that, or when the lifetime ends. */
  whenSettled(own: Lifetime): Promise<void>;
}

/**
 * `waiting`: the page has not named the visitor whose data is stored, and still may. `current`: the stored data belongs to
 * the visitor of this page. `held`: another tab has named somebody else since this page spoke.
 */
type Phase = 'waiting' | 'current' | 'held';

/**
 * Tracks the visitor in all tabs of a browser (CH-014, CH-052).
 *
 * 1. The shared mark identifies the visitor of the local storage, and each tab's own mark that of its session storage. Stored
 *    data is removed when its mark and the page name different visitors.
 * 2. A statement of a page is its user data. It is new when the page loads, and when it changes. Only a new statement may
 *    replace the shared mark.
 * 3. A tab that notices another tab's change drops all data and changes nothing itself, so that two tabs whose pages name
 *    different visitors do not take turns. It is held until its page has a new statement, or agrees with the mark.
 *
 * Rejected: a held tab that continues to chat as its page's visitor, with nothing stored. The services identify a visitor by
 * cookies, which all tabs share, so texts would be sent under two names.
 */
export function watchVisitor(ports: VisitorWatchPorts): VisitorWatch {
  const { storage, lifetime } = ports;
  const before = readTabMark(storage);
  let isKept = false;
  const shared = createSharedMark(
    { ...ports, isStored: () => ports.isAllowed() && (isKept || readMark(storage) !== undefined) },
    before?.mark,
  );
  /** The last processed statement of this page, or one that another tab's change has made void. */
  let heard = before?.pageStartedAt === ports.pageStartedAt ? before.heard : undefined;
  let phase: Phase = 'waiting';
  let hasChecked = false;
  let hasBeenNamed = false;
  let isWaitOver = false;
  let cancelWait: (() => void) | undefined;
  /** Ends the waits until the visitor is known, each at most as long as its own lifetime. */
  const waits = new Set<() => void>();
  const leftListeners = new Set<(how: Departure) => void>();
  const knownListeners = new Set<(how: Arrival) => void>();
  let lastLeft = storage.read('cm-left');
  // While this tab was elsewhere, a visitor has left.
  if (lastLeft !== storage.read('cm-tab-left')) {
    clearVisitor(ports, 'session');
    storage.write('cm-tab-left', lastLeft);
  }

  function tellLeft(how: Departure): void {
    for (const listener of [...leftListeners]) listener(how);
  }

  function tellKnown(how: Arrival): void {
    for (const listener of [...knownListeners]) listener(how);
  }

  function matchOf(known: VisitorMark, page: NamedVisitor): Match {
    const match = compareVisitors(known, markOf(page, known.epoch));
    const saysNothing = ports.namedOn === 'somePages' && !hasId(page) && !hasBeenNamed;
    return match === 'unknown' && saysNothing ? 'same' : match;
  }

  function stopWaiting(): void {
    cancelWait?.();
    cancelWait = undefined;
  }

  /** Other messages of the page must not restart the timer. */
  function wait(): void {
    cancelWait ??= lifetime.add(
      ports.clock.after(signOutSettleMs, () => {
        stopWaiting();
        isWaitOver = true;
        check();
        isWaitOver = false;
      }),
    );
  }

  /** Reads the shared mark, and holds this tab if another one has changed it. */
  function readShared(page: NamedVisitor): VisitorMark {
    // Until its page has a new statement, a page that could not read the mark keeps its own, and the chat that belongs to it.
    const isFirstReading = shared.isBlind && statementOf(page, ports) !== heard && shared.forgetBlind();
    const { mark, isChanged, isPublished } = shared.read();
    if (isPublished) heard = undefined;
    // This page's statement is older than the other tab's change, unless the page has just loaded, or could not read the mark.
    if (isChanged && hasChecked && !isFirstReading) hold(page);
    return mark;
  }

  /** What this page has said so far no longer counts. */
  function hold(page: NamedVisitor): void {
    heard = statementOf(page, ports);
    phase = 'held';
    isWaitOver = false;
    stopWaiting();
  }

  function hear(known: VisitorMark, page: NamedVisitor): void {
    const said = statementOf(page, ports);
    const isNew = said !== heard;
    const match = matchOf(known, page);
    if (match === 'unknown' && !isWaitOver) {
      if (isNew && phase !== 'held') {
        wait();
        // The page may name another visitor, who must not see the chat.
        if (hasId(page)) phase = 'waiting';
      }
      // A guest's chat continues in this tab while the visitor signs in in another one.
      else if (phase !== 'current') phase = 'held';
      return;
    }
    stopWaiting();
    if (isNew && (match === 'other' || match === 'unknown')) shared.beginEpoch(page);
    // Only a new statement is written, because two pages may keep naming one visitor by different ids.
    else if (isNew) shared.add(known, page, match === 'signsIn');
    // After the mark, which shows the other tabs that the guest has signed in, not out.
    if (isNew && match === 'signsIn') storage.clear('cm-profile-guest');
    phase = isNew || match === 'same' ? 'current' : 'held';
    heard = said;
  }

  /** Another tab has reported that a visitor has left. A tab with the same mark has learned it from the mark. */
  function hasLeftElsewhere(): boolean {
    const left = storage.read('cm-left');
    if (left === undefined || left === lastLeft) return false;
    lastLeft = left;
    storage.write('cm-tab-left', left);
    return left !== shared.current?.epoch;
  }

  function check(): void {
    if (lifetime.ended) return;
    const page = ports.visitor();
    const wasCurrent = phase === 'current';
    const before = shared.current;
    hear(readShared(page), page);
    hasChecked = true;
    hasBeenNamed ||= hasId(page);
    if (ports.isAllowed() && readMark(storage))
      storage.write('cm-tab-visitor', { mark: shared.current, pageStartedAt: ports.pageStartedAt, heard });
    const isSame = before !== undefined && shared.current?.epoch === before.epoch;
    if (wasCurrent && !(phase === 'current' && isSame)) tellLeft('left');
    if (phase !== 'waiting') for (const end of waits) end();
    if (isSame && !isPerson(before) && shared.current && isPerson(shared.current)) tellKnown('signedIn');
    if (watch.isKnown) tellKnown('known');
  }

  function checkElsewhere(): void {
    check();
    if (!hasLeftElsewhere()) return;
    // This page's visitor has no mark that all tabs share.
    clearVisitor(ports, 'session');
    hold(ports.visitor());
    tellLeft('left');
  }

  const watch: VisitorWatch = {
    get isKnown() {
      const mark = shared.current;
      return phase === 'current' && mark !== undefined && matchOf(mark, ports.visitor()) !== 'unknown';
    },
    get isHeld() {
      return phase === 'held';
    },
    get isGuest() {
      const known = readMark(storage) ?? shared.current;
      return known !== undefined && !isPerson(known);
    },
    get epoch() {
      return shared.current?.epoch ?? '';
    },
    onLeft: (listener) => subscribe(leftListeners, listener),
    onKnown: (listener) => subscribe(knownListeners, listener),
    keep() {
      isKept = true;
    },
    check,
    leave(how = 'left') {
      shared.beginEpoch(ports.visitor());
      lastLeft = shared.current?.epoch;
      tellLeft(how);
    },
    deletedElsewhere() {
      tellLeft('deleted');
      check();
    },
    forget() {
      isKept = false;
      shared.forget();
      phase = 'waiting';
      heard = undefined;
      hasChecked = false;
      stopWaiting();
      check();
    },
    whenSettled: (own) =>
      new Promise((resolve) => {
        if (phase !== 'waiting') return resolve();
        waits.add(resolve);
        own.add(() => {
          waits.delete(resolve);
          resolve();
        });
      }),
  };
  storage.onChange(lifetime, (key) => {
    if (key === 'cm-visitor' && shared.isBlind) shared.forgetBlind();
    if (key === 'cm-visitor') check();
    if (key === 'cm-left') checkElsewhere();
  });
  ports.onShow(lifetime, checkElsewhere);
  return watch;
}

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** A hash of the page's user data, to compare it without storing it. */
const statementOf = (visitor: NamedVisitor, page: Pick<VisitorWatchPorts, 'pageStartedAt'>): string =>
  visitorHash(
    JSON.stringify([...namingFields, 'signedin' as const].map((field) => visitor[field])),
    String(page.pageStartedAt),
  );
