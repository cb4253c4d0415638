import type { OpenTarget, PageLink } from '../../../bridge/records.ts';
import type { LinkKind } from '../../host/defaultLinks.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Lifetime } from '../../platform/lifetime.ts';
import { paneAfterChatMs } from './limits.ts';
import { parseLinkKind } from './linkKind.ts';
import { type ClickFacts, routeClick, type SchedulerName } from './routeClick.ts';

export interface LinkClicksPorts {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  /** The state that the result of a click depends on. */
  readonly facts: () => Omit<ClickFacts, 'defaultUrl'>;
  /** The script's `data-default-*` link of a kind. */
  readonly defaultUrl: (kind: LinkKind) => string | undefined;
  /** Shows the pane. Focus returns to the link later (SH-052). */
  readonly showPane: () => void;
  /** Starts chat with the start type "page link" (SH-061). The pane opens 400 ms later. */
  readonly startChat: () => void;
  /** Shows the named scheduler, or the configured one (SH-093). */
  readonly showScheduler: (name: SchedulerName | undefined) => void;
  /** Asks the page to open the URL. If the tab is blocked, the pane shows a link (SH-175). */
  readonly openUrl: (url: string, target: OpenTarget) => void;
}

/**
 * Holds clicks on contact links while the lookup runs, and handles them (SH-090 to SH-094). A click is intent, so this is
 * downloaded with the rooms.
 */
export function createLinkClicks(ports: LinkClicksPorts) {
  let cancelPane = (): void => {};
  let isPaneDue = false;
  /** By their JSON text. */
  const waiting = new Map<string, PageLink>();
  ports.lifetime.add(() => cancelPane());

  function follow(link: PageLink): void {
    const kind = parseLinkKind(link.kind)?.kind;
    const action = routeClick(link, { ...ports.facts(), defaultUrl: kind && ports.defaultUrl(kind) });
    switch (action.do) {
      case 'wait':
        waiting.set(JSON.stringify(link), link);
        return;
      case 'open':
        ports.openUrl(action.url, action.target);
        return;
      case 'startChat':
        cancelPane();
        isPaneDue = true;
        ports.startChat();
        cancelPane = ports.clock.after(paneAfterChatMs, () => {
          isPaneDue = false;
          ports.showPane();
        });
        return;
      case 'showPane':
        ports.showPane();
        return;
      case 'showScheduler':
        ports.showScheduler(action.name);
        return;
    }
  }

  return {
    clicked: follow,

    /** Replays the clicks that have waited for the lookup, once per link (SH-091). */
    lookupChanged(): void {
      if (ports.facts().lookup === 'fetching') return;
      const replayed = [...waiting.values()];
      waiting.clear();
      for (const link of replayed) follow(link);
    },

    /** Call this when the pane is hidden: a chat that a link has just started does not open it again. */
    paneHidden(): void {
      cancelPane();
      isPaneDue = false;
    },

    /** Whether a link has started a chat and the pane is about to open (SH-094). */
    isPaneDue: (): boolean => isPaneDue,
  };
}

export type LinkClicks = ReturnType<typeof createLinkClicks>;
