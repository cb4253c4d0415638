import type { FrameApi } from '../../bridge/contract.ts';
import {
  parseCookies,
  parseKinds,
  parseLink,
  parseLook,
  parseObstacles,
  parsePageReading,
} from '../../bridge/guards.ts';
import type { Obstacle, PageFacts, PageLink, Viewport } from '../../bridge/records.ts';
import type { Log } from '../platform/log.ts';

/** A parsed call from the page. */
export type HostEvent =
  | { readonly type: 'page'; readonly facts: PageFacts; readonly viewport: Viewport }
  | { readonly type: 'obstacles'; readonly obstacles: readonly Obstacle[] }
  /** The kinds of the page's contact links. */
  | { readonly type: 'links'; readonly kinds: readonly string[] }
  | { readonly type: 'linkClicked'; readonly link: PageLink }
  | { readonly type: 'activity'; readonly isActive: boolean }
  | { readonly type: 'pillHovered' | 'pillClicked' | 'open' | 'close' };

export interface FrameApiPorts {
  readonly log: Log;
  readonly onEvent: (event: HostEvent) => void;
  /** Called with the page's cookies before the events of the same `look` call. */
  readonly onCookies: (cookies: readonly string[]) => void;
}

type Unchecked<Api> = { readonly [Name in keyof Api]: (value: unknown) => void };

/** Events of the pill that show intent (SH-008). */
const intentTypes: readonly unknown[] = ['focus', 'pointermove'];

/** The FrameApi, called through the guard. Valid calls become events; invalid ones are dropped with one warning. */
export function createFrameApi({ onEvent, onCookies, log }: FrameApiPorts): Unchecked<FrameApi> {
  /** JSON of each part of the last `look` call. */
  const last: Record<string, string> = {};
  let warned = false;

  function warn(): void {
    if (!warned) log.warn('The page made an invalid call.');
    warned = true;
  }

  function emit<T>(parsed: T | undefined, toEvent: (value: T) => HostEvent): void {
    if (parsed === undefined) warn();
    else onEvent(toEvent(parsed));
  }

  function hasChanged(part: string, value: unknown): boolean {
    const text = JSON.stringify(value) ?? '';
    if (last[part] === text) return false;
    last[part] = text;
    return true;
  }

  return Object.freeze({
    look(text) {
      const look = parseLook(text);
      if (!look) return warn();
      const [reading, kinds, obstacles, cookies, hasFocus, lastInputMs] = look;
      // On a page that adds `toJSON` to arrays, the cookies arrive as text. The jar then requests them.
      if (Array.isArray(cookies)) onCookies(parseCookies(cookies));
      if (hasChanged('activity', [hasFocus, lastInputMs])) onEvent({ type: 'activity', isActive: hasFocus === true });
      if (hasChanged('page', reading)) emit(parsePageReading(reading), (page) => ({ type: 'page', ...page }));
      // Not compared: those of the last reading may not have been used (`compose/pageEvents.ts`).
      emit(parseObstacles(obstacles), (parsed) => ({ type: 'obstacles', obstacles: parsed }));
      if (kinds !== undefined && hasChanged('kinds', kinds))
        emit(parseKinds(kinds), (parsed) => ({ type: 'links', kinds: parsed }));
    },
    link: (text) => emit(parseLink(text), (link) => ({ type: 'linkClicked', link })),
    pill(eventType) {
      if (eventType === 'click') onEvent({ type: 'pillClicked' });
      if (intentTypes.includes(eventType)) onEvent({ type: 'pillHovered' });
    },
    show(command) {
      if (command === 'cm-open') onEvent({ type: 'open' });
      if (command === 'cm-close') onEvent({ type: 'close' });
    },
  } satisfies Unchecked<FrameApi>);
}
