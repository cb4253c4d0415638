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

/** Fetches the client info for the scheduler if the lookup's answer has none (SC-137). Never rejects. */
export async function completeClientInfo(
  information: ContactInformation,
  ports: ClientInfoPorts,
): Promise<ContactInformation> {
  if (information.clientInfo) return information;
  const { hosts, paths } = ports.deployment;
  try {
    const clientInfo = await ports.call({
      hosts,
      path: paths.clientInfo,
      query: { body: '' },
      method: 'GET',
      attemptTimeoutMs: lookupTimeoutMs,
      signal: ports.lifetime.signal,
      parse: (body) => parseClientInfo((body as { clientInfo?: unknown })?.clientInfo),
    });
    return { ...information, clientInfo };
  } catch (error) {
    ports.log.warn('Client info could not be fetched. The time zone is taken from the browser.', error);
    return information;
  }
}
