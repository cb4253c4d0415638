import type { CallBackend } from '../platform/backend/plan.ts';
import { isWidgetError } from '../platform/errors.ts';
import type { Locale } from '../text/locale.ts';
import { type ContactAnswer, parseContactAnswer, parseKeysAnswer } from './answer.ts';
import type { ContactDeployment } from './deployment.ts';
import { lookupTimeoutMs } from './limits.ts';
import { type LookupFacts, lookupPath, lookupQuery, lookupVariant } from './lookupRequest.ts';

export interface ContactApi {
  /** Undefined is the invalid-bundle state; rejects only for `failed`: no answer, or 5xx from every host (SH-083, SH-084, SC-136). */
  lookup(facts: LookupFacts, signal?: AbortSignal): Promise<ContactAnswer | undefined>;
  /** The locales in which a focus area has bundles (SH-069). */
  lookupFocusArea(facts: LookupFacts, signal?: AbortSignal): Promise<ContactAnswer | undefined>;
  /** The locales in which a focus area has bundles, without the bundles (SH-085). */
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

  /** SC-135: 5xx goes to the older host; another HTTP answer, or an answer that is no JSON, is invalid. */
  async function ask(
    path: string,
    facts: LookupFacts,
    signal: AbortSignal | undefined,
  ): Promise<ContactAnswer | undefined> {
    const query = lookupQuery(facts, deployment.prune);
    const hosts = [deployment.hosts, deployment.olderHosts].filter((list) => list.length > 0);
    for (const [index, list] of hosts.entries()) {
      try {
        return await get(list, path, query, parseContactAnswer, signal);
      } catch (error) {
        const status = isWidgetError(error) ? error.status : undefined;
        if (status !== undefined && status < 500) return undefined;
        if (status === undefined || index === hosts.length - 1) throw error;
      }
    }
    return undefined;
  }

  return {
    lookup: (facts, signal) => ask(lookupPath(deployment.paths.lookup, lookupVariant(facts)), facts, signal),
    lookupFocusArea: (facts, signal) => ask(deployment.paths.focusArea, facts, signal),
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
