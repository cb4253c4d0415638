import type { CallBackend } from '../platform/backend/plan.ts';
import { isWidgetError } from '../platform/errors.ts';
import type { Locale } from '../text/locale.ts';
import { type ContactAnswer, parseContactAnswer, parseKeysAnswer } from './answer.ts';
import type { ContactDeployment } from './deployment.ts';
import { lookupTimeoutMs } from './limits.ts';
import { type LookupFacts, lookupPath, lookupQuery, lookupVariant } from './lookupRequest.ts';

export interface ContactApi {
  /**
   * Resolves to undefined for the state `invalid`. Rejects for the state `failed`: no answer, or 5xx from every host (SH-083,
   * SH-084, SC-136). The path `paths.focusArea` answers with all bundles of a focus area, for its locales (SH-069).
   */
  lookup(facts: LookupFacts, signal?: AbortSignal, path?: string): Promise<ContactAnswer | undefined>;
  /** Fetches only the locales in which a focus area has bundles (SH-085). */
  keys(focusArea: string, signal?: AbortSignal): Promise<readonly Locale[]>;
}

export function createContactApi(call: CallBackend, deployment: ContactDeployment): ContactApi {
  async function get<T>(
    hosts: readonly string[],
    path: string,
    query: Record<string, string | undefined>,
    parse: (body: unknown) => T,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    return call({
      hosts,
      path,
      query,
      parse,
      method: 'GET',
      attemptTimeoutMs: lookupTimeoutMs,
      ...(signal ? { signal } : {}),
    });
  }

  /** Tries the older hosts after 5xx. Any other HTTP error, or an answer that is not JSON, is invalid (SC-135). */
  async function lookup(
    path: string,
    facts: LookupFacts,
    signal: AbortSignal | undefined,
  ): Promise<ContactAnswer | undefined> {
    const query = lookupQuery(facts, deployment.prune);
    const hostLists = [deployment.hosts, deployment.olderHosts].filter((hosts) => hosts.length > 0);
    for (const [index, hosts] of hostLists.entries()) {
      try {
        return await get(hosts, path, query, parseContactAnswer, signal);
      } catch (error) {
        const status = isWidgetError(error) ? error.status : undefined;
        if (status !== undefined && status < 500) return undefined;
        if (status === undefined || index === hostLists.length - 1) throw error;
      }
    }
    return undefined;
  }

  return {
    lookup: (facts, signal, path = lookupPath(deployment.paths.lookup, lookupVariant(facts))) =>
      lookup(path, facts, signal),
    keys: (focusArea, signal) =>
      get(
        deployment.hosts,
        deployment.paths.keys,
        { body: JSON.stringify({ contactInformationBundleKey: { focusArea } }) },
        (body) => parseKeysAnswer(body, focusArea),
        signal,
      ),
  };
}
