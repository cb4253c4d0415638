import * as v from 'valibot';
import type { CallBackend } from '../platform/backend/plan.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { IdentityDeployment } from './brokerDeployment.ts';
import { settingsTimeoutMs } from './limits.ts';

/** Fetches whether in-app messages are enabled at the messaging service. Rejects if that fails. */
export type FetchInAppFlag = () => Promise<boolean>;

export interface InAppFlagPorts {
  readonly call: CallBackend;
  /** The widget's lifetime. All callers with the same lifetime share one answer. */
  readonly lifetime: Lifetime;
  readonly deployment: Pick<IdentityDeployment, 'settingsHosts' | 'settingsPath'>;
}

const answer = v.object({ inAppMessaging: v.fallback(v.optional(v.boolean(), false), false) });
const requests = new WeakMap<Lifetime, Promise<boolean>>();

/**
 * CH-152: sessions and outreach share one request. After a failure, the next caller retries. Undefined if the deployment has
 * no such service.
 */
export function createFetchInAppFlag({ call, lifetime, deployment }: InAppFlagPorts): FetchInAppFlag | undefined {
  const { settingsHosts: hosts, settingsPath: path } = deployment;
  if (hosts.length === 0) return undefined;

  async function fetchFlag(): Promise<boolean> {
    try {
      return await call({
        hosts,
        path,
        method: 'GET',
        limitMs: settingsTimeoutMs,
        signal: lifetime.signal,
        parse: (body) => v.parse(answer, body).inAppMessaging,
      });
    } catch (error) {
      requests.delete(lifetime);
      throw error;
    }
  }

  return () => {
    const request = requests.get(lifetime) ?? fetchFlag();
    requests.set(lifetime, request);
    return request;
  };
}
