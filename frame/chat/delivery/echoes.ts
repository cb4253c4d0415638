import { findClaim, findEchoed, isContested, lastClaim, type Tracked } from './rules.ts';
import type { EntryStorage } from './texts.ts';
import type { DeliveryPorts, Echo, Entry } from './types.ts';

interface KnownEcho extends Echo {
  /** The text of the echo. Undefined: a text of another tab or device, or one whose answer is pending. */
  textId: string | undefined;
}

type Place = Pick<Entry, 'position' | 'positionKey'>;

/** The stored entries that other tabs are responsible for. */
export type OfOtherTabs = (stored: readonly Entry[]) => readonly Entry[];

export interface EchoesParts {
  readonly storage: EntryStorage;
  /** Every echo carries an id. */
  readonly hasIds: boolean;
  readonly hasConversationPerTab?: boolean | undefined;
  readonly conversationId: () => string | undefined;
  readonly ofOtherTabs: OfOtherTabs;
  readonly keyAt: DeliveryPorts['keyAt'];
}

/** The part of the conversation that this page has seen at the service: positions, and the visitor's texts. */
export function createEchoes(parts: EchoesParts) {
  const { storage, hasIds, hasConversationPerTab, conversationId, ofOtherTabs, keyAt } = parts;
  const positions = new Map<string | undefined, number>();
  let known: KnownEcho[] = [];

  function textOf(echo: Echo, texts: readonly Tracked[]): Tracked | undefined {
    const claim = echo.id === undefined ? findClaim(echo, storage.read(), conversationId()) : undefined;
    if (claim) return texts.find(({ entry }) => entry.id === claim.id);
    const text = findEchoed(texts, echo, hasIds, hasConversationPerTab);
    return text && !isContestedNow(echo, text) ? text : undefined;
  }

  const isContestedNow = (echo: Echo, text: Tracked): boolean =>
    echo.id === undefined && isContested(echo, text, ofOtherTabs(storage.read()));

  const positionOf = (streamId: string | undefined): number => positions.get(streamId) ?? -1;

  function seen(position: number, streamId?: string): void {
    positions.set(streamId, Math.max(position, positionOf(streamId)));
  }

  /** The highest known position of a stream; -1 if none is known. */
  function placeOf(streamId: string | undefined): Place {
    const position = positionOf(streamId);
    return { position, positionKey: keyAt?.(position, streamId) };
  }

  return {
    placeOf,
    /** The same, including claims of other pages, because this page may not have seen the conversation yet. */
    confirmedPlaceOf(streamId: string | undefined): Place {
      const place = placeOf(streamId);
      const { settledAt = -1, settledAs } = lastClaim(storage.read(), conversationId(), streamId) ?? {};
      return settledAt > place.position ? { position: settledAt, positionKey: settledAs } : place;
    },
    seen,
    /** Records an echo. Returns its text; undefined if it belongs to none of them, or if it has no id and is already known. */
    match(echo: Echo, texts: readonly Tracked[]): Tracked | undefined {
      seen(echo.position, echo.streamId);
      const isKnown = known.some((one) => one.position === echo.position && one.streamId === echo.streamId);
      // An id still names its text, which may have been sent again.
      if (isKnown && !hasIds) return undefined;
      const text = textOf(echo, texts);
      if (!isKnown) known.push({ ...echo, textId: text?.entry.id });
      return text;
    },
    /** The echo of this text, if it arrived before it could be matched with this text. */
    findEarlier(text: Tracked): Echo | undefined {
      const echo = known.find((one) => one.textId === undefined && textOf(one, [text]));
      if (!echo) return undefined;
      echo.textId = text.entry.id;
      return echo;
    },
    /** Whether an echo may belong to this text or to another tab's. This is decided when the other tab has its answer. */
    isUndecided: (text: Tracked): boolean =>
      known.some(
        (one) => one.textId === undefined && findEchoed([text], one, hasIds) !== undefined && isContestedNow(one, text),
      ),
    /** The service has restarted its numbering: positions and words no longer prove anything, ids still do. */
    voidPositions(): void {
      positions.clear();
      known = known.filter(({ id }) => id !== undefined).map((one) => ({ ...one, position: -1 }));
    },
    /** Another conversation begins. */
    clear(): void {
      positions.clear();
      known = [];
    },
  };
}

export type Echoes = ReturnType<typeof createEchoes>;
