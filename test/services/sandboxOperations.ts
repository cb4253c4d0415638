import { parseDeployment } from '../../frame/deployment/deployment.ts';
import { type SandboxDeployment, sandboxDeployment } from '../sandbox/deployment.ts';
import type { SandboxUrls } from '../sandbox/services/all.ts';
import { documentsOf } from './documents.ts';
import { type Operations, readOperations } from './operations.ts';

/** The documents of the sandbox's company, whose every service is in use. */
export function sandboxOperations(urls: SandboxUrls, root?: string): Operations {
  const sandbox = sandboxDeployment(urls);
  const deployment: SandboxDeployment = {
    ...sandbox,
    identity: { ...sandbox.identity, profileHosts: [urls.servicesUrl] },
    outreach: { offers: { hosts: { prod: [`${urls.servicesUrl}/offers`] } } },
  };
  const inquiryAddresses = [new URL('/inquiries', urls.servicesUrl)];
  return readOperations(documentsOf(parseDeployment(deployment), { ...(root ? { root } : {}), inquiryAddresses }));
}
