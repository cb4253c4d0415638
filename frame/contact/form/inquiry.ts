import { isRecord } from '../../../bridge/guards.ts';
import { inquiryMarker, isInquiryAddress } from './inquiryAddress.ts';
import { automaticForMs, maxEmailLength, maxNameLength, maxTextLength } from './limits.ts';

/** The visitor's input in the form. */
export interface Inquiry {
  readonly name: string;
  readonly email: string;
  readonly text: string;
}

export type InquiryField = keyof Inquiry;

/** In the order of the form. */
export const inquiryFields = ['name', 'email', 'text'] as const satisfies readonly InquiryField[];

export const emptyInquiry: Inquiry = { name: '', email: '', text: '' };

/** Where a message goes: one POST to an address, or the visitor's own mail program. */
export type Destination =
  | { readonly type: 'post'; readonly origin: string; readonly path: string }
  | { readonly type: 'mail'; readonly address: string };

/**
 * The destination in the address of a menu entry: `form:https://…` or `form:mailto:…`. Undefined for everything else, and
 * for an address that is neither encrypted nor local.
 */
export function parseDestination(href: string): Destination | undefined {
  const address = isInquiryAddress(href) ? href.slice(inquiryMarker.length) : '';
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, origin, pathname, search, username, password } = new URL(address);
  if (protocol === 'mailto:') return isEmail(pathname) ? { type: 'mail', address: pathname } : undefined;
  const isLocal = protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if ((protocol !== 'https:' && !isLocal) || username || password) return undefined;
  return { type: 'post', origin, path: `${pathname}${search}` };
}

/** Refuses only what no mail server could deliver. An unusual address is accepted. */
const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text) && text.length <= maxEmailLength;

/** The state that a tab stores for its next page. */
export type Kept =
  | { readonly state: 'typed'; readonly inquiry: Inquiry }
  /** Without an entry in the outbox, the message has been delivered. */
  | { readonly state: 'sent'; readonly id: string; readonly answerTo: string; readonly href: string }
  /** The visitor may not have seen yet that the message has arrived. */
  | { readonly state: 'delivered'; readonly answerTo: string; readonly href: string };

export function parseKept(value: unknown): Kept | undefined {
  if (!isRecord(value)) return undefined;
  const { state, id } = value;
  const answerTo = typeof value.answerTo === 'string' ? value.answerTo.slice(0, maxEmailLength) : undefined;
  // An entry of an earlier version has no address.
  const href = typeof value.href === 'string' ? value.href : '';
  if (state === 'sent' && typeof id === 'string' && answerTo !== undefined) return { state, id, answerTo, href };
  if (state === 'delivered' && answerTo !== undefined) return { state, answerTo, href };
  const inquiry = state === 'typed' ? parseInquiry(value.inquiry) : undefined;
  return inquiry && { state: 'typed', inquiry };
}

export type InquiryProblems = Readonly<Partial<Record<InquiryField, 'missing' | 'malformed' | 'tooLong'>>>;

export function problemsOf(inquiry: Inquiry): InquiryProblems {
  const missing = inquiryFields.filter((field) => inquiry[field].trim() === '');
  return {
    ...Object.fromEntries(missing.map((field) => [field, 'missing'])),
    ...(inquiry.email.trim() !== '' && !isEmail(inquiry.email.trim()) ? { email: 'malformed' } : {}),
  };
}

export function trimmed({ name, email, text }: Inquiry): Inquiry {
  return { name: name.trim(), email: email.trim(), text: text.trim() };
}

/** A sent message, as it is stored until it is delivered. */
export interface SentInquiry {
  /** The key by which the server recognises a duplicate. */
  readonly id: string;
  readonly state: 'waiting' | 'refused';
  readonly inquiry: Inquiry;
  /** The menu entry's address. */
  readonly href: string;
  readonly language: string;
  readonly page: string;
  readonly writtenAtMs: number;
}

/** Parses an entry that an earlier page or another tab has stored. */
export function parseSent(value: unknown): SentInquiry | undefined {
  if (!isRecord(value)) return undefined;
  const { id, state, href, language, page, writtenAtMs } = value;
  const inquiry = parseInquiry(value.inquiry);
  if (typeof id !== 'string' || typeof href !== 'string' || !inquiry || typeof writtenAtMs !== 'number')
    return undefined;
  if (state !== 'waiting' && state !== 'refused') return undefined;
  if (typeof language !== 'string' || typeof page !== 'string') return undefined;
  return { id, state, inquiry, href, language, page, writtenAtMs };
}

function parseInquiry(value: unknown): Inquiry | undefined {
  if (!isRecord(value)) return undefined;
  const { name, email, text } = value;
  if (typeof name !== 'string' || typeof email !== 'string' || typeof text !== 'string') return undefined;
  return {
    name: name.slice(0, maxNameLength),
    email: email.slice(0, maxEmailLength),
    text: text.slice(0, maxTextLength),
  };
}

/** Whether a message is sent automatically. */
export function isAutomatic({ state, writtenAtMs }: SentInquiry, nowMs: number): boolean {
  return state === 'waiting' && Math.abs(nowMs - writtenAtMs) <= automaticForMs;
}

/** A `mailto:` address with subject and text. Line ends are CRLF (RFC 6068). */
export function mailtoOf(address: string, subject: string, { text }: Inquiry): string {
  const body = encodeURIComponent(text.replace(/\r?\n/g, '\r\n'));
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${body}`;
}
