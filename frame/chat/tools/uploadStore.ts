import { proxy } from 'valtio/vanilla';
import { isWidgetError } from '../../platform/errors.ts';
import type { Lifetime } from '../../platform/lifetime.ts';
import type { Log } from '../../platform/log.ts';
import type { ChannelFiles } from '../channel.ts';
import { checkFile, type FileProblem } from './checkFile.ts';

/** The conversation that a file was added in. */
export interface UploadTarget {
  /** Undefined if the conversation accepts no files, or is over. */
  readonly files: () => ChannelFiles | undefined;
  /** Sends the address of an uploaded file as a message. */
  readonly send: (address: string) => void;
}

export interface UploadPorts {
  readonly log: Log;
  /** When the chat ends, because its visitor has left or withdrawn consent, no file is sent any more. */
  readonly lifetime: Lifetime;
  /** The conversation in the window; undefined if there is none. */
  readonly target: () => UploadTarget | undefined;
}

interface Queued {
  readonly file: File;
  /** Undefined if the conversation accepted no files when this one was added. */
  readonly target: UploadTarget | undefined;
}

type UploadProblem = FileProblem | 'fileRefused' | 'fileTooLate' | 'fileFailed';

export interface UploadState {
  /** The file that is being uploaded, or the one that could not be sent. */
  current:
    | {
        readonly name: string;
        readonly problem: UploadProblem | undefined;
        /** The limits of the service that the file is for; undefined if it accepts no files. */
        readonly limits: Pick<ChannelFiles, 'maxBytes' | 'types'> | undefined;
      }
    | undefined;
  /** How many files are queued. */
  waiting: number;
}

export type UploadStore = ReturnType<typeof createUploadStore>;

/**
 * Uploads the visitor's files, one after another. A file that cannot be sent blocks the others until the visitor has
 * dismissed the message.
 */
export function createUploadStore(ports: UploadPorts) {
  const state = proxy<UploadState>({ current: undefined, waiting: 0 });
  let queue: readonly Queued[] = [];
  let running: AbortController | undefined;

  function next(): void {
    const [first] = queue;
    state.waiting = Math.max(0, queue.length - 1);
    state.current = undefined;
    if (first) void send(first);
  }

  async function send({ file, target }: Queued): Promise<void> {
    const files = target?.files();
    const own = new AbortController();
    const show = (problem: UploadProblem | undefined): void => {
      running = problem ? undefined : own;
      state.current = {
        name: file.name,
        problem,
        limits: files && { maxBytes: files.maxBytes, types: [...files.types] },
      };
    };
    const unwanted = target ? 'fileTooLate' : 'fileRefused';
    const problem = files ? checkFile(file, files) : unwanted;
    show(problem);
    if (!target || !files || problem) return;
    try {
      const address = await files.upload(file, own.signal);
      if (own.signal.aborted) return;
      if (!target.files()) {
        show('fileTooLate');
        return;
      }
      target.send(address);
      queue = queue.slice(1);
      next();
    } catch (error) {
      if (own.signal.aborted) return;
      ports.log.warn('A file could not be sent.', error);
      show(isRefusal(error) ? 'fileRefused' : 'fileFailed');
    }
  }

  ports.lifetime.add(() => {
    running?.abort();
    queue = [];
    next();
  });

  return {
    state,
    /** Sends files one after another. */
    add(files: readonly File[]): void {
      if (ports.lifetime.ended) return;
      const isIdle = queue.length === 0;
      const shown = ports.target();
      const target = shown?.files() && shown;
      queue = [...queue, ...files.map((file) => ({ file, target }))];
      state.waiting = Math.max(0, queue.length - 1);
      if (isIdle) next();
    },
    retry: next,
    /** Cancels the current file, or hides the reason why it was not sent. */
    dismiss(): void {
      running?.abort();
      queue = queue.slice(1);
      next();
    },
  };
}

/** There was an answer, so the connection works, and a retry does not help. */
const isRefusal = (error: unknown): boolean => isWidgetError(error, 'NOT_ALLOWED');
