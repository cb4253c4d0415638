import * as v from 'valibot';
import type { XmppDeployment } from '../../../frame/chat/channels/xmpp/deployment.ts';
import * as ns from '../../../frame/chat/channels/xmpp/namespaces.ts';
import {
  farewellStanza,
  introductionStanza,
  signalStanza,
  textStanza,
  wordsStanza,
} from '../../../frame/chat/channels/xmpp/wire.ts';
import { type Xml, xml } from '../../../frame/chat/channels/xmpp/xml.ts';
import type { FrameContract, ServiceContract, SocketContract } from './serviceContract.ts';

const desk = 'sales@desk.example.com';
const host = 'guests.example.com';
const guest = 'guest-5b1d@guests.example.com/tab';

const frame = (name: string, summary: string, { xml: example }: Xml): FrameContract => ({ name, summary, example });
const request = (type: 'get' | 'set', id: string, child: Xml): Xml => xml('iq', { xmlns: ns.client, type, id }, child);
const answer = (id: string, child?: Xml): Xml => xml('iq', { xmlns: ns.client, type: 'result', id }, child);
const managed = (name: string, attributes: Readonly<Record<string, string>> = {}): Xml =>
  xml(name, { xmlns: ns.streamManagement, ...attributes });

/** What the frame sends. */
const sent: readonly FrameContract[] = [
  frame(
    'open',
    'Begins the stream, and begins it again after the login',
    xml('open', { xmlns: ns.framing, to: host, version: '1.0' }),
  ),
  frame(
    'register',
    'Registers an account of a guest, or removes it (XEP-0077)',
    request(
      'set',
      'register-1',
      xml('query', { xmlns: ns.register }, xml('username', {}, 'guest-5b1d'), xml('password', {}, 'random')),
    ),
  ),
  frame(
    'auth',
    'Logs in: PLAIN, or ANONYMOUS',
    xml('auth', { xmlns: ns.sasl, mechanism: 'PLAIN' }, 'AGd1ZXN0LTViMWQAcmFuZG9t'),
  ),
  frame('bind', 'Asks for an address', request('set', 'bind', xml('bind', { xmlns: ns.bind }))),
  frame(
    'carbons',
    'Asks for copies of what other tabs send and get (XEP-0280)',
    request('set', 'carbons', xml('enable', { xmlns: ns.carbons })),
  ),
  frame('enable', 'Asks for acknowledgements and resumption (XEP-0198)', managed('enable', { resume: 'true' })),
  frame('resume', 'Resumes the session after a lost connection', managed('resume', { previd: 's-1', h: '7' })),
  frame('presence', 'The visitor is there', xml('presence', { xmlns: ns.client })),
  frame(
    'probe',
    'Asks who is at the desk (RFC 6121, 4.3). A server need not answer',
    xml('presence', { xmlns: ns.client, type: 'probe', to: desk }),
  ),
  frame('request', 'Asks how many elements the server has received', managed('r')),
  frame('acknowledge', 'Says how many elements the frame has received', managed('a', { h: '8' })),
  frame(
    'introduction',
    'Who writes, with a nickname (XEP-0172), on which page and in which language; after a transfer also what was said before',
    introductionStanza(desk, 'talk-1', 'Ada Lindqvist', 'Ada Lindqvist · https://www.example.com/prices · en-US'),
  ),
  frame('text', 'What the visitor writes', textStanza(desk, 'm-1', 'Do you ship to Norway?', 'talk-1')),
  frame(
    'survey',
    'The answers to a form of the desk (XEP-0004), with sentences for clients that show no forms',
    wordsStanza(
      desk,
      'm-4',
      'Did we help?: Yes',
      undefined,
      xml('x', { xmlns: ns.dataForms, type: 'submit' }, xml('field', { var: 'helpful' }, xml('value', {}, 'yes'))),
    ),
  ),
  frame('signal', 'Typing, and receipts', signalStanza(desk, 'm-2', xml('composing', { xmlns: ns.chatStates }))),
  frame('farewell', 'The visitor has left', farewellStanza(desk, 'm-3', 'The visitor has left the chat.', 'talk-1')),
  frame(
    'archive',
    'Asks for earlier messages (XEP-0313)',
    request('set', 'archive-1', xml('query', { xmlns: ns.archive, queryid: 'q-1' })),
  ),
  frame('time', 'Asks for the server’s clock (XEP-0202)', request('get', 'time-1', xml('time', { xmlns: ns.time }))),
  frame(
    'ping',
    'Asks whether the server is there (XEP-0199)',
    request('get', 'ping-1', xml('ping', { xmlns: ns.ping })),
  ),
  frame(
    'upload',
    'Asks for a slot for a file (XEP-0363)',
    request(
      'get',
      'upload-1',
      xml('request', { xmlns: ns.upload, filename: 'plan.pdf', size: '4096', 'content-type': 'application/pdf' }),
    ),
  ),
  frame(
    'refusal',
    'Refuses what the server or a stranger asks',
    xml(
      'iq',
      { xmlns: ns.client, type: 'error', id: 'x-1' },
      xml('error', { type: 'cancel' }, xml('service-unavailable', { xmlns: ns.stanzaErrors })),
    ),
  ),
  frame('close', 'Ends the stream', xml('close', { xmlns: ns.framing })),
];

/** What the server sends. */
const received: readonly FrameContract[] = [
  frame('opened', 'The stream has begun', xml('open', { xmlns: ns.framing, from: host, version: '1.0' })),
  frame(
    'features',
    'Before the login: registration and mechanisms. After it: resources and acknowledgements',
    xml(
      'features',
      { xmlns: ns.streams },
      xml('mechanisms', { xmlns: ns.sasl }, xml('mechanism', {}, 'PLAIN')),
      xml('register', { xmlns: ns.registerFeature }),
    ),
  ),
  frame('success', 'The login has succeeded', xml('success', { xmlns: ns.sasl })),
  frame('failure', 'The login has failed', xml('failure', { xmlns: ns.sasl }, xml('not-authorized', {}))),
  frame('answer', 'The answer to a request', answer('bind', xml('bind', { xmlns: ns.bind }, xml('jid', {}, guest)))),
  frame('enabled', 'Acknowledgements are on', managed('enabled', { id: 's-1', resume: 'true' })),
  frame('resumed', 'The session is resumed', managed('resumed', { previd: 's-1', h: '3' })),
  frame(
    'refused',
    'A request is refused',
    xml(
      'iq',
      { xmlns: ns.client, type: 'error', id: 'register-1' },
      xml('error', { type: 'cancel' }, xml('conflict', { xmlns: ns.stanzaErrors })),
    ),
  ),
  frame('failed', 'The session is over: a new one begins', managed('failed')),
  frame('acknowledged', 'How many elements the server has received', managed('a', { h: '4' })),
  frame('requested', 'Asks how many elements the frame has received', managed('r')),
  frame(
    'message',
    'What the desk writes, with its typing, receipts, corrections, files and forms',
    xml(
      'message',
      { xmlns: ns.client, type: 'chat', from: `${desk}/office`, to: guest, id: 'd-1' },
      xml('body', {}, 'Yes, in three days.'),
      xml('request', { xmlns: ns.receipts }),
    ),
  ),
  frame(
    'desk-presence',
    'Whether the desk is there',
    xml('presence', { xmlns: ns.client, from: `${desk}/office`, to: guest }),
  ),
  frame('closed', 'The stream has ended', xml('close', { xmlns: ns.framing })),
];

/** The company's XMPP server, as a visitor's browser sees it. */
export function xmppSocket(deployment: XmppDeployment | undefined): SocketContract {
  return {
    name: 'xmpp',
    title: 'XMPP server',
    description:
      'Connects visitors with people on the company’s own XMPP server (RFC 6120, 6121). Each WebSocket frame holds one element (RFC 7395). frame/chat/channels/xmpp/README.md says what the server needs.',
    addresses: deployment ? [deployment.address] : [],
    subprotocol: 'xmpp',
    login: {
      type: 'plain',
      description:
        'An account that the frame registers for the guest (XEP-0077). With `login: anonymous`, SASL ANONYMOUS.',
    },
    contentType: 'application/xml',
    sent,
    received,
  };
}

/** Where visitors put files on the way to the desk. The XMPP server names the address and the headers (XEP-0363). */
export function xmppFilesService(deployment: XmppDeployment | undefined): ServiceContract {
  return {
    ...{ name: 'xmpp-files', title: 'Files of the XMPP server' },
    description:
      'Takes a file of the visitor at the address of a slot (XEP-0363). The socket’s `upload` asks for the slot.',
    serviceKey: { description: 'As the slot has it. If the slot has `Expires`, it is sent too.' },
    file: 'test/services/contracts/xmpp.ts',
    schemas: {},
    calls: [
      {
        ...{ id: 'put', method: 'PUT', path: '/{slot}', isKeyed: true, summary: 'Takes a file' },
        hosts: deployment?.files ? [new URL(deployment.files.origin).origin] : [],
        parameters: [
          {
            ...{ in: 'path', name: 'slot', schema: v.string(), example: 'upload/5b1d/plan.pdf', isRequired: true },
            ...{ description: 'Path and query, as the slot has them.', isMadeUp: true, hasSlashes: true },
          },
        ],
        body: { schema: v.any(), example: '%PDF-1.7', types: ['*/*'] },
        answers: {
          '2XX': { description: 'The file can be read at the other address of the slot.' },
          default: { description: 'The file is not sent, and the visitor is told.' },
        },
      },
    ],
  };
}
