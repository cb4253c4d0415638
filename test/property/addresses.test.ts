import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { fileAddressIn, fileLines } from '../../frame/chat/channels/xmpp/files.ts';
import * as ns from '../../frame/chat/channels/xmpp/namespaces.ts';
import { parseSlot } from '../../frame/chat/channels/xmpp/upload.ts';
import { readMessage } from '../../frame/chat/channels/xmpp/wire.ts';
import { parseXml, type XmlElement, xml } from '../../frame/chat/channels/xmpp/xml.ts';
import { type HtmlNode, parseDeclaredHtml } from '../../frame/chat/messages/declaredHtml.ts';
import { linkify } from '../../frame/chat/messages/linkify.ts';
import { openLinkOf } from '../../frame/chat/messages/links.ts';
import { contactPointsOf } from '../../frame/contact/contactPoints.ts';
import { parseDestination } from '../../frame/contact/form/inquiry.ts';
import { isFollowable } from '../../frame/contact/links/isFollowable.ts';
import { parseDefaultLinks } from '../../frame/host/defaultLinks.ts';
import { openAddress } from '../../frame/outreach/openAddress.ts';
import { linkAddress } from '../../frame/platform/linkAddress.ts';
import { parseAppointment } from '../../frame/scheduler/appointmentApi.ts';
import { clientUrlOf } from '../../frame/scheduler/clientUrl.ts';
import { createShellStore } from '../../frame/shell/store.ts';
import { toAddress } from '../../frame/text/toAddress.ts';
import { isPictureSource } from '../../frame/ui/pictureSource.ts';
import { createFakeLog } from '../support/fakeLog.ts';

/** Addresses that lead elsewhere than they seem to, or that are none. A service, a person or a page may send them. */
const hostile = fc.oneof(
  fc.constantFrom(
    'https://bank.example@evil.example/',
    'https://bank.example:443@evil.example/statement.pdf',
    'https://bank.example%2f@evil.example/',
    'https://:secret@evil.example/',
    'HTTPS://Bank.Example@EVIL.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//https://bank.example/',
    ' javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:nothing',
    'file:///etc/passwd',
    'vbscript:x',
    'ftp://bank.example/',
    'intent://bank.example#Intent;end',
    'https://',
    'https://[',
  ),
  fc
    .tuple(fc.webUrl({ validSchemes: ['https', 'http'] }), fc.constantFrom('bank.example', 'bank.example:x', 'www'))
    .map(([url, name]) => url.replace('//', `//${name}@`)),
);
const pageUrl = 'https://www.northwind.example/page';
const files = { origin: 'https://files.northwind.example' };

const parsed = (markup: string): XmlElement => parseXml(markup) as XmlElement;

function fileOf(address: string): string | undefined {
  const oob = xml('x', { xmlns: ns.outOfBand }, xml('url', {}, address));
  const message = xml('message', { xmlns: ns.client, type: 'chat' }, xml('body', {}, address), oob).xml;
  return readMessage(parsed(message), 'guest@guests.example')?.file;
}

function slotOf(address: string): unknown {
  const get = `${files.origin}/a.pdf`;
  const slot = xml('slot', { xmlns: ns.upload }, xml('put', { url: address }), xml('get', { url: get }));
  try {
    return parseSlot(parsed(xml('iq', { xmlns: ns.client }, slot).xml), files).put;
  } catch {
    return undefined;
  }
}

const hrefsOf = (nodes: readonly HtmlNode[]): readonly string[] =>
  nodes.flatMap((node) =>
    node.kind === 'text' ? [] : [...(node.href ?? '').split(' ', 1), ...hrefsOf(node.children)],
  );

const bundleWith = (url: string) =>
  ({ emailInformation: [{ url, link: url }], phoneInformation: [], schedulingInformation: [] }) as never;

function openedBy(open: (openUrl: (url: string) => Promise<boolean>) => unknown): unknown {
  const openUrl = vi.fn((_url: string) => Promise.resolve(true));
  open(openUrl);
  return openUrl.mock.calls[0]?.[0];
}

const pane = { state: {}, show: () => {} } as never;

/** Everything that takes an address from outside. Each returns what would be opened, shown as a link or loaded; or nothing. */
const doors: readonly (readonly [string, (address: string) => unknown])[] = [
  ['the parser of addresses', (address) => toAddress(address)],
  ['a link or button of a bot or an agent', (address) => openLinkOf(address, pageUrl, () => true)?.url],
  ['a file in a chat', fileOf],
  ['a file on the origin for files', (address) => fileAddressIn(address, { origin: 'https://bank.example' })],
  ['the place of an upload', slotOf],
  ['a link in a text', (address) => linkify(address).find(({ kind }) => kind === 'link')],
  ['a link in markup', (address) => hrefsOf(parseDeclaredHtml(`<a href="${address}">x</a>`))[0] || undefined],
  ['a picture', (address) => isPictureSource(address) || undefined],
  ['the booking page of another site', (address) => clientUrlOf({ clientURL: address })],
  ['the meeting of a booked call', (address) => meetingUrlOf(address)],
  ['an entry of the menu', (address) => contactPointsOf(bundleWith(address), [], 0).emailUrl],
  ['a form', (address) => parseDestination(`form:${address}`)],
  ['a default link of the page', (address) => parseDefaultLinks({ defaultEmail: address }).links.email],
  ['a link of the page', (address) => isFollowable(address, pageUrl) || undefined],
  ['a link of the deployment', (address) => v.safeParse(linkAddress, address).success || undefined],
  [
    'a card',
    (address) =>
      openedBy((openUrl) =>
        openAddress(
          { log: createFakeLog(), page: () => ({ url: pageUrl }) as never, host: { openUrl } },
          address,
          'tab',
        ),
      ),
  ],
  [
    'the pane',
    (address) =>
      openedBy((openUrl) =>
        createShellStore(pane, { log: createFakeLog(), host: { openUrl } } as never).openUrl(address, 'tab'),
      ),
  ],
];

function meetingUrlOf(meetingUrl: string): string | undefined {
  return parseAppointment({ ...appointment, meetingUrl }).meetingUrl;
}
const appointment = { startDateTime: '2026-11-28T10:00:00Z', endDateTime: '2026-11-28T10:30:00Z', expertId: '1' };

describe.each(doors)('%s', (_, read) => {
  it('[F-SE23] opens no address that leads elsewhere than it seems to, and none that is not for people', () => {
    fc.assert(
      fc.property(hostile, (address) => {
        expect(read(address)).toBeUndefined();
      }),
    );
  });
});

it('[F-SE23] the same doors open an ordinary address (control)', () => {
  const ordinary = 'https://bank.example/statement.png';
  const closed = doors.flatMap(([name, read]) => (read(ordinary) === undefined ? [name] : []));
  // Both addresses of an upload must be on the origin for files.
  expect(closed).toEqual(['the place of an upload']);
  expect(slotOf(`${files.origin}/a.pdf`)).toBe(`${files.origin}/a.pdf`);
  expect(fileLines(ordinary, files)).toHaveLength(1);
});
