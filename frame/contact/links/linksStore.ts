import type { PageLink } from '../../../bridge/records.ts';
import type { RemoteHost } from '../../host/remoteHost.ts';
import type { Lifetime } from '../../platform/lifetime.ts';
import type { Log } from '../../platform/log.ts';
import type { Locale } from '../../text/locale.ts';
import type { LookupStatus } from '../store.ts';
import { englishWords } from './englishWords.ts';
import { isFollowable } from './isFollowable.ts';
import { parseLinkKind } from './linkKind.ts';
import { wordingOf } from './linkWording.ts';
import type { LinkWords } from './linkWords.ts';

export interface LinksPorts {
  readonly host: Pick<RemoteHost, 'setLinkText' | 'linkMode'>;
  readonly lifetime: Lifetime;
  readonly log: Log;
  readonly locale: () => Locale;
  readonly isSalesWording: () => boolean;
  readonly pageUrl: () => string;
  /** The service's own text of this key in section `links`, if it sends one. */
  readonly findText: (key: string) => string | undefined;
  /** Handles a click that does not have to wait for the lookup. */
  readonly clicked: (link: PageLink) => void;
  /** Handles a click on a link that is no longer on the page. */
  readonly goneClicked: (id: number) => void;
}

/**
 * Sets the wording of the page's contact links, selects the clicks that the page reports, and holds clicks while the lookup
 * runs (SH-086 to SH-091). `linkClicks.ts` handles them.
 */
export function createLinksStore(
  ports: LinksPorts,
  loadWords: () => Promise<LinkWords> = async () => (await import('./translatedWords.ts')).translatedWords,
) {
  const links = new Map<number, PageLink>();
  /** The last requested text of each link, so that adding one link does not rewrite a thousand others. */
  const requestedTexts = new Map<number, string>();
  const waiting = new Set<number>();
  let lookup: LookupStatus = 'notStarted';
  let words: LinkWords = englishWords;
  let isTranslating = false;
  /** The link ids last sent to the page, joined. At first the page reports no clicks. */
  let sentIds = '';

  function updateWording(): void {
    if (ports.lifetime.ended) return;
    const locale = ports.locale();
    if (locale.languageCode !== 'en' && words === englishWords) {
      translate();
      return;
    }
    const facts = {
      words,
      locale,
      isSales: ports.isSalesWording(),
      find: ports.findText,
    };
    const idsByText = new Map<string, number[]>();
    for (const link of links.values()) {
      const parsed = parseLinkKind(link.kind);
      const text = parsed && !link.isKept ? wordingOf(parsed.kind, facts) : undefined;
      if (text === undefined || requestedTexts.get(link.id) === text) continue;
      requestedTexts.set(link.id, text);
      const ids = idsByText.get(text);
      if (ids) ids.push(link.id);
      else idsByText.set(text, [link.id]);
    }
    // One call per text: one call per link could exceed the bridge's rate limit.
    for (const [text, ids] of idsByText) void ports.host.setLinkText(ids, text);
  }

  /** Until the texts are downloaded, and after a failed download, links keep their own. The next change retries. */
  function translate(): void {
    if (isTranslating) return;
    isTranslating = true;
    loadWords().then(
      (loaded) => {
        words = loaded;
        updateWording();
      },
      (error) => {
        isTranslating = false;
        ports.log.warn('The texts of the page links could not be loaded. They keep their own.', error);
      },
    );
  }

  const isOurs = ({ kind }: PageLink): boolean => parseLinkKind(kind)?.isTextOnly === false;

  /**
   * Selects the clicks that the page reports: those on links that lead to the widget, and in every state those on links
   * without an address, such as buttons. The page handles all others: text-only and unknown kinds, clicks with a modifier
   * key.
   */
  function updateClickTargets(): void {
    const handlesClicks = lookup === 'fetching' || lookup === 'fetched';
    const pageUrl = ports.pageUrl();
    const ids = [...links.values()]
      .filter((link) => isOurs(link) && (handlesClicks || !isFollowable(link.href, pageUrl)))
      .map(({ id }) => id);
    // Each call costs time on the page's main thread.
    if (ids.join() === sentIds) return;
    sentIds = ids.join();
    void ports.host.linkMode(ids);
  }

  function linkClicked(id: number): void {
    const link = links.get(id);
    if (!link) ports.goneClicked(id);
    else if (lookup === 'fetching' && isOurs(link)) waiting.add(id);
    else ports.clicked(link);
  }

  return {
    /** Call this with all contact links of the page. */
    linksFound(found: readonly PageLink[]): void {
      links.clear();
      for (const link of found) links.set(link.id, link);
      for (const id of requestedTexts.keys()) if (!links.has(id)) requestedTexts.delete(id);
      updateClickTargets();
      updateWording();
    },

    /** Call this when the locale or the sales wording changes. */
    wordingChanged: updateWording,

    linkClicked,

    /** Replays the clicks that have waited for the lookup, once per link (SH-091). */
    lookupChanged(status: LookupStatus): void {
      lookup = status;
      updateClickTargets();
      if (lookup === 'fetching') return;
      const replayed = [...waiting].filter((id) => links.has(id));
      waiting.clear();
      for (const id of replayed) linkClicked(id);
    },
  };
}

export type LinksStore = ReturnType<typeof createLinksStore>;
