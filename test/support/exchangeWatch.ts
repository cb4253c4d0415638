import type { Exchange } from '../sandbox/servicesHost.ts';
import { exchangeProblems } from '../services/exchangeProblems.ts';
import type { Operations } from '../services/operations.ts';

/**
 * Notes the calls of the frame to the sandbox, and what the documents do not allow in them. The documents are known only once the sandbox
 * has started, and a test may replace them.
 */
export function createExchangeWatch(operations: () => Operations) {
  const problems: string[] = [];
  const seen = new Set<string>();
  return {
    problems,
    /** The calls so far, by their names in the documents. */
    seen,
    onExchange(exchange: Exchange): void {
      const found = operations().find(exchange.call.method, exchange.url);
      for (const { service, id } of found) seen.add(`${service} ${id}`);
      problems.push(...exchangeProblems(operations(), exchange));
    },
  };
}
