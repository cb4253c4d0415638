import { createError } from '../../../platform/errors.ts';
import type { StartRequest } from '../../channel.ts';

/** Starts conversations on a connection, one at a time. The visitor may give a start up. */
export function createStarts(
  page: { readonly isSuspended: boolean; readonly whenShown: () => Promise<void> },
  begin: (request: StartRequest) => Promise<void>,
  /** Called when a start has failed or was given up: the texts that wait for it are not sent. */
  onFailed: () => void,
) {
  let running: Promise<void> | undefined;
  let isGivenUp = false;

  /** A start that the back-forward cache interrupts continues when the page is back. Until then its texts wait in the storage. */
  async function beginWhileShown(request: StartRequest): Promise<void> {
    try {
      await begin(request);
    } catch (error) {
      if (!page.isSuspended) throw error;
      await page.whenShown();
      await beginWhileShown(request);
    }
  }

  async function startOnce(request: StartRequest): Promise<void> {
    try {
      await beginWhileShown(request);
    } catch (error) {
      onFailed();
      throw error;
    } finally {
      running = undefined;
    }
  }

  return {
    get isRunning(): boolean {
      return running !== undefined;
    },
    get isGivenUp(): boolean {
      return isGivenUp;
    },
    checkWanted(): void {
      if (isGivenUp) throw createError('CALL_ABORTED', 'The visitor has ended the chat.');
    },
    /** Concurrent calls share one start (CH-111). */
    start(request: StartRequest): Promise<void> {
      isGivenUp = false;
      running ??= startOnce(request);
      return running;
    },
    giveUp(): void {
      isGivenUp = true;
      onFailed();
    },
  };
}
