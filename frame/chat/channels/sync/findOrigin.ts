import { createError } from '../../../platform/errors.ts';
import type { LoadJsonp } from '../../../platform/loadJsonpScript.ts';
import type { ChannelPorts } from '../../channel.ts';
import { toWebOrigin } from '../ground/connection/webOrigin.ts';
import type { SyncDeployment } from './deployment.ts';
import { lookupTimeoutMs, lookupTries } from './limits.ts';
import { parseDomain } from './wire.ts';

/** Finds the origin of an account's chat service with the vendor's domain lookup (CH-113). */
export async function findOrigin(
  ports: ChannelPorts,
  deployment: SyncDeployment,
  loadJsonp: LoadJsonp,
  account: string | undefined,
): Promise<string> {
  if (account === undefined) throw createError('CHANNEL_UNAVAILABLE', 'There is no account for this service.');
  const host = deployment.domainHosts[0];
  if (host === undefined) return toWebOrigin(ports.account(ports.entry.service)?.baseURI ?? '');
  const url = `${host}/csdr/account/${encodeURIComponent(account)}/service/adminArea/baseURI.lpCsds?version=1.0`;
  let failure: unknown;
  for (let tries = 0; tries < lookupTries && !ports.lifetime.ended; tries += 1) {
    try {
      return toWebOrigin(await lookUp(ports, loadJsonp, url));
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function lookUp({ clock, lifetime }: ChannelPorts, loadJsonp: LoadJsonp, url: string): Promise<string> {
  const attempt = lifetime.child();
  try {
    const timeout = new Promise<never>((_, reject) => {
      attempt.add(
        clock.after(lookupTimeoutMs, () => reject(createError('CALL_TIMEOUT', 'The domain lookup timed out.'))),
      );
      attempt.add(() => reject(createError('CALL_ABORTED', 'The domain lookup was cancelled.')));
    });
    timeout.catch(() => {}); // Ignore the error here: the race below reports it.
    return parseDomain(await Promise.race([loadJsonp(url, attempt), timeout]));
  } finally {
    attempt.end();
  }
}
