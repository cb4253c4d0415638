import type { OpenTarget, PageLink } from '../../../bridge/records.ts';
import { isAddress } from '../../text/isUrl.ts';
import { targetOf } from '../../text/targetOf.ts';
import type { LookupStatus } from '../store.ts';
import { parseLinkKind } from './linkKind.ts';

export type { LookupStatus };

export interface ClickFacts {
  readonly lookup: LookupStatus;
  /** Chat is enabled for this page and can start now. */
  readonly canChat: boolean;
  /** The bundle's email address or form, if it has one. */
  readonly emailUrl: string | undefined;
  /** The bundle's first formatted phone number, if it has one. */
  readonly phoneNumber: string | undefined;
  /** The bundle or the link itself names a scheduler. */
  readonly hasScheduler: boolean;
  /** The page's own address: same-host email forms stay in its window (SH-063). */
  readonly pageUrl: string;
  /** The script's default link for the kind, for links without an address of their own (SH-083). */
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
  /** Without a name the configured scheduler (SH-093). */
  | { readonly do: 'showScheduler'; readonly name: SchedulerName | undefined };

/**
 * What a click on a page link does: SH-089 text-only and unknown links follow their own address, SH-090 so does every
 * link while there is no bundle, SH-091 a click waits for a lookup under way, SH-092 and SH-093 route it once fetched.
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

/** The link's own address, else the script's default one; the pane, with its explanation, when there is neither. */
function followDefault(link: PageLink, facts: ClickFacts): LinkAction {
  const url = isFollowable(link.href, facts.pageUrl) ? link.href : facts.defaultUrl;
  return url ? { do: 'open', url, target: 'self' } : { do: 'showPane' };
}

/** Buttons have no address, and `#` of the page itself leads nowhere. */
function isFollowable(href: string, pageUrl: string): boolean {
  return isAddress(href) && href !== `${pageUrl.split('#')[0]}#`;
}

/** SH-093: any of the three attributes names a scheduler. */
function schedulerNameOf({ focusArea, purpose, resource }: PageLink): SchedulerName | undefined {
  return focusArea || purpose || resource ? { focusArea, purpose, resource } : undefined;
}

/** A formatted number as an address: `+1 (555) 010-0199` dials `+15550100199`. */
export function toTelUrl(formatted: string): string {
  const digits = formatted.replace(/[^\d*#+,;]/g, '').replace(/(?!^)\+/g, '');
  return `tel:${digits.replaceAll('#', '%23')}`;
}
