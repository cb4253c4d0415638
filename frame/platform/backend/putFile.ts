import type { Clock } from '../clock.ts';
import { createError, isWidgetError } from '../errors.ts';
import { startTimeLimit } from './timeLimit.ts';

export interface FileUpload {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly file: Blob;
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

/** Uploads a file with PUT, without cookies and redirects. Rejects only with a WidgetError. */
export async function putFile(
  { url, headers, file, limitMs, signal }: FileUpload,
  ports: { readonly fetch: typeof fetch; readonly clock: Clock },
): Promise<void> {
  const { origin } = new URL(url);
  const limit = startTimeLimit(ports.clock, limitMs, signal);
  try {
    const response = await ports.fetch(url, {
      ...{ method: 'PUT', headers, body: file, credentials: 'omit', redirect: 'error', signal: limit.signal },
    });
    if (!response.ok)
      throw createError('CALL_FAILED', `${origin} answered ${response.status}`, { status: response.status });
  } catch (error) {
    if (isWidgetError(error)) throw error;
    if (limit.isLate()) throw createError('CALL_TIMEOUT', `${origin} took longer than ${limitMs} ms for a file`);
    if (signal.aborted) throw createError('CALL_ABORTED', `The upload to ${origin} was cancelled`);
    throw createError('CALL_FAILED', `${origin} could not be reached`, { cause: error });
  } finally {
    limit.end();
  }
}

/** The browser's own fetch. */
export const browserPut = (upload: FileUpload, clock: Clock): Promise<void> =>
  putFile(upload, { fetch: (...request) => fetch(...request), clock });
