import { firstHost } from '../../platform/backend/firstHost.ts';
import type { CallBackend } from '../../platform/backend/plan.ts';
import { isWidgetError } from '../../platform/errors.ts';
import type { Destination, SentInquiry } from './inquiry.ts';
import { maxRetryAfterMs, sendTimeoutMs } from './limits.ts';

export type SendOutcome =
  | { readonly type: 'delivered' }
  /** The server has rejected the message. */
  | { readonly type: 'refused' }
  /** No answer, or one that asks for a retry. */
  | { readonly type: 'later'; readonly afterMs: number | undefined };

/** Statuses below 500 that allow a retry: timeout, too early, too many. */
const laterStatuses: readonly number[] = [408, 425, 429];

/** Sends a message once. The server recognises a duplicate by its key. */
export async function sendInquiry(
  call: CallBackend,
  { origin, path }: Extract<Destination, { readonly type: 'post' }>,
  { id, inquiry, language, page, writtenAtMs }: SentInquiry,
  signal: AbortSignal,
): Promise<SendOutcome> {
  try {
    await call({
      ...{ hosts: [origin], path, method: 'POST', strategy: firstHost, signal, isForeign: true },
      ...{ attemptTimeoutMs: sendTimeoutMs, limitMs: sendTimeoutMs },
      headers: { 'Idempotency-Key': id },
      body: { id, ...inquiry, language, page, writtenAt: new Date(writtenAtMs).toISOString() },
      parse: () => undefined,
    });
    return { type: 'delivered' };
  } catch (error) {
    if (!isWidgetError(error)) throw error;
    const { status, retryAfter } = error;
    // Form servers often answer with HTML or plain text. A success status is enough.
    if (status !== undefined && status < 300) return { type: 'delivered' };
    if (status !== undefined && status >= 400 && status < 500 && !laterStatuses.includes(status))
      return { type: 'refused' };
    return { type: 'later', afterMs: toMs(retryAfter) };
  }
}

/** `Retry-After` in seconds. A date is ignored. */
function toMs(retryAfter: string | undefined): number | undefined {
  const seconds = Number(retryAfter ?? Number.NaN);
  return seconds >= 0 ? Math.min(seconds * 1_000, maxRetryAfterMs) : undefined;
}
