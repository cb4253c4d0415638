import type { CallBackend } from '../platform/backend/plan.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import { type ContactInformation, parseClientInfo } from './bundle.ts';
import type { ContactDeployment } from './deployment.ts';
import { lookupTimeoutMs } from './limits.ts';

export interface ClientInfoPorts {
  readonly call: CallBackend;
  readonly deployment: ContactDeployment;
  readonly log: Log;
  readonly lifetime: Lifetime;
}

/** Asks for the client info if the lookup's answer has none (SC-137). Nothing waits for it, and it never rejects. */
export async function completeClientInfo(
  information: ContactInformation,
  ports: ClientInfoPorts,
): Promise<ContactInformation['clientInfo']> {
  if (information.clientInfo) return information.clientInfo;
  const { hosts, paths } = ports.deployment;
  try {
    return await ports.call({
      hosts,
      path: paths.clientInfo,
      query: { body: '' },
      method: 'GET',
      attemptTimeoutMs: lookupTimeoutMs,
      signal: ports.lifetime.signal,
      parse: (body) => parseClientInfo((body as { clientInfo?: unknown })?.clientInfo),
    });
  } catch (error) {
    ports.log.warn('Client info could not be fetched.', error);
    return undefined;
  }
}
