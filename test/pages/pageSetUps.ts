/**
 * What the host pages get beyond their own content: attributes, page objects, a policy, a language. The address has no parameter for
 * it, as on the pages of a company; see README.md.
 */

/** By the name of a parameter, as in an address. */
export type PageSetUp = ReadonlyMap<string, string>;

export interface PageSetUps {
  /** Replaces what the page at `path` has. Values that are no text are kept as JSON. */
  set(path: string, parameters: Readonly<Record<string, unknown>>): void;
  of(path: string): PageSetUp;
  /** Every page that has been set up. */
  list(): Readonly<Record<string, Readonly<Record<string, string>>>>;
  clear(): void;
}

export function createPageSetUps(): PageSetUps {
  const all = new Map<string, PageSetUp>();
  return {
    set(path, parameters) {
      const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null);
      all.set(
        path,
        new Map(given.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])),
      );
    },
    of: (path) => all.get(path) ?? new Map(),
    list: () => Object.fromEntries([...all].map(([path, setUp]) => [path, Object.fromEntries(setUp)])),
    clear: () => all.clear(),
  };
}
