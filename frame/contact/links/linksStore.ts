import type { OpenTarget, PageLink } from '../../../bridge/records.ts';
import type { LinkKind } from '../../host/defaultLinks.ts';
import type { RemoteHost } from '../../host/remoteHost.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Lifetime } from '../../platform/lifetime.ts';
import type { Log } from '../../platform/log.ts';
import type { Locale } from '../../text/locale.ts';
import { labelTable } from './labelTable.ts';
import { paneAfterChatMs } from './limits.ts';
import { parseLinkKind } from './linkKind.ts';
import { wordingOf } from './linkWording.ts';
import { type ClickFacts, isFollowable, type LookupStatus, routeClick, type SchedulerName } from './routeClick.ts';

export interface LinksPorts {
  readonly host: Pick<RemoteHost, 'setLinkText' | 'linkMode'>;
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  readonly log: Log;
  /** What the result of a click depends on, apart from the link. */
  readonly facts: () => Omit<ClickFacts, 'defaultUrl'>;
  /** The script's `data-default-*` link of a kind. */
  readonly defaultUrl: (kind: LinkKind) => string | undefined;
  readonly locale: () => Locale;
  readonly isSalesWording: () => boolean;
  /** The service's own text of this key in section `links`, if it sends one. */
  readonly findText: (key: string) => string | undefined;
  /** Shows the pane. Focus returns to this link later (SH-052). */
  readonly showPane: (linkId: number) => void;
  /** Starts chat with the start type "page link" (SH-061). The pane opens 400 ms later. */
  readonly startChat: () => void;
  /** Shows the named scheduler, or the configured one (SH-093). */
  readonly showScheduler: (name: SchedulerName | undefined, linkId: number) => void;
  /** Asks the page to open the URL. If the tab is blocked, the pane shows a link (SH-175). */
  readonly openUrl: (url: string, target: OpenTarget) => void;
  /** Reports how many clicks wait for the lookup (SH-091). The pill is busy meanwhile. */
  readonly waitingChanged: (count: number) => void;
}

/** Sets the wording of the page's contact links and handles clicks on them (SH-086 to SH-094). */
export function createLinksStore(ports: LinksPorts) {
  const links = new Map<number, PageLink>();
  /** The text last requested for each link: adding one link does not rewrite a thousand others. */
  const requestedTexts = new Map<number, string>();
  const waiting = new Set<number>();
  let cancelPane = (): void => {};
  let isPaneDue = false;
  /** There is a bundle, or a lookup runs. */
  let handlesClicks = false;
  /** The link ids last sent to the page, joined. */
  let sentIds: string | undefined;
  ports.lifetime.add(() => cancelPane());

  function updateWording(): void {
    if (ports.lifetime.ended) return;
    const facts = {
      table: labelTable,
      locale: ports.locale(),
      isSales: ports.isSalesWording(),
      find: ports.findText,
    };
    const idsByText = new Map<string, number[]>();
    for (const link of links.values()) {
      const parsed = parseLinkKind(link.kind);
      const text = parsed && wordingOf(parsed.kind, facts);
      if (text === undefined || requestedTexts.get(link.id) === text) continue;
      requestedTexts.set(link.id, text);
      const ids = idsByText.get(text);
      if (ids) ids.push(link.id);
      else idsByText.set(text, [link.id]);
    }
    // One call per text: one call for each of a thousand links would exceed the bridge's rate limit.
    for (const [text, ids] of idsByText) {
      ports.host.setLinkText(ids, text).catch(() => {
        for (const id of ids) requestedTexts.delete(id); // A link has left the page. The next scan sets the others.
      });
    }
  }

  /**
   * Tells the page which clicks to report: those on links that lead to the widget, and in every state those on links that
   * lead nowhere by themselves, such as buttons. It handles the others itself: text-only and unknown kinds, modified clicks.
   */
  function updateClickTargets(): void {
    const { pageUrl } = ports.facts();
    const ids = [...links.values()]
      .filter(({ kind, href }) => {
        const isOurs = parseLinkKind(kind)?.isTextOnly === false;
        return isOurs && (handlesClicks || !isFollowable(href, pageUrl));
      })
      .map(({ id }) => id);
    // Each call costs time on the page's main thread.
    if (ids.join() === sentIds) return;
    sentIds = ids.join();
    ports.host
      .linkMode(ids)
      .catch((error) => ports.log.warn('The page could not be told which link clicks to report.', error));
  }

  function handleClick(link: PageLink): void {
    const kind = parseLinkKind(link.kind)?.kind;
    const action = routeClick(link, { ...ports.facts(), defaultUrl: kind && ports.defaultUrl(kind) });
    switch (action.do) {
      case 'wait':
        waiting.add(link.id);
        ports.waitingChanged(waiting.size);
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
          ports.showPane(link.id);
        });
        return;
      case 'showPane':
        ports.showPane(link.id);
        return;
      case 'showScheduler':
        ports.showScheduler(action.name, link.id);
        return;
    }
  }

  return {
    /** Call this with all contact links of the page. */
    linksFound(found: readonly PageLink[]): void {
      links.clear();
      for (const link of found) links.set(link.id, link);
      for (const id of requestedTexts.keys()) if (!links.has(id)) requestedTexts.delete(id);
      updateClickTargets();
      updateWording();
    },

    /** Call this when the locale or the sales wording changes. */
    wordingChanged: updateWording,

    linkClicked(id: number): void {
      const link = links.get(id);
      if (link) handleClick(link);
      else ports.showPane(id);
    },

    /** Replays the clicks that have waited for the lookup, once per link (SH-091). */
    lookupChanged(lookup: LookupStatus): void {
      handlesClicks = lookup === 'fetching' || lookup === 'fetched';
      updateClickTargets();
      if (lookup === 'fetching') return;
      const replayed = [...waiting].flatMap((id) => links.get(id) ?? []);
      waiting.clear();
      if (replayed.length > 0) ports.waitingChanged(0);
      for (const link of replayed) handleClick(link);
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

export type LinksStore = ReturnType<typeof createLinksStore>;
