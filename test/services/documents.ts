import { serviceDocuments } from '../../.release/serviceDocuments.mjs';
import type { Deployment } from '../../frame/deployment/deployment.ts';
import { servicesOf, socketsOf } from '../../frame/deployment/services.ts';

/** The documents of a deployment, by file name, as the build writes them. `root` is the folder of the sources. */
export function documentsOf(
  deployment: Deployment,
  { root = process.cwd(), inquiryAddresses = [] }: { root?: string; inquiryAddresses?: readonly URL[] } = {},
): Readonly<Record<string, unknown>> {
  const contracts = { services: servicesOf(deployment, inquiryAddresses), sockets: socketsOf(deployment) };
  return serviceDocuments(contracts, { root, version: '0.0.0' });
}
