import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { FrameStorage } from '../platform/storage.ts';
import type { ChatDeployment } from './deployment.ts';
import { signOutSettleMs } from './limits.ts';
import { createSharedMark } from './sharedMark.ts';
import {
  compareVisitor,
  isGuest,
  isNamed,
  type Match,
  type PageVisitor,
  readMark,
  readTabMark,
  type VisitorMark,
  visitorHash,
} from './visitorMark.ts';

export interface VisitorWatchPorts {
  readonly storage: FrameStorage;
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  readonly createId: () => string;
  readonly visitor: () => PageVisitor;
  /** When the page started to load. A reload of the frame on the same page is not a new statement. */
  readonly pageStartedAt: number;
  readonly namedOn: ChatDeployment['visitorNamedOn'];
  /** Without consent for chat and without an open chat, nothing is stored or compared. */
  readonly isAllowed: () => boolean;
  /** The page is back from the back-forward cache, where it received no storage events. */
  readonly onShow: (lifetime: Lifetime, listener: () => void) => void;
  /** The visitor of an open chat has changed. Their stored data has been removed. */
  readonly left: () => void;
  /** Receives the removed identities of the previous visitor, with their tokens, so that they can be revoked. */
  readonly dropped: (profiles: readonly unknown[]) => void;
  /** A chat that was blocked may open now. */
  readonly mayOpen: () => void;
}

export interface VisitorWatch {
  /** Whether the stored data belongs to the visitor whom the page names, or to a guest. */
  readonly isKnown: boolean;
  /** Nobody has signed in, in any tab, since the last sign-out. */
  readonly isGuest: boolean;
  /** Identifies the visitor: changes whenever a visitor signs out. The same in all tabs of a browser. */
  readonly epoch: string;
  /** Compares page and storage. Call it when the page's visitor has changed, and before the chat opens. */
  check(): void;
  /**
   * Signs the visitor out in all tabs, regardless of the page's user data: after a sign-out at the sign-in service, or a
   * deletion of their data.
   */
  leave(): void;
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
  const shared = createSharedMark(ports, before?.mark);
  /** The last processed statement of this page, or one that another tab's change has made void. */
  let heard = before?.pageStartedAt === ports.pageStartedAt ? before.heard : undefined;
  let phase: Phase = 'waiting';
  let hasChecked = false;
  let hasBeenNamed = false;
  let isWaitOver = false;
  let cancelWait: (() => void) | undefined;
  const settling = createSettling();

  function matchOf(known: VisitorMark, page: PageVisitor): Match {
    const match = compareVisitor(known, page);
    const saysNothing = ports.namedOn === 'somePages' && !isNamed(page) && !hasBeenNamed;
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
  function readShared(page: PageVisitor): VisitorMark {
    // Until its page has a new statement, a page that could not read the mark keeps its own, and the chat that belongs to it.
    const isFirstReading = shared.isBlind && statementOf(page, ports) !== heard && shared.forgetBlind();
    const { mark, isChanged } = shared.read();
    // This page's statement is older than the other tab's change, unless the page has just loaded, or could not read the mark.
    if (isChanged && hasChecked && !isFirstReading) {
      heard = statementOf(page, ports);
      phase = 'held';
      isWaitOver = false;
      stopWaiting();
    }
    return mark;
  }

  function hear(known: VisitorMark, page: PageVisitor): void {
    const said = statementOf(page, ports);
    const isNew = said !== heard;
    const match = matchOf(known, page);
    if (match === 'unknown' && !isWaitOver) {
      if (isNew && phase !== 'held') {
        wait();
        // The page may name another visitor, who must not see the chat.
        if (isNamed(page)) phase = 'waiting';
      }
      // A guest's chat continues in this tab while the visitor signs in in another one.
      else if (phase !== 'current') phase = 'held';
      return;
    }
    stopWaiting();
    if (isNew && (match === 'other' || match === 'unknown')) shared.beginEpoch(page);
    // Only a new statement is written, because two pages may keep naming one visitor by different ids.
    else if (isNew) shared.addIds(known, page);
    // After the mark, which shows the other tabs that the guest has signed in, not out.
    if (isNew && match === 'signsIn') storage.clear('cm-profile-guest');
    phase = isNew || match === 'same' ? 'current' : 'held';
    heard = said;
  }

  function check(): void {
    if (lifetime.ended || !ports.isAllowed()) return;
    const page = ports.visitor();
    const wasCurrent = phase === 'current';
    const epoch = shared.current?.epoch;
    hear(readShared(page), page);
    hasChecked = true;
    hasBeenNamed ||= isNamed(page);
    storage.write('cm-tab-visitor', { mark: shared.current, pageStartedAt: ports.pageStartedAt, heard });
    if (wasCurrent && (phase !== 'current' || shared.current?.epoch !== epoch)) ports.left();
    if (phase !== 'waiting') settling.settle();
    if (watch.isKnown) ports.mayOpen();
  }

  const watch: VisitorWatch = {
    get isKnown() {
      const mark = shared.current;
      return phase === 'current' && mark !== undefined && matchOf(mark, ports.visitor()) !== 'unknown';
    },
    get isGuest() {
      const known = readMark(storage) ?? shared.current;
      return known !== undefined && isGuest(known);
    },
    get epoch() {
      return shared.current?.epoch ?? '';
    },
    check,
    leave() {
      shared.beginEpoch(ports.visitor());
      ports.left();
    },
    whenSettled: (own) => (phase === 'waiting' ? settling.wait(own) : Promise.resolve()),
  };
  storage.onChange(lifetime, (key) => {
    if (key === 'cm-visitor' && shared.isBlind) shared.forgetBlind();
    if (key === 'cm-visitor') check();
  });
  ports.onShow(lifetime, check);
  return watch;
}

/** A hash of the page's user data, to compare it without storing it. */
const statementOf = ({ iui, userId, signedin }: PageVisitor, page: Pick<VisitorWatchPorts, 'pageStartedAt'>): string =>
  visitorHash(JSON.stringify([iui, userId, signedin]), String(page.pageStartedAt));

/** Callers that wait until the visitor is known, each at most for its own lifetime. */
function createSettling() {
  const waiting = new Set<() => void>();
  return {
    settle(): void {
      for (const settle of waiting) settle();
    },
    wait: (own: Lifetime): Promise<void> =>
      new Promise((resolve) => {
        const settle = own.add(() => {
          waiting.delete(settle);
          resolve();
        });
        waiting.add(settle);
      }),
  };
}
