import type { FrameApi } from '../../bridge/contract.ts';
import { isLinkId, parseLinks, parseObstacles, parsePageReading } from '../../bridge/guards.ts';
import type { Obstacle, PageFacts, PageLink, Viewport } from '../../bridge/records.ts';
import type { Log } from '../platform/log.ts';

/** What the page told, parsed. */
export type HostEvent =
  | { readonly type: 'page'; readonly facts: PageFacts; readonly viewport: Viewport }
  | { readonly type: 'obstacles'; readonly obstacles: readonly Obstacle[] }
  | { readonly type: 'links'; readonly links: readonly PageLink[] }
  | { readonly type: 'linkClicked'; readonly linkId: number }
  | { readonly type: 'activity'; readonly isActive: boolean }
  | { readonly type: 'pillHovered' | 'pillClicked' | 'open' | 'close' };

type Unchecked<Api> = { readonly [Name in keyof Api]: (...args: unknown[]) => void };

/** The FrameApi behind the guard: what parses becomes an event, what does not is dropped with one warning. */
export function createFrameApi(tell: (event: HostEvent) => void, log: Log): Unchecked<FrameApi> {
  let warned = false;

  function told<T>(parsed: T | undefined, toEvent: (value: T) => HostEvent): void {
    if (parsed !== undefined) {
      tell(toEvent(parsed));
      return;
    }
    if (!warned) log.warn('The page sent what is not in the contract.');
    warned = true;
  }

  return Object.freeze({
    page: (reading) => told(parsePageReading(reading), (page) => ({ type: 'page', ...page })),
    links: (list) => told(parseLinks(list), (links) => ({ type: 'links', links })),
    obstacles: (list) => told(parseObstacles(list), (obstacles) => ({ type: 'obstacles', obstacles })),
    link: (id) => told(isLinkId(id) ? id : undefined, (linkId) => ({ type: 'linkClicked', linkId })),
    pill: (isClick) => tell({ type: isClick === true ? 'pillClicked' : 'pillHovered' }),
    active: (isActive) => tell({ type: 'activity', isActive: isActive === true }),
    show: (isOpen) => tell({ type: isOpen === true ? 'open' : 'close' }),
  } satisfies Unchecked<FrameApi>);
}
