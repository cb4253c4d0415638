import * as v from 'valibot';
import type { CallBackend } from '../platform/backend/plan.ts';
import { isUrl } from '../text/isUrl.ts';
import type { Locale } from '../text/locale.ts';
import { noticeWaitMs } from './limits.ts';

/** The consent vendor's notice, as plain text. */
export interface VendorNotice {
  readonly title: string;
  readonly text: string;
  /** The full statement. */
  readonly url: string;
}

const text = v.fallback(v.optional(v.string(), ''), '');
/** The notice, as plain text. */
export const noticeSchema = v.object({
  title: text,
  text: v.pipe(v.string(), v.trim(), v.nonEmpty()),
  url: v.fallback(v.optional(v.pipe(v.string(), v.check(isUrl)), ''), ''),
});

export interface NoticePorts {
  readonly call: CallBackend;
  readonly hosts: readonly string[];
}

/** Fetches the consent vendor's notice (SC-091). Undefined without a vendor: the built-in notice is shown at once. */
export function createNoticeCall({
  call,
  hosts,
}: NoticePorts): ((locale: Locale) => Promise<VendorNotice>) | undefined {
  if (hosts.length === 0) return undefined;
  return ({ languageCode, regionCode }) =>
    call({
      hosts,
      path: '/notice',
      method: 'GET',
      query: { languageCode, regionCode },
      isForeign: true,
      attemptTimeoutMs: noticeWaitMs,
      parse: (body) => v.parse(noticeSchema, body),
    });
}
