import { type Deployment, parseDeployment } from '../../frame/deployment/deployment.ts';
import { type SandboxDeployment, sandboxDeployment } from '../sandbox/deployment.ts';
import type { SandboxUrls } from '../sandbox/services/all.ts';
import { documentsOf } from './documents.ts';
import { type Operations, readOperations } from './operations.ts';
import { readSocket, type SocketCheck } from './socketOperations.ts';

/** The deployment of the sandbox's company with every service and vendor in use. */
export function completeDeployment(urls: SandboxUrls): Deployment {
  const { scheduler, ...sandbox } = sandboxDeployment(urls);
  const { servicesUrl, vendorsUrl } = urls;
  const deployment: SandboxDeployment = {
    ...sandbox,
    identity: { ...sandbox.identity, profileHosts: [servicesUrl] },
    ...(scheduler ? { scheduler: { ...scheduler, noticeHosts: [vendorsUrl] } } : {}),
    outreach: {
      offers: { hosts: { prod: [`${servicesUrl}/offers`] } },
      inApp: { enabled: true, scriptUrl: `${vendorsUrl}/inapp/sdk.js` },
    },
    vendorFiles: {
      noticeScript: `${vendorsUrl}/vendor/notice.js`,
      supportStyles: `${vendorsUrl}/vendor/support.css`,
      fontStyles: `${vendorsUrl}/vendor/fonts.css`,
    },
  };
  return parseDeployment(deployment);
}

/** The documents of the sandbox, with the addresses that its answers name. */
function sandboxDocuments(urls: SandboxUrls, root?: string): Readonly<Record<string, unknown>> {
  return documentsOf(completeDeployment(urls), {
    ...(root ? { root } : {}),
    inquiryAddresses: [new URL('/inquiries', urls.servicesUrl)],
    liveChat: [urls.vendorsUrl],
    messaging: [urls.vendorsUrl],
    profiles: [urls.vendorsUrl],
  });
}

export const sandboxOperations = (urls: SandboxUrls, root?: string): Operations =>
  readOperations(sandboxDocuments(urls, root));

/** Checks of the messaging socket, one for each connection. */
export const messagingChecks = (urls: SandboxUrls, root?: string): (() => SocketCheck) =>
  readSocket(sandboxDocuments(urls, root)['messaging.asyncapi.json']);
