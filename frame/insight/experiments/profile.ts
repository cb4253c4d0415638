import { isRecord } from '../../../bridge/guards.ts';
import type { Visitor } from './decide.ts';

import type { WriteLevel } from './levels.ts';
import { messageOf } from './messageOf.ts';

/** Stores decisions, so that a visitor keeps a variation when the traffic allocation changes. Field names are the wire's. */
export interface ProfileService {
  lookup(userId: string): unknown;
  save(profile: {
    readonly user_id: string;
    readonly experiment_bucket_map: Readonly<Record<string, { readonly variation_id: string }>>;
  }): void;
}

/** Undefined if there is none. Throws if a function is missing (CH-212). */
export function parseProfileService(value: unknown): ProfileService | undefined {
  if (value === undefined || value === null) return undefined;
  for (const name of ['lookup', 'save']) {
    if (!isRecord(value) || typeof value[name] !== 'function') {
      throw new Error(`the user profile service has no function ${name}.`);
    }
  }
  return value as unknown as ProfileService;
}

/** Variation ids by experiment id. Empty when the service fails. */
export function readProfile(
  service: ProfileService | undefined,
  userId: string,
  write: WriteLevel,
): ReadonlyMap<string, string> {
  const stored = new Map<string, string>();
  if (!service) return stored;
  try {
    const profile = service.lookup(userId);
    const map = isRecord(profile) ? profile.experiment_bucket_map : undefined;
    for (const [id, entry] of Object.entries(isRecord(map) ? map : {})) {
      if (isRecord(entry) && typeof entry.variation_id === 'string') stored.set(id, entry.variation_id);
    }
  } catch (error) {
    write('error', `the user profile could not be read: ${messageOf(error)}`);
  }
  return stored;
}

export function saveProfile(
  service: ProfileService | undefined,
  visitor: Visitor,
  experimentId: string,
  variationId: string,
  write: WriteLevel,
): void {
  if (!service || visitor.stored.get(experimentId) === variationId) return;
  const entries = [...visitor.stored, [experimentId, variationId] as const];
  try {
    service.save({
      user_id: visitor.id,
      experiment_bucket_map: Object.fromEntries(entries.map(([id, variation_id]) => [id, { variation_id }])),
    });
  } catch (error) {
    write('error', `the user profile could not be saved: ${messageOf(error)}`);
  }
}
