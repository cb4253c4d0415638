import type { FrameStorage } from '../platform/storage.ts';
import { clearVisitor, markOf, type PageVisitor, readMark, type VisitorMark } from './visitorMark.ts';

interface SharedMarkPorts {
  readonly storage: FrameStorage;
  readonly createId: () => string;
  /** Receives the removed identities of the previous visitor, with their tokens, so that they can be revoked. */
  readonly dropped: (profiles: readonly unknown[]) => void;
}

/** The mark of the visitor that all tabs of a browser share, as this tab knows it. `initial` is the tab's own mark. */
export function createSharedMark(ports: SharedMarkPorts, initial: VisitorMark | undefined) {
  const { storage } = ports;
  let current = initial;
  /** The storage could not be read when this page gave its visitor a mark, so another mark may be stored. */
  let isBlind = false;

  function write(next: VisitorMark): VisitorMark {
    storage.write('cm-visitor', next);
    current = next;
    return next;
  }

  /** Starts with a new visitor, whose mark has the ids of the page. */
  function beginEpoch(page: PageVisitor): VisitorMark {
    clear(ports, 'local', 'session');
    return write(markOf(page, ports.createId()));
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
     * a lost mark is written again.
     */
    read(): { readonly mark: VisitorMark; readonly isChanged: boolean } {
      const shared = readMark(storage);
      if (!shared) {
        if (current) return { mark: write(current), isChanged: false };
        isBlind = !storage.isReadable('cm-visitor');
        return { mark: beginEpoch({}), isChanged: false };
      }
      const isChanged = shared.epoch !== current?.epoch;
      if (isChanged) clear(ports, 'session');
      current = shared;
      return { mark: shared, isChanged };
    },
    /** Adds ids that arrive later. */
    addIds(known: VisitorMark, page: PageVisitor): void {
      const next = { ...known, ...markOf(page, known.epoch) };
      if (next.iui !== known.iui || next.userId !== known.userId) write(next);
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

/** Removes the visitor's stored data, and passes the identities of this tab, including a guest's, to `dropped`. */
function clear(
  { storage, dropped }: Pick<SharedMarkPorts, 'storage' | 'dropped'>,
  ...areas: readonly ('local' | 'session')[]
): void {
  const profiles = storage.suffixes('cm-profile').map((suffix) => storage.read('cm-profile', suffix));
  clearVisitor(storage, ...areas);
  if (profiles.length > 0) dropped(profiles);
}
