import { createLinksDoor, type LinksDoor } from '../contact/links/linksDoor.ts';
import type { DefaultLinks } from '../host/defaultLinks.ts';
import type { Insight } from '../insight/insight.ts';
import type { ShellStore } from '../shell/store.ts';
import type { Core, SchedulerDoor, Widget } from '../widget.ts';

interface LinksParts {
  readonly shell: ShellStore;
  readonly insight: Insight;
  readonly offers: Widget['offers'];
  readonly defaultLinks: DefaultLinks['links'];
  readonly startChat: Widget['startChat'];
  readonly openScheduler: SchedulerDoor['open'];
}

/** The page's contact links, with what their clicks do in the other rooms. */
export function composeLinks(core: Core, parts: LinksParts): LinksDoor {
  const { host, clock, lifetime, log, contact, page } = core;
  const { shell, insight, offers, defaultLinks, startChat, openScheduler } = parts;
  return createLinksDoor({
    host,
    clock,
    lifetime,
    log,
    facts: () => {
      const { emailUrl, phoneNumber, schedulerPurpose } = offers();
      return {
        lookup: contact.state.status,
        canChat: shell.state.chat.availability === 'available',
        emailUrl,
        phoneNumber,
        hasScheduler: schedulerPurpose !== undefined,
        pageUrl: page.facts.url,
      };
    },
    defaultUrl: (kind) => defaultLinks[kind],
    locale: () => page.textLocale,
    isSalesWording: () => insight.experiments.variationOf('buttonSalesWording') === 'sales',
    findText: (key) => core.texts.find('links', key),
    waitingChanged: (count) => {
      page.waitingClicks = count;
    },
    showPane: (linkId) => shell.show({ takesFocus: true, linkId }),
    startChat: () => startChat({ from: 'link' }),
    showScheduler: (name, linkId) => openScheduler(name ?? {}, linkId),
    openUrl: (url, target) => void shell.openUrl(url, target),
  });
}
