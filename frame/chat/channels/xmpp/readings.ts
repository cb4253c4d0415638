import { createError } from '../../../platform/errors.ts';
import type { Lifetime } from '../../../platform/lifetime.ts';
import type { ChannelPorts } from '../../channel.ts';
import type { StoredAccount } from './account.ts';
import type { Archive, Archived } from './archive.ts';
import type { Connection } from './connection.ts';
import { archiveStartOf } from './conversationId.ts';
import type { Desk } from './deployment.ts';
import { blockedMs, lateArrivalEndMs, lateArrivalMs } from './limits.ts';

interface ReadingParts extends Pick<ChannelPorts, 'clock'> {
  /** Ends with the conversation. */
  readonly lifetime: Lifetime;
  readonly archive: Archive;
  readonly desk: string;
  readonly after: string | undefined;
  /** What the first reading shows is from before this page. */
  readonly hasHistory: boolean;
  readonly isUp: () => boolean;
  /** Returns whether the message is new to the page. */
  readonly show: (archived: Archived, isHistory: boolean) => boolean;
  /** Whether texts may still be missing from the archive. */
  readonly onGap: (hasGap: boolean) => void;
  /** A repeated reading has shown everything. */
  readonly onRead: () => void;
  /** The connection is up, and no late message is expected. */
  readonly onComplete: () => void;
}

type Reading = ReturnType<typeof createReading>;

/** Reads the archive of one conversation, each time from where it has been read to. */
function createReading(parts: ReadingParts) {
  const { clock, lifetime, onGap } = parts;
  let readUpTo = parts.after;
  let { hasHistory } = parts;
  /**
   * Since when no late message has arrived; undefined once none is expected. Until then, each reading starts where the archive was last
   * known to be complete.
   */
  let quietSince: number | undefined;
  let hasFound = false;
  /** The last reading has failed or is running. */
  let mustRepeat = false;
  let cancel = (): void => {};
  lifetime.add(() => onGap(false));

  /** Rejects if the archive could not be read to its end. */
  async function readOn(): Promise<void> {
    let last = readUpTo;
    mustRepeat = true;
    await parts.archive.read(parts.desk, readUpTo, (archived) => {
      if (parts.show(archived, hasHistory)) hasFound = true;
      last = archived.archiveId;
    });
    hasHistory = false;
    mustRepeat = false;
    if (quietSince === undefined) readUpTo = last;
  }

  async function readAgain(): Promise<void> {
    if (!parts.isUp()) return;
    hasFound = false;
    // A reading that fails is repeated.
    const isRead = await readOn().then(
      () => true,
      () => false,
    );
    if (lifetime.ended) return;
    if (!isRead) {
      waitForLate(lateArrivalMs);
      return;
    }
    parts.onRead();
    if (quietSince !== undefined && hasFound) quietSince = clock.now();
    if (!hasFound) onGap(false);
    const quietForMs = quietSince === undefined ? 0 : clock.now() - quietSince;
    if (quietForMs >= lateArrivalEndMs) quietSince = undefined;
    waitForLate(Math.max(lateArrivalMs, quietForMs));
  }

  function waitForLate(waitMs: number): void {
    cancel();
    if (quietSince === undefined && !mustRepeat) parts.onComplete();
    else cancel = lifetime.add(clock.after(waitMs, () => void readAgain()));
  }

  /** The connection is up. Repeats a reading that has failed. After a lost session, reads until no late message is expected. */
  function connected(): void {
    cancel();
    if (mustRepeat) void readAgain();
    else waitForLate(lateArrivalMs);
  }

  return {
    readOn,
    /**
     * A session could not be resumed, and may have been blocked since `lostAt`. What it holds reaches the archive late, at places before what
     * has been read.
     */
    sessionLost(lostAt: number): void {
      quietSince = lostAt;
      onGap(true);
    },
    connected,
  };
}

/** No conversation is open. */
const nothingToRead: Reading = {
  readOn: () => Promise.reject(createError('CALL_ABORTED', 'There is no conversation.')),
  sessionLost() {},
  connected() {},
};

export interface ReadingsParts extends Pick<ReadingParts, 'onGap' | 'onRead'> {
  readonly archive: Archive;
  readonly account: Pick<StoredAccount, 'lostSessions' | 'replaceLostSessions'>;
  readonly deskConfig: Pick<Desk, 'address'>;
  readonly connection: Pick<Connection, 'isUp'>;
  /** Returns whether the message is new to the page. */
  readonly show: (archived: Archived, isHistory: boolean) => boolean;
}

export type Readings = ReturnType<typeof createReadings>;

/** The readings of the open conversation in the archive. Without a conversation there are none. */
export function createReadings(
  { clock, lifetime, createId }: Pick<ChannelPorts, 'clock' | 'lifetime' | 'createId'>,
  { archive, account, deskConfig, connection, show, onGap, onRead }: ReadingsParts,
) {
  let conversation = lifetime.child();
  let reading = nothingToRead;
  let openId = '';
  /** The marks of the lost sessions that this page reads for. Each contains the time of the loss. */
  let awaited: readonly string[] = [];
  let lostAt = Number.POSITIVE_INFINITY;
  /** The last session was lost before the server had said whether it can be resumed. */
  let wasResumptionUnknown = false;

  const markOf = (at: number, id: string): string => `${at}:${id}`;

  function lostAtOf(mark: string): number {
    const at = Number(mark.split(':')[0]);
    return Number.isNaN(at) ? clock.now() : at;
  }

  function end(): void {
    conversation.end();
    reading = nothingToRead;
  }

  function replaceAwaited(marks: readonly string[]): void {
    account.replaceLostSessions(openId, awaited, marks);
    awaited = marks;
  }

  return {
    /** `hasHistory`: what the first reading shows is from before this page. */
    begin(conversationId: string, hasHistory: boolean): void {
      end();
      conversation = lifetime.child();
      openId = conversationId;
      const begun = createReading({
        ...{ clock, lifetime: conversation, archive, desk: deskConfig.address, hasHistory, onGap, onRead },
        after: archiveStartOf(conversationId),
        isUp: () => connection.isUp,
        onComplete() {
          if (awaited.length > 0) replaceAwaited([]);
        },
        show: (archived, isHistory) => reading === begun && show(archived, isHistory),
      });
      reading = begun;
      awaited = account.lostSessions(conversationId);
      if (awaited.length > 0) begun.sessionLost(Math.max(...awaited.map(lostAtOf)));
    },
    end,
    readOn: () => reading.readOn(),
    connected: () => reading.connected(),
    connectionDown(isLost: boolean, isResumptionUnknown: boolean): void {
      lostAt = clock.now();
      wasResumptionUnknown = isResumptionUnknown;
      if (isLost && reading !== nothingToRead) replaceAwaited([markOf(lostAt, createId())]);
    },
    /** A new session has begun, so the one before is lost. */
    sessionBegun(): void {
      // If nothing has tried to resume the session, it may be blocked, however short the time without a connection was.
      if (wasResumptionUnknown || clock.now() - lostAt >= blockedMs) reading.sessionLost(lostAt);
    },
  };
}
