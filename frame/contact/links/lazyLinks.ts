import type { PageLink } from '../../../bridge/records.ts';
import type { LookupStatus } from './routeClick.ts';
import type { LinksPorts, LinksStore } from './store.ts';

const loadStore = async (ports: LinksPorts): Promise<LinksStore> =>
  (await import('./store.ts')).createLinksStore(ports);

/**
 * The page links' part of the core: it downloads rules and wording with the first link, so that a page without contact
 * links pays nothing. Until then, and when the download fails, links keep the page's own behaviour.
 */
export function createLazyLinks(ports: LinksPorts, load: (ports: LinksPorts) => Promise<LinksStore> = loadStore) {
  let store: LinksStore | undefined;
  let isLoading = false;
  let found: readonly PageLink[] = [];
  let lookup: LookupStatus = 'notStarted';

  async function bring(): Promise<void> {
    isLoading = true;
    try {
      const loaded = await load(ports);
      if (ports.lifetime.ended) return;
      store = loaded;
      store.linksFound(found);
      store.lookupChanged(lookup);
    } catch (error) {
      isLoading = false;
      ports.log.warn('The page links could not be wired; they keep their own words and addresses.', error);
    }
  }

  return {
    linksFound(links: readonly PageLink[]): void {
      found = links;
      if (store) store.linksFound(links);
      else if (links.length > 0 && !isLoading) void bring();
    },
    lookupChanged(status: LookupStatus): void {
      lookup = status;
      store?.lookupChanged(status);
    },
    linkClicked: (id: number): void => store?.linkClicked(id),
    wordingChanged: (): void => store?.wordingChanged(),
    paneHidden: (): void => store?.paneHidden(),
    isPaneDue: (): boolean => store?.isPaneDue() === true,
  };
}
