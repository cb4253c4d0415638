import { isRecord } from '../../../bridge/guards.ts';
import type { FrameStorage } from '../../platform/storage.ts';
import type { ProfileService } from './profile.ts';

/** Separates the decisions from the variations of pill and links, which are stored under the same name. */
const suffix = 'kept';

/** Stores the visitor's decisions in this browser, so that they are stable when the traffic allocation changes. */
export function createKeptVariations(
  storage: Pick<FrameStorage, 'read' | 'write'>,
  isAllowed: () => boolean,
): ProfileService {
  return {
    lookup(userId) {
      const stored = storage.read('cm-variations', suffix);
      return isRecord(stored) && stored.user_id === userId ? stored : undefined;
    },
    save(profile) {
      if (isAllowed()) storage.write('cm-variations', profile, suffix);
    },
  };
}
