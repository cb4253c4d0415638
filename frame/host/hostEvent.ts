import type { FrameApi } from '../../bridge/contract.ts';
import { isLinkId, parseLinks, parseObstacles, parsePageReading } from '../../bridge/guards.ts';
import type { Obstacle, PageFacts, PageLink, Viewport } from '../../bridge/records.ts';
import type { Log } from '../platform/log.ts';

/** A parsed call from the page. */
export type HostEvent =
  | { readonly type: 'page'; readonly facts: PageFacts; readonly viewport: Viewport }
  | { readonly type: 'obstacles'; readonly obstacles: readonly Obstacle[] }
  | { readonly type: 'links'; readonly links: readonly PageLink[] }
  | { readonly type: 'linkClicked'; readonly linkId: number }
  | { readonly type: 'activity'; readonly isActive: boolean }
  | { readonly type: 'pillHovered' | 'pillClicked' | 'open' | 'close' };

type Unchecked<Api> = { readonly [Name in keyof Api]: (...args: unknown[]) => void };

/** The FrameApi behind the guard. Valid calls become events; invalid ones are dropped with one warning. */
export function createFrameApi(onEvent: (event: HostEvent) => void, log: Log): Unchecked<FrameApi> {
  let warned = false;

  function emit<T>(parsed: T | undefined, toEvent: (value: T) => HostEvent): void {
    if (parsed !== undefined) {
      onEvent(toEvent(parsed));
      return;
    }
    if (!warned) log.warn('The page made an invalid call.');
    warned = true;
  }

  return Object.freeze({
    page: (reading) => emit(parsePageReading(reading), (page) => ({ type: 'page', ...page })),
    links: (list) => emit(parseLinks(list), (links) => ({ type: 'links', links })),
    obstacles: (list) => emit(parseObstacles(list), (obstacles) => ({ type: 'obstacles', obstacles })),
    link: (id) => emit(isLinkId(id) ? id : undefined, (linkId) => ({ type: 'linkClicked', linkId })),
    pill: (isClick) => onEvent({ type: isClick === true ? 'pillClicked' : 'pillHovered' }),
    active: (isActive) => onEvent({ type: 'activity', isActive: isActive === true }),
    show: (isOpen) => onEvent({ type: isOpen === true ? 'open' : 'close' }),
  } satisfies Unchecked<FrameApi>);
}
