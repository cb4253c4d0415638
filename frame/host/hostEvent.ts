import type { FrameApi } from '../../bridge/contract.ts';
import { isLinkId, parseLinks, parseObstacles, parsePageFacts, parseViewport } from '../../bridge/guards.ts';
import type { Obstacle, PageFacts, PageLink, Viewport } from '../../bridge/records.ts';
import type { Log } from '../platform/log.ts';

/** What the page told, parsed. */
export type HostEvent =
  | { readonly type: 'page'; readonly facts: PageFacts }
  | { readonly type: 'viewport'; readonly viewport: Viewport }
  | { readonly type: 'obstacles'; readonly obstacles: readonly Obstacle[] }
  | { readonly type: 'links'; readonly links: readonly PageLink[] }
  | { readonly type: 'linkClicked'; readonly linkId: number }
  | { readonly type: 'activity'; readonly isActive: boolean }
  | { readonly type: 'pillHovered' | 'pillClicked' | 'open' | 'close' | 'destroy' };

type Unchecked<Api> = { readonly [Name in keyof Api]: (...args: unknown[]) => void };

/** The FrameApi behind the guard: what parses becomes an event, what does not is dropped with one warning. */
export function createFrameApi(tell: (event: HostEvent) => void, log: Log): Unchecked<FrameApi> {
  let warned = false;

  function told<T>(parsed: T | undefined, toEvent: (value: T) => HostEvent): void {
    if (parsed !== undefined) {
      tell(toEvent(parsed));
      return;
    }
    if (!warned) log.warn('The page sent something that is not of the bridge contract; it is dropped.');
    warned = true;
  }

  return Object.freeze({
    pageChanged: (facts) => told(parsePageFacts(facts), (value) => ({ type: 'page', facts: value })),
    viewportChanged: (viewport) => told(parseViewport(viewport), (value) => ({ type: 'viewport', viewport: value })),
    obstaclesFound: (list) => told(parseObstacles(list), (obstacles) => ({ type: 'obstacles', obstacles })),
    linksFound: (list) => told(parseLinks(list), (links) => ({ type: 'links', links })),
    linkClicked: (id) => told(isLinkId(id) ? id : undefined, (linkId) => ({ type: 'linkClicked', linkId })),
    activity: (isActive) => tell({ type: 'activity', isActive: isActive === true }),
    pillHovered: () => tell({ type: 'pillHovered' }),
    pillClicked: () => tell({ type: 'pillClicked' }),
    open: () => tell({ type: 'open' }),
    close: () => tell({ type: 'close' }),
    destroy: () => tell({ type: 'destroy' }),
  } satisfies Unchecked<FrameApi>);
}
