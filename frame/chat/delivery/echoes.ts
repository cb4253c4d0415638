import type { EntryStorage } from './entryStorage.ts';
import { findEchoed, isClaimed, type Tracked } from './rules.ts';
import type { Echo } from './types.ts';

interface KnownEcho extends Echo {
  /** The text that it is the echo of. Undefined: the text of another tab or device, or of a text whose answer is awaited. */
  textId: string | undefined;
}

/** What this page has seen of the conversation at the service: positions, and the visitor's texts. */
export interface Echoes {
  /** The highest known position of a stream; -1 if none is known. */
  positionOf(streamId: string | undefined): number;
  seen(position: number, streamId: string | undefined): void;
  /** Records an echo. Returns its text; undefined for an echo that is known already. */
  match(echo: Echo, texts: readonly Tracked[]): Tracked | undefined;
  /** The echo of this text, if it arrived before it was known that this text could be meant. */
  findEarlier(text: Tracked): Echo | undefined;
  clear(): void;
}

export function createEchoes(storage: EntryStorage, hasIds: boolean): Echoes {
  const positions = new Map<string | undefined, number>();
  let known: KnownEcho[] = [];

  const mayBelongTo = (echo: Echo, texts: readonly Tracked[]): Tracked | undefined => {
    const text = findEchoed(texts, echo, hasIds);
    return text && (echo.id !== undefined || !isClaimed(echo, storage.read())) ? text : undefined;
  };

  function seen(position: number, streamId: string | undefined): void {
    positions.set(streamId, Math.max(position, positions.get(streamId) ?? -1));
  }

  return {
    positionOf: (streamId) => positions.get(streamId) ?? -1,
    seen,
    match(echo, texts) {
      seen(echo.position, echo.streamId);
      if (known.some((one) => one.position === echo.position && one.streamId === echo.streamId)) return undefined;
      const text = mayBelongTo(echo, texts);
      known.push({ ...echo, textId: text?.entry.id });
      return text;
    },
    findEarlier(text) {
      const echo = known.find((one) => one.textId === undefined && mayBelongTo(one, [text]));
      if (!echo) return undefined;
      echo.textId = text.entry.id;
      return echo;
    },
    clear() {
      positions.clear();
      known = [];
    },
  };
}
