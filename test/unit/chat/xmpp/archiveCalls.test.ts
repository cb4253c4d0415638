import { describe, expect, it } from 'vitest';
import { createArchive } from '../../../../frame/chat/channels/xmpp/archive.ts';
import { archivePageSize, maxArchivePages } from '../../../../frame/chat/channels/xmpp/limits.ts';
import { parseXml, type XmlElement } from '../../../../frame/chat/channels/xmpp/xml.ts';
import { createError } from '../../../../frame/platform/errors.ts';

const own = 'visitor-1@guests.example';
const desk = 'sales@desk.example';

function parse(markup: string): XmlElement {
  const element = parseXml(markup);
  if (!element) throw new Error(`no markup: ${markup}`);
  return element;
}

const message = '<message xmlns="jabber:client" id="m"/>';
const resultOf = (queryid: string, id: string, { from = '', inside = message, stamp = '2026-11-23T10:00:00Z' } = {}) =>
  parse(
    `<message xmlns="jabber:client"${from}><result xmlns="urn:xmpp:mam:2" queryid="${queryid}" ${id}>` +
      `<forwarded xmlns="urn:xmpp:forward:0"><delay xmlns="urn:xmpp:delay" stamp="${stamp}"/>${inside}</forwarded></result></message>`,
  );
const fin = (complete: string) =>
  parse(`<iq xmlns="jabber:client" type="result"><fin xmlns="urn:xmpp:mam:2"${complete}/></iq>`);
const refusal = (condition: string) => createError('CALL_FAILED', condition, { body: { condition } });

interface Page {
  readonly ids?: readonly string[];
  readonly complete?: string;
  readonly error?: Error;
  /** What comes before the answer. */
  readonly stanzas?: (queryid: string) => readonly XmlElement[];
}

/** An archive on a server that answers with these pages, the last one again and again. */
function setUp(pages: readonly Page[], address: string | undefined = own) {
  const asked: string[] = [];
  const received: boolean[] = [];
  const archive = createArchive({
    address,
    async request(_, { xml }) {
      asked.push(xml);
      const queryid = /queryid="([^"]*)"/.exec(xml)?.[1] ?? '';
      const page = pages[Math.min(asked.length, pages.length) - 1] ?? {};
      if (page.error) throw page.error;
      const stanzas = page.stanzas?.(queryid) ?? (page.ids ?? []).map((id) => resultOf(queryid, `id="${id}"`));
      for (const stanza of stanzas) received.push(archive.receive(stanza));
      return fin(page.complete ?? ' complete="true"');
    },
  });
  const found: string[] = [];
  const read = (after?: string) => archive.read(desk, after, ({ archiveId }) => void found.push(archiveId));
  const setsOf = () => asked.map((xml) => /<set [^>]*>(.*)<\/set>/.exec(xml)?.[1]);
  return { archive, asked, setsOf, received, found, read };
}

describe('reading the archive', () => {
  it('[F-AD2] asks for the messages with the desk, each page after the last one', async () => {
    const pages = [{ ids: ['a', 'b'], complete: '' }, { ids: ['c'], complete: ' complete="false"' }, { ids: ['d'] }];
    const { asked, setsOf, found, read } = setUp(pages);
    await read();
    expect(found).toEqual(['a', 'b', 'c', 'd']);
    expect(setsOf()).toEqual(['<max>25</max>', '<max>25</max><after>b</after>', '<max>25</max><after>c</after>']);
    expect(asked[0]).toBe(
      '<query xmlns="urn:xmpp:mam:2" queryid="archive1"><x xmlns="jabber:x:data" type="submit">' +
        '<field var="FORM_TYPE" type="hidden"><value>urn:xmpp:mam:2</value></field>' +
        `<field var="with"><value>${desk}</value></field></x>` +
        '<set xmlns="http://jabber.org/protocol/rsm"><max>25</max></set></query>',
    );
  });

  it('[F-AD2] begins after a message, and ends where nothing more is found', async () => {
    const { setsOf, read } = setUp([{ ids: ['a'], complete: '' }, { complete: '' }]);
    await read('z');
    expect(setsOf()).toEqual(['<max>25</max><after>z</after>', '<max>25</max><after>a</after>']);
  });

  it('[F-AD2] has an end, whatever the server says', async () => {
    const { asked, read } = setUp([{ ids: ['a'], complete: '' }]);
    await read();
    expect(asked).toHaveLength(maxArchivePages);
  });

  it('[F-AD2] begins at the start if the message after which to begin is gone', async () => {
    const { setsOf, found, read } = setUp([{ error: refusal('item-not-found') }, { ids: ['a'] }]);
    await read('z');
    expect([setsOf(), found]).toEqual([['<max>25</max><after>z</after>', '<max>25</max>'], ['a']]);
    const fromStart = setUp([{ error: refusal('item-not-found') }]);
    await expect(fromStart.read()).rejects.toMatchObject({ code: 'CALL_FAILED' });
    expect(fromStart.asked).toHaveLength(1);
  });

  it.each(['service-unavailable', 'feature-not-implemented'])(
    '[F-AD2] is given up once the server says %s',
    async (condition) => {
      for (const ask of ['read', 'newest'] as const) {
        const { archive, asked, read } = setUp([{ error: refusal(condition) }]);
        expect(archive.isKept).toBe(true);
        if (ask === 'read') await read();
        else expect(await archive.newest(desk)).toBeUndefined();
        expect(archive.isKept).toBe(false);
        await read();
        expect(await archive.newest(desk)).toBeUndefined();
        expect(asked).toHaveLength(1);
      }
    },
  );

  it.each([refusal('internal-server-error'), createError('CALL_TIMEOUT', 'late')])(
    '[F-AD2] fails with another error, and can be tried again',
    async (error) => {
      const { archive, read, found } = setUp([{ error }, { error }, { error }, { ids: ['a'] }]);
      await expect(read()).rejects.toBe(error);
      await expect(read('z')).rejects.toBe(error);
      await expect(archive.newest(desk)).rejects.toBe(error);
      expect(archive.isKept).toBe(true);
      await read();
      expect(found).toEqual(['a']);
    },
  );

  it('[F-AD2] finds the newest message', async () => {
    const { archive, setsOf } = setUp([{ ids: ['a', 'b'] }, {}]);
    expect(await archive.newest(desk)).toBe('b');
    expect(await archive.newest(desk)).toBeUndefined();
    expect(setsOf()[0]).toBe('<max>1</max><before/>');
  });
});

describe('an answer of the archive', () => {
  const foundIn = async (stanzas: (queryid: string) => readonly XmlElement[], address?: string) => {
    const { found, received, read } = setUp([{ stanzas }], address);
    await read();
    expect(new Set(received), 'it is shown as no message').toEqual(new Set([true]));
    return found;
  };

  it.each([
    ['', ['a']],
    [` from="${own}"`, ['a']],
    [' from="VISITOR-1@guests.example/tab"', ['a']],
    [` from="${desk}"`, []],
    [' from="guests.example"', []],
  ])('[F-AD2] is our own account’s only: from "%s"', async (from, expected) => {
    expect(await foundIn((queryid) => [resultOf(queryid, 'id="a"', { from })])).toEqual(expected);
  });

  it('[F-AD2] belongs to a question that is open, and has an id and a message', async () => {
    const stanzas = (queryid: string) => [
      resultOf('archive9', 'id="a"'),
      resultOf(queryid, ''),
      resultOf(queryid, 'id="b"', { inside: '' }),
      resultOf(queryid, 'id="c"'),
    ];
    expect(await foundIn(stanzas)).toEqual(['c']);
  });

  it('[F-AD2] is ignored after its request has ended', async () => {
    const { archive, found, read } = setUp([{ ids: [] }]);
    await read();
    expect(archive.receive(resultOf('archive1', 'id="late"'))).toBe(true);
    await read();
    expect(found).toEqual([]);
  });

  it('[F-AD2] has no more messages than were asked for', async () => {
    const ids = Array.from({ length: archivePageSize + 5 }, (_, at) => `m${at}`);
    expect(await foundIn((queryid) => ids.map((id) => resultOf(queryid, `id="${id}"`)))).toHaveLength(archivePageSize);
  });

  it('[F-AD2] says when the message was stored', async () => {
    const { archive } = setUp([{ stanzas: (queryid) => [resultOf(queryid, 'id="a"')] }]);
    const stored: (number | undefined)[] = [];
    await archive.read(desk, undefined, ({ storedAt }) => void stored.push(storedAt));
    expect(stored).toEqual([Date.parse('2026-11-23T10:00:00Z')]);
  });

  it('[F-AD2] is distinguished from a live message', () => {
    const { archive } = setUp([]);
    expect(archive.receive(parse(message))).toBe(false);
    expect(archive.receive(parse('<message xmlns="jabber:client"><result xmlns="urn:other"/></message>'))).toBe(false);
  });
});
