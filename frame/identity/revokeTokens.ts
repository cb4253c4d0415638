import type { Beacon } from '../platform/backend/beacon.ts';
import { createBrowserBeacon } from '../platform/backend/beacon.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { IdentityDeployment } from './brokerDeployment.ts';
import { tokensIn } from './storedTokens.ts';

export interface RevokePorts {
  readonly deployment: Pick<IdentityDeployment, 'brokerHosts' | 'revokePath'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly beacon?: Pick<Beacon, 'post'>;
}

/**
 * Revokes the tokens of a visitor who has signed out. The request outlives the page. It is not retried later, because that
 * would mean keeping the tokens. Resolves to false if no host has accepted it.
 */
export async function revokeTokens(profiles: readonly unknown[], ports: RevokePorts): Promise<boolean> {
  const { brokerHosts, revokePath } = ports.deployment;
  const tokens = tokensIn(profiles);
  if (revokePath === undefined || tokens.length === 0) return true;
  const beacon = ports.beacon ?? createBrowserBeacon(ports.clock);
  for (const host of brokerHosts) if (await beacon.post(`${host}${revokePath}`, { tokens })) return true;
  ports.log.warn(
    'The broker did not revoke the tokens of a visitor who has signed out. They stay valid until they expire.',
  );
  return false;
}
