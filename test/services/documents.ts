import { serviceDocuments } from '../../.release/serviceDocuments.mjs';
import type { Deployment } from '../../frame/deployment/deployment.ts';
import { type FoundAddresses, servicesOf, socketsOf } from './contracts/all.ts';

/** The documents of a deployment, by file name, as the build writes them. `root` is the folder of the sources. */
export function documentsOf(
  deployment: Deployment,
  { root = process.cwd(), ...found }: FoundAddresses & { readonly root?: string } = {},
): Readonly<Record<string, unknown>> {
  const contracts = { services: servicesOf(deployment, found), sockets: socketsOf(deployment, found) };
  return serviceDocuments(contracts, { root, version: '0.0.0' });
}
