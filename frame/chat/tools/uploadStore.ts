import { proxy } from 'valtio/vanilla';
import { isWidgetError } from '../../platform/errors.ts';
import type { ChannelFiles } from '../channel.ts';
import { listText } from '../messages/listText.ts';
import type { ChatPorts } from '../ports.ts';
import type { ChatStore } from '../store.ts';

interface UploadPorts extends Pick<ChatPorts, 'log' | 'lifetime'> {
  readonly target: ChatStore['fileTarget'];
}

interface Queued {
  readonly file: File;
  /** Undefined if the conversation accepted no files when this one was added. */
  readonly target: ReturnType<ChatStore['fileTarget']>;
}

type UploadProblem = 'fileTooLarge' | 'fileEmpty' | 'fileType' | 'fileRefused' | 'fileTooLate' | 'fileFailed';

type FileLimits = Pick<ChannelFiles, 'maxBytes' | 'types'>;

export interface Upload {
  readonly name: string;
  readonly problem: UploadProblem | undefined;
  /** The limits of the service that the file is for; undefined if it accepts no files. */
  readonly limits: FileLimits | undefined;
}

export type UploadStore = ReturnType<typeof createUploadStore>;

/**
 * Uploads the visitor's files, one after another. A file that cannot be sent blocks the others until the visitor has
 * dismissed the message.
 */
export function createUploadStore(ports: UploadPorts) {
  /** The file that is being uploaded, or the one that could not be sent. */
  const state = proxy({ current: undefined as Upload | undefined });
  let queue: readonly Queued[] = [];
  let running: AbortController | undefined;

  function next(): void {
    const [first] = queue;
    state.current = undefined;
    if (first) void send(first);
  }

  async function send({ file, target }: Queued): Promise<void> {
    const files = target?.files();
    const own = new AbortController();
    const limits = files && { maxBytes: files.maxBytes, types: [...files.types] };
    const show = (problem: UploadProblem | undefined): void => {
      running = problem ? undefined : own;
      state.current = { name: file.name, problem, limits };
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
      // A refusal is an answer, so the connection works, and a retry does not help.
      show(isWidgetError(error, 'NOT_ALLOWED') ? 'fileRefused' : 'fileFailed');
    }
  }

  ports.lifetime.add(() => {
    running?.abort();
    queue = [];
    next();
  });

  return {
    state,
    add(files: readonly File[]): void {
      // The visitor has left or withdrawn consent: no file is sent any more.
      if (ports.lifetime.ended) return;
      const isIdle = queue.length === 0;
      const shown = ports.target();
      const target = shown?.files() && shown;
      queue = [...queue, ...files.map((file) => ({ file, target }))];
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

/** Checks a file before the upload. Returns why it cannot be sent. The server checks again. */
export function checkFile({ size, type }: Pick<File, 'size' | 'type'>, { maxBytes, types }: FileLimits) {
  if (!types.some((wanted) => isOf(type, wanted))) return 'fileType';
  if (size === 0) return 'fileEmpty';
  return size > maxBytes ? 'fileTooLarge' : undefined;
}

function isOf(type: string, wanted: string): boolean {
  return wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}

/** `10 MB`, in the visitor's language, on one line. */
export function sizeText(bytes: number, language: string): string {
  const isLarge = bytes >= 1_000_000;
  const unit = isLarge ? 'megabyte' : 'kilobyte';
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 });
  return format.format(isLarge ? bytes / 1_000_000 : bytes / 1_000).replace(' ', '\u00a0');
}

/** Readable names of types: `pictures, PDF, or TXT`. A long name is not an abbreviation, and stays in lower case. */
export function typesText(types: readonly string[], pictures: string, language: string): string {
  const nameOf = (type: string): string => {
    if (type === 'image/*') return pictures;
    if (type === 'text/plain') return 'TXT';
    const name = type.replace(/^[\w-]+\/(?:x-)?/, '').replace(/\+.*/, '');
    return name.length <= 5 ? name.toUpperCase() : name;
  };
  return listText(types.map(nameOf), language);
}
