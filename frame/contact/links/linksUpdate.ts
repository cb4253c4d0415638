import type { PageLink } from '../../../bridge/records.ts';
import type { RemoteHost } from '../../host/remoteHost.ts';
import type { Lifetime } from '../../platform/lifetime.ts';
import type { Log } from '../../platform/log.ts';
import type { Locale } from '../../text/locale.ts';
import type { LookupStatus } from '../store.ts';
import { englishWords } from './englishWords.ts';
import { isFollowable } from './isFollowable.ts';
import { isOurs, parseLinkKind } from './linkKind.ts';
import { wordingOf } from './linkWording.ts';
import type { LinkWords } from './linkWords.ts';

export interface LinksPorts {
  readonly host: Pick<RemoteHost, 'setLinkText' | 'linkMode'>;
  readonly lifetime: Lifetime;
  readonly log: Log;
  /** All contact links of the page. */
  readonly links: () => readonly PageLink[];
  readonly lookup: () => LookupStatus;
  readonly locale: () => Locale;
  readonly isSalesWording: () => boolean;
  readonly pageUrl: () => string;
  /** The service's own text of this key in section `links`, if it sends one. */
  readonly findText: (key: string) => string | undefined;
}

/**
 * Sets the wording of the page's contact links and selects the clicks that the page reports (SH-086 to SH-090). `linkClicks.ts`
 * handles them. Returns the function to call after every change of links, lookup, locale or wording.
 */
export function createLinksUpdate(
  ports: LinksPorts,
  loadWords: () => Promise<LinkWords> = async () => (await import('./translatedWords.ts')).translatedWords,
): () => void {
  /** The last requested text of each link, so that adding one link does not rewrite a thousand others. */
  let requestedTexts: ReadonlyMap<number, string> = new Map();
  let words: LinkWords = englishWords;
  let isTranslating = false;
  /** The link ids last sent to the page, joined. At first the page reports no clicks. */
  let sentIds = '';

  function updateWording(): void {
    const locale = ports.locale();
    if (locale.languageCode !== 'en' && words === englishWords) {
      if (ports.links().length > 0) translate();
      return;
    }
    const facts = { words, locale, isSales: ports.isSalesWording(), find: ports.findText };
    const texts = new Map<number, string>();
    const idsByText = new Map<string, number[]>();
    for (const { id, kind, isKept } of ports.links()) {
      const parsed = parseLinkKind(kind);
      if (!parsed || isKept) continue;
      const text = wordingOf(parsed.kind, facts);
      texts.set(id, text);
      if (requestedTexts.get(id) === text) continue;
      const ids = idsByText.get(text);
      if (ids) ids.push(id);
      else idsByText.set(text, [id]);
    }
    requestedTexts = texts;
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
        update();
      },
      (error) => {
        isTranslating = false;
        ports.log.warn('The texts of the page links could not be loaded. They keep their own.', error);
      },
    );
  }

  /**
   * Selects the clicks that the page reports: those on links that lead to the widget, and in every state those on links
   * without an address, such as buttons. The page handles all others: text-only and unknown kinds, clicks with a modifier
   * key.
   */
  function updateClickTargets(): void {
    const handlesClicks = ['fetching', 'fetched'].includes(ports.lookup());
    const ids = ports
      .links()
      .filter((link) => isOurs(link) && (handlesClicks || !isFollowable(link.href, ports.pageUrl())))
      .map(({ id }) => id);
    // Each call costs time on the page's main thread.
    if (ids.join() === sentIds) return;
    sentIds = ids.join();
    void ports.host.linkMode(ids);
  }

  function update(): void {
    if (ports.lifetime.ended) return;
    updateClickTargets();
    updateWording();
  }
  return update;
}
