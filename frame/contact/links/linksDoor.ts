import type { PageLink } from '../../../bridge/records.ts';
import type { Clock } from '../../platform/clock.ts';
import { createLazy } from '../../platform/lazy.ts';
import type { LookupStatus } from '../store.ts';
import type { LinksPorts, LinksStore } from './linksStore.ts';

const loadStore = async (ports: LinksPorts): Promise<LinksStore> =>
  (await import('./linksStore.ts')).createLinksStore(ports);

/** The page's contact links, as the rest of the widget sees them. */
export interface LinksDoor {
  /** The whole list of links that are on the page now. */
  linksFound(links: readonly PageLink[]): void;
  lookupChanged(status: LookupStatus): void;
  linkClicked(id: number): void;
  /** The visitor's locale, or what decides the wording of links, has changed. */
  wordingChanged(): void;
}

/**
 * Downloads rules and wording with the first link: a page without contact links pays nothing. Until then, and when the
 * download fails, links keep the page's own behaviour; a later change of the page's links tries again.
 */
export function createLinksDoor(
  ports: LinksPorts & { readonly clock: Clock },
  load: (ports: LinksPorts) => Promise<LinksStore> = loadStore,
): LinksDoor {
  let found: readonly PageLink[] = [];
  let lookup: LookupStatus = 'notStarted';
  const store = createLazy({
    clock: ports.clock,
    lifetime: ports.lifetime,
    download: () => load(ports),
    create: (loaded) => loaded,
    onReady(loaded) {
      loaded.linksFound(found);
      loaded.lookupChanged(lookup);
    },
    onFailure: (error) =>
      ports.log.warn('The page links could not be wired; they keep their own words and addresses.', error),
  });

  return {
    linksFound(links) {
      found = links;
      const loaded = store.peek();
      if (loaded) loaded.linksFound(links);
      else if (links.length > 0) store.prefetch();
    },
    lookupChanged(status) {
      if (status === lookup) return;
      lookup = status;
      store.peek()?.lookupChanged(status);
    },
    linkClicked: (id) => store.whenReady((loaded) => loaded.linkClicked(id)),
    wordingChanged: () => store.peek()?.wordingChanged(),
  };
}
