import { describe, expect, it, vi } from 'vitest';
import { cleanName, fileAddressIn, fileLines } from '../../../../frame/chat/channels/xmpp/files.ts';
import { maxHeaderChars } from '../../../../frame/chat/channels/xmpp/limits.ts';
import { parseSlot, uploadFile } from '../../../../frame/chat/channels/xmpp/upload.ts';
import { parseXml, type XmlElement } from '../../../../frame/chat/channels/xmpp/xml.ts';
import { toolTexts } from '../../../../frame/chat/tools/texts.ts';
import { createUploadStore } from '../../../../frame/chat/tools/uploadStore.ts';
import { type FileUpload, putFile } from '../../../../frame/platform/backend/putFile.ts';
import { createError } from '../../../../frame/platform/errors.ts';
import { messagesOf } from '../../../support/channelEvents.ts';
import { createFakeClock, settle } from '../../../support/fakeClock.ts';
import { createXmppBench } from '../../../support/xmppBench.ts';

const origin = 'https://upload.example';
const files = { service: 'upload.example', origin, maxBytes: 10, types: ['image/*'] };
const slotWith = (put: string, get: string, headers = ''): string =>
  `<iq xmlns="jabber:client" type="result" from="upload.example"><slot xmlns="urn:xmpp:http:upload:0"><put url="${put}">${headers}</put><get url="${get}"/></slot></iq>`;
function parse(markup: string): XmlElement {
  const element = parseXml(markup);
  if (!element) throw new Error('no markup');
  return element;
}
const slotOf = (markup: string) => parseSlot(parse(markup), files);

describe('a slot', () => {
  it('[F-AD2] passes on the headers that the specification allows, on one line each', () => {
    const headers =
      '<header name="Authorization">Basic abc&#10;X-Evil: 1</header><header name="Cookie">a=b</header>' +
      '<header name="X-Other">c</header><header name="expires">later</header>';
    expect(slotOf(slotWith(`${origin}/p/a.png`, `${origin}/g/a.png`, headers))).toEqual({
      put: `${origin}/p/a.png`,
      get: `${origin}/g/a.png`,
      headers: { Authorization: 'Basic abcX-Evil: 1', expires: 'later' },
    });
  });

  it('[F-AD2] passes on nothing that is no header, or too long', () => {
    const header = (value: string, more = '') => `<header name="Expires"${more}>${value}</header>`;
    const headersWith = (inside: string) => slotOf(slotWith(`${origin}/p`, `${origin}/g`, inside)).headers;
    const longest = 'x'.repeat(maxHeaderChars);
    expect(headersWith(header(longest))).toEqual({ Expires: longest });
    expect(headersWith(header(`${longest}x`))).toEqual({});
    expect(headersWith(header('later', ' xmlns="urn:other"'))).toEqual({});
    expect(headersWith('<other name="Expires">later</other><header>later</header>')).toEqual({});
  });

  it.each([
    ['another origin to put to', 'https://evil.example/p', `${origin}/g`],
    ['another origin to get from', `${origin}/p`, 'https://evil.example/g'],
    ['no encryption', 'http://upload.example/p', 'http://upload.example/g'],
    ['a script', 'javascript:alert(1)', `${origin}/g`],
    ['a name and a password', 'https://a:b@upload.example/p', `${origin}/g`],
    ['no address', '', ''],
  ])('[F-AD2] is refused with %s', (_, put, get) => {
    expect(() => slotOf(slotWith(put, get))).toThrow('outside of the origin');
  });

  it('[F-AD2] is asked for with a clean name, and the file is put there with its type', async () => {
    const asked: unknown[] = [];
    const puts: FileUpload[] = [];
    const answer = parse(slotWith(`${origin}/p/a.png`, `${origin}/g/a.png`));
    const address = await uploadFile(
      {
        clock: createFakeClock(),
        files,
        connection: {
          request: async (...request) => {
            asked.push(request);
            return answer;
          },
        },
        put: async (upload) => void puts.push(upload),
      },
      new File(['abc'], '../a\u202Egnp.exe', { type: 'image/png' }),
      new AbortController().signal,
    );
    expect(address).toBe(`${origin}/g/a.png`);
    expect(JSON.stringify(asked)).toContain('filename=\\"..agnp.exe\\" size=\\"3\\" content-type=\\"image/png\\"');
    expect(asked).toMatchObject([['get', {}, 'upload.example']]);
    expect(puts).toMatchObject([{ url: `${origin}/p/a.png`, headers: { 'Content-Type': 'image/png' } }]);
  });
});

describe('an upload that fails', () => {
  const slot = slotWith(`${origin}/p/a.png`, `${origin}/g/a.png`);

  /** The code with which it fails, when the service of slots and then the address of the file answer so. */
  async function codeOf(answer: Error | string, put?: Error): Promise<string> {
    const uploading = uploadFile(
      {
        clock: createFakeClock(),
        files,
        connection: {
          request: () => (typeof answer === 'string' ? Promise.resolve(parse(answer)) : Promise.reject(answer)),
        },
        put: () => (put ? Promise.reject(put) : Promise.resolve()),
      },
      new File(['abc'], 'a.png', { type: 'image/png' }),
      new AbortController().signal,
    );
    return uploading.catch(({ code }) => code);
  }

  it.each(['not-acceptable', 'forbidden', 'item-not-found'])(
    '[F-AD2][F-AD13] with %s is a refusal: the service gives the same answer to another try',
    async (condition) => {
      const refusal = createError('CALL_FAILED', condition, { body: { condition } });
      expect(await codeOf(refusal)).toBe('NOT_ALLOWED');
    },
  );

  it.each([403, 413])('[F-AD2][F-AD13] with %i at the address is a refusal', async (status) => {
    expect(await codeOf(slot, createError('CALL_FAILED', 'x', { status }))).toBe('NOT_ALLOWED');
  });

  it('[F-AD2][F-AD13] because of a slot elsewhere is a refusal', async () => {
    expect(await codeOf(slotWith('https://evil.example/p', `${origin}/g`))).toBe('NOT_ALLOWED');
  });

  it.each([
    'internal-server-error',
    'recipient-unavailable',
    'remote-server-timeout',
    'resource-constraint',
    'undefined-condition',
  ])('[F-AD2][F-AD13] with %s may be tried again', async (condition) => {
    const refusal = createError('CALL_FAILED', condition, { body: { condition } });
    expect(await codeOf(refusal)).toBe('CALL_FAILED');
  });

  it('[F-AD2][F-AD13] without an answer, or with an error of the address, may be tried again', async () => {
    expect(await codeOf(createError('CALL_TIMEOUT', 'x'))).toBe('CALL_TIMEOUT');
    expect(await codeOf(slot, createError('CALL_FAILED', 'x'))).toBe('CALL_FAILED');
    expect(await codeOf(slot, createError('CALL_FAILED', 'x', { status: 500 }))).toBe('CALL_FAILED');
  });

  it('[F-AD2][F-AD13] says why in its message', async () => {
    const connection = {
      request: () => Promise.reject(createError('CALL_FAILED', 'forbidden', { body: { condition: 'forbidden' } })),
    };
    const uploading = uploadFile(
      { clock: createFakeClock(), files, connection },
      new File([], 'a'),
      new AbortController().signal,
    );
    await expect(uploading).rejects.toMatchObject({ message: 'forbidden' });
  });
});

describe('a server without a place for files', () => {
  /** The visitor adds a file. Resolves to what the window says about it. */
  async function sayOf(unknownRequest: string): Promise<{ readonly problem: string; readonly sentence: string }> {
    const { server, fakes, channel } = createXmppBench({ section: { files } });
    server.faults.unknownRequest = unknownRequest;
    await channel.start({ startType: 'menu' });
    const { log, lifetime } = fakes.ports;
    const send = (text: string): void => void channel.send({ id: 'f', text });
    const target = () => ({ files: () => channel.files, send });
    const { state, add } = createUploadStore({ log, lifetime, target });
    add([new File(['abc'], 'a.png', { type: 'image/png' })]);
    await vi.waitFor(() => expect(state.current?.problem).toBeDefined(), 30_000);
    const problem = state.current?.problem ?? 'pictures';
    expect(messagesOf(fakes.events).filter(({ id }) => id === 'f')).toEqual([]);
    return { problem, sentence: toolTexts[problem] };
  }

  it.each(['service-unavailable', 'item-not-found', 'remote-server-not-found', 'not-allowed', 'forbidden'])(
    '[F-AD2][F-AD13] that answers %s does not send the visitor to look at their connection',
    async (condition) => {
      expect(await sayOf(condition)).toEqual({ problem: 'fileRefused', sentence: '{name} was not accepted.' });
    },
  );

  it.each(['resource-constraint', 'internal-server-error', 'undefined-condition'])(
    '[F-AD2][F-AD13] that answers %s lets the visitor try again',
    async (condition) => {
      expect(await sayOf(condition)).toMatchObject({ problem: 'fileFailed' });
    },
  );
});

describe('the upload itself', () => {
  const upload: FileUpload = {
    url: `${origin}/p`,
    headers: {},
    file: new Blob(['a']),
    limitMs: 100,
    signal: new AbortController().signal,
  };

  it('[F-AD2] is a PUT without cookies that follows no redirect', async () => {
    const calls: unknown[] = [];
    await putFile(upload, {
      clock: createFakeClock(),
      fetch: async (...call: unknown[]) => {
        calls.push(call);
        return new Response(null, { status: 201 });
      },
    });
    expect(calls).toMatchObject([[`${origin}/p`, { method: 'PUT', credentials: 'omit', redirect: 'error' }]]);
  });

  it('[F-AD2] fails with the status, without an answer, and when it takes too long', async () => {
    const clock = createFakeClock();
    const refused = putFile(upload, { clock, fetch: async () => new Response(null, { status: 413 }) });
    await expect(refused).rejects.toMatchObject({ code: 'CALL_FAILED', status: 413 });
    const down = putFile(upload, { clock, fetch: () => Promise.reject(new TypeError('failed')) });
    await expect(down).rejects.toMatchObject({ code: 'CALL_FAILED' });
    const late = putFile(upload, {
      clock,
      fetch: (_, options) =>
        new Promise((__, reject) => options?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    });
    const outcome = expect(late).rejects.toMatchObject({ code: 'CALL_TIMEOUT' });
    await clock.advance(100);
    await outcome;
  });
});

describe('a file in the window', () => {
  it('[F-AD2] is a picture only on the deployment’s own origin', () => {
    const address = `${origin}/a/dent%20in%20the%20door.PNG`;
    const picture = { type: 'link', text: 'dent in the door.PNG', href: address, imageUrl: address };
    expect(fileLines(address, files)).toEqual([{ type: 'tile', text: '', items: [picture] }]);
    for (const elsewhere of ['https://evil.example/a.png', `${origin}.evil.example/a.png`, `${origin}/a.svg`])
      expect(fileLines(elsewhere, files)[0]?.type, elsewhere).toBe('link');
    expect(fileLines(address, undefined)[0]?.type).toBe('link');
    for (const name of ['a.jpg', 'a.jpeg', 'a.gif', 'a.webp', 'a.avif'])
      expect(fileLines(`${origin}/${name}`, files)[0]?.type, name).toBe('tile');
    expect(fileLines(`${origin}/a.png.exe`, files)[0]?.type).toBe('link');
  });

  it('[F-AD2] has a name that hides nothing', () => {
    expect(fileLines(`${origin}/a/%E2%80%AEgnp.exe`, files)[0]?.text).toBe('gnp.exe');
    expect(fileLines(`${origin}/a/%ff`, files)[0]?.text).toBe('%ff');
    expect(fileLines(`${origin}/`, files)[0]?.text).toBe('upload.example');
    expect(cleanName(`${'x'.repeat(300)}.pdf`)).toHaveLength(80);
  });

  it('[F-AD2] is distinguished from a text that only mentions an address', () => {
    expect(fileAddressIn(`${origin}/a.png`, files)).toBe(`${origin}/a.png`);
    for (const text of [`See ${origin}/a.png`, `${origin}/a.png please`, 'https://other.example/a.png', origin])
      expect(fileAddressIn(text, files), text).toBeUndefined();
  });

  it('[F-AD2] comes from the desk, in place of its address', async () => {
    const { server, fakes, channel } = createXmppBench({ section: { files } });
    await channel.start({ startType: 'menu' });
    const url = `${origin}/a/map.png`;
    server.toVisitor(server.visitor, { body: url, extra: `<x xmlns="jabber:x:oob"><url>${url}</url></x>` });
    const other = 'https://elsewhere.example/map.png';
    server.toVisitor(server.visitor, {
      body: `Look: ${other}`,
      extra: `<x xmlns="jabber:x:oob"><url>${other}</url></x>`,
    });
    await settle();
    expect(messagesOf(fakes.events).filter(({ type }) => type === 'agent')).toMatchObject([
      { text: '', lines: [{ type: 'tile', items: [{ text: 'map.png', imageUrl: url }] }] },
      { text: `Look: ${other}` },
    ]);
  });

  it('[F-AD2] is an address again when it comes back, so that it can be sent once more', async () => {
    const { server, fakes, channel } = createXmppBench({ section: { files } });
    await channel.start({ startType: 'menu' });
    const url = `${origin}/a/map.png`;
    await channel.send({ id: 'f', text: url });
    await settle();
    expect(messagesOf(fakes.events).findLast(({ id }) => id === 'f')).toMatchObject({ text: '' });
    const error =
      '<error xmlns="jabber:client" type="cancel"><item-not-found xmlns="urn:ietf:params:xml:ns:xmpp-stanzas"/></error>';
    server.inject(
      `<message xmlns="jabber:client" type="error" id="f" from="sales@desk.example" to="${server.visitor}@guests.example">${error}</message>`,
    );
    await settle();
    expect(messagesOf(fakes.events).findLast(({ id }) => id === 'f')).toMatchObject({ text: url, lines: [] });
  });

  it('[F-AD2] that the server has lost is an address until it is sent once more', async () => {
    const { server, fakes, channel, online } = createXmppBench({ section: { files } });
    await channel.start({ startType: 'menu' });
    await fakes.clock.advance(100);
    const url = `${origin}/a/map.png`;
    const node = server.failNode();
    await channel.send({ id: 'f', text: url });
    await fakes.clock.advance(100);
    node.end();
    await fakes.clock.advance(0);
    online();
    await fakes.clock.advance(30_000);
    expect(messagesOf(fakes.events).filter(({ id }) => id === 'f')).toMatchObject([
      { text: '', lines: [{ type: 'tile' }] },
      { text: url, lines: [], isPending: true },
      { text: '', lines: [{ type: 'tile' }] },
    ]);
  });
});
