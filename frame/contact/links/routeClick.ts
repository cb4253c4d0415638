import type { OpenTarget, PageLink } from '../../../bridge/records.ts';
import { targetOf } from '../../text/targetOf.ts';
import { toTelUrl } from '../../text/telUrl.ts';
import type { LookupStatus } from '../store.ts';
import { isFollowable } from './isFollowable.ts';
import { parseLinkKind } from './linkKind.ts';

export interface ClickFacts {
  readonly lookup: LookupStatus;
  /** Whether chat is enabled for this page and can start now. */
  readonly canChat: boolean;
  /** The bundle's email address or form, if it has one. */
  readonly emailUrl: string | undefined;
  /** The bundle's first phone number, if it has one. */
  readonly phoneNumber: string | undefined;
  /** Whether the bundle or the link names a scheduler. */
  readonly hasScheduler: boolean;
  /** The page's URL. Forms on the same host open in its window (SH-063). */
  readonly pageUrl: string;
  /** The script's default link for the kind, for links without a usable address (SH-083). */
  readonly defaultUrl: string | undefined;
}

export interface SchedulerName {
  readonly focusArea: string;
  readonly purpose: string;
  readonly resource: string;
}

export type LinkAction =
  | { readonly do: 'wait' }
  | { readonly do: 'open'; readonly url: string; readonly target: OpenTarget }
  | { readonly do: 'startChat' }
  | { readonly do: 'showPane' }
  /** Without a name, the configured scheduler (SH-093). */
  | { readonly do: 'showScheduler'; readonly name: SchedulerName | undefined };

/**
 * Decides what a click on a page link does:
 * - Text-only and unknown links follow their own address (SH-089), and so do all links without a bundle (SH-090).
 * - During the lookup the click waits (SH-091).
 * - With a bundle the link's kind decides (SH-092, SH-093).
 */
export function routeClick(link: PageLink, facts: ClickFacts): LinkAction {
  const parsed = parseLinkKind(link.kind);
  if (!parsed || parsed.isTextOnly) return followDefault(link, facts);
  if (facts.lookup === 'fetching') return { do: 'wait' };
  if (facts.lookup !== 'fetched') return followDefault(link, facts);
  switch (parsed.kind) {
    case 'chat':
      return facts.canChat ? { do: 'startChat' } : { do: 'showPane' };
    case 'email':
      return facts.emailUrl
        ? { do: 'open', url: facts.emailUrl, target: targetOf(facts.emailUrl, facts.pageUrl) }
        : { do: 'showPane' };
    case 'phone':
      return facts.phoneNumber ? { do: 'open', url: toTelUrl(facts.phoneNumber), target: 'self' } : { do: 'showPane' };
    case 'scheduler': {
      const name = schedulerNameOf(link);
      return name || facts.hasScheduler ? { do: 'showScheduler', name } : { do: 'showPane' };
    }
    case 'contact':
      return { do: 'showPane' };
  }
}

/** Follows the link's own address, else the script's default link. Without either, shows the pane, which explains. */
function followDefault(link: PageLink, facts: ClickFacts): LinkAction {
  const url = isFollowable(link.href, facts.pageUrl) ? link.href : facts.defaultUrl;
  return url ? { do: 'open', url, target: 'self' } : { do: 'showPane' };
}

/** Any of the three attributes names a scheduler (SH-093). */
function schedulerNameOf({ focusArea, purpose, resource }: PageLink): SchedulerName | undefined {
  return focusArea || purpose || resource ? { focusArea, purpose, resource } : undefined;
}
