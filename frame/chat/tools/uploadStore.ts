import { proxy } from 'valtio/vanilla';
import { isWidgetError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { ChannelFiles } from '../channel.ts';
import { checkFile, type FileProblem } from './checkFile.ts';

export interface UploadPorts {
  readonly log: Log;
  /** The upload function of the conversation in the window; undefined if it accepts no files. */
  readonly files: () => ChannelFiles | undefined;
  /** Sends the address of an uploaded file as a message. */
  readonly send: (address: string) => void;
}

export interface UploadState {
  /** The file that is being uploaded, or the one that could not be sent. */
  current:
    | { readonly name: string; readonly problem: FileProblem | 'fileRefused' | 'fileFailed' | undefined }
    | undefined;
  /** How many files are queued. */
  waiting: number;
}

export interface UploadStore {
  readonly state: UploadState;
  /** Sends files one after another. */
  add(files: readonly File[]): void;
  retry(): void;
  /** Cancels the current file, or hides the reason why it was not sent. */
  dismiss(): void;
}

/**
 * Uploads the visitor's files, one after another. A file that cannot be sent blocks the others until the visitor has
 * dismissed the message.
 */
export function createUploadStore(ports: UploadPorts): UploadStore {
  const state = proxy<UploadState>({ current: undefined, waiting: 0 });
  let queue: readonly File[] = [];
  let running: AbortController | undefined;

  function next(): void {
    const [file] = queue;
    state.waiting = Math.max(0, queue.length - 1);
    state.current = file && { name: file.name, problem: undefined };
    if (file) void send(file);
  }

  async function send(file: File): Promise<void> {
    const files = ports.files();
    const own = new AbortController();
    running = own;
    const problem = files ? checkFile(file, files) : 'fileRefused';
    if (!files || problem) return fail(file, problem ?? 'fileRefused');
    try {
      const address = await files.upload(file, own.signal);
      if (own.signal.aborted) return;
      ports.send(address);
      queue = queue.slice(1);
      next();
    } catch (error) {
      if (own.signal.aborted) return;
      ports.log.warn('A file could not be sent.', error);
      fail(file, isRefusal(error) ? 'fileRefused' : 'fileFailed');
    }
  }

  function fail(file: File, problem: NonNullable<UploadState['current']>['problem']): void {
    running = undefined;
    state.current = { name: file.name, problem };
  }

  return {
    state,
    add(files) {
      const isIdle = queue.length === 0;
      queue = [...queue, ...files];
      state.waiting = Math.max(0, queue.length - 1);
      if (isIdle) next();
    },
    retry: next,
    dismiss() {
      running?.abort();
      queue = queue.slice(1);
      next();
    },
  };
}

/** Another try does not help. */
const isRefusal = (error: unknown): boolean => isWidgetError(error, 'NOT_ALLOWED');
