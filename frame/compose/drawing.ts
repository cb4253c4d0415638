import { subscribe } from 'valtio/vanilla';
import type { Card } from '../shell/cards.ts';
import { drawOnHost, type HostDrawing } from '../shell/drawOnHost.ts';
import type { PillPhase } from '../shell/pillStore.ts';
import { createPillMemory } from '../shell/rememberPill.ts';
import { sideOf } from '../shell/theme.ts';
import type { Core } from '../widget.ts';

type DrawingParts = Omit<Core, 'drawing' | 'links' | 'lookupFacts'>;

/** What is drawn on the host page, from the state of the core. */
export function composeDrawing(core: DrawingParts, pill: PillPhase, card: () => Card | undefined): HostDrawing {
  const { host, clock, lifetime, log, pane, viewport, page, contact, read, self, hostStore } = core;
  return drawOnHost({
    host,
    lifetime,
    log,
    shell: pane.state,
    pill,
    viewport: viewport.state,
    remember: createPillMemory({ clock, lifetime, store: hostStore, lang: () => page.facts.lang }),
    watch: (listener) => {
      for (const state of [pane.state, pill, viewport.state, page, contact.state]) {
        lifetime.add(subscribe(state, listener));
      }
    },
    facts: () => ({
      theme: core.theme(),
      side: sideOf(page.textLocale.languageCode),
      text: read.pill('label'),
      unreadText: read.pill('unread', { count: pane.state.chat.unread }),
      paneLabel: read.pane('title'),
      obstacles: page.obstacles,
      isWaiting: page.waitingClicks > 0,
      isPillOff: isPillOff(core),
      prefersReducedMotion: self.matchMedia('(prefers-reduced-motion: reduce)').matches,
      card: card(),
      landing: page.landing?.(),
    }),
  });
}

/** SH-077: this page wants no contact module: no lookup, no pill, and links keep their own behaviour. */
export function isSwitchedOff({ settings, deployment }: Pick<Core, 'settings' | 'deployment'>): boolean {
  return settings.focusArea === deployment.contact.noContactFocusArea;
}

export function isPillOff(core: Pick<Core, 'settings' | 'deployment' | 'viewport'>): boolean {
  const { settings, viewport } = core;
  return isSwitchedOff(core) || settings.hidePill || (settings.hideOnMobile && viewport.state.isMobile);
}
