import { createError } from '../../../platform/errors.ts';
import type { LoadJsonp } from '../../../platform/loadJsonpScript.ts';
import { pause } from '../../../platform/pause.ts';
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
    const answer = await Promise.race([loadJsonp(url, attempt), pause({ clock, lifetime: attempt }, lookupTimeoutMs)]);
    if (lifetime.ended) throw createError('CALL_ABORTED', 'The domain lookup was cancelled.');
    if (answer === undefined) throw createError('CALL_TIMEOUT', 'The domain lookup timed out.');
    return parseDomain(answer);
  } finally {
    attempt.end();
  }
}
