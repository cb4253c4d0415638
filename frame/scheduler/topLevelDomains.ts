import { createLazy } from '../platform/lazy.ts';
import { asciiDomain } from './email.ts';

/** All top-level domains (SC-085), from a package that follows the registry. Downloaded with the contact details. */
const domains = createLazy({
  download: () => import('tlds'),
  create: ({ default: names }): ReadonlySet<string> => new Set(names.map(asciiDomain)),
});

export const loadTopLevelDomains = (): Promise<ReadonlySet<string>> => domains.get();
