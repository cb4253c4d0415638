import { describe, expect, it } from 'vitest';
import { maxTextChars } from '../../../../frame/chat/channels/xmpp/limits.ts';
import {
  farewellStanza,
  messageIn,
  readMessage,
  signalStanza,
  stampOf,
  textStanza,
} from '../../../../frame/chat/channels/xmpp/wire.ts';
import { parseXml, xml } from '../../../../frame/chat/channels/xmpp/xml.ts';

const own = 'visitor-1@guests.example';
const desk = 'sales@desk.example';

function parse(markup: string) {
  const element = parseXml(markup);
  if (!element) throw new Error(`no markup: ${markup}`);
  return element;
}

const addresses = `from="Sales@desk.example/agent/1" to="${own}/tab" id="m1"`;
const read = (inside = '', attributes = addresses) =>
  readMessage(parse(`<message xmlns="jabber:client" ${attributes}>${inside}</message>`), own);

describe('a message of the server', () => {
  it('[F-AD2] is read with bare addresses in lower case', () => {
    expect(read('<body>Hello</body>')).toEqual({
      ...{
        from: desk,
        to: own,
        resource: 'agent/1',
        id: 'm1',
        stanzaId: 'm1',
        archiveId: undefined,
        body: 'Hello',
        file: undefined,
      },
      ...{ corrects: undefined, retracts: undefined, form: undefined, typing: undefined, receivedId: undefined },
      ...{ readId: undefined, wantsReceipt: false, error: undefined, waitingSince: undefined },
    });
  });

  it('[F-AD2] without addresses is our own account’s', () => {
    expect(read('', 'id="m1"')).toMatchObject({ from: own, to: own, resource: undefined });
  });

  it.each([
    ['groupchat', false],
    ['headline', false],
    ['chat', true],
    ['normal', true],
    ['error', true],
  ])('[F-AD2] of type %s is read: %s', (type, isRead) => {
    expect(read('', `${addresses} type="${type}"`) !== undefined).toBe(isRead);
  });

  it('[F-AD2] has the id that its sender gave it first', () => {
    const first = read('<origin-id xmlns="urn:xmpp:sid:0" id="first"/>');
    expect([first?.id, first?.stanzaId]).toEqual(['first', 'm1']);
    expect(read('<origin-id xmlns="urn:other" id="first"/>')?.id).toBe('m1');
  });

  it.each([
    [`<stanza-id xmlns="urn:xmpp:sid:0" by="${own}" id="a1"/>`, 'a1'],
    ['<stanza-id xmlns="urn:xmpp:sid:0" by="VISITOR-1@guests.example" id="a1"/>', 'a1'],
    [
      `<stanza-id xmlns="urn:xmpp:sid:0" by="${desk}" id="a1"/><stanza-id xmlns="urn:xmpp:sid:0" by="${own}" id="a2"/>`,
      'a2',
    ],
    [`<stanza-id xmlns="urn:xmpp:sid:0" by="${desk}" id="a1"/>`, undefined],
    ['<stanza-id xmlns="urn:xmpp:sid:0" id="a1"/>', undefined],
    [`<stanza-id xmlns="urn:other" by="${own}" id="a1"/>`, undefined],
    [`<origin-id xmlns="urn:xmpp:sid:0" by="${own}" id="a1"/>`, undefined],
  ])('[F-AD2] has the id of our own archive only: %s', (inside, archiveId) => {
    expect(read(inside)?.archiveId).toBe(archiveId);
  });

  it('[F-AD2] has the text of its own body, up to a limit', () => {
    expect(read('<body xmlns="http://www.w3.org/1999/xhtml">Wrong</body><body>Right</body>')?.body).toBe('Right');
    expect(read(`<body>${'x'.repeat(maxTextChars + 1)}</body>`)?.body).toHaveLength(maxTextChars);
  });

  const oob = (url: string) => `<x xmlns="jabber:x:oob"><url> ${url} </url></x>`;
  it.each([
    [' https://f.example/a.png ', 'https://f.example/a.png', 'https://f.example/a.png'],
    ['See https://f.example/a.png', 'https://f.example/a.png', undefined],
    ['javascript:alert(1)', 'javascript:alert(1)', undefined],
  ])('[F-AD2] is a file if it says nothing but an address: "%s"', (body, url, file) => {
    expect(read(`<body>${body}</body>${oob(url)}`)?.file).toBe(file);
    expect(read(`<body>${body}</body>`)?.file).toBeUndefined();
    expect(read(oob(url))?.file).toBeUndefined();
  });

  it.each([
    ['<replace xmlns="urn:xmpp:message-correct:0" id="m0"/>', { corrects: 'm0', retracts: undefined }],
    ['<replace xmlns="urn:other" id="m0"/>', { corrects: undefined, retracts: undefined }],
    ['<retract xmlns="urn:xmpp:message-retract:1" id="m0"/>', { corrects: undefined, retracts: 'm0' }],
    [
      '<apply-to xmlns="urn:xmpp:fasten:0" id="m0"><retract xmlns="urn:xmpp:message-retract:0"/></apply-to>',
      { corrects: undefined, retracts: 'm0' },
    ],
    ['<apply-to xmlns="urn:xmpp:fasten:0" id="m0"/>', { corrects: undefined, retracts: undefined }],
  ])('[F-AD2] names the message that it changes: %s', (inside, expected) => {
    expect(read(inside)).toMatchObject(expected);
  });

  it.each([
    ['<received xmlns="urn:xmpp:receipts" id="m0"/>', 'm0', undefined],
    ['<received xmlns="urn:xmpp:chat-markers:0" id="m0"/>', 'm0', undefined],
    ['<displayed xmlns="urn:xmpp:chat-markers:0" id="m0"/>', undefined, 'm0'],
    ['<displayed xmlns="urn:xmpp:receipts" id="m0"/>', undefined, undefined],
  ])('[F-AD2] says what has arrived or been read: %s', (inside, receivedId, readId) => {
    expect(read(inside)).toMatchObject({ receivedId, readId });
  });

  it('[F-AD2] may ask for a receipt', () => {
    expect(read('<request xmlns="urn:xmpp:receipts"/>')?.wantsReceipt).toBe(true);
    expect(read('<request xmlns="urn:other"/>')?.wantsReceipt).toBe(false);
  });

  it.each(['active', 'composing', 'paused', 'inactive', 'gone'])('[F-AD2] says that somebody is %s', (state) => {
    expect(read(`<${state} xmlns="http://jabber.org/protocol/chatstates"/>`)?.typing).toBe(state);
    expect(read(`<${state} xmlns="urn:other"/>`)?.typing).toBeUndefined();
  });

  it('[F-AD2] says nothing with a state that the specification does not have', () => {
    expect(read('<dancing xmlns="http://jabber.org/protocol/chatstates"/>')?.typing).toBeUndefined();
  });

  it('[F-AD2] has a form if it asks for something, and none if it answers', () => {
    expect(read('<x xmlns="jabber:x:data" type="form"/>')?.form?.name).toBe('x');
    expect(read('<x xmlns="jabber:x:data" type="submit"/>')?.form).toBeUndefined();
    expect(read('<x xmlns="urn:other" type="form"/>')?.form).toBeUndefined();
  });

  const condition = '<recipient-unavailable xmlns="urn:ietf:params:xml:ns:xmpp-stanzas"/>';
  it.each([
    [`<error type="wait">${condition}</error>`, { mayPass: true }],
    [`<error type="cancel">${condition}</error>`, { mayPass: false }],
    ['<error type="cancel"/>', { mayPass: false }],
    ['', { mayPass: false }],
  ])('[F-AD2] comes back with %s', (inside, error) => {
    expect(read(inside, `${addresses} type="error"`)?.error).toEqual(error);
    expect(read(inside)?.error, 'it is no error').toBeUndefined();
  });

  it('[F-AD2] has waited since the time of its delay', () => {
    const delay = (stamp: string) => `<delay xmlns="urn:xmpp:delay" stamp="${stamp}"/>`;
    expect(read(delay('2026-11-23T10:00:00Z'))?.waitingSince).toBe(Date.parse('2026-11-23T10:00:00Z'));
    expect(read(delay('yesterday'))?.waitingSince).toBeUndefined();
    expect(stampOf(undefined)).toBeUndefined();
  });
});

describe('a carbon copy', () => {
  const inner = `<message xmlns="jabber:client" id="m2"><body>Mine</body></message>`;
  const copy = (from: string, inside = inner) =>
    parse(
      `<message xmlns="jabber:client"${from}><sent xmlns="urn:xmpp:carbons:2"><forwarded xmlns="urn:xmpp:forward:0">${inside}</forwarded></sent></message>`,
    );

  it('[F-AD2] is the message in it if our own account has sent it', () => {
    for (const from of ['', ` from="${own}"`, ' from="VISITOR-1@guests.example/tab"'])
      expect(messageIn(copy(from), own)?.attributes.get('id')).toBe('m2');
  });

  it('[F-AD2] of anybody else is nothing', () => {
    for (const from of [` from="${desk}"`, ' from="guests.example"'])
      expect(messageIn(copy(from), own)).toBeUndefined();
    expect(messageIn(copy('', ''), own)).toBeUndefined();
  });

  it('[F-AD2] is not what has none', () => {
    const message = parse(inner);
    expect(messageIn(message, own)).toBe(message);
  });
});

describe('a message of ours', () => {
  const begin = `<message xmlns="jabber:client" type="chat" to="${desk}" id="m1">`;

  it('[F-AD2] is a text that can be received and read, in its conversation', () => {
    const text = textStanza(desk, 'm1', 'Hello', 'talk');
    expect(text.xml).toBe(
      `${begin}<body>Hello</body><thread>talk</thread><origin-id xmlns="urn:xmpp:sid:0" id="m1"/>` +
        '<request xmlns="urn:xmpp:receipts"/><markable xmlns="urn:xmpp:chat-markers:0"/>' +
        '<active xmlns="http://jabber.org/protocol/chatstates"/></message>',
    );
    const file = textStanza(desk, 'm1', 'https://f.example/a.png', 'talk', 'https://f.example/a.png');
    expect(file.xml).toContain('<x xmlns="jabber:x:oob"><url>https://f.example/a.png</url></x></message>');
  });

  it('[F-AD2] is a sign that nobody stores, or a farewell that everybody can read', () => {
    expect(signalStanza(desk, 'm1', xml('paused', {})).xml).toBe(
      `${begin}<paused/><no-store xmlns="urn:xmpp:hints"/></message>`,
    );
    expect(farewellStanza(desk, 'm1', 'Bye', 'talk').xml).toBe(
      `${begin}<body>Bye</body><thread>talk</thread><origin-id xmlns="urn:xmpp:sid:0" id="m1"/>` +
        '<gone xmlns="http://jabber.org/protocol/chatstates"/></message>',
    );
  });
});
