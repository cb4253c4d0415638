import { createError } from '../../../platform/errors.ts';
import type { Archive, Archived } from './archive.ts';

/** Reads the archive of one conversation, each time from where it has been read to. */
export interface Reading {
  /** Rejects if the archive could not be read to its end. */
  goOn(): Promise<void>;
}

/** What the first reading shows is from before this page if `hasHistory`. */
export function createReading(
  archive: Archive,
  {
    desk,
    after,
    hasHistory,
  }: { readonly desk: string; readonly after: string | undefined; readonly hasHistory: boolean },
  show: (archived: Archived, isHistory: boolean) => void,
): Reading {
  let readUpTo = after;
  let isHistory = hasHistory;

  return {
    async goOn() {
      await archive.read(desk, readUpTo, (archived) => {
        show(archived, isHistory);
        readUpTo = archived.archiveId;
      });
      isHistory = false;
    },
  };
}

/** No conversation is open. */
export const nothingToRead: Reading = {
  goOn: () => Promise.reject(createError('CALL_ABORTED', 'There is no conversation.')),
};
