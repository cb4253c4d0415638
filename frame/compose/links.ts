import type { PageLink } from '../../bridge/records.ts';
import { createLinksDoor, type LinksDoor } from '../contact/links/linksDoor.ts';
import type { Lazy } from '../platform/lazy.ts';
import type { FirstCore, Rooms } from '../widget.ts';

type LinksParts = Omit<FirstCore, 'links' | 'drawing' | 'lookupFacts'>;

/** The page's contact links. A click is intent: the rooms handle it. */
export function composeLinks(core: LinksParts, rooms: () => Lazy<Rooms>): LinksDoor {
  const { host, clock, lifetime, log, page, pane, contact } = core;

  function clicked(link: PageLink): void {
    rooms()
      .get()
      .then(
        (loaded) => loaded.linkClicked(link),
        () => {
          // The widget has prevented the link's default action, so it must open the link itself.
          if (link.href) host.openUrl(link.href, 'self').catch((error) => log.warn('A link was not opened.', error));
          else pane.show({ takesFocus: true, linkId: link.id });
        },
      );
  }

  const links = createLinksDoor({
    ...{ host, clock, lifetime, log, clicked },
    locale: () => page.state.textLocale,
    isSalesWording: () => core.variationOf('buttonSalesWording') === 'sales',
    pageUrl: () => page.state.facts.url,
    // Without plural forms.
    findText: (key) => core.texts.find('links', key) as string | undefined,
    goneClicked: (linkId) => pane.show({ takesFocus: true, linkId }),
  });
  lifetime.add(
    contact.watch(() => {
      links.lookupChanged(contact.state.status);
      links.wordingChanged();
    }),
  );
  return links;
}
