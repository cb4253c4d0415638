import type { LinkKind } from '../../host/defaultLinks.ts';
import { maxPageTextLength } from '../../host/limits.ts';
import type { RemoteHost } from '../../host/remoteHost.ts';
import type { Lifetime } from '../../platform/lifetime.ts';
import type { Log } from '../../platform/log.ts';
import type { Locale } from '../../text/locale.ts';
import { englishWords } from './englishWords.ts';
import { wordingOf } from './linkWording.ts';
import type { LinkWords } from './linkWords.ts';

const linkKinds: readonly LinkKind[] = ['chat', 'contact', 'email', 'phone', 'scheduler'];

/** The values of the attribute for a kind of link. The last gives the link our wording only. */
const attributesOf = (kind: LinkKind): readonly string[] => [kind, `${kind}-link`, `${kind}-text`];

export interface LinksPorts {
  readonly host: Pick<RemoteHost, 'setLinks'>;
  readonly lifetime: Lifetime;
  readonly log: Log;
  /** The kinds of the page's contact links. */
  readonly kinds: () => readonly string[];
  readonly locale: () => Locale;
  readonly isSalesWording: () => boolean;
  /** The service's own text of this key in section `links`, if it sends one. */
  readonly findText: (key: string) => string | undefined;
}

/**
 * Sets the wording of the page's contact links and selects the clicks that the page reports (SH-086 to SH-090): those on links that lead
 * to the widget, in every state. The page handles all others: text-only and unknown kinds, clicks with a modifier key.
 * `linkClicks.ts` handles the clicks. Returns the function to call after every change of links, lookup, locale or wording.
 */
export function createLinksUpdate(
  ports: LinksPorts,
  loadWords: () => Promise<LinkWords> = async () => (await import('./translatedWords.ts')).translatedWords,
): () => void {
  let words: LinkWords = englishWords;
  let isTranslating = false;
  /** What was last sent to the page, as JSON. At first the page rewrites no link and reports no click. */
  let sent = '[{},[]]';

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
        ports.log.warn('The texts of the page links could not be loaded.', error);
      },
    );
  }

  function wordings(): Readonly<Record<string, string>> {
    const locale = ports.locale();
    if (locale.languageCode !== 'en' && words === englishWords) {
      translate();
      return {};
    }
    const facts = { words, locale, isSales: ports.isSalesWording(), find: ports.findText };
    return Object.fromEntries(
      linkKinds.flatMap((kind) => {
        const wording = wordingOf(kind, facts).slice(0, maxPageTextLength);
        return attributesOf(kind).map((attribute) => [attribute, wording]);
      }),
    );
  }

  function update(): void {
    if (ports.lifetime.ended) return;
    if (!ports.kinds().some((kind) => linkKinds.flatMap(attributesOf).includes(kind))) return;
    // All kinds, because the page may add another link at any time.
    const links = [wordings(), linkKinds.flatMap((kind) => attributesOf(kind).slice(0, 2))] as const;
    // Each call costs time on the page's main thread.
    if (JSON.stringify(links) === sent) return;
    sent = JSON.stringify(links);
    void ports.host.setLinks(...links);
  }
  return update;
}
