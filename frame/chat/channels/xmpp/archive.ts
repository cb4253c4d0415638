import type { Connection } from './connection.ts';
import { archivePageSize, maxArchivePages } from './limits.ts';
import * as ns from './namespaces.ts';
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
