import * as v from 'valibot';
import type { CallBackend } from '../../../platform/backend/plan.ts';
import { createError } from '../../../platform/errors.ts';

/** What visitors may know about an agent. */
export const profile = v.object({
  nickname: v.optional(v.nullable(v.string())),
  /** An https address. */
  pictureUrl: v.optional(v.nullable(v.string())),
});

/** Tries for an agent's profile (CH-128). */
const profileTries = 3;

/** Loads an agent's name and picture, for the `participants` event, from the vendor's public configuration of the account. */
export async function loadAgentProfile(
  call: CallBackend,
  hosts: readonly string[],
  { account, agentId }: { readonly account: string; readonly agentId: string },
  limits: { readonly attemptTimeoutMs: number; readonly signal: AbortSignal },
) {
  const path = `/api/account/${encodeURIComponent(account)}/configuration/le-users/users/${encodeURIComponent(agentId)}`;
  let failure: unknown;
  for (let tries = 0; tries < profileTries && !limits.signal.aborted; tries += 1) {
    try {
      return await call({ ...limits, hosts, isForeign: true, path, method: 'GET', parse: parseProfile });
    } catch (error) {
      failure = error;
    }
  }
  throw createError('CALL_FAILED', 'Error getting agent profile', { cause: failure });
}

export function parseProfile(body: unknown) {
  const { nickname, pictureUrl } = v.parse(profile, body);
  return { name: nickname || undefined, agentPictureUrl: pictureUrl?.startsWith('https://') ? pictureUrl : undefined };
}
