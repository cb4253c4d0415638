import type { NamedVisitor } from './compareVisitors.ts';
import { type ClearPorts, clearVisitor, markOf, readMark, type VisitorMark } from './visitorMark.ts';

interface SharedMarkPorts extends ClearPorts {
  readonly createId: () => string;
  /** Whether the mark may be stored. If not, it is kept in memory, and only this page knows it. */
  readonly isStored: () => boolean;
}

/** The mark of the visitor that all tabs of a browser share, as this tab knows it. `initial` is the tab's own mark. */
export function createSharedMark(ports: SharedMarkPorts, initial: VisitorMark | undefined) {
  const { storage } = ports;
  let current = initial;
  /** Other tabs do not know the mark. */
  let isPrivate = false;
  /** The storage could not be read when this page gave its visitor a mark, so another mark may be stored. */
  let isBlind = false;

  function write(next: VisitorMark): VisitorMark {
    isPrivate = !ports.isStored();
    if (!isPrivate) storage.write('cm-visitor', next);
    current = next;
    return next;
  }

  /** Starts with a new visitor, whose mark has the names of the page. Notifies the other tabs that the previous one has left. */
  function beginEpoch(page: NamedVisitor): VisitorMark {
    clearVisitor(ports, 'local', 'session');
    const mark = write(markOf(page, ports.createId()));
    // The mark of the visitor who has left shows it to their other tabs.
    if (isPrivate && storage.read('cm-visitor') !== undefined) storage.write('cm-visitor', { epoch: mark.epoch });
    // After the mark, which says more.
    for (const key of ['cm-left', 'cm-tab-left'] as const) storage.write(key, mark.epoch);
    return mark;
  }

  return {
    get current() {
      return current;
    },
    get isBlind() {
      return isBlind;
    },
    beginEpoch,
    /**
     * Reads the shared mark, and whether it is another visitor's than before. The first visitor of a browser gets a mark, and
     * a lost mark is written again. `isPublished`: it is this page's own mark, without what the page has said.
     */
    read(): { readonly mark: VisitorMark; readonly isChanged: boolean; readonly isPublished?: boolean } {
      const shared = ports.isStored() ? readMark(storage) : undefined;
      if (!shared) {
        if (current) return { mark: ports.isStored() ? write(current) : current, isChanged: false };
        isBlind = ports.isStored() && !storage.isReadable('cm-visitor');
        // What an earlier version has stored cannot be compared.
        if (ports.isStored()) clearVisitor(ports, 'local', 'session');
        return { mark: write(markOf({}, ports.createId())), isChanged: false };
      }
      // Nobody else has known the mark that only this page had.
      const isOther = shared.epoch !== current?.epoch;
      const isChanged = isOther && !isPrivate;
      const isPublished = !isOther && isPrivate;
      if (isChanged) clearVisitor(ports, 'session');
      isPrivate = false;
      current = shared;
      return { mark: shared, isChanged, isPublished };
    },
    /** Adds what the page says later. */
    add(known: VisitorMark, page: NamedVisitor, isSignIn: boolean): void {
      const said = markOf(page, known.epoch);
      const { signedin, ...others } = known;
      const next = { ...(isSignIn ? others : known), ...said };
      if (JSON.stringify(sorted(next)) !== JSON.stringify(sorted(known))) write(next);
    },
    /** Forgets the mark: its stored data has been removed. */
    forget(): void {
      current = undefined;
      isBlind = false;
    },
    /** Uses the stored mark again. Returns false while the browser still refuses storage. */
    forgetBlind(): boolean {
      if (!storage.isReadable('cm-visitor')) return false;
      storage.forget('cm-visitor');
      isBlind = false;
      return true;
    },
  };
}

const sorted = (mark: VisitorMark) => Object.entries(mark).toSorted(([one], [other]) => one.localeCompare(other));
