import { maxPageTextLength } from '../host/limits.ts';
import { drawOnHost, type HostDrawing } from '../shell/drawOnHost.ts';
import type { PillStore } from '../shell/pillStore.ts';
import { createPillMemory } from '../shell/rememberPill.ts';
import { sideOf } from '../shell/theme.ts';
import type { FirstCore, Rooms } from '../widget.ts';

type DrawingParts = Omit<FirstCore, 'drawing' | 'links' | 'lookupFacts'>;

/** The contact service may send a text of any length. */
const onPage = (text: string): string => text.slice(0, maxPageTextLength);

/** Draws the core's state on the host page. */
export function composeDrawing(core: DrawingParts, pill: PillStore, rooms: () => Rooms | undefined): HostDrawing {
  const { host, clock, lifetime, pane, viewport, page, contact, read, self, deployment, query } = core;
  return drawOnHost({
    ...{ host, lifetime, pane, pill, viewport },
    brand: deployment.brand,
    remember: createPillMemory({
      ...{ clock, lifetime, host },
      lang: () => page.state.facts.lang,
      isLocaleChosen: () => page.state.isLocaleChosen || query.languageCode !== undefined,
    }),
    watch: (listener) => {
      for (const { watch } of [pane, pill, viewport, page, contact]) lifetime.add(watch(listener));
    },
    facts: () => {
      const drawing = rooms()?.drawing();
      const text = onPage(deployment.brand?.label?.[page.state.textLocale.languageCode] ?? read.pill('label'));
      return {
        theme: core.theme(),
        side: sideOf(page.state.textLocale.languageCode, deployment.brand?.side),
        text,
        unreadLabel: onPage(
          read.pill('labelUnread', { label: text, unread: read.pill('unread', { count: drawing?.unread ?? 0 }) }),
        ),
        paneLabel: onPage(read.pane('title')),
        obstacles: page.state.obstacles,
        isPillOff: isPillOff(core),
        prefersReducedMotion: self.matchMedia('(prefers-reduced-motion: reduce)').matches,
        rooms: drawing,
      };
    },
  });
}

/** SH-077: the page has switched the widget off: no lookup, no pill, and links keep their own behaviour. */
export function isSwitchedOff({ settings, deployment }: Pick<FirstCore, 'settings' | 'deployment'>): boolean {
  return settings.focusArea === deployment.contact.noContactFocusArea;
}

export function isPillOff(core: Pick<FirstCore, 'settings' | 'deployment' | 'viewport'>): boolean {
  const { settings, viewport } = core;
  return isSwitchedOff(core) || (settings.hideOnMobile && viewport.state.isMobile);
}
