import { isFollowable } from '../contact/links/isFollowable.ts';
import { createLinksUpdate } from '../contact/links/linksUpdate.ts';
import type { Lazy } from '../platform/lazy.ts';
import type { Locale } from '../text/locale.ts';
import type { FirstCore, Rooms } from '../widget.ts';

type LinksParts = Omit<FirstCore, 'links' | 'drawing' | 'lookupFacts'>;

/** The page's contact links. A click is intent: the rooms handle it. */
export function composeLinks(core: LinksParts, rooms: () => Lazy<Rooms>): FirstCore['links'] {
  const { host, clock, lifetime, log, page, pane, contact, settings } = core;
  /** The page's wording stays in the page's language: the visitor's choice concerns the widget. */
  const locale = (): Locale => (page.state.isLocaleChosen ? settings.textLocale : page.state.textLocale);
  /** The service's texts in the page's language, which stay when the visitor chooses another one. */
  const ownTexts: Record<string, string | undefined> = {};
  const setLinks = createLinksUpdate({
    ...{ host, lifetime, log },
    kinds: () => page.state.linkKinds,
    locale,
    isSalesWording: () => core.variationOf('buttonSalesWording') === 'sales',
    findText(key) {
      if (locale().languageCode === page.state.textLocale.languageCode)
        // Texts of links have no plural forms, so each is a string.
        ownTexts[key] = core.texts.find('links', key) as string | undefined;
      return ownTexts[key];
    },
  });
  // In a later task, because the pill may be drawn in this one, and the chosen locale of a new answer is not known yet.
  const update = (): void => void clock.after(0, setLinks);
  lifetime.add(contact.watch(update));
  /** The links whose click waits for the rooms, so that each is followed once (SH-091). */
  const waiting = new Set<string>();

  return {
    update,
    clicked(link) {
      const key = JSON.stringify(link);
      if (waiting.has(key)) return;
      waiting.add(key);
      rooms()
        .get()
        .finally(() => waiting.delete(key))
        .then(
          (loaded) => loaded.linkClicked(link),
          () => {
            // The widget has prevented the link's default action, so it must open the link itself.
            if (isFollowable(link.href, page.state.facts.url))
              host.openUrl(link.href, 'self').catch((error) => log.warn('A link was not opened.', error));
            else pane.show({ takesFocus: true, byLink: true });
          },
        );
    },
  };
}
