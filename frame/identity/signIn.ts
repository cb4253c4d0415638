import * as v from 'valibot';
import type { Lifetime } from '../platform/lifetime.ts';

interface WindowMessage {
  readonly origin: string;
  readonly data: unknown;
}

/** Listens to window messages. A port, so that tests can send their own. */
export type ListenToMessages = (lifetime: Lifetime, listener: (message: WindowMessage) => void) => void;

/** Longer than any token of a real sign-in service. */
const maxTokenLength = 8_192;

const signIn = v.variant('type', [
  v.object({
    type: v.literal('loginComplete'),
    /** The visitor's signed token, for services whose cookies the browser blocks. */
    token: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(maxTokenLength))),
  }),
  /** The visitor has signed out at the service. */
  v.object({ type: v.literal('logoutComplete') }),
]);

export type SignIn = v.InferOutput<typeof signIn>;

/**
 * CH-174: the message of a sign-in page on a configured host, sent when the visitor has signed in or out. Undefined for any
 * other message. Requires https, except on localhost.
 */
export function parseSignIn({ origin, data }: WindowMessage, senders: readonly string[]): SignIn | undefined {
  if (!isSender(origin, senders)) return undefined;
  const message = v.safeParse(signIn, data);
  return message.success ? message.output : undefined;
}

function isSender(origin: string, senders: readonly string[]): boolean {
  let url: URL;
  try {
    url = new URL(origin);
  } catch {
    return false; // An opaque origin (`null`) has no host.
  }
  const isLoopback = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
  return (url.protocol === 'https:' || (isLoopback && url.protocol === 'http:')) && senders.includes(url.host);
}
