import { type HeaderFields, policyOf } from './headers.ts';

export interface HeadFields extends HeaderFields {
  readonly contact: { readonly hosts: readonly string[] };
}

/**
 * The additions to the head of the frame's document: the CSP, for hosts that do not send the header, and a preconnect to the
 * contact service. The lookup is the first call of every page; it is made without credentials.
 */
export function documentHead(deployment: HeadFields): string {
  const [origin] = deployment.contact.hosts.map((host) => new URL(host).origin);
  const policy = policyOf(deployment);
  return `<meta http-equiv="Content-Security-Policy" content="${policy}"><link rel="preconnect" href="${origin}" crossorigin>`;
}
