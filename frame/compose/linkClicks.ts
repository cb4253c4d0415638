import { createLinkClicks, type LinkClicks } from '../contact/links/linkClicks.ts';
import type { DefaultLinks } from '../host/defaultLinks.ts';
import type { ShellStore } from '../shell/store.ts';
import type { Core, SchedulerDoor, Widget } from '../widget.ts';

interface LinkClicksParts {
  readonly shell: ShellStore;
  readonly offers: Widget['offers'];
  readonly defaultLinks: DefaultLinks['links'];
  /** There is a chat service, and its availability is not known yet. */
  readonly isChatPending: () => boolean;
  readonly startChat: Widget['startChat'];
  readonly openScheduler: SchedulerDoor['open'];
}

/** Connects clicks on the page's contact links to the other rooms. */
export function composeLinkClicks(core: Core, parts: LinkClicksParts): LinkClicks {
  const { clock, lifetime, contact, page } = core;
  const { shell, offers, defaultLinks, isChatPending, startChat, openScheduler } = parts;
  return createLinkClicks({
    clock,
    lifetime,
    facts: () => {
      const { emailUrl, phoneNumber, schedulerPurpose } = offers();
      return {
        lookup: contact.state.status,
        // The click itself has downloaded the chat, which shows in the pane if it is unavailable.
        canChat: shell.state.chat.availability === 'available' || isChatPending(),
        emailUrl,
        phoneNumber,
        hasScheduler: schedulerPurpose !== undefined,
        pageUrl: page.facts.url,
      };
    },
    defaultUrl: (kind) => defaultLinks[kind],
    showPane: () => shell.show({ takesFocus: true, byLink: true }),
    startChat: () => startChat({ from: 'link' }),
    showScheduler: (name) => openScheduler(name ?? {}, true),
    openUrl: (url, target) => void shell.openUrl(url, target),
  });
}
