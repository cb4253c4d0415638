import type { ChannelPorts } from '../../channel.ts';
import type { StoredAccount } from './account.ts';
import type { Archive, Archived } from './archive.ts';
import type { Connection } from './connection.ts';
import { archiveStartOf } from './conversationId.ts';
import type { Desk } from './deployment.ts';
import { blockedMs } from './limits.ts';
import { createReading, nothingToRead, type Reading, type ReadingParts } from './reading.ts';

export interface ReadingsParts extends Pick<ReadingParts, 'onGap' | 'onRead'> {
  readonly archive: Archive;
  readonly account: Pick<StoredAccount, 'lostSessions' | 'replaceLostSessions'>;
  readonly deskConfig: Pick<Desk, 'address'>;
  readonly connection: Pick<Connection, 'isUp'>;
  /** Returns whether the message is new to the page. */
  readonly show: (archived: Archived, isHistory: boolean) => boolean;
}

/** The readings of the open conversation in the archive. Without a conversation there are none. */
export interface Readings extends Pick<Reading, 'readOn' | 'connected'> {
  /** `hasHistory`: what the first reading shows is from before this page. */
  begin(conversationId: string, hasHistory: boolean): void;
  end(): void;
  connectionDown(isLost: boolean, isResumptionUnknown: boolean): void;
  /** A new session has begun, so the one before is lost. */
  sessionBegun(): void;
}

export function createReadings(
  { clock, lifetime, createId }: Pick<ChannelPorts, 'clock' | 'lifetime' | 'createId'>,
  { archive, account, deskConfig, connection, show, onGap, onRead }: ReadingsParts,
): Readings {
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
    begin(conversationId, hasHistory) {
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
    connectionDown(isLost, isResumptionUnknown) {
      lostAt = clock.now();
      wasResumptionUnknown = isResumptionUnknown;
      if (isLost && reading !== nothingToRead) replaceAwaited([markOf(lostAt, createId())]);
    },
    sessionBegun() {
      // If nothing has tried to resume the session, it may be blocked, however short the time without a connection was.
      if (wasResumptionUnknown || clock.now() - lostAt >= blockedMs) reading.sessionLost(lostAt);
    },
  };
}
