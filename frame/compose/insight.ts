import { toChatAvailability } from '../insight/analytics/chatAvailability.ts';
import { createInsight, type Insight } from '../insight/insight.ts';
import type { FrameStorage } from '../platform/storage.ts';
import type { ShellStore } from '../shell/store.ts';
import { toLocaleCode } from '../text/locale.ts';
import type { Core } from '../widget.ts';

/** Experiments and analytics, with the facts of the other rooms that they report. */
export function composeInsight(
  core: Core,
  { shell, storage }: { readonly shell: ShellStore; readonly storage: FrameStorage },
): Insight {
  const { clock, log, lifetime, call, host, hostStore, texts, query, deployment, consent, page, viewport, self } = core;
  return createInsight({
    ...{ clock, log, lifetime, call, host, hostStore, texts, query, deployment, self, storage },
    isAllowed: consent.isAllowed,
    wantsEvents: core.settings.wantsEvents,
    async loadRelayedUrl() {
      const { relayedPage } = await import('./relayedPage.ts');
      return () => relayedPage(core).url;
    },
    facts: () => ({
      address: page.facts.url,
      chatAvailability: toChatAvailability(shell.state.chat.availability),
      isPopupDisplayed: page.card?.kind === 'popUp',
      isEmployee: shell.state.chat.isEmployee,
      language: toLocaleCode(page.textLocale),
      isMobile: viewport.state.isMobile,
    }),
  });
}
