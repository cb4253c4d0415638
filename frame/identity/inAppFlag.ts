import * as v from 'valibot';
import type { CallBackend } from '../platform/backend/plan.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { IdentityDeployment } from './brokerDeployment.ts';
import { settingsTimeoutMs } from './limits.ts';

/** Whether the messaging service has in-app messages on. Rejects when that cannot be had. */
export type AskInAppFlag = () => Promise<boolean>;

export interface InAppFlagPorts {
  readonly call: CallBackend;
  /** The widget's: all who ask with the same one share one answer. */
  readonly lifetime: Lifetime;
  readonly deployment: Pick<IdentityDeployment, 'settingsHosts' | 'settingsPath'>;
}

const answer = v.object({ inAppMessaging: v.fallback(v.optional(v.boolean(), false), false) });
const asked = new WeakMap<Lifetime, Promise<boolean>>();

/** CH-152: the service is asked once for sessions and outreach; after a failure again. Undefined where no service is named. */
export function createAskInAppFlag({ call, lifetime, deployment }: InAppFlagPorts): AskInAppFlag | undefined {
  const { settingsHosts: hosts, settingsPath: path } = deployment;
  if (hosts.length === 0) return undefined;

  async function ask(): Promise<boolean> {
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
      asked.delete(lifetime);
      throw error;
    }
  }

  return () => {
    const asking = asked.get(lifetime) ?? ask();
    asked.set(lifetime, asking);
    return asking;
  };
}
