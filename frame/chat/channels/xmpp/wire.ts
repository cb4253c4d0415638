import { isUrl } from '../../../text/isUrl.ts';
import { maxTextChars } from './limits.ts';
import * as ns from './namespaces.ts';
import { childOf, type Xml, type XmlContent, type XmlElement, xml } from './xml.ts';

const typingStates = ['active', 'composing', 'paused', 'inactive', 'gone'] as const;

/** A message stanza, read once. Who may say what is decided elsewhere. */
export type XmppMessage = NonNullable<ReturnType<typeof readMessage>>;

/** Reads a message. Only ids of the archive of `ownAddress` count, because anybody can write an id into a message. */
export function readMessage(element: XmlElement, ownAddress: string) {
  const type = element.attributes.get('type') ?? 'normal';
  if (type === 'groupchat' || type === 'headline') return undefined;
  const from = element.attributes.get('from') ?? ownAddress;
  const typing = element.children.find((one) => one.namespace === ns.chatStates)?.name;
  const stanzaId = element.attributes.get('id');
  const origin = childOf(element, 'origin-id', ns.stanzaIds)?.attributes.get('id');
  const archived = element.children.find(
    (one) =>
      one.name === 'stanza-id' &&
      one.namespace === ns.stanzaIds &&
      bareOf(one.attributes.get('by') ?? '') === ownAddress,
  );
  const body = element.children.find(({ name, namespace }) => name === 'body' && namespace === ns.client)?.text;
  return {
    from: bareOf(from),
    to: bareOf(element.attributes.get('to') ?? ownAddress),
    resource: resourceOf(from),
    /** The sender's id, which tells messages apart. */
    id: origin ?? stanzaId,
    /** The id that receipts and corrections name. */
    stanzaId,
    /** The id in the archive of our account. */
    archiveId: archived?.attributes.get('id'),
    body: body?.slice(0, maxTextChars),
    /** The address of a file, if the message is nothing else. */
    file: fileIn(element, body),
    corrects: childOf(element, 'replace', ns.correction)?.attributes.get('id'),
    retracts: retractedIdOf(element),
    /** A form that asks something (XEP-0004). */
    form: formIn(element),
    typing: typingStates.find((one) => one === typing),
    /** Our message that has arrived, or has been read. */
    receivedId: idIn(element, 'received', ns.receipts) ?? idIn(element, 'received', ns.markers),
    readId: idIn(element, 'displayed', ns.markers),
    wantsReceipt: childOf(element, 'request', ns.receipts) !== undefined,
    /** Our message came back. */
    error: type === 'error' ? readError(element) : undefined,
    /** Since when the message has waited, ms since the epoch, according to the guests' server. */
    waitingSince: stampOf(childOf(element, 'delay', ns.delay)),
  };
}

/** XEP-0066. Some clients write more than the address into the body. Then the words are shown. */
function fileIn(element: XmlElement, body: string | undefined): string | undefined {
  const url = childOf(childOf(element, 'x', ns.outOfBand), 'url', ns.outOfBand)?.text.trim() ?? '';
  return isUrl(url) && body?.trim() === url ? url : undefined;
}

function formIn(element: XmlElement): XmlElement | undefined {
  const form = childOf(element, 'x', ns.dataForms);
  return form?.attributes.get('type') === 'form' ? form : undefined;
}

const idIn = (element: XmlElement, name: string, namespace: string): string | undefined =>
  childOf(element, name, namespace)?.attributes.get('id');

function retractedIdOf(element: XmlElement): string | undefined {
  const earlier = childOf(element, 'apply-to', ns.fastening);
  if (childOf(earlier, 'retract', ns.earlierRetraction)) return earlier?.attributes.get('id');
  return idIn(element, 'retract', ns.retraction);
}

function readError(element: XmlElement): { readonly mayPass: boolean } {
  const error = element.children.find(({ name }) => name === 'error');
  return { mayPass: error?.attributes.get('type') === 'wait' };
}

/** The time of a delay, ms since the epoch; undefined if there is none or it is invalid. */
export function stampOf(delay: XmlElement | undefined): number | undefined {
  const time = Date.parse(delay?.attributes.get('stamp') ?? '');
  return Number.isNaN(time) ? undefined : time;
}

/** The message itself, or the one inside a carbon copy. Undefined if the copy is not from our own account (XEP-0280, 11). */
export function messageIn(element: XmlElement, ownAddress: string): XmlElement | undefined {
  const carbon = element.children.find(({ namespace }) => namespace === ns.carbons);
  if (!carbon) return element;
  if (bareOf(element.attributes.get('from') ?? ownAddress) !== ownAddress) return undefined;
  return childOf(childOf(carbon, 'forwarded', ns.forward), 'message', ns.client);
}

/** A message with words, which the archive keeps. */
export function wordsStanza(
  to: string,
  id: string,
  words: string,
  thread: string | undefined,
  ...content: readonly XmlContent[]
): Xml {
  return xml(
    'message',
    { xmlns: ns.client, type: 'chat', to, id },
    xml('body', {}, words),
    thread === undefined ? undefined : xml('thread', {}, thread),
    xml('origin-id', { xmlns: ns.stanzaIds, id }),
    content,
  );
}

/** A text of the visitor. `file` is the address of a file, if the text is one. */
export function textStanza(to: string, id: string, text: string, thread: string, file?: string): Xml {
  const marks = [
    xml('request', { xmlns: ns.receipts }),
    xml('markable', { xmlns: ns.markers }),
    xml('active', { xmlns: ns.chatStates }),
  ];
  const outOfBand = file === undefined ? undefined : xml('x', { xmlns: ns.outOfBand }, xml('url', {}, file));
  return wordsStanza(to, id, text, thread, marks, outOfBand);
}

/** Texts have random ids. */
export const isIntroduction = (id: string): boolean => id.startsWith('about-');

/** Who writes, where and in which language, for the desk only: the visitor's own window does not show it. */
export function introductionStanza(to: string, conversationId: string, name: string, body: string): Xml {
  const nick = name === '' ? undefined : xml('nick', { xmlns: ns.nick }, name);
  return wordsStanza(to, `about-${conversationId}`, body, conversationId, nick);
}

/** A signal without text, which no server keeps: typing, or a receipt. */
export function signalStanza(to: string, id: string, signal: Xml): Xml {
  return xml('message', { xmlns: ns.client, type: 'chat', to, id }, signal, xml('no-store', { xmlns: ns.hints }));
}

/** The visitor has left. The sentence is for clients that do not show the chat state, and for the archive. */
export function farewellStanza(to: string, id: string, sentence: string, thread: string): Xml {
  return wordsStanza(to, id, sentence, thread, xml('gone', { xmlns: ns.chatStates }));
}

/** The count of stanzas in `h` (XEP-0198); 0 if it is not a number. */
export function countOf(element: XmlElement): number {
  const count = Number(element.attributes.get('h'));
  return Number.isSafeInteger(count) && count >= 0 ? count : 0;
}

/** The parts of an address, `local@domain/resource`. Only what is before the slash is compared, in lower case. */
export function bareOf(address: string): string {
  return (address.split('/')[0] ?? '').toLowerCase();
}

export function domainOf(address: string): string {
  return bareOf(address).split('@').at(-1) ?? '';
}

export function resourceOf(address: string): string | undefined {
  const slash = address.indexOf('/');
  return slash < 0 ? undefined : address.slice(slash + 1);
}
