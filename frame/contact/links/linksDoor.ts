import type { PageLink } from '../../../bridge/records.ts';
import type { Clock } from '../../platform/clock.ts';
import { createLazy } from '../../platform/lazy.ts';
import type { LookupStatus } from '../store.ts';
import type { LinksPorts, LinksStore } from './linksStore.ts';

const loadStore = async (ports: LinksPorts): Promise<LinksStore> =>
  (await import('./linksStore.ts')).createLinksStore(ports);

/** The page's contact links, for the rest of the widget. */
export interface LinksDoor {
  /** The whole list of links that are on the page now. */
  linksFound(links: readonly PageLink[]): void;
  lookupChanged(status: LookupStatus): void;
  linkClicked(id: number): void;
  /** The visitor's locale, or something else that the wording depends on, has changed. */
  wordingChanged(): void;
}

/**
 * Downloads rules and wording with the first link, so a page without contact links downloads nothing. Until then, and after
 * a failed download, links keep the page's own behaviour. A later change of the page's links retries.
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
      ports.log.warn('The page links could not be set up. They keep their own texts and addresses.', error),
  });

  return {
    linksFound(links) {
      found = links;
      const loaded = store.peek();
      if (loaded) loaded.linksFound(links);
      // In a later task, because the start of a download is slow and the pill may be drawn in this one.
      else if (links.length > 0) ports.clock.after(0, store.prefetch);
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
