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
import { type ClickFacts, type LookupStatus, routeClick, type SchedulerName } from './routeClick.ts';
import type { SalesKey } from './texts.ts';

export interface LinksPorts {
  readonly host: Pick<RemoteHost, 'setLinkText' | 'linkMode'>;
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  readonly log: Log;
  /** Everything a click depends on but the link itself. */
  readonly facts: () => Omit<ClickFacts, 'defaultUrl'>;
  /** The script's `data-default-*` link of a kind. */
  readonly defaultUrl: (kind: LinkKind) => string | undefined;
  readonly locale: () => Locale;
  readonly isSalesWording: () => boolean;
  readonly salesText: (key: SalesKey) => string;
  /** Shows the pane for the visitor who clicked that link: focus returns to it later (SH-052). */
  readonly showPane: (linkId: number) => void;
  /** Start type: page link (SH-061). The pane follows 400 ms later. */
  readonly startChat: () => void;
  /** Fetches and shows the named scheduler, or the configured one (SH-093). */
  readonly showScheduler: (name: SchedulerName | undefined, linkId: number) => void;
  /** Opens through the page; a blocked tab becomes a link in the pane (SH-175). */
  readonly openUrl: (url: string, target: OpenTarget) => void;
  /** How many clicks wait for the lookup (SH-091): the pill shows busy meanwhile. */
  readonly waitingChanged: (count: number) => void;
}

/** The page's contact links: their wording, and what a click on one does (SH-086 to SH-094). */
export function createLinksStore(ports: LinksPorts) {
  const links = new Map<number, PageLink>();
  /** Text last asked for, by link: a thousand links are not written again because one was added. */
  const worded = new Map<number, string>();
  const waiting = new Set<number>();
  let cancelPane = (): void => {};
  let isPaneDue = false;
  let takesClicks = false;
  /** What the page was told last. */
  let taken: string | undefined;
  ports.lifetime.add(() => cancelPane());

  function word(): void {
    if (ports.lifetime.ended) return;
    const facts = {
      table: labelTable,
      locale: ports.locale(),
      isSales: ports.isSalesWording(),
      salesText: ports.salesText,
    };
    const idsByText = new Map<string, number[]>();
    for (const link of links.values()) {
      const parsed = parseLinkKind(link.kind);
      const text = parsed && wordingOf(parsed.kind, facts);
      if (text === undefined || worded.get(link.id) === text) continue;
      worded.set(link.id, text);
      const ids = idsByText.get(text);
      if (ids) ids.push(link.id);
      else idsByText.set(text, [link.id]);
    }
    // One call for each text: a call for each of a thousand links would run into the bridge's limit.
    for (const [text, ids] of idsByText) {
      ports.host.setLinkText(ids, text).catch(() => {
        for (const id of ids) worded.delete(id); // Silent: a link has left the page; the next scan sets the others.
      });
    }
  }

  /** The page gives us the clicks of these links and keeps all others: text-only and unknown kinds, modified clicks. */
  function take(): void {
    const own = takesClicks ? [...links.values()] : [];
    const ids = own.filter(({ kind }) => parseLinkKind(kind)?.isTextOnly === false).map(({ id }) => id);
    // The page's own main thread pays for each call.
    if (ids.join() === taken) return;
    taken = ids.join();
    ports.host.linkMode(ids).catch((error) => ports.log.warn('The page did not take the mode of its links.', error));
  }

  function act(link: PageLink): void {
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
    /** All contact links that stand on the page now. */
    linksFound(found: readonly PageLink[]): void {
      links.clear();
      for (const link of found) links.set(link.id, link);
      for (const id of worded.keys()) if (!links.has(id)) worded.delete(id);
      take();
      word();
    },

    /** The locale or the sales wording changed. */
    wordingChanged(): void {
      word();
    },

    linkClicked(id: number): void {
      const link = links.get(id);
      if (link) act(link);
      else ports.showPane(id);
    },

    /** Clicks are taken while there is or may soon be a bundle; what waited is replayed, once per link (SH-091). */
    lookupChanged(lookup: LookupStatus): void {
      takesClicks = lookup === 'fetching' || lookup === 'fetched';
      take();
      if (lookup === 'fetching') return;
      const replayed = [...waiting].flatMap((id) => links.get(id) ?? []);
      waiting.clear();
      if (replayed.length > 0) ports.waitingChanged(0);
      for (const link of replayed) act(link);
    },

    /** The pane was hidden: a chat that a link has just started does not open it again. */
    paneHidden(): void {
      cancelPane();
      isPaneDue = false;
    },

    /** A chat has begun from a link, and its pane comes soon (SH-094). */
    isPaneDue: (): boolean => isPaneDue,
  };
}

export type LinksStore = ReturnType<typeof createLinksStore>;
