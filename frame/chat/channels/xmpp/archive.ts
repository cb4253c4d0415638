import { createError } from '../../../platform/errors.ts';
import type { Lifetime } from '../../../platform/lifetime.ts';
import type { ChannelPorts } from '../../channel.ts';
import type { StoredAccount } from './account.ts';
import type { Connection } from './connection.ts';
import { archivePageSize, blockedMs, lateArrivalEndMs, lateArrivalMs, maxArchivePages } from './limits.ts';
import * as ns from './namespaces.ts';
import type { ConversationParts } from './parts.ts';
import { conditionOf } from './session.ts';
import { bareOf, stampOf } from './wire.ts';
import { childOf, type Xml, type XmlElement, xml } from './xml.ts';

export interface Archived {
  readonly archiveId: string;
  /** When the server stored it, ms since the epoch. */
  readonly storedAt: number | undefined;
  readonly message: XmlElement;
}

export type Archive = ReturnType<typeof createArchive>;

/** The archive of the visitor's account (XEP-0313), as far as the server keeps one. */
export function createArchive(connection: Pick<Connection, 'address' | 'request'>) {
  const queries = new Map<string, Archived[]>();
  let count = 0;
  let isKept = true;

  async function ask(desk: string, page: readonly Xml[]): Promise<{ found: readonly Archived[]; isComplete: boolean }> {
    count += 1;
    const queryid = `archive${count}`;
    const found: Archived[] = [];
    queries.set(queryid, found);
    const query = xml(
      'query',
      { xmlns: ns.archive, queryid },
      xml(
        'x',
        { xmlns: ns.dataForms, type: 'submit' },
        xml('field', { var: 'FORM_TYPE', type: 'hidden' }, xml('value', {}, ns.archive)),
        xml('field', { var: 'with' }, xml('value', {}, desk)),
      ),
      xml('set', { xmlns: ns.resultSet }, page),
    );
    try {
      const answer = await connection.request('set', query);
      const fin = childOf(answer, 'fin', ns.archive);
      return { found, isComplete: fin?.attributes.get('complete') === 'true' || found.length === 0 };
    } finally {
      queries.delete(queryid);
    }
  }

  const max = (messages: number): Xml => xml('max', {}, String(messages));

  /** A server without an archive has nothing to read. The caller handles other failures. */
  async function ifKept<T>(read: () => Promise<T>): Promise<T | undefined> {
    if (!isKept) return undefined;
    try {
      return await read();
    } catch (error) {
      const condition = conditionOf(error);
      if (condition !== 'service-unavailable' && condition !== 'feature-not-implemented') throw error;
      isKept = false;
      return undefined;
    }
  }

  async function readPages(
    desk: string,
    after: string | undefined,
    found: (archived: Archived) => void,
  ): Promise<void> {
    let last = after;
    for (let page = 0; page < maxArchivePages; page += 1) {
      const answer = await ask(
        desk,
        [max(archivePageSize), xml('after', {}, last)].slice(0, last === undefined ? 1 : 2),
      );
      for (const one of answer.found) found(one);
      last = answer.found.at(-1)?.archiveId ?? last;
      if (answer.isComplete) return;
    }
  }

  return {
    /** False once the server has said that it keeps none. */
    get isKept() {
      return isKept;
    },
    /** The id of the newest message with the desk; undefined if there is none. */
    newest(desk: string): Promise<string | undefined> {
      return ifKept(async () => (await ask(desk, [max(1), xml('before', {})])).found.at(-1)?.archiveId);
    },
    /** Calls `found` for each message with the desk after the id, oldest first. Rejects if the archive could not be read to its end. */
    read(desk: string, after: string | undefined, found: (archived: Archived) => void): Promise<void> {
      return ifKept(() =>
        readPages(desk, after, found).catch((error: unknown) => {
          if (after === undefined || conditionOf(error) !== 'item-not-found') throw error;
          // The archive no longer has the message to read after, so everything in it is newer.
          return readPages(desk, undefined, found);
        }),
      );
    },
    /** Returns whether the stanza was an answer of the archive. */
    receive(stanza: XmlElement): boolean {
      const result = childOf(stanza, 'result', ns.archive);
      if (!result) return false;
      const own = connection.address;
      const found = queries.get(result.attributes.get('queryid') ?? '');
      const archiveId = result.attributes.get('id');
      const forwarded = childOf(result, 'forwarded', ns.forward);
      const message = childOf(forwarded, 'message', ns.client);
      // Anybody can send what looks like an answer. Only one from our own account counts.
      const isOurs = own !== undefined && bareOf(stanza.attributes.get('from') ?? own) === own;
      if (isOurs && found && found.length < archivePageSize && archiveId !== undefined && message) {
        found.push({ archiveId, storedAt: stampOf(childOf(forwarded, 'delay', ns.delay)), message });
      }
      return true;
    },
  };
}

export interface ReadingsParts extends ConversationParts {
  readonly archive: Archive;
  readonly account: StoredAccount;
  /** Returns whether the message is new to the page. */
  readonly show: (archived: Archived, isHistory: boolean) => boolean;
  /** Whether texts may still be missing from the archive. */
  readonly onGap: (hasGap: boolean) => void;
  /** A repeated reading has shown everything. */
  readonly onRead: () => void;
}

/** Reads the archive of the open conversation, each time from where it has been read to. */
export function createReadings({ clock, lifetime, createId }: ChannelPorts, parts: ReadingsParts) {
  const { archive, account, deskConfig, connection, show, onGap, onRead } = parts;
  /** Ends with the conversation. */
  let conversation: Lifetime | undefined;
  let openId = '';
  let readUpTo: string | undefined;
  /** What the next reading shows is from before this page. */
  let isHistory = false;
  /**
   * Since when no late message has arrived; undefined once none is expected. Until then, each reading starts where the archive was last
   * known to be complete.
   */
  let quietSince: number | undefined;
  let hasFound = false;
  /** The last reading has failed or is running. */
  let mustRepeat = false;
  let cancel = (): void => {};
  /** The marks of the lost sessions that this page reads for. Each contains the time of the loss. */
  let awaited: readonly string[] = [];
  let lostAt = Number.NaN;
  /** The last session was lost before the server had said whether it can be resumed. */
  let wasResumptionUnknown = false;

  function lostAtOf(mark: string): number {
    const at = Number(mark.split(':')[0]);
    return Number.isNaN(at) ? clock.now() : at;
  }

  function replaceAwaited(marks: readonly string[]): void {
    account.replaceLostSessions(openId, awaited, marks);
    awaited = marks;
  }

  /**
   * A session could not be resumed, and may have been blocked since then. What it holds reaches the archive late, at places before what has
   * been read.
   */
  function expectLate(sinceMs: number): void {
    quietSince = sinceMs;
    onGap(true);
  }

  /** Rejects if the archive could not be read to its end. */
  async function readOn(): Promise<void> {
    const own = conversation;
    if (!own) throw createError('CALL_ABORTED', 'There is no conversation.');
    let last = readUpTo;
    mustRepeat = true;
    await archive.read(deskConfig.address, readUpTo, (archived) => {
      if (own !== conversation) return;
      if (show(archived, isHistory)) hasFound = true;
      last = archived.archiveId;
    });
    if (own !== conversation) return;
    isHistory = false;
    mustRepeat = false;
    if (quietSince === undefined) readUpTo = last;
  }

  async function readAgain(own: Lifetime): Promise<void> {
    if (!connection.isUp) return;
    hasFound = false;
    // A reading that fails is repeated.
    const isRead = await readOn().then(
      () => true,
      () => false,
    );
    if (own.ended) return;
    if (!isRead) {
      waitForLate(own, lateArrivalMs);
      return;
    }
    onRead();
    // After the clock was set back, the wait begins anew.
    if (quietSince !== undefined) quietSince = hasFound ? clock.now() : Math.min(quietSince, clock.now());
    if (!hasFound) onGap(false);
    const quietForMs = quietSince === undefined ? 0 : clock.now() - quietSince;
    if (quietForMs >= lateArrivalEndMs) quietSince = undefined;
    waitForLate(own, Math.max(lateArrivalMs, quietForMs));
  }

  function waitForLate(own: Lifetime, waitMs: number): void {
    cancel();
    if (quietSince !== undefined || mustRepeat) cancel = own.add(clock.after(waitMs, () => void readAgain(own)));
    else if (awaited.length > 0) replaceAwaited([]);
  }

  function end(): void {
    conversation?.end();
    conversation = undefined;
  }

  return {
    /** `hasHistory`: what the first reading shows is from before this page. */
    begin(conversationId: string, hasHistory: boolean): void {
      end();
      conversation = lifetime.child();
      conversation.add(() => onGap(false));
      openId = conversationId;
      readUpTo = archiveStartOf(conversationId);
      isHistory = hasHistory;
      mustRepeat = false;
      quietSince = undefined;
      awaited = account.lostSessions(conversationId);
      if (awaited.length > 0) expectLate(Math.max(...awaited.map(lostAtOf)));
    },
    end,
    readOn,
    /** The connection is up. Repeats a reading that has failed. After a lost session, reads until no late message is expected. */
    connected(): void {
      if (!conversation) return;
      cancel();
      if (mustRepeat) void readAgain(conversation);
      else waitForLate(conversation, lateArrivalMs);
    },
    connectionDown(isLost: boolean, isResumptionUnknown: boolean): void {
      lostAt = clock.now();
      wasResumptionUnknown = isResumptionUnknown;
      if (isLost && conversation) replaceAwaited([`${lostAt}:${createId()}`]);
    },
    /** A new session has begun, so the one before is lost. */
    sessionBegun(): void {
      if (!conversation) return;
      // If nothing has tried to resume the session, it may be blocked, however short the time without a connection was.
      if (wasResumptionUnknown || Math.abs(clock.now() - lostAt) >= blockedMs) expectLate(lostAt);
    },
  };
}

/**
 * XMPP has accounts and messages, but no conversations. One of ours begins after a message of the archive, whose id is part of
 * the conversation's, so that any page can read it again. It ends when either side leaves.
 */
export function createConversationId(createId: () => string, after: string | undefined): string {
  return `${createId()}~${encodeURIComponent(after ?? '')}`;
}

/** The message of the archive after which the conversation begins. */
function archiveStartOf(conversationId: string): string | undefined {
  try {
    // The message's id may have a `~` of its own, which is not encoded.
    return decodeURIComponent(conversationId.split('~').slice(1).join('~')) || undefined;
  } catch {
    return undefined; // Edited by hand: the whole archive counts.
  }
}
