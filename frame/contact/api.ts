import type { CallBackend } from '../platform/backend/plan.ts';
import { browserClock } from '../platform/clock.ts';
import { isWidgetError } from '../platform/errors.ts';
import { createLazy } from '../platform/lazy.ts';
import { within } from '../platform/within.ts';
import type { Locale } from '../text/locale.ts';
import { type ContactAnswer, parseContactAnswer, parseKeysAnswer } from './answer.ts';
import type { ContactDeployment } from './deployment.ts';
import { completionWaitMs, lookupTimeoutMs } from './limits.ts';
import { areaOf, type LookupFacts, lookupPath, lookupQuery, lookupVariant } from './lookupRequest.ts';

export type LookupArea = Pick<LookupFacts, 'focusArea' | 'variation'>;

export interface ContactApi {
  /**
   * Resolves to undefined for the state `invalid`. Rejects for the state `failed`: no answer, or 5xx from every host
   * (SH-083, SH-084, SC-136). `paths.focusArea` as the path returns all bundles of a focus area, for its locales (SH-069).
   */
  lookup(facts: LookupFacts, signal?: AbortSignal, path?: string): Promise<ContactAnswer | undefined>;
  /** Fetches only the locales in which a focus area or variation has bundles (SH-085). */
  keys(area: LookupArea, signal?: AbortSignal): Promise<readonly Locale[]>;
}

export function createContactApi(call: CallBackend, deployment: ContactDeployment): ContactApi {
  const { hosts, olderHosts, paths, prune, file } = deployment;
  const fileLookup = createLazy({
    download: () => import('./file/contactFile.ts'),
    create: (module) => module.lookUpFile,
  });

  const get = <T>(
    from: readonly string[],
    path: string,
    query: Record<string, string | undefined>,
    parse: (body: unknown) => T,
    signal: AbortSignal | undefined,
  ): Promise<T> =>
    call({
      hosts: from,
      path,
      query,
      parse,
      method: 'GET',
      attemptTimeoutMs: lookupTimeoutMs,
      signal,
    });

  /**
   * Tries the older hosts after a 5xx or a network error, but not after a timeout: a gateway's 5xx often lacks CORS headers, and the
   * browser then reports a network error. Any other HTTP error, or an answer that is not JSON, is invalid (SC-135).
   */
  async function lookup(
    path: string,
    facts: LookupFacts,
    signal: AbortSignal | undefined,
    from = hosts,
  ): Promise<ContactAnswer | undefined> {
    try {
      return await get(from, path, lookupQuery(facts, prune), parseContactAnswer, signal);
    } catch (error) {
      // Without an answer there is no status, and the comparison is false.
      if (isWidgetError(error) && (error.status as number) < 500) return undefined;
      if (from === olderHosts || !olderHosts[0] || isWidgetError(error, 'CALL_TIMEOUT')) throw error;
      return lookup(path, facts, signal, olderHosts);
    }
  }

  return {
    lookup(facts, signal, path = lookupPath(paths.lookup, lookupVariant(facts))) {
      const answer = file
        ? fileLookup.get().then((lookUpFile) => lookUpFile(call, deployment, facts, signal))
        : lookup(path, facts, signal);
      // English is built in.
      if (facts.textLanguageCode === 'en') return answer;
      const completed = import('./completeTexts.ts').then(
        ({ completeTexts }) => completeTexts(answer, facts, deployment),
        () => answer,
      );
      completed.catch(() => {}); // It fails with the answer.
      // A file that hangs must not delay the answer.
      return answer.then((english) => within(browserClock, completionWaitMs, completed, english));
    },
    keys: async (area, signal) =>
      file
        ? []
        : get(
            hosts,
            paths.keys,
            { body: JSON.stringify({ contactInformationBundleKey: areaOf(area) }) },
            (body) => parseKeysAnswer(body, areaOf(area)),
            signal,
          ),
  };
}
