import { type HeaderFields, policyOf } from './headers.ts';

export interface HeadFields extends HeaderFields {
  readonly contact: { readonly hosts: readonly string[] };
}

/**
 * What a deployment adds to the head of the frame's document: the policy as a second line behind the header, for hosts that lose
 * it, and a connection to the contact service. The lookup is the first call of every page; it is made without credentials.
 */
export function documentHead(deployment: HeadFields): string {
  const [origin] = deployment.contact.hosts.map((host) => new URL(host).origin);
  const policy = policyOf(deployment);
  return `<meta http-equiv="Content-Security-Policy" content="${policy}"><link rel="preconnect" href="${origin}" crossorigin>`;
}

/** What `documentHead` has written into a document. */
export const documentHeadPattern = /<meta http-equiv="[^>]*><link rel="preconnect"[^>]*>/;
