import { isIpAddress } from '../host/country.ts';
import type { CallBackend } from '../platform/backend/plan.ts';
import { createError } from '../platform/errors.ts';
import { geoTimeoutMs } from './limits.ts';

export interface Geo {
  readonly ip?: string;
  readonly country?: string;
}

export interface GeoPorts {
  readonly call: CallBackend;
  /** In order of preference; empty in a deployment without a geo service. */
  readonly hosts: readonly string[];
}

/** SH-108: GET `{geo service}/client`. Rejects after 5 s in all. */
export function createGeoApi({ call, hosts }: GeoPorts): () => Promise<Geo> {
  return async () =>
    hosts.length === 0 ? {} : call({ hosts, path: '/client', method: 'GET', limitMs: geoTimeoutMs, parse: parseGeo });
}

/** Throws if the answer is invalid. Without valibot, which is too large for the core. */
function parseGeo(body: unknown): Geo {
  const { ip = '', country = '' } = body as Record<string, unknown>;
  if (typeof body !== 'object' || Array.isArray(body) || typeof ip !== 'string' || typeof country !== 'string')
    throw createError('ANSWER_INVALID', 'invalid geo answer');
  return {
    ...(isIpAddress(ip) ? { ip } : {}),
    ...(/^[a-z]{2}$/i.test(country.trim()) ? { country: country.trim() } : {}),
  };
}
