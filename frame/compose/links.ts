import { isFollowable } from '../contact/links/isFollowable.ts';
import { createLinksUpdate } from '../contact/links/linksUpdate.ts';
import type { Lazy } from '../platform/lazy.ts';
import type { FirstCore, Rooms } from '../widget.ts';

type LinksParts = Omit<FirstCore, 'links' | 'drawing' | 'lookupFacts'>;

/** The page's contact links. A click is intent: the rooms handle it. */
export function composeLinks(core: LinksParts, rooms: () => Lazy<Rooms>): FirstCore['links'] {
  const { host, clock, lifetime, log, page, pane, contact, settings } = core;
  const update = createLinksUpdate({
    ...{ host, lifetime, log },
    kinds: () => page.state.linkKinds,
    // The page's wording stays in the page's language: the visitor's choice concerns the widget.
    locale: () => (page.state.isLocaleChosen ? settings.textLocale : page.state.textLocale),
    isSalesWording: () => core.variationOf('buttonSalesWording') === 'sales',
    // Texts of links have no plural forms, so each is a string.
    findText: (key) => (page.state.isLocaleChosen ? undefined : (core.texts.find('links', key) as string | undefined)),
  });
  lifetime.add(contact.watch(update));
  /** The links whose click waits for the rooms, so that each is followed once (SH-091). */
  const waiting = new Set<string>();

  return {
    // In a later task, because the pill may be drawn in this one.
    update: () => void clock.after(0, update),
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
