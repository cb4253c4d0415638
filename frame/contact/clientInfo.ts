import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import type { ContactAnswer } from './answer.ts';
import type { ContactApi } from './api.ts';

export interface ClientInfoPorts {
  readonly api: Pick<ContactApi, 'clientInfo'>;
  readonly log: Log;
  readonly lifetime: Lifetime;
}

/** SC-137: the answer with client info, looked up where it lacks it. For the scheduler; never rejects. */
export async function completeClientInfo(answer: ContactAnswer, ports: ClientInfoPorts): Promise<ContactAnswer> {
  if (answer.clientInfo) return answer;
  try {
    const clientInfo = (await ports.api.clientInfo(ports.lifetime.signal)) as ContactAnswer['clientInfo'];
    return { ...answer, clientInfo };
  } catch (error) {
    ports.log.warn('Client info could not be fetched; the time zone is taken from the browser.', error);
    return answer;
  }
}
